// What a termination must not interrupt. Sources that are loaded at first use are loaded whole: a
// termination in the middle would end the process, because `deno_core` does not expect one there.

import { core, internals, primordials } from "ext:core/mod.js";
import { op_isocell_hold_termination } from "ext:core/ops";
const { MapPrototypeGet, MapPrototypeHas, MapPrototypeSet, SafeMap } = primordials;

// Does something short to its end; a termination waits for that.
function held(work) {
  op_isocell_hold_termination(true);
  try {
    return work();
  } finally {
    op_isocell_hold_termination(false);
  }
}

internals.held = held;

const { createLazyLoader, loadExtScript } = core;
const scripts = new SafeMap();

// For the engine, which holds terminations back itself, before an `import()` of the module.
export function loadBuiltin(specifier) {
  try {
    createLazyLoader(specifier)();
  } catch {
    // The import says what is wrong.
  }
}

// `build.rs` has all sources use these in place of those of `core`.
internals.loading = {
  __proto__: null,
  loadExtScript(specifier) {
    if (!MapPrototypeHas(scripts, specifier)) {
      MapPrototypeSet(scripts, specifier, held(() => loadExtScript(specifier)));
    }
    return MapPrototypeGet(scripts, specifier);
  },
  createLazyLoader(specifier) {
    const load = createLazyLoader(specifier);
    let loaded;
    return () => loaded ?? (loaded = held(load));
  },
};
