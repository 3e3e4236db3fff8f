//! The op behind `runtime-js/05_held.js`, in an extension that comes before all that load sources.

use deno_core::{OpState, op2};

use super::CellHostRc;

deno_core::extension!(
    isocell_loading,
    ops = [op_isocell_hold_termination],
    esm_entry_point = "ext:isocell_loading/05_held.js",
    esm = [dir "runtime-js", "05_held.js"],
);

#[op2(fast)]
fn op_isocell_hold_termination(state: &OpState, hold: bool) {
    // Absent while the snapshot is made.
    if let Some(host) = state.try_borrow::<CellHostRc>() {
        host.hold_termination(hold);
    }
}
