//! Ways in: each folder translates one protocol into calls of [`crate::host`] and decides nothing.

mod report;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "mcp")]
pub mod mcp;
