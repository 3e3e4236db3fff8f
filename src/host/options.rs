use std::path::PathBuf;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{Error, ErrorKind};
use crate::engine::{Dialect, Permissions, Redeclare, StaticImport};
use crate::limits::{Limits, MAX_CELL_TIMEOUT};

/// How a session is made.
///
/// ```
/// let mut options = isocell::SessionOptions::sandbox();
/// options.limits.heap_bytes = 64 * 1024 * 1024;
/// ```
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// The working directory: where bare and relative specifiers of cells resolve from.
    /// Absolute.
    pub cwd: PathBuf,
    /// Directories that are searched for packages after the `node_modules` directories from `cwd`
    /// upwards, in order. One may not exist yet. Default: none.
    pub module_dirs: Vec<PathBuf>,
    /// Which kind of code cells are. Default: module code.
    pub dialect: Dialect,
    /// What happens to a cell with a static `import`. Default: it is refused.
    pub static_import: StaticImport,
    /// What happens to a cell that declares a name again. Default: the binding takes the new kind
    /// and value.
    pub redeclare: Redeclare,
    /// Bounds on what the session may use.
    pub limits: Limits,
    pub(crate) permissions: Permissions,
}

impl SessionOptions {
    /// A session that may do what the user could do.
    pub fn trusted(cwd: impl Into<PathBuf>) -> SessionOptions {
        SessionOptions {
            cwd: cwd.into(),
            module_dirs: Vec::new(),
            dialect: Dialect::default(),
            static_import: StaticImport::default(),
            redeclare: Redeclare::default(),
            limits: Limits::default(),
            permissions: Permissions::Trusted,
        }
    }

    /// A session for code that is not trusted: no files, no network, no environment, no processes,
    /// no native code.
    ///
    /// It does not protect the process from faults in V8 itself.
    pub fn sandbox() -> SessionOptions {
        SessionOptions {
            permissions: Permissions::Sandbox { readable: None },
            ..SessionOptions::trusted(std::env::temp_dir())
        }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let invalid = |message| Err(Error::new(ErrorKind::InvalidOption, message));
        if !self.cwd.is_absolute() {
            return invalid(format!(
                "the session's working directory `{}` is not absolute",
                self.cwd.display()
            ));
        }
        if !self.cwd.is_dir() {
            return invalid(format!(
                "the session's working directory `{}` is no directory",
                self.cwd.display()
            ));
        }
        check_timeout(self.limits.cell_timeout)?;
        const SMALLEST_HEAP: usize = 16 * 1024 * 1024;
        if self.limits.heap_bytes < SMALLEST_HEAP {
            return invalid(format!(
                "a heap limit of {} bytes is too small to start in: the least is {SMALLEST_HEAP}",
                self.limits.heap_bytes
            ));
        }
        Ok(())
    }
}

fn check_timeout(timeout: Duration) -> Result<(), Error> {
    if timeout.is_zero() || timeout > MAX_CELL_TIMEOUT {
        return Err(Error::new(
            ErrorKind::InvalidOption,
            format!(
                "a time limit of {timeout:?} for a cell is out of range: \
                 it must be above zero and at most {MAX_CELL_TIMEOUT:?}"
            ),
        ));
    }
    Ok(())
}

/// How one cell is run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Time limit of this cell. Default: the session's.
    pub timeout: Option<Duration>,
    /// Cancels the cell. Default: a token that nobody cancels.
    pub cancel: CancellationToken,
    /// What the cell is for, in logs. Default: none.
    pub title: Option<String>,
    /// Gets the last line that the cell wrote, while it runs, at most four times a second.
    /// Default: none.
    pub progress: Option<watch::Sender<String>>,
}

impl RunOptions {
    pub(super) fn check(&self) -> Result<(), Error> {
        self.timeout.map_or(Ok(()), check_timeout)
    }
}
