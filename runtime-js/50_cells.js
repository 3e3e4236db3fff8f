// What transformed cells call, beside what the engine's kernel script defines for them.

import { core, primordials } from "ext:core/mod.js";
import {
  op_isocell_binding_write,
  op_isocell_complete,
  op_isocell_import_meta_resolve,
  op_isocell_paths,
  op_isocell_source_text,
} from "ext:core/ops";
const {
  FunctionPrototype,
  FunctionPrototypeToString,
  ObjectDefineProperty,
  ObjectFreeze,
  StringPrototypeIncludes,
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
function showSource(mark) {
  const toString = {
    toString() {
      const text = FunctionPrototypeToString(this);
      return StringPrototypeIncludes(text, mark) ? op_isocell_source_text(text) ?? text : text;
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

// The kernel script takes these, under names that no other code can write.
export const cellRuntime = ObjectFreeze({
  __proto__: null,
  accessors,
  bindingWrite,
  complete,
  constantAssignment,
  defineAccessor,
  importMeta,
  showSource,
});
