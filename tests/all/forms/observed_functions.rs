//! What is observed of functions and of inferred names.

use super::rows::Observed;

/// Names that functions and classes get from where they stand.
pub(super) const NAMES: &[Observed] = &[
    ("const", &["const f = () => {}"], "f.name"),
    ("let", &["let f = function () {}"], "f.name"),
    ("var", &["var f = async () => {}"], "f.name"),
    ("generator", &["const f = function* () {}"], "f.name"),
    ("class", &["const C = class {}"], "C.name"),
    (
        "class with a static name",
        &["const C = class { static name = 5 }"],
        "C.name",
    ),
    (
        "class with a static name method",
        &["const C = class { static name() {} }"],
        "typeof C.name",
    ),
    (
        "class that looks at its name",
        &["const C = class { static n = this.name }"],
        "C.n",
    ),
    (
        "class with a block that looks at its name",
        &["const C = class { static { this.n = this.name } }"],
        "C.n",
    ),
    ("named function", &["const f = function g() {}"], "f.name"),
    ("named class", &["const C = class D {}"], "C.name"),
    ("parentheses", &["const f = (() => {})"], "f.name"),
    (
        "more parentheses",
        &["const f = ((function () {}))"],
        "f.name",
    ),
    (
        "a sequence has no name",
        &["const f = (0, () => {})"],
        "[f.name]",
    ),
    (
        "a choice has no name",
        &["const f = true ? () => {} : 0"],
        "[f.name]",
    ),
    (
        "an or has no name",
        &["const f = false || (() => {})"],
        "[f.name]",
    ),
    ("assignment", &["let f", "f = () => {}"], "f.name"),
    (
        "assignment to a parenthesised name",
        &["let f", "(f) = () => {}"],
        "[f.name]",
    ),
    (
        "assignment in a function",
        &["let f", "(() => { f = () => {} })()"],
        "f.name",
    ),
    (
        "assignment of a class in a function",
        &["let C", "(() => { C = class {} })()"],
        "C.name",
    ),
    (
        "chained assignment",
        &["let f, g", "f = g = () => {}"],
        "[f.name, g.name]",
    ),
    ("or-assignment", &["let f", "f ||= () => {}"], "f.name"),
    (
        "and-assignment",
        &["let f = 1", "f &&= function () {}"],
        "f.name",
    ),
    ("nullish assignment", &["let f", "f ??= class {}"], "f.name"),
    (
        "nullish assignment in a function",
        &["let f", "(() => { f ??= () => {} })()"],
        "f.name",
    ),
    (
        "addition gives no name",
        &["let f = ''", "f += (() => {}).name"],
        "[f]",
    ),
    (
        "assignment to a member gives no name",
        &["const o = {}", "o.f = () => {}"],
        "[o.f.name]",
    ),
    ("array default", &["const [f = () => {}] = []"], "f.name"),
    (
        "object default",
        &["const { f = function () {} } = {}"],
        "f.name",
    ),
    (
        "renamed default",
        &["const { a: f = class {} } = {}"],
        "f.name",
    ),
    (
        "nested default",
        &["const { a: [f = () => {}] = [] } = {}"],
        "f.name",
    ),
    (
        "assigned array default",
        &["let f", "[f = () => {}] = []"],
        "f.name",
    ),
    (
        "assigned object default",
        &["let f", "({ f = () => {} } = {})"],
        "f.name",
    ),
    (
        "assigned renamed default",
        &["let f", "({ a: f = class {} } = {})"],
        "f.name",
    ),
    (
        "default assigned in a function",
        &["let f", "(() => { [f = () => {}] = [] })()"],
        "f.name",
    ),
    (
        "loop head default",
        &["let f", "for ([f = () => {}] of [[]]);"],
        "f.name",
    ),
    (
        "var loop head default",
        &["for (var { f = () => {} } of [{}]);"],
        "f.name",
    ),
    (
        "parameter default",
        &["const g = (f = () => {}) => f.name"],
        "g()",
    ),
    (
        "member",
        &["const o = { f: () => {}, g() {}, async *h() {} }"],
        "[o.f.name, o.g.name, o.h.name]",
    ),
    (
        "computed member",
        &[
            "const k = 'key'",
            "const o = { [k]: () => {}, [Symbol('s')]: class {} }",
        ],
        "Reflect.ownKeys(o).map((key) => o[key].name)",
    ),
    (
        "accessor",
        &["const o = { get f() { return 1 } }"],
        "Object.getOwnPropertyDescriptor(o, 'f').get.name",
    ),
    (
        "shorthand",
        &["const f = () => {}", "const o = { f }"],
        "[Object.keys(o), o.f.name]",
    ),
    (
        "field",
        &[
            "class C { f = () => {}; static g = function () {}; #h = () => {}; h() { return this.#h.name } }",
        ],
        "[new C().f.name, C.g.name, new C().h()]",
    ),
    (
        "declaration",
        &["function f() {} class C {} async function g() {} function* h() {}"],
        "[f.name, C.name, g.name, h.name]",
    ),
    (
        "export default function",
        &["export default function f() {}"],
        "f.name",
    ),
    (
        "the name proto",
        &["let __proto__ = () => {}"],
        "__proto__.name",
    ),
    (
        "a name in Unicode",
        &["const \u{5909}\u{6570} = () => {}"],
        "\u{5909}\u{6570}.name",
    ),
    (
        "a name with an escape",
        &["const \\u{61}b = () => {}"],
        "ab.name",
    ),
    ("bound", &["const f = () => {}"], "f.bind().name"),
    (
        "descriptor",
        &["const f = () => {}"],
        "Object.getOwnPropertyDescriptor(f, 'name')",
    ),
    (
        "own keys of an arrow",
        &["const f = () => {}"],
        "Reflect.ownKeys(f)",
    ),
    (
        "own keys of a class",
        &["const C = class { static a = 1 }"],
        "Reflect.ownKeys(C)",
    ),
    (
        "own keys of a function",
        &["function f() {}"],
        "Reflect.ownKeys(f)",
    ),
    (
        "an arrow that was assigned has no prototype",
        &["let f", "f = () => {}"],
        "[f.prototype, Reflect.ownKeys(f)]",
    ),
    (
        "source",
        &["let n = 1", "const f = (a) => { n = a + n; return { n } }"],
        "String(f)",
    ),
    (
        "source of a declaration",
        &["let n = 1", "function f() { /* n */ return n++ }"],
        "f.toString()",
    ),
    (
        "source of a class",
        &["let n = 1", "class C { a = n; static { n = 2 } }"],
        "`${C}`",
    ),
    (
        "source of a method",
        &["let n = 1", "const o = { m() { return n ??= 2 } }"],
        "String(o.m)",
    ),
    (
        "source of a later name",
        &["const f = () => later1 + typeof later1"],
        "String(f)",
    ),
    (
        "source with a caught error",
        &["const f = () => { try { n } catch ({ message }) { n } }"],
        "String(f)",
    ),
    (
        "length",
        &["let f", "f = (a, b = 1, ...c) => {}"],
        "f.length",
    ),
];

