//! Why an image was refused.

use super::format::Format;

/// Why an image was refused, and what to do about it.
///
/// To be thrown as a `TypeError` with [`ImageError::CODE`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ImageError {
    /// There are no bytes.
    #[error(
        "cannot emit the image: it is empty (0 bytes)\n\
         hint: check that whatever made it has finished and was awaited"
    )]
    Empty,
    /// There are more bytes than an image may have.
    #[error(
        "cannot emit the image: it has {bytes} bytes, more than {limit}\n\
         hint: scale it down or save it as JPEG"
    )]
    TooLarge {
        /// Encoded bytes.
        bytes: usize,
        /// Most encoded bytes.
        limit: usize,
    },
    /// It is a picture or document of a kind that is not accepted.
    #[error("cannot emit the image: it is {what}, not PNG, JPEG or WebP\nhint: {hint}")]
    Foreign {
        /// The kind, with its article.
        what: &'static str,
        /// How to get to an accepted kind.
        hint: &'static str,
    },
    /// Nobody knows what it is.
    #[error(
        "cannot emit the image: its bytes are no PNG, JPEG or WebP; they start with `{start}`\n\
         hint: pass the bytes of an encoded image, not pixels or text"
    )]
    Unknown {
        /// The first bytes in hexadecimal.
        start: String,
    },
    /// The declared type is not what the bytes are.
    #[error(
        "cannot emit the image: declared as `{declared}`, but its bytes are `{actual}`\n\
         hint: declare `{actual}` or leave the type out"
    )]
    DeclaredType {
        /// The type as declared.
        declared: String,
        /// The type of the bytes.
        actual: &'static str,
    },
    /// The file ends too early.
    #[error(
        "cannot emit the image: the {format} is truncated: {reason}\n\
         hint: check that it was written or downloaded to its end"
    )]
    Truncated {
        /// What the bytes begin as.
        format: Format,
        /// Where it ends.
        reason: &'static str,
    },
    /// The file cannot be decoded.
    #[error(
        "cannot emit the image: the {format} is damaged: {reason}\n\
         hint: encode it again, and read and pass it as bytes, not as text"
    )]
    Damaged {
        /// What the bytes begin as.
        format: Format,
        /// What the decoder says.
        reason: String,
    },
    /// It has more pixels than are decoded.
    #[error(
        "cannot emit the image: it is {width} × {height} pixels, more than {max_side} on a side or \
         {max_pixels} in all\n\
         hint: scale it down or crop it"
    )]
    TooManyPixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Most pixels on a side.
        max_side: u32,
        /// Most pixels in all.
        max_pixels: u64,
    },
    /// It is wanted as it is and has more pixels on a side than hosts take.
    #[error(
        "cannot emit the image with `detail: \"original\"`: it is {width} × {height} pixels, more \
         than {max_side} on a side\n\
         hint: leave `detail` out to have it fitted, or emit the part that matters"
    )]
    OriginalSide {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Most pixels on a side.
        max_side: u32,
    },
    /// It is wanted as it is and has more bytes than hosts take.
    #[error(
        "cannot emit the image with `detail: \"original\"`: it has {bytes} bytes in base64, more \
         than {limit}\n\
         hint: leave `detail` out to have it fitted, or save it as JPEG"
    )]
    OriginalBytes {
        /// Bytes in base64.
        bytes: usize,
        /// Most bytes in base64.
        limit: usize,
    },
    /// No such detail.
    #[error(
        "cannot emit the image: unknown `detail` `{name}`\n\
         hint: use `auto`, which is the default, or `original`"
    )]
    Detail {
        /// The detail as given.
        name: String,
    },
}

impl ImageError {
    /// The `code` of the error that is thrown.
    pub(crate) const CODE: &'static str = "ERR_INVALID_IMAGE";
}
