//! The Model Context Protocol, on standard input and output.
//!
//! Two tools: `js` runs a cell in a session that remembers its bindings, `js_reset` starts over.

mod arguments;
mod content;
mod js;
mod js_reset;
mod line_reader;
mod messages;
mod meta;
mod progress;
mod serve;
mod server;
mod wire;

pub use serve::{ServeError, serve};
pub use server::{DEFAULT_OUTPUT_TOKENS, Echo, McpOptions, McpServer};
pub use wire::Wire;
