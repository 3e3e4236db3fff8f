//! Skips promise jobs that must not run.
//!
//! V8 has no call for that. But before a function runs, V8 looks whether the stack has room for it,
//! and a function that has none throws before its first instruction. So a job is skipped by raising
//! the limit of the stack right before it, in V8's hook for that moment, and lowering it after.

use std::cell::RefCell;
use std::rc::Rc;

use deno_core::{OpState, op2, v8};

/// What V8 itself gives JavaScript of a thread's stack, in bytes (its flag `stack_size`).
const JAVASCRIPT_STACK_BYTES: usize = 984 * 1024;

/// More than the frames between a hook and V8's loop over the jobs, and less than what is above
/// that loop, in bytes.
const ABOVE_THE_HOOK_BYTES: usize = 4096;

unsafe extern "C" {
    // `v8::Isolate::SetStackLimit(uintptr_t)`, which the `v8` crate has no function for.
    #[cfg_attr(
        all(windows, target_env = "msvc"),
        link_name = "?SetStackLimit@Isolate@v8@@QEAAX_K@Z"
    )]
    #[cfg_attr(
        not(all(windows, target_env = "msvc")),
        link_name = "_ZN2v87Isolate13SetStackLimitEm"
    )]
    fn set_stack_limit(isolate: v8::UnsafeRawIsolatePtr, limit: usize);
}

/// How much of its thread's stack an isolate may use.
pub(crate) struct StackLimit {
    lowest: usize,
    is_raised: bool,
    /// The hook of `node:v8` for the end of a job.
    after_job: Option<v8::Global<v8::Function>>,
}

impl StackLimit {
    /// Sets the limit that V8 would have set, counted from here.
    pub(crate) fn new(isolate: &v8::Isolate) -> StackLimit {
        let limit = StackLimit {
            lowest: stack_position().saturating_sub(JAVASCRIPT_STACK_BYTES),
            is_raised: false,
            after_job: None,
        };
        limit.set(isolate, limit.lowest);
        limit
    }

    fn set(&self, isolate: &v8::Isolate, limit: usize) {
        // SAFETY: the pointer is used while the isolate is borrowed.
        let isolate = unsafe { isolate.as_raw_isolate_ptr() };
        // SAFETY: the isolate lives, and this is its thread. V8 only stores the number.
        unsafe { set_stack_limit(isolate, limit) };
    }

    fn raise(&mut self, isolate: &v8::Isolate) {
        self.is_raised = true;
        self.set(isolate, stack_position() + ABOVE_THE_HOOK_BYTES);
    }

    fn lower(&mut self, isolate: &v8::Isolate) {
        if self.is_raised {
            self.is_raised = false;
            self.set(isolate, self.lowest);
        }
    }
}

#[inline(never)]
fn stack_position() -> usize {
    let here = 0_u8;
    std::hint::black_box(&raw const here).addr()
}

#[op2(fast)]
pub(super) fn op_isocell_skip_job(state: &mut OpState, isolate: &v8::Isolate) {
    state.borrow_mut::<StackLimit>().raise(isolate);
}

#[op2(fast, reentrant)]
pub(super) fn op_isocell_after_job<'s>(
    state: Rc<RefCell<OpState>>,
    scope: &mut v8::PinScope<'s, '_>,
    promise: v8::Local<'s, v8::Value>,
) {
    let hook = {
        let mut state = state.borrow_mut();
        let limit = state.borrow_mut::<StackLimit>();
        let was_skipped = limit.is_raised;
        limit.lower(scope);
        limit.after_job.clone().filter(|_| !was_skipped)
    };
    if let Some(hook) = hook {
        let undefined = v8::undefined(scope);
        v8::Local::new(scope, hook).call(scope, undefined.into(), &[promise]);
    }
}

#[op2(fast)]
pub(super) fn op_isocell_set_after_hook<'s>(
    state: &mut OpState,
    scope: &mut v8::PinScope<'s, '_>,
    hook: v8::Local<'s, v8::Function>,
) {
    state.borrow_mut::<StackLimit>().after_job = Some(v8::Global::new(scope, hook));
}
