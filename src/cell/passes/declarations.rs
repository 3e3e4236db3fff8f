//! What a cell declares at its top level, and the early errors that go with it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use swc_common::{Span, Spanned};
use swc_ecma_ast::{
    Class, Decl, DefaultDecl, Ident, ImportSpecifier, Module, ModuleDecl, ModuleItem, Stmt,
    UsingDecl, VarDecl, VarDeclKind,
};

use super::names_in::{self, Names, VarVisitor};
use super::scopes::Scopes;
use super::spans::{end, start};
use crate::cell::bindings::{Bindings, Kind};
use crate::cell::error::Problem;
use crate::cell::options::{CellOptions, Redeclare};

/// Names that a cell cannot declare, because the runtime itself goes through them.
const PROTECTED: [&str; 9] = [
    "nodeRepl",
    "console",
    "setTimeout",
    "setInterval",
    "setImmediate",
    "clearTimeout",
    "clearInterval",
    "clearImmediate",
    "queueMicrotask",
];

/// A name that the cell declares at its top level.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    /// Where it is declared first.
    offset: u32,
    pub(super) id: u32,
    pub(super) kind: Kind,
    /// Whether a binding of that name existed before the cell.
    pub(super) existed: bool,
    /// Whether a variable of that name exists, if only for a binding that is gone.
    pub(super) has_storage: bool,
    /// Where code can first read it: the end of its declarator, for names with a dead zone.
    pub(super) alive_from: Option<u32>,
    /// The part of its own pattern that can read it before.
    pub(super) alive_in: Range<u32>,
}

impl Declared {
    /// Whether code at a place is in the name's dead zone, if it runs where it stands.
    pub(super) fn is_dead_at(&self, place: u32) -> bool {
        self.alive_from.is_some_and(|from| place < from) && !self.alive_in.contains(&place)
    }
}

/// All names that a cell declares at its top level, in order.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    pub(super) list: Vec<Declared>,
    index: HashMap<String, usize>,
}

impl Declarations {
    pub(super) fn get(&self, name: &str) -> Option<(usize, &Declared)> {
        let &at = self.index.get(name)?;
        Some((at, &self.list[at]))
    }
}

struct Collector<'a> {
    bindings: &'a Bindings,
    options: &'a CellOptions<'a>,
    /// Names that the language's own transforms made: variables of the script, not bindings.
    generated: &'a HashSet<String>,
    found: Declarations,
    next_id: u32,
    problem: Option<Problem>,
    /// The blocks around the `var` being looked at.
    blocks: Scopes,
}

/// Collects the top-level names of a cell.
pub(super) fn collect<'a>(
    module: &'a Module,
    bindings: &'a Bindings,
    options: &'a CellOptions<'a>,
    generated: &'a HashSet<String>,
) -> Result<Declarations, Problem> {
    let mut collector = Collector {
        bindings,
        options,
        generated,
        found: Declarations::default(),
        next_id: bindings.len() as u32,
        problem: None,
        blocks: Scopes::default(),
    };
    for item in &module.body {
        collector.item(item);
    }
    for item in &module.body {
        match item {
            ModuleItem::Stmt(statement) => names_in::variables_of(statement, &mut collector),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => {
                if let Decl::Var(variables) = &export.decl
                    && variables.kind == VarDeclKind::Var
                {
                    names_in::declarators(variables, &mut |name| collector.variable(name));
                }
            }
            ModuleItem::ModuleDecl(_) => {}
        }
    }
    match collector.problem {
        Some(problem) => Err(problem),
        None => Ok(collector.found),
    }
}

