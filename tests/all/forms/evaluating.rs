//! Direct `eval`: code that sees what the code around it sees.

use super::table::Table;

/// Rows that plain module code can run too: statements, then an expression.
const ROWS: &[(&str, &str, &str)] = &[
    ("reads a binding", "let a = 1", "eval('a')"),
    ("writes a binding", "let a = 1; eval('a = 2')", "a"),
    ("compound", "let a = 1; eval('a += 2; a++')", "a"),
    (
        "in a pattern",
        "let a = 1; eval('[a] = [5]'); eval('({ a } = { a: a + 1 })')",
        "a",
    ),
    ("in a loop's head", "let a; eval('for (a of [1, 2]);')", "a"),
    (
        "in a function",
        "let a = 1; const f = () => eval('a++')",
        "[f(), a]",
    ),
    (
        "a local name first",
        "let a = 1; const f = (a) => eval('a')",
        "f(2)",
    ),
    (
        "a local var first",
        "let a = 1; function f() { var a = 3; return eval('a = a + 1') }",
        "[f(), a]",
    ),
    (
        "a block's let first",
        "let a = 1, r; { let a = 2; r = eval('a') }",
        "[r, a]",
    ),
    (
        "a catch parameter first",
        "let e = 1, r; try { throw 2 } catch (e) { r = eval('e') }",
        "[r, e]",
    ),
    (
        "a closure that it makes",
        "let a = 1; const f = eval('() => a++'); f(); a += 10; f()",
        "a",
    ),
    (
        "a function that it makes",
        "let a = 1; const f = eval('(function g(n) { return n ? g(n - 1) : a })')",
        "f(3)",
    ),
    (
        "a class that it makes",
        "let a = 1; const C = eval('(class { b = a; static { a = 7 } })')",
        "[new C().b, a]",
    ),
    (
        "its own var stays in it",
        "eval('var ev1 = 1')",
        "typeof ev1",
    ),
    (
        "its own let stays in it",
        "eval('let ev2 = 1; ev2++')",
        "typeof ev2",
    ),
    (
        "its own function stays in it",
        "eval('function ev3() {}')",
        "typeof ev3",
    ),
    (
        "its own names first",
        "let a = 1; const r = eval('let a = 2; a')",
        "[r, a]",
    ),
    (
        "its value",
        "let a = 1",
        "[eval('a; if (a) 5; else 6'), eval('let b = 1'), eval(''), eval('{ a }'), eval('for (const x of [1, 2]) x')]",
    ),
    (
        "what is no text",
        "let a = 1",
        "[eval(a), eval(), eval(null), typeof eval(() => a)]",
    ),
    (
        "a constant",
        "const a = 1",
        "[caught(() => eval('a = 2')), a]",
    ),
    (
        "a constant, compound",
        "const a = 1",
        "[caught(() => eval('a++')), a]",
    ),
    (
        "a dead name",
        "const r = caught(() => eval('dead1')); let dead1 = 1",
        "[r, eval('dead1')]",
    ),
    (
        "a name that is missing",
        "let a",
        "[eval('typeof nothing1'), caught(() => eval('nothing1'))]",
    ),
    (
        "a syntax error",
        "let a = 1; let r; try { eval('a =') } catch (e) { r = e.name }",
        "[r, a]",
    ),
    (
        "an error in it",
        "let a = {}",
        "caught(() => eval('a.b.c'))",
    ),
    (
        "this and arguments",
        "function f() { return [eval('this'), eval('arguments[0]'), eval('new.target')] }",
        "f(4)",
    ),
    (
        "super and private names",
        "class A { m() { return 1 } } class B extends A { #p = 2; m() { return [eval('super.m()'), eval('this.#p')] } }",
        "new B().m()",
    ),
    ("eval in eval", "let a = 1; eval('eval(\"a = 9\")')", "a"),
    (
        "eval in a default",
        "let a = 1; const f = (b = eval('a'), c = eval('b + 1')) => [b, c]",
        "f()",
    ),
    (
        "names of functions",
        "let f = eval('() => {}'); eval('f = () => {}')",
        "f.name",
    ),
    (
        "an indirect eval",
        "let ind1 = 1",
        "[(0, eval)('typeof ind1'), eval?.('typeof ind1')]",
    ),
    (
        "eval under another name",
        "let ind2 = 1; const e = eval",
        "e('typeof ind2')",
    ),
    (
        "eval as a local name",
        "let a = 1; const f = ((g) => g('a'))((v) => v + '!')",
        "f",
    ),
    ("a template", "let a = 'x'", "eval(`'${a}' + a`)"),
    (
        "further arguments",
        "let a = 1, n = 0; const r = eval('a', n++)",
        "[r, n]",
    ),
    (
        "shorthand and typeof",
        "let a = 1",
        "eval('({ a, b: typeof a })')",
    ),
    (
        "delete of a name",
        "let a = 1; let r; try { eval('delete a') } catch (e) { r = e.name }",
        "r",
    ),
];

#[test]
fn direct_eval_is_as_in_a_module() {
    let mut table = Table::new();
    for (row, statements, expression) in ROWS {
        let text = format!("{statements}\n; show({expression})");
        let expected = table.module(&text);
        table.check(&format!("{row}, in one cell"), &text, &expected);
        table.check(row, statements, "");
        let later = format!("show({expression})");
        table.check(&format!("{row}, in a later cell"), &later, &expected);
    }
    table.finish();
}

#[test]
fn what_direct_eval_assigns_is_put_back_like_other_code() {
    let mut table = Table::new();
    for (cell, expected) in [
        (
            "let a = 1, b = 1; const set = (code) => eval(code), get = () => a",
            "",
        ),
        ("eval('a = 2'); fail()", "Error: failed"),
        ("show(a, get())", "2 2"),
        ("{ eval('a = 3'); fail() }", "Error: failed"),
        ("show(a, get())", "2 2"),
        ("{ set('a = 4'); fail() }", "Error: failed"),
        ("show(a, get())", "2 2"),
        ("eval('a = 5; fail()')", "Error: failed"),
        ("show(a, get())", "2 2"),
        ("set('a = 6'); show(a, get())", "6 6"),
        (
            "(() => { eval('[a, b] = [7, fail()]') })()",
            "Error: failed",
        ),
        ("show(a, b)", "6 1"),
        ("const later = () => eval('fresh')", ""),
        ("let fresh = 8; show(later())", "8"),
        (
            "const a = 9; show(caught(() => set('a = 10')), get())",
            "TypeError: Assignment to constant variable. 9",
        ),
    ] {
        table.check("in order", cell, expected);
    }
    let cancelled = "eval('b = 2'); set('b += 1'); show(b); stopHere()";
    let got = table.cancelled_cell(cancelled);
    table.expect("cancelled", cancelled, &got, "3");
    table.check("after it was cancelled", "show(b)", "1");
    table.finish();
}
