//! The command line.

mod args;
mod cell;
mod mcp;
mod print;
mod run;

pub use run::run;
