//! Standard output and error of a session: a pipe into its output.
//!
//! `console` and `nodeRepl.write` do not come this way. What does: `process.stdout`, the file
//! descriptors 1 and 2 of `node:fs`, and child processes that inherit them.

use std::fs::File;
use std::io;
use std::sync::Arc;

use deno_io::{Stdio, StdioPipe};
use parking_lot::Mutex;

use super::output::OutputBuffer;

/// The output of a session, shared by its isolate and the reader of its pipe.
pub(crate) type SharedOutput = Arc<Mutex<OutputBuffer>>;

/// The reading end of the pipe.
pub(super) struct StdioCapture {
    reader: Arc<reader::Reader>,
}

impl StdioCapture {
    /// Makes the pipe. `io` reads it too, so that a full pipe never blocks the isolate's thread
    /// or a child process that it waits for.
    ///
    /// # Errors
    ///
    /// When the system refuses a pipe.
    pub(super) fn new(
        output: SharedOutput,
        io: &tokio::runtime::Handle,
    ) -> io::Result<(StdioCapture, Stdio)> {
        let (receiver, sender) = io::pipe()?;
        let sender = file(sender);
        let stdio = Stdio {
            stdin: StdioPipe::file(null_device()?),
            stdout: StdioPipe::file(sender.try_clone()?),
            stderr: StdioPipe::file(sender),
        };
        let reader = reader::start(
            receiver,
            Sink {
                output,
                pending: Mutex::default(),
            },
            io,
        )?;
        Ok((StdioCapture { reader }, stdio))
    }

    /// Moves what the pipe holds into the output, so that what comes next stands after it.
    pub(super) fn drain(&self) {
        self.reader.drain();
    }
}

fn null_device() -> io::Result<File> {
    File::open(if cfg!(windows) { "NUL" } else { "/dev/null" })
}

#[cfg(unix)]
fn file(writer: io::PipeWriter) -> File {
    File::from(std::os::fd::OwnedFd::from(writer))
}

#[cfg(windows)]
fn file(writer: io::PipeWriter) -> File {
    File::from(std::os::windows::io::OwnedHandle::from(writer))
}

/// Turns bytes into text of the output, whole characters at a time.
struct Sink {
    output: SharedOutput,
    pending: Mutex<Vec<u8>>,
}

impl Sink {
    fn push(&self, bytes: &[u8]) {
        let mut pending = self.pending.lock();
        pending.extend_from_slice(bytes);
        let mut output = self.output.lock();
        let mut text = String::new();
        let mut used = 0;
        for chunk in pending.utf8_chunks() {
            text.push_str(chunk.valid());
            used += chunk.valid().len();
            let rest = chunk.invalid();
            let is_last = used + rest.len() == pending.len();
            if is_last && is_incomplete(rest) {
                break;
            }
            if !rest.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
                used += rest.len();
            }
        }
        output.push_text(&text);
        drop(output);
        pending.drain(..used);
    }
}

/// Whether bytes are the start of a character whose rest may still come.
fn is_incomplete(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(unix)]
mod reader {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::sync::Arc;

    use rustix::io::Errno;
    use tokio::net::unix::pipe;

    use super::Sink;

    pub(super) struct Reader {
        receiver: pipe::Receiver,
        sink: Sink,
        // Held while bytes are on their way, so that they arrive in order.
        order: parking_lot::Mutex<()>,
    }

    pub(super) fn start(
        receiver: io::PipeReader,
        sink: Sink,
        runtime: &tokio::runtime::Handle,
    ) -> io::Result<Arc<Reader>> {
        let _entered = runtime.enter();
        let receiver = pipe::Receiver::from_owned_fd(OwnedFd::from(receiver))?;
        let reader = Arc::new(Reader {
            receiver,
            sink,
            order: parking_lot::Mutex::default(),
        });
        let for_task = Arc::downgrade(&reader);
        runtime.spawn(async move {
            while let Some(reader) = for_task.upgrade() {
                if reader.receiver.readable().await.is_err() || !reader.read_what_is_ready() {
                    break;
                }
            }
        });
        Ok(reader)
    }

    impl Reader {
        /// Reads until the pipe is empty.
        ///
        /// It asks the pipe itself, not what tokio last heard of it, which may be too old.
        pub(super) fn drain(&self) {
            self.read(|bytes| {
                rustix::io::read(&self.receiver, bytes).map_err(|error| match error {
                    Errno::AGAIN => io::ErrorKind::WouldBlock.into(),
                    error => error.into(),
                })
            });
        }

        /// The same for the task, which must let tokio know; false when the pipe is closed.
        fn read_what_is_ready(&self) -> bool {
            self.read(|bytes| self.receiver.try_read(bytes))
        }

        fn read(&self, mut read: impl FnMut(&mut [u8]) -> io::Result<usize>) -> bool {
            let _in_order = self.order.lock();
            let mut bytes = [0; 16 * 1024];
            loop {
                match read(&mut bytes) {
                    Ok(0) => return false,
                    Ok(length) => self.sink.push(&bytes[..length]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return error.kind() == io::ErrorKind::WouldBlock,
                }
            }
        }
    }
}

#[cfg(not(unix))]
mod reader {
    use std::io::{self, Read as _};
    use std::sync::Arc;

    use super::Sink;

    pub(super) struct Reader;

    /// Reads on a thread of its own. `drain` cannot wait for it: what a child process prints may
    /// stand after later output of the cell.
    pub(super) fn start(
        mut receiver: io::PipeReader,
        sink: Sink,
        _runtime: &tokio::runtime::Handle,
    ) -> io::Result<Arc<Reader>> {
        std::thread::Builder::new()
            .name("isocell-stdio".to_owned())
            .spawn(move || {
                let mut bytes = [0; 16 * 1024];
                while let Ok(length) = receiver.read(&mut bytes) {
                    if length == 0 {
                        break;
                    }
                    sink.push(&bytes[..length]);
                }
            })?;
        Ok(Arc::new(Reader))
    }

    impl Reader {
        pub(super) fn drain(&self) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::outcome::Output;

    #[track_caller]
    fn check(pieces: &[&[u8]], expected: &str) {
        let output = Arc::new(Mutex::new(OutputBuffer::new(&Limits::default())));
        output.lock().begin_cell();
        let sink = Sink {
            output: output.clone(),
            pending: Mutex::default(),
        };
        for piece in pieces {
            sink.push(piece);
        }
        let text: String = output
            .lock()
            .end_cell()
            .output
            .into_iter()
            .map(|output| match output {
                Output::Text(text) => text,
                Output::Image(_) => "(image)".to_owned(),
            })
            .collect();
        assert_eq!(text, expected);
    }

    #[test]
    fn characters_split_between_reads_stay_whole() {
        check(&[b"a\xe2\x82", b"\xac b"], "a\u{20ac} b");
        check(&[b"\xf0\x9f", b"\x98", b"\x80"], "\u{1f600}");
    }

    #[test]
    fn bytes_that_are_no_text_become_replacement_characters() {
        check(&[b"a\xffb"], "a\u{fffd}b");
        check(&[b"\xe2\x82", b"x"], "\u{fffd}x");
    }
}
