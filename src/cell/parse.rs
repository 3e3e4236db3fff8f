//! SWC's parser, behind one function.

use swc_common::comments::{Comments, SingleThreadedComments};
use swc_common::{BytePos, Spanned};
use swc_ecma_ast::{EsVersion, Module};
use swc_ecma_parser::error::{Error, SyntaxError};
use swc_ecma_parser::lexer::Lexer;
use swc_ecma_parser::{EsSyntax, Parser, StringInput, Syntax, TsSyntax};

use super::error::Problem;
use super::passes::BASE;

/// What a cell is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// JavaScript. What parses as JavaScript is never read as anything else.
    JavaScript,
    /// TypeScript, with decorators.
    TypeScript,
    /// TypeScript with JSX; also JavaScript with JSX.
    Tsx,
}

/// A parsed text, with its comments.
pub(super) struct Parsed {
    pub(super) module: Module,
    pub(super) comments: SingleThreadedComments,
}

/// Parses a text as module code.
pub(super) fn parse(text: &str, language: Language) -> Result<Parsed, Problem> {
    let syntax = match language {
        Language::JavaScript => Syntax::Es(EsSyntax {
            import_attributes: true,
            explicit_resource_management: true,
            ..EsSyntax::default()
        }),
        Language::TypeScript => Syntax::Typescript(ts_syntax(false)),
        Language::Tsx => Syntax::Typescript(ts_syntax(true)),
    };
    let comments = SingleThreadedComments::default();
    let last = BytePos(BASE + text.len() as u32);
    let input = StringInput::new(text, BytePos(BASE), last);
    let lexer = Lexer::new(
        syntax,
        EsVersion::latest(),
        input,
        Some(&comments as &dyn Comments),
    );
    let mut parser = Parser::new_from(lexer);
    let result = parser.parse_module();
    let mut errors = parser.take_errors();
    match result {
        Ok(module) if errors.is_empty() => Ok(Parsed { module, comments }),
        Ok(_) => Err(first_problem(errors)),
        Err(error) => {
            errors.push(error);
            Err(first_problem(errors))
        }
    }
}

pub(super) fn ts_syntax(tsx: bool) -> TsSyntax {
    TsSyntax {
        tsx,
        decorators: true,
        ..TsSyntax::default()
    }
}

fn first_problem(errors: Vec<Error>) -> Problem {
    let first = errors.into_iter().min_by_key(|error| error.span().lo);
    first.map_or_else(
        || Problem::internal("the parser failed without a reason"),
        problem,
    )
}

fn problem(error: Error) -> Problem {
    let offset = error.span().lo.0.saturating_sub(BASE);
    match error.kind() {
        SyntaxError::ReturnNotAllowed => Problem::new("Illegal return statement", offset).hint(
            "a cell is module code: write the value as the last expression, \
             or wrap the code in a function",
        ),
        kind => Problem::new(plain(&kind.msg()), offset),
    }
}

/// A message of the parser's without its markup.
fn plain(message: &str) -> String {
    let message = message.replace("<eof>", "end of input");
    let message = message.split('\n').next().unwrap_or_default();
    message.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_reported() {
        for (comment, source, message, offset) in [
            (
                "an unfinished block",
                "{ let a",
                "Expected '}', got 'end of input'",
                7,
            ),
            ("return", "a;\nreturn 1", "Illegal return statement", 3),
        ] {
            let problem = parse(source, Language::JavaScript).err().unwrap();
            assert_eq!(
                (problem.message.as_str(), problem.offset),
                (message, offset),
                "{comment}"
            );
        }
    }
}
