//! What a stopped cell leaves behind, and what it must not.

use std::time::Duration;

use isocell::{RunOptions, Status};

use crate::support::session::{TestSession, text, within};

fn short() -> RunOptions {
    within(60)
}

/// Waits long enough for everything below that could still come, and lets the event loop turn.
const LATER: &str = "await new Promise((resolve) => setTimeout(resolve, 600)); log.join()";

const FOREVER: &str = "; await new Promise(() => setInterval(() => {}, 1e3))";

#[test]
fn nothing_that_a_stopped_cell_started_goes_on() {
    let session = TestSession::new();
    session.run(
        "const log = []; const note = (what) => log.push(what);
         const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
         const { EventEmitter } = await import('node:events');
         const emitter = new EventEmitter(); const target = new EventTarget();
         let release, fail; const gate = new Promise((resolve) => { release = resolve });
         const trap = new Promise((_, reject) => { fail = reject }); trap.catch(() => {});
         const helper = async () => { await gate; note('helper') };
         const helperLater = async () => { await sleep(400); note('helperLater') };
         const { port1, port2 } = new MessageChannel();
         const fs = await import('node:fs'); const { Readable } = await import('node:stream');
         const http = await import('node:http'); const { nextTick } = process;
         const net = await import('node:net'); const { spawn } = await import('node:child_process');
         const sockets = net.createServer((socket) => socket.on('close', () => note('closed')));
         await new Promise((resolve) => sockets.listen(0, '127.0.0.1', resolve));
         let push; const stream = new ReadableStream({ start(c) { push = c } });",
    );
    let started = [
        ("await", "await gate; note('await')"),
        ("await that rejects", "try { await trap } catch { note('catch') } finally { note('finally') }"),
        ("an awaiting function", "(async () => { await gate; note('function') })()"),
        ("then", "gate.then(() => note('then'))"),
        ("catch", "trap.catch(() => note('catch callback'))"),
        ("finally", "gate.finally(() => note('finally callback'))"),
        ("a chain", "gate.then(() => 1).then(() => note('chain'))"),
        ("Promise.all", "Promise.all([gate, 1]).then(() => note('all'))"),
        ("for await", "(async () => { for await (const x of [gate]) note('for await') })()"),
        ("an async generator", "(async function* () { await gate; note('generator') })().next()"),
        ("a thenable", "Promise.resolve({ then(f) { gate.then(f) } }).then(() => note('thenable'))"),
        ("a subclass", "(class extends Promise {}).resolve(gate).then(() => note('subclass'))"),
        ("a timeout", "setTimeout(() => note('timeout'), 400)"),
        ("an interval", "setInterval(() => note('interval'), 400)"),
        ("an immediate", "const end = Date.now() + 400;
                          setImmediate(function again() { Date.now() > end ? note('immediate') : setImmediate(again) })"),
        ("a tick", "gate.then(() => nextTick(() => note('tick')))"),
        ("a microtask", "gate.then(() => queueMicrotask(() => note('microtask')))"),
        ("a helper of an earlier cell", "helper()"),
        ("a helper of an earlier cell that sleeps", "helperLater()"),
        ("a listener", "emitter.on('go', () => note('listener'))"),
        ("a listener for once", "emitter.once('go', () => note('once'))"),
        ("one of two listeners", "emitter.on('go', () => note('two')); emitter.on('go', () => note('three'))"),
        ("an event listener", "target.addEventListener('go', () => note('event listener'))"),
        ("a message listener", "port2.onmessage = () => note('message')"),
        ("an abort listener", "AbortSignal.timeout(400).addEventListener('abort', () => note('abort'))"),
        ("a file's callback", "sleep(400).then(() => fs.readFile(import.meta.filename, () => note('file')))"),
        ("a file's promise", "fs.promises.readFile('/').catch(() => sleep(400)).then(() => note('promise'))"),
        ("a stream", "Readable.from((async function* () { await gate; yield 1 })()).on('data', () => note('data'))"),
        ("a web stream", "(async () => { for await (const x of stream) note('web stream') })()"),
        ("a server", "const server = http.createServer((_, response) => { note('request'); response.end() });
                      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
                      globalThis.port = server.address().port"),
        ("a socket", "net.connect(sockets.address().port, '127.0.0.1').on('close', () => note('socket'))"),
        ("a child process", "const child = spawn(process.platform === 'win32' ? 'timeout' : 'sleep', ['10']);
                             child.on('exit', () => note('exit')); globalThis.pid = child.pid"),
        ("a nested timer", "setTimeout(() => setTimeout(() => note('nested')), 400)"),
    ];
    for (comment, source) in started {
        let outcome = session.outcome_with(
            &format!("setInterval(() => {{}}, 1e3); {{ {source} }} {FOREVER}"),
            short(),
        );
        assert_eq!(
            outcome.status,
            Status::Timeout,
            "{comment}: {}",
            text(&outcome)
        );
    }
    let after = session.run(&format!(
        "release(1); fail(new Error('no')); emitter.emit('go'); target.dispatchEvent(new Event('go'));
         port1.postMessage(1); push.enqueue(1);
         await fetch(`http://127.0.0.1:${{port}}`).catch(() => note('refused'));
         try {{ process.kill(pid, 0); note('child') }} catch {{ note('killed') }}
         {LATER}"
    ));
    assert_eq!(after, "= 'closed,refused,killed'");
}

#[test]
fn what_earlier_cells_started_goes_on() {
    let session = TestSession::new();
    session.run(
        "const log = []; const http = await import('node:http'); let ticks = 0;
         const interval = setInterval(() => { ticks++ }, 5);
         const server = http.createServer((_, response) => response.end('served'));
         await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
         const url = `http://127.0.0.1:${server.address().port}`;
         const slow = http.createServer((_, response) => setTimeout(() => response.end('slow'), 120));
         await new Promise((resolve) => slow.listen(0, '127.0.0.1', resolve));
         const pending = fetch(`http://127.0.0.1:${slow.address().port}`).then((r) => r.text());
         const sleeping = new Promise((resolve) => setTimeout(() => resolve('slept'), 120));
         let release; const gate = new Promise((resolve) => { release = resolve });
         gate.then(() => log.push('gate'));
         (async () => { await gate; log.push('awaited'); await sleeping; log.push('slept') })();",
    );
    for (comment, busy) in [
        ("waiting", "await new Promise(() => {})".to_owned() + FOREVER),
        ("a loop", "for (;;);".to_owned()),
        ("microtasks", "(function again() { Promise.resolve().then(again) })(); await new Promise(() => {})".to_owned()),
        ("microtasks that release", "release(); (function again() { queueMicrotask(again) })(); await new Promise(() => {})".to_owned()),
    ] {
        let outcome = session.outcome_with(&busy, short());
        assert_eq!(outcome.status, Status::Timeout, "{comment}");
        let before = session.run("ticks");
        assert_eq!(
            session.run(&format!("await new Promise((r) => setTimeout(r, 30)); ticks > {}", &before[2..])),
            "= true",
            "{comment}: {before}"
        );
    }
    assert_eq!(
        session
            .run("`${await (await fetch(url)).text()} ${await pending} ${await sleeping} ${log}`"),
        "= 'served slow slept gate,awaited,slept'"
    );
    session.run("clearInterval(interval); server.close(); slow.close()");
}

#[test]
fn code_that_resists_is_stopped() {
    let session = TestSession::new();
    session.run("let n = 1; const other = {};");
    for (comment, source) in [
        ("finally", "try { for (;;); } finally { for (;;); }"),
        ("catch", "for (;;) { try { for (;;); } catch {} }"),
        (
            "promises without end",
            "(function f() { Promise.resolve().then(f) })(); await new Promise(() => {})",
        ),
        ("awaits without end", "for (;;) await null"),
        (
            "an async generator without end",
            "for await (const x of (async function* () { for (;;) yield 1 })()) n = x",
        ),
        ("a getter", "({ get a() { for (;;); } }).a"),
        (
            "a proxy trap",
            "'a' in new Proxy({}, { has() { for (;;); } })",
        ),
        (
            "toString in a template",
            "`${{ toString() { for (;;); } }}`",
        ),
        (
            "toString in formatting",
            "console.log('%s', new (class { toString() { for (;;); } })())",
        ),
        ("a comparator", "[3, 2, 1].sort(() => { for (;;); })"),
        ("a reviver", "JSON.parse('[1]', () => { for (;;); })"),
        (
            "a regular expression",
            "/(a+)+$/.exec('a'.repeat(40) + 'b')",
        ),
        (
            "Atomics.wait",
            "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
        ),
        (
            "ticks without end",
            "(function f() { process.nextTick(f) })(); await new Promise(() => {})",
        ),
        (
            "immediates without end",
            "(function f() { setImmediate(f) })(); await new Promise(() => {})",
        ),
        (
            "WebAssembly",
            "new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,8,1,0,10,9,1,7,0,3,64,12,0,11,11])))",
        ),
        (
            "recursion",
            "const f = () => { try { f() } finally { f() } }; f()",
        ),
        (
            "an abort listener",
            "nodeRepl.signal.onabort = () => { for (;;); }; for (;;);",
        ),
        ("eval", "eval('for (;;);')"),
        (
            "a big array",
            "n = 5; const a = new Array(1e6).fill(0); for (;;) a.sort()",
        ),
    ] {
        let outcome = session.outcome_with(&format!("n = 2; {source}"), short());
        assert_eq!(
            outcome.status,
            Status::Timeout,
            "{comment}: {}",
            text(&outcome)
        );
        assert_eq!(session.run("n"), "= 1", "{comment}");
    }
}

#[test]
fn a_synchronous_child_process_is_stopped() {
    let session = TestSession::new();
    session.run("let n = 1; const { execFileSync } = await import('node:child_process');");
    let outcome = session.outcome_with(
        "n = 2; execFileSync(process.platform === 'win32' ? 'timeout' : 'sleep', ['4'])",
        short(),
    );
    assert_eq!(outcome.status, Status::Timeout, "{}", text(&outcome));
    assert_eq!(session.run("n"), "= 1");
}

#[test]
fn the_signal_fires_and_the_named_work_is_waited_for() {
    let session = TestSession::new();
    session.run(
        "const log = []; const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
         const fs = await import('node:fs/promises');",
    );
    let outcome = session.outcome_with(
        "nodeRepl.signal.onabort = ({ target }) => {
           log.push(target.reason.name);
           target.waitUntil((async () => { await sleep(100); await fs.readdir(nodeRepl.cwd); log.push('closed') })());
         };
         try { await sleep(80); log.push('statement') } catch { log.push('catch') } finally { log.push('finally') }",
        short(),
    );
    assert_eq!(outcome.status, Status::Timeout);
    assert_eq!(outcome.notes.len(), 1, "{:?}", outcome.notes);
    assert_eq!(session.run("log.join()"), "= 'AbortError,closed'");
}

#[test]
fn named_work_is_waited_for_no_longer_than_the_grace_period() {
    let session = TestSession::with(|options| {
        options.limits.grace_period = Duration::from_millis(400);
    });
    session.run("let n = 1");
    let outcome = session.outcome_with(
        "n = 2; nodeRepl.signal.waitUntil(new Promise(() => {})); setInterval(() => { n++ }, 5); for (;;);",
        short(),
    );
    assert_eq!(outcome.status, Status::Timeout);
    assert!(
        outcome.notes[1].contains("waitUntil"),
        "{:?}",
        outcome.notes
    );
    assert_eq!(session.run("n"), "= 1");
}

#[test]
fn two_stopped_cells_in_a_row_put_back_what_each_changed() {
    let session = TestSession::new();
    session.run("let n = 1; let m = 1; const bump = () => { m++ }");
    for _ in 0..2 {
        session.outcome_with(
            "n = 2; bump(); nodeRepl.signal.onabort = () => { bump(); n = 3 }; for (;;);",
            short(),
        );
        assert_eq!(session.run("`${n} ${m}`"), "= '1 1'");
    }
}

#[test]
fn other_sessions_do_not_notice() {
    let (stopped, other) = (TestSession::new(), TestSession::new());
    other.run("let n = 0; const interval = setInterval(() => { n++ }, 5)");
    stopped.outcome_with("for (;;);", short());
    stopped.outcome_with(
        "(function f() { Promise.resolve().then(f) })(); await 1; for (;;);",
        short(),
    );
    assert_eq!(
        other.run("const seen = n; await new Promise((r) => setTimeout(r, 40)); n > seen"),
        "= true"
    );
}

#[test]
fn a_cell_can_be_stopped_while_a_built_in_module_is_loaded() {
    for module in [
        "http", "tls", "zlib", "sqlite", "readline", "test", "repl", "crypto",
    ] {
        let session = TestSession::new();
        let source =
            format!("await import('node:{module}'); fetch; structuredClone({{}}); for (;;);");
        assert_eq!(
            session.outcome_with(&source, within(1)).status,
            Status::Timeout
        );
        assert_eq!(
            session.run(&format!("typeof await import('node:{module}')")),
            "= 'object'",
            "{module}"
        );
    }
}
