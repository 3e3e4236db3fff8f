//! A session that a whole table shares, and the list of the rows that failed.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use isocell::{Outcome, Output, RunOptions, SessionOptions, Status};

use crate::support::session::TestSession;

/// What the cells of a table call. They are properties of the global object, so that modules see
/// them too and no binding is needed for them.
const HELPERS: &str = r"await (async () => {
    const { writeFileSync } = await import('node:fs');
    const text = (value) => {
        switch (typeof value) {
            case 'function': return `[function ${value.name}]`;
            case 'bigint': return `${value}n`;
            case 'object': break;
            default: return Object.is(value, -0) ? '-0' : String(value);
        }
        if (value === null) return 'null';
        if (value instanceof Error) return `${value.name}: ${value.message}`;
        if (Array.isArray(value)) return `[${Array.from(value, text).join(', ')}]`;
        return `{${Reflect.ownKeys(value).map((key) => `${String(key)}: ${text(value[key])}`).join(', ')}}`;
    };
    const write = nodeRepl.write;
    globalThis.show = (...values) => { write(`${values.map(text).join(' ')}\n`) };
    globalThis.fail = () => { throw new Error('failed') };
    globalThis.caught = (f) => { try { return f() } catch (error) { return `${error.name}: ${error.message}` } };
    globalThis.stopHere = () => { writeFileSync(STOP, ''); for (;;); };
    globalThis.stopWaiting = () => {
        const waiting = new Promise(() => setInterval(() => {}, 1e3));
        writeFileSync(STOP, '');
        return waiting;
    };
    globalThis.outcome = async (name) => {
        try {
            await import(`./${name}`);
        } catch (error) {
            show(error instanceof SyntaxError ? 'SyntaxError' : error);
        }
    };
})();";

/// Longest wait for a cell to come to the place where it is to be stopped.
const PATIENCE: Duration = Duration::from_secs(30);

/// A session for many rows. A row that fails is noted, and all of them are told by [`Table::finish`].
pub(super) struct Table {
    session: TestSession,
    directory: PathBuf,
    modules: usize,
    expectations: usize,
    failures: Vec<String>,
}

impl Table {
    pub(super) fn new() -> Table {
        Table::with(|_| {})
    }

    pub(super) fn with(change: impl FnOnce(&mut SessionOptions)) -> Table {
        let mut directory = PathBuf::new();
        let session = TestSession::with(|options| {
            directory.clone_from(&options.cwd);
            change(options);
        });
        let table = Table {
            session,
            directory,
            modules: 0,
            expectations: 0,
            failures: Vec::new(),
        };
        let stop = format!("{:?}", table.stop_file());
        assert_eq!(table.cell(&HELPERS.replace("STOP", &stop)), "");
        table
    }

    /// The file that a cell makes when it is where it is to be stopped.
    fn stop_file(&self) -> PathBuf {
        self.directory.join("stop")
    }

    pub(super) fn outcome(&self, source: &str) -> Outcome {
        self.session.outcome(source)
    }

    /// Runs a cell: what it showed, then its error.
    pub(super) fn cell(&self, source: &str) -> String {
        told(&self.outcome(source))
    }

    /// Runs a cell that calls `stopHere()` or `stopWaiting()`, and cancels it there. Gives what it
    /// showed, or how it ended when it came to another end.
    pub(super) fn cancelled_cell(&self, source: &str) -> String {
        let options = RunOptions::default();
        let cancel = options.cancel.clone();
        let stop = self.stop_file();
        let ended = RunOptions::default().cancel;
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                let started = Instant::now();
                while !stop.exists() && !ended.is_cancelled() && started.elapsed() < PATIENCE {
                    std::thread::sleep(Duration::from_millis(1));
                }
                cancel.cancel();
            });
            let outcome = self.session.outcome_with(source, options);
            ended.cancel();
            outcome
        });
        let reached = std::fs::remove_file(&stop).is_ok();
        if outcome.status == Status::Cancelled && reached {
            shown(&outcome)
        } else {
            format!("{}: {}", outcome.status, told(&outcome))
        }
    }

    /// Runs a cell until its time is over, and gives what it showed, or how it ended when that was
    /// not the reason.
    pub(super) fn timed_out_cell(&self, source: &str, timeout: Duration) -> String {
        let options = RunOptions {
            timeout: Some(timeout),
            ..RunOptions::default()
        };
        let outcome = self.session.outcome_with(source, options);
        if outcome.status == Status::Timeout {
            shown(&outcome)
        } else {
            format!("{}: {}", outcome.status, told(&outcome))
        }
    }

    /// What plain module code with this source shows; any syntax error is just `SyntaxError`.
    pub(super) fn module(&mut self, source: &str) -> String {
        self.modules += 1;
        let name = format!("m{}.mjs", self.modules);
        self.session.file(&name, source);
        self.cell(&format!("await outcome('{name}')"))
    }

    /// Notes a failure when `got` is not what was expected of the row.
    pub(super) fn expect(&mut self, row: &str, source: &str, got: &str, expected: &str) {
        self.expectations += 1;
        if got != expected {
            self.failures.push(format!(
                "{row}\n    {}\n  expected {expected}\n  got      {got}",
                source.replace('\n', "\n    ")
            ));
        }
    }

    /// Runs a cell and expects what it shows.
    pub(super) fn check(&mut self, row: &str, source: &str, expected: &str) {
        let got = self.cell(source);
        self.expect(row, source, &got, expected);
    }

    /// Fails the test when a row has failed.
    pub(super) fn finish(self) {
        assert!(self.expectations > 0, "a table without rows");
        let mut text = String::new();
        for failure in &self.failures {
            let _ = writeln!(text, "{failure}");
        }
        assert!(
            self.failures.is_empty(),
            "{} of {} expectations failed:\n{text}",
            self.failures.len(),
            self.expectations
        );
    }
}

fn shown(outcome: &Outcome) -> String {
    let mut text = String::new();
    for output in &outcome.output {
        if let Output::Text(part) = output {
            text.push_str(part);
        }
    }
    text.trim_end_matches('\n').to_owned()
}

/// What a cell showed, then its error. A syntax error is just its name, since its message is not
/// V8's.
fn told(outcome: &Outcome) -> String {
    let mut text = shown(outcome);
    if let Some(error) = &outcome.error {
        if !text.is_empty() {
            text.push('\n');
        }
        if error.name == "SyntaxError" {
            text.push_str(&error.name);
        } else {
            let _ = write!(text, "{error}");
        }
    }
    text
}
