//! Why a source is not a cell.

use std::fmt;

use super::position::{LineIndex, Position, floor_boundary};

/// Longest part of a source line shown in a frame, in characters on each side of the place.
const FRAME_REACH: usize = 60;

/// A source that cannot run as a cell, found before any of it ran.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SyntaxError {
    /// What is wrong, without the place.
    pub(crate) message: String,
    /// Where.
    pub(crate) position: Position,
    /// The line, or the part of a long line around the place, and a second line with a caret.
    pub(crate) frame: String,
    /// What to write instead, where that is known.
    pub(crate) hint: Option<String>,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})\n{}", self.message, self.position, self.frame)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// An error that knows its place only as an offset.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) offset: u32,
    pub(super) hint: Option<String>,
}

impl Problem {
    pub(super) fn new(message: impl Into<String>, offset: u32) -> Self {
        Problem {
            message: message.into(),
            offset,
            hint: None,
        }
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(super) fn already_declared(name: &str, offset: u32) -> Self {
        Problem::new(
            format!("Identifier '{name}' has already been declared"),
            offset,
        )
    }

    pub(super) fn internal(what: &str) -> Self {
        Problem::new(format!("internal: {what}"), 0)
    }

    pub(super) fn in_source(self, source: &str) -> SyntaxError {
        let offset = floor_boundary(source, self.offset as usize);
        let lines = LineIndex::new(source);
        let line = lines.line(source, offset as u32);
        let position = lines.position(source, offset as u32);
        SyntaxError {
            message: self.message,
            position,
            frame: frame(line, position.column),
            hint: self.hint,
        }
    }
}

fn frame(line: &str, column: u32) -> String {
    let mut units = 0;
    let at = line
        .char_indices()
        .find(|(_, character)| {
            units += character.len_utf16() as u32;
            units >= column
        })
        .map_or(line.len(), |(at, _)| at);
    let (before, after) = line.split_at(at);
    let start = before
        .char_indices()
        .rev()
        .nth(FRAME_REACH - 1)
        .map_or(0, |(at, _)| at);
    let end = after
        .char_indices()
        .nth(FRAME_REACH)
        .map_or(after.len(), |(at, _)| at);
    let before = &before[start..];
    let indent: String = before
        .chars()
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    format!("{before}{}\n{indent}^", &after[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_points_at_the_place() {
        let error = Problem::new("no", 9)
            .hint("yes")
            .in_source("let a;\n\tlet b;");
        assert_eq!(error.to_string(), "no (2:3)\n\tlet b;\n\t ^\nhint: yes");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let source = "x".repeat(1_000_000);
        let error = Problem::new("no", 500_000).in_source(&source);
        assert_eq!(error.frame.len(), 2 * FRAME_REACH + 1 + FRAME_REACH + 1);
    }

    #[test]
    fn a_place_past_the_end_is_the_end() {
        assert_eq!(
            Problem::new("no", 99).in_source("ab").to_string(),
            "no (1:3)\nab\n  ^"
        );
    }
}
