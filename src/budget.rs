//! How much text a result carries, and what is left of text that is longer.

use std::borrow::Cow;
use std::fmt::Write;

use unicode_segmentation::{GraphemeCursor, GraphemeIncomplete};

/// Most tokens a caller may ask for.
pub const MAX_TOKENS: usize = 25_000;

const DEFAULT_TOKENS: usize = 10_000;
const CHARS_PER_TOKEN: usize = 5;
const ERROR_TEXT_CHARS: usize = 10_000;

/// How far from a cut, in bytes, a line break is preferred to it.
const NEAR: usize = 512;
/// Longest escape sequence, in bytes, that a cut steps around.
const LONGEST_ESCAPE: usize = 2048;
/// Longest grapheme, in bytes, that a cut steps around.
const LONGEST_GRAPHEME: usize = 256;

/// An amount of text: so many tokens, as [`estimate_tokens`] counts them, and so many characters.
///
/// Defaults to 10,000 tokens and 50,000 characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    tokens: usize,
    chars: usize,
}

impl Budget {
    /// A budget of `tokens` tokens, and five times as many characters.
    ///
    /// More than [`MAX_TOKENS`] counts as [`MAX_TOKENS`].
    pub fn tokens(tokens: usize) -> Budget {
        let tokens = tokens.min(MAX_TOKENS);
        Budget {
            tokens,
            chars: tokens * CHARS_PER_TOKEN,
        }
    }

    /// The budget of an error's text: 10,000 tokens and 10,000 characters.
    pub fn error_text() -> Budget {
        Budget {
            tokens: DEFAULT_TOKENS,
            chars: ERROR_TEXT_CHARS,
        }
    }

    fn less(self, other: Budget) -> Budget {
        Budget {
            tokens: self.tokens.saturating_sub(other.tokens),
            chars: self.chars.saturating_sub(other.chars),
        }
    }

    fn percent(self, percent: usize) -> Budget {
        Budget {
            tokens: self.tokens * percent / 100,
            chars: self.chars * percent / 100,
        }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::tokens(DEFAULT_TOKENS)
    }
}

/// `text` itself if it is within `budget`, else its head (60 %) and its tail (40 %) with a line
/// between them that says how much is missing.
///
/// A cut falls on a line break if one is near, never inside a grapheme and never inside an ANSI
/// escape sequence. `how_to_read` ends the line in between: where the whole text is to be had.
///
/// ```
/// use isocell::budget::{Budget, fit};
///
/// assert_eq!(fit("short", Budget::default(), ""), "short");
/// let text = "a line of text\n".repeat(9);
/// assert_eq!(
///     fit(&text, Budget::tokens(30), "read all of it with `more`"),
///     "a line of text\na line of text\n\
///      [… 90 characters, 6 lines left out: read all of it with `more` …]\n\
///      a line of text\n",
/// );
/// ```
pub fn fit<'a>(text: &'a str, budget: Budget, how_to_read: &str) -> Cow<'a, str> {
    fit_parts(&[text], budget, how_to_read)
        .pop()
        .expect("one part in, one part out")
}

/// The same as [`fit`] for a text that comes in parts, such as with images between them.
///
/// The result has as many parts. Those from which everything is left out are empty.
pub fn fit_parts<'a>(parts: &[&'a str], budget: Budget, how_to_read: &str) -> Vec<Cow<'a, str>> {
    let text = match parts {
        [text] => Cow::Borrowed(*text),
        _ => Cow::Owned(parts.concat()),
    };
    let Some(gap) = Gap::find(&text, budget, how_to_read) else {
        return parts.iter().map(|part| Cow::Borrowed(*part)).collect();
    };
    let marker = gap.marker(&text, how_to_read);
    let mut start = 0;
    parts
        .iter()
        .map(|part| {
            let end = start + part.len();
            let head = &part[..gap.start.clamp(start, end) - start];
            let tail = &part[gap.end.clamp(start, end) - start..];
            let marked = (start..end).contains(&gap.start);
            start = end;
            match (marked, head, tail) {
                (true, _, _) => Cow::Owned([head, &marker, tail].concat()),
                (false, head, "") => Cow::Borrowed(head),
                (false, _, tail) => Cow::Borrowed(tail),
            }
        })
        .collect()
}

