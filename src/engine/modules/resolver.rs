//! From a specifier to a URL or a path, by Node's two algorithms.
//!
//! Relative specifiers of `import` are URLs and are joined here; packages, `exports`, `imports` and
//! everything that `require` takes go through `oxc_resolver`.

use std::path::{Path, PathBuf};

use url::Url;

use super::builtins::{builtin, is_refused};
use super::error::{Hint, ModuleError};
use super::explain::{Question, explain, suggest};
use super::lookup::{Kind, Lookup};
use super::package::{has_valid_name, node_modules_of, package_name};
use super::referrer::Referrer;

/// Where a session's modules are.
#[derive(Clone, Debug)]
pub(crate) struct ModuleOptions {
    /// The session's directory, absolute. Cells resolve from it as a file in it would.
    pub(crate) cwd: PathBuf,
    /// Directories that cells find packages in after all `node_modules`, absolute, in order. Each
    /// holds packages, or a `node_modules` that does. They need not exist.
    pub(crate) module_dirs: Vec<PathBuf>,
}

/// Resolves the specifiers of one session.
///
/// It remembers what it saw on disk until [`Resolver::forget`], except that nothing is ever said to
/// be missing from memory.
#[derive(Debug)]
pub(super) struct Resolver {
    cwd: PathBuf,
    module_dirs: Vec<PathBuf>,
    upwards: Lookup,
    in_module_dirs: Lookup,
}

/// What `require` was given.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Required {
    /// A built-in module, by the specifier as written.
    Builtin(String),
    /// A file, by its real path.
    File(PathBuf),
}

impl Resolver {
    pub(super) fn new(options: ModuleOptions) -> Self {
        let ModuleOptions { cwd, module_dirs } = options;
        let places: Vec<PathBuf> = module_dirs
            .iter()
            .flat_map(|directory| [directory.join("node_modules"), directory.clone()])
            .collect();
        let upwards = Lookup::upwards();
        let in_module_dirs = Lookup::within(&places, &upwards);
        Self {
            cwd,
            module_dirs: places,
            upwards,
            in_module_dirs,
        }
    }

    /// The session's directory.
    pub(super) fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// Reads a script name, module URL or absolute path as who asks.
    pub(super) fn referrer(&self, name: &str) -> Referrer {
        Referrer::parse(name, &self.cwd)
    }

    /// Forgets what was seen on disk.
    pub(super) fn forget(&self) {
        self.upwards.forget();
    }

    /// Whether a file is a package's, and no local one: below a `node_modules`, or in a module
    /// directory that the session's own is not in.
    pub(super) fn is_package_file(&self, path: &Path) -> bool {
        path.components()
            .any(|part| part.as_os_str() == "node_modules")
            || self.module_dirs.iter().any(|place| {
                let is_in = |place: &Path| path.starts_with(place) && !self.cwd.starts_with(place);
                is_in(place) || place.canonicalize().is_ok_and(|real| is_in(&real))
            })
    }

    /// Resolves the specifier of an `import`: to a `file:` URL of a file that is there, under its
    /// real path; to a `data:` URL; or to `node:` and a name.
    ///
    /// # Errors
    ///
    /// Every [`ModuleError`] that tells what is wrong with a specifier.
    pub(super) fn import(&self, specifier: &str, from: &Referrer) -> Result<Url, ModuleError> {
        if is_path(specifier) {
            return self.check_file(self.join(specifier, from)?, specifier, from);
        }
        if !specifier.starts_with('#') {
            if let Ok(url) = Url::parse(specifier) {
                return self.import_url(url, specifier, from);
            }
            if let Some(name) = builtin(specifier) {
                self.refuse(name, specifier, from)?;
                return Ok(builtin_url(name));
            }
            if specifier.is_empty() || !has_valid_name(specifier) {
                return Err(invalid(specifier, "is not a valid package name", from));
            }
        } else if specifier == "#" || specifier.starts_with("#/") {
            return Err(invalid(
                specifier,
                "is not a valid internal imports specifier name",
                from,
            ));
        }
        let found = self.find(Kind::Import, specifier, from)?;
        let mut url = file_url(found.path());
        url.set_query(found.query().map(|query| query.trim_start_matches('?')));
        url.set_fragment(
            found
                .fragment()
                .map(|fragment| fragment.trim_start_matches('#')),
        );
        Ok(url)
    }

