use std::fmt;

/// A failure of the host, never of what a cell does: that is an [`Outcome`](crate::Outcome).
///
/// Its [`Display`](fmt::Display) text says what was tried and what prevented it, outermost first.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A session's name is not allowed.
    InvalidName,
    /// An option has a value that is not allowed.
    InvalidOption,
    /// There are as many sessions as the host allows.
    SessionLimit,
    /// As many cells wait for the session as it allows.
    QueueFull,
    /// The session or the host is closed.
    Closed,
    /// The system refused a thread, a pipe or a directory.
    System,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error {
            kind,
            message: message.into(),
        }
    }

    /// What kind of failure this is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
