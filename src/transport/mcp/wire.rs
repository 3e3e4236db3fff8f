//! The process's standard input and output, put where nothing else in the process finds them.

use std::fs::File;
use std::io;

/// Private handles on what were standard input and output.
///
/// JavaScript, native addons and child processes know only the standard descriptors. Once these
/// point elsewhere, none of them can read from the client or write into the protocol.
#[derive(Debug)]
pub struct Wire {
    /// What standard input was.
    pub reader: File,
    /// What standard output was.
    pub writer: File,
}

impl Wire {
    /// Takes both streams. Call it once, before the process has a second thread.
    ///
    /// On Unix the private descriptors are closed on `exec`, standard input becomes the null device
    /// and standard output becomes standard error. On Windows the streams are duplicated and the
    /// standard handles stay as they are.
    ///
    /// # Errors
    ///
    /// When the process has no descriptors left, or the null device can't be opened.
    pub fn take() -> io::Result<Wire> {
        let wire = Wire {
            reader: private(&io::stdin())?,
            writer: private(&io::stdout())?,
        };
        #[cfg(unix)]
        {
            rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
            rustix::stdio::dup2_stdout(io::stderr())?;
        }
        Ok(wire)
    }
}

#[cfg(unix)]
fn private(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn private(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}
