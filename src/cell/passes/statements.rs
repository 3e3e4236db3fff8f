//! The walk over statements below the top level.

use swc_common::Spanned;
use swc_ecma_ast::{
    BlockStmt, CatchClause, Decl, Expr, ExprStmt, ForHead, Pat, Stmt, VarDecl, VarDeclKind,
    VarDeclOrExpr, WithStmt,
};

use super::names_in;
use super::naming::is_anonymous_function;
use super::rewriter::{Place, Rewriter};
use super::spans::{end, start};
use crate::cell::names::RuntimeName;

/// What a statement is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parent {
    /// The cell itself: what stands before ends in a semicolon.
    Cell,
    /// A list of statements: what stands before may end in none.
    List,
    /// An `if`, a loop or a label, as its only statement.
    Single,
}

impl Rewriter<'_> {
    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement, Parent::List);
        }
    }

    pub(super) fn statement(&mut self, statement: &Stmt, parent: Parent) {
        let from = start(statement.span());
        if self.place.in_function || !self.completion.resets(from) {
            return self.plain_statement(statement, parent);
        }
        self.edits.copy_to(from);
        let braces = parent == Parent::Single;
        let open = if braces { "{" } else { "" };
        self.edits
            .insert(format!("{open}{}=void 0;", self.names.result()));
        self.plain_statement(statement, Parent::List);
        if braces {
            self.edits.copy_to(end(statement.span()));
            self.edits.insert("}");
        }
    }

    fn plain_statement(&mut self, statement: &Stmt, parent: Parent) {
        match statement {
            Stmt::Expr(expression) => self.expression_statement(expression, parent),
            Stmt::Decl(declaration) => self.inner_declaration(declaration, parent),
            Stmt::Block(block) => self.block(block),
            Stmt::Labeled(labeled) => self.statement(&labeled.body, Parent::Single),
            Stmt::If(_) => self.conditional(statement),
            Stmt::Return(inner) => {
                if let Some(value) = &inner.arg {
                    self.expression(value);
                }
            }
            Stmt::Throw(inner) => self.expression(&inner.arg),
            Stmt::While(inner) => {
                self.expression(&inner.test);
                self.statement(&inner.body, Parent::Single);
            }
            Stmt::DoWhile(inner) => {
                self.statement(&inner.body, Parent::Single);
                self.expression(&inner.test);
            }
            Stmt::With(inner) => self.with(inner),
            Stmt::For(inner) => {
                self.scopes.enter();
                match &inner.init {
                    Some(VarDeclOrExpr::VarDecl(variables)) => self.loop_variables(variables),
                    Some(VarDeclOrExpr::Expr(init)) => self.expression(init),
                    None => {}
                }
                for part in [&inner.test, &inner.update].into_iter().flatten() {
                    self.expression(part);
                }
                self.statement(&inner.body, Parent::Single);
                self.scopes.leave();
            }
            Stmt::ForIn(inner) => self.loop_over(&inner.left, &inner.right, &inner.body),
            Stmt::ForOf(inner) => self.loop_over(&inner.left, &inner.right, &inner.body),
            Stmt::Switch(inner) => {
                self.expression(&inner.discriminant);
                self.scopes.enter();
                self.scopes
                    .declare_lexical(inner.cases.iter().flat_map(|case| &case.cons));
                for case in &inner.cases {
                    if let Some(test) = &case.test {
                        self.expression(test);
                    }
                    self.statements(&case.cons);
                }
                self.scopes.leave();
            }
            Stmt::Try(inner) => {
                self.block(&inner.block);
                if let Some(handler) = &inner.handler {
                    self.handler(handler);
                }
                if let Some(last) = &inner.finalizer {
                    self.block(last);
                }
            }
            Stmt::Empty(_) | Stmt::Debugger(_) | Stmt::Break(_) | Stmt::Continue(_) => {}
        }
    }

    fn with(&mut self, with: &WithStmt) {
        let scope = self.names.runtime(RuntimeName::With);
        self.edits.copy_to(start(with.obj.span()));
        self.edits.insert(format!("{scope}("));
        self.expression(&with.obj);
        self.edits.copy_to(end(with.obj.span()));
        self.edits.insert(")");
        let place = Place {
            in_with: true,
            ..self.place
        };
        self.at(place, |this| this.statement(&with.body, Parent::Single));
    }

    /// A `catch` clause, which cleans what it caught before the user's code sees it.
    fn handler(&mut self, handler: &CatchClause) {
        let caught = self.names.runtime(RuntimeName::Caught);
        self.scopes.enter();
        match &handler.param {
            None => self.block(&handler.body),
            Some(Pat::Ident(name)) => {
                self.scopes.declare(&name.id.sym);
                self.edits.copy_to(start(handler.body.span) + 1);
                self.edits.insert(format!("{caught}({});", name.id.sym));
                self.block(&handler.body);
            }
            Some(parameter) => {
                let value = self.names.parameter();
                self.scopes.declare_pattern(parameter);
                self.edits.copy_to(start(parameter.span()));
                self.edits.insert(format!("{value}){{let "));
                self.pattern(parameter, false);
                self.edits.copy_to(end(parameter.span()));
                self.edits.insert(format!("={caught}({value});"));
                self.edits.drop_to(start(handler.body.span));
                self.block(&handler.body);
                self.edits.copy_to(end(handler.body.span));
                self.edits.insert("}");
            }
        }
        self.scopes.leave();
    }

    fn block(&mut self, block: &BlockStmt) {
        self.scopes.enter();
        self.scopes.declare_lexical(&block.stmts);
        self.statements(&block.stmts);
        self.scopes.leave();
    }

    fn conditional(&mut self, statement: &Stmt) {
        let mut rest = Some(statement);
        while let Some(Stmt::If(inner)) = rest {
            self.expression(&inner.test);
            self.statement(&inner.cons, Parent::Single);
            rest = inner.alt.as_deref();
        }
        if let Some(last) = rest {
            self.statement(last, Parent::Single);
        }
    }

    fn expression_statement(&mut self, statement: &ExprStmt, parent: Parent) {
        if !self.place.in_function && self.completion.keeps(start(statement.span)) {
            return self.kept_value(&statement.expr);
        }
        self.edits.copy_to(start(statement.span));
        let slot = self.edits.slot();
        self.expression(&statement.expr);
        // Without a semicolon the statement before would be called.
        if parent == Parent::List && self.edits.first_edit_after(slot) == Some('(') {
            self.edits.fill(slot, ";");
        }
    }

    /// An expression whose value may be the completion value.
    pub(super) fn kept_value(&mut self, expression: &Expr) {
        self.edits.copy_to(start(expression.span()));
        // A function without a name must not get the variable's.
        let nameless = if is_anonymous_function(expression) {
            "0,"
        } else {
            ""
        };
        self.edits
            .insert(format!("{}=({nameless}", self.names.result()));
        self.expression(expression);
        self.edits.copy_to(end(expression.span()));
        self.edits.insert(")");
    }

    fn inner_declaration(&mut self, declaration: &Decl, parent: Parent) {
        match declaration {
            Decl::Fn(function) => self.function(&function.function),
            Decl::Class(class) => self.class(Some(&class.ident), &class.class),
            Decl::Var(variables) if self.is_the_cells(variables) => {
                self.edits.copy_to(start(variables.span));
                if parent != Parent::Single {
                    self.edits.insert(";");
                }
                self.session_variables(variables);
                self.edits.drop_to(end(variables.span));
                self.edits.insert(";");
            }
            Decl::Var(variables) => self.local_variables(variables),
            Decl::Using(using) => {
                for declarator in &using.decls {
                    self.initializer(declarator.init.as_deref());
                }
            }
            _ => {}
        }
    }

    /// Whether these are variables of the cell and not of a function or block.
    pub(super) fn is_the_cells(&self, variables: &VarDecl) -> bool {
        variables.kind == VarDeclKind::Var && !self.place.in_function
    }

    pub(super) fn local_variables(&mut self, variables: &VarDecl) {
        for declarator in &variables.decls {
            self.pattern(&declarator.name, false);
            self.initializer(declarator.init.as_deref());
        }
    }

    fn initializer(&mut self, value: Option<&Expr>) {
        if let Some(value) = value {
            self.expression(value);
        }
    }

    /// A `var` declaration of the cell below its top level, as assignments.
    fn session_variables(&mut self, variables: &VarDecl) {
        names_in::declarators(variables, &mut |name| {
            self.unit.declare(&self.declared, &name.sym)
        });
        let mut separator = "";
        for declarator in &variables.decls {
            let Some(value) = &declarator.init else {
                continue;
            };
            self.edits.drop_to(start(declarator.name.span()));
            self.edits.insert(separator);
            separator = ",";
            self.declarator(&declarator.name, Some(value));
        }
    }

    /// A declarator as an assignment.
    pub(super) fn declarator(&mut self, name: &Pat, value: Option<&Expr>) {
        let parenthesised = matches!(name, Pat::Object(_));
        if parenthesised {
            self.edits.insert("(");
        }
        self.pattern(name, true);
        if let (Pat::Ident(_), Some(value)) = (name, value) {
            // V8 places at the start of an assignment what goes wrong in its right side.
            self.edits.stands_for(start(value.span()));
        }
        self.edits.copy_to(end(name.span()));
        match (name, value) {
            (Pat::Ident(ident), Some(value)) => {
                let renamed = !self.scopes.is_local(&ident.id.sym);
                self.named(value, &ident.id.sym, renamed);
            }
            (_, Some(value)) => self.expression(value),
            (_, None) => self.edits.insert("=void 0"),
        }
        if let Some(value) = value {
            self.edits.copy_to(end(value.span()));
        }
        if parenthesised {
            self.edits.insert(")");
        }
    }

    fn loop_variables(&mut self, variables: &VarDecl) {
        if self.is_the_cells(variables) {
            self.edits.copy_to(start(variables.span));
            self.session_variables(variables);
            let last = variables
                .decls
                .last()
                .map_or(variables.span, |last| last.span);
            self.edits.drop_to(end(last));
        } else {
            if variables.kind != VarDeclKind::Var {
                names_in::declarators(variables, &mut |name| self.scopes.declare(&name.sym));
            }
            self.local_variables(variables);
        }
    }

    fn loop_over(&mut self, head: &ForHead, over: &Expr, body: &Stmt) {
        self.scopes.enter();
        match head {
            ForHead::VarDecl(variables) if self.is_the_cells(variables) => {
                names_in::declarators(variables, &mut |name| {
                    self.unit.declare(&self.declared, &name.sym);
                });
                self.edits.copy_to(start(variables.span));
                for declarator in &variables.decls {
                    self.edits.drop_to(start(declarator.name.span()));
                    self.pattern(&declarator.name, true);
                }
            }
            ForHead::VarDecl(variables) => {
                names_in::loop_head(head, &mut |name| self.scopes.declare(&name.sym));
                self.local_variables(variables);
            }
            ForHead::UsingDecl(_) => {
                names_in::loop_head(head, &mut |name| self.scopes.declare(&name.sym));
            }
            ForHead::Pat(target) => self.pattern(target, false),
        }
        self.expression(over);
        self.statement(body, Parent::Single);
        self.scopes.leave();
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::{check, check_in_session};

    #[test]
    fn a_variable_of_a_block_is_the_cells() {
        check(
            "if (1) var a = 1; else var b",
            "let a§,a§e,b§,b§e;{E¤=1;if (1) a§ = 1; else ;E¤=2;}",
        );
        check(
            "{ var a = 1, b, {c} = o }",
            "let a§,a§e,b§,b§e,c§,c§e;{E¤=1;{ ;a§ = 1,({c:c§} = o); };E¤=2;}",
        );
        check(
            "for (var i = 0, n; i < 1;) ;",
            "let i§,i§e,n§,n§e;{E¤=1;for (i§ = 0; i§ < 1;) ;E¤=2;}",
        );
        check(
            "for (var [a] of o) ;",
            "let a§,a§e;{E¤=1;for ([a§] of o) ;E¤=2;}",
        );
        check(
            "try {} catch (e) { var e = 1 }",
            "let e§,e§e;{E¤=1;try {} catch (e) {C¤(e); ;e = 1; };E¤=2;}",
        );
    }

    #[test]
    fn what_is_caught_is_cleaned_first() {
        check_in_session(
            "try {} catch { x }",
            "{let r¤;E¤=1;try {} catch { r¤=(x§) };E¤=2;D¤(r¤)}",
        );
        check_in_session(
            "() => { try {} catch ({ message: m = x }) { m } }",
            "{let r¤;E¤=1;r¤=(0,() => { try {} catch (p¤){let { message: m = x§ }=C¤(p¤);{ m }} });\
             E¤=2;D¤(r¤)}",
        );
    }

    #[test]
    fn a_statement_that_comes_to_start_with_a_bracket_is_kept_apart() {
        check_in_session(
            "() => { x\nx = 1 }",
            "{let r¤;E¤=1;r¤=(0,() => { x§\n;(x§e===E¤||(W¤(0,x§),x§e=E¤),x§=1) });E¤=2;D¤(r¤)}",
        );
        check(
            "{ a\nvar b\n(c) }",
            "let b§,b§e;{let r¤;E¤=1;{ a\n;;\nr¤=((c)) };E¤=2;D¤(r¤)}",
        );
    }

    #[test]
    fn a_variable_of_a_function_is_the_functions() {
        check(
            "() => { var a = 1; a }",
            "{let r¤;E¤=1;r¤=(0,() => { var a = 1; a });E¤=2;D¤(r¤)}",
        );
        check(
            "(class { static { var a = 1; a } })",
            "{let r¤;E¤=1;r¤=(0,(class { static { var a = 1; a } }));E¤=2;D¤(r¤)}",
        );
    }
}
