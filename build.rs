//! Makes the startup snapshot: the extensions and `runtime-js`, evaluated once.
//!
//! The sources that the snapshot did not need, most of Node's built-in modules, are embedded as
//! text and compiled when they are first imported.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{env, fs};

use deno_ast::{MediaType, ParseParams};
use deno_core::snapshot::{CreateSnapshotOptions, create_snapshot};
use deno_core::{Extension, ExtensionFileSource, ExtensionFileSourceCode, v8};
use deno_error::JsErrorBox;
use deno_resolver::npm::{DenoInNpmPackageChecker, NpmResolver};
use sys_traits::impls::RealSys;

#[path = "src/engine/extensions.rs"]
mod extensions;
#[path = "src/engine/ops/mod.rs"]
#[allow(
    dead_code,
    reason = "the snapshot needs the names of the ops, the engine runs them"
)]
mod ops;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let extensions =
        extensions::extensions::<DenoInNpmPackageChecker, NpmResolver<RealSys>, RealSys>();
    let lazy_files = lazy_files(&extensions);

    let snapshot = create_snapshot(
        CreateSnapshotOptions {
            cargo_manifest_dir: env!("CARGO_MANIFEST_DIR"),
            startup_snapshot: None,
            skip_op_registration: false,
            extensions,
            extension_transpiler: Some(Rc::new(|specifier, source| {
                let code = javascript(&specifier, source.as_str().to_owned())?;
                Ok((code.into(), None))
            })),
            with_runtime_cb: Some(Box::new(|runtime| add_vm_context(runtime.v8_isolate()))),
        },
        None,
    )
    .expect("the startup snapshot");

    fs::write(out.join("startup.snapshot"), &snapshot.output).expect("OUT_DIR can be written");
    let consumed: HashSet<String> = snapshot.consumed_lazy_specifiers.into_iter().collect();
    fs::write(
        out.join("lazy_sources.rs"),
        lazy_sources(&out, &lazy_files, &consumed),
    )
    .expect("OUT_DIR can be written");

    let target = env::var("TARGET").expect("cargo sets TARGET");
    println!("cargo:rustc-env=ISOCELL_TARGET={target}");
    for path in &snapshot.files_loaded_during_snapshot {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    for path in [
        "build.rs",
        "src/engine/extensions.rs",
        "src/engine/ops",
        "runtime-js",
    ] {
        println!("cargo:rerun-if-changed={path}");
    }
}

/// `node:vm` makes its contexts from a second one in the snapshot.
fn add_vm_context(isolate: &mut v8::Isolate) {
    v8::scope!(scope, isolate);
    let mode = || deno_node::ContextInitMode::ForSnapshot;
    let template = deno_node::init_global_template(scope, mode());
    let context = deno_node::create_v8_context(scope, template, mode(), std::ptr::null_mut());
    assert_eq!(scope.add_context(context), deno_node::VM_CONTEXT_INDEX);
}

/// A source that is loaded at first use.
struct LazyFile {
    specifier: String,
    path: PathBuf,
    is_module: bool,
}

fn lazy_files(extensions: &[Extension]) -> Vec<LazyFile> {
    let mut files: Vec<LazyFile> = Vec::new();
    for extension in extensions {
        let scripts = extension
            .lazy_loaded_js_files
            .iter()
            .map(|file| (file, false));
        let modules = extension
            .lazy_loaded_esm_files
            .iter()
            .map(|file| (file, true));
        files.extend(scripts.chain(modules).map(|(file, is_module)| LazyFile {
            specifier: file.specifier.to_string(),
            path: source_path(file),
            is_module,
        }));
    }
    // deno_core looks sources up by binary search.
    files.sort_by(|a, b| a.specifier.cmp(&b.specifier));
    files.dedup_by(|a, b| a.specifier == b.specifier);
    files
}

fn source_path(file: &ExtensionFileSource) -> PathBuf {
    #[allow(deprecated, reason = "the variant is what `extension!` makes")]
    match &file.code {
        ExtensionFileSourceCode::LoadedFromFsDuringSnapshot(path) => PathBuf::from(path),
        _ => panic!("{} is not loaded from a file", file.specifier),
    }
}

