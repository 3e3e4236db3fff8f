"""Drives `isocell mcp` with the official Python SDK and prints the conversation.

usage: python_client.py PROGRAM
"""

import base64
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

DECLARES = """
const fs = await import("node:fs");
const { greet } = await import("greet");
const { double } = await import("./double.mjs");
let n = await Promise.resolve(double(21));
fs.writeFileSync("note.txt", greet("file"));
nodeRepl.write(`${fs.readFileSync("note.txt", "utf8")}: ${n}`);
await nodeRepl.emitImage(Buffer.from("%s", "base64"));
nodeRepl.write("after the picture");
"""

passed = failed = 0


def check(what, found, expected):
    global passed, failed
    if found == expected:
        passed += 1
        print(f"  ok: {what}")
    else:
        failed += 1
        print(f"  FAILED: {what}\n    expected: {expected!r}\n    found:    {found!r}")


def png():
    """Two pixels, red and blue."""

    def chunk(kind, data):
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checksum

    header = struct.pack(">IIBBBBB", 2, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0\xff\0\0\0\0\xff")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def write_packages(directory):
    """A package and a local file; where npm is at hand, a published CommonJS package too."""
    if shutil.which("npm"):
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "ms@2.1.3"],
            cwd=directory,
            check=True,
        )
    package = directory / "node_modules" / "greet"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"type": "module", "exports": "./greet.js"}')
    (package / "greet.js").write_text("export const greet = (whom) => `hello, ${whom}`;")
    (directory / "double.mjs").write_text("export const double = (n) => 2 * n;")


def shown(result):
    blocks = [block.text if block.type == "text" else f"<{block.mime_type}>" for block in result.content]
    return "\n".join(blocks)


async def call(client, tool, arguments, **options):
    result = await client.call_tool(tool, arguments, **options)
    print(f"\n{tool} {arguments.get('code', '').strip()}")
    for line in shown(result).splitlines():
        print(f"  | {line}")
    return result


async def js(client, code, **arguments):
    return await call(client, "js", {"code": code, **arguments})


async def converse(client, directory):
    print(f"\nprotocol {client.protocol_version}")
    tools = (await client.list_tools()).tools
    check("two tools", [tool.name for tool in tools], ["js", "js_reset"])

    picture = base64.b64encode(png()).decode()
    result = await js(client, DECLARES % picture)
    check("text and image in order", shown(result), "hello, file: 42\n<image/png>\nafter the picture")
    check("the image's bytes", result.content[1].data, picture)
    check("no error", result.is_error, False)
    outcome = result.meta["isocell/outcome"]
    check("bindings added", outcome["bindings"]["added"], ["fs", "greet", "double", "n"])
    check("the file on disk", (directory / "note.txt").read_text(), "hello, file")

    result = await js(client, "nodeRepl.write(greet('again'), ++n, typeof fs.readFileSync)")
    check("bindings last", shown(result), "hello, again 43 function")

    if (directory / "node_modules" / "ms").exists():
        result = await js(client, "nodeRepl.write((await import('ms')).default('2 days'))")
        check("a package from npm", shown(result), "172800000")

    result = await js(client, "nodeRepl.write('before'); n = 44; null.x")
    check("an error leads", shown(result).splitlines()[0][:21], "[js error] TypeError:")
    check("an error is one", result.is_error, True)
    check("its output stays", shown(result).splitlines()[-1], "before")

    result = await js(client, "n = 45; while (true) {}", timeout_ms=200)
    check("a time limit", shown(result).splitlines()[0][:12], "[js timeout]")

    started = time.monotonic()
    with anyio.move_on_after(1):
        await js(client, "n = 46; while (true) {}")
    result = await js(client, "nodeRepl.write(n)")
    check("bindings outlive error, timeout and cancellation", shown(result), "44")
    check("a cancelled cell makes room", time.monotonic() - started < 10, True)

    lines = []

    async def on_progress(progress, total, message):
        lines.append(message)

    code = "console.log('half-way'); await new Promise((done) => setTimeout(done, 600))"
    await call(client, "js", {"code": code}, progress_callback=on_progress)
    check("progress", lines[:1], ["half-way"])

    result = await js(client, "1", timeout_ms=0)
    check("wrong arguments are results", result.is_error, True)

    await call(client, "js_reset", {})
    result = await js(client, "nodeRepl.write(typeof n, typeof greet)")
    check("bindings are gone after a reset", shown(result), "undefined undefined")


async def main(program):
    # With and without the handshake of the revisions before 2026-07-28.
    for mode in ["legacy", "auto"]:
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            write_packages(directory)
            server = StdioServerParameters(command=program, args=["mcp"], cwd=name)
            async with Client(server, mode=mode) as client:
                await converse(client, directory)
    print(f"\n{passed} passed, {failed} failed (Python SDK)")
    return 1 if failed else 0


sys.exit(anyio.run(main, str(Path(sys.argv[1]).resolve())))
