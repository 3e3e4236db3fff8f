//! What cells import.

use insta::assert_snapshot;

use crate::support::session::TestSession;

#[test]
fn a_cell_imports_builtins_packages_and_files() {
    let session = TestSession::new();
    session
        .file("node_modules/esm/package.json", r#"{ "type": "module", "exports": "./main.js" }"#)
        .file("node_modules/esm/main.js", "export const kind = 'esm'; export default 1;")
        .file("node_modules/cjs/package.json", r#"{ "main": "lib" }"#)
        .file("node_modules/cjs/lib/index.js", "exports.kind = 'cjs'; exports.esm = require('./other');")
        .file("node_modules/cjs/lib/other.js", "module.exports = typeof require + __dirname.slice(-3);")
        .file("local.ts", "import data from './data.json' with { type: 'json' };\nexport const n: number = data.n;")
        .file("data.json", r#"{ "n": 5 }"#);
    let cells = [
        "const fs = await import('node:fs'); fs.readFileSync(`${nodeRepl.cwd}/data.json`, 'utf8')",
        "const { join } = await import('path'); join('a', '..', 'b')",
        "const esm = await import('esm'); [esm.default, esm.kind].join()",
        "const { kind, esm: other } = await import('cjs'); [kind, other].join()",
        "(await import('./local.ts')).n",
        "const { createRequire } = await import('node:module'); const require = createRequire(import.meta.url); require('cjs').kind + require('./data.json').n",
        "import.meta.resolve('esm')",
        "[import.meta.dirname, import.meta.url.startsWith('file:///')].join()",
        "await import('absent')",
        "await import('node:process')",
        "await import('./absent.js')",
    ];
    let text: Vec<_> = cells.iter().map(|cell| session.run(cell)).collect();
    assert_snapshot!(text.join("\n"), @r#"
    = '{ "n": 5 }'
    = 'b'
    = '1,esm'
    = 'cjs,functionlib'
    = 5
    = 'cjs5'
    = 'file://<cwd>/node_modules/esm/main.js'
    = '<cwd>,true'
    error Error: Cannot find package 'absent' imported from cell-9.js
    hint: looked for `node_modules` from <cwd> upwards [ERR_MODULE_NOT_FOUND]
        at cell-9.js:1:1
    error Error: `node:process` can't be loaded by cells and local files
    hint: the `process` global has `env`, `argv`, `version`, `platform` and `nextTick`; `nodeRepl` has `cwd`, `homeDir` and `tmpDir` [ERR_ACCESS_DENIED]
        at cell-10.js:1:1
    error Error: Cannot find module '<cwd>/absent.js' imported from cell-11.js [ERR_MODULE_NOT_FOUND]
        at cell-11.js:1:1
    "#);
}

#[test]
fn a_changed_file_is_read_again_in_the_next_cell() {
    let session = TestSession::new();
    session
        .file("a.js", "import { b } from './b.js'; export const a = b;")
        .file("b.js", "export const b = 1;");
    assert_eq!(session.run("(await import('./a.js')).a"), "= 1");
    session.file("b.js", "export const b = 2;");
    assert_eq!(session.run("(await import('./a.js')).a"), "= 2");
    session.file("b.js", "export const b = ;");
    assert_snapshot!(session.run("await import('./a.js')"), @r#"
    error SyntaxError: Unexpected token ';' at file://<cwd>/b.js:1:18
        at async cell-3.js:1:1
    "#);
    session.file("b.js", "export const b = 3;");
    assert_eq!(session.run("(await import('./a.js')).a"), "= 3");
}

#[test]
fn every_builtin_module_imports() {
    let session = TestSession::new();
    let text = session.run(
        "const { builtinModules } = await import('node:module'); const failed = []; \
         for (const name of builtinModules) { if (name === 'process') continue; \
           try { await import(name.startsWith('node:') ? name : `node:${name}`) } catch (e) { failed.push(`${name}: ${e.message}`) } } \
         nodeRepl.write(failed.join('\\n') || 'none failed', 'of more than 60:', builtinModules.length > 60)",
    );
    assert_eq!(text, "none failed of more than 60: true");
}

#[test]
fn the_platform_works() {
    let session = TestSession::new();
    let cells = [
        "new TextDecoder().decode(new TextEncoder().encode('h\\u00e9'))",
        "await new Response(new Blob(['a', 'b']).stream()).text()",
        "[...new URLSearchParams('a=1&b=2')].join()",
        "Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('x'))).toString('hex').slice(0, 8)",
        "structuredClone(new Map([[1, { a: new Date(0) }]]))",
        "const { promisify } = await import('node:util'); const zlib = await import('node:zlib'); (await promisify(zlib.gunzip)(zlib.gzipSync('zipped'))).toString()",
        "const { EventEmitter, once } = await import('node:events'); const e = new EventEmitter(); setImmediate(() => e.emit('x', 7)); (await once(e, 'x'))[0]",
        "const http = await import('node:http'); const server = http.createServer((q, s) => s.end('served ' + q.url)).listen(0, '127.0.0.1'); await once(server, 'listening'); const body = await (await fetch(`http://127.0.0.1:${server.address().port}/a`)).text(); server.close(); body",
        "const { DatabaseSync } = await import('node:sqlite'); new DatabaseSync(':memory:').prepare('select 1 + 1 as two').get().two",
        "const vm = await import('node:vm'); vm.runInNewContext('a + 1', { a: 1 })",
        "const { AsyncLocalStorage } = await import('node:async_hooks'); const als = new AsyncLocalStorage(); await als.run(5, async () => { await null; return als.getStore() })",
        "const { execFileSync } = await import('node:child_process'); execFileSync('echo', ['child']).toString()",
        "new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) instanceof WebAssembly.Module",
        "[typeof Deno, typeof __bootstrap, typeof process.version, typeof navigator].join()",
        "new Intl.NumberFormat('de').format(1234.5) + ' ' + Temporal.PlainDate.from('2024-01-31').add({ months: 1 }).toString()",
        "const fs = await import('node:fs'); [fs.lstatSync(nodeRepl.cwd).isDirectory(), (await fs.promises.stat(nodeRepl.cwd)).isFile()].join()",
        "process.on('uncaughtException', (e) => console.log('caught', e.message)); setTimeout(() => { throw new Error('late') }, 1); await new Promise((done) => setTimeout(done, 30)); process.removeAllListeners('uncaughtException').listenerCount('uncaughtException')",
        "process.exit(1)",
        "process.abort()",
        "process.chdir('/')",
        "fs.watch('.')",
        "const { Worker } = await import('node:worker_threads'); new Worker('1', { eval: true })",
    ];
    let text: Vec<_> = cells.iter().map(|cell| session.run(cell)).collect();
    assert_snapshot!(text.join("\n"), @r#"
    = 'hé'
    = 'ab'
    = 'a,1,b,2'
    = '2d711642'
    = Map(1) { 1 => { a: 1970-01-01T00:00:00.000Z } }
    = 'zipped'
    = 7
    = 'served /a'
    = 2
    = 2
    = 5
    = 'child\n'
    = true
    = 'undefined,undefined,string,undefined'
    = '1.234,5 2024-02-29'
    = 'true,false'
    caught late
    = 0
    error Error: ending the process is not allowed: other sessions share the process; let the cell end, or throw an error [ERR_ACCESS_DENIED]
        at cell-18.js:1:9
    error Error: aborting the process is not allowed: other sessions share the process; throw an error [ERR_ACCESS_DENIED]
        at cell-19.js:1:9
    error Error: changing the working directory is not allowed: other sessions share the process; use absolute paths, such as `join(nodeRepl.cwd, name)` [ERR_ACCESS_DENIED]
        at cell-20.js:1:9
    [uncaught exception] NotSupported: watching files is not supported
        at cell-21.js:1:4
    = FSWatcher {
      _events: [Object: null prototype] {},
      _eventsCount: 0,
      _maxListeners: undefined,
      Symbol(kCapture): false
    }
    error NotSupported: starting a worker thread is not supported
        at cell-22.js:1:57
    "#);
}
