//! Source maps, version 3.

use super::position::Position;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes a source map with one source. `mappings` are places of the generated text, in order, each
/// with its place in the source.
pub(super) fn write(
    source_name: &str,
    mappings: impl Iterator<Item = (Position, Position)>,
) -> String {
    let mut encoded = String::new();
    let mut line = 1;
    let mut last_column = 0;
    let mut last_source = (0, 0);
    let mut first = true;
    for (generated, source) in mappings {
        while line < generated.line {
            encoded.push(';');
            line += 1;
            last_column = 0;
            first = true;
        }
        if !first {
            encoded.push(',');
        }
        first = false;
        let column = i64::from(generated.column) - 1;
        let place = (i64::from(source.line) - 1, i64::from(source.column) - 1);
        for delta in [
            column - last_column,
            0,
            place.0 - last_source.0,
            place.1 - last_source.1,
        ] {
            write_number(&mut encoded, delta);
        }
        last_column = column;
        last_source = place;
    }
    let name = super::passes::quoted(source_name);
    format!("{{\"version\":3,\"sources\":[{name}],\"names\":[],\"mappings\":\"{encoded}\"}}")
}

/// A number in base 64, five bits a digit, the lowest first, with the sign in the lowest bit.
fn write_number(encoded: &mut String, number: i64) {
    let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
    loop {
        let digit = (rest & 31) as usize;
        rest >>= 5;
        let more = if rest > 0 { 32 } else { 0 };
        encoded.push(DIGITS[digit | more] as char);
        if rest == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_encoded_as_the_format_says() {
        for (number, expected) in [
            (0, "A"),
            (1, "C"),
            (-1, "D"),
            (15, "e"),
            (16, "gB"),
            (-1000, "x+B"),
        ] {
            let mut encoded = String::new();
            write_number(&mut encoded, number);
            assert_eq!(encoded, expected, "{number}");
        }
    }

    #[test]
    fn places_are_relative_within_their_line() {
        let at = |line, column| Position { line, column };
        let map = write(
            "a.js",
            [
                (at(1, 3), at(1, 1)),
                (at(1, 5), at(1, 2)),
                (at(3, 1), at(2, 1)),
            ]
            .into_iter(),
        );
        let expected =
            r#"{"version":3,"sources":["a.js"],"names":[],"mappings":"EAAA,EAAC;;AACD"}"#;
        assert_eq!(map, expected);
    }
}