    /// Resolves for `import.meta.resolve`, which gives the URL of a file also where there is none.
    ///
    /// # Errors
    ///
    /// As for [`Resolver::import`], without those that are about the file.
    pub(super) fn import_meta_resolve(
        &self,
        specifier: &str,
        from: &Referrer,
    ) -> Result<Url, ModuleError> {
        match self.import(specifier, from) {
            Err(
                ModuleError::FileNotFound { url: Some(url), .. }
                | ModuleError::DirectoryImport { url: Some(url), .. },
            ) => Ok(*url),
            Err(
                error
                @ (ModuleError::UnknownBuiltin { .. } | ModuleError::UnsupportedScheme { .. }),
            ) => Url::parse(specifier).map_err(|_| error),
            other => other,
        }
    }

    /// Resolves the specifier of a `require`.
    ///
    /// # Errors
    ///
    /// [`ModuleError::NotRequirable`] where nothing is found; those about `exports`, `imports` and
    /// package.json; [`ModuleError::RefusedBuiltin`].
    pub(super) fn require(
        &self,
        specifier: &str,
        from: &Referrer,
    ) -> Result<Required, ModuleError> {
        if let Some(name) = builtin(specifier) {
            self.refuse(name, specifier, from)?;
            return Ok(Required::Builtin(specifier.to_owned()));
        }
        if specifier.starts_with("node:") || specifier.starts_with("file:") {
            return Err(ModuleError::NotRequirable {
                specifier: specifier.to_owned(),
            });
        }
        let found = self.find(Kind::Require, specifier, from)?;
        Ok(Required::File(found.into_path_buf()))
    }

    /// The directory of a package, where the referrer would look for it.
    pub(super) fn package_directory(&self, name: &str, from: &Referrer) -> Option<PathBuf> {
        let start = from.directory(&self.cwd)?;
        let extra = match from {
            Referrer::Cell { .. } => self.module_dirs.as_slice(),
            _ => &[],
        };
        node_modules_of(start)
            .chain(extra.iter().cloned())
            .map(|place| place.join(name))
            .find(|directory| directory.is_dir())
    }

    fn import_url(&self, url: Url, specifier: &str, from: &Referrer) -> Result<Url, ModuleError> {
        match url.scheme() {
            "node" => {
                let name = builtin(specifier).ok_or_else(|| ModuleError::UnknownBuiltin {
                    specifier: specifier.to_owned(),
                })?;
                self.refuse(name, specifier, from)?;
                Ok(builtin_url(name))
            }
            "data" => Ok(url),
            "file" => self.check_file(url, specifier, from),
            scheme => Err(ModuleError::UnsupportedScheme {
                scheme: scheme.to_owned(),
            }),
        }
    }

    fn join(&self, specifier: &str, from: &Referrer) -> Result<Url, ModuleError> {
        let joined = match from {
            Referrer::Cell { name } => file_url(&self.cwd.join(name)).join(specifier),
            Referrer::File { url, .. } | Referrer::Url(url) => url.join(specifier),
        };
        joined.map_err(|_| ModuleError::NoBase {
            specifier: specifier.to_owned(),
            from: from.to_string(),
        })
    }

