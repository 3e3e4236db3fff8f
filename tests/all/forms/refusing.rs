//! Early errors: cells that are refused before anything runs.

use super::table::Table;

/// Sources that are no module code either.
const REFUSED: &[&str] = &[
    // Declared twice.
    "let a; let a",
    "let a; const a = 1",
    "const a = 1; var a",
    "var a; let a",
    "class a { } let a",
    "function a() { } let a",
    "function a() { } function a() { }",
    "function a() { } var a",
    "var a; function a() { }",
    "class a { } function a() { }",
    "let a; { var a }",
    "{ var a } let a",
    "let a; for (var a of []);",
    "for (var a;;) break; const a = 1",
    "let [a, a] = []",
    "let { a, b: a } = {}",
    "const [a, { b: [a] }] = []",
    "let a, a",
    "let a; if (true) var a",
    "try { } catch { var a } let a",
    "a: var x1; let x1",
    "switch (1) { case 1: var a } let a",
    "using a = null; let a",
    "export let a; let a",
    "function a() { } class a { }",
    "import.meta; let a; let a",
    "{ let a; let a }",
    "{ let a; var a }",
    "{ function a() { } let a }",
    "switch (1) { case 1: let a; case 2: let a }",
    "for (let a of []) { var a }",
    "for (let [a, a] of []);",
    "try { } catch (a) { let a }",
    "try { } catch ([a]) { var a }",
    "try { } catch ([a, a]) { }",
    "((a, a) => 1)",
    "(function (a, a) { })",
    "(a) => { let a }",
    "function f(a) { let a }",
    "(class { static { let a; var a } })",
    "(class { #a; #a })",
    "(class { constructor() { } constructor() { } })",
    // Strict code.
    "delete a",
    "let a; delete a",
    "let a; delete (a)",
    "delete ((a))",
    "() => delete a",
    "with ({}) { }",
    "010",
    "'\\01'",
    "let let = 1",
    "var static",
    "let yield",
    "let implements",
    "let package",
    "let await",
    "var await",
    "function await() { }",
    "class await { }",
    "(await) => 1",
    "arguments = 1",
    "eval = 1",
    "let eval = 1",
    "let arguments",
    "var [arguments] = []",
    "arguments++",
    "({ eval } = {})",
    "for (eval of []);",
    "(eval) => 1",
    "function eval() { }",
    "try { } catch (arguments) { }",
    "function f(a = 1) { 'use strict' }",
    "public: 1; var public",
    // Targets that are none.
    "1 = 2",
    "a + b = 1",
    "[a + b] = []",
    "({ a: b() } = {})",
    "({ a } += {})",
    "[a] += [1]",
    "[...a, b] = []",
    "({ ...{ a } } = {})",
    "({ ...a, b } = {})",
    "a?.b = 1",
    "a?.b++",
    "new.target = 1",
    "import.meta = 1",
    "++a++",
    "this = 1",
    "for (1 in {});",
    "for (let a = 1 of []);",
    "for (let a, b of []);",
    "for (var a = 1 in {});",
    "for (let of []);",
    "for (async of []);",
    "([a]) = [1]",
    "({ a }) = {}",
    "[(a = 1)] = []",
    "[([a])] = []",
    "({ a: ({ b }) } = {})",
    "a ??= b ||",
    "a || b ?? c",
    "-1 ** 2",
    "let [a]",
    "const a",
    "const { a }",
    "let { a: 1 } = {}",
    "const [] ",
    "using a",
    "for (const a;;);",
    "let a = 1, const b = 2",
    "if (true) let a = 1",
    "if (true) class A { }",
    "if (true) function f() { }",
    "while (false) const a = 1",
    "a: let\nb",
    "a: function* g() { }",
    "a: class B { }",
    "do let [a] = []; while (0)",
    // Labels, jumps, words in the wrong place.
    "a: a: 1",
    "break",
    "continue",
    "break a",
    "a: { continue a }",
    "a: { (() => { break a })() }",
    "a: { class B { static { break a } } }",
    "yield 1",
    "() => { await 1 }",
    "function f() { await 1 }",
    "function* g(a = yield) { }",
    "async (a = await 1) => 1",
    "(class { static { await 1 } })",
    "(class { a = await 1 })",
    "(class { a = arguments })",
    "new.target",
    "super.a",
    "super()",
    "() => super.a",
    "() => new.target",
    "({ a() { super() } })",
    "(class { constructor() { super() } })",
    "(class { static { arguments } })",
    "(class { static { return } })",
    "this.#a",
    "#a in this",
    "(class { m() { delete this.#a } })",
    "(class { constructor() { this.#a } })",
    "return",
    "return 1",
    "{ return 1 }",
    "if (true) return",
    "`${`",
    "'a",
    "/a",
    "/(/",
    "/a/gg",
    "\\u0031a",
    "let \\u{110000}",
    "let l\\u0065t = 1",
    "({ \\u0069f } = {})",
    "let cl\\u0061ss",
    "v\\u0061r a",
    "a\n=> 1",
    "async\n() => 1 + ",
    "throw\n1",
    "try { }",
    "switch (1) { default: default: }",
    "({ a = 1 })",
    "f({ a = 1 })",
    "({ __proto__: 1, __proto__: 2 })",
    "({ get a(b) { } })",
    "({ set a() { } })",
    "({ a() { } = 1 })",
    "(...a)",
    "(a, ...b)",
    "() + 1",
    "() => { } || 1",
    "1..a.1",
    "3in []",
    "1_",
    "1__0",
    "0b2",
    "08n",
    "import a from 'b' 'c'",
    "import { if } from 'a'",
    "}",
    ")",
    "]",
    "{",
    "(",
    "[",
    "function",
    "class {",
    "let a = ;",
    "a b",
    "@",
    "\u{0}",
    "#!a\n1",
    "<!-- a",
    "1 --> a +",
];

