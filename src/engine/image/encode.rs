//! Pixels as an encoded image.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ImageEncoder, ImageResult};

use super::format::Format;

const GOOD_JPEG: u8 = 85;
const SMALL_JPEG: u8 = 70;

/// An image ready to be shown.
pub(super) struct Encoded {
    /// What the bytes are.
    pub(super) format: Format,
    /// The image.
    pub(super) bytes: Vec<u8>,
}

/// Encodes in the format that takes the fewest bytes of those that suit the image.
///
/// These are its own, WebP and PNG (both lossless), and JPEG unless there is transparency. What came
/// as JPEG stays JPEG: its noise makes the lossless ones many times larger. If all of them take more
/// than `max_bytes`, JPEG gives up some quality.
pub(super) fn encode(
    pixels: &DynamicImage,
    own: Format,
    profile: Option<&[u8]>,
    max_bytes: usize,
) -> ImageResult<Encoded> {
    let mut encoded = Vec::new();
    if own != Format::Jpeg {
        encoded.push(webp(pixels, profile)?);
        encoded.push(png(pixels, profile)?);
    }
    if !pixels.color().has_alpha() {
        encoded.push(jpeg(pixels, profile, GOOD_JPEG)?);
        if encoded.iter().all(|image| image.bytes.len() > max_bytes) {
            encoded.push(jpeg(pixels, profile, SMALL_JPEG)?);
        }
    }
    let smallest = encoded.into_iter().min_by_key(|image| image.bytes.len());
    Ok(smallest.expect("at least one format suits any image"))
}

fn png(pixels: &DynamicImage, profile: Option<&[u8]>) -> ImageResult<Encoded> {
    let mut bytes = Vec::new();
    write(PngEncoder::new(&mut bytes), pixels, profile)?;
    let format = Format::Png;
    Ok(Encoded { format, bytes })
}

fn jpeg(pixels: &DynamicImage, profile: Option<&[u8]>, quality: u8) -> ImageResult<Encoded> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    write(encoder, pixels, profile)?;
    let format = Format::Jpeg;
    Ok(Encoded { format, bytes })
}

fn webp(pixels: &DynamicImage, profile: Option<&[u8]>) -> ImageResult<Encoded> {
    let mut bytes = Vec::new();
    write(WebPEncoder::new_lossless(&mut bytes), pixels, profile)?;
    let format = Format::WebP;
    Ok(Encoded { format, bytes })
}

fn write(
    mut encoder: impl ImageEncoder,
    pixels: &DynamicImage,
    profile: Option<&[u8]>,
) -> ImageResult<()> {
    if let Some(profile) = profile {
        encoder
            .set_icc_profile(profile.to_vec())
            .map_err(image::ImageError::Unsupported)?;
    }
    pixels.write_with_encoder(encoder)
}
