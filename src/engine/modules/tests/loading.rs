//! What a file is loaded as, and what `import` sees of a CommonJS one. The names are those that
//! Node (20.20) finds.

use std::sync::Arc;

use url::Url;

use super::super::contents::Contents;
use super::super::loader::Loader;
use super::super::resolver::{ModuleOptions, Resolver};
use super::super::tree::Tree;

/// What a file of a tree is loaded as: `module`, `commonjs` and its names, `json`, `wasm`, or the
/// error's code.
fn load(tree: &Tree, path: &str) -> String {
    match contents(tree, path) {
        Ok(Contents::Json(_)) => "json".to_owned(),
        Ok(Contents::Wasm(_)) => "wasm".to_owned(),
        Ok(Contents::JavaScript(code)) if code.contains("createRequire(") => {
            let names = code
                .lines()
                .filter_map(|line| line.strip_prefix("export { $$"));
            let names = names.filter_map(|line| line.split('"').nth(1));
            ["commonjs"]
                .into_iter()
                .chain(names)
                .collect::<Vec<_>>()
                .join(" ")
        }
        Ok(Contents::JavaScript(_)) => "module".to_owned(),
        Err(error) => error.code().unwrap_or(error.class()).to_owned(),
    }
}

fn contents(tree: &Tree, path: &str) -> Result<Contents, super::super::error::ModuleError> {
    let options = ModuleOptions {
        cwd: tree.root().to_owned(),
        module_dirs: vec![],
    };
    let loader = Loader::new(Arc::new(Resolver::new(options)));
    loader.contents(&Url::from_file_path(tree.path(path)).expect(path))
}

fn javascript(tree: &Tree, path: &str) -> String {
    match contents(tree, path) {
        Ok(Contents::JavaScript(code)) => code,
        other => panic!("{path} is {other:?}"),
    }
}

#[test]
fn name_package_and_syntax_say_what_a_file_is() {
    #[rustfmt::skip]
    let rows = [
        ("by extension",                 "a.mjs: 1",                            "module"),
        ("by extension",                 "a.cjs: 1",                            "commonjs"),
        ("by extension",                 "a.json: {}",                          "json"),
        ("by extension",                 "a.wasm: x",                           "wasm"),
        ("no syntax of a module",        "a.js: exports.x = 1",                 "commonjs x"),
        ("an import",                    "a.js: import './b.js'",               "module"),
        ("an export",                    "a.js: export const x = 1",            "module"),
        ("import() is no sign",          "a.js: import('./b.js')",              "commonjs"),
        ("import.meta is one",           "a.js: const x = import.meta.url",     "module"),
        ("and top-level await",          "a.js: await 1",                       "module"),
        ("await in a function isn't",    "a.js: async () => { await 1 }",       "commonjs"),
        ("sloppy code",                  "a.js: with ({}) { var x = 010 }",     "commonjs"),
        ("a return",                     "a.js: exports.x = 1; return",         "commonjs x"),
        ("a hashbang",                   "a.js: #!/usr/bin/env node\\nexports.x = 1", "commonjs x"),
        ("a byte order mark",            "a.js: \u{feff}export default 1",      "module"),
        ("broken, with an import",       "a.js: import x from 'y'\\nlet let",   "module"),
        ("broken",                       "a.js: let let",                       "commonjs"),
        ("nothing",                      "a.js",                                "commonjs"),
        ("no extension",                 "a: exports.x = 1",                    "commonjs x"),
        ("types with exports",           "a.ts: export const x: number = 1",    "module"),
        ("types without",                "a.ts: exports.x = 1 as number",       "commonjs x"),
        ("types that are exported",      "a.ts: export type T = 1",             "module"),
        ("by extension",                 "a.mts: const x: number = 1",          "module"),
        ("by extension",                 "a.cts: exports.x = <number>1",        "commonjs x"),
        ("import and export of cts",     "a.cts: import fs = require('fs'); export = { fs }", "commonjs fs"),
        ("broken types",                 "a.ts: export const x: = 1",           "SyntaxError"),
        ("something else",               "a.css: a {}",                         "ERR_UNKNOWN_FILE_EXTENSION"),
        ("a native addon",               "a.node: x",                           "ERR_UNKNOWN_FILE_EXTENSION"),
    ];
    for (comment, file, expected) in rows {
        let path = file.split(": ").next().unwrap_or(file);
        assert_eq!(load(&Tree::new(file), path), expected, "{comment}: {file}");
    }
}

