//! Source maps of the texts that V8 runs in place of what was written.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use crate::cell::TransformedCell;

/// Text of the cells that are kept, in bytes. Functions of older ones report positions in the
/// transformed text.
const KEPT_BYTES: usize = 32 * 1024 * 1024;

/// The same for the code of direct `eval`, which a loop may make much of.
const KEPT_EVAL_BYTES: usize = 4 * 1024 * 1024;

/// What a kept cell costs beside its text, in bytes, about.
const CELL_BYTES: usize = 1024;

/// Source maps by script name, as V8 knows the scripts.
#[derive(Debug, Default)]
pub(super) struct SourceMaps {
    cells: RefCell<Kept<KeptCell>>,
    evals: RefCell<Kept<TransformedCell>>,
    files: RefCell<HashMap<String, Vec<u8>>>,
}

#[derive(Debug)]
struct KeptCell {
    name: String,
    cell: Rc<TransformedCell>,
}

/// The latest of some things that hold text.
#[derive(Debug)]
struct Kept<T> {
    things: VecDeque<(T, usize)>,
    bytes: usize,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept {
            things: VecDeque::new(),
            bytes: 0,
        }
    }
}

impl<T> Kept<T> {
    /// Adds a thing; the oldest go when there is more than `limit` bytes of text.
    fn add(&mut self, thing: T, bytes: usize, limit: usize) {
        self.things.push_back((thing, bytes));
        self.bytes += bytes;
        while self.things.len() > 1
            && self.bytes > limit
            && let Some((_, oldest)) = self.things.pop_front()
        {
            self.bytes -= oldest;
        }
    }

    /// The latest first.
    fn iter(&self) -> impl Iterator<Item = &T> {
        self.things.iter().rev().map(|(thing, _)| thing)
    }
}

fn bytes(cell: &TransformedCell) -> usize {
    cell.script.len() + cell.source().len() + CELL_BYTES
}

impl SourceMaps {
    /// Adds a cell; the oldest go when there are too many.
    pub(super) fn add_cell(&self, name: &str, cell: Rc<TransformedCell>) {
        let bytes = bytes(&cell);
        let name = name.to_owned();
        let kept = KeptCell { name, cell };
        self.cells.borrow_mut().add(kept, bytes, KEPT_BYTES);
    }

    /// Adds the code of a direct `eval`.
    pub(super) fn add_eval(&self, eval: TransformedCell) {
        let bytes = bytes(&eval);
        self.evals.borrow_mut().add(eval, bytes, KEPT_EVAL_BYTES);
    }

    /// What the user wrote for a piece of a script.
    pub(super) fn source_text(&self, script_text: &str) -> Option<String> {
        let (cells, evals) = (self.cells.borrow(), self.evals.borrow());
        cells
            .iter()
            .map(|kept| &*kept.cell)
            .chain(evals.iter())
            .find_map(|cell| cell.source_text(script_text))
    }

    /// Adds the map of a transpiled file.
    pub(super) fn add_file(&self, url: &str, map: Vec<u8>) {
        self.files.borrow_mut().insert(url.to_owned(), map);
    }

    /// The map of a script.
    pub(super) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let file = self.files.borrow().get(name).cloned();
        file.or_else(|| self.with_cell(name, |cell| cell.source_map().into_bytes()))
    }

    /// A line of a cell as it was written, counted from 0.
    pub(super) fn cell_line(&self, name: &str, line: usize) -> Option<String> {
        self.with_cell(name, |cell| {
            cell.source().lines().nth(line).map(str::to_owned)
        })?
    }

    fn with_cell<T>(&self, name: &str, read: impl FnOnce(&TransformedCell) -> T) -> Option<T> {
        let cells = self.cells.borrow();
        let kept = cells.iter().find(|kept| kept.name == name)?;
        Some(read(&kept.cell))
    }
}
