//! What may be written on the command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::budget::MAX_TOKENS;
use crate::host::{Dialect, Redeclare, SessionOptions, StaticImport};
use crate::limits::MAX_CELL_TIMEOUT;
use crate::transport::mcp::{DEFAULT_OUTPUT_TOKENS, Echo};

const MODULE_DIRS_VARIABLE: &str = "ISOCELL_MODULE_DIRS";

/// A persistent JavaScript runtime for agents and applications, on V8, without Node.js
#[derive(Debug, Parser)]
#[command(name = "isocell", version, arg_required_else_help = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Serve the tools `js` and `js_reset` to an MCP client on standard input and output
    Mcp(McpArgs),
    /// Run a file as one cell and print what it writes
    Run {
        /// JavaScript or TypeScript source
        file: PathBuf,
        #[command(flatten)]
        session: SessionArgs,
    },
    /// Run code as one cell; print what it writes and the value of its last expression
    Eval {
        /// JavaScript or TypeScript source
        code: String,
        #[command(flatten)]
        session: SessionArgs,
    },
}

#[derive(Debug, Args)]
pub(super) struct McpArgs {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    /// Sessions that may exist at a time
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=4096))]
    pub(super) max_sessions: usize,
    /// What a result shows besides what the cell writes: `last`, the value of its last expression
    #[arg(long, value_name = "WHAT")]
    pub(super) echo: Option<EchoArg>,
    /// Text in one result, in tokens; longer text loses its middle
    #[arg(long, value_name = "N", default_value_t = DEFAULT_OUTPUT_TOKENS, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_TOKENS as u64))]
    pub(super) max_output_tokens: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum EchoArg {
    Last,
}

impl From<EchoArg> for Echo {
    fn from(echo: EchoArg) -> Self {
        match echo {
            EchoArg::Last => Echo::Last,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct SessionArgs {
    /// Working directory of the code
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = directory)]
    cwd: PathBuf,
    /// Directory to find packages in after the working directory's; repeatable, before those in
    /// the path list ISOCELL_MODULE_DIRS. It need not exist yet
    #[arg(long = "module-dir", value_name = "DIR", value_parser = absolute)]
    module_dirs: Vec<PathBuf>,
    /// Time a cell may run, in milliseconds [default: 30000]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=MAX_CELL_TIMEOUT.as_millis() as u64))]
    timeout_ms: Option<u64>,
    /// Which kind of code cells are: module code, or what is typed at Node.js's REPL
    #[arg(long, value_name = "WHICH", default_value = "module")]
    dialect: DialectArg,
    /// What happens to a cell with a static `import`
    #[arg(long, value_name = "WHAT", default_value = "reject")]
    static_import: StaticImportArg,
    /// What happens to a cell that declares a name which exists already
    #[arg(long, value_name = "WHAT", default_value = "allow")]
    redeclare: RedeclareArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DialectArg {
    /// Strict module code
    Module,
    /// Sloppy script code, with Node.js's modules as globals
    Repl,
}

impl From<DialectArg> for Dialect {
    fn from(dialect: DialectArg) -> Self {
        match dialect {
            DialectArg::Module => Dialect::Module,
            DialectArg::Repl => Dialect::Repl,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StaticImportArg {
    /// It is refused, with the `await import(…)` to write instead
    Reject,
    /// It runs as if that had been written
    Rewrite,
}

impl From<StaticImportArg> for StaticImport {
    fn from(static_import: StaticImportArg) -> Self {
        match static_import {
            StaticImportArg::Reject => StaticImport::Reject,
            StaticImportArg::Rewrite => StaticImport::Rewrite,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RedeclareArg {
    /// The binding takes the new kind and value
    Allow,
    /// It is refused
    Reject,
}

impl From<RedeclareArg> for Redeclare {
    fn from(redeclare: RedeclareArg) -> Self {
        match redeclare {
            RedeclareArg::Allow => Redeclare::Allow,
            RedeclareArg::Reject => Redeclare::Reject,
        }
    }
}

impl SessionArgs {
    /// # Errors
    ///
    /// When the environment's path list holds a path that can't be made absolute.
    pub(super) fn options(self) -> Result<SessionOptions, String> {
        let mut options = SessionOptions::trusted(self.cwd);
        options.module_dirs = self.module_dirs;
        options.dialect = self.dialect.into();
        options.static_import = self.static_import.into();
        options.redeclare = self.redeclare.into();
        let listed = std::env::var_os(MODULE_DIRS_VARIABLE).unwrap_or_default();
        for dir in std::env::split_paths(&listed).filter(|dir| !dir.as_os_str().is_empty()) {
            let dir =
                made_absolute(&dir).map_err(|why| format!("{MODULE_DIRS_VARIABLE}: {why}"))?;
            options.module_dirs.push(dir);
        }
        if let Some(timeout) = self.timeout_ms {
            options.limits.cell_timeout = Duration::from_millis(timeout);
        }
        Ok(options)
    }
}

fn directory(path: &str) -> Result<PathBuf, String> {
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_dir() {
        return Err("not a directory".to_owned());
    }
    absolute(path)
}

fn absolute(path: &str) -> Result<PathBuf, String> {
    made_absolute(Path::new(path))
}

fn made_absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("`{}`: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
