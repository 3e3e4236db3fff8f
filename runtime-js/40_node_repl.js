// `nodeRepl`: what a cell has beyond the platform.

import { core, primordials } from "ext:core/mod.js";
import {
  op_isocell_emit_image,
  op_isocell_heap_status,
  op_isocell_paths,
  op_isocell_write,
} from "ext:core/ops";
import { endCell as endOwner, signalStop, waitUntil } from "ext:isocell_cell/15_owners.js";
import { inspect } from "ext:isocell_cell/30_console.js";
const {
  ArrayIsArray,
  DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset,
  Float64Array,
  JSONStringify,
  ObjectDefineProperty,
  ObjectFreeze,
  ObjectHasOwn,
  ObjectPrototypeIsPrototypeOf,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  TypeError,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetSymbolToStringTag,
  Uint8Array,
} = primordials;

function text(value) {
  return typeof value === "string" ? value : inspect(value);
}

function write(...values) {
  let line = "";
  for (let i = 0; i < values.length; i++) {
    line += i === 0 ? text(values[i]) : ` ${text(values[i])}`;
  }
  op_isocell_write(line);
}

const expected =
  "expected a Uint8Array, ArrayBuffer, Buffer, Blob, a data: or file: URL, a path, or { bytes, mimeType }";

function invalid(message, code = "ERR_INVALID_ARG_TYPE") {
  const error = new TypeError(`nodeRepl.emitImage: ${message}`);
  ObjectDefineProperty(error, "code", {
    __proto__: null,
    value: code,
    configurable: true,
    enumerable: true,
    writable: true,
  });
  return error;
}

// The bytes behind a value that holds them itself; undefined for any other value.
function bytesOf(value) {
  if (core.isArrayBuffer(value) || core.isSharedArrayBuffer(value)) {
    return new Uint8Array(value);
  }
  if (core.isDataView(value)) {
    return new Uint8Array(
      DataViewPrototypeGetBuffer(value),
      DataViewPrototypeGetByteOffset(value),
      DataViewPrototypeGetByteLength(value),
    );
  }
  if (TypedArrayPrototypeGetSymbolToStringTag(value) !== undefined) {
    return new Uint8Array(
      TypedArrayPrototypeGetBuffer(value),
      TypedArrayPrototypeGetByteOffset(value),
      TypedArrayPrototypeGetByteLength(value),
    );
  }
  return undefined;
}

function emit(bytes, mimeType, options) {
  const { metadata, detail } = options;
  if (detail !== undefined && detail !== "auto" && detail !== "original") {
    throw invalid(`detail must be "auto" or "original", not ${inspect(detail)}`, "ERR_INVALID_ARG_VALUE");
  }
  let json = null;
  if (metadata !== undefined) {
    json = JSONStringify(metadata);
    if (json === undefined) {
      throw invalid("metadata must be a value that JSON can hold");
    }
  }
  op_isocell_emit_image(bytes, mimeType ?? null, json, detail === "original");
}

function fromDataUrl(url, options) {
  const comma = StringPrototypeIndexOf(url, ",");
  if (comma < 0) {
    throw invalid("the data: URL has no comma before its data", "ERR_INVALID_URL");
  }
  const head = StringPrototypeSlice(url, 5, comma);
  const body = StringPrototypeSlice(url, comma + 1);
  const parameters = StringPrototypeIndexOf(head, ";");
  const mimeType = parameters < 0 ? head : StringPrototypeSlice(head, 0, parameters);
  const { Buffer } = core.loadExtScript("ext:deno_node/internal/buffer.mjs");
  const encoded = StringPrototypeIndexOf(head, ";base64") >= 0;
  const bytes = encoded ? Buffer.from(body, "base64") : Buffer.from(decodeURIComponent(body), "latin1");
  emit(bytes, mimeType === "" ? null : mimeType, options);
}

const decodeURIComponent = primordials.decodeURIComponent;

function fromFile(path, options) {
  const { fileURLToPath } = core.loadExtScript("ext:deno_node/url.ts");
  const isUrl = typeof path !== "string" || StringPrototypeStartsWith(path, "file:");
  const fs = core.loadExtScript("ext:deno_fs/30_fs.js");
  const bytes = fs.readFileSync(isUrl ? fileURLToPath(path) : path);
  emit(bytes, null, options);
}

