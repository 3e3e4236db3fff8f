// The namespace that the Node polyfills call `Deno`. The build replaces that name in their sources
// (see build.rs), so that it is no global.

import { core, internals, primordials } from "ext:core/mod.js";
import {
  op_exit,
  op_net_listen_udp,
  op_net_listen_unixpacket,
  op_runtime_cpu_usage,
  op_runtime_memory_usage,
} from "ext:core/ops";
import { errors } from "ext:isocell_cell/01_errors.js";
const { Float64Array, ObjectDefineProperty } = primordials;

const usage = new Float64Array(4);

export const denoNamespace = {
  __proto__: null,
  args: [],
  build: core.build,
  errors,
  mainModule: undefined,
  noColor: true,
  pid: 0,
  ppid: 0,
  version: { __proto__: null, deno: "0.0.0", v8: "", typescript: "" },
  consoleSize: () => ({ columns: 80, rows: 24 }),
  cpuUsage: () => {
    op_runtime_cpu_usage(usage);
    return { system: usage[0], user: usage[1] };
  },
  memoryUsage: () => {
    op_runtime_memory_usage(usage);
    return { rss: usage[0], heapTotal: usage[1], heapUsed: usage[2], external: usage[3] };
  },
  exit: () => op_exit(),
  isatty: () => false,
  watchFs: () => {
    throw new errors.NotSupported("watching files is not supported");
  },
};

// Each member is read from its script when it is first used.
function lazily(specifier, members) {
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    define(member, () => core.loadExtScript(specifier)[member]);
  }
}

function define(member, load) {
  ObjectDefineProperty(denoNamespace, member, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const value = load();
      ObjectDefineProperty(denoNamespace, member, {
        __proto__: null,
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
      return value;
    },
  });
}

lazily("ext:deno_fs/30_fs.js", [
  "FsFile", "chdir", "chmod", "chmodSync", "chown", "chownSync", "copyFile", "copyFileSync",
  "create", "createSync", "cwd", "link", "linkSync", "lstat", "lstatSync", "makeTempDir",
  "makeTempDirSync", "makeTempFile", "makeTempFileSync", "mkdir", "mkdirSync", "open", "openSync",
  "readDir", "readDirSync", "readFile", "readFileSync", "readLink", "readLinkSync", "readTextFile",
  "readTextFileSync", "realPath", "realPathSync", "remove", "removeSync", "rename", "renameSync",
  "stat", "statSync", "symlink", "symlinkSync", "truncate", "truncateSync", "umask", "utime",
  "utimeSync", "writeFile", "writeFileSync", "writeTextFile", "writeTextFileSync",
]);
lazily("ext:deno_os/30_os.js", [
  "env", "execPath", "gid", "hostname", "loadavg", "networkInterfaces", "osRelease",
  "osUptime", "systemMemoryInfo", "uid",
]);
lazily("ext:deno_os/40_signals.js", ["addSignalListener", "removeSignalListener"]);
lazily("ext:deno_io/12_io.js", ["SeekMode", "stdin", "stdout", "stderr"]);
lazily("ext:deno_net/01_net.js", ["connect", "listen", "resolveDns"]);
lazily("ext:deno_net/02_tls.js", ["connectTls", "listenTls", "startTls"]);
lazily("ext:deno_web/02_timers.js", ["refTimer", "unrefTimer"]);
lazily("ext:deno_process/40_process.js", [
  "ChildProcess", "Command", "Process", "kill", "run", "spawn", "spawnAndWait", "spawnAndWaitSync",
]);
lazily("ext:deno_http/00_serve.ts", ["serve"]);
lazily("ext:deno_fetch/22_http_client.js", ["HttpClient", "createHttpClient"]);
define("listenDatagram", () =>
  core.loadExtScript("ext:deno_net/01_net.js").createListenDatagram(
    op_net_listen_udp,
    op_net_listen_unixpacket,
  ));

// Values that a script leaves on `internals` when it loads, needed before it would load by itself.
function lazyInternal(name, specifier) {
  ObjectDefineProperty(internals, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      core.loadExtScript(specifier);
      return internals[name];
    },
    set(value) {
      ObjectDefineProperty(internals, name, {
        __proto__: null,
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    },
  });
}

lazyInternal("serveHttpOnListener", "ext:deno_http/00_serve.ts");
lazyInternal("serveHttpOnConnection", "ext:deno_http/00_serve.ts");
lazyInternal("addTrailers", "ext:deno_http/00_serve.ts");
lazyInternal("getCachedAbortSignal", "ext:deno_fetch/23_request.js");
lazyInternal("getExtraPipeRids", "ext:deno_process/40_process.js");
lazyInternal("getIpcPipeRid", "ext:deno_process/40_process.js");
lazyInternal("kExtraStdio", "ext:deno_process/40_process.js");
lazyInternal(
  "buildCaseInsensitiveCommaValueFinder",
  "ext:deno_http/02_websocket.ts",
);

internals.denoNamespace = denoNamespace;
