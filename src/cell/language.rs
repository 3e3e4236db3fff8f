//! JavaScript for cells in any language.

use std::collections::HashSet;

use swc_ecma_ast::Module;

use super::error::Problem;
use super::options::Dialect;
use super::parse::{Language, parse_in};
use super::typescript::{self, Origin};

/// A cell as JavaScript.
pub(super) struct Prepared {
    /// The JavaScript; as long as the source, with each part in its place, unless `origin` is set.
    pub(super) text: String,
    pub(super) module: Module,
    /// Where the parts of `text` come from, if it was printed from a tree.
    pub(super) origin: Option<Origin>,
    /// Top-level names that the compilation made.
    pub(super) generated: HashSet<String>,
    /// Code that the compiled text needs to run before it.
    pub(super) preamble: String,
}

/// Why a source is not a cell.
pub(super) enum Failure {
    /// It nests too deeply to be parsed as the language.
    Depth(Problem),
    /// It is not written in the language.
    Language(Problem),
    /// It is, and something else is wrong.
    Cell(Problem),
}

/// Parses a source, and makes JavaScript of it.
pub(super) fn prepare(
    source: &str,
    language: Language,
    dialect: Dialect,
) -> Result<Prepared, Failure> {
    let parsed = parse_in(source, language, dialect).map_err(Failure::Language)?;
    if language != Language::JavaScript {
        return typescript::compile(source, language, parsed).map_err(Failure::Cell);
    }
    Ok(Prepared {
        text: without_directives(source, &parsed.comments),
        module: parsed.module,
        origin: None,
        generated: HashSet::new(),
        preamble: String::new(),
    })
}

/// The source with comments such as `//# sourceURL=x` defused: V8 would take the script's name from
/// them.
pub(super) fn without_directives(
    source: &str,
    comments: &swc_common::comments::SingleThreadedComments,
) -> String {
    let mut text = source.to_owned();
    if !source.contains("URL=") && !source.contains("debugId=") {
        return text;
    }
    let (leading, trailing) = comments.borrow_all();
    for comment in leading.values().chain(trailing.values()).flatten() {
        let sign = (comment.span.lo.0 - super::passes::BASE) as usize + 2;
        if comment.text.starts_with(['#', '@']) {
            text.replace_range(sign..=sign, " ");
        }
    }
    text
}