/// The names that a module declares at its top level, also those of generated code.
pub(in crate::cell) fn names_declared(module: &Module) -> Vec<String> {
    let mut names = Vec::new();
    for item in &module.body {
        let declaration = match item {
            ModuleItem::Stmt(statement) => {
                names_in::variables_of(statement, &mut |name: &Ident| {
                    names.push(name.sym.to_string())
                });
                match statement {
                    Stmt::Decl(declaration) => declaration,
                    _ => continue,
                }
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => &export.decl,
            ModuleItem::ModuleDecl(_) => continue,
        };
        names_in::lexical_declaration(declaration, &mut |name| names.push(name.sym.to_string()));
    }
    names
}

impl<'a> Collector<'a> {
    fn item(&mut self, item: &'a ModuleItem) {
        match item {
            ModuleItem::Stmt(Stmt::Decl(declaration)) => self.declaration(declaration),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => {
                self.declaration(&export.decl)
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => match &export.decl {
                DefaultDecl::Fn(function) => {
                    if let Some(name) = &function.ident {
                        self.lexical(name, Kind::Function, None);
                    }
                }
                DefaultDecl::Class(class) => {
                    if let Some(name) = &class.ident {
                        self.class(name, &class.class);
                    }
                }
                DefaultDecl::TsInterfaceDecl(_) => {}
            },
            ModuleItem::ModuleDecl(ModuleDecl::Import(import)) => {
                for specifier in &import.specifiers {
                    let local = match specifier {
                        ImportSpecifier::Named(named) => &named.local,
                        ImportSpecifier::Default(default) => &default.local,
                        ImportSpecifier::Namespace(namespace) => &namespace.local,
                    };
                    self.lexical(local, Kind::Const, Some(import.span));
                }
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(export)) if export.src.is_some() => {
                for specifier in &export.specifiers {
                    if let Some(local) = super::imports::re_exported(specifier) {
                        self.lexical(local, Kind::Const, Some(export.span));
                    }
                }
            }
            _ => {}
        }
    }

    fn declaration(&mut self, declaration: &'a Decl) {
        match declaration {
            Decl::Class(class) => self.class(&class.ident, &class.class),
            Decl::Fn(function) => self.lexical(&function.ident, Kind::Function, None),
            Decl::Var(variables) => self.variables(variables),
            Decl::Using(using) => self.using(using),
            _ => {}
        }
    }

    fn class(&mut self, name: &'a Ident, class: &Class) {
        self.lexical(name, Kind::Class, Some(class.span));
    }

    fn variables(&mut self, variables: &'a VarDecl) {
        let kind = match variables.kind {
            VarDeclKind::Const => Kind::Const,
            VarDeclKind::Let => Kind::Let,
            VarDeclKind::Var => return,
        };
        for declarator in &variables.decls {
            let until = end(declarator.name.span());
            names_in::elements(&declarator.name, 0, &mut |name, from| {
                self.lexical(name, kind, Some(declarator.span()));
                if let Some(&index) = self.found.index.get(&*name.sym) {
                    self.found.list[index].alive_in = from..until;
                }
            });
        }
    }

    fn using(&mut self, using: &'a UsingDecl) {
        for declarator in &using.decls {
            names_in::pattern(&declarator.name, &mut |name| {
                self.lexical(name, Kind::Const, Some(using.span));
            });
        }
    }

    fn lexical(&mut self, name: &Ident, kind: Kind, declarator: Option<Span>) {
        if self.found.index.contains_key(&*name.sym) {
            self.report(Problem::already_declared(&name.sym, start(name.span)));
        } else {
            self.add(name, kind, declarator.map(end));
        }
    }

    fn add(&mut self, ident: &Ident, kind: Kind, alive_from: Option<u32>) {
        let name = &*ident.sym;
        if self.generated.contains(name) {
            return;
        }
        let offset = start(ident.span);
        if PROTECTED.contains(&name) {
            let message = format!(
                "'{name}' can't be declared in a cell: \
                 the runtime's own output and timers go through it; choose another name"
            );
            self.report(Problem::new(message, offset));
        }
        let storage = self.bindings.storage(name);
        let existed = storage.is_some_and(|binding| binding.live);
        if existed && kind != Kind::Var && self.options.redeclare == Redeclare::Reject {
            self.report(Problem::already_declared(name, offset));
        }
        let id = storage.map_or(self.next_id, |binding| binding.id);
        if storage.is_none() {
            self.next_id += 1;
        }
        self.found
            .index
            .insert(name.to_owned(), self.found.list.len());
        self.found.list.push(Declared {
            name: name.to_owned(),
            offset,
            id,
            kind,
            existed,
            has_storage: storage.is_some(),
            alive_from,
            alive_in: 0..0,
        });
    }

    /// Keeps the problem that comes first in the source.
    fn report(&mut self, problem: Problem) {
        if self
            .problem
            .as_ref()
            .is_none_or(|first| problem.offset < first.offset)
        {
            self.problem = Some(problem);
        }
    }
}

impl<'a> VarVisitor<'a> for Collector<'a> {
    fn variable(&mut self, name: &'a Ident) {
        let offset = start(name.span);
        if self.blocks.is_local(&name.sym) {
            return self.report(Problem::already_declared(&name.sym, offset));
        }
        match self.found.get(&name.sym) {
            None => self.add(name, Kind::Var, None),
            Some((_, declared)) if declared.kind == Kind::Var => {}
            Some((_, declared)) => {
                self.report(Problem::already_declared(
                    &name.sym,
                    offset.max(declared.offset),
                ));
            }
        }
    }

    fn enter(&mut self, names: Names<'_, 'a>) {
        self.blocks.enter();
        names(&mut |name| self.blocks.declare(&name.sym));
    }

    fn leave(&mut self) {
        self.blocks.leave();
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::options::{CellOptions, Redeclare};
    use crate::cell::testing::{Cells, check, options};

    #[test]
    fn a_name_is_declared_once_in_a_cell() {
        for (source, place) in [
            ("let a; let a", "1:12"),
            ("let a; var a", "1:12"),
            ("var a; { var a } class a {}", "1:24"),
            ("function a() {} const a = 1", "1:23"),
            ("{ let a; { var a } }", "1:16"),
            ("for (let a of b) { var a }", "1:24"),
            ("try {} catch ([a]) { var a }", "1:26"),
            ("switch (1) { case 1: let a; case 2: var a }", "1:41"),
        ] {
            let error = Cells::default().add(source).unwrap_err();
            let expected = format!("Identifier 'a' has already been declared ({place})\n");
            assert!(error.starts_with(&expected), "{source}: {error}");
        }
        for source in [
            "var a; var a; { var a }",
            "let a; { let a }",
            "let a; () => { var a }",
            "try {} catch (a) { var a }",
        ] {
            assert!(Cells::default().add(source).is_ok(), "{source}");
        }
    }

    #[test]
    fn the_runtimes_names_are_refused_with_the_reason() {
        check(
            "console.log(1)\nconst {console} = {}",
            "'console' can't be declared in a cell: the runtime's own output and timers go through it; \
             choose another name (2:8)\nconst {console} = {}\n       ^",
        );
    }

    #[test]
    fn a_session_may_refuse_to_declare_a_name_again() {
        let options = CellOptions {
            redeclare: Redeclare::Reject,
            ..options(10)
        };
        for source in ["let a", "const a = 1", "class a {}", "function a() {}"] {
            let mut cells = Cells::default();
            cells.add("let a").unwrap();
            let error = cells.add_with(source, &options).unwrap_err();
            assert!(
                error.starts_with("Identifier 'a' has already been declared (1:"),
                "{source}: {error}"
            );
        }
        let mut cells = Cells::default();
        cells.add("let a").unwrap();
        assert!(cells.add_with("var a", &options).is_ok());
    }
}
