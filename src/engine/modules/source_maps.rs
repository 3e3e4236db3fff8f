//! Source maps of the texts that V8 runs in place of what was written.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use crate::cell::TransformedCell;

/// Text of the cells that are kept, in bytes. Functions of older ones report positions in the
/// transformed text.
const KEPT_BYTES: usize = 32 * 1024 * 1024;

/// What a kept cell costs beside its text, in bytes, about.
const CELL_BYTES: usize = 1024;

/// Source maps by script name, as V8 knows the scripts.
#[derive(Debug, Default)]
pub(super) struct SourceMaps {
    cells: RefCell<VecDeque<KeptCell>>,
    bytes: Cell<usize>,
    files: RefCell<HashMap<String, Vec<u8>>>,
}

#[derive(Debug)]
struct KeptCell {
    name: String,
    cell: Rc<TransformedCell>,
}

impl SourceMaps {
    /// Adds a cell; the oldest go when there are too many.
    pub(super) fn add_cell(&self, name: &str, cell: Rc<TransformedCell>) {
        let bytes = |cell: &TransformedCell| cell.script.len() + cell.source().len() + CELL_BYTES;
        let mut cells = self.cells.borrow_mut();
        let mut total = self.bytes.get() + bytes(&cell);
        cells.push_back(KeptCell {
            name: name.to_owned(),
            cell,
        });
        while cells.len() > 1
            && total > KEPT_BYTES
            && let Some(oldest) = cells.pop_front()
        {
            total -= bytes(&oldest.cell);
        }
        self.bytes.set(total);
    }

    /// What the user wrote for a piece of a cell's script.
    pub(super) fn source_text(&self, script_text: &str) -> Option<String> {
        let cells = self.cells.borrow();
        cells
            .iter()
            .rev()
            .find_map(|kept| kept.cell.source_text(script_text))
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
        let kept = cells.iter().rev().find(|kept| kept.name == name)?;
        Some(read(&kept.cell))
    }
}
