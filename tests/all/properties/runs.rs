//! The three ways to run a program.

use isocell::{Outcome, Output, Status};

use super::program::Program;
use crate::support::session::TestSession;

/// Two sessions, as the same names are declared in both.
pub(super) struct Runs {
    whole: TestSession,
    split: TestSession,
}

impl Runs {
    pub(super) fn new() -> Runs {
        let session = || {
            let session = TestSession::new();
            let outcome = session.outcome(include_str!("prelude.js"));
            assert_eq!(outcome.status, Status::Ok, "{:?}", outcome.error);
            session
        };
        Runs {
            whole: session(),
            split: session(),
        }
    }

    /// What cells do differently from the module, if they do.
    pub(super) fn difference(&self, program: &Program) -> Option<String> {
        let module = self.as_module(program);
        let cell = as_cells(&self.whole, [program.to_string()]);
        let compare = |name: &str, log: String| {
            let difference = || format!("as a module:\n{module}\nas {name}:\n{log}\n");
            (log != module).then(difference)
        };
        compare("one cell", cell).or_else(|| {
            let log = program
                .splits
                .then(|| as_cells(&self.split, program.cells()))?;
            compare("cells", log)
        })
    }

    fn as_module(&self, program: &Program) -> String {
        let file = format!("program{}.mjs", program.number);
        self.whole.file(&file, &program.to_string());
        let outcome = self.whole.outcome(&format!(
            "begin(); await import('./{file}').catch(threw); await new Promise(setImmediate); nodeRepl.write('log:' + taken())"
        ));
        written(&outcome)
    }
}

/// Runs cells until one fails.
fn as_cells(session: &TestSession, cells: impl IntoIterator<Item = String>) -> String {
    session.outcome("begin()");
    let failed = cells
        .into_iter()
        .map(|cell| session.outcome(&cell))
        .find(|outcome| outcome.status != Status::Ok);
    let log = written(
        &session.outcome("await new Promise(setImmediate); nodeRepl.write('log:' + taken())"),
    );
    let log = match failed.and_then(|outcome| outcome.error) {
        None => log,
        // Of a value that is no error the outcome has only a text for people.
        Some(error) if error.name.is_empty() => format!("{log}\nthrew"),
        Some(error) => format!("{log}\nthrew {}: {}", error.name, error.message),
    };
    log.trim().to_owned()
}

fn written(outcome: &Outcome) -> String {
    let texts = outcome.output.iter().map(|output| match output {
        Output::Text(text) => text.as_str(),
        Output::Image(_) => "",
    });
    let text: String = texts.collect();
    // What the engine says of itself comes before.
    let (_, log) = text.split_once("log:").unwrap_or_default();
    log.trim().to_owned()
}