/// About how many tokens a language model sees in `text`: as a rule rather too many than too few.
///
/// Every script is counted by one formula: a word costs one token per 4 letters or part of them (3
/// in capitals), digits one per 2, punctuation one per 1½, line breaks one per 2, several spaces one
/// per 16, a single space nothing; any other character costs 1, 1½ or 3 tokens if it is 2, 3 or 4
/// bytes of UTF-8. A capital after a small letter starts a word.
pub fn estimate_tokens(text: &str) -> usize {
    let mut meter = Meter::default();
    text.chars().for_each(|c| meter.push(c));
    meter.tokens()
}

/// `text` with each control character as its code, such as `\x00` or `\x1b`.
///
/// Tabs and line breaks (`\n` and `\r\n`) stay.
///
/// ```
/// use isocell::budget::printable;
///
/// assert_eq!(printable("a\tb\r\n\0\u{1b}[1m"), "a\tb\r\n\\x00\\x1b[1m");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut kept = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_control()) {
        if matches!(c, '\n' | '\t') || (c == '\r' && text[at + 1..].starts_with('\n')) {
            continue;
        }
        out.push_str(&text[kept..at]);
        write!(out, "\\x{:02x}", u32::from(c)).expect("writing to a string succeeds");
        kept = at + c.len_utf8();
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[kept..]);
    Cow::Owned(out)
}

/// What is left out of a text, as a range of bytes.
struct Gap {
    start: usize,
    end: usize,
}

impl Gap {
    /// `None` if `text` is within `budget`.
    fn find(text: &str, budget: Budget, how_to_read: &str) -> Option<Gap> {
        if prefix_within(text, budget) == text.len() {
            return None;
        }
        let whole = Gap {
            start: 0,
            end: text.len(),
        };
        let marker = whole.marker(text, how_to_read);
        // A line break and a word cut in two may come on top of it. Of a small budget half is left
        // for the text itself.
        let marker = Budget {
            tokens: (estimate_tokens(&marker) + 2).min(budget.tokens / 2),
            chars: (marker.chars().count() + 1).min(budget.chars / 2),
        };
        let rest = budget.less(marker);
        let head = rest.percent(60);
        let start = prefix_within(text, head);
        let end = start + suffix_within(&text[start..], rest.less(head));
        Some(Gap {
            start: head_cut(text, start),
            end: tail_cut(text, end),
        })
    }

    /// The line that stands for the gap, with the line breaks that it needs around it.
    fn marker(&self, text: &str, how_to_read: &str) -> String {
        let missing = &text[self.start..self.end];
        let chars = missing.chars().count();
        let lines = missing.bytes().filter(|byte| *byte == b'\n').count();
        let mut marker = String::new();
        if self.start > 0 && !text[..self.start].ends_with('\n') {
            marker.push('\n');
        }
        write!(marker, "[… {}", counted(chars, "character")).expect("writing to a string succeeds");
        if lines > 0 {
            write!(marker, ", {}", counted(lines, "line")).expect("writing to a string succeeds");
        }
        marker.push_str(" left out");
        if !how_to_read.is_empty() {
            marker.push_str(": ");
            marker.push_str(how_to_read);
        }
        marker.push_str(" …]\n");
        marker
    }
}

fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Length of the longest start of `text` that is within `budget`.
fn prefix_within(text: &str, budget: Budget) -> usize {
    let mut meter = Meter::default();
    for (chars, (at, c)) in text.char_indices().enumerate() {
        meter.push(c);
        if chars == budget.chars || meter.tokens() > budget.tokens {
            return at;
        }
    }
    text.len()
}

/// Where the longest end of `text` that is within `budget` starts.
fn suffix_within(text: &str, budget: Budget) -> usize {
    let Some(last) = budget.chars.checked_sub(1) else {
        return text.len();
    };
    let start = match text.char_indices().rev().nth(last) {
        Some((start, _)) => start,
        None => 0,
    };
    let surplus = estimate_tokens(&text[start..]).saturating_sub(budget.tokens);
    if surplus == 0 {
        return start;
    }
    // The halves of a word that is cut in two may cost a token more than the word.
    let surplus = surplus + 1;
    let mut meter = Meter::default();
    for (at, c) in text[start..].char_indices() {
        meter.push(c);
        if meter.tokens() >= surplus {
            return start + at + c.len_utf8();
        }
    }
    text.len()
}

