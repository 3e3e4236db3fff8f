//! What an image is, by its bytes and by its declared type.

use std::fmt;

use super::ImageError;
use super::foreign::Foreign;

/// An encoding that is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// PNG, also animated.
    Png,
    /// JPEG, baseline or progressive.
    Jpeg,
    /// WebP, lossy or lossless, also animated.
    WebP,
}

impl Format {
    /// The format that `bytes` begin as.
    pub(super) fn sniff(bytes: &[u8]) -> Result<Format, ImageError> {
        match bytes {
            [] => Err(ImageError::Empty),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Ok(Format::Png),
            [0xff, 0xd8, 0xff, ..] => Ok(Format::Jpeg),
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                ..,
            ] => Ok(Format::WebP),
            _ => Err(match Foreign::sniff(bytes) {
                Some(Foreign { what, hint }) => ImageError::Foreign { what, hint },
                None => ImageError::Unknown {
                    start: hexadecimal(&bytes[..bytes.len().min(8)]),
                },
            }),
        }
    }

    /// The MIME type.
    pub(super) fn mime_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Jpeg => "image/jpeg",
            Format::WebP => "image/webp",
        }
    }

    /// Refuses a declared MIME type that names something else.
    ///
    /// Case and parameters don't matter. An empty type, which is what a `Blob` without a type has,
    /// and `application/octet-stream` declare nothing.
    pub(super) fn agree(self, declared: &str) -> Result<(), ImageError> {
        let essence = declared.split(';').next().unwrap_or_default().trim();
        let named = match essence.to_ascii_lowercase().as_str() {
            "" | "application/octet-stream" => return Ok(()),
            "image/png" | "image/apng" | "image/x-png" => Some(Format::Png),
            "image/jpeg" | "image/jpg" | "image/pjpeg" => Some(Format::Jpeg),
            "image/webp" => Some(Format::WebP),
            _ => None,
        };
        if named == Some(self) {
            return Ok(());
        }
        Err(ImageError::DeclaredType {
            declared: declared.to_owned(),
            actual: self.mime_type(),
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Png => "PNG",
            Format::Jpeg => "JPEG",
            Format::WebP => "WebP",
        })
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_first_bytes() {
        let cases: [(&[u8], Format); 3] = [
            (b"\x89PNG\r\n\x1a\n...", Format::Png),
            (b"\xff\xd8\xff\xe0...", Format::Jpeg),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Format::WebP),
        ];
        for (bytes, format) in cases {
            assert_eq!(Format::sniff(bytes), Ok(format));
        }
    }

    #[test]
    fn what_nobody_knows_is_refused_with_its_first_bytes() {
        assert_eq!(Format::sniff(b""), Err(ImageError::Empty));
        assert_eq!(
            Format::sniff(b"RIFF\x10\0\0\0WAVEfmt ")
                .unwrap_err()
                .to_string(),
            "cannot emit the image: its bytes are no PNG, JPEG or WebP; they start with \
             `52 49 46 46 10 00 00 00`\n\
             hint: pass the bytes of an encoded image, not pixels or text"
        );
    }

    #[test]
    fn declared_types_that_agree() {
        let cases = [
            (Format::Png, "image/png"),
            (Format::Png, "IMAGE/PNG"),
            (Format::Png, " image/png ; charset=utf-8"),
            (Format::Png, "image/apng"),
            (Format::Jpeg, "image/jpg"),
            (Format::Jpeg, "image/jpeg"),
            (Format::WebP, "image/WebP"),
            (Format::WebP, ""),
            (Format::WebP, "application/octet-stream"),
        ];
        for (format, declared) in cases {
            assert_eq!(format.agree(declared), Ok(()), "{format} as `{declared}`");
        }
    }

    #[test]
    fn declared_types_that_disagree() {
        for declared in ["image/jpeg", "image/gif", "text/plain", "png", "image/*"] {
            assert!(Format::Png.agree(declared).is_err(), "PNG as `{declared}`");
        }
        assert_eq!(
            Format::Png
                .agree("image/JPEG; q=1")
                .unwrap_err()
                .to_string(),
            "cannot emit the image: declared as `image/JPEG; q=1`, but its bytes are `image/png`\n\
             hint: declare `image/png` or leave the type out"
        );
    }
}
