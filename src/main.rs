//! The `isocell` program.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use isocell::transport::cli;
use tracing_subscriber::EnvFilter;

/// `rmcp` warns of each request it refuses; the client is told of these anyway.
const DEFAULT_LOG: &str = "warn,rmcp=error";

fn main() -> ExitCode {
    log_to_stderr();
    cli::run()
}

/// Standard output is the protocol, or a cell's own text.
fn log_to_stderr() {
    let wanted = std::env::var("ISOCELL_LOG");
    let filter = EnvFilter::builder().parse_lossy(wanted.as_deref().unwrap_or(DEFAULT_LOG));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr)
        .init();
}
