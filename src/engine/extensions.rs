//! The one list of extensions, for making the startup snapshot and for using it.
//!
//! `build.rs` includes this file: an isolate can only be made from a snapshot with the same
//! extensions in the same order.

use deno_core::Extension;
use deno_node::ExtNodeSys;
use node_resolver::{InNpmPackageChecker, NpmPackageFolderResolver};

use super::ops;

/// All extensions in load order, without the arguments that only a running isolate has.
pub(crate) fn extensions<Checker, Folders, Sys>() -> Vec<Extension>
where
    Checker: InNpmPackageChecker + 'static,
    Folders: NpmPackageFolderResolver + 'static,
    Sys: ExtNodeSys + 'static,
{
    vec![
        ops::loading::isocell_loading::lazy_init(),
        deno_telemetry::deno_telemetry::lazy_init(),
        deno_webidl::deno_webidl::lazy_init(),
        deno_web::deno_web::lazy_init(),
        deno_fetch::deno_fetch::lazy_init(),
        deno_websocket::deno_websocket::lazy_init(),
        deno_crypto::deno_crypto::lazy_init(),
        deno_net::deno_net::lazy_init(),
        deno_tls::deno_tls::lazy_init(),
        deno_napi::deno_napi::lazy_init(),
        deno_http::deno_http::lazy_init(),
        deno_io::deno_io::lazy_init(),
        deno_fs::deno_fs::lazy_init(),
        deno_os::deno_os::lazy_init(),
        deno_process::deno_process::lazy_init(),
        deno_node_crypto::deno_node_crypto::lazy_init(),
        deno_node_sqlite::deno_node_sqlite::lazy_init(),
        deno_node::deno_node::lazy_init::<Checker, Folders, Sys>(),
        ops::embedder::isocell_embedder::lazy_init(),
        ops::cell::isocell_cell::lazy_init(),
    ]
}