function isBlob(value) {
  const { BlobPrototype } = core.loadExtScript("ext:deno_web/09_file.js");
  return ObjectPrototypeIsPrototypeOf(BlobPrototype, value);
}

function isUrl(value) {
  const { URLPrototype } = core.loadExtScript("ext:deno_web/00_url.js");
  return ObjectPrototypeIsPrototypeOf(URLPrototype, value);
}

// Bytes are emitted before this returns; the promise is for a Blob, whose bytes come later.
function emitSource(source, mimeType, options) {
  const bytes = bytesOf(source);
  if (bytes !== undefined) {
    return emit(bytes, mimeType, options);
  }
  if (typeof source === "string") {
    return StringPrototypeStartsWith(source, "data:")
      ? fromDataUrl(source, options)
      : fromFile(source, options);
  }
  if (typeof source !== "object" || source === null) {
    throw invalid(`${expected}; got ${inspect(source)}`);
  }
  if (isUrl(source)) {
    return source.protocol === "data:" ? fromDataUrl(source.href, options) : fromFile(source, options);
  }
  if (isBlob(source)) {
    return fromBlob(source, mimeType, options);
  }
  return undefined;
}

async function fromBlob(blob, mimeType, options) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  emit(bytes, mimeType ?? (blob.type === "" ? null : blob.type), options);
}

const noOptions = { __proto__: null };

async function emitImage(image) {
  const isPlain = typeof image === "object" && image !== null && !ArrayIsArray(image) &&
    ObjectHasOwn(image, "bytes");
  if (isPlain) {
    const { bytes, mimeType } = image;
    if (mimeType !== undefined && typeof mimeType !== "string") {
      throw invalid(`mimeType must be a string, not ${inspect(mimeType)}`);
    }
    if (bytesOf(bytes) === undefined && !(typeof bytes === "object" && bytes !== null && isBlob(bytes))) {
      throw invalid(`bytes must be a Uint8Array, ArrayBuffer, Buffer or Blob, not ${inspect(bytes)}`);
    }
    return await emitSource(bytes, mimeType, image);
  }
  if (
    typeof image === "object" && image !== null && bytesOf(image) === undefined && !isUrl(image) &&
    !isBlob(image)
  ) {
    throw invalid(`${expected}; got ${inspect(image)}`);
  }
  return await emitSource(image, null, noOptions);
}

const figures = new Float64Array(4);

function getHeapStatus() {
  op_isocell_heap_status(figures);
  return {
    usedBytes: figures[0],
    totalBytes: figures[1],
    limitBytes: figures[2],
    externalBytes: figures[3],
    generation,
  };
}

let generation = 0;

// The running cell's, made when it is first asked for.
let controller;

function signal() {
  if (controller === undefined) {
    const { AbortController } = core.loadExtScript("ext:deno_web/03_abort_signal.js");
    controller = new AbortController();
    ObjectDefineProperty(controller.signal, "waitUntil", {
      __proto__: null,
      value: function waitUntil_(promise) {
        waitUntil(promise);
      },
    });
  }
  return controller.signal;
}

// The engine calls this when a cell has ended by itself.
export function endCell() {
  controller = undefined;
  endOwner();
}

// The engine calls this when a cell is stopped; what it waits for may still go on.
export function abort(reason) {
  const stopped = controller;
  controller = undefined;
  if (stopped !== undefined) {
    const { DOMException } = core.loadExtScript("ext:deno_web/01_dom_exception.js");
    signalStop(() => stopped.abort(new DOMException(reason, "AbortError")));
  }
}

// Called once, when a kernel starts.
export function makeNodeRepl() {
  const { 0: cwd, 1: homeDir, 2: tmpDir, 3: generationText } = op_isocell_paths();
  generation = +generationText;
  const nodeRepl = ObjectFreeze({
    __proto__: null,
    write,
    emitImage,
    cwd,
    homeDir,
    tmpDir,
    getHeapStatus,
    get signal() {
      return signal();
    },
  });
  ObjectDefineProperty(globalThis, "nodeRepl", {
    __proto__: null,
    value: nodeRepl,
    enumerable: false,
    configurable: false,
    writable: false,
  });
}

ObjectFreeze(write);
ObjectFreeze(emitImage);
ObjectFreeze(getHeapStatus);
