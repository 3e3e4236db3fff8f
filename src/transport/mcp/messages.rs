//! JSON-RPC messages as lines, for `rmcp`.
//!
//! `rmcp`'s own line transport drops what it can't parse. Here every line that is no message gets
//! an answer, so that no client waits for one that never comes, and the next line is served.

use std::io;
use std::sync::Arc;

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, GetMeta, ProtocolVersion, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::service::RoleServer;
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::line_reader::{Line, LineReader};

/// Longest message, in bytes. A cell's source of 4 MiB may take six times that as JSON.
const MAX_MESSAGE_BYTES: usize = 64 * 1024 * 1024;

/// Messages in both directions, one a line.
pub(super) struct Messages<R, W> {
    reader: LineReader<R>,
    writer: Arc<Mutex<W>>,
    /// Cancelled when there is nothing more to read.
    ended: CancellationToken,
    /// Whether the client has chosen a protocol version. Before that `rmcp` takes a notification
    /// as a reason to end the connection.
    opened: bool,
    /// The answer to a bad line. Written by a task of its own, as `receive` may be dropped
    /// half-way, and awaited before the next line is read, so that there is only one.
    answer: Option<JoinHandle<io::Result<()>>>,
}

impl<R, W> Messages<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(super) fn new(reader: R, writer: W, ended: CancellationToken) -> Self {
        Messages {
            reader: LineReader::new(reader, MAX_MESSAGE_BYTES),
            writer: Arc::new(Mutex::new(writer)),
            ended,
            opened: false,
            answer: None,
        }
    }

    async fn next(&mut self) -> io::Result<Option<ClientJsonRpcMessage>> {
        loop {
            if let Some(answer) = &mut self.answer {
                let written = answer.await;
                self.answer = None;
                written.map_err(io::Error::other)??;
            }
            let parsed = match self.reader.next().await? {
                Line::End => return Ok(None),
                Line::TooLong => Err(BadLine::too_long()),
                Line::Whole(line) if line.trim_ascii().is_empty() => continue,
                Line::Whole(line) => parse(&line),
            };
            match parsed {
                Ok(message) if self.is_due(&message) => return Ok(Some(message)),
                Ok(message) => tracing::debug!(?message, "ignored before initialize"),
                Err(bad) => {
                    tracing::debug!(?bad, "refused a line");
                    self.answer = Some(tokio::spawn(write(self.writer.clone(), bad.answer())));
                }
            }
        }
    }

    fn is_due(&mut self, message: &ClientJsonRpcMessage) -> bool {
        let ClientJsonRpcMessage::Request(request) = message else {
            return self.opened;
        };
        self.opened = self.opened
            || match &request.request {
                ClientRequest::InitializeRequest(_) => true,
                ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
                other => names_known_version(other),
            };
        true
    }
}

fn names_known_version(request: &ClientRequest) -> bool {
    let meta = request.get_meta();
    meta.missing_required_keys(&ProtocolVersion::V_2026_07_28)
        .is_empty()
        && meta
            .protocol_version()
            .is_some_and(|version| ProtocolVersion::KNOWN_VERSIONS.contains(&version))
}

impl<R, W> Transport<RoleServer> for Messages<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        write(self.writer.clone(), message)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let message = self.next().await.unwrap_or_else(|error| {
            tracing::error!(%error, "the connection is lost");
            None
        });
        if message.is_none() {
            self.ended.cancel();
        }
        message
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.lock().await.shutdown().await
    }
}

async fn write<W: AsyncWrite + Unpin>(
    writer: Arc<Mutex<W>>,
    message: ServerJsonRpcMessage,
) -> io::Result<()> {
    let mut line = serde_json::to_vec(&message)?;
    line.push(b'\n');
    let mut writer = writer.lock().await;
    writer.write_all(&line).await?;
    writer.flush().await
}

/// Why a line is no message, and the id to answer to where the line has one.
#[derive(Debug)]
struct BadLine {
    id: Option<RequestId>,
    code: ErrorCode,
    message: String,
}

impl BadLine {
    fn too_long() -> Self {
        BadLine {
            id: None,
            code: ErrorCode::INVALID_REQUEST,
            message: format!("message dropped: longer than {MAX_MESSAGE_BYTES} bytes"),
        }
    }

    fn not_json(error: &serde_json::Error) -> Self {
        BadLine {
            id: None,
            code: ErrorCode::PARSE_ERROR,
            message: format!("not a line of JSON: {error}"),
        }
    }

    fn not_a_message(line: &Value) -> Self {
        let id = line
            .get("id")
            .and_then(|id| serde_json::from_value(id.clone()).ok());
        let message = match line {
            Value::Array(_) => "batches are not supported: send one message a line",
            _ => {
                "not a JSON-RPC 2.0 message: expected `jsonrpc`, `method` and, for a request, `id`"
            }
        };
        BadLine {
            id,
            code: ErrorCode::INVALID_REQUEST,
            message: message.to_owned(),
        }
    }

    fn answer(self) -> ServerJsonRpcMessage {
        ServerJsonRpcMessage::error(ErrorData::new(self.code, self.message, None), self.id)
    }
}

fn parse(line: &[u8]) -> Result<ClientJsonRpcMessage, BadLine> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    serde_json::from_slice(line).or_else(|_| {
        let value: Value = serde_json::from_slice(line).map_err(|e| BadLine::not_json(&e))?;
        Err(BadLine::not_a_message(&value))
    })
}