/// The best place at or shortly before `at` to end a head.
fn head_cut(text: &str, at: usize) -> usize {
    if text[at..].starts_with('\n') {
        return at + 1;
    }
    let near = text.floor_char_boundary(at - NEAR.min(at / 2));
    if let Some(line_break) = text[near..at].rfind('\n') {
        return near + line_break + 1;
    }
    let at = escape_around(text, at).map_or(at, |(start, _)| start);
    match grapheme_cursor(text, at) {
        Some(mut cursor) => near_boundary(at, cursor.prev_boundary(text, 0)),
        None => at,
    }
}

/// The best place at or shortly after `at` to begin a tail.
fn tail_cut(text: &str, at: usize) -> usize {
    if text[..at].ends_with('\n') {
        return at;
    }
    let near = text.ceil_char_boundary(at + NEAR.min((text.len() - at) / 2));
    if let Some(line_break) = text[at..near].find('\n') {
        return at + line_break + 1;
    }
    let at = escape_around(text, at).map_or(at, |(_, end)| end);
    match grapheme_cursor(text, at) {
        Some(mut cursor) => near_boundary(at, cursor.next_boundary(text, 0)),
        None => at,
    }
}

/// A cursor at `at` if that is inside a grapheme.
fn grapheme_cursor(text: &str, at: usize) -> Option<GraphemeCursor> {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    let is_boundary = cursor.is_boundary(text, 0).unwrap_or(true);
    (!is_boundary).then_some(cursor)
}

/// The boundary that was found, unless the grapheme is too long to be spared.
fn near_boundary(at: usize, found: Result<Option<usize>, GraphemeIncomplete>) -> usize {
    match found {
        Ok(Some(boundary)) if boundary.abs_diff(at) <= LONGEST_GRAPHEME => boundary,
        _ => at,
    }
}

/// The ANSI escape sequence with `at` inside it, as its start and end.
fn escape_around(text: &str, at: usize) -> Option<(usize, usize)> {
    let mut from = text.floor_char_boundary(at.saturating_sub(LONGEST_ESCAPE));
    while let Some(found) = text[from..at].find('\u{1b}') {
        let start = from + found;
        let end = start + escape_length(&text[start..]);
        if end > at {
            return Some((start, end));
        }
        from = end;
    }
    None
}

/// Length of the ANSI escape sequence that `text` starts with; 1 if the escape is alone.
fn escape_length(text: &str) -> usize {
    let body = &text.as_bytes()[1..];
    let length = match body.first() {
        Some(b'[') => body[1..]
            .iter()
            .position(|byte| !matches!(byte, 0x20..=0x3f))
            .filter(|last| matches!(body[1 + last], 0x40..=0x7e))
            .map(|last| last + 3),
        Some(b']') => {
            let body = &body[..body.len().min(LONGEST_ESCAPE)];
            let bell = body.iter().position(|byte| *byte == 0x07).map(|at| at + 2);
            let string_end = body.windows(2).position(|pair| pair == b"\x1b\\");
            match (bell, string_end.map(|at| at + 3)) {
                (Some(bell), Some(string_end)) => Some(bell.min(string_end)),
                (bell, string_end) => bell.or(string_end),
            }
        }
        _ => None,
    };
    length.unwrap_or(1)
}

/// Counts tokens character by character, in halves.
#[derive(Default)]
struct Meter {
    before_run: usize,
    kind: Kind,
    run: usize,
}

/// Neighbours of one kind are counted together.
#[derive(Clone, Copy, Default, PartialEq)]
enum Kind {
    #[default]
    Space,
    LineBreak,
    Letter,
    Capital,
    Digit,
    Punctuation,
    Bytes2,
    Bytes3,
    Bytes4,
}

impl Kind {
    fn of(c: char) -> Kind {
        match c {
            ' ' | '\t' => Kind::Space,
            '\n' | '\r' => Kind::LineBreak,
            'a'..='z' => Kind::Letter,
            'A'..='Z' => Kind::Capital,
            '0'..='9' => Kind::Digit,
            _ => match c.len_utf8() {
                1 => Kind::Punctuation,
                2 => Kind::Bytes2,
                3 => Kind::Bytes3,
                _ => Kind::Bytes4,
            },
        }
    }

