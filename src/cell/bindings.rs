//! The names that earlier cells declared, and how.

use std::collections::HashMap;

use super::transform::TransformedCell;

/// How a binding was declared last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// By `const`, `using`, `await using` or an import: assigning it throws.
    Const,
    /// By `let`.
    Let,
    /// By `var`.
    Var,
    /// By a function declaration.
    Function,
    /// By a class declaration.
    Class,
}

/// One name with its storage.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Binding {
    /// The name as JavaScript sees it, escapes resolved.
    pub(crate) name: String,
    /// The binding's number, dense from 0. A name keeps it for good.
    pub(crate) id: u32,
    /// How it was declared last.
    pub(crate) kind: Kind,
    /// Whether a binding of that name exists. A vacant one has a storage and nothing else.
    pub(crate) live: bool,
    /// Which accessors are registered for it.
    pub(super) accessor: Accessor,
    /// Whether the flag that tells functions that the name is vacant exists.
    pub(super) has_vacant_flag: bool,
}

/// What the accessors of a binding do, ordered by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Accessor {
    None,
    /// They read and write the storage.
    Plain,
    /// They fall back to the global of that name while the binding is vacant.
    Late,
}

/// All names of a session that have a storage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bindings {
    entries: Vec<Binding>,
    ids: HashMap<String, u32>,
    /// Kinds to go back to if the running cell does not get as far as its declarations.
    kinds_before: HashMap<u32, Kind>,
}

/// How a cell ended, as far as its bindings are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It ran to its end.
    Completed,
    /// It threw.
    Failed {
        /// The number of the last checkpoint that was taken.
        checkpoint: u32,
    },
    /// It was stopped from outside: nothing new stays.
    Stopped,
}

/// What a cell did to the session's names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BindingChanges {
    /// Names that did not exist before, in order of declaration.
    pub(crate) added: Vec<String>,
    /// Names that existed and were declared again, or may have been assigned by top-level code.
    pub(crate) changed: Vec<String>,
    /// Names that existed and are gone.
    pub(crate) removed: Vec<String>,
    /// Bindings whose vacant flag must be set again: the cell cleared it and did not get as far as
    /// the declaration.
    pub(crate) vacated: Vec<u32>,
}

impl Bindings {
    /// A session without names.
    pub(crate) fn new() -> Self {
        Bindings::default()
    }

    /// The binding called `name`, if one exists.
    pub(crate) fn get(&self, name: &str) -> Option<&Binding> {
        self.storage(name).filter(|binding| binding.live)
    }

    /// The bindings that exist, in the order in which their names were first seen.
    #[cfg(test)]
    pub(super) fn live(&self) -> impl Iterator<Item = &Binding> {
        self.entries.iter().filter(|binding| binding.live)
    }

    /// How many names have a storage, vacant ones included; also the id of the next new name.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether assigning the binding throws.
    pub(crate) fn is_const(&self, id: u32) -> bool {
        self.entries
            .get(id as usize)
            .is_some_and(|binding| binding.live && binding.kind == Kind::Const)
    }

    /// The name of a binding, also of a vacant one.
    pub(crate) fn name(&self, id: u32) -> Option<&str> {
        self.entries
            .get(id as usize)
            .map(|binding| binding.name.as_str())
    }

    /// The entry for `name`, vacant ones included.
    pub(super) fn storage(&self, name: &str) -> Option<&Binding> {
        self.ids.get(name).map(|&id| &self.entries[id as usize])
    }

    /// Takes over the storages and kinds of a cell whose script was compiled. Call it right before
    /// the script runs.
    ///
    /// The cell must come from [`transform`](super::transform) with these very bindings, and end
    /// with [`Bindings::end`] before the next one begins.
    pub(crate) fn begin(&mut self, cell: &TransformedCell) {
        for storage in &cell.storages {
            let id = self.entries.len() as u32;
            debug_assert_eq!(
                id, storage.id,
                "the cell was transformed with other bindings"
            );
            self.ids.insert(storage.name.clone(), id);
            self.entries.push(Binding {
                name: storage.name.clone(),
                id,
                kind: Kind::Var,
                live: false,
                accessor: Accessor::None,
                has_vacant_flag: false,
            });
        }
        for &id in &cell.vacant_flags {
            self.entries[id as usize].has_vacant_flag = true;
        }
        for &(id, accessor) in &cell.accessors {
            self.entries[id as usize].accessor = accessor;
        }
        self.kinds_before.clear();
        for declared in &cell.declarations {
            let binding = &mut self.entries[declared.id as usize];
            if binding.live {
                self.kinds_before.insert(declared.id, binding.kind);
            }
            binding.kind = declared.kind;
            binding.live = true;
        }
    }

