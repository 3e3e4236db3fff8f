//! Forms that fail half-way: what stays of them.

use super::rows::named;
use super::table::Table;

/// Statements that assign `$` and then fail by themselves; the value before is `'old'`.
const ASSIGNING: &[&str] = &[
    "$ = 1, fail()",
    "$ = fail()",
    "$ += fail()",
    "$ ||= fail(), $ &&= fail()",
    "$ = $ = ($ = 1, fail())",
    "[$, [].z = fail()] = [1]",
    "[$, ...{ a: [].z = fail() }] = [1]",
    "[$, $ = fail()] = [1]",
    "[$] = [1], [].z[fail()]",
    "({ a: $, b: [].z = fail() } = { a: 1 })",
    "({ a: $, [fail()]: $ } = { a: 1 })",
    "({ a: $, b: [].z } = { a: 1, get b() { fail() } })",
    "[$, [].z] = (function* () { yield 1; fail() })()",
    "for ($ of [1, 2]) if ($ > 1) fail()",
    "for ($ of (function* () { yield 1; fail() })());",
    "for ($ in { a: 1 }) fail()",
    "for ([$] of [[1]]) { (() => { $ = 2 })(); fail() }",
    "for ($ = 0; ; $++) if ($ > 5) fail()",
    "for await ($ of [1, Promise.reject(new Error('failed'))]);",
    "while ($ = 1) fail()",
    "do $ = 1; while (fail())",
    "if ($ = 1) fail()",
    "switch ($ = 1) { case fail(): }",
    "try { $ = 1; fail() } finally { $ += 1 }",
    "try { fail() } catch (e) { $ = 1; throw e }",
    "a: { $ = 1; fail(); break a }",
    "{ let z = $ = 1; fail() }",
    "{ using z = { [Symbol.dispose]() { $ = 1; fail() } } }",
    "(() => { $ = 1; fail() })()",
    "(() => { [$, $ = fail()] = [1] })()",
    "[1, 2].forEach((v) => { $ = v; if (v > 1) fail() })",
    "(class { static { $ = 1; fail() } })",
    "(class { static a = $ = 1; static b = fail() })",
    "new (class { a = $ = 1; b = fail() })",
    "[...(function* () { $ = 1; yield; $ = 2; fail() })()]",
    "await (async () => { $ = 1; await 0; $ = 2; fail() })()",
    "$ = 1, await Promise.reject(new Error('failed'))",
    "$ += await Promise.reject(new Error('failed'))",
    "await Promise.all([1, 2].map(async (v) => { $ = v; if (v > 1) fail() }))",
    "`${$ = 1}${fail()}`",
    "fail($ = 1)",
    "eval('$ = 1; fail()')",
    "$++, $--, --$, ++$, fail()",
];

/// Declarations that fail: source, what `$` and `$b` are afterwards when they are new, and what they
/// are when both were `'old'` before.
const DECLARING: &[(&str, &str, &str)] = &[
    ("let $ = fail()", "none none", "old old"),
    ("const $ = 1, $b = fail()", "1 none", "1 old"),
    ("let $ = 1, $b = ($ = 2, fail())", "1 none", "1 old"),
    ("let $, $b = fail()", "undefined none", "undefined old"),
    ("var $ = 1, $b = fail()", "1 none", "1 old"),
    ("const [$, $b = fail()] = [1]", "none none", "old old"),
    (
        "let { a: $, b: $b = fail() } = { a: 1 }",
        "none none",
        "old old",
    ),
    ("var [$, $b = fail()] = [1]", "none none", "old old"),
    ("const { $ } = null", "none none", "old old"),
    ("const $ = 1; const { $b } = fail()", "1 none", "1 old"),
    ("class $ { static a = fail() }", "none none", "old old"),
    ("class $ extends fail() { }", "none none", "old old"),
    ("using $ = fail()", "none none", "old old"),
    (
        "const $ = await Promise.reject(new Error('failed'))",
        "none none",
        "old old",
    ),
    ("{ var $ = 1; fail() }", "none none", "old old"),
    ("for (var $ of [1]) fail()", "none none", "old old"),
    (
        "for (var $ = 0; ; $++) if ($ > 2) fail()",
        "none none",
        "old old",
    ),
    (
        "try { var $ = 1; fail() } finally { var $b = 2 }",
        "none none",
        "old old",
    ),
    (
        "try { var $ = 1; fail() } catch { var $b = 2 } fail()",
        "1 2",
        "1 2",
    ),
    ("$ = 1; fail(); var $, $b", "1 none", "1 old"),
    ("{ $b = 1 } { $b = 2; fail() } var $, $b", "none 1", "old 1"),
    (
        "let $ = 1; $ = 2; { $ = 3; fail() } let $b = 4",
        "2 none",
        "2 old",
    ),
    (
        "let $ = 1; const $b = () => { $ = 5 }; $b(), fail()",
        "1 function",
        "1 function",
    ),
    ("const $ = 1; $ = 2", "1 none", "1 old"),
    ("$b; let $b = 1", "none none", "old old"),
];

#[test]
fn a_statement_that_fails_half_way_is_taken_back() {
    let mut table = Table::new();
    for (row, source) in ASSIGNING.iter().enumerate() {
        let name = format!("v{row}");
        for (cell, expected) in [
            ("let $ = 'old'; const get$ = () => $".to_owned(), ""),
            ((*source).to_owned(), "Error: failed"),
            ("show($, get$())".to_owned(), "old old"),
            (format!("$ = 'kept'; {source}"), "Error: failed"),
            ("show($, get$())".to_owned(), "kept kept"),
            (format!("let $ = 'new'; {source}"), "Error: failed"),
            ("show($, get$())".to_owned(), "new new"),
        ] {
            table.check(source, &named(&cell, &name), expected);
        }
    }
    table.finish();
}

#[test]
fn a_declaration_that_fails_leaves_the_declarators_before_it() {
    const READ: &str = "show(...[() => $, () => $b].map((get) => { try { const v = get(); return typeof v === 'function' ? 'function' : v } catch { return 'none' } }))";
    let mut table = Table::new();
    for (row, (source, fresh, again)) in DECLARING.iter().enumerate() {
        let name = format!("n{row}");
        let failed = table.cell(&named(source, &name)).contains("Error: ");
        table.expect("it fails", source, &failed.to_string(), "true");
        table.check(source, &named(READ, &name), fresh);
        let name = format!("o{row}");
        table.check(source, &named("let $ = 'old', $b = 'old'", &name), "");
        table.cell(&named(source, &name));
        table.check(source, &named(READ, &name), again);
    }
    table.finish();
}