    /// What `run` characters in a row cost, in half tokens.
    fn half_tokens(self, run: usize) -> usize {
        match self {
            Kind::Space if run < 2 => 0,
            Kind::Space => 2 * run.div_ceil(16),
            Kind::LineBreak | Kind::Digit => 2 * run.div_ceil(2),
            Kind::Letter => 2 * run.div_ceil(4),
            Kind::Capital => 2 * run.div_ceil(3),
            Kind::Punctuation => 2 * (run * 2 / 3).max(1),
            Kind::Bytes2 => 2 * run,
            Kind::Bytes3 => 3 * run,
            Kind::Bytes4 => 6 * run,
        }
    }
}

impl Meter {
    fn push(&mut self, c: char) {
        let kind = Kind::of(c);
        let capitalised = self.kind == Kind::Capital && self.run == 1 && kind == Kind::Letter;
        if kind != self.kind && !capitalised {
            self.before_run += self.kind.half_tokens(self.run);
            self.run = 0;
        }
        self.kind = kind;
        self.run += 1;
    }

    fn tokens(&self) -> usize {
        (self.before_run + self.kind.half_tokens(self.run)).div_ceil(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_is_counted_by_one_formula() {
        let cases = [
            ("nothing", "", 0),
            ("short words are one token each", "the end", 2),
            ("long words are one per 4 letters", "tokenization", 3),
            ("camel case starts words", "maxImageBytes", 5),
            ("capitals", "ERR_IMAGE", 4),
            ("digits", "20260", 3),
            ("punctuation alone", "{", 1),
            ("punctuation in a row", "{[()]}", 4),
            ("indentation", "\n        x", 3),
            ("Cyrillic", "привет", 6),
            ("Chinese", "人人生而自由", 9),
            ("emoji", "🚀🔥", 6),
            ("mixed", "x = \"人\";", 6),
        ];
        for (comment, text, tokens) in cases {
            assert_eq!(estimate_tokens(text), tokens, "{comment}");
        }
    }

    #[test]
    fn text_within_its_budget_is_left_alone() {
        let exactly = "a ".repeat(100);
        assert!(matches!(
            fit(&exactly, Budget::tokens(100), ""),
            Cow::Borrowed(_)
        ));
        let one_more = "a ".repeat(101);
        assert!(fit(&one_more, Budget::tokens(100), "").contains("left out"));
        let exactly = "-".repeat(50_000);
        assert!(prefix_within(&exactly, Budget::tokens(MAX_TOKENS)) < 50_000);
        let exactly = "a".repeat(40_000);
        assert_eq!(fit(&exactly, Budget::default(), ""), exactly);
    }

    #[test]
    fn budgets_have_a_ceiling() {
        assert_eq!(Budget::tokens(1_000_000), Budget::tokens(25_000));
        assert_eq!(Budget::tokens(25_000).chars, 125_000);
        assert_eq!(Budget::default().chars, 50_000);
    }

    #[test]
    fn head_and_tail_are_whole_lines() {
        let text: String = (1..=200).map(|n| format!("line {n}\n")).collect();
        assert_eq!(
            fit(&text, Budget::tokens(60), "see `all`"),
            "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\n\
             [… 1616 characters, 190 lines left out: see `all` …]\n\
             line 198\nline 199\nline 200\n"
        );
    }

    #[test]
    fn one_endless_line_is_cut_within() {
        let text = "x".repeat(1000);
        let fitted = fit(&text, Budget::tokens(50), "");
        let lines: Vec<&str> = fitted.lines().collect();
        assert_eq!(lines.len(), 3);
        let (head, tail) = (lines[0].len(), lines[2].len());
        assert_eq!(
            lines[1],
            format!("[… {} characters left out …]", 1000 - head - tail)
        );
        assert!(
            (55..66).contains(&(head * 100 / (head + tail))),
            "{head} {tail}"
        );
    }

    #[test]
    fn graphemes_stay_whole() {
        let family = "👩‍👩‍👧‍👦";
        for (comment, grapheme) in [
            ("joined emoji", family),
            ("flag", "🇩🇪"),
            ("combining mark", "e\u{301}"),
            ("syllable", "각"),
        ] {
            let text = grapheme.repeat(500);
            for tokens in 40..80 {
                let fitted = fit(&text, Budget::tokens(tokens), "");
                let (head, rest) = fitted.split_once("\n[…").unwrap_or(("", &fitted));
                let tail = rest.split_once("…]\n").expect("a marker").1;
                assert_eq!(head.replace(grapheme, ""), "", "{comment}, {tokens}");
                assert_eq!(tail.replace(grapheme, ""), "", "{comment}, {tokens}");
            }
        }
    }

    #[test]
    fn a_grapheme_without_end_is_cut_all_the_same() {
        let text = format!("e{}", "\u{301}".repeat(100_000));
        let fitted = fit(&text, Budget::tokens(1000), "");
        assert!(estimate_tokens(&fitted) > 500);
    }

    #[test]
    fn escape_sequences_stay_whole() {
        for (comment, sequence) in [
            ("colour", "\u{1b}[38;5;123m"),
            (
                "link ended by a bell",
                "\u{1b}]8;;https://example.com/a\u{7}",
            ),
            (
                "link ended by a terminator",
                "\u{1b}]8;;https://example.com/a\u{1b}\\",
            ),
        ] {
            let text = sequence.repeat(500);
            for tokens in 60..120 {
                let fitted = fit(&text, Budget::tokens(tokens), "");
                let (head, rest) = fitted.split_once("\n[…").unwrap_or(("", &fitted));
                let tail = rest.split_once("…]\n").expect("a marker").1;
                assert_eq!(head.replace(sequence, ""), "", "{comment}, {tokens}");
                assert_eq!(tail.replace(sequence, ""), "", "{comment}, {tokens}");
            }
        }
    }

    #[test]
    fn an_escape_that_starts_no_sequence_does_not_count_as_one() {
        for text in ["\u{1b}", "\u{1b}[", "\u{1b}[1é", "\u{1b}]no end", "\u{1b}x"] {
            assert_eq!(escape_length(text), 1, "{text:?}");
        }
    }

    #[test]
    fn what_is_fitted_is_within_the_budget() {
        let pieces = [
            "word ",
            "ERR_X",
            "{}();",
            "0123456789",
            "\n",
            "        ",
            "人",
            "👍🏽",
            "ß",
        ];
        for seed in 1..60_u64 {
            let mut state = seed;
            let text: String = (0..4000)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    pieces[(state >> 33) as usize % pieces.len()]
                })
                .collect();
            for tokens in [80, 100, 250, 1000] {
                let budget = Budget::tokens(tokens);
                let fitted = fit(&text, budget, "somewhere");
                let spent = estimate_tokens(&fitted);
                assert!(
                    spent <= tokens && spent * 2 > tokens,
                    "{spent} of {tokens}, seed {seed}"
                );
                assert!(fitted.chars().count() <= budget.chars);
            }
        }
    }

