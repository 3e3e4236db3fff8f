//! What code observes of the errors that it catches itself.

use super::rows::Observed;

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
