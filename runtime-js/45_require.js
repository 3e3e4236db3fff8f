// `require` finds files as `import` does. `node:module` calls this when it loads (see build.rs).

import { internals, primordials } from "ext:core/mod.js";
import { op_isocell_require_outdated, op_isocell_require_resolve } from "ext:core/ops";
const {
  ArrayIsArray,
  ArrayPrototypeEvery,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  FunctionPrototypeCall,
  StringPrototypeIncludes,
} = primordials;

function isListOfStrings(paths) {
  return ArrayIsArray(paths) && ArrayPrototypeEvery(paths, (path) => typeof path === "string");
}

function requireStack(parent) {
  const stack = [];
  for (let module = parent; module; module = module.parent) {
    ArrayPrototypePush(stack, module.filename || module.id);
  }
  return stack;
}

internals.adaptRequire = (Module) => {
  const { _load: load, _resolveFilename: resolveFilename, registerHooks } = Module;
  let hooks = 0;
  let isInHook = false;

  Module.registerHooks = function (functions) {
    const registered = FunctionPrototypeCall(registerHooks, Module, functions);
    hooks++;
    let isLive = true;
    return {
      deregister() {
        if (isLive) {
          isLive = false;
          hooks--;
        }
        return registered.deregister();
      },
    };
  };

  Module._resolveFilename = function (request, parent, isMain, options) {
    const original = () =>
      FunctionPrototypeCall(resolveFilename, Module, request, parent, isMain, options);
    // Hooks run in the original, which comes back here for what they leave alone.
    if (typeof request !== "string" || (hooks > 0 && !isInHook)) {
      isInHook = true;
      try {
        return original();
      } finally {
        isInHook = false;
      }
    }
    const paths = options?.paths;
    if (paths !== undefined && !isListOfStrings(paths)) {
      return original();
    }
    try {
      return op_isocell_require_resolve(request, parent?.filename ?? "", paths ?? null);
    } catch (error) {
      if (error.code === "MODULE_NOT_FOUND") {
        error.requireStack = requireStack(parent);
        if (error.requireStack.length > 0) {
          error.message += `\nRequire stack:\n- ${ArrayPrototypeJoin(error.requireStack, "\n- ")}`;
        }
      }
      throw error;
    }
  };

  // The cache of `_load` is asked before `_resolveFilename`: changed files must leave it first.
  Module._load = function (request, parent, isMain) {
    const from = parent?.filename ?? "";
    if (typeof request === "string" && !StringPrototypeIncludes(from, "/node_modules/")) {
      const outdated = op_isocell_require_outdated(request, from);
      for (let i = 0; i < outdated.length; i++) {
        delete Module._cache[outdated[i]];
      }
    }
    return FunctionPrototypeCall(load, Module, request, parent, isMain);
  };
};
