// Values as text, for the engine.

import { core, internals, primordials } from "ext:core/mod.js";
import { op_isocell_uncaught } from "ext:core/ops";
import { isAbandoned } from "ext:isocell_cell/15_owners.js";
import { inspect } from "ext:isocell_cell/30_console.js";
const {
  ArrayIsArray,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectKeys,
  ObjectPrototypeIsPrototypeOf,
  ReflectApply,
  StringPrototypeReplace,
  StringPrototypeSplit,
  StringPrototypeStartsWith,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  uncurryThis,
} = primordials;

const maximumDetails = 4096;
const maximumCauses = 8;
const maximumPrototypes = 16;

// A data property of an object or its prototypes. Runs no code of the object.
function read(object, name) {
  for (let depth = 0; object !== null && depth < maximumPrototypes; depth++) {
    if (core.isProxy(object)) {
      return undefined;
    }
    const descriptor = ObjectGetOwnPropertyDescriptor(object, name);
    if (descriptor !== undefined) {
      return descriptor.value;
    }
    object = ObjectGetPrototypeOf(object);
  }
  return undefined;
}

function string(value) {
  return typeof value === "string" ? value : undefined;
}

const runtimeSchemes = ["ext:", "isocell:", "node:"];

function isRuntimeFrame(line) {
  for (let i = 0; i < runtimeSchemes.length; i++) {
    const scheme = runtimeSchemes[i];
    if (
      StringPrototypeIndexOf(line, `(${scheme}`) >= 0 || StringPrototypeIndexOf(line, `at ${scheme}`) >= 0
    ) {
      return true;
    }
  }
  return false;
}

// The frames of an error's stack, without the runtime's own.
function frames(error) {
  const descriptor = ObjectGetOwnPropertyDescriptor(error, "stack");
  let stack = descriptor?.value;
  if (descriptor?.get !== undefined) {
    stack = ReflectApply(descriptor.get, error, []);
  }
  if (typeof stack !== "string") {
    return "";
  }
  const start = StringPrototypeStartsWith(stack, "    at ") ? 0 : StringPrototypeIndexOf(stack, "\n    at ") + 1;
  if (start === 0 && !StringPrototypeStartsWith(stack, "    at ")) {
    return "";
  }
  const lines = StringPrototypeSplit(StringPrototypeSlice(stack, start), "\n");
  const kept = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (!isRuntimeFrame(line)) {
      ArrayPrototypePush(kept, line);
    }
  }
  return ArrayPrototypeJoin(kept, "\n");
}

// Shown elsewhere, or not worth showing.
const shownProperties = { __proto__: null, name: 1, message: 1, stack: 1, code: 1, cause: 1, errors: 1 };

// The other properties of an error as text, or null. Runs no code of the error's.
function details(error) {
  const rest = { __proto__: null };
  let isEmpty = true;
  const keys = ObjectKeys(error);
  for (let i = 0; i < keys.length && i < maximumPrototypes; i++) {
    const descriptor = ObjectGetOwnPropertyDescriptor(error, keys[i]);
    if (shownProperties[keys[i]] === undefined && descriptor !== undefined && "value" in descriptor) {
      rest[keys[i]] = descriptor.value;
      isEmpty = false;
    }
  }
  if (isEmpty) {
    return null;
  }
  const text = StringPrototypeReplace(inspect(rest), "[Object: null prototype] ", "");
  return text.length > maximumDetails ? `${StringPrototypeSlice(text, 0, maximumDetails)}\u2026` : text;
}

// A thrown value as `[name, message, code, stack, causes, details]`.
function describe(thrown, depth = 0) {
  const isObject = (typeof thrown === "object" && thrown !== null) || typeof thrown === "function";
  const isProxy = isObject && core.isProxy(thrown);
  const isDom = isObject && !isProxy && isDomException(thrown);
  if (!isObject || isProxy || !(isDom || core.isNativeError(thrown))) {
    return ["", typeof thrown === "string" ? thrown : inspect(thrown), null, "", [], null];
  }
  const name = isDom ? domName(thrown) : string(read(thrown, "name")) ?? "Error";
  const message = isDom ? domMessage(thrown) : string(read(thrown, "message")) ?? "";
  const causes = [];
  if (depth < maximumCauses) {
    const cause = ObjectGetOwnPropertyDescriptor(thrown, "cause");
    if (cause !== undefined && "value" in cause) {
      ArrayPrototypePush(causes, describe(cause.value, depth + 1));
    }
    const members = read(thrown, "errors");
    if (ArrayIsArray(members)) {
      for (let i = 0; i < members.length && i < maximumCauses; i++) {
        ArrayPrototypePush(causes, describe(read(members, `${i}`), depth + 1));
      }
    }
  }
  return [name, message, string(read(thrown, "code")) ?? null, frames(thrown), causes, details(thrown)];
}

const { DOMException } = core.loadExtScript("ext:deno_web/01_dom_exception.js");
const DOMExceptionPrototype = DOMException.prototype;
const domName = uncurryThis(ObjectGetOwnPropertyDescriptor(DOMExceptionPrototype, "name").get);
const domMessage = uncurryThis(ObjectGetOwnPropertyDescriptor(DOMExceptionPrototype, "message").get);

function isDomException(value) {
  return ObjectPrototypeIsPrototypeOf(DOMExceptionPrototype, value);
}

function headline(description) {
  const { 0: name, 1: message, 3: stack } = description;
  const head = name === "" ? message : message === "" ? name : `${name}: ${message}`;
  return stack === "" ? head : `${head}\n${stack}`;
}

function reportRejection(promise, reason) {
  if (isAbandoned(core.getAsyncContext())) {
    return true;
  }
  const event = {
    __proto__: null,
    promise,
    reason,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  internals.nodeProcessUnhandledRejectionCallback?.(event);
  if (!event.defaultPrevented) {
    op_isocell_uncaught(
      `[unhandled rejection] ${headline(describe(reason))}\n` +
        "hint: `await` the promise, or handle its rejection with `catch`\n",
    );
  }
  return true;
}

function reportException(error) {
  let isHandled = false;
  internals.processOnError?.({
    __proto__: null,
    error,
    preventDefault() {
      isHandled = true;
    },
  });
  if (isHandled) {
    return;
  }
  op_isocell_uncaught(`[uncaught exception] ${headline(describe(error))}\n`);
}

core.setUnhandledPromiseRejectionHandler(reportRejection);
core.setHandledPromiseRejectionHandler((promise, reason) => {
  internals.nodeProcessRejectionHandledCallback?.({ __proto__: null, promise, reason });
});

export const report = { __proto__: null, describe, inspect, reportException };
