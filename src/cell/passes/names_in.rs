//! Which names a piece of code declares, by the rules of strict code.

use swc_ecma_ast::{
    Decl, ForHead, Ident, ObjectPatProp, Pat, Stmt, VarDecl, VarDeclKind, VarDeclOrExpr,
};

use super::spans::end;

/// Calls `each` for every name that a binding pattern declares.
pub(super) fn pattern<'a>(pattern: &'a Pat, each: &mut impl FnMut(&'a Ident)) {
    elements(pattern, 0, &mut |name, _| each(name));
}

/// Calls `each` for every name that a binding pattern declares, with the place from which on the
/// rest of the pattern can read it.
pub(super) fn elements<'a>(pattern: &'a Pat, earliest: u32, each: &mut impl FnMut(&'a Ident, u32)) {
    match pattern {
        Pat::Ident(name) => each(&name.id, earliest.max(end(name.id.span))),
        Pat::Array(array) => {
            for element in array.elems.iter().flatten() {
                elements(element, earliest, each);
            }
        }
        Pat::Object(object) => {
            for property in &object.props {
                match property {
                    ObjectPatProp::KeyValue(property) => elements(&property.value, earliest, each),
                    ObjectPatProp::Assign(property) => {
                        each(&property.key.id, earliest.max(end(property.span)));
                    }
                    ObjectPatProp::Rest(rest) => elements(&rest.arg, earliest, each),
                }
            }
        }
        Pat::Rest(rest) => elements(&rest.arg, earliest, each),
        Pat::Assign(default) => elements(&default.left, earliest.max(end(default.span)), each),
        Pat::Expr(_) | Pat::Invalid(_) => {}
    }
}

pub(super) fn declarators<'a>(declaration: &'a VarDecl, each: &mut impl FnMut(&'a Ident)) {
    for declarator in &declaration.decls {
        pattern(&declarator.name, each);
    }
}

/// The names that belong to a block because one of these statements declares them.
pub(super) fn lexical<'a>(
    statements: impl IntoIterator<Item = &'a Stmt>,
    each: &mut impl FnMut(&'a Ident),
) {
    for statement in statements {
        if let Stmt::Decl(declaration) = statement {
            lexical_declaration(declaration, each);
        }
    }
}

pub(super) fn lexical_declaration<'a>(declaration: &'a Decl, each: &mut impl FnMut(&'a Ident)) {
    match declaration {
        Decl::Class(class) => each(&class.ident),
        Decl::Fn(function) => each(&function.ident),
        Decl::Var(variables) if variables.kind != VarDeclKind::Var => declarators(variables, each),
        Decl::Using(using) => {
            for declarator in &using.decls {
                pattern(&declarator.name, each);
            }
        }
        _ => {}
    }
}

/// The names that the head of a loop declares for the loop alone.
pub(super) fn loop_head<'a>(head: &'a ForHead, each: &mut impl FnMut(&'a Ident)) {
    match head {
        ForHead::VarDecl(variables) if variables.kind != VarDeclKind::Var => {
            declarators(variables, each)
        }
        ForHead::UsingDecl(using) => {
            for declarator in &using.decls {
                pattern(&declarator.name, each);
            }
        }
        ForHead::VarDecl(_) | ForHead::Pat(_) => {}
    }
}

/// Calls a function for each of some names.
pub(super) type Names<'f, 'a> = &'f dyn Fn(&mut dyn FnMut(&'a Ident));

/// A place where a walk over `var` declarations is inside a block.
pub(super) trait VarVisitor<'a> {
    /// A `var` declares this name.
    fn variable(&mut self, name: &'a Ident);
    /// The walk enters a block that declares names of its own.
    fn enter(&mut self, _names: Names<'_, 'a>) {}
    /// The walk leaves that block.
    fn leave(&mut self) {}
}

impl<'a, F: FnMut(&'a Ident)> VarVisitor<'a> for F {
    fn variable(&mut self, name: &'a Ident) {
        self(name);
    }
}

