//! What can go wrong between a specifier and its module.
//!
//! The sentences and codes are Node's, letter for letter, because programs match on them. What Node
//! has no words for is in ours.

use std::borrow::Cow;
use std::path::PathBuf;

use deno_error::{AdditionalProperties, JsErrorClass, PropertyValue};
use thiserror::Error;
use url::Url;

/// A specifier that names no module, or a module that can't be loaded.
#[derive(Clone, Debug, Error)]
pub(crate) enum ModuleError {
    /// No directory that was searched holds the package.
    #[error("Cannot find package '{package}' imported from {from}{hint}")]
    PackageNotFound {
        /// The package's name, or the path of its missing entry.
        package: String,
        /// Who asked.
        from: String,
        /// Where was searched, where that helps.
        hint: Hint,
    },
    /// The file isn't there.
    #[error("Cannot find module '{}' imported from {from}{hint}", path.display())]
    FileNotFound {
        /// The file.
        path: PathBuf,
        /// Its URL, which `import.meta.resolve` returns all the same.
        url: Option<Box<Url>>,
        /// Who asked.
        from: String,
        /// What may have been meant.
        hint: Hint,
    },
    /// `require` found nothing.
    #[error("Cannot find module '{specifier}'")]
    NotRequirable {
        /// What was asked for.
        specifier: String,
    },
    /// `import` of a directory.
    #[error(
        "Directory import '{}' is not supported resolving ES modules imported from {from}{hint}",
        path.display()
    )]
    DirectoryImport {
        /// The directory.
        path: PathBuf,
        /// Its URL, which `import.meta.resolve` returns all the same.
        url: Option<Box<Url>>,
        /// Who asked.
        from: String,
        /// What may have been meant.
        hint: Hint,
    },
    /// The package keeps the subpath to itself.
    #[error(
        "{}{}{}",
        not_exported(subpath),
        package_json.display(),
        imported_from(from.as_deref())
    )]
    NotExported {
        /// The subpath, `.` for the package itself.
        subpath: String,
        /// The package.json that has the `exports`.
        package_json: PathBuf,
        /// Who asked; `None` for `require` of another package, as in Node.
        from: Option<String>,
    },
    /// No such `#` name.
    #[error(
        "Package import specifier \"{specifier}\" is not defined{} imported from {from}",
        package_json.as_ref().map(|path| format!(" in package {}", path.display())).unwrap_or_default()
    )]
    ImportNotDefined {
        /// The name with its `#`.
        specifier: String,
        /// The package.json consulted, if the file is in a package.
        package_json: Option<PathBuf>,
        /// Who asked.
        from: String,
    },
    /// `exports` or `imports` points to something that isn't a file of the package.
    #[error(
        "Invalid \"{field}\" target {target:?} defined for '{key}' in the package config {}{}{}",
        package_json.display(),
        imported_from(from.as_deref()),
        if target.starts_with("./") { "" } else { "; targets must start with \"./\"" }
    )]
    InvalidTarget {
        /// `exports` or `imports`.
        field: &'static str,
        /// The target as written.
        target: String,
        /// The key it is written for.
        key: String,
        /// The package.json that has it.
        package_json: PathBuf,
        /// Who asked; `None` for `require` of another package, as in Node.
        from: Option<String>,
    },
    /// A package.json that can't be used.
    #[error("Invalid package config {}. {reason}", package_json.display())]
    InvalidPackageConfig {
        /// The file.
        package_json: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A specifier that can't name anything.
    #[error("Invalid module \"{specifier}\" {reason} imported from {from}")]
    InvalidSpecifier {
        /// The specifier, or the path it stands for.
        specifier: String,
        /// What is wrong with it.
        reason: &'static str,
        /// Who asked.
        from: String,
    },
    /// A relative or bare specifier in a module that has no place in the file system.
    #[error(
        "Failed to resolve module specifier \"{specifier}\" from \"{from}\": Invalid relative URL or base scheme is not hierarchical."
    )]
    NoBase {
        /// The specifier.
        specifier: String,
        /// URL of the module.
        from: String,
    },
    /// `node:` and a name that isn't there.
    #[error("No such built-in module: {specifier}")]
    UnknownBuiltin {
        /// The specifier.
        specifier: String,
    },
    /// A built-in module that only packages may have.
    #[error(
        "`{specifier}` can't be loaded by cells and local files\nhint: the `process` global has \
         `env`, `argv`, `version`, `platform` and `nextTick`; `nodeRepl` has `cwd`, `homeDir` and \
         `tmpDir`"
    )]
    RefusedBuiltin {
        /// The specifier.
        specifier: String,
    },
    /// A URL that isn't loaded from anywhere.
    #[error(
        "Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol '{scheme}:'"
    )]
    UnsupportedScheme {
        /// The scheme, without its colon.
        scheme: String,
    },
    /// A file whose name doesn't say what it is.
    #[error("Unknown file extension \"{extension}\" for {}", path.display())]
    UnknownExtension {
        /// The extension with its dot.
        extension: String,
        /// The file.
        path: PathBuf,
    },
    /// `data:` with a type that isn't a module's.
    #[error("Unknown module format: {mime_type}")]
    UnknownFormat {
        /// The media type as written.
        mime_type: String,
    },
    /// `with { type: … }` says one thing and the module is another.
    #[error("Module \"{url}\" is not of type \"{expected}\"")]
    WrongType {
        /// The module.
        url: String,
        /// The type asked for.
        expected: String,
    },
    /// `with { type: … }` with a value nobody knows.
    #[error("Import attribute \"type\" with value \"{value}\" is not supported")]
    UnsupportedType {
        /// The value.
        value: String,
    },
    /// TypeScript or JSX that doesn't parse.
    #[error("{message}")]
    Syntax {
        /// What and where, with the line it is in.
        message: String,
    },
    /// The file is there and can't be read.
    #[error("cannot read `{}`: {reason}", path.display())]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// What the operating system says.
        reason: String,
    },
}

