// `console`: formatted as Node does, written to the cell's output and never to a terminal.

import { core, primordials } from "ext:core/mod.js";
import { op_isocell_write } from "ext:core/ops";
const {
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  ArrayPrototypeSplice,
  ErrorCaptureStackTrace,
  MapPrototypeDelete,
  MapPrototypeGet,
  MapPrototypeSet,
  NumberPrototypeToFixed,
  ObjectDefineProperty,
  ObjectKeys,
  ReflectApply,
  SafeArrayIterator,
  SafeMap,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  SymbolToStringTag,
} = primordials;

let inspectModule;
function lazyInspect() {
  return inspectModule ??
    (inspectModule = core.loadExtScript("ext:deno_node/internal/util/inspect.mjs"));
}

// No colours, and no code of the value's own runs.
const inspectOptions = {
  __proto__: null,
  colors: false,
  customInspect: false,
  getters: false,
};

export function inspect(value) {
  return lazyInspect().inspect(value, { ...inspectOptions });
}

function format(values) {
  if (values.length === 1 && typeof values[0] === "string") {
    return values[0];
  }
  return lazyInspect().formatWithOptions(
    { __proto__: null, colors: false },
    ...new SafeArrayIterator(values),
  );
}

const prefixes = { __proto__: null, warn: "[warn] ", error: "[error] " };
const counts = new SafeMap();
const timers = new SafeMap();
let indentation = "";

function print(level, text) {
  const prefix = prefixes[level] ?? "";
  if (indentation !== "") {
    text = indentation + StringPrototypeReplaceAll(text, "\n", `\n${indentation}`);
  }
  op_isocell_write(`${prefix}${text}\n`);
}

function label(value) {
  return value === undefined ? "default" : `${value}`;
}

function elapsed(start) {
  const milliseconds = now() - start;
  if (milliseconds < 1000) {
    return `${NumberPrototypeToFixed(milliseconds, 3)}ms`;
  }
  return `${NumberPrototypeToFixed(milliseconds / 1000, 3)}s`;
}

let performanceModule;
function now() {
  performanceModule ??= core.loadExtScript("ext:deno_web/15_performance.js");
  return performanceModule.performance.now();
}

const methods = {
  __proto__: null,
  log: (...values) => print("log", format(values)),
  info: (...values) => print("info", format(values)),
  debug: (...values) => print("debug", format(values)),
  warn: (...values) => print("warn", format(values)),
  error: (...values) => print("error", format(values)),
  dir: (value, options) =>
    print("dir", lazyInspect().inspect(value, { ...inspectOptions, ...options, customInspect: false })),
  dirxml: (...values) => print("log", format(values)),
  assert: (condition, ...values) => {
    if (condition) {
      return;
    }
    if (typeof values[0] === "string") {
      values[0] = `Assertion failed: ${values[0]}`;
    } else {
      ArrayPrototypeSplice(values, 0, 0, values.length === 0 ? "Assertion failed" : "Assertion failed:");
    }
    print("warn", format(values));
  },
  trace: (...values) => {
    const error = { __proto__: null, name: "Trace", message: format(values) };
    ErrorCaptureStackTrace(error, methods.trace);
    const heading = error.message === "" ? "Trace" : `Trace: ${error.message}`;
    const frames = `${error.stack}`;
    const start = frames.indexOf("\n    at ");
    print("error", start < 0 ? heading : heading + StringPrototypeSlice(frames, start));
  },
  clear: () => {},
  count: (name) => {
    name = label(name);
    const count = (MapPrototypeGet(counts, name) ?? 0) + 1;
    MapPrototypeSet(counts, name, count);
    print("log", `${name}: ${count}`);
  },
  countReset: (name) => {
    name = label(name);
    if (!MapPrototypeDelete(counts, name)) {
      print("warn", `Count for '${name}' does not exist`);
    }
  },
  group: (...values) => {
    if (values.length > 0) {
      print("log", format(values));
    }
    indentation += "  ";
  },
  groupCollapsed: (...values) => methods.group(...new SafeArrayIterator(values)),
  groupEnd: () => {
    indentation = StringPrototypeSlice(indentation, 2);
  },
  table: (data, columns) => print("log", table(data, columns)),
  time: (name) => {
    name = label(name);
    if (MapPrototypeGet(timers, name) !== undefined) {
      print("warn", `Label '${name}' already exists for console.time()`);
      return;
    }
    MapPrototypeSet(timers, name, now());
  },
  timeLog: (name, ...values) => logTimer("timeLog", label(name), values),
  timeEnd: (name) => {
    name = label(name);
    if (logTimer("timeEnd", name, [])) {
      MapPrototypeDelete(timers, name);
    }
  },
  profile: () => {},
  profileEnd: () => {},
  timeStamp: () => {},
};

function logTimer(method, name, values) {
  const start = MapPrototypeGet(timers, name);
  if (start === undefined) {
    print("warn", `No such label '${name}' for console.${method}()`);
    return false;
  }
  const rest = values.length > 0 ? ` ${format(values)}` : "";
  print("log", `${name}: ${elapsed(start)}${rest}`);
  return true;
}

// Node's own table, drawn through its `Console` into a string.
function table(data, columns) {
  const { Console } = core.loadExtScript("ext:deno_node/console.ts");
  const parts = [];
  const stream = {
    __proto__: null,
    write(text) {
      ArrayPrototypePush(parts, text);
      return true;
    },
    on() {},
    once() {},
    removeListener() {},
    listenerCount: () => 0,
  };
  const drawing = new Console({ stdout: stream, stderr: stream, colorMode: false });
  ReflectApply(drawing.table, drawing, [data, columns]);
  const text = ArrayPrototypeJoin(parts, "");
  return StringPrototypeSlice(text, 0, -1);
}

export const console = { __proto__: {} };
const names = ObjectKeys(methods);
for (let i = 0; i < names.length; i++) {
  const name = names[i];
  ObjectDefineProperty(methods[name], "name", { __proto__: null, value: name });
  console[name] = methods[name];
}
ObjectDefineProperty(console, SymbolToStringTag, {
  __proto__: null,
  value: "console",
  configurable: true,
});

core.defineGlobalProperties(globalThis, { console: core.propNonEnumerable(console) });

// `node:console` takes the console from here (see build.rs).
export const windowOrWorkerGlobalScope = {
  __proto__: null,
  console: core.propNonEnumerable(console),
};
