//! Pictures and documents that are not accepted, known by their first bytes.

const CONVERT: &str = "convert it to PNG first, for example with the package `jimp`";
const CONVERT_NATIVE: &str = "convert it to PNG first, for example with the package `sharp`";
const CONVERT_ELSEWHERE: &str = "convert it to PNG, JPEG or WebP first";
const RENDER_SVG: &str =
    "render it to PNG first, for example with the package `@resvg/resvg-wasm` or in a browser";
const RENDER: &str = "render a page of it to PNG first";
const DECODE_BASE64: &str = "decode it first: `Buffer.from(text, \"base64\")`";
const PICK_STILL: &str = "take a still image from it first";
const EXTRACT: &str = "take the image out of it first";

/// How far into a text its root element is looked for, in bytes.
const ROOT_WITHIN: usize = 4096;

/// Something that is known and not accepted.
pub(super) struct Foreign {
    /// What it is, with its article.
    pub(super) what: &'static str,
    /// How to get from it to an accepted image.
    pub(super) hint: &'static str,
}

impl Foreign {
    /// What `bytes` begin as, if that is known.
    pub(super) fn sniff(bytes: &[u8]) -> Option<Foreign> {
        let (what, hint) = by_magic(bytes).or_else(|| by_root_element(bytes))?;
        Some(Foreign { what, hint })
    }
}

fn by_magic(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    Some(match bytes {
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => ("a GIF", CONVERT),
        [b'B', b'M', ..] if is_bmp(bytes) => ("a BMP", CONVERT),
        [b'I', b'I', b'*' | b'+', 0, ..] | [b'M', b'M', 0, b'*' | b'+', ..] => ("a TIFF", CONVERT),
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => by_brand(brand),
        [0xff, 0x0a, ..] | [0, 0, 0, 12, b'J', b'X', b'L', b' ', ..] => {
            ("a JPEG XL", CONVERT_ELSEWHERE)
        }
        [0, 0, 0, 12, b'j', b'P', b' ', b' ', ..] | [0xff, 0x4f, 0xff, 0x51, ..] => {
            ("a JPEG 2000", CONVERT_ELSEWHERE)
        }
        [0, 0, 1, 0, _, 0, ..] => ("an ICO", CONVERT_ELSEWHERE),
        [b'8', b'B', b'P', b'S', ..] => ("a PSD", CONVERT_ELSEWHERE),
        [b'q', b'o', b'i', b'f', ..] => ("a QOI", CONVERT_ELSEWHERE),
        [b'P', b'1'..=b'7', b'\n' | b' ', ..] => ("a PNM", CONVERT_ELSEWHERE),
        [b'%', b'P', b'D', b'F', b'-', ..] => ("a PDF", RENDER),
        [b'%', b'!', b'P', b'S', ..] => ("a PostScript file", RENDER),
        [0x1a, 0x45, 0xdf, 0xa3, ..] => ("a WebM or Matroska video", PICK_STILL),
        [b'P', b'K', 3, 4, ..] => ("a ZIP archive", EXTRACT),
        [0x1f, 0x8b, ..] => ("gzip data", EXTRACT),
        _ if is_base64(bytes) => ("text in base64", DECODE_BASE64),
        _ => return None,
    })
}

/// Whether the header that follows the letters `BM` has one of the known lengths.
fn is_bmp(bytes: &[u8]) -> bool {
    matches!(
        bytes.get(14..18),
        Some(&[12 | 40 | 52 | 56 | 64 | 108 | 124, 0, 0, 0])
    )
}

fn by_brand(brand: &[u8]) -> (&'static str, &'static str) {
    match brand.get(..4) {
        Some(b"avif" | b"avis") => ("an AVIF", CONVERT_NATIVE),
        Some(b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1") => {
            ("a HEIC", CONVERT_ELSEWHERE)
        }
        _ => ("an MP4 or QuickTime video", PICK_STILL),
    }
}

/// Whether these are the first letters that an accepted image, or a `data:` URL, has in base64.
fn is_base64(bytes: &[u8]) -> bool {
    [&b"iVBORw0KGgo"[..], b"/9j/", b"UklGR", b"data:image/"]
        .iter()
        .any(|start| bytes.starts_with(start))
}

fn by_root_element(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(ROOT_WITHIN)]).to_ascii_lowercase();
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with("<!doctype html") || text.starts_with("<html") {
        Some((
            "an HTML page",
            "check what the request for the image was answered with",
        ))
    } else if text.starts_with('<') && text.contains("<svg") {
        Some(("an SVG", RENDER_SVG))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_their_first_bytes() {
        let bmp = [&b"BM"[..], &[0; 12], &[40, 0, 0, 0]].concat();
        let cases: [(&[u8], &str); 25] = [
            (b"GIF89a\x01", "a GIF"),
            (b"GIF87a\x01", "a GIF"),
            (&bmp, "a BMP"),
            (b"BMW is a car, not a bitmap", ""),
            (b"II*\0\x08", "a TIFF"),
            (b"MM\0*\0", "a TIFF"),
            (b"\0\0\0\x20ftypavif", "an AVIF"),
            (b"\0\0\0\x20ftypheic", "a HEIC"),
            (b"\0\0\0\x20ftypmif1", "a HEIC"),
            (b"\0\0\0\x20ftypisom", "an MP4 or QuickTime video"),
            (b"\xff\x0a\x01", "a JPEG XL"),
            (b"\0\0\0\x0cjP  \r\n", "a JPEG 2000"),
            (b"\0\0\x01\0\x01\0", "an ICO"),
            (b"%PDF-1.7", "a PDF"),
            (b"8BPS\0", "a PSD"),
            (b"PK\x03\x04", "a ZIP archive"),
            (b"<svg xmlns=", "an SVG"),
            (
                b"\xef\xbb\xbf\n<?xml version='1.0'?>\n<!-- c --><SVG>",
                "an SVG",
            ),
            (b"<!DOCTYPE HTML><svg>", "an HTML page"),
            (b"<note/>", ""),
            (b"iVBORw0KGgoAAAANSUhEUg", "text in base64"),
            (b"/9j/4AAQSkZJRg", "text in base64"),
            (b"data:image/png;base64,iVBO", "text in base64"),
            (b"hello", ""),
            (b"\0", ""),
        ];
        for (bytes, what) in cases {
            let known = Foreign::sniff(bytes).map_or("", |foreign| foreign.what);
            assert_eq!(known, what, "{}", bytes.escape_ascii());
        }
    }
}
