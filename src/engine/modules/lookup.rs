//! The package resolver in the configurations that Node's two loaders need, over one cache.

use std::path::{Path, PathBuf};

use oxc_resolver::{EnforceExtension, Resolution, ResolveError, ResolveOptions, Resolver};

/// Which of Node's two loaders asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `import`, `import()` and `import.meta.resolve`.
    Import,
    /// `require` and `require.resolve`.
    Require,
}

/// Looks packages up in one list of places.
#[derive(Debug)]
pub(super) struct Lookup {
    import: Resolver,
    /// For `import` of `package/path`, where only a package without path may name a directory.
    import_path: Resolver,
    require: Resolver,
}

impl Lookup {
    /// Looks in `node_modules`, from the referrer's directory upwards.
    pub(super) fn upwards() -> Self {
        Self::over(
            &Resolver::new(import_options()),
            vec!["node_modules".to_owned()],
        )
    }

    /// Looks in these directories only, with the cache of another.
    pub(super) fn within(directories: &[PathBuf], cache: &Self) -> Self {
        let names = directories
            .iter()
            .map(|path| path.to_string_lossy().into_owned());
        Self::over(&cache.import, names.collect())
    }

    fn over(cache: &Resolver, modules: Vec<String>) -> Self {
        let import = ResolveOptions {
            modules: modules.clone(),
            ..import_options()
        };
        let import_path = ResolveOptions {
            main_fields: vec![],
            main_files: vec![],
            ..import.clone()
        };
        let require = ResolveOptions {
            modules,
            ..require_options()
        };
        Self {
            import: cache.clone_with_options(import),
            import_path: cache.clone_with_options(import_path),
            require: cache.clone_with_options(require),
        }
    }

    /// Resolves a specifier as a file in `directory` would. For [`Kind::Import`] it is a bare or a
    /// `#` specifier.
    pub(super) fn resolve(
        &self,
        kind: Kind,
        directory: &Path,
        specifier: &str,
    ) -> Result<Resolution, ResolveError> {
        let resolver = match kind {
            Kind::Require => &self.require,
            Kind::Import if super::package::package_name(specifier).1.is_empty() => &self.import,
            Kind::Import => &self.import_path,
        };
        resolver.resolve(directory, specifier)
    }

    /// Forgets what was and was not on disk.
    pub(super) fn forget(&self) {
        self.import.clear_cache();
    }
}

fn import_options() -> ResolveOptions {
    ResolveOptions {
        condition_names: conditions("import"),
        fully_specified: true,
        ..options()
    }
}

fn require_options() -> ResolveOptions {
    ResolveOptions {
        condition_names: conditions("require"),
        ..options()
    }
}

fn options() -> ResolveOptions {
    ResolveOptions {
        extensions: [".js", ".json", ".node"].map(str::to_owned).into(),
        enforce_extension: EnforceExtension::Disabled,
        symlinks: true,
        // The environment is the process's, not the session's.
        node_path: false,
        ..ResolveOptions::default()
    }
}

fn conditions(kind: &str) -> Vec<String> {
    ["node", kind, "module-sync", "default"]
        .map(str::to_owned)
        .into()
}
