// Drives `isocell mcp` with the official TypeScript SDK and prints the conversation.
//
// usage: node typescript_client.mjs PROGRAM, with @modelcontextprotocol/sdk to be found from the
// working directory

import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const sdk = createRequire(path.resolve("package.json"));
const load = (name) => import(pathToFileURL(sdk.resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");

let passed = 0;
let failed = 0;

function check(what, found, expected) {
  if (found === expected) {
    passed += 1;
    console.log(`  ok: ${what}`);
  } else {
    failed += 1;
    console.log(`  FAILED: ${what}\n    expected: ${expected}\n    found:    ${found}`);
  }
}

const shown = ({ content }) =>
  content.map((block) => (block.type === "text" ? block.text : `<${block.mimeType}>`)).join("\n");

const directory = mkdtempSync(path.join(tmpdir(), "isocell-client-"));
const client = new Client({ name: "ci", version: "1" });
await client.connect(
  new StdioClientTransport({ command: path.resolve(process.argv[2]), args: ["mcp"], cwd: directory }),
);

async function call(name, args, options) {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  console.log(`\n${name} ${args.code ?? ""}`);
  for (const line of shown(result).split("\n")) console.log(`  | ${line}`);
  return result;
}
const js = (code, options) => call("js", { code }, options);

const { tools } = await client.listTools();
check("two tools", tools.map((tool) => tool.name).join(), "js,js_reset");

await js("let n = await 41; const next = () => ++n;");
check("bindings last", shown(await js("nodeRepl.write(next(), n)")), "42 42");

const failure = await js("nodeRepl.write('before'); undefined.x");
check("an error is one", failure.isError, true);
check("an error leads", shown(failure).startsWith("[js error] TypeError:"), true);

const lines = [];
await js("console.log('half-way'); await new Promise((done) => setTimeout(done, 600))", {
  onprogress: ({ message }) => lines.push(message),
});
check("progress", lines[0], "half-way");

const cancel = AbortSignal.timeout(500);
const cancelled = await js("n = 0; while (true) {}", { signal: cancel }).then(
  () => "answered",
  () => "cancelled",
);
check("cancellation", cancelled, "cancelled");
check("bindings outlive cancellation", shown(await js("nodeRepl.write(n)")), "42");

await call("js_reset", {});
check("bindings are gone after a reset", shown(await js("nodeRepl.write(typeof n)")), "undefined");

await client.close();
rmSync(directory, { recursive: true });
console.log(`\n${passed} passed, ${failed} failed (TypeScript SDK)`);
process.exit(failed ? 1 : 0);
