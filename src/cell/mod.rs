//! Cell source to script text.

mod bindings;
mod dismantle;
mod edits;
mod error;
mod language;
mod names;
mod nesting;
mod options;
mod parse;
mod passes;
mod position;
mod returning;
mod scanner;
mod source_map;
#[cfg(test)]
mod testing;
mod transform;
mod typescript;

pub(crate) use bindings::{BindingChanges, Bindings, Ending};
pub(crate) use error::SyntaxError;
pub(crate) use names::{RuntimeName, runtime_name, storage_name, strip_mark, vacant_name};
pub(crate) use options::CellOptions;
pub use options::{Dialect, Redeclare, StaticImport};
pub(crate) use transform::{TransformedCell, transform, transform_eval};
