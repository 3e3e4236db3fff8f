// The error classes that ops throw by name.

import { core, primordials } from "ext:core/mod.js";
const { DOMException, QuotaExceededError } = core.loadExtScript("ext:deno_web/01_dom_exception.js");
const { Error, ObjectDefineProperty } = primordials;

const names = [
  "NotFound", "ConnectionRefused", "ConnectionReset", "ConnectionAborted", "NotConnected",
  "AddrInUse", "AddrNotAvailable", "BrokenPipe", "PermissionDenied", "AlreadyExists", "InvalidData",
  "TimedOut", "WouldBlock", "WriteZero", "UnexpectedEof", "Http", "Busy", "NotSupported",
  "FilesystemLoop", "IsADirectory", "NetworkUnreachable", "NotADirectory",
];

export const errors = {
  __proto__: null,
  BadResource: core.BadResource,
  Interrupted: core.Interrupted,
  NotCapable: core.NotCapable,
};

for (let i = 0; i < names.length; i++) {
  const name = names[i];
  const errorClass = class extends Error {
    constructor(message, options) {
      super(message, options);
      this.name = name;
    }
  };
  ObjectDefineProperty(errorClass, "name", { __proto__: null, value: name });
  errors[name] = errorClass;
  core.registerErrorClass(name, errorClass);
}

const domExceptions = [
  "OperationError", "NotSupportedError", "NetworkError", "AbortError", "InvalidCharacterError",
  "DataError", "InvalidStateError", "SyntaxError", "IndexSizeError", "TypeMismatchError",
  "InvalidAccessError",
];

for (let i = 0; i < domExceptions.length; i++) {
  const name = domExceptions[i];
  core.registerErrorBuilder(`DOMException${name}`, (message) => new DOMException(message, name));
}
core.registerErrorBuilder(
  "DOMExceptionQuotaExceededError",
  (message) => new QuotaExceededError(message),
);
