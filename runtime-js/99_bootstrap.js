// Last: hands the engine its functions and removes the names that only start-up needs.

import { core, internals, primordials } from "ext:core/mod.js";
import { loadBuiltin } from "ext:isocell_loading/05_held.js";
import { denoNamespace } from "ext:isocell_cell/10_deno_namespace.js";
import "ext:isocell_cell/20_globals.js";
import "ext:isocell_cell/45_require.js";
import { abandonCell, beginCell, startOwners } from "ext:isocell_cell/15_owners.js";
import { abort, endCell, makeNodeRepl } from "ext:isocell_cell/40_node_repl.js";
import { cellRuntime } from "ext:isocell_cell/50_cells.js";
import { keepError, keepLast, startRepl } from "ext:isocell_cell/70_repl.js";
import { report } from "ext:isocell_cell/60_report.js";
const { ObjectKeys, Uint8ArrayPrototype, uncurryThis } = primordials;

const ops = core.ops;

function removeOps() {
  const names = ObjectKeys(ops);
  for (let i = 0; i < names.length; i++) {
    delete ops[names[i]];
  }
}

// V8 installs these after a snapshot is loaded, so the primordials lack them.
function captureHexMethods() {
  const { toHex, setFromHex } = Uint8ArrayPrototype;
  internals.uint8ArrayToHex = typeof toHex === "function" ? uncurryThis(toHex) : undefined;
  internals.uint8ArraySetFromHex = typeof setFromHex === "function" ? uncurryThis(setFromHex) : undefined;
}

// Called once by the engine, when a kernel starts.
function start(target, pid, parentPid, signals, isRepl) {
  captureHexMethods();
  core.setBuildInfo(target);
  removeOps();
  delete globalThis.__bootstrap;
  delete globalThis.Deno;
  delete globalThis.isocellStart;
  denoNamespace.pid = pid;
  denoNamespace.ppid = parentPid;
  core.setReportExceptionCallback(report.reportException);
  internals.__nodeBootstrapArgs = {
    __proto__: null,
    usesLocalNodeModulesDir: true,
    runningOnMainThread: true,
    argv0: "isocell",
    nodeDebug: "",
    denoArgs: [],
    denoVersion: {},
  };
  startOwners(signals);
  makeNodeRepl();
  if (isRepl) {
    startRepl();
  }
  return {
    __proto__: null,
    ...report,
    ...cellRuntime,
    abandonCell,
    abort,
    beginCell,
    endCell,
    keepError,
    keepLast,
    loadBuiltin,
  };
}

globalThis.isocellStart = start;
