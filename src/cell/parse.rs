//! SWC's parser, behind one function.

use swc_common::comments::{Comments, SingleThreadedComments};
use swc_common::{BytePos, DUMMY_SP, Spanned};
use swc_ecma_ast::{BlockStmtOrExpr, EsVersion, Expr, Module, ModuleItem, Script, Stmt};
use swc_ecma_parser::error::{Error, SyntaxError};
use swc_ecma_parser::lexer::Lexer;
use swc_ecma_parser::{EsSyntax, Parser, StringInput, Syntax, TsSyntax};

use super::error::Problem;
use super::options::Dialect;
use super::passes::BASE;
use super::returning;

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

/// Parses a text in a dialect. Only JavaScript can be sloppy.
pub(super) fn parse_in(
    text: &str,
    language: Language,
    dialect: Dialect,
) -> Result<Parsed, Problem> {
    match (dialect, language) {
        (Dialect::Repl, Language::JavaScript) => parse_sloppy(text),
        _ => parse(text, language),
    }
}

/// What goes around sloppy code so that it may have `await`.
const AROUND: (&str, &str) = ("async()=>{", "\n}");

/// Parses a text as what is typed at a REPL: as a script, or where that fails and there may be an
/// `await`, as the body of an async function.
fn parse_sloppy(text: &str) -> Result<Parsed, Problem> {
    let (script, comments) = parse_script(text, BASE);
    match script {
        Ok(script) => Ok(Parsed {
            module: module(script.body),
            comments,
        }),
        Err(problem) if !text.contains("await") => Err(problem),
        Err(_) => parse_body(text),
    }
}

fn parse_body(text: &str) -> Result<Parsed, Problem> {
    let function = format!("{}{text}{}", AROUND.0, AROUND.1);
    let (function, comments) = parse_script(&function, BASE - AROUND.0.len() as u32);
    let Some(body) = body_of(function?) else {
        return Err(Problem::new("Unexpected token '}'", text.len() as u32));
    };
    match body.iter().find_map(returning::first_in) {
        Some(place) => Err(illegal_return(place)),
        None => Ok(Parsed {
            module: module(body),
            comments,
        }),
    }
}

fn module(statements: Vec<Stmt>) -> Module {
    Module {
        span: DUMMY_SP,
        body: statements.into_iter().map(ModuleItem::Stmt).collect(),
        shebang: None,
    }
}

/// The statements of the one async arrow function that a script is.
fn body_of(script: Script) -> Option<Vec<Stmt>> {
    let [Stmt::Expr(statement)] = <[Stmt; 1]>::try_from(script.body).ok()? else {
        return None;
    };
    match *statement.expr {
        Expr::Arrow(arrow) => match *arrow.body {
            BlockStmtOrExpr::BlockStmt(block) => Some(block.stmts),
            BlockStmtOrExpr::Expr(_) => None,
        },
        _ => None,
    }
}

fn parse_script(text: &str, base: u32) -> (Result<Script, Problem>, SingleThreadedComments) {
    parse_with(text, base, Syntax::Es(javascript()), |parser| {
        parser.parse_script()
    })
}

fn javascript() -> EsSyntax {
    EsSyntax {
        import_attributes: true,
        explicit_resource_management: true,
        ..EsSyntax::default()
    }
}

/// Parses a text as module code.
pub(super) fn parse(text: &str, language: Language) -> Result<Parsed, Problem> {
    let syntax = match language {
        Language::JavaScript => Syntax::Es(javascript()),
        Language::TypeScript => Syntax::Typescript(ts_syntax(false)),
        Language::Tsx => Syntax::Typescript(ts_syntax(true)),
    };
    let (module, comments) = parse_with(text, BASE, syntax, |parser| parser.parse_module());
    module.map(|module| Parsed { module, comments })
}

fn parse_with<T>(
    text: &str,
    base: u32,
    syntax: Syntax,
    parse: impl FnOnce(&mut Parser<Lexer<'_>>) -> Result<T, Error>,
) -> (Result<T, Problem>, SingleThreadedComments) {
    let comments = SingleThreadedComments::default();
    let last = BytePos(base + text.len() as u32);
    let input = StringInput::new(text, BytePos(base), last);
    let lexer = Lexer::new(
        syntax,
        EsVersion::latest(),
        input,
        Some(&comments as &dyn Comments),
    );
    let mut parser = Parser::new_from(lexer);
    let result = parse(&mut parser);
    let mut errors = parser.take_errors();
    drop(parser);
    let result = match result {
        Ok(parsed) if errors.is_empty() => Ok(parsed),
        Ok(_) => Err(first_problem(errors)),
        Err(error) => {
            errors.push(error);
            Err(first_problem(errors))
        }
    };
    (result, comments)
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
        SyntaxError::ReturnNotAllowed => illegal_return(offset),
        kind => Problem::new(plain(&kind.msg()), offset),
    }
}

fn illegal_return(offset: u32) -> Problem {
    Problem::new("Illegal return statement", offset).hint(
        "a cell is no function: write the value as the last expression, \
         or wrap the code in a function",
    )
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