    #[test]
    fn no_budget_leaves_the_marker() {
        assert_eq!(
            fit("some text", Budget::tokens(0), "ask"),
            "[… 9 characters left out: ask …]\n"
        );
    }

    #[test]
    fn parts_share_one_budget() {
        let parts = ["first\n", &"middle\n".repeat(100), "", "last\n"];
        let fitted = fit_parts(&parts, Budget::tokens(40), "");
        assert_eq!(
            fitted,
            [
                "first\n",
                "middle\nmiddle\nmiddle\n\
                 [… 672 characters, 96 lines left out …]\n\
                 middle\n",
                "",
                "last\n",
            ]
        );
    }

    #[test]
    fn a_gap_may_span_parts() {
        let long = "text\n".repeat(100);
        let fitted = fit_parts(&[&long, &long, &long], Budget::tokens(50), "");
        assert!(fitted[0].starts_with("text\n") && fitted[0].ends_with("…]\n"));
        assert_eq!(fitted[1], "");
        assert!(fitted[2].starts_with("text\n") && fitted[2].len() < 100);
    }

    #[test]
    fn control_characters_are_shown_by_their_codes() {
        let cases = [
            ("plain text", "a\tb\nc", "a\tb\nc"),
            ("NUL", "a\0b", "a\\x00b"),
            ("escape", "\u{1b}[31mred", "\\x1b[31mred"),
            ("DEL and C1", "\u{7f}\u{9b}1m", "\\x7f\\x9b1m"),
            ("line breaks stay", "a\r\nb", "a\r\nb"),
            ("a lone return does not", "10%\r20%", "10%\\x0d20%"),
            ("a return at the end", "a\r", "a\\x0d"),
            ("other scripts stay", "人 🚀 é", "人 🚀 é"),
        ];
        for (comment, text, expected) in cases {
            assert_eq!(printable(text), expected, "{comment}");
        }
    }
}
