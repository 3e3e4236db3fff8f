//! JavaScript for cells in TypeScript and JSX.
//!
//! Types are erased in place, so that positions stay. Only what erasing can't express is compiled
//! and printed anew, with a table of where each part came from.

use std::collections::HashSet;

use swc_common::comments::{Comments, SingleThreadedComments};
use swc_common::errors::{DiagnosticBuilder, Emitter as Diagnostics, HANDLER, Handler};
use swc_common::sync::Lrc;
use swc_common::{BytePos, FileName, LineCol, Mark, SourceMap};
use swc_ecma_ast::{
    ClassExpr, Decl, Ident, Module, ModuleDecl, ModuleItem, Param, Program, Stmt, TsEnumDecl,
    TsParamProp, VarDecl, VarDeclKind, VarDeclarator,
};
use swc_ecma_codegen::text_writer::JsWriter;
use swc_ecma_codegen::{Config, Emitter};
use swc_ecma_transforms::helpers::{HELPERS, Helpers, inject_helpers};
use swc_ecma_transforms::proposals::decorators;
use swc_ecma_transforms::react::{self, Runtime};
use swc_ecma_transforms::typescript::{self, TsxConfig};
use swc_ecma_transforms::{fixer, hygiene, proposals, resolver};
use swc_ecma_visit::{Visit, VisitMut, VisitMutWith, VisitWith};
use swc_ts_fast_strip::{Mode, Options, operate};

use super::error::Problem;
use super::language::{Prepared, without_directives};
use super::parse::{Language, Parsed, parse, ts_syntax};
use super::passes::{BASE, Import, names_declared};
use super::position::{LineIndex, Position};

/// Where the parts of a printed text come from, in the order of the text.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    places: Vec<(u32, u32)>,
}

impl Origin {
    /// The place in the source for a place in the printed text.
    pub(super) fn source_offset(&self, offset: u32) -> u32 {
        let next = self
            .places
            .partition_point(|&(printed, _)| printed <= offset);
        match next.checked_sub(1) {
            Some(at) => self.places[at].1,
            None => self.places.first().map_or(0, |&(_, source)| source),
        }
    }

    /// The places in the source for an offset that the printer took down.
    pub(super) fn exact(&self, offset: u32) -> impl Iterator<Item = u32> {
        let first = self
            .places
            .partition_point(|&(printed, _)| printed < offset);
        self.places[first..]
            .iter()
            .take_while(move |&&(printed, _)| printed == offset)
            .map(|&(_, source)| source)
    }

    /// All pairs of places, the printed one first.
    pub(super) fn places(&self) -> &[(u32, u32)] {
        &self.places
    }
}

/// Makes JavaScript of a parsed source.
pub(super) fn compile(
    source: &str,
    language: Language,
    parsed: Parsed,
) -> Result<Prepared, Problem> {
    if language == Language::TypeScript
        && let Some(text) = erase(source)
        && let Ok(erased) = parse(&text, Language::JavaScript)
    {
        return Ok(Prepared {
            text: without_directives(&text, &erased.comments),
            module: erased.module,
            origin: None,
            generated: HashSet::new(),
            preamble: String::new(),
        });
    }
    print(source, parsed)
}

/// The source with its types blanked out; `None` if it has more than types.
fn erase(source: &str) -> Option<String> {
    let handler = silent();
    let options = Options {
        module: Some(true),
        parser: ts_syntax(false),
        mode: Mode::StripOnly,
        ..Options::default()
    };
    let erased = HANDLER.set(&handler, || {
        operate(
            &Lrc::new(SourceMap::default()),
            &handler,
            source.to_owned(),
            options,
        )
    });
    erased.ok().map(|output| output.code)
}

fn print(source: &str, parsed: Parsed) -> Result<Prepared, Problem> {
    let map = Lrc::new(SourceMap::default());
    map.new_source_file(FileName::Anon.into(), source.to_owned());
    let mentioned = mentioned(&parsed.module);
    let module = transform(&map, parsed)?;
    let (module, mut generated, preamble) = without_generated_imports(module, &mentioned);
    generated.extend(
        names_declared(&module)
            .into_iter()
            .filter(|name| !mentioned.contains(name)),
    );

    let (text, places) = emit(&map, &module)?;
    let lines = LineIndex::new(&text);
    let mut places: Vec<(u32, u32)> = places
        .into_iter()
        .filter(|(place, _)| (BASE..=BASE + source.len() as u32).contains(&place.0))
        .map(|(place, at)| {
            let position = Position {
                line: at.line + 1,
                column: at.col + 1,
            };
            (lines.offset(&text, position), place.0 - BASE)
        })
        .collect();
    places.sort_by_key(|&(printed, _)| printed);
    let origin = Origin { places };

    let parsed = parse(&text, Language::JavaScript).map_err(|problem| Problem {
        offset: origin.source_offset(problem.offset),
        ..problem
    })?;
    Ok(Prepared {
        text: without_directives(&text, &parsed.comments),
        module: parsed.module,
        origin: Some(origin),
        generated,
        preamble,
    })
}

