//! Lines and columns, counted here in the plainest way there is.

/// The length of each line of a text in UTF-16 units, without its break.
pub(crate) fn line_lengths(text: &str) -> Vec<usize> {
    let mut lengths = vec![0];
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() == Some(&'\n') => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => lengths.push(0),
            _ => *lengths.last_mut().expect("there is a first line") += character.len_utf16(),
        }
    }
    lengths
}

/// Whether a text with these lines has a place, counted from 0. The end of a line is a place.
pub(crate) fn has_place(lengths: &[usize], line: usize, column: usize) -> bool {
    // Between the two characters of a CRLF is a place as well.
    lengths
        .get(line)
        .is_some_and(|&length| column <= length + 1)
}
