//! Which names can be declared where, so that no program is an early error, and few end early.

/// How a name is declared, as far as the generator cares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Assigning it throws.
    Const,
    /// By `let`, a function, a class or a parameter.
    Lexical,
    Var,
}

/// What the generator knows of a block, a function or the program around the place where it is.
#[derive(Default)]
struct Scope {
    is_function: bool,
    names: Vec<(String, Kind)>,
    /// Names of scopes around it that code inside has mentioned.
    mentioned: Vec<String>,
}

pub(super) struct Scopes(Vec<Scope>);

impl Scopes {
    pub(super) fn new() -> Scopes {
        let mut scopes = Scopes(Vec::new());
        scopes.enter(true);
        scopes
    }

    pub(super) fn enter(&mut self, is_function: bool) {
        self.0.push(Scope {
            is_function,
            ..Scope::default()
        });
    }

    pub(super) fn leave(&mut self) {
        self.0.pop();
    }

    /// The names that code here can mean.
    pub(super) fn visible(&self) -> Vec<String> {
        let names = self.0.iter().flat_map(|scope| &scope.names);
        names.map(|(name, _)| name.clone()).collect()
    }

    /// Notes that code here mentions a name.
    pub(super) fn mention(&mut self, name: &str) {
        for scope in self.0.iter_mut().rev() {
            if scope.names.iter().any(|(known, _)| known == name) {
                break;
            }
            scope.mentioned.push(name.to_owned());
        }
    }

    /// Whether assigning a name throws.
    pub(super) fn is_const(&self, name: &str) -> bool {
        let mut names = self.0.iter().rev().flat_map(|scope| &scope.names);
        let found = names.find(|(known, _)| known == name);
        found.is_some_and(|(_, kind)| *kind == Kind::Const)
    }

    /// Whether a name can be declared here, by anything but `var`.
    pub(super) fn is_free(&self, name: &str) -> bool {
        let scope = self.0.last().expect("the program's own");
        scope.names.iter().all(|(known, _)| known != name)
    }

    /// Whether code of this scope has mentioned a name of that spelling from around it.
    pub(super) fn is_mentioned(&self, name: &str) -> bool {
        let scope = self.0.last().expect("the program's own");
        scope.mentioned.iter().any(|known| known == name)
    }

    /// Declares a name that is free, by anything but `var`.
    pub(super) fn declare(&mut self, name: &str, kind: Kind) {
        let scope = self.0.last_mut().expect("the program's own");
        scope.names.push((name.to_owned(), kind));
    }

    /// Declares a name as `var`, if that is right here.
    pub(super) fn var(&mut self, name: &str) -> bool {
        let function = self.0.iter().rposition(|scope| scope.is_function);
        let inner = &mut self.0[function.unwrap_or(0)..];
        let taken = inner.iter().any(|scope| {
            let mut names = scope.names.iter();
            names.any(|(known, kind)| known == name && *kind != Kind::Var)
        });
        if taken {
            return false;
        }
        for scope in inner {
            scope.names.push((name.to_owned(), Kind::Var));
        }
        true
    }
}
