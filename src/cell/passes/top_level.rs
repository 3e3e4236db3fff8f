//! The statements of the cell itself: declarations become assignments, and after each unit of work
//! a checkpoint is taken.

use std::collections::HashSet;

use swc_common::Spanned;
use swc_ecma_ast::{
    Class, Decl, DefaultDecl, ExportDefaultDecl, FnDecl, Function, Ident, Module, ModuleDecl,
    ModuleItem, Stmt, UsingDecl, VarDecl, VarDeclKind,
};

use super::declarations::Declarations;
use super::imports::Import;
use super::names_in;
use super::naming::is_anonymous_function;
use super::references::Target;
use super::rewriter::{Assigned, Rewriter};
use super::spans::{end, next_token, start};
use super::statements::Parent;
use crate::cell::edits::Slot;
use crate::cell::error::Problem;
use crate::cell::names::RuntimeName;
use crate::cell::options::{CellOptions, StaticImport};
use crate::cell::position::is_line_break;

/// The work between two checkpoints: a top-level statement, or a declarator of one.
#[derive(Default)]
pub(super) struct Unit {
    /// Where the values of what it may assign are logged.
    front: Option<Slot>,
    writes: Vec<Write>,
    written: HashSet<u32>,
    /// Names whose declarations it completes, by index.
    completes: Vec<usize>,
}

struct Write {
    name: String,
    id: u32,
    declared: Option<usize>,
}

impl Unit {
    pub(super) fn declare(&mut self, declared: &Declarations, name: &str) {
        if let Some((index, _)) = declared.get(name) {
            self.completes.push(index);
        }
    }
}

/// Refuses static imports, where the session wants that.
pub(super) fn refuse_imports(module: &Module, options: &CellOptions<'_>) -> Result<(), Problem> {
    if options.static_import == StaticImport::Rewrite {
        return Ok(());
    }
    for item in &module.body {
        if let ModuleItem::ModuleDecl(declaration) = item
            && let Some(import) = import_of(declaration)
        {
            let keyword = if matches!(declaration, ModuleDecl::Import(_)) {
                "import"
            } else {
                "export … from"
            };
            return Err(Problem::new(
                format!("Cannot use a static `{keyword}` in a cell"),
                start(declaration.span()),
            )
            .hint(format!("write `{}`", import.declaration())));
        }
    }
    Ok(())
}

/// Refuses two expressions in one line without a semicolon between them, which the parser lets pass
/// after an `import()`, and which checkpoints would set apart.
pub(super) fn refuse_missing_semicolons(module: &Module, text: &str) -> Result<(), Problem> {
    for item in &module.body {
        let ModuleItem::Stmt(Stmt::Expr(statement)) = item else {
            continue;
        };
        let end = end(statement.span);
        if text[..end as usize].ends_with(';') {
            continue;
        }
        let next = next_token(text, end);
        let between = &text[end as usize..next as usize];
        if (next as usize) < text.len() && !between.contains(is_line_break) {
            return Err(Problem::new("Expected ';'", next));
        }
    }
    Ok(())
}

fn import_of(declaration: &ModuleDecl) -> Option<Import<'_>> {
    match declaration {
        ModuleDecl::Import(import) => Some(Import::new(import)),
        ModuleDecl::ExportNamed(export) => Import::of_export(export),
        ModuleDecl::ExportAll(export) => Some(Import::of_export_all(export)),
        _ => None,
    }
}