/// Exports that are none. Without importers they mean nothing, but they stay errors.
const EXPORTS: &[&str] = &[
    "export { missing5 }",
    "export { a as b, c as b }; let a, c",
    "export let b; export { b }",
    "export default 1; export default 2",
];

/// What a cell refuses though a module would take it.
const REFUSED_IN_CELLS: &[&str] = &[
    "import a from 'node:fs'",
    "import * as a from 'node:fs'",
    "import { a } from 'node:fs'",
    "import 'node:fs'",
    "export * from 'node:fs'",
    "export { a } from 'node:fs'",
    "export * as a from 'node:fs'",
];

#[test]
fn what_a_module_refuses_a_cell_refuses_before_anything_runs() {
    refused_as_in_a_module(REFUSED);
}

#[test]
fn exports_are_checked_as_in_a_module() {
    refused_as_in_a_module(EXPORTS);
}

#[test]
fn a_static_import_is_refused() {
    let mut table = Table::new();
    table.check("a binding", "let kept = 1", "");
    for source in REFUSED_IN_CELLS {
        table.check("a cell", &format!("kept = 2;\n{source}"), "SyntaxError");
    }
    table.check("nothing changed", "show(kept)", "1");
    table.finish();
}

#[test]
fn a_session_can_refuse_to_declare_a_name_again() {
    let mut table = Table::with(|options| options.redeclare = isocell::Redeclare::Reject);
    table.check(
        "declarations",
        "let a = 1; const b = 2; class C { } function d() { } var e = 5",
        "",
    );
    for again in [
        "let @ = 9",
        "const @ = 9",
        "class @ { }",
        "function @() { }",
        "let { @ } = {}",
        "const [x9 = 1, @] = []",
    ] {
        for name in ["a", "b", "C", "d", "e"] {
            let cell = again.replace('@', name);
            let error = table.outcome(&format!("a = 7; {cell}")).error;
            let told = error
                .map(|error| format!("{}: {}", error.name, error.message))
                .unwrap_or_default();
            let expected = format!("SyntaxError: Identifier '{name}' has already been declared");
            table.expect("refused", &cell, &told, &expected);
        }
    }
    for (cell, expected) in [
        (
            "show(a, b, typeof C, typeof d, e, typeof x9)",
            "1 2 function function 5 undefined",
        ),
        ("var e = 6; show(e)", "6"),
        (
            "{ let a = 2; const b = 3 } ((a) => a)(1); show(a, b)",
            "1 2",
        ),
        ("a = 8; show(a)", "8"),
        ("fail(); let f = 1", "Error: failed"),
        ("let f = 2; show(f)", "2"),
    ] {
        table.check("in order", cell, expected);
    }
    table.finish();
}

fn refused_as_in_a_module(sources: &[&str]) {
    let mut table = Table::new();
    table.check("a binding", "let kept = 1, x2 = 'old'", "");
    for source in sources {
        let text = format!("kept = 2; let x2;\n{source}\n");
        let module = table.module(&format!("let kept = 1; {text}"));
        table.expect("a module", source, &module, "SyntaxError");
        table.check("a cell", &text, "SyntaxError");
    }
    table.check("nothing changed", "show(kept, x2)", "1 old");
    table.finish();
}
