//! Transforms every JavaScript and TypeScript file below some folders, as one session for each
//! folder, and says what became of them.
//!
//! A file that swc takes as a module has to be a cell as well, but for a few reasons.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use isocell_fuzz::{End, Session, Settings, Syntax, count_foreign_panics, is_module};

/// What a module may do and a cell may not.
const EXPECTED: [&str; 6] = [
    "can't be declared in a cell",
    "a cell can't start with a hashbang line",
    "has already been declared",
    "the source is nested too deeply",
    "the source is too large",
    "the source is too long",
];

/// Longer than the longest file there is.
const SOURCE_BYTES: usize = 64 << 20;

/// A file that takes longer than this for each megabyte is named.
const SLOW: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Report {
    accepted: usize,
    bytes: usize,
    refused: BTreeMap<String, usize>,
    faults: Vec<String>,
}

fn main() -> ExitCode {
    count_foreign_panics();
    let mut report = Report::default();
    for folder in env::args_os().skip(1) {
        let mut files = Vec::new();
        collect(Path::new(&folder), &mut files);
        files.sort();
        let settings = Settings {
            source_bytes: SOURCE_BYTES,
            makes_sense: true,
            ..Settings::default()
        };
        let mut session = Session::new(settings);
        for (file, syntax) in files {
            report.file(&file, syntax, &mut session, settings);
        }
    }
    println!(
        "accepted: {} files, {} bytes",
        report.accepted, report.bytes
    );
    for (reason, count) in &report.refused {
        println!("refused: {count:5} {reason}");
    }
    for fault in &report.faults {
        println!("fault: {fault}");
    }
    match report.faults.is_empty() && report.accepted > 0 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

impl Report {
    /// A file as the first cell of a session, and as one after all files before it.
    fn file(&mut self, file: &Path, syntax: Syntax, session: &mut Session, settings: Settings) {
        let Ok(source) = fs::read_to_string(file) else {
            return;
        };
        let started = Instant::now();
        let first = Session::new(settings).run(&source, End::Completed);
        let taken = started.elapsed();
        if taken > SLOW * (1 + (source.len() >> 20) as u32) {
            self.faults
                .push(format!("{}: took {taken:?}", file.display()));
        }
        let later = session.run(&source, End::Completed);
        match (first, later) {
            (Ok(Ok(())), Ok(Ok(()))) => {
                self.accepted += 1;
                self.bytes += source.len();
            }
            (Ok(Err(refusal)), Ok(Err(_))) => {
                let expected = EXPECTED.iter().find(|it| refusal.message.contains(**it));
                let reason = match expected {
                    Some(reason) => (*reason).to_owned(),
                    None if !is_module(&source, syntax) => "no module code".to_owned(),
                    None => {
                        let text = &refusal.text;
                        self.faults.push(format!("{}: {text}", file.display()));
                        return;
                    }
                };
                if env::var_os("VERBOSE").is_some() {
                    eprintln!("{}: {}", file.display(), refusal.text);
                }
                *self.refused.entry(reason).or_default() += 1;
            }
            (Err(claim), _) | (_, Err(claim)) => {
                self.faults.push(format!("{}: {claim}", file.display()));
            }
            (Ok(first), Ok(later)) => {
                let first = first.is_ok();
                self.faults.push(format!(
                    "{}: taken as the first cell: {first}, as a later one: {}",
                    file.display(),
                    later.is_ok()
                ));
            }
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, Syntax)>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let extension = path.extension().and_then(|it| it.to_str());
        let syntax = match extension {
            Some("js" | "mjs" | "cjs") => Some(Syntax::JavaScript { jsx: false }),
            Some("jsx") => Some(Syntax::JavaScript { jsx: true }),
            Some("ts" | "mts" | "cts") => Some(Syntax::TypeScript { jsx: false }),
            Some("tsx") => Some(Syntax::TypeScript { jsx: true }),
            _ => None,
        };
        match syntax {
            _ if path.is_dir() => collect(&path, files),
            Some(syntax) => files.push((path, syntax)),
            None => {}
        }
    }
}
