//! Forms that create: every form, seen from every place.

use super::creating_forms::{CREATING, TYPESCRIPT};
use super::rows::{Creating, Kind, named};
use super::table::Table;

const CONSTANT: &str = "TypeError: Assignment to constant variable.";

/// Cells of a form and what each shows. `FORM`, `READ` and `VALUE` stand for what the row says.
type Cells = &'static [(&'static str, &'static str)];

/// What holds for bindings of every kind.
const CREATED: &[(&str, Cells)] = &[
    (
        "the declaring cell",
        &[("FORM; show(READ); show('$' in globalThis)", "VALUE\nfalse")],
    ),
    ("a later cell", &[("FORM", ""), ("show(READ)", "VALUE")]),
    (
        "a closure that stands after it",
        &[
            (
                "FORM; const get$ = async () => show(READ); await get$()",
                "VALUE",
            ),
            ("await get$()", "VALUE"),
        ],
    ),
    (
        "a closure that stands before it",
        &[
            (
                "const get$ = async () => show(READ); FORM; await get$()",
                "VALUE",
            ),
            ("await get$()", "VALUE"),
        ],
    ),
    (
        "a closure of an earlier cell",
        &[
            ("const get$ = async () => show(READ)", ""),
            ("FORM; await get$()", "VALUE"),
            ("await get$()", "VALUE"),
        ],
    ),
    (
        "declared again in this form",
        &[
            (
                "let $ = 'old', $b = 'old'; const get$ = async () => show(READ)",
                "",
            ),
            ("FORM", ""),
            ("show(READ); await get$()", "VALUE\nVALUE"),
        ],
    ),
    (
        "a constant declared again in this form",
        &[
            ("const $ = 'old'; const get$ = async () => show(READ)", ""),
            ("FORM", ""),
            ("show(READ); await get$()", "VALUE\nVALUE"),
        ],
    ),
    (
        "the same cell twice",
        &[
            ("FORM", ""),
            ("FORM; show(READ)", "VALUE"),
            ("show(READ)", "VALUE"),
        ],
    ),
    (
        "declared again as let",
        &[
            ("FORM; const peek$ = () => $", ""),
            ("let $ = 'new'; show(peek$())", "new"),
            ("$ += '!'; show($, peek$())", "new! new!"),
        ],
    ),
    (
        "declared again as const",
        &[
            ("FORM; const peek$ = () => $", ""),
            ("const $ = 'new'; show(peek$())", "new"),
            ("$ += '!'", CONSTANT),
            ("show($, peek$())", "new new"),
        ],
    ),
    (
        "declared again as var",
        &[
            ("FORM; const peek$ = () => $", ""),
            ("if (true) { var $ = 'new' }", ""),
            ("$ += '!'; show($, peek$())", "new! new!"),
        ],
    ),
    (
        "declared again as a function",
        &[
            ("FORM; const peek$ = () => $", ""),
            ("show(peek$()); function $() { }", "[function $]"),
            ("show($, peek$())", "[function $] [function $]"),
        ],
    ),
    (
        "declared again as a class",
        &[
            ("FORM; const peek$ = () => $", ""),
            ("class $ { static a = peek$ } show(peek$() === $)", "true"),
            ("show($, peek$().a())", "[function $] [function $]"),
        ],
    ),
    (
        "declared again in a pattern",
        &[
            ("FORM; const peek$ = () => $", ""),
            ("let { a: [$ = 'new'] } = { a: [] }", ""),
            ("show($, peek$())", "new new"),
        ],
    ),
    (
        "before an error",
        &[("FORM; fail()", "Error: failed"), ("show(READ)", "VALUE")],
    ),
    (
        "a cell that is cancelled when it is busy",
        &[
            ("FORM; show(READ); stopHere()", "VALUE"),
            ("show(typeof $)", "undefined"),
            ("let $ = 'new'; show($)", "new"),
        ],
    ),
    (
        "a cell that is cancelled when it waits, over a constant",
        &[
            ("const $ = 'old'; const peek$ = () => $", ""),
            ("FORM; show(READ); await stopWaiting()", "VALUE"),
            ("show($, peek$())", "old old"),
            ("$ = 'new'", CONSTANT),
            ("show($, peek$())", "old old"),
        ],
    ),
    (
        "a cell with an early error",
        &[
            ("let $ = 'old'", ""),
            ("FORM; let zz; let zz;", "SyntaxError"),
            ("show($)", "old"),
        ],
    ),
];