/// Calls, `this`, `arguments`, generators.
pub(super) const FUNCTIONS: &[Observed] = &[
    (
        "this at top level",
        &["const t = this", "const f = () => this"],
        "[t, f(), typeof this]",
    ),
    (
        "this of a bare call",
        &[
            "function f() { return this }",
            "const g = function () { return this }",
        ],
        "[f(), g(), (0, f)(), (f)(), f?.()]",
    ),
    (
        "this of a template tag",
        &["function f() { return this }"],
        "f``",
    ),
    (
        "this of a class that is called",
        &["class C { static m() { return this } }", "const { m } = C"],
        "[m(), C.m() === C]",
    ),
    (
        "this of a callback",
        &["let t = 1", "[0].forEach(function () { t = this })"],
        "t",
    ),
    (
        "this of a getter",
        &["const o = { get g() { return this === o } }"],
        "o.g",
    ),
    (
        "this in eval",
        &["function f() { return eval('this') }"],
        "[f(), f.call(1)]",
    ),
    (
        "call and apply",
        &["function f(...a) { return [this, a] }"],
        "[f.call(1, 2), f.apply(3, [4]), f.bind(5)(6)]",
    ),
    (
        "a caller can't be seen",
        &["function f() { return caught(() => f.caller) }"],
        "f().slice(0, 9)",
    ),
    (
        "arguments",
        &["function f(a) { arguments[0] = 2; return [a, arguments.length, typeof arguments] }"],
        "f(1, 2, 3)",
    ),
    (
        "arguments of an arrow",
        &["function f() { return (() => arguments[0])() }"],
        "f(7)",
    ),
    ("arguments at top level", &[], "typeof arguments"),
    (
        "arguments as a parameter's default",
        &["function f(a = arguments.length) { return a }"],
        "[f(), f(undefined, 1)]",
    ),
    (
        "new.target",
        &[
            "function F() { this.t = new.target }",
            "class G extends F {}",
        ],
        "[new F().t === F, new G().t === G, Reflect.construct(F, [], Array).t === Array]",
    ),
    (
        "defaults see earlier parameters",
        &[
            "let a = 'outer'",
            "const f = (a, b = a, c = () => a) => [a, b, c()]",
        ],
        "f(1)",
    ),
    (
        "defaults see the outer name",
        &[
            "let a = 'outer'",
            "function f(b = a) { var a = 'inner'; return [a, b] }",
        ],
        "f()",
    ),
    (
        "a default's dead zone",
        &["const f = (a = b, b) => a"],
        "caught(f)",
    ),
    (
        "a named function can't be assigned",
        &["const f = function g() { g = 1 }"],
        "caught(f)",
    ),
    (
        "a declaration can be assigned",
        &["function f() { return 1 }", "f = () => 2"],
        "f()",
    ),
    (
        "hoisted functions call each other",
        &[
            "const r = even(4); function even(n) { return n === 0 || odd(n - 1) } function odd(n) { return n !== 0 && even(n - 1) }",
        ],
        "[r, even(3)]",
    ),
    (
        "recursion",
        &["const fact = (n) => n < 2n ? 1n : n * fact(n - 1n)"],
        "fact(20n)",
    ),
    (
        "counters",
        &[
            "let n = 0; const inc = () => ++n, get = () => n",
            "inc(); inc()",
            "n += 10; inc()",
        ],
        "[n, get()]",
    ),
    (
        "a closure of each turn",
        &["const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i++)"],
        "[fs.map((f) => f()), fs.map((f) => f())]",
    ),
    (
        "a closure of each turn of for-of",
        &["const fs = []; for (const i of [1, 2]) fs.push(() => i)"],
        "fs.map((f) => f())",
    ),
    (
        "closures of a var",
        &["const fs = []; for (var i = 0; i < 3; i++) fs.push(() => i)"],
        "fs.map((f) => f())",
    ),
    (
        "generator",
        &[
            "let n = 0; function* g() { try { n = yield n; n = yield n * 2 } finally { n = 'end' } }",
            "const it = g(); const r = [it.next(), it.next(4), it.return(5)]",
        ],
        "[r, n]",
    ),
    (
        "delegation",
        &["function* a() { const r = yield* b(); yield r } function* b() { yield 1; return 2 }"],
        "[...a()]",
    ),
    (
        "throwing into a generator",
        &[
            "let seen; function* g() { try { yield } catch (e) { seen = e } }",
            "const it = g(); it.next(); it.throw(3)",
        ],
        "seen",
    ),
    (
        "async generator",
        &[
            "let n = 0; async function* g() { for (;;) yield ++n }",
            "const r = []; for await (const v of g()) { if (v > 3) break; r.push(v) }",
        ],
        "[r, n]",
    ),
    (
        "async order",
        &[
            "const r = []; const f = async (n) => { r.push(n); await 0; r.push(-n) }",
            "await Promise.all([f(1), f(2)])",
        ],
        "r",
    ),
    (
        "an async closure writes later",
        &[
            "let n = 1; const p = (async () => { const a = n; await 0; n = a + 1 })()",
            "await p",
        ],
        "n",
    ),
    (
        "compound assignment over an await",
        &[
            "let n = 1; const p = (async () => { n += await 5 })()",
            "n = 100",
            "await p",
        ],
        "typeof n",
    ),
    (
        "a constructor returns",
        &["function F() { return { a: 1 } }"],
        "new F().a",
    ),
    (
        "a method is no constructor",
        &["const o = { m() {} }"],
        "caught(() => new o.m).split(' ')[0]",
    ),
    (
        "an arrow is no constructor",
        &["const f = () => {}"],
        "caught(() => new f)",
    ),
    (
        "spread",
        &["let a = [1, 2]; const f = (...r) => r"],
        "[f(...a, 3, ...a), [...a, ...'b'], { ...a, ...{ c: 1 } }]",
    ),
    (
        "a function with properties",
        &["function f() { return f.n++ } f.n = 1; f()"],
        "f.n",
    ),
    (
        "a function declared twice as var",
        &["var f = 1; var f = () => 2"],
        "f()",
    ),
    (
        "sort with a closure",
        &[
            "let calls = 0; const cmp = (a, b) => (calls++, a - b)",
            "const r = [3, 1, 2].sort(cmp)",
        ],
        "[r, calls > 0]",
    ),
];