/// Two tables `(specifier, source)`, of scripts and of modules, as Rust source.
fn lazy_sources(out: &Path, files: &[LazyFile], consumed: &HashSet<String>) -> String {
    let folder = out.join("lazy");
    fs::create_dir_all(&folder).expect("OUT_DIR can be written");
    let mut tables = [String::new(), String::new()];
    for (number, file) in files.iter().enumerate() {
        if consumed.contains(&file.specifier) {
            continue;
        }
        let source = fs::read_to_string(&file.path).expect("a source of an extension");
        let code = javascript(&file.specifier, source).expect("a source of an extension");
        let code = if file.is_module {
            code
        } else {
            deno_core::wrap_lazy_ext_script(&code)
        };
        let path = folder.join(format!("{number}.js"));
        fs::write(&path, ascii(&code)).expect("OUT_DIR can be written");
        let table = &mut tables[usize::from(file.is_module)];
        writeln!(table, "({:?}, include_str!({:?})),", file.specifier, path)
            .expect("a string can be written");
    }
    let [scripts, modules] = tables;
    format!(
        "pub(super) static LAZY_SCRIPTS: &[(&str, &str)] = &[\n{scripts}];\n\
         pub(super) static LAZY_MODULES: &[(&str, &str)] = &[\n{modules}];\n"
    )
}

/// A source as ASCII: V8 then uses it in place, without a copy in each heap.
fn ascii(code: &str) -> String {
    let mut text = String::with_capacity(code.len());
    let mut units = [0; 2];
    for character in code.chars() {
        if character.is_ascii() {
            text.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut units) {
            write!(text, "\\u{unit:04x}").expect("a string can be written");
        }
    }
    text
}

/// The source of an extension as JavaScript, with what belongs to another embedder replaced.
fn javascript(specifier: &str, source: String) -> Result<String, JsErrorBox> {
    let source = adapt(specifier, source);
    let is_typescript = specifier.ends_with(".ts") || specifier.starts_with("node:");
    if !is_typescript {
        return Ok(source);
    }
    let parsed = deno_ast::parse_module(ParseParams {
        specifier: deno_core::url::Url::parse(specifier).map_err(JsErrorBox::from_err)?,
        text: source.into(),
        media_type: MediaType::TypeScript,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    })
    .map_err(|error| JsErrorBox::generic(error.to_string()))?;
    let emitted = parsed
        .transpile(
            &deno_ast::TranspileOptions {
                imports_not_used_as_values: deno_ast::ImportsNotUsedAsValues::Remove,
                ..Default::default()
            },
            &deno_ast::TranspileModuleOptions::default(),
            &deno_ast::EmitOptions {
                source_map: deno_ast::SourceMapOption::None,
                ..Default::default()
            },
        )
        .map_err(|error| JsErrorBox::generic(error.to_string()))?;
    Ok(emitted.into_source().text)
}

