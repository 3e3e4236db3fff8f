//! What `deno_node` asks of its host for `require`.

use std::borrow::Cow;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::FastString;
use deno_error::JsErrorBox;
use deno_node::{NodeExtInitServices, NodeRequireLoader};
use deno_permissions::{OpenAccessKind, PermissionsContainer};
use deno_resolver::npm::{ByonmNpmResolver, ByonmNpmResolverCreateOptions};
use node_resolver::cache::NodeResolutionSys;
use node_resolver::errors::PackageJsonLoadError;
use node_resolver::{
    DenoIsBuiltInNodeModuleChecker, InNpmPackageChecker, NodeConditionOptions, NodeResolver,
    NodeResolverOptions, PackageJsonResolver,
};
use url::Url;

use super::format::{ModuleFormat, declared_format};
use super::loader::Loader;
use super::resolver::Resolver;

/// The file system that `deno_node` resolves in.
pub(crate) type NodeSystem = sys_traits::impls::RealSys;

/// Where `deno_node` looks for a package's directory when it resolves by itself, which it does only
/// for `module.registerHooks`.
pub(crate) type PackageFolders = ByonmNpmResolver<NodeSystem>;

/// What `deno_node`'s extension is started with.
pub(crate) type NodeServices = NodeExtInitServices<PackageFiles, PackageFolders, NodeSystem>;

/// Tells the files of packages from local ones.
#[derive(Clone, Debug)]
pub(crate) struct PackageFiles(Arc<Resolver>);

impl InNpmPackageChecker for PackageFiles {
    fn in_npm_package(&self, specifier: &Url) -> bool {
        specifier
            .to_file_path()
            .is_ok_and(|path| self.0.is_package_file(&path))
    }
}

/// Reads files for `require`.
pub(super) struct RequireLoader(Rc<Loader>);

impl NodeRequireLoader for RequireLoader {
    fn ensure_read_permission<'a>(
        &self,
        permissions: &mut PermissionsContainer,
        path: Cow<'a, Path>,
    ) -> Result<Cow<'a, Path>, JsErrorBox> {
        permissions
            .check_open(path, OpenAccessKind::Read, Some("require()"))
            .map(|checked| checked.into_path())
            .map_err(JsErrorBox::from_err)
    }

    fn load_text_file_lossy(&self, path: &Path) -> Result<FastString, JsErrorBox> {
        self.0
            .required_text(path)
            .map(FastString::from)
            .map_err(JsErrorBox::from_err)
    }

    fn is_maybe_cjs(&self, specifier: &Url) -> Result<bool, PackageJsonLoadError> {
        Ok(may_be_commonjs(specifier))
    }

    fn is_maybe_cjs_from_require(&self, specifier: &Url) -> Result<bool, PackageJsonLoadError> {
        Ok(may_be_commonjs(specifier))
    }
}

/// Whether `require` should try a file as CommonJS first: everything that isn't declared to be an ES
/// module.
fn may_be_commonjs(specifier: &Url) -> bool {
    let format = specifier
        .to_file_path()
        .ok()
        .and_then(|path| declared_format(&path).ok());
    format.flatten() != Some(ModuleFormat::EsModule)
}

/// Builds what `deno_node`'s extension is started with.
pub(super) fn node_services(loader: Rc<Loader>) -> NodeServices {
    let sys = NodeSystem::default();
    let pkg_json_resolver = Arc::new(PackageJsonResolver::new(sys.clone(), None));
    let conditions = |kind| Some(["node", kind, "module-sync"].map(Cow::Borrowed).into());
    let options = NodeResolverOptions {
        conditions: NodeConditionOptions {
            conditions: Vec::new(),
            import_conditions_override: conditions("import"),
            require_conditions_override: conditions("require"),
        },
        ..NodeResolverOptions::default()
    };
    let folders = ByonmNpmResolver::new(ByonmNpmResolverCreateOptions {
        root_node_modules_dir: None,
        search_stop_dir: None,
        sys: NodeResolutionSys::new(sys.clone(), None),
        pkg_json_resolver: pkg_json_resolver.clone(),
    });
    let node_resolver = Arc::new(NodeResolver::new(
        PackageFiles(loader.resolver.clone()),
        DenoIsBuiltInNodeModuleChecker,
        folders,
        pkg_json_resolver.clone(),
        NodeResolutionSys::new(sys.clone(), None),
        options,
    ));
    NodeServices {
        node_require_loader: Rc::new(RequireLoader(loader)),
        node_resolver,
        pkg_json_resolver,
        sys,
    }
}
