//! What is observed of blocks, loops, labels, switches and what they declare.

use super::rows::Observed;

pub(super) const SCOPES: &[Observed] = &[
    (
        "a block shadows",
        &["let a = 1; { let a = 2; a++ } { const a = 3 }"],
        "a",
    ),
    (
        "a block's function stays in it",
        &["{ function inner1() {} }"],
        "typeof inner1",
    ),
    (
        "a block's function shadows",
        &["let f = 1; { function f() {} f = 2 }"],
        "f",
    ),
    (
        "a block's function is hoisted in it",
        &["let r; { r = g2(); function g2() { return 1 } }"],
        "[r, typeof g2]",
    ),
    (
        "a block's class stays in it",
        &["{ class Inner1 {} }"],
        "typeof Inner1",
    ),
    (
        "a block's dead zone",
        &["let a = 1; let r = caught(() => { { a; let a = 2 } })"],
        "r",
    ),
    (
        "a loop's let",
        &["let i = 'outer'; for (let i = 0; i < 2; i++) { let i = 'inner' }"],
        "i",
    ),
    (
        "a loop's head is dead in its own expression",
        &["let a = [1]"],
        "caught(() => { for (let a of a); })",
    ),
    (
        "a loop's head takes each turn",
        &["let r = []; for (let i = 0, f = () => i; i < 2; i++) r.push(f(), i)"],
        "r",
    ),
    (
        "a label and continue",
        &[
            "let r = []; outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; r.push([i, j]) } }",
        ],
        "r",
    ),
    (
        "a label and break",
        &["let r = 0; out: { r = 1; if (r) break out; r = 2 }"],
        "r",
    ),
    ("a label on a var", &["a: var lab1 = 1"], "lab1"),
    (
        "a switch has one scope",
        &["let a = 1, r = []; switch (2) { case 1: let a = 5; case 2: r.push(caught(() => a)) }"],
        "[r, a]",
    ),
    (
        "a switch falls through",
        &[
            "let r = []; switch ('b') { case 'a': r.push(1); default: r.push(2); case 'c': r.push(3); break; case 'd': r.push(4) }",
        ],
        "r",
    ),
    (
        "a switch's function",
        &["let r; switch (1) { case 1: r = sw1(); break; case 2: function sw1() { return 'f' } }"],
        "[r, typeof sw1]",
    ),
    (
        "a switch's class is dead in another case",
        &["let r; switch (1) { case 0: class Sw {} case 1: r = caught(() => Sw) }"],
        "r",
    ),
    (
        "a switch's closures share",
        &["let get; switch (1) { case 1: let n = 1; get = () => n; n = 2 }"],
        "get()",
    ),
    (
        "a catch parameter shadows",
        &["let e = 1; try { throw 2 } catch (e) { e = 3 }"],
        "e",
    ),
    (
        "a catch pattern shadows",
        &["let e = 1, r; try { throw { e: 2, f: [3] } } catch ({ e, f: [g = 4] }) { r = [e, g] }"],
        "[e, r]",
    ),
    (
        "a catch pattern reads bindings",
        &["let d = 5, r; try { throw {} } catch ({ a = d, b = a + d }) { r = [a, b] }"],
        "r",
    ),
    (
        "a catch parameter and a var",
        &["var cv = 1; try { throw 2 } catch (cv) { var cv = 3 }"],
        "cv",
    ),
    (
        "a catch without a parameter",
        &["let r; try { throw 1 } catch { r = 'caught' }"],
        "r",
    ),
    (
        "a catch parameter in a closure",
        &["let get; try { throw 2 } catch (e) { get = () => e++ }"],
        "[get(), get()]",
    ),
    (
        "finally goes last",
        &[
            "let r = []; const f = () => { try { r.push(1); return 'try' } finally { r.push(2) } }",
            "r.push(f())",
        ],
        "r",
    ),
    (
        "finally takes over",
        &["const f = () => { for (;;) try { return 1 } finally { break } return 2 }"],
        "f()",
    ),
    (
        "var in a function",
        &["var a = 1; function f() { const before = a; var a = 2; return [before, a] }"],
        "[f(), a]",
    ),
    (
        "var in a block is a binding",
        &[
            "if (true) { var blk1 = 1 } for (var lp1 of [2]); try { throw 3 } catch (e) { var ct1 = e }",
        ],
        "[blk1, lp1, ct1]",
    ),
    (
        "var over a parameter",
        &["function f(a) { var a; return a }"],
        "f(1)",
    ),
    (
        "using goes in order",
        &[
            "let r = []; const res = (n) => ({ [Symbol.dispose]() { r.push(n) } })",
            "{ using a = res(1), b = res(2); r.push('body') }",
        ],
        "r",
    ),
    (
        "using and an error",
        &[
            "let r = []; try { using a = { [Symbol.dispose]() { r.push('gone') } }; throw new Error('body') } catch (e) { r.push(e.message) }",
        ],
        "r",
    ),
    (
        "await using",
        &[
            "let r = []; { await using a = { async [Symbol.asyncDispose]() { await 0; r.push(1) } }; r.push(0) } r.push(2)",
        ],
        "r",
    ),
    (
        "for-in goes by key",
        &["let o = { b: 1, a: 2, 1: 3 }, r = []; for (var key1 in o) r.push(key1)"],
        "r",
    ),
    (
        "for-of closes its iterator",
        &[
            "let r = []; const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { r.push('closed'); return {} } }) }",
            "for (const v of it) { r.push(v); break }",
        ],
        "r",
    ),
    (
        "for with a closure in its head",
        &[
            "let r = []; for (let i = 0, inc = () => i++; r.length < 3; inc()) { r.push(i); if (i === 0) i = 5; if (r.length > 1) break }",
        ],
        "r",
    ),
    (
        "while and do",
        &["let n = 0; while (true) { if (++n > 3) break } do { n *= 2 } while (n < 50)"],
        "n",
    ),
    (
        "if without braces",
        &["let a = 1; if (a) a = 2; else a = 3; if (!a); else a++"],
        "a",
    ),
    (
        "an arrow's body is no block",
        &["let a = 1; const f = () => ({ a }), g = () => { a }"],
        "[f(), g()]",
    ),
    (
        "names that are used as types of names",
        &["let of = [1]; for (const x of of) { var ofs = x }"],
        "ofs",
    ),
];
