//! Names that are no bindings of the session, however much they look like them.

use super::rows::named;
use super::table::Table;

/// Sources in which `$` is a local name, a label or a key.
const LOCAL: &[&str] = &[
    "{ let $ = 1; $ = 2; (() => { $ = 3 })() }",
    "{ const $ = 1; (() => $)() }",
    "{ class $ { static a = $ } $ = 2 }",
    "{ function $() { } $ = 2; $++ }",
    "{ using $ = null }",
    "{ await using $ = null }",
    "{ const { a: [$], ...b } = { a: [1] }; }",
    "if (true) { let $ = 1; $++ }",
    "for (let $ = 0; $ < 2; $++);",
    "for (let $ of [1]) $ = 2;",
    "for (const $ of [1]) (() => $)();",
    "for (const $ in { a: 1 });",
    "for (let [$, { b = $ }] of [[1, {}]]) $ += b;",
    "for (let { $ = 1 } of [{}]) $++;",
    "for (using $ of [null]);",
    "for await (const $ of [1]);",
    "for await (let { a: $ } of [{}]) $ = 2;",
    "for (let $ = 0, f = () => $++; f() < 2;);",
    "while (true) { let $ = 1; $ = 2; break }",
    "try { throw 1 } catch ($) { $ = 2; (() => { $++ })() }",
    "try { throw [1] } catch ([$ = 2]) { $ = 3 }",
    "try { throw {} } catch ({ $ = 1, a: b = $ }) { $ = b }",
    "try { let $ = 1; $ = 2 } finally { let $; $ = 3 }",
    "switch (1) { case 1: let $ = 1; $ = 2 }",
    "switch (1) { case 1: $ = 2; function $() { } }",
    "switch (1) { default: class $ { } }",
    "(($) => { $ = 2 })(1)",
    "(async $ => { $ = 2 })(1)",
    "((a, $ = a) => { $ = 2 })(1)",
    "((...$) => { $ = 2 })()",
    "(({ $ }) => { $ = 2 })({})",
    "(({ a: [$ = 1] = [] }) => { [$] = [2] })({})",
    "(function ($) { $ = 2; arguments[0] = 3 })(1)",
    "(function $() { $.a = 1; return typeof $ })()",
    "(function () { var $ = 1; $++ })()",
    "(function () { $ = 1; var $ })()",
    "(function () { if (true) { var [$] = [1] } $ = 2 })()",
    "(function () { for (var $ of [1]) $ = 2 })()",
    "(function () { $ = 2; function $() { } })()",
    "(function () { { function $() { } $ = 2 } })()",
    "(function () { let $ = 1; return () => $++ })()()",
    "(() => { for (let $ in { a: 1 }) $ = 2 })()",
    "[...(function* ($) { $ = yield $ })(1)]",
    "(async function () { var { $ } = { $: 1 }; $ = await 2 })()",
    "({ m($) { $ = 2 } }).m()",
    "({ set m($) { $ = 2 } }).m = 1",
    "(class $ { static a = $; static m() { return $ } })",
    "(class { static { var $ = 1; $ = 2 } })",
    "(class { static { let $ = 1; (() => { $ = 2 })() } })",
    "(class { static { function $() { } $ = 2 } })",
    "new (class { constructor($) { $ = 2 } })(1)",
    "(class { $ = 1; static $ = 2; #$ = 3; static m() { return new this().#$++ } }).m()",
    "(class { $() { return this.$ } get a() { return this.$ } }).prototype.$",
    "({ $: 1, a: { $() { return 2 } } }).a.$()",
    "({ get $() { return 1 }, set $(v) { } }).$ = 1",
    "({}).$ = 3",
    "globalThis.$ = 3; delete globalThis.$",
    "({ $: [].z } = { $: 1 })",
    "$: for (;;) { for (;;) break $ }",
    "$: { break $ }",
    "$: for (const y of [1]) continue $",
    "'$'.length; `$`; /$/.test('$')",
    "new Function('$', '$ = 2')(1)",
    "(0, eval)('(($) => { $ = 2 })(1)')",
    "(() => { eval('var $ = 1; $ = 2') })()",
    "eval('let $ = 1; $ = 2')",
    "(($) => { eval('$ = 2') })(1)",
];

