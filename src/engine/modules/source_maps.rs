//! Source maps of the texts that V8 runs in place of what was written.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Cells whose maps are kept. Functions of older ones report positions in the transformed text.
const KEPT_CELLS: usize = 512;

/// Source maps by script name, as V8 knows the scripts.
#[derive(Debug, Default)]
pub(super) struct SourceMaps {
    cells: RefCell<VecDeque<Cell>>,
    files: RefCell<HashMap<String, Vec<u8>>>,
}

#[derive(Debug)]
struct Cell {
    name: String,
    map: Vec<u8>,
    source: Rc<str>,
}

impl SourceMaps {
    /// Adds a cell's map and source; the oldest goes when there are too many.
    pub(super) fn add_cell(&self, name: &str, map: Vec<u8>, source: Rc<str>) {
        let mut cells = self.cells.borrow_mut();
        if cells.len() == KEPT_CELLS {
            cells.pop_front();
        }
        cells.push_back(Cell {
            name: name.to_owned(),
            map,
            source,
        });
    }

    /// Adds the map of a transpiled file.
    pub(super) fn add_file(&self, url: &str, map: Vec<u8>) {
        self.files.borrow_mut().insert(url.to_owned(), map);
    }

    /// The map of a script.
    pub(super) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let file = self.files.borrow().get(name).cloned();
        file.or_else(|| self.with_cell(name, |cell| cell.map.clone()))
    }

    /// A line of a cell as it was written, counted from 0.
    pub(super) fn cell_line(&self, name: &str, line: usize) -> Option<String> {
        self.with_cell(name, |cell| {
            cell.source.lines().nth(line).map(str::to_owned)
        })?
    }

    fn with_cell<T>(&self, name: &str, read: impl FnOnce(&Cell) -> T) -> Option<T> {
        let cells = self.cells.borrow();
        cells.iter().rev().find(|cell| cell.name == name).map(read)
    }
}
