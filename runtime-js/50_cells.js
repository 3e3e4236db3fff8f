// What transformed cells call, beside what the engine's kernel script defines for them.

import { core, primordials } from "ext:core/mod.js";
import {
  op_isocell_binding_write,
  op_isocell_complete,
  op_isocell_eval_text,
  op_isocell_import_meta_resolve,
  op_isocell_paths,
  op_isocell_source_text,
  op_isocell_strip_mark,
} from "ext:core/ops";
import { pause, resume } from "ext:isocell_cell/15_owners.js";
const {
  FunctionPrototype,
  FunctionPrototypeToString,
  ObjectDefineProperty,
  ObjectFreeze,
  ObjectGetOwnPropertyDescriptor,
  Proxy,
  ReflectHas,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  SymbolUnscopables,
  TypeError,
} = primordials;

function constantAssignment() {
  throw new TypeError("Assignment to constant variable.");
}

// Whether a write from inside a function has to be logged; throws for a constant.
function bindingWrite(id) {
  const meaning = op_isocell_binding_write(id);
  if (meaning === 2) {
    constantAssignment();
  }
  return meaning === 1;
}

const accessors = { __proto__: null };

function defineAccessor(id, get, set) {
  ObjectDefineProperty(accessors, id, { __proto__: null, configurable: true, get, set });
}

function complete(value) {
  op_isocell_complete(value);
}

let mark;

// What a `catch` clause caught. V8's messages quote the names as the script spells them.
function caught(value) {
  resume();
  if (typeof value === "object" && value !== null && core.isNativeError(value)) {
    const message = ObjectGetOwnPropertyDescriptor(value, "message");
    if (typeof message?.value === "string" && StringPrototypeIncludes(message.value, mark)) {
      message.value = op_isocell_strip_mark(message.value);
      ObjectDefineProperty(value, "message", { __proto__: null, ...message });
    }
  }
  return value;
}

const { eval: originalEval } = globalThis;

// The argument of a direct `eval`, with the bindings' names as the script spells them.
function evalText(code, site) {
  return typeof code === "string" && globalThis.eval === originalEval
    ? op_isocell_eval_text(code, site) ?? code
    : code;
}

// The object of a `with` statement, as the script sees it: a binding's name is spelled with the mark.
function withScope(value) {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    return value;
  }
  const plain = (key) =>
    typeof key === "string" && StringPrototypeEndsWith(key, mark) ? op_isocell_strip_mark(key) : key;
  return new Proxy(value, {
    __proto__: null,
    has: (target, key) => {
      const name = plain(key);
      return ReflectHas(target, name) && !target[SymbolUnscopables]?.[name];
    },
    get: (target, key) => key === SymbolUnscopables ? undefined : target[plain(key)],
    set: (target, key, written) => {
      target[plain(key)] = written;
      return true;
    },
    deleteProperty: (target, key) => delete target[plain(key)],
  });
}

let lastName;
let lastMeta;

// `import.meta` of the cell of that name.
function importMeta(name) {
  if (name === lastName) {
    return lastMeta;
  }
  const { 0: cwd } = op_isocell_paths();
  const { join } = core.loadExtScript("ext:deno_node/path/mod.ts");
  const { pathToFileURL } = core.loadExtScript("ext:deno_node/url.ts");
  const filename = join(cwd, name);
  lastName = name;
  lastMeta = {
    __proto__: null,
    dirname: cwd,
    filename,
    main: false,
    resolve: (specifier) => op_isocell_import_meta_resolve(`${specifier}`, name),
    url: pathToFileURL(filename).href,
  };
  return lastMeta;
}

// A function made in a cell shows what the user wrote.
function showSource() {
  const toString = {
    toString() {
      const text = FunctionPrototypeToString(this);
      return StringPrototypeIncludes(text, mark) ? op_isocell_source_text(text) : text;
    },
  }.toString;
  ObjectDefineProperty(FunctionPrototype, "toString", {
    __proto__: null,
    value: toString,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

// What tells a name of the script's from one that a user could write.
function useMark(kernelMark) {
  mark = kernelMark;
  showSource();
}

// The kernel script takes these, under names that no other code can write.
export const cellRuntime = ObjectFreeze({
  __proto__: null,
  accessors,
  bindingWrite,
  caught,
  complete,
  constantAssignment,
  defineAccessor,
  evalText,
  importMeta,
  pause,
  resume,
  useMark,
  withScope,
});
