//! One connection, from its first message to the end of everything it started.

use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::McpServer;
use super::messages::Messages;

/// After the end of input, how long running cells may go on: a shell pipeline closes its end before
/// it has read the answers.
const LAST_CELLS: Duration = Duration::from_millis(400);

/// How long cancelled cells may take to be answered.
const LAST_ANSWERS: Duration = Duration::from_millis(150);

/// How long the sessions may take to end.
const CLOSING: Duration = Duration::from_millis(300);

/// The connection failed before the client had opened it.
#[derive(Debug, thiserror::Error)]
#[error("failed to open the connection: {0}")]
pub struct ServeError(Box<ServerInitializeError>);

/// Serves one client until its input ends or `stop` is cancelled, then ends all sessions.
///
/// Returns within a second of either, whatever the cells do. Messages are lines of JSON; a line
/// that is none is answered with a JSON-RPC error and the next one is served. A line may have
/// 64 MiB.
///
/// # Errors
///
/// When the client's first messages can't be answered. The sessions are ended then, too.
pub async fn serve<R, W>(
    server: McpServer,
    reader: R,
    writer: W,
    stop: CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let host = server.host().clone();
    let ended = CancellationToken::new();
    let cancel = CancellationToken::new();
    let messages = Messages::new(reader, writer, ended.clone());

    let served = tokio::select! {
        served = run(server, messages, cancel.clone()) => served,
        () = async {
            tokio::select! {
                () = stop.cancelled() => {}
                () = ended.cancelled() => {
                    // A signal needn't wait for the last cells of a client that is gone.
                    let _ = timeout(LAST_CELLS, stop.cancelled()).await;
                }
            }
            cancel.cancel();
            sleep(LAST_ANSWERS).await;
        } => Ok(()),
    };
    if timeout(CLOSING, host.close()).await.is_err() {
        tracing::warn!("sessions still running at exit");
    }
    served
}

async fn run<R, W>(
    server: McpServer,
    messages: Messages<R, W>,
    cancel: CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    match server.serve_with_ct(messages, cancel).await {
        Ok(running) => {
            if let Err(error) = running.waiting().await {
                tracing::error!(%error, "the connection's task is lost");
            }
            Ok(())
        }
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            Ok(())
        }
        Err(error) => Err(ServeError(Box::new(error))),
    }
}
