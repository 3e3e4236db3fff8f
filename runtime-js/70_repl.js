// The globals that a session of the `repl` dialect has, as Node.js's own REPL does.

import { core, internals, primordials } from "ext:core/mod.js";
import { op_isocell_paths } from "ext:core/ops";
const {
  ObjectDefineProperty,
  StringPrototypeIncludes,
  StringPrototypeStartsWith,
} = primordials;

function define(name, value) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    value,
    configurable: true,
    enumerable: false,
    writable: true,
  });
}

function defineLazy(name, make) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get() {
      const value = make();
      define(name, value);
      return value;
    },
    set(value) {
      define(name, value);
    },
  });
}

const kept = { __proto__: null, _: undefined, _error: undefined };
const assigned = { __proto__: null, _: false, _error: false };

// The name of what a cell leaves, until the user gives it a value of their own.
function defineKept(name) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get: () => kept[name],
    set(value) {
      assigned[name] = true;
      kept[name] = value;
    },
  });
}

function keep(name, value) {
  if (!assigned[name]) {
    kept[name] = value;
  }
}

// The engine calls these with what a cell came to.
export const keepLast = (value) => keep("_", value);
export const keepError = (value) => keep("_error", value);

export function startRepl() {
  const { 0: cwd } = op_isocell_paths();
  const { builtinModules, createRequire, default: Module } = internals.loading
    .createLazyLoader("node:module")();
  const { join } = core.loadExtScript("ext:deno_node/path/mod.ts");
  const filename = join(cwd, "[repl]");
  const require = createRequire(filename);
  define("require", require);
  defineLazy("module", () => {
    const module = new Module("<repl>");
    module.exports = {};
    module.paths = require.resolve.paths("x") ?? [];
    return module;
  });
  defineLazy("exports", () => globalThis.module.exports);
  for (let i = 0; i < builtinModules.length; i++) {
    const name = builtinModules[i];
    const isGlobal = name === "console" || name === "process";
    if (!isGlobal && !StringPrototypeIncludes(name, "/") && !StringPrototypeStartsWith(name, "_")) {
      defineLazy(name, () => require(`node:${name}`));
    }
  }
  defineKept("_");
  defineKept("_error");
}
