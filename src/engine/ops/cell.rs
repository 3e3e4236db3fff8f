//! Ops behind `nodeRepl`, `console` and the bindings of cells.

use deno_core::{OpState, op2, v8};
use deno_error::JsErrorBox;

use super::jobs::{op_isocell_after_job, op_isocell_set_after_hook, op_isocell_skip_job};
use super::{CellHostRc, ImageInput};

deno_core::extension!(
    isocell_cell,
    deps = [deno_node, isocell_embedder],
    ops = [
        op_isocell_write,
        op_isocell_emit_image,
        op_isocell_complete,
        op_isocell_binding_write,
        op_isocell_import_meta_resolve,
        op_isocell_require_resolve,
        op_isocell_require_outdated,
        op_isocell_source_text,
        op_isocell_uncaught,
        op_isocell_heap_status,
        op_isocell_paths,
        op_isocell_eval_text,
        op_isocell_strip_mark,
        op_isocell_skip_job,
        op_isocell_after_job,
        op_isocell_set_after_hook,
    ],
    esm_entry_point = "ext:isocell_cell/99_bootstrap.js",
    esm = [
        dir "runtime-js",
        "01_errors.js",
        "10_deno_namespace.js",
        "15_owners.js",
        "20_globals.js",
        "30_console.js",
        "40_node_repl.js",
        "45_require.js",
        "50_cells.js",
        "60_report.js",
        "70_repl.js",
        "99_bootstrap.js",
    ],
);

fn host(state: &OpState) -> CellHostRc {
    state.borrow::<CellHostRc>().clone()
}

#[op2(fast)]
fn op_isocell_write(state: &OpState, #[string] text: &str) {
    host(state).write(text);
}

#[op2]
fn op_isocell_emit_image(
    state: &OpState,
    #[buffer] bytes: &[u8],
    #[string] mime_type: Option<String>,
    #[string] metadata: Option<String>,
    keep_original: bool,
) -> Result<(), JsErrorBox> {
    host(state).emit_image(ImageInput {
        bytes,
        mime_type: mime_type.as_deref(),
        metadata: metadata.as_deref(),
        keep_original,
    })
}

#[op2(fast)]
fn op_isocell_complete(
    state: &OpState,
    scope: &mut v8::PinScope<'_, '_>,
    value: v8::Local<'_, v8::Value>,
) {
    host(state).complete(v8::Global::new(scope, value));
}

#[op2(fast)]
#[smi]
fn op_isocell_binding_write(state: &OpState, #[smi] id: u32) -> u32 {
    host(state).binding_write(id) as u32
}

#[op2]
#[string]
fn op_isocell_import_meta_resolve(
    state: &OpState,
    #[string] specifier: &str,
    #[string] cell: &str,
) -> Result<String, JsErrorBox> {
    host(state).import_meta_resolve(specifier, cell)
}

#[op2]
#[string]
fn op_isocell_require_resolve(
    state: &OpState,
    #[string] specifier: &str,
    #[string] referrer: &str,
    #[scoped] directories: Option<Vec<String>>,
) -> Result<String, JsErrorBox> {
    host(state).require_resolve(specifier, referrer, directories.as_deref())
}

#[op2]
fn op_isocell_require_outdated(
    state: &OpState,
    #[string] specifier: &str,
    #[string] referrer: &str,
) -> Vec<String> {
    host(state).require_outdated(specifier, referrer)
}

#[op2]
#[string]
fn op_isocell_source_text(state: &OpState, #[string] script_text: &str) -> String {
    host(state).source_text(script_text)
}

#[op2]
#[string]
fn op_isocell_eval_text(
    state: &OpState,
    #[string] source: &str,
    #[string] site: &str,
) -> Option<String> {
    host(state).eval_text(source, site)
}

#[op2]
#[string]
fn op_isocell_strip_mark(state: &OpState, #[string] text: &str) -> String {
    host(state).strip_mark(text)
}

#[op2(fast)]
fn op_isocell_uncaught(state: &OpState, #[string] text: String) {
    host(state).uncaught(text);
}

/// Fills in used, total and limit of the heap and the external memory, in bytes.
#[op2(fast)]
fn op_isocell_heap_status(scope: &mut v8::PinScope<'_, '_>, #[buffer] figures: &mut [f64]) {
    let statistics = scope.get_heap_statistics();
    let all = [
        statistics.used_heap_size(),
        statistics.total_heap_size(),
        statistics.heap_size_limit(),
        statistics.external_memory(),
    ];
    for (figure, value) in figures.iter_mut().zip(all) {
        *figure = value as f64;
    }
}

/// `[cwd, home directory, private temporary directory, generation]` of the session.
pub(crate) struct SessionPaths(pub(crate) [String; 4]);

#[op2]
fn op_isocell_paths(state: &OpState) -> Vec<String> {
    state.borrow::<SessionPaths>().0.to_vec()
}
