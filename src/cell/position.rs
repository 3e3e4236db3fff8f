//! Places in a text, as people count them.

use std::fmt;

/// A place in a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    /// From 1. Lines end as JavaScript's do, also at U+2028 and U+2029.
    pub(crate) line: u32,
    /// From 1, in UTF-16 units. A byte order mark at the start of the source has no column.
    pub(crate) column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Bytes between two places of a text whose UTF-16 offset is kept.
const STRIDE: usize = 256;

/// Where each line of a text starts, and how bytes and UTF-16 units go together.
#[derive(Clone, Debug)]
pub(super) struct LineIndex {
    starts: Vec<u32>,
    /// UTF-16 units before each `STRIDE`th byte, or the character it is in. Empty where both count
    /// the same.
    units: Vec<u32>,
}

impl LineIndex {
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let mut at = 0;
        while at < bytes.len() {
            let length = line_break(&bytes[at..]);
            if length > 0 {
                at += length;
                starts.push(at as u32);
            } else {
                at += 1;
            }
        }
        LineIndex {
            starts,
            units: if text.is_ascii() {
                Vec::new()
            } else {
                units(text)
            },
        }
    }

    /// The position of a byte offset of `text`, the text this was made of.
    pub(super) fn position(&self, text: &str, offset: u32) -> Position {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let start = self.starts[line];
        let column = self.units_before(text, offset.max(start)) - self.units_before(text, start);
        Position {
            line: line as u32 + 1,
            column: column + 1,
        }
    }

    /// How many UTF-16 units come before an offset.
    fn units_before(&self, text: &str, offset: u32) -> u32 {
        let end = floor_boundary(text, offset as usize);
        match self.units.get(end / STRIDE) {
            None => end as u32,
            Some(&units) => {
                let start = floor_boundary(text, end / STRIDE * STRIDE);
                units + utf16_length(&text[start..end])
            }
        }
    }

    /// The byte offset of a position; of the end of the line where the column lies beyond it.
    pub(super) fn offset(&self, text: &str, position: Position) -> u32 {
        let line = (position.line.max(1) as usize - 1).min(self.starts.len() - 1);
        let start = self.starts[line];
        let next = self.starts.get(line + 1).copied();
        let end = next.map_or(text.len(), |next| {
            let text = &text[..next as usize];
            text.strip_suffix("\r\n")
                .or_else(|| text.strip_suffix(is_line_break))
                .unwrap_or(text)
                .len()
        });
        let wanted = self
            .units_before(text, start)
            .saturating_add(position.column.max(1) - 1);
        let chunk = self.units.partition_point(|&units| units <= wanted).max(1) - 1;
        let from = if self.units.is_empty() {
            return wanted.min(end as u32);
        } else {
            floor_boundary(text, chunk * STRIDE)
                .max(start as usize)
                .min(end)
        };
        let mut left = wanted.saturating_sub(self.units_before(text, from as u32));
        for (at, character) in text[from..end].char_indices() {
            let width = character.len_utf16() as u32;
            if left < width {
                return (from + at) as u32;
            }
            left -= width;
        }
        end as u32
    }

    /// The text of the line that holds `offset`, without its break.
    pub(super) fn line<'t>(&self, text: &'t str, offset: u32) -> &'t str {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let start = self.starts[line] as usize;
        let end = self
            .starts
            .get(line + 1)
            .map_or(text.len(), |&next| next as usize);
        text[start..end].trim_end_matches(is_line_break)
    }
}

pub(super) fn is_line_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// How many bytes the line break at the start of `bytes` has; 0 where there is none.
pub(super) fn line_break(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

fn units(text: &str) -> Vec<u32> {
    let mut table = Vec::with_capacity(text.len() / STRIDE + 1);
    let mut units = 0;
    for (at, character) in text.char_indices() {
        while table.len() * STRIDE < at + character.len_utf8() {
            table.push(units);
        }
        units += character.len_utf16() as u32;
    }
    table.push(units);
    table
}

fn utf16_length(text: &str) -> u32 {
    text.chars()
        .map(|character| character.len_utf16() as u32)
        .sum()
}

/// The nearest character boundary at or before `offset`.
pub(super) fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_found_again() {
        for text in [
            "x".repeat(1000),
            "ä😀x".repeat(300),
            "ab\nä\n".repeat(200),
            "😀".repeat(257),
        ] {
            let index = LineIndex::new(&text);
            let mut line = 1;
            let mut column = 1;
            for (at, character) in text.char_indices() {
                let position = index.position(&text, at as u32);
                assert_eq!(position, Position { line, column });
                assert_eq!(index.offset(&text, position), at as u32);
                column += character.len_utf16() as u32;
                if character == '\n' {
                    line += 1;
                    column = 1;
                }
            }
        }
    }

    #[test]
    fn columns_count_utf16_units_and_lines_end_as_javascript_says() {
        let text = "a\r\nb😀c\u{2028}d\re";
        let index = LineIndex::new(text);
        for (comment, needle, expected) in [
            ("start", 'a', "1:1"),
            ("after CRLF", 'b', "2:1"),
            ("after a surrogate pair", 'c', "2:4"),
            ("after U+2028", 'd', "3:1"),
            ("after a lone CR", 'e', "4:1"),
        ] {
            let offset = text.find(needle).unwrap() as u32;
            let position = index.position(text, offset);
            assert_eq!(position.to_string(), expected, "{comment}");
            assert_eq!(index.offset(text, position), offset, "{comment}, and back");
        }
    }
}