/// A line of advice after the sentence, or nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hint(pub(crate) Option<String>);

impl std::fmt::Display for Hint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(advice) => write!(f, "\nhint: {advice}"),
            None => Ok(()),
        }
    }
}

impl ModuleError {
    /// The value of the error's `code`; `None` for a syntax error, which has none in Node either.
    pub(crate) fn code(&self) -> Option<&'static str> {
        Some(match self {
            Self::PackageNotFound { .. } | Self::FileNotFound { .. } => "ERR_MODULE_NOT_FOUND",
            Self::NotRequirable { .. } => "MODULE_NOT_FOUND",
            Self::DirectoryImport { .. } => "ERR_UNSUPPORTED_DIR_IMPORT",
            Self::NotExported { .. } => "ERR_PACKAGE_PATH_NOT_EXPORTED",
            Self::ImportNotDefined { .. } => "ERR_PACKAGE_IMPORT_NOT_DEFINED",
            Self::InvalidTarget { .. } => "ERR_INVALID_PACKAGE_TARGET",
            Self::InvalidPackageConfig { .. } => "ERR_INVALID_PACKAGE_CONFIG",
            Self::InvalidSpecifier { .. } => "ERR_INVALID_MODULE_SPECIFIER",
            Self::NoBase { .. } => "ERR_UNSUPPORTED_RESOLVE_REQUEST",
            Self::UnknownBuiltin { .. } => "ERR_UNKNOWN_BUILTIN_MODULE",
            Self::RefusedBuiltin { .. } => "ERR_ACCESS_DENIED",
            Self::UnsupportedScheme { .. } => "ERR_UNSUPPORTED_ESM_URL_SCHEME",
            Self::UnknownExtension { .. } => "ERR_UNKNOWN_FILE_EXTENSION",
            Self::UnknownFormat { .. } => "ERR_UNKNOWN_MODULE_FORMAT",
            Self::WrongType { .. } => "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE",
            Self::UnsupportedType { .. } => "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED",
            Self::Syntax { .. } => return None,
            Self::Unreadable { .. } => "ERR_MODULE_UNREADABLE",
        })
    }

    /// The JavaScript class it is thrown as: `Error`, `TypeError` or `SyntaxError`.
    pub(crate) fn class(&self) -> &'static str {
        match self {
            Self::ImportNotDefined { .. }
            | Self::InvalidSpecifier { .. }
            | Self::NoBase { .. }
            | Self::UnknownExtension { .. }
            | Self::WrongType { .. }
            | Self::UnsupportedType { .. } => "TypeError",
            Self::Syntax { .. } => "SyntaxError",
            _ => "Error",
        }
    }
}

impl JsErrorClass for ModuleError {
    fn get_class(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.class())
    }

    fn get_message(&self) -> Cow<'static, str> {
        Cow::Owned(self.to_string())
    }

    fn get_additional_properties(&self) -> AdditionalProperties {
        let code = self
            .code()
            .map(|code| (Cow::Borrowed("code"), PropertyValue::from(code)));
        Box::new(code.into_iter())
    }

    fn get_ref(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        self
    }
}

fn not_exported(subpath: &str) -> String {
    match subpath {
        "." => "No \"exports\" main defined in ".to_owned(),
        subpath => format!("Package subpath '{subpath}' is not defined by \"exports\" in "),
    }
}

fn imported_from(from: Option<&str>) -> String {
    from.map(|from| format!(" imported from {from}"))
        .unwrap_or_default()
}
