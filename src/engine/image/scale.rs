//! Pixels to fewer pixels.

use fast_image_resize::Resizer;
use image::DynamicImage;

/// Scales to exactly `width` × `height` with a Lanczos filter, weighing colours by their opacity.
pub(super) fn scale(pixels: &DynamicImage, width: u32, height: u32) -> DynamicImage {
    let mut scaled = DynamicImage::new(width, height, pixels.color());
    Resizer::new()
        .resize(pixels, &mut scaled, None)
        .expect("both images have the same layout");
    scaled
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    #[test]
    fn sizes_are_exact_and_flat_colour_stays() {
        for (from, to) in [
            ((100, 80), (50, 40)),
            ((900, 700), (90, 70)),
            ((7, 1), (3, 1)),
        ] {
            let colour = Rgba([200, 100, 50, 255]);
            let pixels = DynamicImage::from(RgbaImage::from_pixel(from.0, from.1, colour));
            let scaled = scale(&pixels, to.0, to.1).into_rgba8();
            assert_eq!(scaled.dimensions(), to);
            assert!(scaled.pixels().all(|pixel| *pixel == colour), "{from:?}");
        }
    }

    #[test]
    fn invisible_colour_does_not_bleed() {
        let pixels = RgbaImage::from_fn(64, 64, |x, _| {
            if x < 31 {
                Rgba([255, 0, 0, 255])
            } else {
                Rgba([0, 255, 0, 0])
            }
        });
        let scaled = scale(&pixels.into(), 16, 16).into_rgba8();
        for pixel in scaled.pixels().filter(|pixel| pixel.0[3] > 0) {
            assert!(pixel.0[1] < 3, "{pixel:?}");
        }
    }
}