impl Rewriter<'_> {
    pub(super) fn items(&mut self, items: &[ModuleItem]) {
        for item in items {
            match item {
                ModuleItem::Stmt(statement) => self.top_statement(statement),
                ModuleItem::ModuleDecl(declaration) => self.module_declaration(declaration),
            }
            self.edits.copy_to(end(item.span()));
        }
    }

    fn top_statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Decl(declaration) => self.top_declaration(declaration),
            Stmt::Empty(_) => {}
            _ => {
                self.begin_unit(start(statement.span()));
                self.statement(statement, Parent::Cell);
                self.end_unit(end(statement.span()));
            }
        }
    }

    fn module_declaration(&mut self, declaration: &ModuleDecl) {
        let span = declaration.span();
        match declaration {
            ModuleDecl::ExportDecl(export) => {
                self.edits.copy_to(start(span));
                self.edits.drop_to(start(export.decl.span()));
                self.top_declaration(&export.decl);
            }
            ModuleDecl::ExportDefaultExpr(export) => {
                self.begin_unit(start(span));
                self.edits.drop_to(start(export.expr.span()));
                if is_anonymous_function(&export.expr) {
                    self.edits.insert(format!("{}=", self.names.result()));
                    self.named(&export.expr, "default", true);
                } else {
                    self.kept_value(&export.expr);
                }
                self.end_unit(end(span));
            }
            ModuleDecl::ExportDefaultDecl(export) => self.default_declaration(export),
            ModuleDecl::ExportNamed(export) if export.src.is_none() => {
                self.edits.copy_to(start(span));
                self.edits.drop_to(end(span));
            }
            _ => {
                if let Some(import) = import_of(declaration) {
                    self.import(&import, start(span), end(span));
                }
            }
        }
    }

    fn default_declaration(&mut self, export: &ExportDefaultDecl) {
        let keyword = next_token(self.text, start(export.span) + "export".len() as u32);
        let from = next_token(self.text, keyword + "default".len() as u32);
        self.edits.copy_to(start(export.span));
        match &export.decl {
            DefaultDecl::Fn(function) => {
                if let Some(name) = &function.ident {
                    self.edits.drop_to(from);
                    return self.top_function(name, &function.function);
                }
            }
            DefaultDecl::Class(class) => {
                if let Some(name) = &class.ident {
                    self.begin_unit(start(export.span));
                    self.edits.drop_to(from);
                    return self.top_class(name, &class.class, end(export.span));
                }
            }
            DefaultDecl::TsInterfaceDecl(_) => return,
        }
        self.begin_unit(start(export.span));
        self.edits.drop_to(from);
        self.edits
            .insert(format!("{}=({{default:", self.names.result()));
        match &export.decl {
            DefaultDecl::Fn(function) => self.function(&function.function),
            DefaultDecl::Class(class) => self.class(None, &class.class),
            DefaultDecl::TsInterfaceDecl(_) => {}
        }
        self.edits.copy_to(end(export.span));
        self.edits.insert("}).default");
        self.end_unit(end(export.span));
    }

    fn top_declaration(&mut self, declaration: &Decl) {
        match declaration {
            Decl::Fn(FnDecl {
                ident, function, ..
            }) => self.top_function(ident, function),
            Decl::Class(class) if self.scopes.is_local(&class.ident.sym) => {
                self.class(Some(&class.ident), &class.class);
            }
            Decl::Class(class) => {
                self.begin_unit(start(class.class.span));
                self.top_class(&class.ident, &class.class, end(class.class.span));
            }
            Decl::Var(variables) => self.top_variables(variables),
            Decl::Using(using) => self.top_using(using),
            _ => {}
        }
    }

    fn top_function(&mut self, name: &Ident, function: &Function) {
        if let Some((index, _)) = self.declared.get(&name.sym) {
            self.functions.push(index);
            self.initialized[index] = Some(self.options.first_checkpoint);
        }
        self.hoisted_function(function);
    }

    fn top_class(&mut self, name: &Ident, class: &Class, until: u32) {
        self.edits
            .insert(format!("{}=", self.names.storage(&name.sym)));
        self.write_declared(name);
        self.class(Some(name), class);
        self.end_declarator(until, &[name]);
        self.end_unit(until);
    }

    fn top_variables(&mut self, variables: &VarDecl) {
        let mut generated = true;
        names_in::declarators(variables, &mut |name| {
            generated &= self.scopes.is_local(&name.sym)
        });
        if generated
            && !variables
                .decls
                .iter()
                .all(|it| names_of(&it.name).is_empty())
        {
            return self.local_variables(variables);
        }
        for (at, declarator) in variables.decls.iter().enumerate() {
            let name = &declarator.name;
            if at == 0 {
                self.begin_unit(start(variables.span));
            } else {
                self.begin_unit(self.edits.cursor());
            }
            self.edits.drop_to(start(name.span()));
            if declarator.init.is_none() && variables.kind == VarDeclKind::Var {
                self.edits.drop_to(end(name.span()));
            } else {
                self.declarator(name, declarator.init.as_deref());
            }
            self.end_declarator(end(declarator.span), &names_of(name));
            self.end_unit(end(declarator.span));
        }
        self.edits.drop_to(end(variables.span));
    }

    fn top_using(&mut self, using: &UsingDecl) {
        self.begin_unit(start(using.span));
        let mut names = Vec::new();
        for declarator in &using.decls {
            names.extend(names_of(&declarator.name));
            if let Some(value) = &declarator.init {
                self.expression(value);
            }
        }
        self.edits.copy_to(end(using.span));
        for name in &names {
            self.edits
                .insert(format!(";{}={}", self.names.storage(&name.sym), name.sym));
            self.write_declared(name);
        }
        self.end_declarator(end(using.span), &names);
        self.end_unit(end(using.span));
    }

    fn import(&mut self, import: &Import<'_>, from: u32, to: u32) {
        self.begin_unit(from);
        let names = self.names;
        let [resume, pause] =
            [RuntimeName::Resume, RuntimeName::Pause].map(|name| names.runtime(name));
        self.edits.insert(import.assignment(
            |name| names.storage(&name.sym),
            |module| format!("{resume}(await {pause}({module}))"),
        ));
        self.edits.drop_to(to);
        let locals: Vec<&Ident> = import.locals().collect();
        for local in &locals {
            self.write_declared(local);
        }
        self.end_declarator(to, &locals);
        self.end_unit(to);
    }

    fn begin_unit(&mut self, from: u32) {
        self.edits.copy_to(from);
        self.unit = Unit {
            front: Some(self.edits.slot()),
            ..Unit::default()
        };
    }

    /// Notes that the names are declared from here on.
    fn end_declarator(&mut self, at: u32, names: &[&Ident]) {
        self.edits.copy_to(at);
        let indexes: Vec<usize> = names
            .iter()
            .filter_map(|name| self.declared.get(&name.sym).map(|(index, _)| index))
            .collect();
        self.unit.completes.extend(&indexes);
        let slot = self.edits.slot();
        self.dead_slots.push((slot, indexes));
    }

    fn end_unit(&mut self, at: u32) {
        self.edits.copy_to(at);
        self.checkpoint += 1;
        let ended = self.edits.ends_with(';');
        let separator = if ended { "" } else { ";" };
        self.edits.insert(format!(
            "{separator}{}={};",
            self.checkpoint_name, self.checkpoint
        ));
        let unit = std::mem::take(&mut self.unit);
        let mut saves = String::new();
        for write in &unit.writes {
            let exists = match write.declared {
                Some(index) => {
                    self.declared.list[index].existed || self.initialized[index].is_some()
                }
                None => true,
            };
            if exists {
                let save = self.names.runtime(RuntimeName::Save);
                saves.push_str(&format!(
                    "{save}({},{});",
                    write.id,
                    self.names.storage(&write.name)
                ));
            }
        }
        for write in unit.writes {
            match write.declared {
                Some(index) => {
                    let is_var = self.declared.list[index].alive_from.is_none();
                    if is_var && self.initialized[index].is_none() {
                        self.initialized[index] = Some(self.checkpoint);
                    }
                }
                None => {
                    if self.assigned_ids.insert(write.id) {
                        self.assigned.push(Assigned {
                            id: write.id,
                            checkpoint: self.checkpoint,
                        });
                    }
                }
            }
        }
        for index in unit.completes {
            self.initialized[index].get_or_insert(self.checkpoint);
        }
        if let Some(front) = unit.front {
            self.edits.fill(front, saves);
        }
    }

    /// Notes that the current unit may assign the binding.
    pub(super) fn write(&mut self, target: &Target<'_>) {
        if self.unit.written.insert(target.id) {
            self.unit.writes.push(Write {
                name: target.name.to_owned(),
                id: target.id,
                declared: target.declared,
            });
        }
    }

    fn write_declared(&mut self, name: &Ident) {
        if let Some((index, declared)) = self.declared.get(&name.sym) {
            let id = declared.id;
            self.write(&Target {
                name: &name.sym,
                id,
                constant: false,
                dead: None,
                declared: Some(index),
            });
        }
    }
}

