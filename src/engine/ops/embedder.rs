//! Ops that the Deno extensions expect of whoever embeds them.

use deno_core::{OpState, op2};
use deno_error::JsErrorBox;

deno_core::extension!(
    isocell_embedder,
    deps = [deno_node],
    ops = [
        op_bootstrap_color_depth,
        op_bootstrap_unstable_args,
        op_current_thread_cpu_usage,
        op_set_raw,
        op_http_start,
        op_create_worker,
        op_host_get_worker_cpu_usage,
        op_host_post_message,
        op_host_post_message_raw,
        op_host_recv_ctrl,
        op_host_recv_message,
        op_host_recv_message_sync,
        op_host_terminate_worker,
        op_node_worker_thread_post_message,
        op_node_worker_thread_recv_message,
        op_node_worker_thread_register,
        op_node_worker_thread_set_listener_count,
    ],
    middleware = |op| match op.name {
        "op_exit" => op.with_implementation_from(&op_refuse_exit()),
        "op_process_abort" => op.with_implementation_from(&op_refuse_abort()),
        "op_fs_chdir" => op.with_implementation_from(&op_refuse_chdir()),
        _ => op,
    },
);

/// What would hit every session of the process.
#[derive(Debug, thiserror::Error, deno_error::JsError)]
#[class(generic)]
#[property("code" = "ERR_ACCESS_DENIED")]
#[error("{what} is not allowed: other sessions share the process; {instead}")]
struct Refused {
    what: &'static str,
    instead: &'static str,
}

#[op2(fast)]
fn op_refuse_exit() -> Result<(), Refused> {
    Err(Refused {
        what: "ending the process",
        instead: "let the cell end, or throw an error",
    })
}

#[op2(fast)]
fn op_refuse_abort() -> Result<(), Refused> {
    Err(Refused {
        what: "aborting the process",
        instead: "throw an error",
    })
}

#[op2(fast)]
fn op_refuse_chdir() -> Result<(), Refused> {
    Err(Refused {
        what: "changing the working directory",
        instead: "use absolute paths, such as `join(nodeRepl.cwd, name)`",
    })
}

/// One bit: output goes to a reader that shows no colours.
#[op2(fast)]
fn op_bootstrap_color_depth() -> i32 {
    1
}

#[op2]
fn op_bootstrap_unstable_args() -> Vec<String> {
    Vec::new()
}

/// Fills in the user and system time of this thread, in microseconds.
#[op2(fast)]
fn op_current_thread_cpu_usage(#[buffer] figures: &mut [f64]) -> Result<(), JsErrorBox> {
    let _ = figures;
    Err(unsupported("`process.threadCpuUsage`"))
}

#[op2(fast)]
fn op_set_raw(
    _: &mut OpState,
    #[smi] _rid: u32,
    _raw: bool,
    _cbreak: bool,
) -> Result<(), JsErrorBox> {
    Err(unsupported(
        "raw terminal mode: standard input is no terminal",
    ))
}

#[op2(fast)]
#[smi]
fn op_http_start(#[smi] _rid: u32) -> Result<u32, JsErrorBox> {
    Err(unsupported("serving HTTP on an accepted connection"))
}

fn unsupported(what: &str) -> JsErrorBox {
    JsErrorBox::new("NotSupported", format!("{what} is not supported"))
}

fn no_workers() -> JsErrorBox {
    unsupported("starting a worker thread")
}

macro_rules! worker_ops {
    ($($name:ident)*) => {
        $(
            #[op2(fast)]
            fn $name() -> Result<(), JsErrorBox> {
                Err(no_workers())
            }
        )*
    };
}

worker_ops! {
    op_create_worker
    op_host_get_worker_cpu_usage
    op_host_post_message
    op_host_post_message_raw
    op_host_recv_ctrl
    op_host_recv_message
    op_host_recv_message_sync
    op_host_terminate_worker
    op_node_worker_thread_post_message
    op_node_worker_thread_recv_message
    op_node_worker_thread_register
    op_node_worker_thread_set_listener_count
}
