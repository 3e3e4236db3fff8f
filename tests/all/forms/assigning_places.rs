//! Every place in which a form can assign a binding.

use super::rows::Place;

/// Places where the assignment counts.
pub(super) const ASSIGNED: &[Place] = &[
    (
        "at top level of the declaring cell",
        &[("let $ = BEFORE; FORM; show($)", "AFTER")],
    ),
    (
        "at top level of the declaring cell, a hoisted var",
        &[("$ = BEFORE; FORM; show($); var $", "AFTER")],
    ),
    (
        "in a block of the declaring cell",
        &[("let $ = BEFORE; { let z; FORM; show($) }", "AFTER")],
    ),
    (
        "in a function of the declaring cell",
        &[(
            "let $ = BEFORE; const set$ = ASYNC () => { FORM }; AWAIT set$(); show($)",
            "AFTER",
        )],
    ),
    (
        "in a hoisted function of the declaring cell",
        &[(
            "let $ = BEFORE; AWAIT set$(); show($); ASYNC function set$() { FORM }",
            "AFTER",
        )],
    ),
    (
        "in a function that stands before the declaration",
        &[
            (
                "const set$ = ASYNC () => { FORM }; let $ = BEFORE; AWAIT set$()",
                "",
            ),
            ("show($)", "AFTER"),
        ],
    ),
    (
        "at top level of a later cell",
        &[
            ("let $ = BEFORE; const get$ = () => $", ""),
            ("FORM", ""),
            ("show($, get$())", "AFTER AFTER"),
        ],
    ),
    (
        "in a function of a later cell",
        &[
            ("let $ = BEFORE; const get$ = () => $", ""),
            ("AWAIT (ASYNC () => { FORM })(); show($)", "AFTER"),
            ("show($, get$())", "AFTER AFTER"),
        ],
    ),
    (
        "in a closure of an earlier cell",
        &[
            ("var $ = BEFORE; const set$ = ASYNC () => { FORM }", ""),
            ("AWAIT set$()", ""),
            ("show($)", "AFTER"),
        ],
    ),
    (
        "in a closure that is older than the binding",
        &[
            (
                "const set$ = ASYNC () => { FORM }; const get$ = () => $",
                "",
            ),
            ("let $ = BEFORE", ""),
            ("AWAIT set$(); show($, get$())", "AFTER AFTER"),
        ],
    ),
    (
        "in a closure, after the binding was declared again",
        &[
            ("const $ = 'old'; const set$ = ASYNC () => { FORM }", ""),
            ("let $ = BEFORE; AWAIT set$()", ""),
            ("show($)", "AFTER"),
        ],
    ),
    (
        "before an error in a later statement",
        &[
            ("let $ = BEFORE", ""),
            ("FORM; fail()", "Error: failed"),
            ("show($)", "AFTER"),
        ],
    ),
    (
        "in a closure, before an error in a later statement",
        &[
            ("let $ = BEFORE; const set$ = ASYNC () => { FORM }", ""),
            ("AWAIT set$(); fail()", "Error: failed"),
            ("show($)", "AFTER"),
        ],
    ),
    (
        "before an error that takes back another assignment",
        &[
            ("let $ = BEFORE; const set$ = () => { $ = 'lost' }", ""),
            ("FORM; { $ = 'lost'; set$(); fail() }", "Error: failed"),
            ("show($)", "AFTER"),
        ],
    ),
    (
        "in one statement with an error that is caught",
        &[
            ("let $ = BEFORE", ""),
            ("try { FORM; fail() } catch { }", ""),
            ("show($)", "AFTER"),
        ],
    ),
    (
        "in a closure in one statement with an error that is caught",
        &[
            (
                "let $ = BEFORE; const set$ = ASYNC () => { FORM; fail() }",
                "",
            ),
            ("try { AWAIT set$() } catch { }", ""),
            ("show($)", "AFTER"),
        ],
    ),
];

