// Which cell the running code belongs to.
//
// A cell starts with an async context that names it as the owner. V8 carries the context to awaits
// and promise reactions, as it does for AsyncLocalStorage; the sources that `build.rs` adapts carry
// it to timers, ticks and listeners. Once a cell is stopped, what belongs to it is abandoned: none
// of it runs again, while everything of other cells goes on.

import { core, internals, primordials } from "ext:core/mod.js";
import { op_isocell_after_job, op_isocell_set_after_hook, op_isocell_skip_job } from "ext:core/ops";
const {
  MapPrototypeDelete,
  MapPrototypeForEach,
  MapPrototypeSet,
  PromisePrototypeThen,
  PromiseResolve,
  ReflectApply,
  SafeMap,
  SafeWeakMap,
  Symbol,
  WeakMapPrototypeGet,
  WeakMapPrototypeSet,
} = primordials;
const { getAsyncContext, setAsyncContext } = core;
const { op_set_promise_hooks } = core.ops;

const kOwner = Symbol("owner");
// In the context of a top-level `await` of a cell: the context to go on with after it.
const kInner = Symbol("inner");

// Shared with the engine: the number of the cell that is being stopped, or 0, and how many promises
// the running cell has named with `waitUntil`.
const stopping = 0;
const waiting = 1;
let signals;

// The running cell.
let current;
let hasAbandoned = false;

function ownerOf(context) {
  return context?.[kOwner];
}

function currentOwner() {
  return ownerOf(getAsyncContext());
}

// While outside work is waited for, what the cell set going may go on, its own statements may not.
function isAbandonedOwner(owner, isStatement) {
  return owner.isAbandoned ||
    (signals[stopping] === owner.number && !isSignalling && (isStatement || signals[waiting] === 0));
}

// While the listeners of a stopped cell's signal are called.
let isSignalling = false;

function signalStop(fire) {
  isSignalling = true;
  try {
    fire();
  } finally {
    isSignalling = false;
  }
}

function isAbandoned(context) {
  const owner = ownerOf(context);
  return owner !== undefined && isAbandonedOwner(owner, context[kInner] !== undefined);
}

function mayBeAbandoned() {
  return hasAbandoned || signals[stopping] !== 0;
}

// V8 calls this before each promise job.
function beforeJob(promise) {
  if (mayBeAbandoned() && isAbandoned(getAsyncContext())) {
    installAfterHook();
    // No JavaScript may be called from here to the end of the job.
    op_isocell_skip_job();
    return;
  }
  userHooks?.before?.(promise);
}

let userHooks;
let hasAfterHook = false;

function installHooks() {
  op_set_promise_hooks(
    userHooks?.init,
    beforeJob,
    hasAfterHook ? op_isocell_after_job : undefined,
    userHooks?.resolve,
  );
}

function installAfterHook() {
  if (!hasAfterHook) {
    hasAfterHook = true;
    installHooks();
  }
}

// For `node:v8`, which calls it once.
function setPromiseHooks(init, before, after, resolve) {
  userHooks = { __proto__: null, init, before, resolve };
  hasAfterHook = true;
  op_isocell_set_after_hook(after);
  installHooks();
}

// The context in which a cell starts.
function beginCell(number) {
  current = { __proto__: null, number, isAbandoned: false, resources: new SafeMap() };
  signals[waiting] = 0;
  return { __proto__: null, [kOwner]: current };
}

function endCell() {
  current = undefined;
}

function abandonCell() {
  const { resources } = current;
  current.isAbandoned = true;
  current = undefined;
  hasAbandoned = true;
  installAfterHook();
  internals.dropTimers?.();
  MapPrototypeForEach(resources, (dispose, resource) => {
    try {
      ReflectApply(dispose, resource, []);
    } catch {
      // It is closed as far as it can be.
    }
  });
}

// The outcome of a stopped cell waits for the promise.
function waitUntil(promise) {
  const owner = current;
  if (owner === undefined) {
    return;
  }
  signals[waiting]++;
  const settled = () => {
    if (owner === current) {
      signals[waiting]--;
    }
  };
  PromisePrototypeThen(PromiseResolve(promise), settled, settled);
}

let lastInner;
let lastPaused;

// Around a top-level `await` of a cell.
function pause(value) {
  const inner = getAsyncContext();
  if (inner !== undefined && inner[kInner] === undefined) {
    if (inner !== lastInner) {
      lastInner = inner;
      lastPaused = { __proto__: null, ...inner, [kInner]: inner };
    }
    setAsyncContext(lastPaused);
  }
  return value;
}

function resume(value) {
  const inner = getAsyncContext()?.[kInner];
  if (inner !== undefined) {
    setAsyncContext(inner);
  }
  return value;
}

// Something that the running cell opened, and how to close it should the cell be stopped.
function own(resource, dispose) {
  if (current !== undefined && currentOwner() === current) {
    MapPrototypeSet(current.resources, resource, dispose);
  }
}

function disown(resource) {
  if (current !== undefined) {
    MapPrototypeDelete(current.resources, resource);
  }
}

// The owner by listener; null for a function that several cells made a listener.
const listenerOwners = new SafeWeakMap();

function ownListener(listener) {
  const owner = currentOwner();
  if (owner !== undefined) {
    const known = WeakMapPrototypeGet(listenerOwners, listener);
    if (known !== owner) {
      WeakMapPrototypeSet(listenerOwners, listener, known === undefined ? owner : null);
    }
  }
}

function isAbandonedListener(listener) {
  if (!mayBeAbandoned()) {
    return false;
  }
  const owner = WeakMapPrototypeGet(listenerOwners, listener);
  return owner !== undefined && owner !== null && isAbandonedOwner(owner, false);
}

// Called once, when a kernel starts.
function startOwners(shared) {
  signals = shared;
  installHooks();
}

// For the sources that `build.rs` adapts.
internals.currentOwner = currentOwner;
internals.disown = disown;
internals.isAbandoned = isAbandoned;
internals.isAbandonedListener = isAbandonedListener;
internals.isAbandonedOwner = isAbandonedOwner;
internals.own = own;
internals.ownListener = ownListener;
internals.setPromiseHooks = setPromiseHooks;

export { abandonCell, beginCell, endCell, isAbandoned, pause, resume, signalStop, startOwners, waitUntil };
