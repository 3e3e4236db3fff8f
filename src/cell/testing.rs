//! Helpers for the tests of this folder: text in, text out.

use super::bindings::{Bindings, Ending};
use super::options::{CellOptions, Dialect, Redeclare, StaticImport};
use super::transform::{TransformedCell, transform, transform_eval};

pub(super) const MARK: &str = "\u{FE0A}\u{FE05}\u{FE0F}";

pub(super) fn options(first_checkpoint: u32) -> CellOptions<'static> {
    CellOptions {
        name: "cell-1.js",
        mark: MARK,
        first_checkpoint,
        dialect: Dialect::Module,
        static_import: StaticImport::Reject,
        redeclare: Redeclare::Allow,
        is_global: &|name| name == "Math",
        source_bytes: 4 << 20,
    }
}

/// A session of cells that all complete.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) bindings: Bindings,
    checkpoint: u32,
}

impl Cells {
    /// Runs a cell as far as this folder is concerned. The error is the one of a refused cell.
    pub(super) fn add(&mut self, source: &str) -> Result<TransformedCell, String> {
        self.add_with(source, &options(self.checkpoint + 1))
    }

    pub(super) fn add_with(
        &mut self,
        source: &str,
        options: &CellOptions<'_>,
    ) -> Result<TransformedCell, String> {
        let cell = transform(source, &self.bindings, options).map_err(|error| error.to_string())?;
        self.checkpoint = cell.last_checkpoint;
        self.bindings.begin(&cell);
        self.bindings.end(&cell, Ending::Completed);
        Ok(cell)
    }
}

/// A script for reading: `x§` holds the binding `x`, `x§e`, `x§v` and `x§d` go with it, `S¤` is a
/// name of the runtime, and the function around the cell is shown as `{` and `}`.
pub(super) fn readable(script: &str) -> String {
    let text = readable_names(script).replace("(async()=>{\"use strict\";", "{");
    match text.rsplit_once("})") {
        Some((cell, rest)) => format!("{cell}}}{rest}"),
        None => text,
    }
}

fn readable_names(script: &str) -> String {
    let mut text = script.to_owned();
    for (suffix, shown) in [
        ("\u{FE00}", "§e"),
        ("\u{FE01}", "§v"),
        ("\u{FE02}", "§d"),
        ("\u{FE03}", "¤"),
    ] {
        text = text.replace(&format!("{MARK}{suffix}"), shown);
    }
    text.replace(MARK, "§")
}

/// What becomes of the last of several cells.
pub(super) fn script_after(before: &[&str], source: &str) -> String {
    let mut cells = Cells::default();
    for earlier in before {
        cells.add(earlier).expect("the earlier cells are right");
    }
    cells.checkpoint = 0;
    match cells.add(source) {
        Ok(cell) => readable(&cell.whole_script()),
        Err(error) => error,
    }
}

/// Compares what becomes of a source with what should.
#[track_caller]
pub(super) fn check(source: &str, expected: &str) {
    assert_eq!(script_after(&[], source), expected, "{source}");
}

/// What the code of a direct `eval` becomes in a session that has a `let x = 1`.
#[track_caller]
pub(super) fn check_eval(site: &str, code: &str, expected: Option<&str>) {
    let mut cells = Cells::default();
    cells.add("let x = 1").expect("a cell that is right");
    let made = transform_eval(code, site, &cells.bindings, &options(1));
    let script = made.map(|made| readable_names(&made.script));
    assert_eq!(script.as_deref(), expected, "{code}");
}

/// The same in a session that has a `let x = 1`, a `const k = 1` and a function `f`.
#[track_caller]
pub(super) fn check_in_session(source: &str, expected: &str) {
    let before = ["let x = 1", "const k = 1", "function f() {}"];
    assert_eq!(script_after(&before, source), expected, "{source}");
}