#[test]
fn a_package_s_type_decides_before_syntax() {
    let tree = Tree::new(
        "
        esm/package.json: {\"type\":\"module\"}
        esm/a.js: 1
        esm/a.cjs: 1
        esm/a.ts: const x: number = 1
        esm/a
        esm/node_modules/inner/a.js: exports.x = 1
        cjs/package.json: {\"type\":\"commonjs\"}
        cjs/a.js: export default 1
        cjs/a.mjs: 1
        odd/package.json: {\"type\":\"other\"}
        odd/a.js: export default 1
        bad/package.json: {
        bad/a.js: 1
        ",
    );
    let rows = [
        ("esm/a.js", "module"),
        ("esm/a.cjs", "commonjs"),
        ("esm/a.ts", "module"),
        ("esm/a", "module"),
        ("esm/node_modules/inner/a.js", "commonjs x"),
        ("cjs/a.js", "commonjs"),
        ("cjs/a.mjs", "module"),
        ("odd/a.js", "module"),
        ("bad/a.js", "ERR_INVALID_PACKAGE_CONFIG"),
    ];
    for (path, expected) in rows {
        assert_eq!(load(&tree, path), expected, "{path}");
    }
}

#[test]
fn names_are_found_as_node_finds_them() {
    #[rustfmt::skip]
    let rows = [
        ("exports",          "exports.a = 1; exports['b'] = 2; module.exports.c = 3",  "a b c"),
        ("an object",        "module.exports = { a, b, 'c-d': a }",                    "a b c-d"),
        ("__esModule",       "Object.defineProperty(exports, '__esModule', { value: true }); exports.a = 1", "__esModule a"),
        ("a getter",         "Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return q.p; } })", "a"),
        ("of esbuild",       "0 && (module.exports = { a, b })",                       "a b"),
        ("re-exported",      "module.exports = require('./inner.cjs')",                "x y"),
        ("re-exported by TypeScript", "__exportStar(require('./inner.cjs'), exports)", "x y"),
        ("by a package",     "module.exports = require('pkg')",                        "p"),
        ("by itself",        "exports.a = 1; module.exports = require('./m.cjs')",     "a"),
        ("of a builtin",     "module.exports = require('fs')",                         ""),
        ("reserved words",   "exports.class = 1; exports.await = 2",                   "await class"),
        ("default is apart", "exports.default = 1; exports.a = 2",                     "a"),
        ("unknown",          "module.exports = make()",                                ""),
    ];
    for (comment, source, expected) in rows {
        let tree = Tree::new(&format!(
            "
            m.cjs: {source}
            inner.cjs: exports.x = 1; exports.y = 2
            node_modules/pkg/index.js: exports.p = 1
            "
        ));
        let found = load(&tree, "m.cjs");
        assert_eq!(
            found,
            format!("commonjs {expected}").trim_end(),
            "{comment}: {source}"
        );
    }
}

#[test]
fn types_are_erased_and_jsx_is_called() {
    #[rustfmt::skip]
    let rows = [
        ("a.ts",  "export enum E { A = 1 }",                       "E[E[\"A\"] = 1] = \"A\""),
        ("a.ts",  "export namespace N { export const x = 1 }",      "N.x = 1"),
        ("a.ts",  "export class C { constructor(private x = 1) {} }", "this.x = x"),
        ("a.ts",  "import type { T } from './t'; export const x = 1", "export const x = 1"),
        ("a.tsx", "export const x: unknown = <b>{1}</b>",           "React.createElement(\"b\", null, 1)"),
        ("a.jsx", "export const x = <b/>",                          "React.createElement(\"b\", null)"),
        ("a.jsx", "/** @jsxImportSource preact */ export const x = <b/>", "from \"preact/jsx-runtime\""),
    ];
    for (path, source, expected) in rows {
        let code = javascript(&Tree::new(&format!("{path}: {source}")), path);
        assert!(code.contains(expected), "{source} became\n{code}");
        assert!(!code.contains("import type"), "{source} became\n{code}");
    }
}

#[test]
fn broken_types_are_shown_with_their_place() {
    let tree = Tree::new("a.ts: const a = 1;\\nexport const x: = 1;");
    let error = contents(&tree, "a.ts").expect_err("a syntax error");
    let message = tree.shorten(&error.to_string());
    assert!(message.starts_with("Unexpected token `=`."), "{message}");
    assert!(message.ends_with("at ~/a.ts:2:17"), "{message}");
}

#[test]
fn a_commonjs_file_is_required_by_the_module_that_stands_for_it() {
    let tree = Tree::new("m.cjs: exports.a = 1; exports['b-c'] = 2");
    let code = javascript(&tree, "m.cjs");
    assert_eq!(
        tree.shorten(&code),
        r#"import { Module, createRequire } from "node:module";
const exports = createRequire("~/m.cjs")("~/m.cjs");
const of = (name) => exports === null || exports === undefined ? undefined : exports[name];
const $$0 = of("a");
export { $$0 as "a" };
const $$1 = of("b-c");
export { $$1 as "b-c" };
export { exports as default, exports as "module.exports" };
"#
    );
}

#[test]
fn deep_nesting_is_no_end_of_the_stack() {
    let deep = format!("exports.x = {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    assert_eq!(
        load(&Tree::new(&format!("a.cjs: {deep}")), "a.cjs"),
        "commonjs x"
    );
}
