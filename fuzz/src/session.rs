//! A session of cells, as far as the transform is concerned, in which every claim is checked.

use std::collections::HashSet;

use crate::cell::{
    BindingChanges, Bindings, CellOptions, Dialect, Ending, Redeclare, StaticImport, SyntaxError,
    TransformedCell, storage_name, strip_mark, transform,
};
use crate::mappings::{self, Mapping};
use crate::place::{has_place, line_lengths};
use crate::plain::{on_large_stack, parse_module, parse_script};
use crate::{functions, panics};

/// As long as the engine's.
const MARK: &str = "\u{FE0A}\u{FE05}\u{FE0F}\u{FE00}\u{FE03}\u{FE01}\u{FE0C}\u{FE02}";

/// Most bytes of script for one byte of source, and for a cell of whatever size. A letter that is
/// declared, assigned and never seen before costs its variables, its accessors and its log; a
/// decorator costs all of the compiler's helpers for them.
const GROWTH: usize = 400;
const OVERHEAD: usize = 32 << 10;

/// How a session takes its cells.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether static imports are rewritten instead of refused.
    pub rewrite_imports: bool,
    /// Whether a name may be declared again.
    pub redeclare: bool,
    /// Longest source in bytes.
    pub source_bytes: usize,
    /// Whether sources are code that somebody runs. Of other ones swc takes some as TypeScript that
    /// is none, and what becomes of it is for V8 to refuse.
    pub makes_sense: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            rewrite_imports: true,
            redeclare: true,
            source_bytes: 4 << 20,
            makes_sense: false,
        }
    }
}

/// How a cell is made to end.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// It runs to its end.
    Completed,
    /// It throws after so many checkpoints.
    Failed(u32),
    /// It is stopped from outside.
    Stopped,
}

/// Why a cell was refused.
#[derive(Debug)]
pub struct Refusal {
    /// The message alone.
    pub message: String,
    /// The message, the place and the line.
    pub text: String,
}

/// A session without V8.
pub struct Session {
    settings: Settings,
    bindings: Bindings,
    next_checkpoint: u32,
}

impl Session {
    /// A session without names.
    pub fn new(settings: Settings) -> Session {
        Session {
            settings,
            bindings: Bindings::new(),
            next_checkpoint: 1,
        }
    }

    /// Transforms a cell and lets it end. The inner error is that of a refused cell.
    ///
    /// # Errors
    ///
    /// A sentence about the claim that does not hold.
    pub fn run(&mut self, source: &str, end: End) -> Result<Result<(), Refusal>, String> {
        on_large_stack(source, || self.run_checked(source, end))
    }

    fn run_checked(&mut self, source: &str, end: End) -> Result<Result<(), Refusal>, String> {
        let source = source.strip_prefix('\u{FEFF}').unwrap_or(source);
        // A source can't know the mark, but a fuzzer finds it in the comparisons with it.
        if source.contains(MARK) {
            return Ok(Ok(()));
        }
        let before = panics::foreign_panics();
        let first = self.transform(source);
        let panicked = panics::foreign_panics() > before;
        match (first, self.transform(source)) {
            (Ok(cell), Ok(again)) => {
                same("the script", &cell.script, &again.script)?;
                check_cell(source, &cell, self.settings.makes_sense)?;
                self.end(&cell, end)?;
                Ok(Ok(()))
            }
            (Err(error), Err(again)) => {
                same("the refusal", &error.to_string(), &again.to_string())?;
                let known = panicked && error.message == "internal: the compiler panicked";
                check_refusal(source, &error, known)?;
                Ok(Err(Refusal {
                    text: error.to_string(),
                    message: error.message,
                }))
            }
            _ => Err("one source is taken and refused".to_owned()),
        }
    }

    fn transform(&self, source: &str) -> Result<TransformedCell, SyntaxError> {
        let options = CellOptions {
            name: "cell-1.js",
            mark: MARK,
            first_checkpoint: self.next_checkpoint,
            dialect: Dialect::Module,
            static_import: match self.settings.rewrite_imports {
                true => StaticImport::Rewrite,
                false => StaticImport::Reject,
            },
            redeclare: match self.settings.redeclare {
                true => Redeclare::Allow,
                false => Redeclare::Reject,
            },
            is_global: &|name| matches!(name, "Math" | "Object" | "globalThis" | "undefined"),
            source_bytes: self.settings.source_bytes,
        };
        transform(source, &self.bindings, &options)
    }

    fn end(&mut self, cell: &TransformedCell, end: End) -> Result<(), String> {
        let live = self.live();
        self.bindings.begin(cell);
        let ending = match end {
            End::Completed => Ending::Completed,
            End::Failed(after) => Ending::Failed {
                checkpoint: (self.next_checkpoint + after).min(cell.last_checkpoint),
            },
            End::Stopped => Ending::Stopped,
        };
        if cell.last_checkpoint < self.next_checkpoint {
            return Err("the checkpoints go back".to_owned());
        }
        self.next_checkpoint = cell.last_checkpoint + 1;
        let changes = self.bindings.end(cell, ending);
        self.check_changes(cell, ending, &live, &changes)
    }

    /// The names that exist.
    fn live(&self) -> HashSet<String> {
        let names = (0..self.bindings.len()).filter_map(|id| self.bindings.name(id as u32));
        let live = names.filter(|name| self.bindings.get(name).is_some());
        live.map(str::to_owned).collect()
    }

