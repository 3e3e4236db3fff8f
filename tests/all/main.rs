//! All integration tests: one binary, one link of V8.

mod cancellation;
mod cells;
mod cli;
mod docs;
mod forms;
mod layering;
mod mcp_stdio;
mod modules;
mod output;
mod properties;
mod sessions;
mod support;
