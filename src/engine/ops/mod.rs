//! Rust functions that runtime JavaScript calls.
//!
//! `build.rs` includes this folder for the startup snapshot, so nothing in it knows the engine:
//! what an op does to a cell goes through [`CellHost`].

pub(crate) mod cell;
pub(crate) mod embedder;
mod host;
pub(crate) mod jobs;
pub(crate) mod loading;

#[allow(unused_imports, reason = "`build.rs` has no use for them")]
pub(crate) use host::{BindingWrite, CellHost};
pub(crate) use host::{CellHostRc, ImageInput};