    fn check_changes(
        &self,
        cell: &TransformedCell,
        ending: Ending,
        before: &HashSet<String>,
        changes: &BindingChanges,
    ) -> Result<(), String> {
        let after = self.live();
        if let Some(gone) = before.difference(&after).next() {
            return Err(format!("`{gone}` is gone after {ending:?}"));
        }
        let added = after.difference(before).count();
        if added != changes.added.len() || changes.added.iter().any(|name| !after.contains(name)) {
            return Err(format!(
                "{added} new names, and {:?} are told",
                changes.added
            ));
        }
        for declared in &cell.declarations {
            if self.bindings.name(declared.id) != Some(declared.name.as_str()) {
                return Err(format!("`{}` is not number {}", declared.name, declared.id));
            }
            if ending == Ending::Completed && !after.contains(&declared.name) {
                return Err(format!(
                    "`{}` is declared and does not exist",
                    declared.name
                ));
            }
        }
        match ending {
            Ending::Stopped if added > 0 => Err("a stopped cell leaves names".to_owned()),
            _ => Ok(()),
        }
    }
}

fn same(what: &str, one: &str, other: &str) -> Result<(), String> {
    match one == other {
        true => Ok(()),
        false => Err(format!("{what} is not always the same")),
    }
}

fn check_refusal(source: &str, error: &SyntaxError, known: bool) -> Result<(), String> {
    if error.message.starts_with("internal:") && !known {
        return Err(error.to_string());
    }
    check_place(source, error)
}

/// An error's place and frame are the source's.
fn check_place(source: &str, error: &SyntaxError) -> Result<(), String> {
    if error.message.contains("the source is too long") {
        return Ok(());
    }
    let (line, column) = (error.position.line as usize, error.position.column as usize);
    let inside = line > 0 && column > 0 && has_place(&line_lengths(source), line - 1, column - 1);
    if !inside {
        return Err(format!("a refusal outside of the source: {error}"));
    }
    let shown = error.frame.rsplit_once('\n').map(|(line, _)| line);
    match shown.is_some_and(|line| source.contains(line)) {
        true => Ok(()),
        false => Err(format!("a frame that the source does not have: {error}")),
    }
}

fn check_cell(source: &str, cell: &TransformedCell, makes_sense: bool) -> Result<(), String> {
    let limit = source.len() * GROWTH + OVERHEAD;
    if cell.script.len() > limit {
        return Err(format!(
            "{} bytes of script for {} bytes of source",
            cell.script.len(),
            source.len()
        ));
    }
    let module = parse_module(source);
    check_map(source, cell, module.is_some())?;
    check_refusals(source, cell)?;
    let script = match parse_script(&cell.script) {
        Ok(script) => script,
        Err(_) if module.is_none() && !makes_sense => return Ok(()),
        Err(error) => return Err(format!("the script is no script: {}", readable(&error))),
    };
    let written = functions::texts(&script, &cell.script);
    let mut shown = Vec::with_capacity(written.len());
    for text in written {
        if !text.contains(MARK) {
            // The runtime shows it as it is.
            shown.push(text.to_owned());
            continue;
        }
        // Nobody wrote the functions that the transform makes.
        let Some(text) = cell.source_text(text) else {
            continue;
        };
        if text.contains(MARK) {
            return Err(format!("a mark is shown in {}", readable(&text)));
        }
        shown.push(text);
    }
    // Every function of plain JavaScript is shown as it was written.
    if let Some(module) = module {
        shown.sort_unstable();
        let texts = functions::texts(&module, source);
        let lost = texts.iter().find(|&&text| {
            let found = shown.binary_search_by(|shown| shown.as_str().cmp(text));
            // Comments that name the script are defused where nothing else is rewritten.
            found.is_err() && !text.contains("sourceURL=")
        });
        if let Some(lost) = lost {
            return Err(format!(
                "this function is not shown as written: {lost}\nthese are: {shown:#?}\nof: {}",
                readable(&cell.script)
            ));
        }
    }
    Ok(())
}

/// The source map leads from the script into the source. Plain JavaScript keeps its lines; what the
/// transform adds may stand for a place on another one.
fn check_map(source: &str, cell: &TransformedCell, plain: bool) -> Result<(), String> {
    let map = cell.source_map();
    let Some(mappings) = mappings::read(&map) else {
        return Err(format!("no source map in order: {map}"));
    };
    let (of_script, of_source) = (line_lengths(&cell.script), line_lengths(source));
    if plain && of_script.len() != of_source.len() {
        return Err(format!(
            "{} lines become {}",
            of_source.len(),
            of_script.len()
        ));
    }
    let outside = |it: &&Mapping| {
        !has_place(&of_script, it.script_line, it.script_column)
            || !has_place(&of_source, it.source_line, it.source_column)
    };
    match mappings.iter().find(outside) {
        Some(mapping) => Err(format!("a mapping that leads nowhere: {mapping:?}")),
        None => Ok(()),
    }
}

/// What V8 refuses, at whatever place, is refused inside the source.
fn check_refusals(source: &str, cell: &TransformedCell) -> Result<(), String> {
    let lines = line_lengths(&cell.script);
    let last = lines.len() as u32;
    let end = lines[lines.len() - 1] as u32;
    let middle = lines[lines.len() / 2] as u32;
    for (line, column) in [
        (0, 0),
        (1, 1),
        (1, u32::MAX),
        (last / 2 + 1, middle / 2),
        (last, end + 1),
        (last, end / 2 + 1),
        (last + 1, 1),
        (u32::MAX, u32::MAX),
    ] {
        let name = storage_name("x", MARK);
        let error = cell.refusal(&format!("Unexpected identifier '{name}'"), line, column);
        if error.message != "Unexpected identifier 'x'" {
            return Err(format!("a mark is shown in {}", readable(&error.message)));
        }
        check_place(source, &error)?;
    }
    Ok(())
}

/// A part of a script without invisible characters.
fn readable(text: &str) -> String {
    strip_mark(text, MARK).into_owned()
}
