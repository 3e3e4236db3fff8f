//! `isocell mcp`: the MCP server on the process's standard streams.

use std::io;
use std::process::ExitCode;

use tokio::fs::File;
use tokio_util::sync::CancellationToken;

use super::args::McpArgs;
use super::cell::runtime;
use super::run::Failure;
use crate::host::Host;
use crate::transport::mcp::{McpOptions, McpServer, Wire, serve};

/// Serves until the client leaves or the process is told to end.
pub(super) fn run(args: McpArgs) -> Result<ExitCode, Failure> {
    let options = args.session.options().map_err(Failure::usage)?;
    let shown = McpOptions {
        echo: args.echo.map(Into::into).unwrap_or_default(),
        output_tokens: args.max_output_tokens,
        cell_timeout: options.limits.cell_timeout,
    };
    let wire = Wire::take()
        .map_err(|error| Failure::host(format!("failed to take standard streams: {error}")))?;
    let host = Host::builder()
        .max_sessions(args.max_sessions)
        .session_options(options)
        .build()
        .map_err(Failure::host)?;

    let runtime = runtime().map_err(Failure::host)?;
    let served = runtime.block_on(async {
        let stop = CancellationToken::new();
        tokio::spawn(cancel_on_signal(stop.clone()));
        let server = McpServer::new(host, shown);
        let (reader, writer) = (File::from_std(wire.reader), File::from_std(wire.writer));
        serve(server, reader, writer, stop).await
    });
    // A read of standard input may be pending, and nothing but the client can end it.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS).map_err(Failure::host)
}

async fn cancel_on_signal(stop: CancellationToken) {
    if let Err(error) = end_signal().await {
        tracing::error!(%error, "signals can't be received");
        return;
    }
    stop.cancel();
}

#[cfg(unix)]
async fn end_signal() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

#[cfg(windows)]
async fn end_signal() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
