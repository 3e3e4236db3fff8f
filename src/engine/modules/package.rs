//! Packages on disk: whose a file is, and what its package.json says of it.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::error::ModuleError;

/// The nearest package.json above a file.
#[derive(Debug)]
pub(super) struct PackageScope {
    /// Path of the package.json.
    pub(super) package_json: PathBuf,
    fields: Value,
}

impl PackageScope {
    /// Looks from a file's directory upwards, up to and without a directory called `node_modules`.
    ///
    /// # Errors
    ///
    /// [`ModuleError::InvalidPackageConfig`] for a package.json that isn't JSON.
    pub(super) fn of_file(path: &Path) -> Result<Option<Self>, ModuleError> {
        for directory in path.ancestors().skip(1) {
            if directory.ends_with("node_modules") {
                break;
            }
            let package_json = directory.join("package.json");
            let Ok(text) = std::fs::read(&package_json) else {
                continue;
            };
            let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
            return match serde_json::from_slice(text) {
                Ok(fields) => Ok(Some(Self {
                    package_json,
                    fields,
                })),
                Err(error) => Err(ModuleError::InvalidPackageConfig {
                    package_json,
                    reason: error.to_string(),
                }),
            };
        }
        Ok(None)
    }

    /// The package's `type`: `Some(true)` for `module`, `Some(false)` for `commonjs`.
    pub(super) fn is_module(&self) -> Option<bool> {
        match self.text("type")? {
            "module" => Some(true),
            "commonjs" => Some(false),
            _ => None,
        }
    }

    /// A field that is a string.
    pub(super) fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }

    /// Whether a field is there with a value.
    pub(super) fn has(&self, field: &str) -> bool {
        self.fields.get(field).is_some_and(|value| !value.is_null())
    }

    /// Whether a specifier begins with the package's own name.
    pub(super) fn is_named_by(&self, specifier: &str) -> bool {
        self.text("name") == Some(package_name(specifier).0)
    }
}

/// Splits a bare specifier into a package's name and a subpath, which is empty or begins with `/`.
pub(super) fn package_name(specifier: &str) -> (&str, &str) {
    let from = if specifier.starts_with('@') {
        specifier
            .find('/')
            .map_or(specifier.len(), |slash| slash + 1)
    } else {
        0
    };
    let end = specifier[from..]
        .find('/')
        .map_or(specifier.len(), |slash| from + slash);
    specifier.split_at(end)
}

/// Whether a bare specifier can begin with a package's name, by Node's rules.
pub(super) fn has_valid_name(specifier: &str) -> bool {
    let (name, _) = package_name(specifier);
    let scoped = !name.starts_with('@') || name.contains('/');
    scoped && !name.starts_with('.') && !name.contains(['\\', '%'])
}

/// The directories from `start` upwards that could be a `node_modules`, nearest first.
pub(super) fn node_modules_of(start: &Path) -> impl Iterator<Item = PathBuf> {
    start
        .ancestors()
        .filter(|directory| !directory.ends_with("node_modules"))
        .map(|directory| directory.join("node_modules"))
}

#[cfg(test)]
mod tests {
    use super::{has_valid_name, package_name};

    #[test]
    fn specifiers_split_into_name_and_subpath() {
        let rows = [
            ("a", "a", "", true),
            ("a/b", "a", "/b", true),
            ("a/", "a", "/", true),
            ("@s/a", "@s/a", "", true),
            ("@s/a/b/c", "@s/a", "/b/c", true),
            ("@s", "@s", "", false),
            ("a\\b", "a\\b", "", false),
            ("%41/x", "%41", "/x", false),
            (".a", ".a", "", false),
        ];
        for (specifier, name, subpath, valid) in rows {
            assert_eq!(package_name(specifier), (name, subpath), "{specifier}");
            assert_eq!(has_valid_name(specifier), valid, "{specifier}");
        }
    }
}
