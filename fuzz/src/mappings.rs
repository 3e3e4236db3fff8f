//! The mappings of a source map, read without the code that wrote them.

/// One mapping, all counts from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mapping {
    pub(crate) script_line: usize,
    pub(crate) script_column: usize,
    pub(crate) source_line: usize,
    pub(crate) source_column: usize,
}

/// The mappings of a map of one source; `None` if it is no such map.
pub(crate) fn read(map: &str) -> Option<Vec<Mapping>> {
    let (_, text) = map.split_once("\"mappings\":\"")?;
    let (text, _) = text.split_once('"')?;
    let mut mappings = Vec::new();
    let (mut source_line, mut source_column) = (0_i64, 0_i64);
    for (script_line, line) in text.split(';').enumerate() {
        let mut script_column = 0_i64;
        for segment in line.split(',').filter(|segment| !segment.is_empty()) {
            let numbers = vlq(segment)?;
            let [column, source, line, source_step] = numbers[..] else {
                return None;
            };
            if source != 0 || (column <= 0 && script_column > 0) {
                return None;
            }
            script_column += column;
            source_line += line;
            source_column += source_step;
            mappings.push(Mapping {
                script_line,
                script_column: usize::try_from(script_column).ok()?,
                source_line: usize::try_from(source_line).ok()?,
                source_column: usize::try_from(source_column).ok()?,
            });
        }
    }
    Some(mappings)
}

fn vlq(segment: &str) -> Option<Vec<i64>> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut numbers = Vec::new();
    let (mut value, mut shift) = (0_i64, 0);
    for character in segment.chars() {
        let digit = DIGITS.find(character)? as i64;
        value |= (digit & 31) << shift;
        shift += 5;
        if digit & 32 == 0 {
            let magnitude = value >> 1;
            numbers.push(if value & 1 == 1 {
                -magnitude
            } else {
                magnitude
            });
            (value, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(numbers)
}
