//! Where nodes are in the text, and what stands between them.

use swc_common::Span;

/// The offset of the text's first byte in spans: zero is the span of what has no place.
pub(in crate::cell) const BASE: u32 = 16;

/// The offset of a node's first byte.
pub(super) fn start(span: Span) -> u32 {
    span.lo.0.saturating_sub(BASE)
}

/// The offset after a node's last byte.
pub(super) fn end(span: Span) -> u32 {
    span.hi.0.saturating_sub(BASE)
}

/// The offset of the next token at or after `offset`, which must not lie in a token.
pub(super) fn next_token(text: &str, offset: u32) -> u32 {
    let mut rest = &text[offset as usize..];
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
        if let Some(comment) = rest.strip_prefix("//") {
            let end = comment
                .find(crate::cell::position::is_line_break)
                .unwrap_or(comment.len());
            rest = &comment[end..];
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").map_or(comment.len(), |at| at + 2);
            rest = &comment[end..];
        } else {
            return (text.len() - rest.len()) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_tokens() {
        let text = "a /* b */ // c\n\u{2028}, d";
        assert_eq!(&text[next_token(text, 1) as usize..], ", d");
        assert_eq!(next_token("// x", 0), 4);
    }
}
