//! Everything that touches V8, one isolate at a time.

mod extensions;
mod image;
mod interrupt;
mod isolate;
mod kernel_script;
mod modules;
mod ops;
mod output;
mod permissions;
mod platform;
mod snapshot;
mod state;
mod stdio;
mod thrown;

pub use crate::cell::{Dialect, Redeclare, StaticImport};
pub(crate) use interrupt::{InterruptHandle, Interruption};
pub(crate) use isolate::{CellRequest, Isolate, IsolateOptions};
pub(crate) use permissions::Permissions;
pub(crate) use platform::spawn_isolate_thread;
pub(crate) use stdio::SharedOutput;
