//! Everything the engine needs for modules, made together.

use std::rc::Rc;
use std::sync::Arc;

use deno_core::CustomModuleEvaluationCb;
use deno_error::JsErrorBox;
use deno_node::ops::module_hooks::DefaultResolveCb;

use super::loader::Loader;
use super::require::{NodeServices, node_services};
use super::resolver::{ModuleOptions, Resolver};

/// The parts that a runtime is given, one set for one isolate.
pub(crate) struct Modules {
    /// The module loader; the ops need it in the runtime's state too, as `Rc<Loader>`.
    pub(crate) loader: Rc<Loader>,
    /// What `deno_node`'s extension is started with.
    pub(crate) node_services: NodeServices,
    /// The runtime option `custom_module_evaluation_cb`.
    pub(crate) custom_module_evaluation: CustomModuleEvaluationCb,
    /// For `LoaderHookRegistry::set_default_resolve`, which `module.findPackageJSON` uses.
    pub(crate) default_resolve: DefaultResolveCb,
}

/// Makes the parts for one isolate.
pub(crate) fn modules(options: ModuleOptions) -> Modules {
    let loader = Rc::new(Loader::new(Arc::new(Resolver::new(options))));
    let resolving = loader.clone();
    Modules {
        node_services: node_services(loader.clone()),
        custom_module_evaluation: loader.failed_imports.clone().evaluation(),
        default_resolve: Rc::new(move |specifier, referrer| {
            resolving
                .import_meta_url(specifier, referrer)
                .map(String::from)
                .map_err(JsErrorBox::from_err)
        }),
        loader,
    }
}
