//! What cells write.

use insta::assert_snapshot;
use isocell::Output;

use crate::support::session::{TestSession, run_cells};

#[test]
fn everything_written_comes_in_order() {
    let text = run_cells(&[
        "nodeRepl.write('a', 1, { b: [2] }); nodeRepl.write('\\n'); console.log('c %d', 3); \
         process.stdout.write('d\\n'); (await import('node:fs')).writeSync(1, 'e\\n'); console.warn('f'); \
         process.stderr.write('g\\n'); console.error('h')",
        "const { execSync, spawnSync } = await import('node:child_process'); console.log('before'); \
         spawnSync('echo', ['from a child'], { stdio: 'inherit' }); console.log('after')",
    ]);
    assert_snapshot!(text, @r#"
    1: a 1 { b: [ 2 ] }
    c 3
    d
    e
    [warn] f
    g
    [error] h
    2: before
    from a child
    after
    "#);
}

#[test]
fn the_console_formats_as_node_does() {
    let text = run_cells(&[
        "console.log({ a: { b: { c: {} } } }, [1, , 3], new Map([[1, 2]]), new Set('x'), Symbol('s'), -0, 10n, 'text', ['text'], () => {}, class A {}, null)",
        "console.table([{ a: 1, b: 'x' }, { a: 2 }])",
        "console.group('outer'); console.log('inner\\nlines'); console.groupEnd(); console.log('done')",
        "console.count(); console.count('x'); console.count(); console.countReset(); console.count()",
        "console.assert(true, 'no'); console.assert(false, 'yes %s', 1); console.assert(false)",
        "console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 })",
        "console.log(Buffer.from('hi'), new URL('http://a/b?c').href, { [Symbol.for('nodejs.util.inspect.custom')]: () => 'own' })",
        "console.log('%s %i %f %j %o %O %c %%', 'a', 1.5, 2.5, { b: 1 }, [1], { c: 2 }, 'css')",
    ]);
    assert_snapshot!(text, @r#"
    1: { a: { b: { c: {} } } } [ 1, <1 empty item>, 3 ] Map(1) { 1 => 2 } Set(1) { 'x' } Symbol(s) -0 10n text [ 'text' ] [Function (anonymous)] [class A] null
    2: ┌─────────┬───┬─────┐
    │ (index) │ a │ b   │
    ├─────────┼───┼─────┤
    │ 0       │ 1 │ 'x' │
    │ 1       │ 2 │     │
    └─────────┴───┴─────┘
    3: outer
      inner
      lines
    done
    4: default: 1
    x: 1
    default: 2
    default: 1
    5: [warn] Assertion failed: yes 1
    [warn] Assertion failed
    6: { a: [Object] }
    7: <Buffer 68 69> http://a/b?c own
    8: a 1 2.5 {"b":1} [ 1, [length]: 1 ] { c: 2 }  %
    "#);
}

#[test]
fn images_come_between_the_texts() {
    let session = TestSession::new();
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    session.file("dot.txt", "no image");
    let outcome = session.outcome(&format!(
        "const png = Buffer.from('{png}', 'base64'); nodeRepl.write('one'); \
         await nodeRepl.emitImage({{ bytes: png, mimeType: 'image/PNG', metadata: {{ n: 1 }} }}); \
         nodeRepl.write('two'); await nodeRepl.emitImage('data:image/png;base64,{png}'); \
         await nodeRepl.emitImage(new Blob([png], {{ type: 'image/png' }}));"
    ));
    let kinds: Vec<_> = outcome
        .output
        .iter()
        .map(|output| match output {
            Output::Text(text) => text.clone(),
            Output::Image(image) => format!("{} {:?}", image.mime_type, image.metadata),
        })
        .collect();
    assert_snapshot!(kinds.join("\n"), @r#"
    one
    image/png Some("{\"n\":1}")
    two
    image/png None
    image/png None
    "#);
    let refused = [
        "await nodeRepl.emitImage({ bytes: png, mimeType: 'image/jpeg' })",
        "await nodeRepl.emitImage('dot.txt')",
        "await nodeRepl.emitImage(42)",
        "await nodeRepl.emitImage(png.subarray(0, 40))",
    ]
    .map(|cell| session.run(cell));
    assert_snapshot!(refused.join("\n\n"), @r#"
    error TypeError: nodeRepl.emitImage: cannot emit the image: declared as `image/jpeg`, but its bytes are `image/png`
    hint: declare `image/png` or leave the type out [ERR_INVALID_IMAGE]
        at cell-2.js:1:16

    error NotFound: No such file or directory (os error 2): readfile 'dot.txt' [ENOENT]
        at cell-3.js:1:16

    error TypeError: nodeRepl.emitImage: expected a Uint8Array, ArrayBuffer, Buffer, Blob, a data: or file: URL, a path, or { bytes, mimeType }; got 42 [ERR_INVALID_ARG_TYPE]
        at cell-4.js:1:16

    error TypeError: nodeRepl.emitImage: cannot emit the image: the PNG is truncated: it ends before its `IEND` chunk
    hint: check that it was written or downloaded to its end [ERR_INVALID_IMAGE]
        at cell-5.js:1:16
    "#);
}

#[test]
fn output_after_a_cell_comes_with_the_next() {
    let session = TestSession::new();
    session.run("setTimeout(() => console.log('late'), 20)");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_snapshot!(session.run("console.log('now')"), @r#"
    late late
    now
    "#);
}

#[test]
fn what_nobody_handles_is_reported() {
    let text = run_cells(&[
        "Promise.reject(new Error('nobody')); 1",
        "setTimeout(() => { throw new Error('thrown late') }, 1); await new Promise((resolve) => setTimeout(resolve, 30)); 2",
        "3",
    ]);
    assert_snapshot!(text, @r#"
    1: [unhandled rejection] Error: nobody
        at cell-1.js:1:16
    hint: `await` the promise, or handle its rejection with `catch`
    = 1
    2: [uncaught exception] Error: thrown late
        at Timeout._onTimeout (cell-2.js:1:26)
    = 2
    3: = 3
    "#);
}

#[test]
fn a_flood_is_counted_not_kept() {
    let session = TestSession::with(|options| options.limits.output_bytes = 1000);
    let outcome = session.outcome("for (let i = 0; i < 1e5; i++) console.log('x'.repeat(9))");
    assert_eq!(outcome.dropped.text_bytes, 1_000_000 - 1_000);
}
