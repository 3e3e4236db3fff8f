//! Sessions: threads, mailboxes, deadlines. Knows isolates; knows no protocol.

mod deadline;
mod error;
mod kernel;
mod name;
mod options;
mod registry;
mod session;

pub use crate::engine::{Dialect, Redeclare, StaticImport};
pub use error::{Error, ErrorKind};
pub use name::SessionName;
pub use options::{RunOptions, SessionOptions};
pub use registry::{Host, HostBuilder};
pub use session::Session;