    /// Settles which names exist after a cell that [began](Bindings::begin).
    pub(crate) fn end(&mut self, cell: &TransformedCell, ending: Ending) -> BindingChanges {
        let reached = |checkpoint: Option<u32>| match ending {
            Ending::Completed => true,
            Ending::Failed { checkpoint: last } => checkpoint.is_some_and(|it| it <= last),
            Ending::Stopped => false,
        };
        let mut changes = BindingChanges::default();
        for declared in &cell.declarations {
            let binding = &mut self.entries[declared.id as usize];
            let before = self.kinds_before.get(&declared.id);
            match (reached(declared.initialized_at), before) {
                (true, None) => changes.added.push(declared.name.clone()),
                (true, Some(_)) => changes.changed.push(declared.name.clone()),
                (false, Some(&kind)) => binding.kind = kind,
                (false, None) => {
                    binding.live = false;
                    if binding.has_vacant_flag {
                        changes.vacated.push(declared.id);
                    }
                }
            }
        }
        for assigned in &cell.assigned {
            if reached(Some(assigned.checkpoint)) {
                changes
                    .changed
                    .push(self.entries[assigned.id as usize].name.clone());
            }
        }
        self.kinds_before.clear();
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::testing::{Cells, options};
    use crate::cell::transform::transform;

    fn after(cells: &mut Cells, source: &str, ending: Ending) -> BindingChanges {
        let cell = transform(source, &cells.bindings, &options(1)).unwrap();
        cells.bindings.begin(&cell);
        cells.bindings.end(&cell, ending)
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_completed_cell_leaves_all_its_names() {
        let mut cells = Cells::default();
        let changes = after(
            &mut cells,
            "let a = 1; function f() {} var v",
            Ending::Completed,
        );
        assert_eq!(changes.added, names(&["a", "f", "v"]));
        let changes = after(&mut cells, "const a = 2; v = 3; let b", Ending::Completed);
        assert_eq!(changes.added, names(&["b"]));
        assert_eq!(changes.changed, names(&["a", "v"]));
        assert!(cells.bindings.is_const(cells.bindings.get("a").unwrap().id));
    }

    #[test]
    fn a_failed_cell_leaves_what_its_checkpoints_reached() {
        let mut cells = Cells::default();
        cells.add("let old = 1").unwrap();
        // Checkpoints: 1 at the start, 2 after `a`, 3 after `b`.
        let changes = after(
            &mut cells,
            "let a = 1, b = fail(); const old = 2; function f() {}",
            Ending::Failed { checkpoint: 2 },
        );
        assert_eq!(changes.added, names(&["a", "f"]));
        assert_eq!(changes.changed, names(&[]));
        assert!(cells.bindings.get("b").is_none());
        assert_eq!(cells.bindings.get("old").unwrap().kind, Kind::Let);
    }

    #[test]
    fn a_hoisted_variable_exists_once_it_is_assigned() {
        let mut cells = Cells::default();
        let changes = after(
            &mut cells,
            "v = 1; fail(); var v = 2",
            Ending::Failed { checkpoint: 2 },
        );
        assert_eq!(changes.added, names(&["v"]));
    }

    #[test]
    fn a_stopped_cell_leaves_nothing() {
        let mut cells = Cells::default();
        cells.add("let old = 1").unwrap();
        let changes = after(
            &mut cells,
            "let a = 1; const old = 2; function f() {}",
            Ending::Stopped,
        );
        assert_eq!(changes, BindingChanges::default());
        assert_eq!(
            cells
                .bindings
                .live()
                .map(|binding| &*binding.name)
                .collect::<Vec<_>>(),
            ["old"]
        );
        assert_eq!(cells.bindings.get("old").unwrap().kind, Kind::Let);
    }

    #[test]
    fn a_late_name_that_is_not_reached_is_vacant_again() {
        let mut cells = Cells::default();
        cells.add("() => late").unwrap();
        let id = cells.bindings.storage("late").unwrap().id;
        let changes = after(
            &mut cells,
            "fail(); let late = 1",
            Ending::Failed { checkpoint: 1 },
        );
        assert_eq!(changes.vacated, [id]);
        assert!(cells.bindings.get("late").is_none());
        assert_eq!(
            after(&mut cells, "let late = 1", Ending::Completed).added,
            names(&["late"])
        );
        assert_eq!(
            cells.bindings.get("late").unwrap().id,
            id,
            "a name keeps its number"
        );
    }
}
