//! TypeScript and JSX to JavaScript. Types are erased, not checked.

use deno_ast::{
    DecoratorsTranspileOption, EmitOptions, MediaType, ModuleKind, SourceMapOption,
    TranspileModuleOptions, TranspileOptions,
};
use url::Url;

use super::error::ModuleError;
use super::syntax::{syntax_error, with_parsed};

/// JavaScript made from another language.
#[derive(Debug)]
pub(super) struct Transpiled {
    /// The text.
    pub(super) code: String,
    /// The source map from `code` to the file, JSON.
    pub(super) source_map: Vec<u8>,
    /// Whether the file is an ES module by its syntax.
    pub(super) is_module: bool,
}

/// Transpiles a text. `kind` is what its file declares it to be; `None` where the syntax decides.
///
/// # Errors
///
/// [`ModuleError::Syntax`], with the place and the line.
pub(super) fn transpile(
    url: &Url,
    text: &str,
    media_type: MediaType,
    kind: Option<ModuleKind>,
) -> Result<Transpiled, ModuleError> {
    with_parsed(url, text, media_type, |parsed| {
        let is_module = kind.map_or_else(|| !parsed.compute_is_script(), |kind| kind.is_esm());
        let options = TranspileOptions {
            decorators: DecoratorsTranspileOption::Ecma,
            ..TranspileOptions::default()
        };
        let module_options = TranspileModuleOptions {
            module_kind: Some(ModuleKind::from_is_esm(is_module)),
        };
        let emit_options = EmitOptions {
            source_map: SourceMapOption::Separate,
            inline_sources: false,
            ..EmitOptions::default()
        };
        let emitted = parsed
            .transpile(&options, &module_options, &emit_options)
            .map_err(|error| syntax_error(&error))?
            .into_source();
        Ok(Transpiled {
            code: emitted.text,
            source_map: emitted.source_map.unwrap_or_default().into_bytes(),
            is_module,
        })
    })
}
