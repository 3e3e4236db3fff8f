//! Which statements give the cell its completion value.

use std::collections::HashSet;

use swc_common::Spanned;
use swc_ecma_ast::{DefaultDecl, Module, ModuleDecl, ModuleItem, Stmt};

use super::spans::start;

/// What to do to statements so that a variable ends up with the completion value.
#[derive(Debug, Default)]
pub(super) struct Completion {
    /// Expression statements whose value is kept, by their start.
    values: HashSet<u32>,
    /// Statements before which the value becomes `undefined`, by their start.
    resets: HashSet<u32>,
}

impl Completion {
    /// Whether the cell has a completion value at all.
    pub(super) fn exists(&self) -> bool {
        !self.values.is_empty()
    }

    pub(super) fn keeps(&self, statement: u32) -> bool {
        self.values.contains(&statement)
    }

    pub(super) fn resets(&self, statement: u32) -> bool {
        self.resets.contains(&statement)
    }
}

/// Finds them by going through the statements backwards, as V8 does for `eval`.
pub(super) fn find(module: &Module) -> Completion {
    let mut walk = Walk {
        completion: Completion::default(),
        set: false,
        outermost: true,
    };
    for item in module.body.iter().rev() {
        match item {
            ModuleItem::Stmt(statement) => walk.statement(statement, start(statement.span())),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(export)) => {
                walk.value(start(export.span));
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => {
                let anonymous = match &export.decl {
                    DefaultDecl::Fn(function) => function.ident.is_none(),
                    DefaultDecl::Class(class) => class.ident.is_none(),
                    DefaultDecl::TsInterfaceDecl(_) => false,
                };
                if anonymous {
                    walk.value(start(export.span));
                }
            }
            ModuleItem::ModuleDecl(_) => {}
        }
        if walk.set {
            break;
        }
    }
    // Without a value there is nothing to reset.
    if walk.completion.values.is_empty() {
        walk.completion.resets.clear();
    }
    walk.completion
}

struct Walk {
    completion: Completion,
    /// Whether what comes later certainly sets the value.
    set: bool,
    /// Whether nothing can have set the value before.
    outermost: bool,
}

impl Walk {
    fn value(&mut self, statement: u32) {
        if !self.set {
            self.completion.values.insert(statement);
            self.set = true;
        }
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements.iter().rev() {
            self.statement(statement, start(statement.span()));
        }
    }

    /// `outer` is where the statement starts together with its labels.
    fn statement(&mut self, statement: &Stmt, outer: u32) {
        match statement {
            Stmt::Expr(expression) => self.value(start(expression.span)),
            Stmt::Block(block) => self.statements(&block.stmts),
            Stmt::Labeled(labeled) => self.statement(&labeled.body, outer),
            Stmt::Break(_) | Stmt::Continue(_) => self.set = false,
            Stmt::Return(_) | Stmt::Throw(_) => self.set = true,
            Stmt::If(_) => self.conditional(statement, outer),
            Stmt::For(inner) => self.looped(&inner.body, outer),
            Stmt::ForIn(inner) => self.looped(&inner.body, outer),
            Stmt::ForOf(inner) => self.looped(&inner.body, outer),
            Stmt::While(inner) => self.looped(&inner.body, outer),
            Stmt::DoWhile(inner) => self.looped(&inner.body, outer),
            Stmt::With(inner) => self.looped(&inner.body, outer),
            Stmt::Switch(inner) => {
                let after = self.set;
                self.inside(|walk| {
                    for case in inner.cases.iter().rev() {
                        walk.statements(&case.cons);
                    }
                });
                self.settle(outer, self.set && after);
            }
            Stmt::Try(inner) => {
                let after = self.set;
                let mut always = true;
                self.inside(|walk| {
                    walk.statements(&inner.block.stmts);
                    always &= walk.set;
                    if let Some(handler) = &inner.handler {
                        walk.set = after;
                        walk.statements(&handler.body.stmts);
                        always &= walk.set;
                    }
                });
                self.settle(outer, always);
            }
            Stmt::Empty(_) | Stmt::Debugger(_) | Stmt::Decl(_) => {}
        }
    }

    fn conditional(&mut self, statement: &Stmt, outer: u32) {
        let after = self.set;
        let mut always = true;
        self.inside(|walk| {
            let mut rest = Some(statement);
            while let Some(Stmt::If(inner)) = rest {
                walk.set = after;
                walk.statement(&inner.cons, start(inner.cons.span()));
                always &= walk.set;
                rest = inner.alt.as_deref();
            }
            walk.set = after;
            if let Some(last) = rest {
                walk.statement(last, start(last.span()));
            }
            always &= walk.set;
        });
        self.settle(outer, always);
    }

    fn looped(&mut self, body: &Stmt, outer: u32) {
        let after = self.set;
        // What follows the body may be the body again, so it says nothing about the value.
        self.set = false;
        self.inside(|walk| walk.statement(body, start(body.span())));
        self.settle(outer, self.set && after);
    }

    fn inside(&mut self, work: impl FnOnce(&mut Self)) {
        let outermost = std::mem::replace(&mut self.outermost, false);
        work(self);
        self.outermost = outermost;
    }

    /// A compound statement has a value, `undefined` if nothing in it gave one.
    fn settle(&mut self, outer: u32, always: bool) {
        if !always && !self.outermost {
            self.completion.resets.insert(outer);
        }
        self.set = true;
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::script_after;

    #[test]
    fn the_last_value_is_kept_as_eval_would() {
        for (comment, source, expected) in [
            ("the last expression", "1; 2", "1;E¤=2; r¤=(2);E¤=3;D¤(r¤)"),
            (
                "declarations have no value",
                "1; let a = 2",
                "r¤=(1);E¤=2; a§ = 2;E¤=3;D¤(r¤)",
            ),
            (
                "either branch",
                "if (0) 1; else { 2 }",
                "if (0) r¤=(1); else { r¤=(2) };E¤=2;D¤(r¤)",
            ),
            (
                "each turn of a loop",
                "for (;;) 1",
                "for (;;) r¤=(1);E¤=2;D¤(r¤)",
            ),
            (
                "what comes before a break",
                "l: { 1; break l; 2 }",
                "l: { r¤=(1); break l; r¤=(2) };",
            ),
            (
                "an inner statement without a value is undefined",
                "while (1) { 1; if (0) break; 2 }",
                "while (1) { 1; r¤=void 0;if (0) break; r¤=(2) };",
            ),
            (
                "also where braces are needed",
                "if (1) for (;;) { 1; break }",
                "if (1) {r¤=void 0;for (;;) { r¤=(1); break }};",
            ),
            (
                "the inner try, not finally",
                "try { 1 } finally { 2 }",
                "try { r¤=(1) } finally { 2 };",
            ),
            (
                "a function stays without a name",
                "() => 1",
                "r¤=(0,() => 1);",
            ),
            ("a directive", "'use strict'", "r¤=('use strict');"),
        ] {
            let script = script_after(&[], source);
            assert!(script.contains(expected), "{comment}: {script}");
        }
    }

    #[test]
    fn a_cell_of_declarations_has_none() {
        for source in ["let a = 1", "function g() { 1 }", "", "for (;;) {}", "// 1"] {
            let script = script_after(&[], source);
            assert!(!script.contains("r¤"), "{source}: {script}");
        }
    }
}
