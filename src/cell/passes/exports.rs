//! The early errors of `export`, which means nothing else in a cell.

use std::collections::HashSet;

use swc_common::Span;
use swc_ecma_ast::{
    Decl, ExportSpecifier, Module, ModuleDecl, ModuleExportName, ModuleItem, NamedExport,
};

use super::declarations::Declarations;
use super::spans::start;
use super::{imports, names_in};
use crate::cell::bindings::Bindings;
use crate::cell::error::Problem;

/// What is wrong with a cell's exports: a name twice, or one that there is not.
pub(super) fn problem(
    module: &Module,
    declared: &Declarations,
    bindings: &Bindings,
) -> Option<Problem> {
    let mut exported: HashSet<String> = HashSet::new();
    let mut twice = |name: &str, span: Span| {
        let message = format!("Duplicate export of '{name}'");
        let is_new = exported.insert(name.to_owned());
        (!is_new).then(|| Problem::new(message, start(span)))
    };
    for item in &module.body {
        let ModuleItem::ModuleDecl(declaration) = item else {
            continue;
        };
        let problem = match declaration {
            ModuleDecl::ExportDefaultDecl(export) => twice("default", export.span),
            ModuleDecl::ExportDefaultExpr(export) => twice("default", export.span),
            ModuleDecl::ExportDecl(export) => {
                let mut problem = None;
                let mut each = |name: &swc_ecma_ast::Ident| {
                    let found = twice(&name.sym, name.span);
                    problem = problem.take().or(found);
                };
                match &export.decl {
                    Decl::Var(variables) => names_in::declarators(variables, &mut each),
                    other => names_in::lexical_declaration(other, &mut each),
                }
                problem
            }
            ModuleDecl::ExportNamed(export) => export.specifiers.iter().find_map(|specifier| {
                missing(export, specifier, declared, bindings).or_else(|| {
                    match imports::exported(specifier) {
                        Ok(name) => twice(&name.sym, name.span),
                        Err(name) => twice(&name.value.to_string_lossy(), name.span),
                    }
                })
            }),
            _ => None,
        };
        if problem.is_some() {
            return problem;
        }
    }
    None
}

/// A name that is exported and that neither the cell nor an earlier one declares.
fn missing(
    export: &NamedExport,
    specifier: &ExportSpecifier,
    declared: &Declarations,
    bindings: &Bindings,
) -> Option<Problem> {
    let ExportSpecifier::Named(named) = specifier else {
        return None;
    };
    let ModuleExportName::Ident(name) = &named.orig else {
        return None;
    };
    let is_there = export.src.is_some()
        || declared.get(&name.sym).is_some()
        || bindings.get(&name.sym).is_some();
    let message = format!("Export '{}' is not defined in module", name.sym);
    (!is_there).then(|| Problem::new(message, start(name.span)))
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::check;

    #[test]
    fn exports_are_checked_and_dropped() {
        check(
            "export { a }",
            "Export 'a' is not defined in module (1:10)\nexport { a }\n         ^",
        );
        check(
            "export let a; export { a }",
            "Duplicate export of 'a' (1:24)\nexport let a; export { a }\n                       ^",
        );
        check("export { A }; type A = 1", "{E¤=1;}           ");
        check(
            "let a; export { a, a as b }",
            "let a§,a§e;{E¤=1;a§=void 0;E¤=2; }",
        );
    }
}
