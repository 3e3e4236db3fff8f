//! `isocell run` and `isocell eval`: one cell, printed.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use super::args::SessionArgs;
use super::print::{Value, print};
use super::run::Failure;
use crate::host::{Error, Host, RunOptions, SessionName, SessionOptions};
use crate::outcome::{Outcome, Status};

/// Runs a file's text.
pub(super) fn run_file(file: &Path, session: SessionArgs) -> Result<ExitCode, Failure> {
    let code = std::fs::read_to_string(file)
        .map_err(|error| Failure::usage(format!("failed to read `{}`: {error}", file.display())))?;
    run(&code, session, Value::Hidden)
}

/// Runs code from the command line.
pub(super) fn eval(code: &str, session: SessionArgs) -> Result<ExitCode, Failure> {
    run(code, session, Value::Printed)
}

fn run(code: &str, session: SessionArgs, value: Value) -> Result<ExitCode, Failure> {
    let options = session.options().map_err(Failure::usage)?;
    let runtime = runtime().map_err(Failure::host)?;
    let outcome = runtime
        .block_on(outcome(code, options))
        .map_err(Failure::host)?;
    runtime.shutdown_background();
    match print(
        &outcome,
        value,
        &mut io::stdout().lock(),
        &mut io::stderr().lock(),
    ) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(Failure::host(format!("failed to print: {error}"))),
    }
    Ok(match outcome.status {
        Status::Ok => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

async fn outcome(code: &str, options: SessionOptions) -> Result<Outcome, Error> {
    let host = Host::builder().session_options(options).build()?;
    let session = host.named(&SessionName::default()).await?;
    let cancel = CancellationToken::new();
    let interrupted = cancel.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            interrupted.cancel();
        }
    });
    let run = RunOptions {
        cancel,
        ..RunOptions::default()
    };
    let outcome = session.run_with(code, run).await;
    host.close().await;
    outcome
}

/// A runtime for the transports; each session has a thread and a runtime of its own.
///
/// It has one thread, so that calls reach their session in the order in which they came.
pub(super) fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}
