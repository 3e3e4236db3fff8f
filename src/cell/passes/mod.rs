//! The rewrites that make a script of a cell, one idea a file.

mod assignments;
mod completion;
mod declarations;
mod eval;
mod exports;
mod functions;
mod imports;
mod names_in;
mod naming;
mod references;
mod rewriter;
mod scopes;
mod spans;
mod statements;
mod top_level;
mod traversal;

pub(super) use declarations::names_declared;
pub(super) use eval::Site;
pub(super) use imports::{Import, quoted};
pub(crate) use rewriter::{Assigned, Declaration};
pub(super) use rewriter::{Rewritten, Storage, rewrite, rewrite_eval};
pub(super) use spans::BASE;
