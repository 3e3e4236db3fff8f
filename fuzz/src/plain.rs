//! swc's parser without the transform around it.

use swc_common::BytePos;
use swc_ecma_ast::{EsVersion, Module, Script};
use swc_ecma_parser::lexer::Lexer;
use swc_ecma_parser::{EsSyntax, Parser, StringInput, TsSyntax};

/// Offset of a text's first byte in the positions of its tree.
pub(crate) const BASE: u32 = 1;

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Syntax {
    /// JavaScript, with or without JSX.
    JavaScript { jsx: bool },
    /// TypeScript, with or without JSX.
    TypeScript { jsx: bool },
}

/// Whether swc takes a text as a module.
pub fn is_module(text: &str, syntax: Syntax) -> bool {
    on_large_stack(text, || {
        let mut parser = parser(text, syntax);
        parser.parse_module().is_ok() && parser.take_errors().is_empty()
    })
}

/// The tree of a text that is JavaScript module code.
pub(crate) fn parse_module(text: &str) -> Option<Module> {
    let mut parser = parser(text, Syntax::JavaScript { jsx: false });
    let module = parser.parse_module().ok()?;
    parser.take_errors().is_empty().then_some(module)
}

/// The tree of a classic script, or what is wrong with it.
pub(crate) fn parse_script(text: &str) -> Result<Script, String> {
    let mut parser = parser(text, Syntax::JavaScript { jsx: false });
    let result = parser.parse_script();
    let mut errors = parser.take_errors();
    match result {
        Ok(script) if errors.is_empty() => return Ok(script),
        Ok(_) => {}
        Err(error) => errors.push(error),
    }
    let shown = errors.iter().map(|error| {
        let at = (error.span_lo() - BASE) as usize;
        let before = text.floor_char_boundary(at.saturating_sub(60));
        let after = text.ceil_char_boundary((at + 60).min(text.len()));
        format!("{} at {at}: …{}…", error.kind().msg(), &text[before..after])
    });
    Err(shown.collect::<Vec<_>>().join("\n"))
}

/// Runs what parses and drops the tree of a text that may nest as deep as it is long.
pub(crate) fn on_large_stack<T>(text: &str, work: impl FnOnce() -> T) -> T {
    let bytes = (64 << 20) + text.len().min(256 << 10) * (8 << 10);
    stacker::grow(bytes, work)
}

trait SpanStart {
    fn span_lo(&self) -> u32;
}

impl SpanStart for swc_ecma_parser::error::Error {
    fn span_lo(&self) -> u32 {
        use swc_common::Spanned;
        self.span().lo.0.max(BASE)
    }
}

fn parser(text: &str, syntax: Syntax) -> Parser<Lexer<'_>> {
    let syntax = match syntax {
        Syntax::JavaScript { jsx } => swc_ecma_parser::Syntax::Es(EsSyntax {
            jsx,
            import_attributes: true,
            explicit_resource_management: true,
            ..EsSyntax::default()
        }),
        Syntax::TypeScript { jsx } => swc_ecma_parser::Syntax::Typescript(TsSyntax {
            tsx: jsx,
            decorators: true,
            ..TsSyntax::default()
        }),
    };
    let end = BytePos(BASE + text.len() as u32);
    let input = StringInput::new(text, BytePos(BASE), end);
    Parser::new_from(Lexer::new(syntax, EsVersion::latest(), input, None))
}
