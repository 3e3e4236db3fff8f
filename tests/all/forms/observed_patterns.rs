//! What is observed of patterns: getters, keys, defaults, and what they close.

use super::rows::Observed;

pub(super) const PATTERNS: &[Observed] = &[
    (
        "a default reads what stands before it",
        &["const [a = 1, b = a + 1] = []"],
        "[a, b]",
    ),
    (
        "an object default reads what stands before it",
        &["const { a = 1, b = a + 1, c: { d = a + b } = {} } = {}"],
        "[a, b, d]",
    ),
    (
        "a key reads what stands before it",
        &["const { a, [a]: b } = { a: 'k', k: 2 }"],
        "[a, b]",
    ),
    (
        "a default's closure reads what stands after it",
        &["const { f = () => z, z = 7 } = {}"],
        "f()",
    ),
    (
        "a default reads itself",
        &["let r; try { (() => { const { z = z } = {} })() } catch (e) { r = e.message }"],
        "r",
    ),
    (
        "a default reads what stands after it",
        &["const { a = caught(() => b), b = 2 } = {}"],
        "[a, b]",
    ),
    (
        "defaults only for undefined",
        &["const [a = 1, b = 1, c = 1, d = 1] = [null, undefined, 0]"],
        "[a, b, c, d]",
    ),
    (
        "null can't be taken apart",
        &["const f = () => { const { a } = null }, g = () => { let [a] = undefined }"],
        "[caught(f).slice(0, 9), caught(g).slice(0, 9)]",
    ),
    (
        "a key of a binding",
        &["let k = 'x'; const { [k]: v, ...rest } = { x: 1, y: 2 }"],
        "[v, rest]",
    ),
    (
        "rest copies own properties only",
        &[
            "const { a, ...r } = Object.create({ p: 1 }, { a: { value: 1, enumerable: true }, b: { value: 2, enumerable: true }, c: { value: 3 } })",
        ],
        "[a, r]",
    ),
    (
        "rest reads getters once",
        &["let n = 0; const { a, ...r } = { a: 1, get b() { return ++n } }"],
        "[n, r, r.b]",
    ),
    (
        "rest leaves out computed keys",
        &["let n = 0; const { [`k${++n}`]: a, ...r } = { k1: 1, k2: 2 }"],
        "[a, r, n]",
    ),
    (
        "symbol keys",
        &["const s = Symbol('s'); const { [s]: a, ...r } = { [s]: 1, b: 2 }"],
        "[a, r]",
    ),
    (
        "array patterns close iterators",
        &[
            "let r = []; const it = { [Symbol.iterator]: () => ({ next: () => (r.push('next'), { value: 1 }), return: () => (r.push('return'), {}) }) }",
            "const [a, b] = it; let c; [c] = it",
        ],
        "r",
    ),
    (
        "array patterns stop at the end",
        &["const [a, b, ...c] = new Set([1])"],
        "[a, b, c]",
    ),
    (
        "getters on the source",
        &[
            "let n = 0; const src = { get a() { return ++n } }",
            "const { a, a: b } = src; let c; ({ a: c } = src)",
        ],
        "[a, b, c]",
    ),
    (
        "setters as targets",
        &[
            "let r = []; const o = { set a(v) { r.push(v) } }",
            "[o.a, o['a']] = [1, 2]; ({ x: o.a } = { x: 3 }); for (o.a of [4]);",
        ],
        "r",
    ),
    (
        "private members as targets",
        &["let v = 0; class C { #a; m() { [this.#a, v] = [1, 2]; return this.#a } }"],
        "[new C().m(), v]",
    ),
    (
        "a proxy sees the keys",
        &[
            "let r = []; const p = new Proxy({}, { get: (t, k) => { r.push(String(k)) } })",
            "const { a, b: c = 1, ['d' + 1]: d } = p",
        ],
        "[r, c]",
    ),
    (
        "nested and renamed",
        &["let a, b, c; ({ a, x: { b, y: [c = 3] = [] } } = { a: 1, x: { b: 2 } })"],
        "[a, b, c]",
    ),
    (
        "parameters",
        &["let d = 9; const f = ({ a, b: [c = d] = [], ...r } = { a: 1 }, ...[e]) => [a, c, r, e]"],
        "[f(), f({ b: [2], z: 3 }, 4)]",
    ),
    (
        "for heads",
        &["let a, b, r = []; for ({ a, b = a } of [{ a: 1 }, { a: 2, b: 3 }]) r.push([a, b])"],
        "[r, a, b]",
    ),
    (
        "for heads in a function",
        &["let a, b, r = []; const f = () => { for ([a, ...b] of ['xyz']) r.push(a, b) }; f()"],
        "[r, a, b]",
    ),
    (
        "empty patterns",
        &["let n = 0; const {} = (n++, {}), [] = (n++, [])"],
        "n",
    ),
    (
        "strings and numbers",
        &["const [a, b] = 'xy', { length } = 'abc', { toFixed } = 1"],
        "[a, b, length, typeof toFixed]",
    ),
    (
        "a shorthand keeps the property's name",
        &["let a = 5; const o = { a: 1 }", "({ a } = o)"],
        "[a, Object.keys({ a })]",
    ),
    (
        "keywords as keys",
        &["const { if: a, class: b, default: c } = { if: 1, class: 2, default: 3 }"],
        "[a, b, c]",
    ),
    (
        "escapes in a shorthand",
        &["const { \\u0061bc } = { abc: 1 }"],
        "abc",
    ),
];
