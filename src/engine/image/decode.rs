//! An encoded image as pixels.

use std::io::Cursor;

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, Limits};

use super::ImageError;
use super::format::Format;

/// Most pixels on a side that are decoded.
const MAX_SIDE: u32 = 20_000;
/// Most pixels in all that are decoded: 512 MB at eight bytes each.
const MAX_PIXELS: u64 = 64_000_000;
/// Most memory a decoder may take for itself and its result.
const MAX_DECODED_BYTES: u64 = 768 * 1024 * 1024;
/// Longest colour profile that is carried over to another encoding, in bytes.
const MAX_PROFILE_BYTES: usize = 16 * 1024;

/// The pixels of an image as they are stored, and how they are to be shown.
pub(super) struct Decoded {
    /// The pixels; of an animation the first frame.
    pub(super) pixels: DynamicImage,
    /// How the pixels are to be turned.
    pub(super) orientation: Orientation,
    /// The ICC colour profile that the pixels follow.
    pub(super) profile: Option<Vec<u8>>,
}

/// Decodes all of an image, unless its header announces too much.
pub(super) fn decode(bytes: &[u8], format: Format) -> Result<Decoded, ImageError> {
    let damaged = |error| damaged(format, &error);
    let limits = || {
        let mut limits = Limits::no_limits();
        limits.max_alloc = Some(MAX_DECODED_BYTES);
        limits
    };
    let input = Cursor::new(bytes);
    let mut decoder: Box<dyn ImageDecoder> = match format {
        Format::Png => Box::new(PngDecoder::with_limits(input, limits()).map_err(damaged)?),
        Format::Jpeg => Box::new(JpegDecoder::new(input).map_err(damaged)?),
        Format::WebP => Box::new(WebPDecoder::new(input).map_err(damaged)?),
    };
    check_size(decoder.dimensions())?;
    decoder.set_limits(limits()).map_err(damaged)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().unwrap_or_default();
    let pixels = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    let profile = profile.filter(|profile| is_profile_of(profile, &pixels));
    Ok(Decoded {
        pixels,
        orientation,
        profile,
    })
}

fn check_size((width, height): (u32, u32)) -> Result<(), ImageError> {
    if width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ImageError::TooManyPixels {
            width,
            height,
            max_side: MAX_SIDE,
            max_pixels: MAX_PIXELS,
        });
    }
    Ok(())
}

/// Whether a profile is short and its colour space the one that decoding led to. Of a CMYK image
/// the pixels are RGB and the profile is not.
fn is_profile_of(profile: &[u8], pixels: &DynamicImage) -> bool {
    let colour_space = if pixels.color().has_color() {
        b"RGB "
    } else {
        b"GRAY"
    };
    profile.len() <= MAX_PROFILE_BYTES && profile.get(16..20) == Some(colour_space)
}

/// What the decoder says, without the words that each layer puts before it.
fn damaged(format: Format, error: &image::ImageError) -> ImageError {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    ImageError::Damaged {
        format,
        reason: cause.to_string(),
    }
}
