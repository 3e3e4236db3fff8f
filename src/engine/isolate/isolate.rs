//! One isolate: makes it, runs cells in it, and keeps its event loop turning.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use deno_core::{JsRuntime, RuntimeOptions, v8};
use deno_node::ops::module_hooks::LoaderHookRegistry;
use parking_lot::Mutex;

use super::finish::{Ended, syntax_error};
use super::start::{Functions, start};
use crate::cell::{
    Bindings, Dialect, Redeclare, StaticImport, SyntaxError, TransformedCell, transform,
};
use crate::engine::extensions::extensions;
use crate::engine::kernel_script::random_mark;
use crate::engine::modules::{
    ModuleOptions, Modules, NodeSystem, PackageFiles, PackageFolders, modules,
};
use crate::engine::ops::jobs::StackLimit;
use crate::engine::ops::{self, CellHostRc};
use crate::engine::output::OutputBuffer;
use crate::engine::snapshot::{LAZY_MODULES, LAZY_SCRIPTS, STARTUP_SNAPSHOT};
use crate::engine::state::CellState;
use crate::engine::stdio::{SharedOutput, StdioCapture};
use crate::engine::{InterruptHandle, Interruption, Permissions};
use crate::limits::Limits;
use crate::outcome::Outcome;

/// What an isolate is made from.
pub(crate) struct IsolateOptions {
    pub(crate) cwd: PathBuf,
    pub(crate) home_dir: PathBuf,
    pub(crate) tmp_dir: PathBuf,
    pub(crate) module_dirs: Vec<PathBuf>,
    pub(crate) permissions: Permissions,
    pub(crate) limits: Limits,
    pub(crate) dialect: Dialect,
    pub(crate) static_import: StaticImport,
    pub(crate) redeclare: Redeclare,
    pub(crate) generation: u32,
    pub(crate) io: tokio::runtime::Handle,
}

/// One cell to run.
pub(crate) struct CellRequest {
    pub(crate) number: u32,
    pub(crate) source: String,
}

/// A V8 isolate with its event loop. It stays on the thread that made it.
pub(crate) struct Isolate {
    pub(super) functions: Functions,
    pub(super) state: Rc<CellState>,
    pub(super) interrupt: InterruptHandle,
    pub(super) io: tokio::runtime::Handle,
    pub(super) next_checkpoint: u32,
    // Last, because everything above holds handles into it.
    pub(super) runtime: JsRuntime,
}

impl Isolate {
    /// Makes an isolate from the startup snapshot. Must be called inside a tokio runtime.
    ///
    /// # Errors
    ///
    /// A sentence, when the system refuses a pipe, a permission cannot be read, or runtime
    /// JavaScript fails.
    pub(crate) fn new(
        options: IsolateOptions,
        interrupt: InterruptHandle,
    ) -> Result<Isolate, String> {
        let IsolateOptions { cwd, limits, .. } = &options;
        let output: SharedOutput = Arc::new(Mutex::new(OutputBuffer::new(limits)));
        let (capture, stdio) = StdioCapture::new(output.clone(), &options.io)
            .map_err(|error| format!("cannot make a pipe for standard output: {error}"))?;
        let Modules {
            loader,
            node_services,
            custom_module_evaluation,
            default_resolve,
        } = modules(ModuleOptions {
            cwd: cwd.clone(),
            module_dirs: options.module_dirs.clone(),
        });

        let mut runtime = JsRuntime::try_new(RuntimeOptions {
            module_loader: Some(loader.clone()),
            extensions: extensions::<PackageFiles, PackageFolders, NodeSystem>(),
            startup_snapshot: Some(STARTUP_SNAPSHOT),
            residual_lazy_js_sources: LAZY_SCRIPTS,
            residual_lazy_esm_sources: LAZY_MODULES,
            custom_module_evaluation_cb: Some(custom_module_evaluation),
            create_params: Some(v8::CreateParams::default().heap_limits(0, limits.heap_bytes)),
            ..Default::default()
        })
        .map_err(|error| error.to_string())?;

        let fs: deno_fs::FileSystemRc = deno_fs::sync::MaybeArc::new(deno_fs::RealFs);
        runtime
            .lazy_init_extensions(vec![
                ops::loading::isocell_loading::args(),
                deno_telemetry::deno_telemetry::args(),
                deno_webidl::deno_webidl::args(),
                deno_web::deno_web::args(
                    deno_web::BlobStore::default_arc(),
                    None,
                    true,
                    deno_web::InMemoryBroadcastChannel::default(),
                ),
                deno_fetch::deno_fetch::args(deno_fetch::Options {
                    user_agent: concat!("isocell/", env!("CARGO_PKG_VERSION")).to_owned(),
                    file_fetch_handler: Rc::new(deno_fetch::FsFetchHandler),
                    ..Default::default()
                }),
                deno_websocket::deno_websocket::args(),
                deno_crypto::deno_crypto::args(None),
                deno_net::deno_net::args(None, None),
                deno_tls::deno_tls::args(),
                deno_napi::deno_napi::args(None),
                deno_http::deno_http::args(deno_http::Options::default()),
                deno_io::deno_io::args(Some(stdio)),
                deno_fs::deno_fs::args(fs.clone()),
                deno_os::deno_os::args(None),
                deno_process::deno_process::args(None),
                deno_node_crypto::deno_node_crypto::args(),
                deno_node_sqlite::deno_node_sqlite::args(),
                deno_node::deno_node::args::<PackageFiles, PackageFolders, NodeSystem>(
                    Some(node_services),
                    fs,
                ),
                ops::embedder::isocell_embedder::args(),
                ops::cell::isocell_cell::args(),
            ])
            .map_err(|error| error.to_string())?;

        let mark = random_mark();
        let state = Rc::new(CellState {
            mark: mark.clone(),
            output,
            stdio: capture,
            bindings: RefCell::new(Bindings::new()),
            is_running: Cell::new(false),
            completion: RefCell::new(None),
            limits: limits.clone(),
            dialect: options.dialect,
            static_import: options.static_import,
            redeclare: options.redeclare,
            loader,
            interrupt: interrupt.clone(),
        });
        let stack_limit = StackLimit::new(runtime.v8_isolate());
        {
            let op_state = runtime.op_state();
            let mut op_state = op_state.borrow_mut();
            op_state.put(options.permissions.container()?);
            op_state.put(Arc::new(deno_features::FeatureChecker::default()));
            op_state.put(stack_limit);
            op_state.put::<CellHostRc>(state.clone());
            op_state
                .borrow::<LoaderHookRegistry>()
                .set_default_resolve(default_resolve);
            op_state.put(ops::cell::SessionPaths([
                cwd.to_string_lossy().into_owned(),
                options.home_dir.to_string_lossy().into_owned(),
                options.tmp_dir.to_string_lossy().into_owned(),
                options.generation.to_string(),
            ]));
        }

        let functions = start(&mut runtime, &mark, interrupt.signals(), options.dialect)?;
        let load = functions.load_builtin.clone();
        state.loader.load_builtins_by(load, interrupt.clone());
        interrupt.attach(runtime.v8_isolate().thread_safe_handle());
        guard_heap(&mut runtime, &interrupt);
        Ok(Isolate {
            functions,
            state,
            interrupt,
            io: options.io,
            next_checkpoint: 1,
            runtime,
        })
    }