/// Replacements in single sources: `(end of the specifier, what stands there, what it becomes)`.
/// What is put there may use `isocellInternals`, which [`adapt`] then declares.
const ADAPTATIONS: &[(&str, &str, &str)] = &[
    (
        "_process/process.ts",
        "const { build, createLazyLoader } = core;",
        "const { build } = core; const { createLazyLoader } = isocellInternals.loading;",
    ),
    (
        "_process/process.ts",
        "__NODE_VERSION__",
        deno_node::NODE_VERSION,
    ),
    (
        "node:module",
        "globalThis.nodeBootstrap = initialize;",
        "internals.adaptRequire(Module);",
    ),
    (
        "node:console",
        "ext:runtime/98_global_scope_shared.js",
        "ext:isocell_cell/30_console.js",
    ),
    // The global object is no event target, as in Node.
    (
        "node:process",
        "globalThis.addEventListener(\"error\", processOnError);",
        "internals.processOnError = processOnError;",
    ),
    (
        "node:process",
        "globalThis.removeEventListener(\"error\", processOnError);",
        "internals.processOnError = undefined;",
    ),
    // Stands in a function that is made from text, where the namespace is out of reach.
    (
        "deno_fs/30_fs.js",
        "const unix = Deno.build.os ===",
        "const os = \"<os>\"; const unix = os ===",
    ),
    // What follows asks `runtime-js/15_owners.js` whether the cell behind a callback was stopped.
    (
        "deno_web/02_timers.js",
        "  const wrappedCallback = function () {",
        "  const wrappedCallback = function () {
    if (isocellInternals.isAbandoned(asyncContext)) { cancelTimer(timer); return; }",
    ),
    (
        "internal/timers.mjs",
        "      const oldContext = getAsyncContext();
      try {
        setAsyncContext(asyncContext);",
        "      const oldContext = getAsyncContext();
      if (isocellInternals.isAbandoned(asyncContext)) { if (self._timer) self[kDestroy](); return; }
      try {
        setAsyncContext(asyncContext);",
    ),
    (
        "internal/timers.mjs",
        "  const id = timer._timerId;",
        "  timer.asyncContext = asyncContext;
  const id = timer._timerId;",
    ),
    (
        "internal/timers.mjs",
        "const activeTimers = new SafeMap();",
        "const activeTimers = new SafeMap();
isocellInternals.dropTimers = () => {
  for (const { 1: timeout } of new SafeMapIterator(activeTimers)) {
    if (isocellInternals.isAbandoned(timeout._timer.asyncContext)) timeout[kDestroy]();
  }
};",
    ),
    (
        "deno_node/_next_tick.ts",
        "    snapshot: getAsyncContext(),
    callback,",
        "    snapshot: getAsyncContext(),
    get callback() { return isocellInternals.isAbandoned(this.snapshot) ? () => {} : callback; },",
    ),
    (
        "deno_node/_events.mjs",
        "  checkListener(listener);

  events = target._events;",
        "  checkListener(listener);
  isocellInternals.ownListener?.(listener);

  events = target._events;",
    ),
    (
        "deno_node/_events.mjs",
        "    const result = FunctionPrototypeApply(handler, this, args);",
        "    const result = isocellInternals.isAbandonedListener?.(handler)
      ? undefined
      : FunctionPrototypeApply(handler, this, args);",
    ),
    (
        "deno_node/_events.mjs",
        "      const result = FunctionPrototypeApply(listeners[i], this, args);",
        "      if (isocellInternals.isAbandonedListener?.(listeners[i])) continue;
      const result = FunctionPrototypeApply(listeners[i], this, args);",
    ),
    (
        "deno_web/02_event.js",
        "      signal,
      abortListener,
    });",
        "      signal,
      abortListener,
      owner: isocellInternals.currentOwner?.(),
    });",
    ),
    (
        "deno_web/02_event.js",
        "    // Check if the event listener has been removed since the listeners has been cloned.",
        "    if (listener.owner !== undefined && isocellInternals.isAbandonedOwner(listener.owner, false)) {
      continue;
    }
    // Check if the event listener has been removed since the listeners has been cloned.",
    ),
    // A termination half-way would leave the timers' books wrong for every cell.
    (
        "internal/timers.mjs",
        "this[createTimer]()",
        "isocellInternals.held(() => this[createTimer]())",
    ),
    (
        "internal/timers.mjs",
        "self[createTimer]()",
        "isocellInternals.held(() => self[createTimer]())",
    ),
    (
        "internal/timers.mjs",
        "cancelTimer_(this._timer)",
        "isocellInternals.held(() => cancelTimer_(this._timer))",
    ),
    (
        "internal/timers.mjs",
        "cancelTimer_(timeout._timer)",
        "isocellInternals.held(() => cancelTimer_(timeout._timer))",
    ),
    (
        "internal/timers.mjs",
        "refreshTimer_(this._timer)",
        "isocellInternals.held(() => refreshTimer_(this._timer))",
    ),
    (
        "internal/timers.mjs",
        " unrefTimer_(this._timer)",
        " isocellInternals.held(() => unrefTimer_(this._timer))",
    ),
    (
        "internal/timers.mjs",
        " refTimer_(this._timer)",
        " isocellInternals.held(() => refTimer_(this._timer))",
    ),
    (
        "internal/timers.mjs",
        "    this.ref();
    core.queueImmediate(this);",
        "    isocellInternals.held(() => {
      this.ref();
      core.queueImmediate(this);
    });",
    ),
    (
        "internal/timers.mjs",
        "core.clearImmediate(this)",
        "isocellInternals.held(() => core.clearImmediate(this))",
    ),
    (
        "deno_node/timers.ts",
        "core.clearImmediate(immediate)",
        "isocellInternals.held(() => core.clearImmediate(immediate))",
    ),
    // And these close what a stopped cell had opened.
    (
        "deno_node/net.ts",
        "  this._handle[ownerSymbol] = this;

  // For TCP",
        "  this._handle[ownerSymbol] = this;
  isocellInternals.own(this, function () { this.closeAllConnections?.(); this.close(); });

  // For TCP",
    ),
    (
        "deno_node/net.ts",
        "  this._listeningId++;

  if (typeof cb",
        "  this._listeningId++;
  isocellInternals.disown(this);

  if (typeof cb",
    ),
    (
        "deno_node/net.ts",
        "    socket._handle.onread = onStreamRead;",
        "    socket._handle.onread = onStreamRead;
    isocellInternals.own(socket, function () { this.destroy(); });",
    ),
    (
        "deno_node/net.ts",
        "  debug(\"destroy\");",
        "  debug(\"destroy\");
  isocellInternals.disown(this);",
    ),
    (
        "deno_node/dgram.ts",
        "function startListening(socket: Socket) {",
        "function startListening(socket: Socket) {
  isocellInternals.own(socket, function () { this.close(); });",
    ),
    (
        "internal/child_process.ts",
        "      this.pid = this.#process.pid;
",
        "      this.pid = this.#process.pid;
      isocellInternals.own(this, function () { this.kill(\"SIGKILL\"); });
",
    ),
    (
        "internal/child_process.ts",
        "        const status = await this.#process.status;
",
        "        const status = await this.#process.status;
        isocellInternals.disown(this);
",
    ),
    (
        "deno_node/v8.ts",
        "core.setPromiseHooks(",
        "isocellInternals.setPromiseHooks(",
    ),
];

fn adapt(specifier: &str, mut source: String) -> String {
    for &(file, from, to) in ADAPTATIONS {
        if specifier.ends_with(file) {
            assert!(source.contains(from), "{specifier} no longer has `{from}`");
            source = source.replace(from, to);
        }
    }
    if specifier.ends_with("deno_fs/30_fs.js") {
        let os = env::var("CARGO_CFG_TARGET_OS").expect("cargo sets it");
        let os = if os == "macos" { "darwin" } else { &os };
        source = source
            .replace("<os>", os)
            .replace("|| Deno.build.os ===", "|| os ===");
    }
    if !specifier.ends_with("/05_held.js") {
        for load in ["loadExtScript(", "createLazyLoader("] {
            let held = format!("isocellInternals.loading.{load}");
            source = source.replace(&format!("core.{load}"), &held);
        }
    }
    let mut constants = String::new();
    if !specifier.starts_with("ext:isocell") && uses_deno_namespace(&source) {
        // A global in Deno.
        constants.push_str(" const Deno = isocellInternals.denoNamespace;");
    }
    if constants.is_empty() && !source.contains("isocellInternals.") {
        return source;
    }
    const SCRIPT: &str = "(function () {";
    match source.find(SCRIPT) {
        Some(start) if !source[..start].contains("import ") => {
            let constants = format!(" const isocellInternals = __bootstrap.internals;{constants}");
            source.insert_str(start + SCRIPT.len(), &constants);
            source
        }
        _ => format!(
            "import {{ internals as isocellInternals }} from \"ext:core/mod.js\";{constants} \
             {source}"
        ),
    }
}

fn uses_deno_namespace(source: &str) -> bool {
    source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .any(|line| {
            line.match_indices("Deno").any(|(start, name)| {
                let before = line[..start].chars().next_back();
                let after = line[start + name.len()..].chars().next();
                let is_name = !before.is_some_and(|c| {
                    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '"' | '\'' | '`')
                });
                is_name && matches!(after, Some('.' | '[' | '?'))
            })
        })
}