    /// Node's last step: the file must be there, be a file, and goes by its real path.
    fn check_file(&self, url: Url, specifier: &str, from: &Referrer) -> Result<Url, ModuleError> {
        let lower = url.path().to_ascii_lowercase();
        if lower.contains("%2f") || lower.contains("%5c") {
            return Err(invalid(
                url.path(),
                "must not include encoded \"/\" or \"\\\" characters",
                from,
            ));
        }
        let Ok(path) = url.to_file_path() else {
            return Err(invalid(specifier, "must be a path on this machine", from));
        };
        let from = from.to_string();
        match std::fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Err(ModuleError::DirectoryImport {
                path,
                url: Some(Box::new(url)),
                from,
                hint: Hint(None),
            }),
            Ok(metadata) if metadata.is_file() => match path.canonicalize() {
                Ok(real) => {
                    let mut found = file_url(&real);
                    found.set_query(url.query());
                    found.set_fragment(url.fragment());
                    Ok(found)
                }
                Err(error) => Err(unreadable(path, &error)),
            },
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
                Err(unreadable(path, &error))
            }
            _ => {
                let hint = suggest(&path, specifier);
                Err(ModuleError::FileNotFound {
                    path,
                    url: Some(Box::new(url)),
                    from,
                    hint,
                })
            }
        }
    }

    /// Asks the package resolver, and once more with open eyes when it finds nothing.
    fn find(
        &self,
        kind: Kind,
        specifier: &str,
        from: &Referrer,
    ) -> Result<oxc_resolver::Resolution, ModuleError> {
        let Some(directory) = from.directory(&self.cwd) else {
            return Err(ModuleError::NoBase {
                specifier: specifier.to_owned(),
                from: from.to_string(),
            });
        };
        self.find_once(kind, directory, specifier, from)
            .or_else(|_| {
                self.forget();
                self.find_once(kind, directory, specifier, from)
            })
            .map_err(|error| {
                let question = Question {
                    kind,
                    specifier,
                    from,
                    resolver: self,
                };
                explain(error, &question)
            })
    }

    fn find_once(
        &self,
        kind: Kind,
        directory: &Path,
        specifier: &str,
        from: &Referrer,
    ) -> Result<oxc_resolver::Resolution, oxc_resolver::ResolveError> {
        let found = self.upwards.resolve(kind, directory, specifier);
        let is_missing = matches!(&found, Err(oxc_resolver::ResolveError::NotFound(_)));
        let may_look_further = matches!(from, Referrer::Cell { .. })
            && !self.module_dirs.is_empty()
            && !is_path(specifier)
            && !specifier.starts_with('#');
        if !is_missing || !may_look_further || self.is_upwards(directory, specifier) {
            return found;
        }
        // From the root there is nothing upwards, so only the module directories count.
        self.in_module_dirs.resolve(kind, Path::new("/"), specifier)
    }

    /// Whether the package is in a `node_modules`, so that module directories can't replace it.
    fn is_upwards(&self, directory: &Path, specifier: &str) -> bool {
        let (name, _) = package_name(specifier);
        node_modules_of(directory).any(|place| place.join(name).is_dir())
    }

    fn refuse(&self, name: &str, specifier: &str, from: &Referrer) -> Result<(), ModuleError> {
        let is_package = matches!(from, Referrer::File { path, .. } if self.is_package_file(path));
        if is_refused(name) && !is_package {
            return Err(ModuleError::RefusedBuiltin {
                specifier: specifier.to_owned(),
            });
        }
        Ok(())
    }

    /// Where cells look, for messages.
    pub(super) fn places(&self) -> String {
        let mut places = format!(
            "looked for `node_modules` from {} upwards",
            self.cwd.display()
        );
        for directory in self.module_dirs.iter().skip(1).step_by(2) {
            places.push_str(&format!(", then in {}", directory.display()));
        }
        places
    }
}

/// Whether a specifier is relative or absolute.
pub(super) fn is_path(specifier: &str) -> bool {
    specifier.starts_with('/')
        || specifier == "."
        || specifier == ".."
        || specifier.starts_with("./")
        || specifier.starts_with("../")
}

/// The URL of an absolute path.
pub(super) fn file_url(path: &Path) -> Url {
    Url::from_file_path(path).expect("resolved paths are absolute")
}

/// The error for a file that is there and can't be read.
pub(super) fn unreadable(path: PathBuf, error: &std::io::Error) -> ModuleError {
    ModuleError::Unreadable {
        path,
        reason: error.to_string(),
    }
}

fn builtin_url(name: &str) -> Url {
    Url::parse(&format!("node:{name}")).expect("names of built-in modules are URL paths")
}

fn invalid(specifier: &str, reason: &'static str, from: &Referrer) -> ModuleError {
    ModuleError::InvalidSpecifier {
        specifier: specifier.to_owned(),
        reason,
        from: from.to_string(),
    }
}