fn transform(map: &Lrc<SourceMap>, parsed: Parsed) -> Result<Module, Problem> {
    let Parsed { module, comments } = parsed;
    let (unresolved, top_level) = (Mark::new(), Mark::new());
    let jsx = react::Options {
        runtime: Some(runtime(&comments)),
        ..react::Options::default()
    };
    let config = typescript::Config {
        no_empty_export: true,
        ..typescript::Config::default()
    };
    let handler = silent();
    let program = HANDLER.set(&handler, || {
        HELPERS.set(&Helpers::new(false), || {
            let comments = Some(comments.clone());
            decorate(keep_enums(module), unresolved, top_level)
                .apply(typescript::tsx(
                    map.clone(),
                    config,
                    TsxConfig::default(),
                    comments.clone(),
                    unresolved,
                    top_level,
                ))
                .apply(react::jsx(
                    map.clone(),
                    comments,
                    jsx,
                    top_level,
                    unresolved,
                ))
                .apply(inject_helpers(unresolved))
                .apply(hygiene())
                .apply(fixer(None))
        })
    });
    match program {
        Program::Module(module) => Ok(module),
        Program::Script(_) => Err(Problem::internal("the compiler returned a script")),
    }
}

/// Compiles decorators: TypeScript's legacy ones where a parameter has some, which the standard ones
/// can't, and the standard ones elsewhere.
fn decorate(module: Module, unresolved: Mark, top_level: Mark) -> Program {
    let resolver = resolver(unresolved, top_level, true);
    if has_decorated_parameters(&module) {
        let legacy = decorators::Config {
            legacy: true,
            emit_metadata: false,
            use_define_for_class_fields: true,
        };
        return Program::Module(module)
            .apply(resolver)
            .apply(decorators::decorators(legacy));
    }
    Program::Module(assign_decorated_classes(module))
        .apply(resolver)
        .apply(proposals::decorator_2022_03::decorator_2022_03())
}

fn has_decorated_parameters(module: &Module) -> bool {
    struct Finder(bool);
    impl Visit for Finder {
        fn visit_param(&mut self, parameter: &Param) {
            self.0 |= !parameter.decorators.is_empty();
            parameter.visit_children_with(self);
        }

        fn visit_ts_param_prop(&mut self, parameter: &TsParamProp) {
            self.0 |= !parameter.decorators.is_empty();
            parameter.visit_children_with(self);
        }
    }
    let mut finder = Finder(false);
    module.visit_with(&mut finder);
    finder.0
}

/// Makes plain enums of constant ones, which would be gone for later cells.
fn keep_enums(mut module: Module) -> Module {
    struct Keeper;
    impl VisitMut for Keeper {
        fn visit_mut_ts_enum_decl(&mut self, declaration: &mut TsEnumDecl) {
            declaration.is_const = false;
        }
    }
    module.visit_mut_with(&mut Keeper);
    module
}

/// Makes `let C = @d class C {}` of every `@d class C {}` of the top level: a decorator may put
/// something else in place of the class, and that is what the binding must hold.
fn assign_decorated_classes(mut module: Module) -> Module {
    for item in &mut module.body {
        let declaration = match item {
            ModuleItem::Stmt(Stmt::Decl(declaration)) => declaration,
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => &mut export.decl,
            _ => continue,
        };
        let Decl::Class(class) = declaration else {
            continue;
        };
        if class.class.decorators.is_empty() {
            continue;
        }
        let span = class.class.span;
        let name = class.ident.clone();
        let value = ClassExpr {
            ident: Some(name.clone()),
            class: class.class.clone(),
        };
        let declarator = VarDeclarator {
            span,
            name: name.into(),
            init: Some(value.into()),
            definite: false,
        };
        *declaration = VarDecl {
            span,
            kind: VarDeclKind::Let,
            decls: vec![declarator],
            ..VarDecl::default()
        }
        .into();
    }
    module
}

/// The runtime that the source's pragmas ask for; the classic one by default.
fn runtime(comments: &SingleThreadedComments) -> Runtime {
    let (leading, trailing) = comments.borrow_all();
    let mentions = |pragma: &str| {
        leading
            .values()
            .chain(trailing.values())
            .flatten()
            .any(|comment| comment.text.contains(pragma))
    };
    // The pragma `@jsxRuntime` itself is left to the pass that knows it.
    if mentions("@jsxImportSource") {
        Runtime::Automatic
    } else {
        Runtime::Classic
    }
}

