//! The modules that are part of the runtime.

use deno_node::SUPPORTED_BUILTIN_NODE_MODULES;

/// Modules that have no name without `node:`, because packages of these names came first.
const ONLY_WITH_SCHEME: [&str; 3] = ["sqlite", "test", "test/reporters"];

/// The built-in module that a specifier names, without its `node:`.
pub(super) fn builtin(specifier: &str) -> Option<&str> {
    let name = match specifier.strip_prefix("node:") {
        Some(name) => name,
        None if ONLY_WITH_SCHEME.contains(&specifier) => return None,
        None => specifier,
    };
    SUPPORTED_BUILTIN_NODE_MODULES
        .binary_search(&name)
        .is_ok()
        .then_some(name)
}

/// Whether cells and local files may not load the built-in module.
///
/// `process` reaches what sessions of one program share; packages get along with its tamed global.
pub(super) fn is_refused(name: &str) -> bool {
    name == "process"
}
