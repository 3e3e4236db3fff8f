//! What cells mean: bindings, checkpoints, errors, cancellation.

use std::time::Duration;

use insta::assert_snapshot;
use isocell::{Dialect, Redeclare, RunOptions, StaticImport, Status};

use crate::support::session::{TestSession, run_cells, text, within};

#[test]
fn bindings_of_every_kind_stay_for_later_cells() {
    let text = run_cells(&[
        "const a = 1; let b = 2; var c = 3; function d() { return 4 } class E { f = 5 }",
        "const { g, h: [i], ...j } = { g: 6, h: [7], k: 8 };",
        "if (true) { for (var l of [9]); try { var m = 10 } catch {} }",
        "nodeRepl.write([a, b, c, d(), new E().f, g, i, j.k, l, m].join())",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: nothing
    3: nothing
    4: 1,2,3,4,5,6,7,8,9,10
    "#);
}

#[test]
fn functions_and_cells_share_one_variable() {
    let text = run_cells(&[
        "let n = 1; const get = () => n; const set = (v) => { n = v };",
        "n = 2; get()",
        "set(3); n",
        "var n = 4; get()",
        "({ n } = { n: 5 }); get()",
        "for (n of [6]); get()",
        "n ??= 7; get()",
        "[n = 8] = []; n++; get()",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: = 2
    3: = 3
    4: = 4
    5: = 5
    6: = 6
    7: = 6
    8: = 9
    "#);
}

#[test]
fn constants_stay_constant_until_they_are_declared_again() {
    let text = run_cells(&[
        "const c = 1; const change = () => { c = 2 };",
        "c = 3",
        "change()",
        "let c = 4; change(); c",
        "const c = 5; change()",
        "c",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: error TypeError: Assignment to constant variable.
        at cell-2.js:1:3
    3: error TypeError: Assignment to constant variable.
        at change (cell-1.js:1:39)
        at cell-3.js:1:1
    4: = 2
    5: error TypeError: Assignment to constant variable.
        at change (cell-1.js:1:39)
        at cell-5.js:1:14
    6: = 5
    "#);
}

#[test]
fn await_works_at_top_level() {
    let text = run_cells(&[
        "const x = await new Promise((resolve) => setTimeout(() => resolve(7), 5)); x + 1",
        "for await (const y of [x, 8]) console.log(y)",
        "await Promise.reject(new TypeError('no'))",
        "await new Promise(() => {})",
    ]);
    assert_snapshot!(text, @r#"
    1: = 8
    2: 7
    8
    3: error TypeError: no
        at cell-3.js:1:22
    4: error Error: an `await` at top level never settles: no timer, request or other work is left that could settle its promise
    "#);
}

#[test]
fn an_error_keeps_what_was_done_before_the_statement_that_failed() {
    let text = run_cells(&[
        "let kept = 1; let later = 2;",
        "kept = 10; [kept, later] = [20, (() => { throw new RangeError('half-way') })()]; let never;",
        "`${kept} ${later} ${typeof never}`",
        "const add = () => { kept += 1 }; add(); (add(), null.x)",
        "kept",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: error RangeError: half-way
        at cell-2.js:1:48
        at cell-2.js:1:69
    3: = '10 2 undefined'
    4: error TypeError: Cannot read properties of null (reading 'x')
        at cell-4.js:1:54
    5: = 11
    "#);
}

#[test]
fn stacks_name_the_lines_of_the_cell() {
    let text = run_cells(&[
        "let base = 1;\nfunction outer() {\n  return inner(base);\n}\nfunction inner(n) { throw new Error('deep ' + n) }",
        "const again = async () => {\n  await null;\n  outer();\n};\nawait again();",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: error Error: deep 1
        at inner (cell-1.js:5:27)
        at outer (cell-1.js:3:10)
        at again (cell-2.js:3:3)
        at async cell-2.js:5:1
    "#);
}

#[test]
fn syntax_errors_say_where_and_change_nothing() {
    let text = run_cells(&[
        "let a = 1;",
        "let b = 2;\nlet c = (;",
        "`${a} ${typeof b}`",
        "import fs from 'node:fs'",
        "return 1",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: error SyntaxError: Expression expected
    let c = (;
             ^
    3: = '1 undefined'
    4: error SyntaxError: Cannot use a static `import` in a cell
    import fs from 'node:fs'
    ^
    hint: write `const { default: fs } = await import("node:fs")`
    5: error SyntaxError: Illegal return statement
    return 1
    ^
    hint: a cell is no function: write the value as the last expression, or wrap the code in a function
    "#);
}

#[test]
fn anything_can_be_thrown() {
    let text = run_cells(&[
        "throw null",
        "throw 'text'",
        "throw { a: 1 }",
        "throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })",
        "throw Object.defineProperty(new Error('x'), 'message', { get() { throw 3 } })",
        "throw new Error('outer', { cause: new TypeError('inner') })",
        "throw new AggregateError([new Error('one'), 2], 'many')",
        "throw new DOMException('gone', 'AbortError')",
    ]);
    assert_snapshot!(text, @r#"
    1: error null
    2: error text
    3: error { a: 1 }
    4: error {}
    5: error Error
        at cell-5.js:1:29
    6: error Error: outer
        at cell-6.js:1:7
    cause TypeError: inner
        at cell-6.js:1:35
    7: error AggregateError: many
        at cell-7.js:1:7
    cause Error: one
        at cell-7.js:1:27
    cause 2
    8: error AbortError: gone
        at cell-8.js:1:7
    "#);
}

#[test]
fn typescript_is_erased() {
    let text = run_cells(&[
        "interface P { x: number }\nconst p: P = { x: 1 };\nenum Color { Red = 2, Green }\n(p.x as number) + Color.Green",
        "class Q { constructor(private y: number) {} get z() { return this.y } }\nnew Q(5).z",
        "throw new Error(`${p.x}` as string)",
    ]);
    assert_snapshot!(text, @r#"
    1: = 4
    2: = 5
    3: error Error: 1
        at cell-3.js:1:7
    "#);
}

#[test]
fn what_the_transform_does_stays_hidden() {
    let text = run_cells(&[
        "let n = 1; const read = () => n; const write = function () { n = 2 }; let late = () => soon;",
        "[read.toString(), String(write), read.name, write.name, late.name].join(' | ')",
        "late()",
        "const soon = 3; late()",
        "missing()",
        "[typeof missing, this === undefined, Object.keys(globalThis).filter((k) => /n$|read/.test(k))].join()",
        "({ n }).n + JSON.stringify({ n })",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: = '() => n | function () { n = 2 } | read | write | late'
    3: error ReferenceError: soon is not defined
        at late (cell-1.js:1:88)
        at cell-3.js:1:1
    4: = 3
    5: error ReferenceError: missing is not defined
        at cell-5.js:1:1
    6: = 'undefined,true,'
    7: = '1{"n":1}'
    "#);
}

#[test]
fn a_timeout_puts_everything_back_and_the_next_cell_works() {
    let session = TestSession::new();
    session.run("let n = 1; const bump = () => { n++ };");
    for busy in [
        "n = 2; let fresh = 3; bump(); for (;;);",
        "n = 2; await new Promise(() => setInterval(() => {}, 1000))",
        "n = 2; (function f() { Promise.resolve().then(f) })(); await new Promise(() => {})",
        "try { for (;;); } finally { for (;;); }",
        "/(a+)+$/.exec('a'.repeat(40) + 'b')",
    ] {
        let outcome = session.outcome_with(busy, within(50));
        assert_eq!(
            outcome.status,
            Status::Timeout,
            "{busy}\n{}",
            text(&outcome)
        );
        assert_eq!(
            session.run("`${n} ${typeof fresh}`"),
            "= '1 undefined'",
            "{busy}"
        );
    }
}

#[test]
fn a_cancelled_cell_stops() {
    let session = TestSession::new();
    session.run("let n = 1;");
    let options = RunOptions::default();
    let cancel = options.cancel.clone();
    let cancelling = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    let outcome = session.outcome_with("n = 2; for (;;);", options);
    cancelling.join().expect("the other thread");
    assert_eq!(outcome.status, Status::Cancelled);
    assert_eq!(session.run("n"), "= 1");
}

#[test]
fn a_reset_forgets_everything() {
    let session = TestSession::new();
    session.run("globalThis.kept = 1; let n = 2;");
    let generation = futures::executor::block_on(session.session.reset()).expect("an open session");
    assert_eq!(generation, 2);
    assert_eq!(
        session.run("`${typeof kept} ${typeof n}`"),
        "= 'undefined undefined'"
    );
}

#[test]
fn bindings_are_reported_as_added_and_changed() {
    let session = TestSession::new();
    let first = session.outcome("let a = 1, b = 2;");
    assert_eq!(first.bindings.added, ["a", "b"]);
    let second = session.outcome("a = 3; let c = 4;");
    assert_eq!(
        (second.bindings.added, second.bindings.changed),
        (vec!["c".into()], vec!["a".into()])
    );
    session.run("const bump = () => { b++ }");
    assert_eq!(session.outcome("bump()").bindings.changed, ["b"]);
    let failed = session.outcome("bump(); c = 5; (a = 6, bump(), missing)");
    assert_eq!(failed.bindings.changed, ["c", "b"]);
}

#[test]
fn a_cell_can_see_that_it_is_stopped() {
    let session = TestSession::new();
    session.run("let seen = [];");
    session.outcome_with(
        "nodeRepl.signal.onabort = (event) => seen.push(event.target.reason.name); await new Promise(() => setInterval(() => {}, 1000))",
        within(100),
    );
    assert_eq!(session.run("seen.join()"), "= 'AbortError'");
    assert_eq!(session.run("nodeRepl.signal.aborted"), "= false");
}

#[test]
fn a_direct_eval_reads_and_writes_bindings() {
    let text = run_cells(&[
        "let n = 1; const c = 2; const read = () => eval('n'); const local = (n) => eval('n'); const into = () => { eval('n = 7') };",
        "eval('n + c')",
        "eval('n = 3; var hidden = 4; n'); `${n} ${read()} ${local(9)} ${typeof hidden}`",
        "into(); n",
        "eval('c = 1')",
        "eval('[n, ...rest] = [8]')",
        "eval('({ n } = { n: 9 })'); n",
        "try { eval('early') } catch (e) { e.message } let early = 1",
        "eval('let (')",
        "eval('(() => n + 0)').toString()",
        "eval(\"eval('n') + eval('eval(\\\\'c\\\\')')\")",
        "eval('n = 5'); missing",
        "[n, (0, eval)('typeof n'), eval(5), eval('1;;;;'), eval('if (n) 2')].join()",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: = 3
    3: = '3 3 9 undefined'
    4: = 7
    5: error TypeError: Assignment to constant variable.
        at eval (eval at <anonymous> (cell-5.js:1:1), <anonymous>:1:42)
        at cell-5.js:1:1
    6: error ReferenceError: rest is not defined
        at eval (eval at <anonymous> (cell-6.js:1:1), <anonymous>:1:153)
        at cell-6.js:1:1
    7: = 9
    8: = "Cannot access 'early' before initialization"
    9: error SyntaxError: Unexpected strict mode reserved word
        at cell-9.js:1:6
    10: = '() => n + 0'
    11: = 11
    12: error ReferenceError: missing is not defined
        at cell-12.js:1:16
    13: = '5,undefined,5,1,2'
    "#);
}

#[test]
fn what_a_cell_catches_names_things_as_written() {
    let text = run_cells(&[
        "let zz = 1; const nothing = undefined; class C { m() {} }",
        "try { zz() } catch (e) { e.message === 'zz is not a function' }",
        "try { zz() } catch ({ message, stack }) { [message, stack.split('\\n')[0]] }",
        "try { nothing.x } catch (e) { e.message }",
        "try { const { a } = nothing } catch (e) { e.message }",
        "try { new zz() } catch (e) { e.message }",
        "try { const [a] = zz } catch (e) { e.message }",
        "try { soon } catch (e) { e.message } let soon",
        "const inner = () => { try { zz.q.r() } catch (e) { return String(e) } }; inner()",
        "await (async () => zz())().catch((e) => e.message.startsWith('zz'))",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: = true
    3: = [ 'zz is not a function', 'TypeError: zz is not a function' ]
    4: = "Cannot read properties of undefined (reading 'x')"
    5: = "Cannot destructure property 'a' of 'nothing' as it is undefined."
    6: = 'zz is not a constructor'
    7: = 'zz is not iterable'
    8: = "Cannot access 'soon' before initialization"
    9: = "TypeError: Cannot read properties of undefined (reading 'r')"
    10: = true
    "#);
}

#[test]
fn a_name_that_an_earlier_function_mentions_has_a_dead_zone_too() {
    let text = run_cells(&[
        "const get = () => soon; const set = () => { soon = 2 }; const kind = () => typeof soon;",
        "try { get() } catch (e) { e.message } let soon = 1",
        "get()",
        "fails(); let other = 1",
        "try { set() } catch (e) { e.message }; `${soon} ${kind()}`",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: = 'soon is not defined'
    3: = 1
    4: error ReferenceError: fails is not defined
        at cell-4.js:1:1
    5: = '2 number'
    "#);
}

#[test]
fn a_session_may_rewrite_imports_and_refuse_redeclaration() {
    let session = TestSession::with(|options| {
        options.static_import = StaticImport::Rewrite;
        options.redeclare = Redeclare::Reject;
    });
    let all = session.run_each(&[
        "import { basename } from 'node:path'; import fs, * as all from 'node:fs'; basename('/a/b') + (fs === all.default)",
        "const basename = 1",
        "function fs() {}",
        "var basename = 2; basename",
        "basename = 3",
    ]);
    assert_snapshot!(all, @r#"
    = 'btrue'
    error SyntaxError: Identifier 'basename' has already been declared
    const basename = 1
          ^
    error SyntaxError: Identifier 'fs' has already been declared
    function fs() {}
             ^
    = 2
    = 3
    "#);
}

#[test]
fn errors_of_every_kind_are_reported_in_the_users_coordinates() {
    let session = TestSession::new();
    session.file(
        "lib/broken.mjs",
        "export function outer(f) {\n  return f();\n}\n\nexport const fail = () => { throw new RangeError('from a file') };",
    );
    session.file("lib/typed.ts", "interface A { b: number }\n\nexport function typed(a: A): never {\n  throw new Error(`typed ${a.b}`);\n}");
    let all = session.run_each(&[
        "const { outer, fail } = await import('./lib/broken.mjs'); const { typed } = await import('./lib/typed.ts');",
        "fail()",
        "\nouter(() => {\n  throw new Error('through a file');\n})",
        "typed({ b: 2 })",
        "const vm = await import('node:vm'); vm.runInNewContext('throw new TypeError(\"other realm\")', {}, 'elsewhere.js')",
        "throw Object.defineProperty(Object.assign(new Error('with details', { cause: 'why' }), { code: 'E_X', path: '/a', nested: { deep: [1, 2] } }), 'lazy', { enumerable: true, get() { throw 1 } })",
        "(await import('node:fs')).readFileSync('/no/such/file')",
        "class MyError extends TypeError { name = 'MyError'; constructor() { super('mine') } }\nfunction thrower() { throw new MyError() }\nawait (async function named() { await null; thrower() })()",
        "Error.prepareStackTrace = (error, frames) => frames.map((f) => `    at ${f.getFunctionName()} ${f.getFileName()}:${f.getLineNumber()}`).join('\\n');\nfunction here() { throw new Error('prepared') } here()",
        "Error.prepareStackTrace = undefined; throw Symbol('s')",
        "throw () => 1",
        "throw 10n",
        "throw undefined",
        "Promise.reject(new Error('nobody'))",
        "await Promise.any([Promise.reject(new Error('a')), Promise.reject(2)])",
        "new Proxy(function f() {}, { apply() { throw new Error('trap') } })()",
        "({ toString() { throw new Error('in toString') } }) + ''",
        "structuredClone(() => {})",
        "let x: number = (y as any).z",
        "JSON.parse('{')",
    ]);
    assert_snapshot!(all, @r#"
    nothing
    error RangeError: from a file
        at fail (file://<cwd>/lib/broken.mjs:5:35)
        at cell-2.js:1:1
    error Error: through a file
        at cell-3.js:3:9
        at outer (file://<cwd>/lib/broken.mjs:2:10)
        at cell-3.js:2:1
    error Error: typed 2
        at typed (file://<cwd>/lib/typed.ts:4:9)
        at cell-4.js:1:1
    error TypeError: other realm
        at elsewhere.js:1:7
        at cell-5.js:1:40
    error Error: with details [E_X]
    details { path: '/a', nested: { deep: [ 1, 2 ] } }
        at cell-6.js:1:43
    cause why
    error Error: ENOENT: no such file or directory, open '/no/such/file' [ENOENT]
    details {
      errno: -2,
      syscall: 'open',
      path: '/no/such/file'
    }
        at cell-7.js:1:27
    error MyError: mine
        at thrower (cell-8.js:2:28)
        at named (cell-8.js:3:45)
        at async cell-8.js:3:1
    error Error: prepared
        at here cell-9.js:2
        at null cell-9.js:2
    error Symbol(s)
    error [Function (anonymous)]
    error 10n
    error undefined
    [unhandled rejection] Error: nobody
        at cell-14.js:1:16
    hint: `await` the promise, or handle its rejection with `catch`
    = Promise {
      <rejected> Error: nobody
          at cell-14.js:1:16
    }
    error AggregateError: All promises were rejected
    cause Error: a
        at cell-15.js:1:35
    cause 2
    error Error: trap
        at Object.apply (cell-16.js:1:46)
        at cell-16.js:1:57
    error Error: in toString
        at Object.toString (cell-17.js:1:23)
        at cell-17.js:1:37
    error DataCloneError: () => {} could not be cloned.
        at cell-18.js:1:1
    error ReferenceError: y is not defined
        at cell-19.js:1:17
    error SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2)
        at JSON.parse (<anonymous>)
        at cell-20.js:1:6
    "#);
}

#[test]
fn the_repl_dialect_is_what_is_typed_at_nodes_own() {
    let session = TestSession::with(|options| {
        options.dialect = Dialect::Repl;
        options.redeclare = Redeclare::Reject;
    });
    let all = session.run_each(&[
        "this === globalThis && (function () { return this === globalThis })()",
        "010 + 1",
        "made = 5; delete made; typeof made",
        "{ a: 1, b: 2 }",
        "{ a: 1 };",
        "const object = { n: 'mine', m: 0 }; let n = 'binding', m = 1, late = 2; var v = 3",
        "with (object) { m = n + late }; `${object.m} ${m}`",
        "with ({}) { m = 'written' }; m",
        "const inside = (o) => { with (o) { n = 'through'; return n } }; `${inside({ n: 0 })} ${n} ${inside({})} ${n}`",
        "try { with (object) { missing } } catch (e) { e.message }",
        "let n = 2",
        "var v = 4; v",
        "await Promise.resolve(7)",
        "_ + 1",
        "null.x",
        "_error.message",
        "path.join('a', 'b') + require('node:os').EOL.length + typeof module.exports",
        "function f() { undeclared = 9 } f(); undeclared",
        "await 1; return 2",
        "return 1",
        "const x: number = 3; x",
        "yield = 1; var let_ = 2; yield + let_",
        "await null; with ({ q: 1 }) { q }",
        "_ = 'own'; 5",
        "_",
    ]);
    assert_snapshot!(all, @r#"
    = true
    = 9
    = 'undefined'
    = { a: 1, b: 2 }
    = 1
    nothing
    = 'mine2 1'
    = 'written'
    = 'through binding through through'
    = 'missing is not defined'
    error SyntaxError: Identifier 'n' has already been declared
    let n = 2
        ^
    = 4
    = 7
    = 8
    error TypeError: Cannot read properties of null (reading 'x')
        at cell-15.js:1:6
    = "Cannot read properties of null (reading 'x')"
    = 'a/b1undefined'
    = 9
    error SyntaxError: Illegal return statement
    await 1; return 2
             ^
    hint: a cell is no function: write the value as the last expression, or wrap the code in a function
    error SyntaxError: Illegal return statement
    return 1
    ^
    hint: a cell is no function: write the value as the last expression, or wrap the code in a function
    = 3
    = 3
    = 1
    = 5
    = 'own'
    "#);
}

#[test]
fn functions_show_what_was_written_whatever_stands_in_its_place() {
    let text = run_cells(&[
        "let n = 1; const all = [() => typeof zzz, () => import.meta, () => this, () => typeof\nzzz];",
        "const g = () => { [n] = [1] }; const h = ()=>n; all.push(g, h); all.map(String).join(' | ')",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: = '() => typeof zzz | () => import.meta | () => this | () => typeof\n' +
      'zzz | () => { [n] = [1] } | ()=>n'
    "#);
}

#[test]
fn nonsense_that_a_parser_chokes_on_is_refused_in_time() {
    let session = TestSession::new();
    session.run("let n = 1");
    for nonsense in [
        "a<(b=",
        "a<({x}=",
        "<a>a<({x}=",
        "a.b<({x}=",
        "a<[(b=",
        "f<(a) => g<",
    ] {
        let text = session.run(&nonsense.repeat(16));
        assert!(text.starts_with("error SyntaxError"), "{nonsense}: {text}");
    }
    assert_eq!(session.run("n"), "= 1");
}

#[test]
fn decorators_of_both_kinds_and_constant_enums_work() {
    let text = run_cells(&[
        "const log: string[] = []; const enum Level { Low = 1, High = 'high' }",
        "[Level.Low, Level.High]",
        "function logged(value: any, context: any) { log.push(`${context.kind} ${String(context.name)}`); return value }\n@logged class A { @logged m() { return 1 } @logged static s = 2 }\n[new A().m(), A.s, log.splice(0).sort().join()]",
        "function noted(target: any, key: any, index?: any) { log.push(`${typeof target} ${key} ${typeof index}`) }\nclass B { @noted m(@noted a: number) { return a } }\n[new B().m(3), log.splice(0).join()]",
        "function injectable(target: any) { log.push(target.name) }\n@injectable class C { constructor(@noted public a = 4) {} }\n[new C().a, log.splice(0).join()]",
        "[new B().m(5), new C(6).a]",
    ]);
    assert_snapshot!(text, @r#"
    1: nothing
    2: = [ 1, 'high' ]
    3: = [ 1, 2, 'class A,field s,method m' ]
    4: = [ 3, 'object m number,object m object' ]
    5: = [ 4, 'function undefined number,C' ]
    6: = [ 5, 6 ]
    "#);
}
