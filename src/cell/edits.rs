//! A text made from another by copying, replacing and inserting, from the front to the back.

use std::ops::Range;

use super::error::Problem;
use super::position::line_break;

/// Writes a new text while walking over the old one.
///
/// The cursor is the place in the old text up to which everything has been copied or dropped. It
/// only moves forward, so nested edits at one place come out in the order in which they were made.
pub(super) struct Edits<'s> {
    source: &'s str,
    cursor: u32,
    pieces: Vec<Piece>,
    /// The cursor was asked to go back: the tree and the text disagree.
    disordered: bool,
}

struct Piece {
    source: Range<u32>,
    /// `None` where the piece is the old text itself.
    text: Option<String>,
    /// The place in the old text that the piece stands for, where that is not its start.
    stands_for: Option<u32>,
}

/// A place in the new text to be filled in later.
#[derive(Clone, Copy)]
pub(super) struct Slot(usize);

impl<'s> Edits<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Edits {
            source,
            cursor: 0,
            pieces: Vec::new(),
            disordered: false,
        }
    }

    pub(super) fn cursor(&self) -> u32 {
        self.cursor
    }

    /// Keeps the old text up to `end`.
    pub(super) fn copy_to(&mut self, end: u32) {
        if end > self.cursor {
            self.push(end, None);
        } else {
            self.disordered |= end < self.cursor;
        }
    }

    /// Puts `text` in place of the old text up to `end`.
    pub(super) fn replace_to(&mut self, end: u32, text: impl Into<String>) {
        if end < self.cursor {
            self.disordered = true;
        } else {
            self.push(end, Some(text.into()));
        }
    }

    /// Puts `text` in front of the old text at the cursor.
    pub(super) fn insert(&mut self, text: impl Into<String>) {
        self.push(self.cursor, Some(text.into()));
    }

    /// The same for text that does what the old text at `place` says.
    pub(super) fn insert_for(&mut self, place: u32, text: impl Into<String>) {
        self.insert(text);
        self.stands_for(place);
    }

    /// Makes the last piece stand for what the old text at `place` says.
    pub(super) fn stands_for(&mut self, place: u32) {
        if let Some(piece) = self.pieces.last_mut() {
            piece.stands_for = Some(place);
        }
    }

    /// Drops the old text up to `end`, except its line breaks.
    pub(super) fn drop_to(&mut self, end: u32) {
        if end < self.cursor {
            self.disordered = true;
            return;
        }
        let bytes = self.source.as_bytes();
        let mut dropped = self.cursor as usize;
        let mut at = dropped;
        while at < end as usize {
            let length = line_break(&bytes[at..]);
            if length > 0 {
                self.push_dropped(dropped, at);
                at += length;
                self.push(at as u32, None);
                dropped = at;
            } else {
                at += 1;
            }
        }
        self.push_dropped(dropped, end as usize);
    }

    fn push_dropped(&mut self, start: usize, end: usize) {
        if start < end {
            self.push(end as u32, Some(String::new()));
        }
    }

    fn push(&mut self, end: u32, text: Option<String>) {
        self.pieces.push(Piece {
            source: self.cursor..end,
            text,
            stands_for: None,
        });
        self.cursor = end;
    }

    /// Reserves a place at the cursor.
    pub(super) fn slot(&mut self) -> Slot {
        self.insert(String::new());
        Slot(self.pieces.len() - 1)
    }

    pub(super) fn fill(&mut self, slot: Slot, text: impl Into<String>) {
        self.pieces[slot.0].text = Some(text.into());
    }

    /// Whether the new text ends in this character so far.
    pub(super) fn ends_with(&self, character: char) -> bool {
        for piece in self.pieces.iter().rev() {
            let text = match &piece.text {
                Some(text) => text,
                None => &self.source[piece.source.start as usize..piece.source.end as usize],
            };
            if !text.is_empty() {
                return text.ends_with(character);
            }
        }
        false
    }

    /// The first character written since `slot` was reserved, if an edit wrote it.
    pub(super) fn first_edit_after(&self, slot: Slot) -> Option<char> {
        for piece in &self.pieces[slot.0 + 1..] {
            match &piece.text {
                Some(text) if text.is_empty() => continue,
                Some(text) => return text.chars().next(),
                None => return None,
            }
        }
        None
    }

    /// The new text, with the rest of the old one kept.
    pub(super) fn finish(mut self) -> Result<Edited, Problem> {
        self.copy_to(self.source.len() as u32);
        if self.disordered {
            return Err(Problem::internal("edits out of order"));
        }
        let mut text = String::with_capacity(self.source.len() + self.source.len() / 4);
        let mut segments: Vec<Segment> = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces {
            let start = text.len() as u32;
            let copied = piece.text.is_none();
            match &piece.text {
                None => text
                    .push_str(&self.source[piece.source.start as usize..piece.source.end as usize]),
                Some(new) if new.is_empty() && piece.source.is_empty() => continue,
                Some(new) => text.push_str(new),
            }
            let stands_for = piece.stands_for.unwrap_or(piece.source.start);
            segments.push(Segment {
                start,
                source: piece.source,
                stands_for,
                copied,
            });
        }
        Ok(Edited {
            text,
            map: EditMap { segments },
        })
    }
}

