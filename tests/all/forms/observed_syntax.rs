//! What is observed of operators, keys, templates and calls.

use super::rows::Observed;

pub(super) const SYNTAX: &[Observed] = &[
    (
        "typeof a name that is missing",
        &[],
        "[typeof missing1, caught(() => missing1)]",
    ),
    (
        "typeof bindings",
        &["let a = 1, b = 'b', c = () => {}, d = null, e"],
        "[typeof a, typeof b, typeof c, typeof d, typeof e, typeof (a), typeof a.b]",
    ),
    (
        "delete a member",
        &[
            "let o = { a: 1, b: { c: 2 } }",
            "const r = [delete o.a, delete o['x'], delete o.b?.c]",
        ],
        "[r, o]",
    ),
    (
        "delete what is fixed",
        &["const o = Object.freeze({ a: 1 })"],
        "caught(() => delete o.a)",
    ),
    ("shorthand", &["let a = 1, b = 2"], "({ a, b, c: a, a: b })"),
    (
        "shorthand in a function",
        &["let a = 1; const f = () => ({ a, f })"],
        "Object.keys(f())",
    ),
    (
        "computed keys",
        &["let k = 'x'"],
        "({ [k]: k, [`${k}y`]: 1, [(k = 'z')]: k, k })",
    ),
    (
        "keys that are no references",
        &["let a = 1, get = 2, set = 3"],
        "({ a: 5, get: get, set, 'a b': a, 1: a, get a() { return get } })",
    ),
    (
        "members that are no references",
        &["let a = { a: { a: 1 } }"],
        "[a.a.a, a['a'].a, a?.a?.a, a.b?.a.a]",
    ),
    (
        "labels that are no references",
        &["let a = 1; a: for (;;) { a++; break a }"],
        "a",
    ),
    (
        "tagged template",
        &["let v = 1; const tag = (s, ...r) => [s, s.raw, r, Object.isFrozen(s)]"],
        "tag`a${v}\\n${v + 1}`",
    ),
    (
        "a template object is one per place",
        &["const tag = (s) => s; const f = () => tag`a`; const g = () => tag`a`"],
        "[f() === f(), f() === g()]",
    ),
    (
        "a template object in a loop",
        &[
            "const seen = new Set, tag = (s) => seen.add(s)",
            "for (const i of [1, 2, 3]) tag`x${i}`",
        ],
        "seen.size",
    ),
    (
        "a tag that is a member",
        &["const o = { n: 1, tag(s) { return [this.n, s.length] } }"],
        "[o.tag`a${1}`, o['tag']``]",
    ),
    (
        "a template with a bad escape",
        &["const tag = (s) => [s[0], s.raw[0]]"],
        "tag`\\u`",
    ),
    (
        "a tag that gives a tag",
        &["const tag = (s) => (t) => s[0] + t[0]"],
        "tag`a``b`",
    ),
    (
        "nested templates",
        &["let a = 1, b = 'b'"],
        "`${a}${`${b}${`${a + 1}`}`}`",
    ),
    (
        "optional calls",
        &["let f, o = { m() { return this === o }, n: null }"],
        "[f?.(), o.m?.(), o?.m(), o.n?.(), o.n?.x.y.z, f?.x, (o?.m)(), o['m']?.()]",
    ),
    (
        "an optional call evaluates no argument",
        &["let n = 0, f = null", "f?.(n++); f?.[n++]; f?.a(n++)"],
        "n",
    ),
    (
        "nullish and logical",
        &["let a = 0, b = null"],
        "[a ?? 1, a || 1, b ?? 2, a && b, !a, (a ?? b) || 3]",
    ),
    (
        "logical assignment evaluates only what is due",
        &[
            "let a = 1, b = 0, c = null, n = 0",
            "a ||= n++; b &&= n++; a ??= n++; c ??= (n++, 5)",
        ],
        "[a, b, c, n]",
    ),
    (
        "logical assignment of a constant",
        &["const a = 1, b = 0", "a ||= 2; b &&= 3; a ??= 4"],
        "[a, b]",
    ),
    (
        "logical assignment of a constant in a function",
        &["const a = 1; const f = () => a ||= 2, g = () => a &&= 2"],
        "[f(), caught(g)]",
    ),
    (
        "values of assignments",
        &["let a = 1, b = '5'"],
        "[a = 2, a += 1, a++, ++a, a--, b++, b, a ??= 9, [a] = [7], { a } = { a: 8 }]",
    ),
    (
        "bigints",
        &["let a = 1n"],
        "[a++, ++a, a **= 3n, a <<= 2n, -a, a--]",
    ),
    (
        "an increment of an object",
        &["let o = { valueOf() { return 41 } }", "const r = [o++, o]"],
        "r",
    ),
    (
        "an increment of a symbol",
        &["let s = Symbol()"],
        "caught(() => s++)",
    ),
    (
        "in and instanceof",
        &["let k = 'a', C = class {}, o = new C; o.a = 1"],
        "[k in o, o instanceof C, !(k in o)]",
    ),
    ("comma", &["let a = 1; const r = (a++, a++, a)"], "r"),
    ("void", &["let a = 1; const r = void a++"], "[r, a]"),
    ("exponent", &["let a = 2"], "[a ** 2 ** 3, (-a) ** 2]"),
    (
        "a regular expression",
        &["let g = 2, a = 4; const r = a /g/ 1"],
        "[r, /g/g.flags, 'agb'.replace(/g/, () => a)]",
    ),
    (
        "semicolons that are not written",
        &["let a = 1\nlet b = a\n++a\nlet c = b\n;[a, b] = [b, a]\nconst d = () => { return\n a }"],
        "[a, b, c, d()]",
    ),
    (
        "numbers and strings",
        &["let e = 1"],
        "[1_000, 0x1F, .5, 1e3, '\\x41', '\\u{1F600}'.length]",
    ),
    (
        "keywords as names",
        &[
            "let async = 1, of = 2, get = 3, set = 4, from = 5, as = 6, type = 7, meta = 8, target = 9, accessor = 10, using = 11, out = 12",
        ],
        "[async, of, get, set, from, as, type, meta, target, accessor, using, out]",
    ),
    (
        "async is a name",
        &["let async = (a) => a; const f = async (1), g = async => async + 1"],
        "[f, g(1)]",
    ),
    (
        "undefined is a name",
        &["const f = () => undefined"],
        "[f(), typeof undefined, NaN, Infinity]",
    ),
    (
        "json",
        &["let a = [1, { b: null }]"],
        "JSON.stringify({ a, n: undefined })",
    ),
    (
        "spread of a string",
        &["const s = 'h\u{e9}\u{1F600}'"],
        "[...s].length",
    ),
    (
        "debugger and empty statements",
        &["let a = 1;;; debugger; ;a++;"],
        "a",
    ),
    (
        "import.meta",
        &[],
        "[typeof import.meta, typeof import.meta.url]",
    ),
];
