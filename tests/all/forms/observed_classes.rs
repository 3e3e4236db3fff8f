//! What is observed of classes.

use super::rows::Observed;

pub(super) const CLASSES: &[Observed] = &[
    (
        "fields read bindings",
        &[
            "let n = 1; class C { a = n; b = this.a + n; static c = n; ['d' + n] = n }",
            "n = 5",
        ],
        "[new C(), C.c]",
    ),
    (
        "fields write bindings",
        &[
            "let n = 0; class C { a = ++n; static b = n += 10 }",
            "new C(); new C()",
        ],
        "[n, C.b]",
    ),
    (
        "fields named as bindings",
        &["let a = 1; class C { a; b = a; static a = 'static'; c() { return [this.a, a] } }"],
        "[new C().b, new C().c(), C.a]",
    ),
    (
        "methods named as bindings",
        &[
            "let a = 1; class C { a() { return a } get b() { return a } set b(v) { a = v } }",
            "const o = new C; o.b = 3",
        ],
        "[o.a(), o.b, a]",
    ),
    (
        "static block",
        &[
            "let log = []; class C { static a = log.push('a'); static { log.push('block', typeof C, this === C) } static b = log.push('b') }",
        ],
        "log",
    ),
    (
        "static block has scope",
        &["let a = 1, seen; class C { static { var a = 2; { let a = 3 } seen = a } }"],
        "[a, seen]",
    ),
    (
        "computed keys run once",
        &[
            "let n = 0; class C { [`k${++n}`] = n; static [`s${++n}`]() { return n } }",
            "new C; new C",
        ],
        "[n, Object.keys(new C), C.s2()]",
    ),
    (
        "private names",
        &[
            "let n = 1; class C { #a = n; static #s = n; get #g() { return this.#a } set #g(v) { n = this.#a = v } m() { return [#a in this, this.#a++, this.#g += 10, C.#s] } }",
        ],
        "[new C().m(), n]",
    ),
    (
        "private methods",
        &[
            "let n = 0; class C { #m() { return ++n } static #t() { return n++ } r() { return [this.#m(), C.#t()] } }",
        ],
        "[new C().r(), n]",
    ),
    (
        "private names of another class",
        &[
            "class C { #a = 1; static has(o) { return #a in o } }",
            "class D { #a = 1 }",
        ],
        "[C.has(new C), C.has(new D)]",
    ),
    (
        "super",
        &[
            "let k = 'm'; class A { m() { return 'A' } static s() { return 's' } }",
            "class B extends A { m() { return super.m() + super[k]() } static s() { return super.s() + 2 } f = super.m() }",
        ],
        "[new B().m(), B.s(), new B().f]",
    ),
    (
        "super assignment",
        &["let v = 1; class A {} class B extends A { m() { super.x = v; return this.x } }"],
        "new B().m()",
    ),
    (
        "super in an object",
        &[
            "const base = { m: () => 1 }; const o = { __proto__: base, m() { return super.m() + 1 } }",
        ],
        "o.m()",
    ),
    (
        "extends a binding",
        &[
            "let A = class { a() { return 1 } }; class B extends A {}",
            "A = null",
        ],
        "new B().a()",
    ),
    (
        "extends an expression",
        &[
            "const mixin = (C) => class extends C { m() { return 'mixed' } }",
            "class D extends mixin(Object) {}",
        ],
        "[new D().m(), Object.getPrototypeOf(D).name]",
    ),
    (
        "the inner name is constant",
        &["class C { static set() { C = 1 } }"],
        "caught(C.set)",
    ),
    (
        "the outer name is not",
        &[
            "class C { static self() { return C } }",
            "const old = C; C = 1",
        ],
        "[C, old.self() === old]",
    ),
    (
        "the heritage is dead in itself",
        &[],
        "caught(() => { class C extends C {} })",
    ),
    (
        "a key is dead in the class",
        &[],
        "caught(() => { class C { [C.name]() {} } })",
    ),
    ("a call", &["class C {}"], "caught(C)"),
    (
        "no super",
        &["class C extends Object { constructor() { } }"],
        "caught(() => new C).slice(0, 14)",
    ),
    (
        "constructor values",
        &["let made = 0; class C { constructor(a = ++made) { this.a = a } }"],
        "[new C().a, new C(7).a, made]",
    ),
    (
        "new.target in a field",
        &["class A { t = new.target } class B extends A { u = typeof new.target }"],
        "[new A().t, new B().u]",
    ),
    (
        "this in a field's arrow",
        &["class C { a = 1; f = () => this.a }", "const { f } = new C"],
        "f()",
    ),
    (
        "await in a computed key",
        &["class C { static [await 'a'] = 1 }"],
        "C.a",
    ),
    (
        "await in a heritage",
        &["class C extends (await Array) {}"],
        "new C() instanceof Array",
    ),
    (
        "getter and setter",
        &[
            "let v = 1; class C { static get a() { return v } static set a(w) { v = w } }",
            "C.a += 2; C.a ??= 9; C.a++",
        ],
        "[C.a, v]",
    ),
    (
        "symbols",
        &[
            "let n = 3; class C { *[Symbol.iterator]() { for (let i = 0; i < n; i++) yield i } static [Symbol.hasInstance](v) { return v === n } }",
        ],
        "[[...new C], 3 instanceof C]",
    ),
    (
        "an accessor field is a name",
        &["class C { static accessor = 1; get = 2; static static = 3; async = 4 }"],
        "[C.accessor, new C().get, C.static, new C().async]",
    ),
    (
        "a class in a field",
        &["let n = 1; class C { static D = class { a = n; static E = class { b = ++n } } }"],
        "[new C.D().a, new C.D.E().b, C.D.name, C.D.E.name]",
    ),
    (
        "an object's methods",
        &[
            "let n = 1; const o = { n, get m() { return n }, set m(v) { n = v }, ['k' + n]: n, f() { return this.n + n } }",
            "o.m = 4",
        ],
        "[o.n, o.m, o.k1, o.f()]",
    ),
    (
        "an object's prototype",
        &[
            "const __proto__ = { a: 1 }",
            "const o = { __proto__ }, p = { __proto__: __proto__ }",
        ],
        "[Object.keys(o), Object.keys(p), p.a]",
    ),
    (
        "an object's prototype by a binding",
        &[
            "let proto = { a: 1 }",
            "const o = { __proto__: proto, 'b': proto.a }",
        ],
        "[o.a, Object.keys(o)]",
    ),
    (
        "species",
        &["class L extends Array { static get [Symbol.species]() { return Array } }"],
        "L.from([1]).map((a) => a).constructor.name",
    ),
    (
        "errors",
        &[
            "class E extends Error { name = 'E'; constructor(m) { super(m + '!') } }",
            "let seen; try { throw new E('x') } catch (e) { seen = [e instanceof E, String(e)] }",
        ],
        "seen",
    ),
];
