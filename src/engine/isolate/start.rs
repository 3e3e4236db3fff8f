//! What runtime JavaScript hands over when a kernel starts.

use std::ffi::c_void;
use std::sync::Arc;

use deno_core::{JsRuntime, v8};

use crate::cell::Dialect;
use crate::engine::interrupt::Signals;
use crate::engine::kernel_script::{CELL_RUNTIME_GLOBAL, KERNEL_SCRIPT_NAME, kernel_script};

/// What runtime JavaScript hands over.
pub(super) struct Functions {
    pub(super) inspect: v8::Global<v8::Function>,
    pub(super) describe: v8::Global<v8::Function>,
    pub(super) begin_cell: v8::Global<v8::Function>,
    pub(super) end_cell: v8::Global<v8::Function>,
    pub(super) abort: v8::Global<v8::Function>,
    pub(super) abandon_cell: v8::Global<v8::Function>,
    pub(super) keep_last: v8::Global<v8::Function>,
    pub(super) keep_error: v8::Global<v8::Function>,
    pub(super) load_builtin: v8::Global<v8::Function>,
    pub(super) undo: v8::Global<v8::Function>,
    pub(super) commit: v8::Global<v8::Function>,
    pub(super) checkpoint: v8::Global<v8::Function>,
}

/// Starts runtime JavaScript and the kernel's script.
pub(super) fn start(
    runtime: &mut JsRuntime,
    mark: &str,
    signals: &Arc<Signals>,
    dialect: Dialect,
) -> Result<Functions, String> {
    let handed_over = {
        deno_core::scope!(scope, runtime);
        v8::tc_scope!(let scope, scope);
        let global = scope.get_current_context().global(scope);
        let pid = v8::Number::new(scope, f64::from(std::process::id()));
        let parent = v8::Number::new(scope, f64::from(parent_process()));
        let target = v8::String::new(scope, env!("ISOCELL_TARGET")).ok_or("out of memory")?;
        let undefined = v8::undefined(scope);
        let signals = shared_array(scope, signals).ok_or("out of memory")?;
        let is_repl = v8::Boolean::new(scope, dialect == Dialect::Repl);
        let arguments = [
            target.into(),
            pid.into(),
            parent.into(),
            signals.into(),
            is_repl.into(),
        ];
        let handed_over = get(scope, global, "isocellStart")
            .and_then(|start| start.try_cast::<v8::Function>().ok())
            .and_then(|start| start.call(scope, undefined.into(), &arguments))
            .and_then(|functions| functions.try_cast::<v8::Object>().ok());
        let Some(handed_over) = handed_over else {
            let exception = scope.exception().map(|e| e.to_rust_string_lossy(scope));
            return Err(exception.unwrap_or_else(|| "runtime JavaScript did not start".to_owned()));
        };
        let key = v8::String::new(scope, CELL_RUNTIME_GLOBAL).ok_or("out of memory")?;
        global.set(scope, key.into(), handed_over.into());
        v8::Global::new(scope, handed_over)
    };
    let kernel = runtime
        .execute_script(KERNEL_SCRIPT_NAME, kernel_script(mark))
        .map_err(|error| error.to_string())?;

    deno_core::scope!(scope, runtime);
    let handed_over = v8::Local::new(scope, handed_over);
    let kernel = v8::Local::new(scope, kernel).try_cast::<v8::Object>();
    let kernel = kernel.map_err(|_| "the kernel's script has no functions")?;
    let mut function = |object, name| {
        get(scope, object, name)
            .and_then(|value| value.try_cast::<v8::Function>().ok())
            .map(|function| v8::Global::new(scope, function))
            .ok_or_else(|| format!("runtime JavaScript has no function `{name}`"))
    };
    Ok(Functions {
        inspect: function(handed_over, "inspect")?,
        describe: function(handed_over, "describe")?,
        begin_cell: function(handed_over, "beginCell")?,
        end_cell: function(handed_over, "endCell")?,
        abort: function(handed_over, "abort")?,
        abandon_cell: function(handed_over, "abandonCell")?,
        keep_last: function(handed_over, "keepLast")?,
        keep_error: function(handed_over, "keepError")?,
        load_builtin: function(handed_over, "loadBuiltin")?,
        undo: function(kernel, "0")?,
        commit: function(kernel, "1")?,
        checkpoint: function(kernel, "2")?,
    })
}

/// The signals as a `Uint32Array`.
fn shared_array<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    signals: &Arc<Signals>,
) -> Option<v8::Local<'s, v8::Uint32Array>> {
    unsafe extern "C" fn release(_: *mut c_void, _: usize, signals: *mut c_void) {
        // SAFETY: the pointer is that of `Arc::into_raw` below, and V8 calls this once.
        drop(unsafe { Arc::from_raw(signals.cast::<Signals>()) });
    }
    let signals = Arc::into_raw(signals.clone()).cast_mut().cast::<c_void>();
    // SAFETY: the memory lives until `release` is called, and is made of atomics.
    let store = unsafe {
        v8::ArrayBuffer::new_backing_store_from_ptr(signals, size_of::<Signals>(), release, signals)
    };
    let buffer = v8::ArrayBuffer::with_backing_store(scope, &store.make_shared());
    v8::Uint32Array::new(scope, buffer, 0, size_of::<Signals>() / size_of::<u32>())
}

fn get<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'_, v8::Object>,
    name: &str,
) -> Option<v8::Local<'s, v8::Value>> {
    let key = v8::String::new(scope, name)?;
    object.get(scope, key.into())
}

#[cfg(unix)]
fn parent_process() -> u32 {
    std::os::unix::process::parent_id()
}

#[cfg(not(unix))]
fn parent_process() -> u32 {
    0
}
