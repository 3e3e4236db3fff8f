//! Finds a `return` that belongs to no function.

use swc_ecma_ast::Stmt;

use super::passes::BASE;

/// Where the first `return` of a statement is, in bytes, not counting those of functions in it.
pub(super) fn first_in(statement: &Stmt) -> Option<u32> {
    match statement {
        Stmt::Return(found) => Some(found.span.lo.0.saturating_sub(BASE)),
        Stmt::Block(block) => first_of(&block.stmts),
        Stmt::If(inner) => {
            let alternative = || inner.alt.as_deref().and_then(first_in);
            first_in(&inner.cons).or_else(alternative)
        }
        Stmt::For(inner) => first_in(&inner.body),
        Stmt::ForIn(inner) => first_in(&inner.body),
        Stmt::ForOf(inner) => first_in(&inner.body),
        Stmt::While(inner) => first_in(&inner.body),
        Stmt::DoWhile(inner) => first_in(&inner.body),
        Stmt::Labeled(inner) => first_in(&inner.body),
        Stmt::With(inner) => first_in(&inner.body),
        Stmt::Switch(inner) => inner.cases.iter().find_map(|case| first_of(&case.cons)),
        Stmt::Try(inner) => first_of(&inner.block.stmts)
            .or_else(|| first_of(&inner.handler.as_ref()?.body.stmts))
            .or_else(|| first_of(&inner.finalizer.as_ref()?.stmts)),
        _ => None,
    }
}

fn first_of(statements: &[Stmt]) -> Option<u32> {
    statements.iter().find_map(first_in)
}
