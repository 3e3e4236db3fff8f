//! A session whose outcomes are read as text.

use std::fmt::Write as _;
use std::time::Duration;

use futures::executor::block_on;
use isocell::{Host, Outcome, Output, RunOptions, Session, SessionOptions, Thrown};
use tempfile::TempDir;

/// A trusted session in a directory of its own.
pub(crate) struct TestSession {
    pub(crate) session: Session,
    directory: TempDir,
}

impl TestSession {
    pub(crate) fn new() -> TestSession {
        TestSession::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut SessionOptions)) -> TestSession {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let cwd = directory.path().canonicalize().expect("its real path");
        let mut options = SessionOptions::trusted(cwd);
        change(&mut options);
        let host = Host::builder().build().expect("a host");
        let session = block_on(host.session(options)).expect("a session");
        TestSession { session, directory }
    }

    /// Writes a file into the session's directory.
    pub(crate) fn file(&self, path: &str, text: &str) -> &TestSession {
        let path = self.directory.path().join(path);
        let folder = path.parent().expect("a folder");
        std::fs::create_dir_all(folder).expect("the folder");
        std::fs::write(path, text).expect("the file");
        self
    }

    /// Runs a cell.
    pub(crate) fn outcome(&self, source: &str) -> Outcome {
        self.outcome_with(source, RunOptions::default())
    }

    pub(crate) fn outcome_with(&self, source: &str, options: RunOptions) -> Outcome {
        block_on(self.session.run_with(source, options)).expect("a session that runs")
    }

    /// Runs a cell; its outcome as text, with the session's directory shown as `<cwd>`.
    #[track_caller]
    pub(crate) fn run(&self, source: &str) -> String {
        let cwd = self.directory.path().canonicalize().expect("its real path");
        text(&self.outcome(source)).replace(&*cwd.to_string_lossy(), "<cwd>")
    }

    /// Runs cells; their outcomes as text, each from a new line.
    pub(crate) fn run_each(&self, cells: &[&str]) -> String {
        cells.iter().map(|cell| self.run(cell) + "\n").collect()
    }
}

/// Options of a cell that may run for so many milliseconds.
pub(crate) fn within(milliseconds: u64) -> RunOptions {
    RunOptions {
        timeout: Some(Duration::from_millis(milliseconds)),
        ..Default::default()
    }
}

/// Runs cells in one session; one line or more for each.
pub(crate) fn run_cells(cells: &[&str]) -> String {
    let session = TestSession::new();
    let mut all = String::new();
    for (index, cell) in cells.iter().enumerate() {
        let _ = writeln!(all, "{}: {}", index + 1, session.run(cell));
    }
    all.trim_end().to_owned()
}

/// The one text form of an outcome, for all tests.
pub(crate) fn text(outcome: &Outcome) -> String {
    let mut lines = Vec::new();
    for output in &outcome.late_output {
        lines.push(format!("late {}", shown(output)));
    }
    for output in &outcome.output {
        lines.push(shown(output));
    }
    if let Some(error) = &outcome.error {
        lines.push(format!("{} {}", outcome.status, error_text(error)));
    }
    if let Some(value) = &outcome.value {
        lines.push(format!("= {value}"));
    }
    for note in &outcome.notes {
        lines.push(format!("note: {note}"));
    }
    if lines.is_empty() {
        "nothing".to_owned()
    } else {
        lines.join("\n")
    }
}

fn shown(output: &Output) -> String {
    match output {
        Output::Text(text) => text.trim_end_matches('\n').to_owned(),
        Output::Image(image) => {
            format!("({} {} × {})", image.mime_type, image.width, image.height)
        }
    }
}

fn error_text(error: &Thrown) -> String {
    let mut text = error.to_string();
    if let Some(code) = &error.code {
        let _ = write!(text, " [{code}]");
    }
    if let Some(details) = &error.details {
        let _ = write!(text, "\ndetails {details}");
    }
    if !error.stack.is_empty() {
        let _ = write!(text, "\n{}", error.stack);
    }
    for cause in &error.causes {
        let _ = write!(text, "\ncause {}", error_text(cause));
    }
    if let Some(hint) = &error.hint {
        let _ = write!(text, "\nhint: {hint}");
    }
    text
}
