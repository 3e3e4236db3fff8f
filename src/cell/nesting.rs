//! How deep a source nests, so that no parser or tree walk runs out of stack on it.
//!
//! The parser calls itself for everything that nests, and a stack overflow can't be caught. So the
//! source is scanned first, without a tree, for an upper bound of its depth: open brackets, plus
//! what nests without brackets, such as prefix operators, arrows and `else if`. Chains of binary
//! operators, members and calls don't count in JavaScript: the parser and the walks over the tree
//! take them in loops.

use std::cell::Cell;

use super::error::Problem;
use super::parse::Language;
use super::scanner::{Scanner, Stop, is_word};

/// Deepest JavaScript. V8's own parser gives up earlier on almost everything.
const LIMIT: usize = 6000;

/// Deepest TypeScript and JSX, whose compiler takes chains of operators recursively and time that
/// grows with the square of the depth.
const COMPILED_LIMIT: usize = 1000;

/// Weight of a source with JSX, see [`weight`]. Its text can look like anything, so its depth can't
/// be told.
const JSX_LIMIT: usize = 10_000;

/// Stack for what does not depend on the depth.
const BASE_STACK: usize = 16 << 20;

/// Stack for one level, several times what unoptimised builds were seen to use.
const LEVEL_STACK: usize = 64 << 10;

/// The stack that parsing and walking a source of this depth takes, in bytes. Most of it is never
/// touched.
pub(super) fn stack_bytes(depth: usize) -> usize {
    BASE_STACK + LEVEL_STACK * depth
}

/// An upper bound of how deep a source nests if it is read as `language`.
pub(super) fn depth(source: &str, language: Language) -> Result<usize, Problem> {
    if language != Language::JavaScript {
        refuse_ambiguity(source)?;
    }
    let limit = match language {
        Language::JavaScript => LIMIT,
        Language::TypeScript => COMPILED_LIMIT,
        Language::Tsx => return depth_with_jsx(source),
    };
    let deepest = Cell::new(0);
    match Scanner::scan(source, language, limit, &deepest) {
        // Where the brackets don't match, the parser stops as well.
        Ok(()) | Err(Stop::Dead) => Ok(deepest.get()),
        Err(Stop::TooDeep(at)) => Err(Problem::new(
            format!("the source is nested too deeply: the limit is {limit} levels"),
            at as u32,
        )),
        Err(Stop::Unclear(at)) => weight(source, limit).map_err(|_| {
            Problem::new(
                "the source is too large to tell how deep it nests: \
                 a `/` here may be a division or a regular expression",
                at as u32,
            )
        }),
    }
}

/// How many brackets that follow a `<` may be open at a time. At each the parser of TypeScript tries
/// two readings, so that its time grows fourfold with each; six take it some 50 ms.
const AMBIGUITY_LIMIT: usize = 6;

fn refuse_ambiguity(source: &str) -> Result<(), Problem> {
    let mut open: Vec<bool> = Vec::new();
    let mut count = 0;
    let mut previous = 0;
    for (at, byte) in source.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => {
                let is_ambiguous = previous == b'<';
                open.push(is_ambiguous);
                count += usize::from(is_ambiguous);
                if count > AMBIGUITY_LIMIT {
                    return Err(Problem::new(
                        format!(
                            "too many brackets after a `<` are open for TypeScript: \
                             the limit is {AMBIGUITY_LIMIT}"
                        ),
                        at as u32,
                    ));
                }
            }
            b')' | b']' | b'}' => count -= usize::from(open.pop() == Some(true)),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            previous = byte;
        }
    }
    Ok(())
}

fn depth_with_jsx(source: &str) -> Result<usize, Problem> {
    weight(source, JSX_LIMIT).map_err(|at| {
        let message = format!(
            "the source is too large for JSX: the limit is {JSX_LIMIT} brackets, operators and keywords"
        );
        Problem::new(message, at as u32)
    })
}

