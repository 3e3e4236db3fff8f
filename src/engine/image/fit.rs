//! An image made small enough for hosts and models.

use image::{DynamicImage, ImageResult};

use super::encode::{Encoded, encode};
use super::format::Format;
use super::scale::scale;

/// Longest side of a fitted image, in pixels.
pub(super) const MAX_SIDE: u32 = 1568;
/// Most bytes of a fitted image: 700 KiB in base64.
pub(super) const MAX_BYTES: usize = 700 * 1024 / 4 * 3;

/// A fitted image.
pub(super) struct Fitted {
    /// The image.
    pub(super) encoded: Encoded,
    /// Width in pixels.
    pub(super) width: u32,
    /// Height in pixels.
    pub(super) height: u32,
}

/// Scales to at most [`MAX_SIDE`] pixels on a side, and further until it has at most `max_bytes`.
pub(super) fn fit(
    pixels: DynamicImage,
    own: Format,
    profile: Option<&[u8]>,
    max_bytes: usize,
) -> ImageResult<Fitted> {
    let pixels = simplify(pixels);
    let mut factor =
        (f64::from(MAX_SIDE) / f64::from(pixels.width().max(pixels.height()))).min(1.0);
    loop {
        let width = scaled_side(pixels.width(), factor);
        let height = scaled_side(pixels.height(), factor);
        let encoded = encode(&scale(&pixels, width, height), own, profile, max_bytes)?;
        if encoded.bytes.len() <= max_bytes || (width, height) == (1, 1) {
            return Ok(Fitted {
                encoded,
                width,
                height,
            });
        }
        let surplus = encoded.bytes.len() as f64 / max_bytes.max(1) as f64;
        factor *= (0.95 / surplus.sqrt()).clamp(0.1, 0.9);
    }
}

fn scaled_side(side: u32, factor: f64) -> u32 {
    ((f64::from(side) * factor).round() as u32).max(1)
}

/// The same picture in eight bits a channel, without an alpha channel that says nothing.
fn simplify(pixels: DynamicImage) -> DynamicImage {
    let has_alpha = pixels.color().has_alpha();
    if has_alpha {
        let pixels = pixels.to_rgba8();
        if pixels.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
            return pixels.into();
        }
    }
    if pixels.color().has_color() {
        pixels.into_rgb8().into()
    } else {
        pixels.into_luma8().into()
    }
}
