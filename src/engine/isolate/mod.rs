//! One isolate and the runs of its cells.

mod evaluate;
mod finish;
#[allow(
    clippy::module_inception,
    reason = "the file is named for its one type"
)]
mod isolate;
mod start;

pub(crate) use isolate::{CellRequest, Isolate, IsolateOptions};