/// TypeScript in which the assignment counts.
pub(super) const TYPED: &[Place] = &[
    (
        "in TypeScript that is erased",
        &[
            (
                "let $: any = BEFORE; const set$ = ASYNC (): any => { FORM }; FORM; show($)",
                "AFTER",
            ),
            ("$ = BEFORE; AWAIT set$(); show($)", "AFTER"),
        ],
    ),
    (
        "in TypeScript that is compiled",
        &[
            (
                "enum E$ { A } let $: any = BEFORE; const set$ = ASYNC (): any => { FORM }; FORM; show($)",
                "AFTER",
            ),
            ("$ = BEFORE; AWAIT set$(); show($)", "AFTER"),
        ],
    ),
];

/// Places where the value before comes back, or stays.
pub(super) const TAKEN_BACK: &[Place] = &[
    (
        "in one statement with an error",
        &[
            ("let $ = BEFORE; const get$ = () => $", ""),
            ("{ FORM; fail() }", "Error: failed"),
            ("show($, get$())", "BEFORE BEFORE"),
        ],
    ),
    (
        "in one statement with a rejection",
        &[
            ("let $ = BEFORE", ""),
            (
                "{ await 0; FORM; await Promise.reject(new Error('failed')) }",
                "Error: failed",
            ),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "in a function in one statement with an error",
        &[
            ("let $ = BEFORE", ""),
            ("AWAIT (ASYNC () => { FORM; fail() })()", "Error: failed"),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "in a closure in one statement with an error",
        &[
            ("let $ = BEFORE; const set$ = ASYNC () => { FORM }", ""),
            ("{ AWAIT set$(); fail() }", "Error: failed"),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "in a closure and at top level in one statement with an error",
        &[
            ("let $ = BEFORE; const set$ = ASYNC () => { FORM }", ""),
            (
                "{ $ = BEFORE; AWAIT set$(); $ = 'lost'; fail() }",
                "Error: failed",
            ),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "in a closure that is older than the binding, in one statement with an error",
        &[
            ("const set$ = ASYNC () => { FORM }", ""),
            ("let $ = BEFORE", ""),
            ("{ AWAIT set$(); fail() }", "Error: failed"),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "in a cell that is cancelled when it is busy",
        &[
            ("let $ = BEFORE", ""),
            ("FORM; show($); stopHere()", "AFTER"),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "in a closure in a cell that is cancelled when it waits",
        &[
            ("let $ = BEFORE; const set$ = ASYNC () => { FORM }", ""),
            ("AWAIT set$(); 1; show($); await stopWaiting()", "AFTER"),
            ("show($)", "BEFORE"),
        ],
    ),
];

/// Places where assigning throws.
pub(super) const REFUSED: &[Place] = &[
    (
        "a constant of the same cell",
        &[("const $ = BEFORE; FORM", CONSTANT), ("show($)", "BEFORE")],
    ),
    (
        "a constant of an earlier cell",
        &[
            ("const $ = BEFORE", ""),
            ("FORM", CONSTANT),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "a constant, in functions of its cell and of a later one",
        &[
            ("const $ = BEFORE; const set$ = ASYNC () => { FORM }", ""),
            ("AWAIT set$()", CONSTANT),
            ("AWAIT (ASYNC () => { FORM })()", CONSTANT),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "a constant, in a closure that is older",
        &[
            ("const set$ = ASYNC () => { FORM }", ""),
            ("const $ = BEFORE", ""),
            ("AWAIT set$()", CONSTANT),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "a binding that became a constant",
        &[
            ("let $ = BEFORE; const set$ = ASYNC () => { FORM }", ""),
            ("const $ = BEFORE; AWAIT set$()", CONSTANT),
            ("FORM", CONSTANT),
            ("show($)", "BEFORE"),
        ],
    ),
    (
        "before the declaration",
        &[
            ("FORM; let $ = BEFORE", DEAD),
            ("show(typeof $)", "undefined"),
        ],
    ),
    (
        "in a function, before the declaration",
        &[
            (
                "AWAIT set$(); let $ = BEFORE; ASYNC function set$() { FORM }",
                DEAD,
            ),
            ("show(typeof $)", "undefined"),
        ],
    ),
    (
        "in an earlier closure, before a new declaration",
        &[
            ("const set$ = ASYNC () => { FORM }", ""),
            (
                "try { AWAIT set$() } catch (e) { show(e.name) } let $ = BEFORE; show($)",
                "ReferenceError\nBEFORE",
            ),
        ],
    ),
    (
        "a name that is not declared",
        &[
            ("FORM", "ReferenceError: $ is not defined"),
            (
                "AWAIT (ASYNC () => { FORM })()",
                "ReferenceError: $ is not defined",
            ),
            ("show(typeof $, '$' in globalThis)", "undefined false"),
        ],
    ),
];

/// Places where another binding of that name is assigned.
pub(super) const SHADOWED: &[Place] = &[
    (
        "a parameter",
        &[
            ("let $ = 'outer'; const get$ = () => $", ""),
            (
                "AWAIT (ASYNC ($) => { FORM; show($) })(BEFORE); show($, get$())",
                "AFTER\nouter outer",
            ),
        ],
    ),
    (
        "a block's let",
        &[
            ("let $ = 'outer'; const get$ = () => $", ""),
            (
                "{ let $ = BEFORE; FORM; show($) } show($, get$())",
                "AFTER\nouter outer",
            ),
        ],
    ),
    (
        "a loop's let",
        &[
            ("let $ = 'outer'; const get$ = () => $", ""),
            (
                "for (let $ of [BEFORE]) { FORM; show($) } show($, get$())",
                "AFTER\nouter outer",
            ),
        ],
    ),
    (
        "a catch parameter",
        &[
            ("let $ = 'outer'; const get$ = () => $", ""),
            (
                "try { throw BEFORE } catch ($) { FORM; show($) } show($, get$())",
                "AFTER\nouter outer",
            ),
        ],
    ),
    (
        "a function's var",
        &[
            ("let $ = 'outer'; const get$ = () => $", ""),
            (
                "AWAIT (ASYNC function () { $ = BEFORE; FORM; show($); var $ })(); show($, get$())",
                "AFTER\nouter outer",
            ),
        ],
    ),
];

/// Functions and class bodies of every kind, for forms that await nothing.
pub(super) const BODIES: &[&str] = &[
    "(() => { FORM })()",
    "(function () { FORM })()",
    "(function f() { 'use strict'; FORM })()",
    "[...(function* () { FORM })()]",
    "await (async () => { FORM })()",
    "await (async function () { await 0; FORM })()",
    "for await (const y of (async function* () { FORM; yield })());",
    "({ m() { FORM } }).m()",
    "({ get m() { FORM; return 0 } }).m",
    "({ set m(v) { FORM } }).m = 0",
    "({ async m() { FORM } }).m()",
    "({ *m() { FORM } }).m().next()",
    "(class { static { FORM } })",
    "(class { static m() { FORM } }).m()",
    "(class { static #m() { FORM } static { this.#m() } })",
    "new (class { constructor() { FORM } })",
    "new (class extends Array { constructor() { super(); FORM } })",
    "new (class { m = (() => { FORM })() })",
    "((p = (() => { FORM })()) => {})()",
    "{ let z; (() => { { FORM } })() }",
    "(() => () => { FORM })()()",
    "(() => { if (true) { FORM } })()",
    "(() => { try { fail() } catch { FORM } })()",
    "(() => { switch (1) { default: FORM } })()",
];

const CONSTANT: &str = "TypeError: Assignment to constant variable.";
const DEAD: &str = "ReferenceError: Cannot access '$' before initialization";