    /// Where the cells' output goes, for whoever shows progress.
    pub(crate) fn output(&self) -> SharedOutput {
        self.state.output.clone()
    }

    /// Runs one cell to its end. The cell's number is its run's, for interrupts.
    pub(crate) async fn run_cell(&mut self, request: CellRequest) -> Outcome {
        let start = Instant::now();
        self.interrupt.begin_run(u64::from(request.number));
        self.state.stdio.drain();
        self.state.output.lock().begin_cell();

        if self.interrupt.interruption().is_some() {
            let ended = self.finish_without_code();
            return self.outcome(request.number, start, ended);
        }
        let cell = match self.transform(&request) {
            Ok(cell) => Rc::new(cell),
            Err(error) => {
                self.interrupt.end_run();
                return self.outcome(request.number, start, Ended::error(syntax_error(error)));
            }
        };
        self.state.loader.begin_cell();
        self.state
            .loader
            .add_cell(&cell_name(request.number), cell.clone());
        self.next_checkpoint = cell.last_checkpoint + 1;
        self.state.is_running.set(true);
        let run = self.evaluate(request.number, &cell).await;
        let ended = self.finish(request.number, &cell, run).await;
        self.state.is_running.set(false);
        self.outcome(request.number, start, ended)
    }

    fn transform(&mut self, request: &CellRequest) -> Result<TransformedCell, SyntaxError> {
        deno_core::scope!(scope, &mut self.runtime);
        let global = scope.get_current_context().global(scope);
        let is_global = |name: &str| {
            v8::String::new(scope, name)
                .and_then(|key| global.has(scope, key.into()))
                .unwrap_or(false)
        };
        let name = cell_name(request.number);
        let state = &self.state;
        let options = state.cell_options(&name, self.next_checkpoint, &is_global);
        transform(&request.source, &state.bindings.borrow(), &options)
    }

    /// Calls a function of runtime JavaScript; `None` when it threw.
    pub(super) fn call(
        &mut self,
        function: impl FnOnce(&Functions) -> &v8::Global<v8::Function>,
        arguments: &[v8::Global<v8::Value>],
    ) -> Option<v8::Global<v8::Value>> {
        deno_core::scope!(scope, &mut self.runtime);
        v8::tc_scope!(let scope, scope);
        let function = v8::Local::new(scope, function(&self.functions));
        let undefined = v8::undefined(scope);
        let arguments: Vec<_> = arguments
            .iter()
            .map(|argument| v8::Local::new(scope, argument))
            .collect();
        let value = function.call(scope, undefined.into(), &arguments)?;
        Some(v8::Global::new(scope, value))
    }
}

/// Stops what runs when the heap comes near its limit.
pub(super) fn guard_heap(runtime: &mut JsRuntime, interrupt: &InterruptHandle) {
    let interrupt = interrupt.clone();
    runtime.add_near_heap_limit_callback(move |limit, _| {
        interrupt.stop_now(Interruption::HeapLimit);
        // Room to unwind in: V8 ends the process when it has none.
        limit * 2
    });
}

pub(super) fn cell_name(number: u32) -> String {
    format!("cell-{number}.js")
}