#[test]
fn a_local_name_makes_no_binding_and_leaves_one_alone() {
    let mut table = Table::new();
    for (row, source) in LOCAL.iter().enumerate() {
        let name = format!("v{row}");
        let check = |table: &mut Table, cell: &str, expected: &str| {
            table.check(source, &named(cell, &name), expected);
        };
        check(&mut table, source, "");
        check(&mut table, "show(typeof $)", "undefined");
        check(&mut table, "let $ = 'outer'; const get$ = () => $", "");
        check(&mut table, source, "");
        check(&mut table, "show($, get$())", "outer outer");
        check(
            &mut table,
            &format!("(() => {{ {source} }})()").replace("await ", ""),
            "",
        );
        check(&mut table, "show($, get$())", "outer outer");
        let all = format!("const $ = 'again'; {source}\n; show($, get$())");
        check(&mut table, &all, "again again");
    }
    table.finish();
}

#[test]
fn nothing_of_the_transform_can_be_seen() {
    let mut table = Table::new();
    let cells = [
        (
            "let a = 1; const f = () => { a++; later }; class C { static b = a }",
            "",
        ),
        (
            "show(Object.getOwnPropertyNames(globalThis).filter((name) => !/^[\\w$]+$/.test(name)))",
            "[]",
        ),
        (
            "show('a' in globalThis, 'f' in globalThis, 'C' in globalThis)",
            "false false false",
        ),
        (
            "show(f, C, String(f))",
            "[function f] [function C] () => { a++; later }",
        ),
        (
            "show(Object.keys({ a, f, C }), Reflect.ownKeys(C))",
            "[a, f, C] [length, name, prototype, b]",
        ),
        (
            "show(typeof E, typeof S, typeof W, typeof K, typeof V, typeof D, typeof r)",
            "undefined undefined undefined undefined undefined undefined undefined",
        ),
        (
            "let E = 1, S = 2, W = 3, K = 4, V = 5, A = 6, B = 7, D = 8, M = 9, r = 10, P = 11, Q = 12, X = 13",
            "",
        ),
        (
            "const g = () => { [a] = [E++]; try { null.a } catch (e) { r = typeof e } return eval('a') }; show(g(), a, E, r)",
            "1 1 2 object",
        ),
        (
            "show(S, W, K, V, A, B, D, M, P, Q, X)",
            "2 3 4 5 6 7 8 9 11 12 13",
        ),
        (
            "show((() => { try { return new Error('x').stack.split('\\n').length > 0 } finally { } })())",
            "true",
        ),
        (
            "show(new Error('x').stack)",
            "Error: x\n    at cell-12.js:1:6",
        ),
    ];
    for (cell, expected) in cells {
        table.check("in order", cell, expected);
    }
    table.finish();
}

#[test]
fn modules_and_the_global_object_see_no_bindings() {
    let mut table = Table::new();
    table.check(
        "bindings",
        "let a = 1; var b = 2; function c() { } class D { } const E = 5",
        "",
    );
    let seen = table.module("show(typeof a, typeof b, typeof c, typeof D, typeof E)");
    table.expect(
        "a module",
        "",
        &seen,
        "undefined undefined undefined undefined undefined",
    );
    table.check(
        "indirect eval",
        "show((0, eval)('typeof a'), globalThis.eval('typeof b'))",
        "undefined undefined",
    );
    table.check(
        "new Function",
        "show(new Function('return typeof a + typeof c')())",
        "undefinedundefined",
    );
    table.check(
        "the global object",
        "show(['a', 'b', 'c', 'D', 'E'].map((name) => name in globalThis))",
        "[false, false, false, false, false]",
    );
    table.check(
        "a global is no binding",
        "globalThis.a = 'global'; show(a, globalThis.a)",
        "1 global",
    );
    table.check(
        "a global is seen",
        "globalThis.glob1 = 1; const f = () => glob1; show(glob1, f())",
        "1 1",
    );
    table.check(
        "a global is assigned",
        "glob1 = 2; (() => { glob1 += 1 })(); show(glob1, globalThis.glob1)",
        "3 3",
    );
    table.check(
        "a binding hides a global",
        "let glob1 = 'binding'; show(glob1, f(), globalThis.glob1)",
        "binding binding 3",
    );
    table.check("a global that comes later", "const g = () => glob2, t = () => typeof glob2; show(t()); globalThis.glob2 = 4; show(g(), t())", "undefined\n4 number");
    table.check(
        "a global that goes",
        "delete globalThis.glob2; show(caught(g), t())",
        "ReferenceError: glob2 is not defined undefined",
    );
    table.finish();
}