fn emit(
    map: &Lrc<SourceMap>,
    module: &Module,
) -> Result<(String, Vec<(BytePos, LineCol)>), Problem> {
    let mut text = Vec::new();
    let mut places = Vec::new();
    let mut emitter = Emitter {
        cfg: Config::default(),
        comments: None::<&dyn Comments>,
        cm: map.clone(),
        wr: JsWriter::new(map.clone(), "\n", &mut text, Some(&mut places)),
    };
    let emitted = emitter.emit_module(module);
    let text = emitted.ok().and_then(|()| String::from_utf8(text).ok());
    text.map(|text| (text, places))
        .ok_or_else(|| Problem::internal("the compiled text can't be printed"))
}

/// Takes out the imports of a JSX runtime, which no user wrote. Returns the names that they bind
/// and code that binds them.
fn without_generated_imports(
    mut module: Module,
    mentioned: &HashSet<String>,
) -> (Module, HashSet<String>, String) {
    let mut generated = HashSet::new();
    let mut preamble = String::new();
    module.body.retain(|item| {
        let ModuleItem::ModuleDecl(ModuleDecl::Import(import)) = item else {
            return true;
        };
        let import = Import::new(import);
        let mut locals = import
            .locals()
            .map(|local| local.sym.to_string())
            .peekable();
        if locals.peek().is_none() {
            return true;
        }
        let locals: Vec<String> = locals.collect();
        if locals.iter().any(|local| mentioned.contains(local)) {
            return true;
        }
        generated.extend(locals);
        preamble.push_str(&import.declaration());
        preamble.push(';');
        false
    });
    (module, generated, preamble)
}

/// Every identifier in a tree. What is declared later under any other name was generated.
fn mentioned(module: &Module) -> HashSet<String> {
    struct Collector(HashSet<String>);
    impl Visit for Collector {
        fn visit_ident(&mut self, ident: &Ident) {
            self.0.insert(ident.sym.to_string());
        }
    }
    let mut collector = Collector(HashSet::new());
    module.visit_with(&mut collector);
    collector.0
}

fn silent() -> Handler {
    struct Silent;
    impl Diagnostics for Silent {
        fn emit(&mut self, _: &mut DiagnosticBuilder<'_>) {}
    }
    Handler::with_emitter(false, false, Box::new(Silent))
}

#[cfg(test)]
mod tests {
    use crate::cell::parse::Language;
    use crate::cell::testing::{Cells, check, readable, script_after};

    #[test]
    fn types_are_blanked_out() {
        check(
            "let a: number = 1 as any;",
            "let a§,a§e;{E¤=1;a§         = 1;E¤=2;}",
        );
        check(
            "interface A {}\ntype B = A",
            "{E¤=1;}              \n          ",
        );
    }

    #[test]
    fn javascript_is_never_read_as_typescript() {
        let cell = Cells::default().add("a < b > (c)").unwrap();
        assert_eq!(cell.language, Language::JavaScript);
        assert_eq!(
            readable(&cell.whole_script()),
            "{let r¤;E¤=1;r¤=(a < b > (c));E¤=2;D¤(r¤)}"
        );
    }

    #[test]
    fn what_has_code_of_its_own_is_compiled() {
        for (source, expected) in [
            (
                "enum E { A }\nfunction f() { return E }",
                "function f() {\n    return E§;\n}",
            ),
            ("const enum E { A = 'a' }", "E[\"A\"] = \"a\";"),
            ("class L { m(@d a: number) {} }", "_ts_param(0, d)"),
            ("namespace N { export const a = 1 }", "N.a = 1;"),
            (
                "class P { constructor(public a: number) {} }",
                "this.a = a;",
            ),
            (
                "const e = <b>{e}</b>",
                "e§ = React.createElement(\"b\", null, (e§d,e§))",
            ),
        ] {
            let script = script_after(&[], source);
            assert!(script.contains(expected), "{source}: {script}");
        }
    }

    #[test]
    fn a_jsx_runtime_is_imported_for_the_cell_alone() {
        let source = "/** @jsxImportSource preact */\nlet e = <b/>";
        let script = script_after(&[], source);
        let import = "const { jsx: _jsx } = await import(\"preact/jsx-runtime\");";
        assert!(
            script.starts_with(&format!("let e§,e§e;{{{import}E¤=1;")),
            "{script}"
        );
    }

    #[test]
    fn a_decorated_class_is_what_its_decorators_made_of_it() {
        let mut cells = Cells::default();
        let cell = cells
            .add("function d(c: any) { return 5 as any }\n@d class A {}")
            .unwrap();
        let script = readable(&cell.whole_script());
        assert!(script.contains("A§ = (class A {"), "{script}");
        let names: Vec<&str> = cells
            .bindings
            .live()
            .map(|binding| &*binding.name)
            .collect();
        assert_eq!(names, ["d", "A"], "helpers are no bindings");
    }
}
