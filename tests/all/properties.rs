//! What a program does is the same as plain module code, as one cell, and as one cell for each
//! statement: a few hundred programs that a generator makes up.
//!
//! `ISOCELL_PROGRAMS=20000` makes it more programs, `ISOCELL_FIRST_PROGRAM=300` other ones.

mod code;
mod expressions;
mod functions;
mod patterns;
mod program;
mod random;
mod runs;
mod scopes;
mod statements;

use program::Program;
use runs::Runs;

/// Programs that a usual run of the tests tries.
const PROGRAMS: u64 = 300;

/// Programs that share two sessions. They use names of their own.
const PROGRAMS_OF_A_SESSION: u64 = 50;

/// Failures that are told before the test stops.
const TOLD: usize = 5;

#[test]
fn generated_programs_do_the_same_as_modules_and_as_cells() {
    let first = setting("ISOCELL_FIRST_PROGRAM").unwrap_or(0);
    let last = first + setting("ISOCELL_PROGRAMS").unwrap_or(PROGRAMS);
    let mut failures = Vec::new();
    let mut runs = Runs::new();
    for number in first..last {
        if number % PROGRAMS_OF_A_SESSION == 0 {
            runs = Runs::new();
        }
        let program = Program::generate(number);
        if let Some(difference) = runs.difference(&program) {
            failures.push(told(program, &difference));
        }
        if failures.len() == TOLD {
            break;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Whether a program differs in sessions of its own.
fn differs(program: &Program) -> bool {
    Runs::new().difference(program).is_some()
}

/// A small program that differs as this one does; this one if it takes the others before it.
fn told(program: Program, difference: &str) -> String {
    let number = program.number;
    if !differs(&program) {
        return format!("program {number}, after others:\n{program}\n{difference}");
    }
    let small = program.shrink(differs);
    let difference = Runs::new().difference(&small).unwrap_or_default();
    format!("program {number}:\n{small}\n{difference}")
}