/// What holds for names that are dead before their declaration.
const DEAD_BEFORE: &[(&str, Cells)] = &[
    (
        "read before the declaration",
        &[
            (
                "show($); FORM",
                "ReferenceError: Cannot access '$' before initialization",
            ),
            ("show(typeof $)", "undefined"),
        ],
    ),
    (
        "typeof before the declaration",
        &[(
            "typeof $; FORM",
            "ReferenceError: Cannot access '$' before initialization",
        )],
    ),
    (
        "read by a hoisted function before the declaration",
        &[
            (
                "get$(); FORM; function get$() { return $ }",
                "ReferenceError: Cannot access '$' before initialization",
            ),
            ("show(typeof $)", "undefined"),
        ],
    ),
    (
        "read before it is declared again",
        &[
            ("let $ = 'old'", ""),
            (
                "show($); FORM",
                "ReferenceError: Cannot access '$' before initialization",
            ),
            ("show($)", "old"),
        ],
    ),
    (
        "an error before the declaration",
        &[
            ("fail(); FORM", "Error: failed"),
            ("show(typeof $)", "undefined"),
        ],
    ),
    (
        "an error before it is declared again",
        &[
            ("const $ = 'old'; const peek$ = () => $", ""),
            ("fail(); FORM", "Error: failed"),
            ("show($, peek$())", "old old"),
            ("$ = 'new'", CONSTANT),
        ],
    ),
];

const HOISTED_VAR: &[(&str, Cells)] = &[
    (
        "read before the declaration",
        &[("show($); FORM", "undefined")],
    ),
    (
        "an error before the declaration",
        &[
            ("fail(); FORM", "Error: failed"),
            ("show(typeof $)", "undefined"),
        ],
    ),
    (
        "assigned before the declaration, then an error",
        &[
            ("$ = 'early'; fail(); FORM", "Error: failed"),
            ("show($)", "early"),
        ],
    ),
    (
        "an error before it is declared again",
        &[
            ("let $ = 'old'", ""),
            ("fail(); FORM", "Error: failed"),
            ("show($)", "old"),
        ],
    ),
];

const HOISTED_FUNCTION: &[(&str, Cells)] = &[
    (
        "read before the declaration",
        &[("show(typeof $, READ); FORM", "function VALUE")],
    ),
    (
        "an error before the declaration",
        &[("fail(); FORM", "Error: failed"), ("show(READ)", "VALUE")],
    ),
];

const ASSIGNABLE: &[(&str, Cells)] = &[(
    "assigned later",
    &[
        ("FORM; const set$ = (v) => { $ = v }", ""),
        ("$ = 'new'; show($)", "new"),
        ("set$('newer'); show($)", "newer"),
    ],
)];

const CONSTANTS: &[(&str, Cells)] = &[(
    "assigned later",
    &[
        ("FORM; const set$ = (v) => { $ = v }", ""),
        ("$ = 'new'", CONSTANT),
        ("set$('new')", CONSTANT),
        ("show(READ)", "VALUE"),
    ],
)];

#[test]
fn what_a_form_creates_is_seen_everywhere() {
    let mut table = Table::new();
    for (row, form) in CREATING.iter().enumerate() {
        places(&mut table, &format!("a{row}"), form, CREATED);
    }
    table.finish();
}

#[test]
fn a_binding_behaves_as_its_kind() {
    let mut table = Table::new();
    for (row, form) in CREATING.iter().enumerate() {
        let (hoisting, assigning) = match form.0 {
            Kind::Let => (DEAD_BEFORE, ASSIGNABLE),
            Kind::Const => (DEAD_BEFORE, CONSTANTS),
            Kind::Var => (HOISTED_VAR, ASSIGNABLE),
            Kind::Function => (HOISTED_FUNCTION, ASSIGNABLE),
        };
        places(&mut table, &format!("h{row}"), form, hoisting);
        places(&mut table, &format!("k{row}"), form, assigning);
    }
    table.finish();
}

#[test]
fn what_typescript_creates_is_seen_later() {
    let mut table = Table::new();
    for (row, (source, read, value)) in TYPESCRIPT.iter().enumerate() {
        let name = format!("t{row}");
        let shown = named(value, &name);
        for (cell, expected) in [
            (format!("const get$ = () => show({read})"), ""),
            (format!("{source}\n; show({read})"), &*shown),
            (format!("show({read})"), &*shown),
            ("get$()".to_owned(), &*shown),
        ] {
            table.check(source, &named(&cell, &name), expected);
        }
    }
    table.finish();
}

fn places(table: &mut Table, prefix: &str, form: &Creating, places: &[(&str, Cells)]) {
    let (_, source, read, value) = form;
    for (index, (place, cells)) in places.iter().enumerate() {
        let name = format!("{prefix}p{index}");
        for (cell, expected) in *cells {
            let cell = cell.replace("FORM", source).replace("READ", read);
            let cell = named(&cell, &name);
            let got = if cell.contains("stopHere") || cell.contains("stopWaiting") {
                table.cancelled_cell(&cell)
            } else {
                table.cell(&cell)
            };
            let expected = named(&expected.replace("VALUE", value), &name);
            table.expect(place, &cell, &got, &expected);
        }
    }
}
