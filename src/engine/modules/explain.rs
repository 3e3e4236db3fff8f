//! Why the package resolver found nothing, in Node's words.

use std::path::{Path, PathBuf};

use oxc_resolver::ResolveError;

use super::error::{Hint, ModuleError};
use super::lookup::Kind;
use super::package::{PackageScope, package_name};
use super::referrer::Referrer;
use super::resolver::{Resolver, file_url};

/// What was asked.
pub(super) struct Question<'a> {
    pub(super) kind: Kind,
    pub(super) specifier: &'a str,
    pub(super) from: &'a Referrer,
    pub(super) resolver: &'a Resolver,
}

/// Turns the package resolver's error into the one that Node throws.
pub(super) fn explain(error: ResolveError, question: &Question<'_>) -> ModuleError {
    let from = question.from.to_string();
    match error {
        ResolveError::PackagePathNotExported {
            subpath,
            package_json_path,
            ..
        } => ModuleError::NotExported {
            subpath,
            package_json: package_json_path,
            from: question.named_referrer(),
        },
        ResolveError::InvalidPackageTarget(target, key, package_json) => {
            ModuleError::InvalidTarget {
                field: if key.starts_with('#') {
                    "imports"
                } else {
                    "exports"
                },
                target,
                key,
                package_json,
                from: question.named_referrer(),
            }
        }
        ResolveError::PackageImportNotDefined(specifier, package_json) => {
            ModuleError::ImportNotDefined {
                specifier,
                package_json: Some(package_json),
                from,
            }
        }
        ResolveError::InvalidModuleSpecifier(specifier, _) => ModuleError::InvalidSpecifier {
            specifier,
            reason: "is not a valid internal imports specifier name",
            from,
        },
        ResolveError::InvalidPackageConfig(package_json) => ModuleError::InvalidPackageConfig {
            package_json,
            reason: "\"exports\" cannot contain some keys starting with '.' and some not. The \
                     exports object must either be an object of package subpath keys or an object \
                     of main entry condition name keys only."
                .to_owned(),
        },
        ResolveError::Json(error) => ModuleError::InvalidPackageConfig {
            package_json: error.path,
            reason: error.message,
        },
        ResolveError::IOError(error) => ModuleError::Unreadable {
            path: question.directory().to_owned(),
            reason: error.to_string(),
        },
        _ => question.not_found(),
    }
}

/// The file that a path without extension, or of a directory, may have meant.
pub(super) fn suggest(path: &Path, specifier: &str) -> Hint {
    let suffixes = [
        ".js",
        ".mjs",
        ".cjs",
        ".ts",
        ".mts",
        ".cts",
        ".json",
        "/index.js",
    ];
    let suffix = suffixes.iter().find(|suffix| {
        let mut candidate = path.as_os_str().to_owned();
        candidate.push(suffix);
        Path::new(&candidate).is_file()
    });
    Hint(suffix.map(|suffix| format!("did you mean to import \"{specifier}{suffix}\"?")))
}

impl Question<'_> {
    fn directory(&self) -> &Path {
        self.from
            .directory(self.resolver.cwd())
            .unwrap_or(Path::new("/"))
    }

    /// The referrer where Node names it: not for `require` of another package.
    fn named_referrer(&self) -> Option<String> {
        let is_own = || {
            self.specifier.starts_with('#')
                || self
                    .scope()
                    .is_some_and(|scope| scope.is_named_by(self.specifier))
        };
        (self.kind == Kind::Import || is_own()).then(|| self.from.to_string())
    }

    fn scope(&self) -> Option<PackageScope> {
        PackageScope::of_file(&self.directory().join("file"))
            .ok()
            .flatten()
    }

    fn not_found(&self) -> ModuleError {
        let from = self.from.to_string();
        if self.kind == Kind::Require {
            return ModuleError::NotRequirable {
                specifier: self.specifier.to_owned(),
            };
        }
        if self.specifier.starts_with('#') {
            return match self.scope() {
                Some(scope) if scope.has("imports") => ModuleError::FileNotFound {
                    path: PathBuf::from(self.specifier),
                    url: None,
                    from,
                    hint: Hint(None),
                },
                scope => ModuleError::ImportNotDefined {
                    specifier: self.specifier.to_owned(),
                    package_json: scope.map(|scope| scope.package_json),
                    from,
                },
            };
        }
        let (name, subpath) = package_name(self.specifier);
        let Some(directory) = self.resolver.package_directory(name, self.from) else {
            let is_cell = matches!(self.from, Referrer::Cell { .. });
            return ModuleError::PackageNotFound {
                package: name.to_owned(),
                hint: Hint(is_cell.then(|| self.resolver.places())),
                from,
            };
        };
        if subpath.is_empty() {
            return ModuleError::PackageNotFound {
                package: entry(&directory).display().to_string(),
                from,
                hint: Hint(None),
            };
        }
        let path = directory.join(&subpath[1..]);
        let url = Some(Box::new(file_url(&path)));
        if path.is_dir() {
            return ModuleError::DirectoryImport {
                path,
                url,
                from,
                hint: Hint(None),
            };
        }
        let hint = suggest(&path, self.specifier);
        ModuleError::FileNotFound {
            path,
            url,
            from,
            hint,
        }
    }
}

/// The file that a package without `exports` should have.
fn entry(package: &Path) -> PathBuf {
    let scope = PackageScope::of_file(&package.join("package.json"))
        .ok()
        .flatten();
    let main = scope.as_ref().and_then(|scope| scope.text("main"));
    package.join(main.unwrap_or("index.js"))
}
