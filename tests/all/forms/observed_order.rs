//! What is observed of the order of evaluation.

use super::rows::Observed;

pub(super) const ORDER: &[Observed] = &[
    (
        "sides of an addition",
        &["let r = []; const l = (v) => (r.push(v), v); let a = l(1) + l(2) * l(3)"],
        "[r, a]",
    ),
    (
        "the left side is read first",
        &["let a = 1; a = a + (a = 10) + a"],
        "a",
    ),
    (
        "a compound assignment reads first",
        &[
            "let a = 1; a += (a = 10)",
            "let b = 1; const f = () => b += (b = 10); f()",
        ],
        "[a, b]",
    ),
    (
        "a compound assignment over a call",
        &[
            "let a = 1; const set = () => { a = 50; return 1 }",
            "a += set()",
        ],
        "a",
    ),
    (
        "a member is read before the right side",
        &["let o = { a: 1 }, p = o; o.a = (o = { a: 5 }, 2)"],
        "[o, p]",
    ),
    (
        "a key is read before the right side",
        &["let k = 'a', o = {}; o[k] = (k = 'b')"],
        "o",
    ),
    (
        "arguments go left to right",
        &["let n = 0; const f = (...a) => a"],
        "f(n++, n, ++n, n += 2, n)",
    ),
    (
        "a callee is read before arguments",
        &["let f = () => 'old'; const r = f((f = () => 'new', 1))"],
        "[r, f()]",
    ),
    (
        "a callee is read before arguments in a function",
        &["let f = () => 'old'; const g = () => f((f = () => 'new', 1))"],
        "[g(), g()]",
    ),
    (
        "an array's elements",
        &["let n = 0"],
        "[n++, [n++, n], n = 9, n]",
    ),
    (
        "an object's members",
        &["let n = 0"],
        "({ [n++]: n++, [n++]: n, n })",
    ),
    (
        "a template's parts",
        &["let n = 0"],
        "`${n++}${n}${n = 5}${n++}`",
    ),
    (
        "declarators",
        &[
            "let r = []; const l = (v) => (r.push(v), v)",
            "let a = l(1), [b = l(3)] = (l(2), []), c = l(b)",
        ],
        "[r, a, b, c]",
    ),
    (
        "patterns: source, keys, defaults",
        &[
            "let r = []; const l = (v) => (r.push(v), v)",
            "const src = { get a() { l('get a') }, get b() { l('get b'); return 1 } }",
            "var { [l('a')]: x = l('default'), [l('b')]: y = l('never') } = (l('source'), src)",
        ],
        "[r, x, y]",
    ),
    (
        "pattern targets",
        &[
            "let r = []; const l = (v) => (r.push(v), v); let o = {}, x",
            "[l(o).a, x, l(o)[l('b')]] = (l('source'), [1, 2, 3])",
        ],
        "[r.map((v) => typeof v), o, x]",
    ),
    (
        "a pattern assigns as it goes",
        &["let a = 1, b; [a, b = a] = [5]"],
        "[a, b]",
    ),
    (
        "a pattern assigns as it goes in a function",
        &["let a = 1, b; const f = () => { [a, b = a] = [5] }; f()"],
        "[a, b]",
    ),
    (
        "a swap",
        &[
            "let a = 1, b = 2; [a, b] = [b, a]",
            "(() => { [a, b] = [b, a + 10] })()",
        ],
        "[a, b]",
    ),
    (
        "a chain",
        &["let a, b, c; a = b = c = 3; a = (b += 1)"],
        "[a, b, c]",
    ),
    (
        "a pattern's value is its source",
        &["let a, src = [1, 2]; const r = ([a] = src)"],
        "[r === src, a]",
    ),
    (
        "a pattern's value in a function",
        &["let a, src = { a: 1 }; const f = () => ({ a } = src)"],
        "[f() === src, a]",
    ),
    (
        "an error leaves what was assigned",
        &[
            "let a = 1, b = 2; try { [a, b] = [10, fail()] } catch {} try { [a, b = fail()] = [20] } catch {}",
        ],
        "[a, b]",
    ),
    (
        "an error leaves what was assigned in a function",
        &["let a = 1, b = 2; const f = () => { [a, b = fail()] = [20] }; caught(f)"],
        "[a, b]",
    ),
    (
        "conditions",
        &["let n = 0; const r = n++ ? 'a' : n++ ? 'b' : 'c'"],
        "[r, n]",
    ),
    (
        "switch cases",
        &[
            "let r = []; const l = (v) => (r.push(v), v); switch (l(2)) { case l(1): case l(2): case l(3): }",
        ],
        "r",
    ),
    (
        "loops",
        &[
            "let r = []; for (var i = r.push('init'); r.push('test') < 4; r.push('step')) r.push('body')",
        ],
        "r",
    ),
    (
        "a constant throws after its right side",
        &["let n = 0; const c = 1; const f = () => { c = n++ }"],
        "[caught(f), n, c]",
    ),
    (
        "a constant throws after its right side, compound",
        &["let n = 0; const c = 1; const f = () => { c += n++ }"],
        "[caught(f), n]",
    ),
    (
        "a constant throws after its right side, pattern",
        &["let n = 0, m; const c = 1; const f = () => { [m, c, n] = [1, 2, 3] }"],
        "[caught(f), n, m]",
    ),
    (
        "a dead name throws after the right side",
        &["let n = 0; const r = caught(() => { dead3 = ++n; }); let dead3"],
        "[r, n]",
    ),
    (
        "microtasks",
        &[
            "let r = []; queueMicrotask(() => r.push('task')); r.push('sync')",
            "await 0",
        ],
        "r",
    ),
    (
        "awaits go in order",
        &[
            "let r = []; const p = (async () => { r.push(1); await 0; r.push(3) })(); r.push(2); await p",
        ],
        "r",
    ),
];
