//! What a file is: an ES module, CommonJS, JSON or WebAssembly.

use std::path::Path;

use deno_ast::MediaType;

use super::error::ModuleError;
use super::package::PackageScope;

/// What a module is to whoever evaluates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModuleFormat {
    EsModule,
    CommonJs,
    Json,
    Wasm,
}

/// What a file's name and its package say it is; `None` where its syntax decides, as Node does for
/// `.js` and `.ts` files whose package has no `type`.
///
/// # Errors
///
/// [`ModuleError::UnknownExtension`], and [`ModuleError::InvalidPackageConfig`] for the package.json
/// that should say it.
pub(super) fn declared_format(path: &Path) -> Result<Option<ModuleFormat>, ModuleError> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    Ok(match extension {
        Some("mjs" | "mts") => Some(ModuleFormat::EsModule),
        Some("cjs" | "cts") => Some(ModuleFormat::CommonJs),
        Some("json") => Some(ModuleFormat::Json),
        Some("wasm") => Some(ModuleFormat::Wasm),
        Some("js" | "jsx" | "ts" | "tsx") | None => {
            let scope = PackageScope::of_file(path)?;
            scope
                .and_then(|scope| scope.is_module())
                .map(|is_module| match is_module {
                    true => ModuleFormat::EsModule,
                    false => ModuleFormat::CommonJs,
                })
        }
        Some(extension) => {
            return Err(ModuleError::UnknownExtension {
                extension: format!(".{extension}"),
                path: path.to_owned(),
            });
        }
    })
}

/// Which parser a file needs.
pub(super) fn media_type(path: &Path) -> MediaType {
    match MediaType::from_path(path) {
        MediaType::Unknown => MediaType::JavaScript,
        media_type => media_type,
    }
}

/// Whether V8 can't read a file as it is written.
pub(super) fn needs_transpiling(media_type: MediaType) -> bool {
    matches!(
        media_type,
        MediaType::TypeScript
            | MediaType::Mts
            | MediaType::Cts
            | MediaType::Dts
            | MediaType::Dmts
            | MediaType::Dcts
            | MediaType::Tsx
            | MediaType::Jsx
    )
}
