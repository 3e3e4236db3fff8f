//! All integration tests: one binary, one link of V8.

mod cancellation;
mod cells;
mod cli;
mod docs;
mod layering;
mod mcp_stdio;
mod modules;
mod output;
mod sessions;
mod support;