/// Visits every `var` of these statements that belongs to the function or cell around them.
pub(super) fn variables<'a>(
    statements: impl IntoIterator<Item = &'a Stmt>,
    visitor: &mut impl VarVisitor<'a>,
) {
    for statement in statements {
        variables_of(statement, visitor);
    }
}

fn block<'a>(statements: &'a [Stmt], visitor: &mut impl VarVisitor<'a>) {
    visitor.enter(&|each| lexical(statements, &mut |name| each(name)));
    variables(statements, visitor);
    visitor.leave();
}

pub(super) fn variables_of<'a>(statement: &'a Stmt, visitor: &mut impl VarVisitor<'a>) {
    match statement {
        Stmt::Decl(Decl::Var(variables)) => variables_of_declaration(variables, visitor),
        Stmt::Block(inner) => block(&inner.stmts, visitor),
        Stmt::With(inner) => variables_of(&inner.body, visitor),
        Stmt::Labeled(inner) => variables_of(&inner.body, visitor),
        Stmt::If(inner) => {
            variables_of(&inner.cons, visitor);
            let mut rest = inner.alt.as_deref();
            while let Some(Stmt::If(inner)) = rest {
                variables_of(&inner.cons, visitor);
                rest = inner.alt.as_deref();
            }
            if let Some(last) = rest {
                variables_of(last, visitor);
            }
        }
        Stmt::While(inner) => variables_of(&inner.body, visitor),
        Stmt::DoWhile(inner) => variables_of(&inner.body, visitor),
        Stmt::For(inner) => {
            let declared = inner.init.as_ref().and_then(|init| match init {
                VarDeclOrExpr::VarDecl(variables) => Some(&**variables),
                VarDeclOrExpr::Expr(_) => None,
            });
            let lexical = declared.filter(|variables| variables.kind != VarDeclKind::Var);
            visitor.enter(&|each| {
                if let Some(variables) = lexical {
                    declarators(variables, &mut |name| each(name));
                }
            });
            if let Some(variables) = declared {
                variables_of_declaration(variables, visitor);
            }
            variables_of(&inner.body, visitor);
            visitor.leave();
        }
        Stmt::ForIn(inner) => variables_of_loop(&inner.left, &inner.body, visitor),
        Stmt::ForOf(inner) => variables_of_loop(&inner.left, &inner.body, visitor),
        Stmt::Switch(inner) => {
            let statements = || inner.cases.iter().flat_map(|case| &case.cons);
            visitor.enter(&|each| lexical(statements(), &mut |name| each(name)));
            variables(statements(), visitor);
            visitor.leave();
        }
        Stmt::Try(inner) => {
            block(&inner.block.stmts, visitor);
            if let Some(handler) = &inner.handler {
                // A plain parameter may be declared again by `var`; the names of a pattern may not.
                visitor.enter(&|each| match &handler.param {
                    Some(Pat::Ident(_)) | None => {}
                    Some(parameter) => pattern(parameter, &mut |name| each(name)),
                });
                block(&handler.body.stmts, visitor);
                visitor.leave();
            }
            if let Some(last) = &inner.finalizer {
                block(&last.stmts, visitor);
            }
        }
        _ => {}
    }
}

fn variables_of_loop<'a>(head: &'a ForHead, body: &'a Stmt, visitor: &mut impl VarVisitor<'a>) {
    visitor.enter(&|each| loop_head(head, &mut |name| each(name)));
    if let ForHead::VarDecl(variables) = head {
        variables_of_declaration(variables, visitor);
    }
    variables_of(body, visitor);
    visitor.leave();
}

fn variables_of_declaration<'a>(declaration: &'a VarDecl, visitor: &mut impl VarVisitor<'a>) {
    if declaration.kind == VarDeclKind::Var {
        declarators(declaration, &mut |name| visitor.variable(name));
    }
}