/// What [`Edits::finish`] gives.
pub(super) struct Edited {
    pub(super) text: String,
    pub(super) map: EditMap,
}

/// Which part of the old text each part of the new one stands for.
#[derive(Clone, Debug)]
pub(super) struct EditMap {
    segments: Vec<Segment>,
}

/// A part of the new text, up to the start of the next one.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) start: u32,
    pub(super) source: Range<u32>,
    /// The place whose work it does.
    stands_for: u32,
    /// Whether it is the old text unchanged, so that offsets within it map exactly.
    pub(super) copied: bool,
}

impl EditMap {
    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The place in the old text for a place in the new one.
    pub(super) fn source_offset(&self, offset: u32) -> u32 {
        match self.at(offset) {
            Some(segment) if segment.copied => segment.source.start + (offset - segment.start),
            Some(segment) => segment.stands_for,
            None => 0,
        }
    }

    /// The start in the old text of a slice that starts at `start` in the new one.
    pub(super) fn source_start(&self, start: u32) -> u32 {
        match self.at(start) {
            Some(segment) if segment.copied => segment.source.start + (start - segment.start),
            Some(segment) => segment.source.start,
            None => 0,
        }
    }

    /// The end in the old text of a slice that ends at `end` in the new one.
    pub(super) fn source_end(&self, end: u32) -> u32 {
        match self.at(end.saturating_sub(1)) {
            Some(segment) if segment.copied => segment.source.start + (end - segment.start),
            Some(segment) => segment.source.end,
            None => 0,
        }
    }

    fn at(&self, offset: u32) -> Option<&Segment> {
        let next = self
            .segments
            .partition_point(|segment| segment.start <= offset);
        // Pieces without text share their start with the one that follows them.
        self.segments.get(next.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited() -> Edited {
        let mut edits = Edits::new("let x =\n 1; x");
        let slot = edits.slot();
        edits.drop_to(4);
        edits.replace_to(5, "renamed");
        edits.copy_to(10);
        edits.insert(",2");
        edits.fill(slot, "{");
        edits.finish().unwrap()
    }

    #[test]
    fn what_is_not_edited_is_kept() {
        assert_eq!(edited().text, "{renamed =\n 1,2; x");
    }

    #[test]
    fn dropping_keeps_line_breaks() {
        let mut edits = Edits::new("a\n\r\n\u{2028}b");
        edits.drop_to(8);
        assert_eq!(edits.finish().unwrap().text, "\n\r\n\u{2028}");
    }

    #[test]
    fn places_map_back() {
        let edited = edited();
        for (needle, source) in [
            ("{", 0),
            ("renamed", 4),
            ("named", 4),
            ("1", 9),
            (",2", 10),
            ("; x", 10),
            ("x", 12),
        ] {
            let offset = edited.text.rfind(needle).unwrap() as u32;
            assert_eq!(edited.map.source_offset(offset), source, "{needle}");
        }
        assert_eq!(
            edited.map.source_end(8),
            5,
            "a slice may end in a replaced word"
        );
    }

    #[test]
    fn going_back_is_an_error() {
        let mut edits = Edits::new("ab");
        edits.copy_to(2);
        edits.copy_to(1);
        assert!(edits.finish().is_err());
    }
}
