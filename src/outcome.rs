//! What running a cell came to, as plain data.
//!
//! Nothing here holds a V8 handle, and nothing here is serialised: each transport has wire types of
//! its own.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How a cell ended, with everything it left for its reader.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The cell's number in its session, from 1. A cell that was refused has a number too.
    pub cell: u32,
    /// How the cell ended.
    pub status: Status,
    /// What was thrown, or why the cell was stopped. `None` exactly when `status` is [`Status::Ok`].
    pub error: Option<Thrown>,
    /// The completion value as `util.inspect` prints it; `None` where the cell has none.
    pub value: Option<String>,
    /// Text and images, in the order in which the cell wrote them.
    pub output: Vec<Output>,
    /// What earlier cells wrote after they had ended, up to 64 KiB.
    pub late_output: Vec<Output>,
    /// What the limits cut from `output` and `late_output`.
    pub dropped: Dropped,
    /// Names that the cell added, changed or removed.
    pub bindings: BindingChanges,
    /// From the moment the cell was taken from the mailbox until it ended.
    pub duration: Duration,
    /// Used bytes of the V8 heap when the cell ended.
    pub heap_used_bytes: usize,
    /// Sentences a reader must know besides the error, such as that all bindings are lost.
    pub notes: Vec<String>,
}

/// How a cell ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// It ran to its end.
    Ok,
    /// It threw, did not parse, or was refused.
    Error,
    /// It ran past its time limit.
    Timeout,
    /// Whoever asked for it no longer wants the answer.
    Cancelled,
    /// The session was reset while it ran.
    Reset,
    /// The kernel was lost while it ran.
    Crashed,
}

impl Status {
    /// The status as one lower-case word, the same in every transport.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Error => "error",
            Status::Timeout => "timeout",
            Status::Cancelled => "cancelled",
            Status::Reset => "reset",
            Status::Crashed => "crashed",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A thrown JavaScript value, or the reason why a cell was stopped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thrown {
    /// The error's `name`, such as `TypeError`; empty for a thrown value that is no error.
    pub name: String,
    /// The error's `message`, or the thrown value as text.
    pub message: String,
    /// The error's `code`, where that is a string.
    pub code: Option<String>,
    /// The error's other own properties, such as `path` and `syscall`, as `util.inspect` prints
    /// them, up to 4,096 UTF-16 units; `None` where there are none.
    pub details: Option<String>,
    /// The stack in the coordinates of the source as written, one frame a line, without the leading
    /// `name: message`. For a syntax error: the line and a caret.
    pub stack: String,
    /// The error's `cause`, and for an AggregateError its members, nearest first.
    pub causes: Vec<Thrown>,
    /// What to do next, where that is known.
    pub hint: Option<String>,
}

impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name.as_str(), self.message.as_str()) {
            ("", message) => f.write_str(message),
            (name, "") => f.write_str(name),
            (name, message) => write!(f, "{name}: {message}"),
        }
    }
}

/// One thing a cell wrote.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Text, exactly as written.
    Text(String),
    /// An image.
    Image(Image),
}

/// An image that a cell emitted, checked and fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// What the bytes are: `image/png`, `image/jpeg` or `image/webp`.
    pub mime_type: &'static str,
    /// The encoded image.
    pub bytes: Arc<[u8]>,
    /// Width in pixels of the image in `bytes`.
    pub width: u32,
    /// Height in pixels of the image in `bytes`.
    pub height: u32,
    /// Size in pixels before it was fitted; `None` when it was left as it was.
    pub original_size: Option<(u32, u32)>,
    /// JSON text that belongs to the image, shown right before it.
    pub metadata: Option<String>,
}

/// What was written and not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Bytes of text.
    pub text_bytes: u64,
    /// Images.
    pub images: u64,
}

/// Names that a cell added, changed or removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BindingChanges {
    /// Names that did not exist before, in order of declaration.
    pub added: Vec<String>,
    /// Names that existed and were declared again or may have been assigned.
    pub changed: Vec<String>,
    /// Names that existed and are gone.
    pub removed: Vec<String>,
}
