//! Which names are local to the code around the place being rewritten.

use std::collections::HashMap;

use swc_ecma_ast::{Ident, Pat, Stmt};

use super::names_in;

/// The scopes between the cell's top level and the current place.
///
/// Only whether a name is local matters, so a count for each name does, and looking one up costs
/// the same at any depth.
#[derive(Default)]
pub(super) struct Scopes {
    counts: HashMap<String, u32>,
    declared: Vec<String>,
    starts: Vec<usize>,
}

impl Scopes {
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.counts.get(name).is_some_and(|&count| count > 0)
    }

    /// The names that are local, each once.
    pub(super) fn locals(&self) -> Vec<&str> {
        let local = self.counts.iter().filter(|&(_, &count)| count > 0);
        let mut names: Vec<&str> = local.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    pub(super) fn enter(&mut self) {
        self.starts.push(self.declared.len());
    }

    pub(super) fn leave(&mut self) {
        let start = self.starts.pop().unwrap_or(0);
        for name in self.declared.drain(start..) {
            if let Some(count) = self.counts.get_mut(&name) {
                *count -= 1;
            }
        }
    }

    pub(super) fn declare(&mut self, name: &str) {
        match self.counts.get_mut(name) {
            Some(count) => *count += 1,
            None => {
                self.counts.insert(name.to_owned(), 1);
            }
        }
        self.declared.push(name.to_owned());
    }

    pub(super) fn declare_pattern(&mut self, pattern: &Pat) {
        names_in::pattern(pattern, &mut |name: &Ident| self.declare(&name.sym));
    }

    pub(super) fn declare_lexical<'a>(&mut self, statements: impl IntoIterator<Item = &'a Stmt>) {
        names_in::lexical(statements, &mut |name: &Ident| self.declare(&name.sym));
    }

    pub(super) fn declare_variables(&mut self, statements: &[Stmt]) {
        names_in::variables(statements, &mut |name: &Ident| self.declare(&name.sym));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_local_until_its_last_scope_ends() {
        let mut scopes = Scopes::default();
        scopes.enter();
        scopes.declare("a");
        scopes.enter();
        scopes.declare("a");
        scopes.leave();
        assert!(scopes.is_local("a"));
        scopes.leave();
        assert!(!scopes.is_local("a"));
    }
}
