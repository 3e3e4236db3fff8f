//! What a JavaScript text is, from its parse: module or script, and what a CommonJS script exports.

use deno_ast::{MediaType, ParseParams, ParsedSource};
use url::Url;

use super::error::ModuleError;

/// Stack for one parse and all that is done with its tree. Pages that aren't touched cost nothing.
const STACK_BYTES: usize = 256 * 1024 * 1024;

/// What the syntax of a text tells.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// Whether there is an `import` or `export`, `import.meta` or a top-level `await`.
    pub(super) is_module: bool,
    /// Names that a CommonJS script puts on its `exports`.
    pub(super) exports: Vec<String>,
    /// Specifiers whose exports a CommonJS script hands on.
    pub(super) reexports: Vec<String>,
}

/// Analyses a text; `None` when it doesn't parse, which is V8's to report.
pub(super) fn analyze(url: &Url, text: &str, media_type: MediaType) -> Option<Analysis> {
    with_parsed(url, text, media_type, |parsed| {
        let cjs = parsed.analyze_cjs();
        Ok(Analysis {
            is_module: !parsed.compute_is_script(),
            exports: cjs.exports,
            reexports: cjs.reexports,
        })
    })
    .ok()
}

/// Parses a text and hands the tree over, on a stack that deep nesting doesn't exhaust.
///
/// # Errors
///
/// [`ModuleError::Syntax`] when the text doesn't parse, and those of `then`.
pub(super) fn with_parsed<T>(
    url: &Url,
    text: &str,
    media_type: MediaType,
    then: impl FnOnce(ParsedSource) -> Result<T, ModuleError>,
) -> Result<T, ModuleError> {
    stacker::grow(STACK_BYTES, || {
        let parsed = deno_ast::parse_program(ParseParams {
            specifier: url.clone(),
            text: text.into(),
            media_type,
            capture_tokens: false,
            scope_analysis: false,
            maybe_syntax: None,
        });
        match parsed {
            Ok(parsed) => then(parsed),
            Err(error) => Err(syntax_error(&error)),
        }
    })
}

/// The parser's report as an error, whose class already says that it is about syntax.
pub(super) fn syntax_error(report: &dyn std::fmt::Display) -> ModuleError {
    let report = report.to_string();
    let message = report.strip_prefix("SyntaxError: ").unwrap_or(&report);
    ModuleError::Syntax {
        message: message.to_owned(),
    }
}
