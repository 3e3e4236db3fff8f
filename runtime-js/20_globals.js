// The web platform's and Node's globals. Most are accessors that load their script at first use.

import { core, primordials } from "ext:core/mod.js";
import { isAbandoned } from "ext:isocell_cell/15_owners.js";
const { ObjectDefineProperty, SafeArrayIterator } = primordials;

delete globalThis.Intl.v8BreakIterator;

function script(specifier) {
  let loaded;
  return () => loaded ?? (loaded = core.loadExtScript(specifier));
}

const classes = [
  ["ext:deno_web/03_abort_signal.js", ["AbortController", "AbortSignal"]],
  ["ext:deno_web/09_file.js", ["Blob", "File"]],
  ["ext:deno_web/01_broadcast_channel.js", ["BroadcastChannel"]],
  ["ext:deno_web/02_event.js", [
    "CloseEvent", "CustomEvent", "ErrorEvent", "Event", "EventTarget", "MessageEvent",
    "ProgressEvent", "PromiseRejectionEvent",
  ]],
  ["ext:deno_web/14_compression.js", ["CompressionStream", "DecompressionStream"]],
  ["ext:deno_crypto/00_crypto.js", ["Crypto", "CryptoKey", "SubtleCrypto"]],
  ["ext:deno_web/01_dom_exception.js", ["DOMException", "QuotaExceededError"]],
  ["ext:deno_web/10_filereader.js", ["FileReader"]],
  ["ext:deno_fetch/21_formdata.js", ["FormData"]],
  ["ext:deno_fetch/20_headers.js", ["Headers"]],
  ["ext:deno_fetch/23_request.js", ["Request"]],
  ["ext:deno_fetch/23_response.js", ["Response"]],
  ["ext:deno_fetch/27_eventsource.js", ["EventSource"]],
  ["ext:deno_web/13_message_port.js", ["MessageChannel", "MessagePort"]],
  ["ext:deno_web/15_performance.js", [
    "Performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure",
    "PerformanceObserver", "PerformanceObserverEntryList",
  ]],
  ["ext:deno_web/06_streams.js", [
    "ByteLengthQueuingStrategy", "CountQueuingStrategy", "ReadableByteStreamController",
    "ReadableStream", "ReadableStreamBYOBReader", "ReadableStreamBYOBRequest",
    "ReadableStreamDefaultController", "ReadableStreamDefaultReader", "TransformStream",
    "TransformStreamDefaultController", "WritableStream", "WritableStreamDefaultController",
    "WritableStreamDefaultWriter",
  ]],
  ["ext:deno_web/08_text_encoding.js", [
    "TextDecoder", "TextDecoderStream", "TextEncoder", "TextEncoderStream",
  ]],
  ["ext:deno_web/00_url.js", ["URL", "URLSearchParams"]],
  ["ext:deno_web/01_urlpattern.js", ["URLPattern"]],
];

const properties = { __proto__: null };
for (let i = 0; i < classes.length; i++) {
  const { 0: specifier, 1: names } = classes[i];
  const load = script(specifier);
  for (let j = 0; j < names.length; j++) {
    const name = names[j];
    properties[name] = core.propNonEnumerableLazyLoaded((loaded) => loaded[name], load);
  }
}

const buffer = core.createLazyLoader("node:buffer");
const timers = core.createLazyLoader("node:timers");
const process = core.createLazyLoader("node:process");
const webSocket = core.createLazyLoader("ext:deno_websocket/01_websocket.js");
const base64 = script("ext:deno_web/05_base64.js");
const crypto = script("ext:deno_crypto/00_crypto.js");
const fetch = script("ext:deno_fetch/26_fetch.js");
const messagePort = script("ext:deno_web/13_message_port.js");
const performance = script("ext:deno_web/15_performance.js");

const functions = [
  [base64, ["atob", "btoa"]],
  [timers, [
    "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate",
  ]],
  [messagePort, ["structuredClone"]],
  [performance, ["performance"]],
];
for (let i = 0; i < functions.length; i++) {
  const { 0: load, 1: names } = functions[i];
  for (let j = 0; j < names.length; j++) {
    const name = names[j];
    properties[name] = core.propWritableLazyLoaded((loaded) => loaded[name], load);
  }
}

properties.Buffer = core.propWritableLazyLoaded((loaded) => loaded.Buffer, buffer);
properties.WebSocket = core.propNonEnumerableLazyLoaded((loaded) => loaded.WebSocket, webSocket);
properties.crypto = {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => crypto().crypto,
};
properties.fetch = core.propWritable(function fetch_(...args) {
  return fetch().fetch(...new SafeArrayIterator(args));
});
ObjectDefineProperty(properties.fetch.value, "name", { __proto__: null, value: "fetch" });
const { validateFunction } = core.loadExtScript("ext:deno_node/internal/validators.mjs");
const enqueue = globalThis.queueMicrotask;
properties.queueMicrotask = core.propWritable(function queueMicrotask(callback) {
  validateFunction(callback, "callback");
  enqueue(() => {
    // V8 carries the context on.
    if (!isAbandoned(core.getAsyncContext())) {
      callback();
    }
  });
});
properties.global = core.propWritable(globalThis);
properties.process = core.propWritableLazyLoaded((loaded) => loaded.default, process);

core.defineGlobalProperties(globalThis, properties);

core.setWasmStreamingCallback((source, rid) => fetch().handleWasmStreaming(source, rid));
