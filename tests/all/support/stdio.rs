//! The built program as an MCP client sees it: lines of JSON on two pipes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Longest wait for one message; a server that takes longer has lost it.
const PATIENCE: Duration = Duration::from_secs(30);

/// A command that runs the program in `dir` and inherits nothing that could change what it does.
pub(crate) fn isocell(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isocell"));
    command.current_dir(dir).env_clear().env("HOME", dir);
    for kept in ["PATH", "SYSTEMROOT"] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
    command
}

/// `isocell mcp` in a directory of its own, and what went to and fro.
///
/// A line on its standard output that is no JSON-RPC message fails the test, as does a message that
/// doesn't come. A failing test prints the whole conversation and standard error.
pub(crate) struct StdioClient {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    conversation: Vec<String>,
    next_id: u64,
    dir: TempDir,
}

impl StdioClient {
    /// Starts the server and opens the connection.
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut client = Self::start_unopened(args);
        client.open("2025-11-25");
        client
    }

    /// Starts the server and sends nothing.
    pub(crate) fn start_unopened(args: &[&str]) -> Self {
        let dir = TempDir::new().expect("a temporary directory");
        let mut child = isocell(dir.path())
            .arg("mcp")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let stdout = child.stdout.take().expect("a pipe");
        let mut stderr = child.stderr.take().expect("a pipe");
        let (lines, output) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if lines.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        StdioClient {
            child,
            input,
            output,
            errors: Some(errors),
            conversation: Vec::new(),
            next_id: 0,
            dir,
        }
    }

    /// Opens the connection and gives the server's answer.
    pub(crate) fn open(&mut self, version: &str) -> Value {
        let answer = self.request(
            "initialize",
            json!({
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "0" },
            }),
        );
        self.notify("notifications/initialized", json!({}));
        answer
    }

    /// The server's working directory.
    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a file below the server's working directory.
    pub(crate) fn write_file(&self, path: &str, text: &str) {
        let path = self.dir().join(path);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    /// Sends bytes and a line feed.
    pub(crate) fn send_line(&mut self, line: &[u8]) {
        let shown = &line[..line.len().min(2000)];
        self.conversation
            .push(format!("-> {}", String::from_utf8_lossy(shown)));
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line).expect("the server reads");
        input.write_all(b"\n").expect("the server reads");
        input.flush().expect("the server reads");
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send_line(message.to_string().as_bytes());
    }

    /// Sends a request and gives its id.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send_line(message.to_string().as_bytes());
        id
    }

    /// Waits for the next message.
    pub(crate) fn receive(&mut self) -> Value {
        let line = match self.output.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no message within {PATIENCE:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server has closed its output"),
        };
        self.conversation.push(format!("<- {line}"));
        let message: Value = serde_json::from_str(&line).expect("a line of JSON");
        assert_eq!(message["jsonrpc"], "2.0", "a JSON-RPC message");
        message
    }

    /// Waits for the answer to a request; everything before it must be a notification.
    pub(crate) fn finish(&mut self, id: u64) -> Value {
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            assert!(message.get("id").is_none(), "an answer nobody waits for");
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.finish(id)
    }

    pub(crate) fn begin_call(&mut self, tool: &str, arguments: Value) -> u64 {
        self.begin(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
    }

    /// Calls a tool and gives the `result`.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.begin_call(tool, arguments);
        self.finish(id)["result"].clone()
    }

    /// Runs a cell and gives what a model sees of it, as [`shown`] prints it.
    pub(crate) fn js(&mut self, code: &str) -> String {
        shown(&self.call("js", json!({ "code": code })))
    }

    /// Starts a cell that first writes `started` and never ends; returns when it runs.
    pub(crate) fn begin_endless_cell(&mut self) -> u64 {
        let id = self.begin(
            "tools/call",
            json!({
                "name": "js",
                "arguments": { "code": "console.log('started'); while (true) {}" },
                "_meta": { "progressToken": "endless" },
            }),
        );
        loop {
            let message = self.receive();
            assert_eq!(message["method"], "notifications/progress");
            if message["params"]["message"] == "started" {
                return id;
            }
        }
    }

    /// Closes the server's standard input.
    pub(crate) fn close_input(&mut self) {
        self.conversation.push("-> (end)".to_owned());
        self.input = None;
    }

    /// Waits for the process to end.
    pub(crate) fn wait(&mut self, longest: Duration) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child of this process") {
                return status;
            }
            assert!(
                started.elapsed() < longest,
                "still running after {longest:?}"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The process's id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for StdioClient {
    #[expect(
        clippy::print_stderr,
        reason = "the test harness shows it with the failure"
    )]
    fn drop(&mut self) {
        // The end of its input ends the server, which then removes its directories.
        self.input.take();
        let limit = Instant::now() + Duration::from_secs(10);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < limit {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let errors = self.errors.take().and_then(|errors| errors.join().ok());
        if std::thread::panicking() {
            eprintln!("conversation:\n{}", self.conversation.join("\n"));
            eprintln!("standard error:\n{}", errors.unwrap_or_default());
        }
    }
}

/// A tool's result as text: `error` first if it is one, then one block after the other, an image as
/// its type.
pub(crate) fn shown(result: &Value) -> String {
    let content = result["content"].as_array().expect("a tool result");
    let mut lines = Vec::new();
    if result["isError"] == true {
        lines.push("error");
    }
    for block in content {
        lines.push(match block["type"].as_str() {
            Some("image") => block["mimeType"].as_str().expect("a type"),
            _ => block["text"].as_str().expect("a text"),
        });
    }
    lines.join("\n")
}
