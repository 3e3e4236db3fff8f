//! What is observed of operators, statements, patterns and caught errors.

use super::rows::Observed;

/// Operators, templates, calls, keys.
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

/// Blocks, loops, labels, switches and what they declare.
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

/// In which order things are evaluated.
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

/// Patterns, with getters, keys, defaults and what they close.
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

/// Messages of errors that the code itself catches.
pub(super) const CAUGHT: &[Observed] = &[
    ("not a function", &["let zz = 1"], "caught(() => zz())"),
    (
        "not a function, a member",
        &["let zz = {}"],
        "caught(() => zz.a())",
    ),
    (
        "not a function, optional",
        &["let zz = 1"],
        "caught(() => zz?.())",
    ),
    (
        "not a constructor",
        &["let zz = 1"],
        "caught(() => new zz())",
    ),
    (
        "not iterable",
        &["let zz = 1"],
        "caught(() => { const [a] = zz })",
    ),
    (
        "not iterable, for-of",
        &["let zz = 1"],
        "caught(() => { for (const a of zz); })",
    ),
    (
        "not iterable, spread",
        &["let zz = 1"],
        "caught(() => [...zz])",
    ),
    (
        "not iterable, call",
        &["let zz = 1"],
        "caught(() => Math.max(...zz))",
    ),
    ("property of undefined", &["let zz"], "caught(() => zz.a)"),
    (
        "property of null, written",
        &["let zz = null"],
        "caught(() => { zz.a = 1 })",
    ),
    (
        "a pattern of undefined",
        &["let zz"],
        "caught(() => { const { a } = zz })",
    ),
    ("a constant", &["const zz = 1"], "caught(() => { zz = 2 })"),
    (
        "a constant, incremented",
        &["const zz = 1"],
        "caught(() => { zz++ })",
    ),
    ("not defined", &[], "caught(() => nowhere1)"),
    ("not defined, called", &[], "caught(() => nowhere2())"),
    (
        "not defined, assigned",
        &[],
        "caught(() => { nowhere3 = 1 })",
    ),
    (
        "dead",
        &["const r = caught(() => dead4); let dead4 = 1"],
        "r",
    ),
    (
        "dead, assigned",
        &["const r = caught(() => { dead5 = 1 }); let dead5"],
        "r",
    ),
    (
        "dead class",
        &["const r = caught(() => new Dead6); class Dead6 {}"],
        "r",
    ),
    (
        "not an instance's right side",
        &["let zz = 1"],
        "caught(() => ({}) instanceof zz)",
    ),
    (
        "not an in's right side",
        &["let zz = 1"],
        "caught(() => 'a' in zz)",
    ),
    (
        "not a superclass",
        &["let zz = 1"],
        "caught(() => class extends zz {})",
    ),
    (
        "a class that is called",
        &["class Zz {}"],
        "caught(() => Zz())",
    ),
    ("a tag", &["let zz = 1"], "caught(() => zz``)"),
    (
        "in a promise's handler",
        &["let zz = 1; const r = await Promise.resolve().then(() => zz()).catch((e) => e.message)"],
        "r",
    ),
    (
        "at top level",
        &["let zz = 1, r; try { zz() } catch (e) { r = e.message }"],
        "r",
    ),
    (
        "at top level, a pattern",
        &["let zz = 1, r; try { zz() } catch ({ message }) { r = message }"],
        "r",
    ),
    (
        "an await",
        &["let zz = 1, r; try { await (async () => zz())() } catch (e) { r = e.message }"],
        "r",
    ),
    (
        "the stack's first line",
        &["let zz = 1, r; try { zz() } catch (e) { r = e.stack.split('\\n')[0] }"],
        "r",
    ),
    (
        "a bigint and a number",
        &["let zz = 1n"],
        "caught(() => zz + 1)",
    ),
    (
        "a symbol",
        &["let zz = Symbol('zz')"],
        "caught(() => `${zz}`)",
    ),
    (
        "a frozen object",
        &["const zz = Object.freeze({ a: 1 })"],
        "caught(() => { zz.a = 2 })",
    ),
    (
        "an accessor without a setter",
        &["const zz = { get a() { return 1 } }"],
        "caught(() => { zz.a = 2 })",
    ),
    (
        "a private name",
        &["class Zz { #a; static m(o) { return o.#a } }"],
        "caught(() => Zz.m({}))",
    ),
    (
        "JSON of a cycle",
        &["const zz = {}; zz.a = zz"],
        "caught(() => JSON.stringify(zz)).split('\\n')[0]",
    ),
    (
        "rethrown",
        &["let zz, r; try { try { zz.a.b } catch (e) { throw e } } catch (e) { r = e.message }"],
        "r",
    ),
];
