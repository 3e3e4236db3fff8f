//! Names that a binding can have, and those that it can't.

use super::table::Table;

const NAMES: &[&str] = &[
    // Members that every object has.
    "__proto__",
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "then",
    "prototype",
    "length",
    "name",
    "__defineGetter__",
    // Words that are names in module code.
    "async",
    "of",
    "get",
    "set",
    "from",
    "as",
    "type",
    "meta",
    "target",
    "accessor",
    "using",
    "out",
    "abstract",
    "declare",
    "module",
    "namespace",
    "require",
    "exports",
    "global",
    "self",
    "window",
    "undefined",
    "NaN",
    "Infinity",
    "globalThis",
    "any",
    "is",
    "keyof",
    "readonly",
    "satisfies",
    "infer",
    // Globals.
    "Object",
    "Array",
    "Function",
    "Promise",
    "Symbol",
    "Error",
    "TypeError",
    "ReferenceError",
    "Proxy",
    "Reflect",
    "JSON",
    "Math",
    "Map",
    "String",
    "Number",
    "Buffer",
    "process",
    "fetch",
    "URL",
    "structuredClone",
    "AbortSignal",
    "performance",
    // Letters and marks.
    "$",
    "_",
    "$$",
    "_$",
    "$_1",
    "a",
    "E",
    "S",
    "W",
    "r",
    "\u{3c0}",
    "\u{5909}\u{6570}",
    "\u{e9}",
    "e\u{301}",
    "\u{20bb7}",
    "\u{2167}",
    "\u{aa}",
    "x\u{fe00}",
    "x\u{fe0f}\u{fe0f}",
    "a\u{200d}b",
    "a\u{200c}",
    "\u{1d4d0}",
    "\u{10400}",
    "\u{ff41}",
];

const FORMS: &[(&str, &[(&str, &str)])] = &[
    (
        "a variable",
        &[
            (
                "let @ = 1; const get1 = () => @, set1 = (v) => { @ = v };",
                "",
            ),
            ("@ += 1; show(@, get1(), typeof @)", "2 2 number"),
            ("set1(5); [@] = [@ + 1]; show(@, get1())", "6 6"),
            ("{ @ = 'lost'; fail() }", "Error: failed"),
            ("show(get1()); @++; show(`${@}`)", "6\n7"),
            ("const @ = 8", ""),
            (
                "show(caught(() => { @ = 9 }), get1())",
                "TypeError: Assignment to constant variable. 8",
            ),
        ],
    ),
    (
        "a key",
        &[
            ("var @ = 1; for (const key in { @ }) show(key)", "@"),
            ("show({ @ }.@, { ['@']: @ }.@, { a: @ }.a)", "1 1 1"),
            ("({ @ } = { ['@']: 3 }); show(@)", "3"),
            ("const { @ = 4 } = { __proto__: null }; show(@)", "4"),
            ("const { ['@']: x1, ...y1 } = { ['@']: 5 }; show(x1)", "5"),
        ],
    ),
    (
        "a function",
        &[
            ("function @() { return @.name } show(@())", "@"),
            ("var @ = () => 1; show(@.name, @())", "@ 1"),
            ("const f1 = (@) => @ + 1; show(f1(1))", "2"),
        ],
    ),
    (
        "a class",
        &[
            ("class @ { static a = @.name } show(@.a, @.name)", "@ @"),
            ("let @ = class { }; show(@.name)", "@"),
        ],
    ),
    (
        "a name that comes later",
        &[
            ("const get2 = () => @; let @ = 1", ""),
            ("show(get2())", "1"),
            ("@: for (const @ of [2]) { show(@); continue @ }", "2"),
            ("let @; show(get2())", "undefined"),
        ],
    ),
];

