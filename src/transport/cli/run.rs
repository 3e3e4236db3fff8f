//! From the process's arguments to its exit code.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use super::args::{Cli, Command};
use super::{cell, mcp};

/// Does what the process's arguments say.
///
/// Call it first and once: `isocell mcp` rearranges the standard descriptors, which only a process
/// with a single thread can do safely.
///
/// Exit codes: 0, the cell ended or the client left; 1, the cell failed or the host did; 2, the
/// arguments are wrong.
pub fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Mcp(args) => mcp::run(args),
        Command::Run { file, session } => cell::run_file(&file, session),
        Command::Eval { code, session } => cell::eval(&code, session),
    };
    done.unwrap_or_else(|failure| failure.report())
}

/// Why a command could not do its work.
pub(super) struct Failure {
    exit_code: u8,
    message: String,
}

impl Failure {
    /// What the user wrote can't be followed.
    pub(super) fn usage(message: impl Display) -> Self {
        Failure {
            exit_code: 2,
            message: message.to_string(),
        }
    }

    /// The host can't do what is asked.
    pub(super) fn host(message: impl Display) -> Self {
        Failure {
            exit_code: 1,
            message: message.to_string(),
        }
    }

    fn report(self) -> ExitCode {
        // Nothing is left to be done when standard error is closed.
        let _ = writeln!(io::stderr(), "error: {}", self.message);
        ExitCode::from(self.exit_code)
    }
}
