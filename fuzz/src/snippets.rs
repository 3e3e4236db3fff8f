//! Pieces of source that fit together often, over few names.

/// The pieces. Each is one byte of the fuzzer's, so a change of one byte is a change of one piece.
#[rustfmt::skip]
pub const SNIPPETS: &[&str] = &[
    // Names, on both sides.
    "a", "b", "c", "x", "y", "f", "A", "Math", "undefined", "async", "of", "get", "let", "\\u0061",
    "__proto__", "arguments", "größe", "eval", "this", "console",
    // Values.
    "0", "1", "'s'", "null", "``", "`${", "}`", "/a/g", "[]", "{}", "({})", "[1]", "{a: 1}",
    "() => a", "() => { ", "a => ", "(a, b = a) => ", "async () => ", "async a => await a",
    "function () { ", "function f(a) { ", "function* () { ", "async function* () { ",
    "class { }", "class A { ", "class extends A { ", "new ", "new A", "new.target", "import.meta",
    "import('m')", "super.x", "super()", "this.x", "#x", "#x in a", "yield ", "await ", "typeof ",
    "delete a.b", "void ", "!", "-", "+", "...",
    // Operators.
    " = ", " += ", " **= ", " ||= ", " ??= ", " &&= ", " >>>= ", "++", "--", " + ", " * ", " ** ",
    " < ", " && ", " || ", " ?? ", " in ", " instanceof ", " ? ", " : ", ", ", ".x", "?.x", "?.()",
    "?.[0]", "[0]", "()", "(a)", "`x`", ".then", "[a]", " => ", "<", ">", "<!--", "-->",
    // Brackets and breaks.
    "(", ")", "[", "]", "{ ", "}", ";", "\n", " ", "; ", "\r\n", "\u{2028}", "// c\n", "/* c */",
    "/*\n*/", "'use strict';", "//# sourceURL=x\n", "#!x\n", "})", "() => {", "}()", ")()",
    // Declarations.
    "let ", "const ", "var ", "let a", "const b = 1", "var c", "var x = 1, y", "let x = y",
    "let {a} = ", "const [b, ...c] = ", "let {x: y = a, ...f} = ", "var {[a]: b} = ", "using ",
    "await using ", "function f() { ", "function* f() { ", "async function f() { ",
    "function x(x) { ", "class A { static a = ", "class A { a = ", "class A { static { ",
    "static ", "m() { ", "get x() { ", "set x(v) { ", "[a]() { ", "async *m() { ", "constructor() { ",
    "static #p = a; ", "accessor z = ",
    // Assignments to patterns.
    "[a, b] = ", "({a, b} = ", "({x: a = 1, ...b} = ", "[a = () => {}] = ", "({a: [b]} = ",
    "[a.x, b[0]] = ", "({a}", "{a, b}", "({get a() {}, a})",
    // Statements.
    "if (a) ", "else ", "for (;;) ", "for (let a of ", "for (var b in ", "for (c of ", "for (x in ",
    "for ([a] of ", "for ({b} of ", "for await (a of ", "for (const x of ", "for (let y = 0; ; ) ",
    "for (var x = 0, y; ; ) ", "while (a) ", "do ", "while (0)", "a: ", "break", "continue",
    "break a", "continue a", "return ", "throw ", "try { ", "} catch { ", "} catch (a) { ",
    "} catch ({x}) { ", "} finally { ", "switch (a) { ", "case 1: ", "default: ", "with (a) ",
    "debugger", "import x from 'm'", "import * as y from 'm'", "import {a as b} from 'm'",
    "import 'm'", "export ", "export default ", "export * from 'm'", "export {a as c} from 'm'",
    // TypeScript and JSX.
    ": number", " as any", " satisfies A", "<T>", "enum A { b }", "namespace A { ", "interface A { }",
    "type x = 1", "declare ", "abstract ", "private ", "public x", "@a ", "<a/>", "<a>", "</a>",
    "<a x={", "<>", "</>", "import type { x } from 'm'", "!.x", "a?: ", "const enum A { b = 1 }",
];