fn names_of(pattern: &swc_ecma_ast::Pat) -> Vec<&Ident> {
    let mut names = Vec::new();
    names_in::pattern(pattern, &mut |name| names.push(name));
    names
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::{check, check_in_session};

    #[test]
    fn each_declarator_is_an_assignment_with_a_checkpoint() {
        check(
            "const a = 1, b = 2;",
            "let a§,a§e,b§,b§e;{E¤=1;a§ = 1;E¤=2;b§ = 2;E¤=3;}",
        );
        check("let a", "let a§,a§e;{E¤=1;a§=void 0;E¤=2;}");
        check(
            "var a, b = 1",
            "let a§,a§e,b§,b§e;{E¤=1;;E¤=2;b§ = 1;E¤=3;}",
        );
        check(
            "const {a, b: [c], ...r} = o, [d] = o",
            "let a§,a§e,c§,c§e,r§,r§e,d§,d§e;{E¤=1;({a:a§, b: [c§], ...r§} = o);E¤=2;[d§] = o;E¤=3;}",
        );
    }

    #[test]
    fn a_function_is_there_from_the_start() {
        check(
            "g(); function g() {}",
            "let g§,g§e;{let r¤;g§=g;E¤=1;r¤=(g§());E¤=2; function g() {}D¤(r¤)}",
        );
    }

    #[test]
    fn a_class_keeps_its_name_for_itself() {
        check(
            "class A extends B { m() { return A } } A",
            "let A§,A§e;{let r¤;E¤=1;A§=class A extends B { m() { return A } };E¤=2; r¤=(A§);E¤=3;D¤(r¤)}",
        );
    }

    #[test]
    fn a_binding_that_exists_is_logged_before_it_is_declared_again() {
        check_in_session("let x = 5", "{E¤=1;S¤(0,x§);x§ = 5;E¤=2;}");
        check_in_session("function x() {}", "{S¤(0,x§);x§=x;E¤=1;function x() {}}");
        check_in_session("var x", "{E¤=1;;E¤=2;}");
    }

    #[test]
    fn a_new_binding_is_logged_once_it_exists() {
        check(
            "let a = 1; a = 2",
            "let a§,a§e;{let r¤;E¤=1;a§ = 1;E¤=2; S¤(0,a§);r¤=(a§ = 2);E¤=3;D¤(r¤)}",
        );
    }

    #[test]
    fn a_resource_lives_until_the_cell_ends() {
        check(
            "using a = f();",
            "let a§,a§e;{E¤=1;using a = f();;a§=a;E¤=2;}",
        );
    }

    #[test]
    fn exports_have_no_importers() {
        check("export const a = 1", "let a§,a§e;{E¤=1;a§ = 1;E¤=2;}");
        check(
            "let a; export { a as\n b }",
            "let a§,a§e;{E¤=1;a§=void 0;E¤=2; \n}",
        );
        check(
            "export default 1 + 1",
            "{let r¤;E¤=1;r¤=(1 + 1);E¤=2;D¤(r¤)}",
        );
        check(
            "export default function g() {}",
            "let g§,g§e;{g§=g;E¤=1;function g() {}}",
        );
        check(
            "export default class {}",
            "{let r¤;E¤=1;r¤=({default:class {}}).default;E¤=2;D¤(r¤)}",
        );
        check(
            "export default () => 1",
            "{let r¤;E¤=1;r¤=({\"default\":() => 1}).default;E¤=2;D¤(r¤)}",
        );
    }

    #[test]
    fn lines_stay_and_a_comment_at_the_end_swallows_nothing() {
        check("1 // a", "{let r¤;E¤=1;r¤=(1);E¤=2;D¤(r¤)} // a");
        check("// a", "{E¤=1;}// a");
        check(
            "const a = // b\n  1,\n  c = 2",
            "let a§,a§e,c§,c§e;{E¤=1;a§ = // b\n  1;E¤=2;\nc§ = 2;E¤=3;}",
        );
    }

    #[test]
    fn a_checkpoint_takes_the_place_of_no_semicolon() {
        check(
            "import.meta a",
            "Expected ';' (1:13)\nimport.meta a\n            ^",
        );
        check(
            "a\nb /*\n*/ c",
            "{let r¤;E¤=1;a;E¤=2;\nb;E¤=3; /*\n*/ r¤=(c);E¤=4;D¤(r¤)}",
        );
    }

    #[test]
    fn this_is_undefined() {
        check("this", "{let r¤;E¤=1;r¤=((void E¤));E¤=2;D¤(r¤)}");
        check(
            "[() => this, function () { this }, class { [this] = this }]",
            "{let r¤;E¤=1;r¤=([() => (void E¤), function () { this }, class { [(void E¤)] = this }]);E¤=2;D¤(r¤)}",
        );
    }

    #[test]
    fn import_meta_is_the_runtimes() {
        check(
            "() => import.meta.url",
            "{let r¤;E¤=1;r¤=(0,() => M¤(\"cell-1.js\").url);E¤=2;D¤(r¤)}",
        );
    }
}