/// How many characters and words of a source may nest something, whatever stands between them; the
/// place where the limit is passed if there are too many.
fn weight(source: &str, limit: usize) -> Result<usize, usize> {
    let mut weight = 1;
    let mut word_start = 0;
    for (at, byte) in source.bytes().enumerate() {
        if is_word(byte) {
            continue;
        }
        weight += usize::from(NESTING_WORDS.contains(&&source[word_start..at]));
        weight += usize::from(!b" \t\n\r,;)]}\"'".contains(&byte));
        word_start = at + 1;
        if weight > limit {
            return Err(at);
        }
    }
    Ok(weight)
}

const NESTING_WORDS: [&str; 22] = [
    "as",
    "asserts",
    "await",
    "class",
    "delete",
    "do",
    "else",
    "extends",
    "for",
    "function",
    "if",
    "infer",
    "is",
    "keyof",
    "new",
    "readonly",
    "satisfies",
    "typeof",
    "unique",
    "void",
    "while",
    "yield",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::testing::Cells;

    fn javascript(source: &str) -> usize {
        depth(source, Language::JavaScript).map_or(usize::MAX, |depth| depth)
    }

    #[test]
    fn everything_that_nests_counts() {
        for (comment, before, after) in [
            ("brackets", "[", "]"),
            ("blocks", "{", "}"),
            ("templates", "`${", "}`"),
            ("prefix operators", "!", ""),
            ("words", "typeof ", ""),
            ("words over lines", "await\n", ""),
            ("assignments", "a=", ""),
            ("arrows", "a=>", ""),
            ("conditions", "a?b:", ""),
            ("powers", "a**", ""),
            ("statements", "if(a)\n", ""),
            ("loops", "for(;;)", ""),
            ("else", "if(a)b;else ", ""),
            ("labels", "a:", ""),
            ("a loop before an else", "if(a)do{}while(b)else ", ""),
            ("classes", "class extends a{}\n{m(){b=", "}}"),
            ("a function on the next line", "a=b=function\nf()\n{", "}"),
            ("escapes", "a=\\u{61}b=", ""),
            ("after a number with a dot", "a=1./2+\"/[\"+[", "]"),
            ("after a regular expression", "{}/'/;[", "]"),
        ] {
            let source = format!("{}x{}", before.repeat(1000), after.repeat(1000));
            assert!(
                javascript(&source) >= 1000,
                "{comment}: {}",
                javascript(&source)
            );
        }
    }

    #[test]
    fn what_only_follows_does_not_count() {
        for (comment, part) in [
            ("statements", "a = !b;"),
            ("lines", "a = !b\n"),
            ("increments", "a++\n"),
            ("conditions", "if (a) b; else c\n"),
            ("blocks", "if (a) { b } else { c }\n"),
            ("functions", "function f() { return a ? b : c }\n"),
            ("operators", "a + b * c ||\n"),
            ("chains", "a.b(c)[d]`e`."),
            ("strings and comments", "'((' // ((\n/* (( */"),
            ("regular expressions", "a = /[((]/\nif (a) /((/.b()\n"),
            ("cases", "case a: b\n"),
        ] {
            assert!(
                javascript(&part.repeat(1000)) < 20,
                "{comment}: {}",
                javascript(&part.repeat(1000))
            );
        }
        let array = format!("x = [{}]", "-a, b => c, a ? b : c,".repeat(1000));
        assert!(javascript(&array) < 20);
        let object = format!("x = {{{}}}", "a: 1, b() {},".repeat(1000));
        assert!(javascript(&object) < 20);
    }

    #[test]
    fn the_limit_is_named() {
        let error = Cells::default().add(&"[".repeat(100_000)).unwrap_err();
        assert!(
            error.starts_with("the source is nested too deeply: the limit is 6000 levels (1:6000)"),
            "{error}"
        );
    }

    #[test]
    fn long_chains_need_no_stack() {
        for part in ["1+", "a*b-", "a||", "a.", "a[0].", "a()?.", "a``."] {
            let source = format!("{}b", part.repeat(100_000));
            assert!(Cells::default().add(&source).is_ok(), "{part}");
        }
    }

    #[test]
    fn jsx_is_limited_by_what_might_nest() {
        assert!(depth("<a/>", Language::Tsx).is_ok());
        assert!(depth(&"<a>".repeat(JSX_LIMIT), Language::Tsx).is_err());
    }
}