#[test]
fn a_binding_can_have_any_name() {
    for (form, cells) in FORMS {
        let mut table = Table::new();
        for name in NAMES {
            for (cell, expected) in *cells {
                let source = cell.replace('@', name);
                table.check(
                    &format!("{form}, {name}"),
                    &source,
                    &expected.replace('@', name),
                );
            }
        }
        table.finish();
    }
}

#[test]
fn an_escape_in_a_name_is_the_character() {
    let mut table = Table::new();
    for (cell, expected) in [
        ("let \\u0061 = 1; show(a)", "1"),
        ("\\u{61} += 1; show(a, \\u{0061})", "2 2"),
        (
            "const get = () => \\u0061; ({ \\u0061 } = { a: 3 }); show(get())",
            "3",
        ),
        (
            "const o = { \\u0061 }; show(Object.keys(o), { \\u{61}: 4 }.a)",
            "[a] 4",
        ),
        ("function \\u{62}c() { return bc.name } show(bc())", "bc"),
        (
            "class \\u{43} { static \\u{64} = 1 } show(C.name, C.d)",
            "C 1",
        ),
        ("const \\u{5909}\u{6570} = 5; show(\u{5909}\\u6570)", "5"),
        ("let x\\u{fe00} = 6, x = 7; show(x\u{fe00}, x)", "6 7"),
        (
            "let \u{e9} = 8, e\u{301} = 9; show(\u{e9}, e\u{301})",
            "8 9",
        ),
        (
            "(() => { \\u0061 = 10; \\u{61}++ })(); show(get(), String(get))",
            "11 () => \\u0061",
        ),
    ] {
        table.check("in order", cell, expected);
    }
    table.finish();
}

#[test]
fn a_name_that_the_runtime_needs_is_refused_with_the_reason() {
    const PROTECTED: &[&str] = &[
        "nodeRepl",
        "console",
        "setTimeout",
        "setInterval",
        "setImmediate",
        "clearTimeout",
        "clearInterval",
        "clearImmediate",
        "queueMicrotask",
    ];
    const DECLARING: &[&str] = &[
        "let @",
        "const @ = 1",
        "var @ = 1",
        "function @() { }",
        "class @ { }",
        "async function* @() { }",
        "let { @ } = {}",
        "const [[@ = 1]] = [[]]",
        "let { a: @ } = {}",
        "var { ...@ } = {}",
        "{ var @ }",
        "for (var @ of []);",
        "try { } finally { var [@] = [] }",
        "using @ = null",
        "export const @ = 1",
        "export function @() { }",
        "export default class @ { }",
    ];
    const LOCAL: &[&str] = &[
        "{ let @ = 1; show(@) }",
        "((@) => show(@))(1)",
        "(function () { var @ = 1; show(@) })()",
        "for (const @ of [1]) show(@)",
        "try { throw 1 } catch (@) { show(@) }",
        "show({ @: 1 }.@)",
        "(() => { function @() { } show(1) })()",
        "show(new (class { @ = 1 })().@)",
        "{ class @ { static a = 1 } show(@.a) }",
    ];
    let mut table = Table::new();
    for name in PROTECTED {
        table.check(name, "let kept = 1", "");
        for declaring in DECLARING {
            let cell = declaring.replace('@', name);
            let outcome = table.outcome(&format!("kept = 2; {cell}"));
            let error = outcome.error.map(|error| (error.name, error.message));
            let (kind, message) = error.unwrap_or_default();
            table.expect("refused", &cell, &kind, "SyntaxError");
            let reason = format!("'{name}' can't be declared in a cell: ");
            let told = message.starts_with(&reason) && message.len() > reason.len() + 20;
            table.expect("with a reason", &message, &told.to_string(), "true");
        }
        table.check("nothing ran", "show(kept)", "1");
        for local in LOCAL {
            table.check("a local name", &local.replace('@', name), "1");
        }
        table.check(
            "still there",
            &format!("show(typeof {name})"),
            if *name == "nodeRepl" || *name == "console" {
                "object"
            } else {
                "function"
            },
        );
    }
    table.finish();
}
