//! What must hold for every cell: the transform with nothing around it, and checks of what it gives.
//!
//! The fuzz targets and `examples/real_source.rs` only differ in where the source comes from.

#[path = "../../src/cell/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "the engine uses more of it than the checks do"
)]
mod cell;
mod functions;
mod mappings;
mod panics;
mod place;
mod plain;
mod session;
mod snippets;

pub use panics::count_foreign_panics;
pub use plain::{Syntax, is_module};
pub use session::{End, Refusal, Session, Settings};
pub use snippets::SNIPPETS;
