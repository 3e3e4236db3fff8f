//! From the bytes that a cell emits to an image for its reader.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use image::metadata::Orientation;

use crate::limits::Limits;
use crate::outcome::Image;

use super::complete::check_complete;
use super::decode::{Decoded, decode};
use super::fit;
use super::format::Format;
use super::{Detail, ImageError};

/// Longest side of an image that is wanted as it is, in pixels.
const ORIGINAL_MAX_SIDE: u32 = 2000;
/// Most bytes in base64 of an image that is wanted as it is.
const ORIGINAL_MAX_BASE64: usize = 5_000_000;

/// Checks that `bytes` are an image, whole and of the declared type, and fits it as `detail` says.
///
/// With [`Detail::Auto`] an image is left as it is, byte for byte, if it has at most 1,568 pixels on
/// a side and 700 KiB in base64, and is not to be turned when shown. Any other is turned, scaled and
/// encoded again, of an animation the first frame; then `original_size` says how large it was, turned
/// the same way. With [`Detail::Original`] it is always left as it is, untouched by its EXIF
/// orientation. `metadata` is `None`.
///
/// This is work: about 50 ms a megapixel.
///
/// # Errors
///
/// Returns an error if there are more than [`Limits::image_bytes`] bytes, if they are no PNG, JPEG or
/// WebP, disagree with `declared`, are truncated or damaged, if the image has more pixels than is
/// reasonable, or if it is wanted as it is and hosts would not take it.
pub(crate) fn check_image(
    bytes: &[u8],
    declared: Option<&str>,
    detail: Detail,
    limits: &Limits,
) -> Result<Image, ImageError> {
    if bytes.len() > limits.image_bytes {
        return Err(ImageError::TooLarge {
            bytes: bytes.len(),
            limit: limits.image_bytes,
        });
    }
    let format = Format::sniff(bytes)?;
    if let Some(declared) = declared {
        format.agree(declared)?;
    }
    check_complete(bytes, format)?;
    // Whoever writes cells may try to find faults in the decoders.
    catch_unwind(AssertUnwindSafe(|| match detail {
        Detail::Auto => fitted(bytes, format, limits),
        Detail::Original => original(bytes, format),
    }))
    .unwrap_or_else(|_| {
        Err(ImageError::Damaged {
            format,
            reason: "its decoder gave up".to_owned(),
        })
    })
}

fn fitted(bytes: &[u8], format: Format, limits: &Limits) -> Result<Image, ImageError> {
    let Decoded {
        mut pixels,
        orientation,
        profile,
    } = decode(bytes, format)?;
    pixels.apply_orientation(orientation);
    let (width, height) = (pixels.width(), pixels.height());
    if orientation == Orientation::NoTransforms
        && width.max(height) <= fit::MAX_SIDE
        && bytes.len() <= fit::MAX_BYTES
    {
        return Ok(unchanged(bytes, format, width, height));
    }
    let max_bytes = fit::MAX_BYTES.min(limits.image_bytes);
    let fitted = fit::fit(pixels, format, profile.as_deref(), max_bytes).map_err(|error| {
        ImageError::Damaged {
            format,
            reason: error.to_string(),
        }
    })?;
    Ok(Image {
        mime_type: fitted.encoded.format.mime_type(),
        bytes: Arc::from(fitted.encoded.bytes),
        width: fitted.width,
        height: fitted.height,
        original_size: Some((width, height)),
        metadata: None,
    })
}

fn original(bytes: &[u8], format: Format) -> Result<Image, ImageError> {
    let base64 = bytes.len().div_ceil(3) * 4;
    if base64 > ORIGINAL_MAX_BASE64 {
        return Err(ImageError::OriginalBytes {
            bytes: base64,
            limit: ORIGINAL_MAX_BASE64,
        });
    }
    let pixels = decode(bytes, format)?.pixels;
    let (width, height) = (pixels.width(), pixels.height());
    if width.max(height) > ORIGINAL_MAX_SIDE {
        return Err(ImageError::OriginalSide {
            width,
            height,
            max_side: ORIGINAL_MAX_SIDE,
        });
    }
    Ok(unchanged(bytes, format, width, height))
}

fn unchanged(bytes: &[u8], format: Format, width: u32, height: u32) -> Image {
    Image {
        mime_type: format.mime_type(),
        bytes: Arc::from(bytes),
        width,
        height,
        original_size: None,
        metadata: None,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::io::Cursor;

    use image::{DynamicImage, GrayImage, ImageBuffer, ImageFormat, Luma, Rgb, RgbImage, Rgba};

    use super::*;

    fn check(bytes: &[u8], detail: Detail) -> String {
        match check_image(bytes, None, detail, &Limits::default()) {
            Ok(image) => show(&image, bytes),
            Err(error) => error.to_string(),
        }
    }

    /// Such as `image/png 8×6 of 80×60`; also asserts that the bytes are as described.
    fn show(image: &Image, emitted: &[u8]) -> String {
        let (width, height) = (image.width, image.height);
        let mut text = format!("{} {width}×{height}", image.mime_type);
        match image.original_size {
            Some((width, height)) => write!(text, " of {width}×{height}").unwrap(),
            None => assert!(*image.bytes == *emitted, "{text}: the bytes changed"),
        }
        let decoded = image::load_from_memory(&image.bytes).expect("an image that decodes");
        assert_eq!((decoded.width(), decoded.height()), (width, height));
        text
    }

    fn encoded(pixels: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        pixels.into().write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn flat(width: u32, height: u32) -> RgbImage {
        RgbImage::from_pixel(width, height, Rgb([200, 100, 50]))
    }

    /// Pixels that no encoding makes small.
    fn noise(width: u32, height: u32) -> RgbImage {
        let mut state = 1_u32;
        RgbImage::from_fn(width, height, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Rgb([(state >> 24) as u8, (state >> 16) as u8, (state >> 8) as u8])
        })
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        encoded(flat(width, height), ImageFormat::Png)
    }

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        encoded(flat(width, height), ImageFormat::Jpeg)
    }

    fn webp(width: u32, height: u32) -> Vec<u8> {
        encoded(flat(width, height), ImageFormat::WebP)
    }

    /// A JPEG of 8 × 8 mid-grey pixels with one block a component, made by hand.
    fn grey_jpeg(components: u8, start_of_frame: u8, spectral_end: u8) -> Vec<u8> {
        let mut bytes = b"\xff\xd8\xff\xdb\0\x43\0".to_vec();
        bytes.extend([1; 64]);
        bytes.extend([
            0xff,
            start_of_frame,
            0,
            8 + 3 * components,
            8,
            0,
            8,
            0,
            8,
            components,
        ]);
        bytes.extend((1..=components).flat_map(|id| [id, 0x11, 0]));
        // One code, a single zero bit, in each table: a difference of 0, an end of block.
        for table in [0x00, 0x10] {
            bytes.extend([0xff, 0xc4, 0, 20, table, 1]);
            bytes.extend([0; 16]);
        }
        bytes.extend([0xff, 0xda, 0, 6 + 2 * components, components]);
        bytes.extend((1..=components).flat_map(|id| [id, 0]));
        bytes.extend([0, spectral_end, 0, 0, 0xff, 0xd9]);
        bytes
    }

    /// `jpeg` with an EXIF segment that says how to turn it.
    fn turned(jpeg: &[u8], orientation: u8) -> Vec<u8> {
        let exif = [
            b"\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".as_slice(),
            &[orientation, 0, 0, 0, 0, 0, 0],
        ];
        [&jpeg[..2], &exif.concat(), &jpeg[2..]].concat()
    }

    /// A PNG header that announces a size, and an end.
    fn announced_png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = png(1, 1);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let checksum = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&checksum.to_be_bytes());
        bytes
    }

    fn crc32(bytes: &[u8]) -> u32 {
        let mut crc = u32::MAX;
        for byte in bytes {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
            }
        }
        !crc
    }

    /// A WebP of two frames.
    fn animated_webp(width: u32, height: u32) -> Vec<u8> {
        let chunk =
            |kind: &[u8], body: &[u8]| [kind, &(body.len() as u32).to_le_bytes(), body].concat();
        let [w0, w1, ..] = (width - 1).to_le_bytes();
        let [h0, h1, ..] = (height - 1).to_le_bytes();
        let frame = [
            &[0, 0, 0, 0, 0, 0, w0, w1, 0, h0, h1, 0, 100, 0, 0, 0],
            &webp(width, height)[12..],
        ]
        .concat();
        let body = [
            b"WEBP".to_vec(),
            chunk(b"VP8X", &[2, 0, 0, 0, w0, w1, 0, h0, h1, 0]),
            chunk(b"ANIM", &[0; 6]),
            chunk(b"ANMF", &frame),
            chunk(b"ANMF", &frame),
        ];
        chunk(b"RIFF", &body.concat())
    }

    #[test]
    fn small_images_stay_as_they_are() {
        let palette =
            b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x02\x01\x03\0\0\0\x48\x78\x9f\
            \x67\0\0\0\x06PLTE\xff\0\0\0\xff\0\xd2\x87\xef\x71\0\0\0\x0cIDAT\x78\x9c\x63\x70\x60\
            \x72\0\0\x01\x08\0\x83\x18\x86\x8b\xce\0\0\0\0IEND\xae\x42\x60\x82";
        let deep = ImageBuffer::from_pixel(4, 3, Rgba([60_000_u16, 1, 2, 3]));
        let cases = [
            ("PNG", png(40, 30), "image/png 40×30"),
            ("JPEG", jpeg(40, 30), "image/jpeg 40×30"),
            ("WebP", webp(40, 30), "image/webp 40×30"),
            ("the longest side", png(1568, 2), "image/png 1568×2"),
            ("palette", palette.to_vec(), "image/png 2×2"),
            ("16 bits", encoded(deep, ImageFormat::Png), "image/png 4×3"),
            ("greyscale JPEG", grey_jpeg(1, 0xc0, 63), "image/jpeg 8×8"),
            ("CMYK JPEG", grey_jpeg(4, 0xc0, 63), "image/jpeg 8×8"),
            ("progressive JPEG", grey_jpeg(1, 0xc2, 0), "image/jpeg 8×8"),
            ("animated WebP", animated_webp(20, 10), "image/webp 20×10"),
            ("upright JPEG", turned(&jpeg(40, 30), 1), "image/jpeg 40×30"),
            (
                "bytes after its end",
                [jpeg(8, 8), vec![7; 9]].concat(),
                "image/jpeg 8×8",
            ),
        ];
        for (comment, bytes, expected) in cases {
            assert_eq!(check(&bytes, Detail::Auto), expected, "{comment}");
            assert_eq!(check(&bytes, Detail::Original), expected, "{comment}");
        }
    }

    #[test]
    fn large_images_are_fitted() {
        let grey = GrayImage::from_pixel(1600, 20, Luma([9]));
        let deep = ImageBuffer::from_pixel(3136, 16, Rgb([60_000_u16, 1, 2]));
        let cases = [
            ("wide", png(1569, 100), "image/webp 1568×100 of 1569×100"),
            ("high", png(100, 3136), "image/webp 50×1568 of 100×3136"),
            ("thin", png(5000, 1), "image/png 1568×1 of 5000×1"),
            ("JPEG", jpeg(3136, 80), "image/jpeg 1568×40 of 3136×80"),
            ("WebP", webp(3136, 80), "image/webp 1568×40 of 3136×80"),
            (
                "grey",
                encoded(grey, ImageFormat::Jpeg),
                "image/jpeg 1568×20 of 1600×20",
            ),
            (
                "16 bits",
                encoded(deep, ImageFormat::Png),
                "image/webp 1568×8 of 3136×16",
            ),
            (
                "animated",
                animated_webp(3136, 80),
                "image/webp 1568×40 of 3136×80",
            ),
        ];
        for (comment, bytes, expected) in cases {
            assert_eq!(check(&bytes, Detail::Auto), expected, "{comment}");
        }
    }

    #[test]
    fn what_has_too_many_bytes_becomes_jpeg_and_then_smaller() {
        let bytes = encoded(noise(500, 500), ImageFormat::Png);
        assert!(bytes.len() > fit::MAX_BYTES);
        assert_eq!(check(&bytes, Detail::Auto), "image/jpeg 500×500 of 500×500");

        let bytes = encoded(noise(1200, 1200), ImageFormat::Png);
        let image = check_image(&bytes, None, Detail::Auto, &Limits::default()).unwrap();
        assert!(image.width > 500 && image.width < 1200, "{}", image.width);
        assert!(image.bytes.len() <= fit::MAX_BYTES);
        assert!(show(&image, &bytes).ends_with(" of 1200×1200"));
    }

    #[test]
    fn transparency_stays() {
        let mut pixels = DynamicImage::from(noise(700, 700)).into_rgba8();
        pixels.put_pixel(0, 0, Rgba([0, 0, 0, 0]));
        let bytes = encoded(pixels, ImageFormat::Png);
        let image = check_image(&bytes, None, Detail::Auto, &Limits::default()).unwrap();
        assert_ne!(image.mime_type, "image/jpeg");
        assert!(image.bytes.len() <= fit::MAX_BYTES);
        let fitted = image::load_from_memory(&image.bytes).unwrap();
        assert!(fitted.into_rgba8().get_pixel(0, 0).0[3] < 255);
    }

    #[test]
    fn images_are_turned_the_way_they_are_shown() {
        let bytes = turned(&jpeg(40, 30), 6);
        assert_eq!(check(&bytes, Detail::Auto), "image/jpeg 30×40 of 30×40");
        assert_eq!(check(&bytes, Detail::Original), "image/jpeg 40×30");
        let bytes = turned(&jpeg(3136, 80), 6);
        assert_eq!(check(&bytes, Detail::Auto), "image/jpeg 40×1568 of 80×3136");
    }

    #[test]
    fn the_original_is_kept_up_to_what_hosts_take() {
        assert_eq!(check(&png(2000, 2), Detail::Original), "image/png 2000×2");
        assert_eq!(
            check(&png(2001, 2), Detail::Original),
            "cannot emit the image with `detail: \"original\"`: it is 2001 × 2 pixels, more than \
             2000 on a side\n\
             hint: leave `detail` out to have it fitted, or emit the part that matters"
        );
        let bytes = encoded(noise(1200, 1100), ImageFormat::Png);
        assert_eq!(
            check(&bytes, Detail::Original),
            format!(
                "cannot emit the image with `detail: \"original\"`: it has {} bytes in base64, more \
                 than 5000000\n\
                 hint: leave `detail` out to have it fitted, or save it as JPEG",
                bytes.len().div_ceil(3) * 4
            )
        );
    }

    #[test]
    fn the_limit_of_bytes_holds() {
        let bytes = png(40, 30);
        let check = |image_bytes| {
            let limits = Limits {
                image_bytes,
                ..Limits::default()
            };
            check_image(&bytes, None, Detail::Auto, &limits)
        };
        assert!(check(bytes.len()).is_ok());
        assert_eq!(
            check(bytes.len() - 1).unwrap_err().to_string(),
            format!(
                "cannot emit the image: it has {} bytes, more than {}\n\
                 hint: scale it down or save it as JPEG",
                bytes.len(),
                bytes.len() - 1
            )
        );
    }

    #[test]
    fn a_declared_type_must_agree() {
        let limits = Limits::default();
        let check = |declared| check_image(&png(4, 4), Some(declared), Detail::Auto, &limits);
        assert!(check("Image/PNG; a=b").is_ok());
        assert_eq!(
            check("image/webp"),
            Err(ImageError::DeclaredType {
                declared: "image/webp".to_owned(),
                actual: "image/png"
            })
        );
    }

    #[test]
    fn truncated_images_are_refused_wherever_they_end() {
        let limits = Limits::default();
        for (format, bytes) in [
            (ImageFormat::Png, encoded(noise(20, 20), ImageFormat::Png)),
            (ImageFormat::Jpeg, encoded(noise(20, 20), ImageFormat::Jpeg)),
            (ImageFormat::WebP, encoded(noise(20, 20), ImageFormat::WebP)),
        ] {
            for end in 12..bytes.len() - 1 {
                let error = check_image(&bytes[..end], None, Detail::Auto, &limits).unwrap_err();
                assert!(
                    matches!(error, ImageError::Truncated { .. }),
                    "{format:?} up to {end}: {error}"
                );
            }
        }
        assert_eq!(
            check(&grey_jpeg(1, 0xc0, 63)[..140], Detail::Auto),
            "cannot emit the image: the JPEG is truncated: it ends before its end-of-image marker\n\
             hint: check that it was written or downloaded to its end"
        );
    }

    #[test]
    fn bombs_are_refused_by_their_headers() {
        assert_eq!(
            check(&announced_png(60_000, 60_000), Detail::Auto),
            "cannot emit the image: it is 60000 × 60000 pixels, more than 20000 on a side or \
             64000000 in all\n\
             hint: scale it down or crop it"
        );
        for (width, height) in [(20_001, 1), (1, 20_001), (8001, 8000)] {
            let error = check(&announced_png(width, height), Detail::Original);
            assert!(
                error.contains("pixels, more than"),
                "{width} × {height}: {error}"
            );
        }
    }

    #[test]
    fn damaged_images_are_refused_with_the_reason() {
        let mut flipped = png(40, 30);
        flipped[45] ^= 0xff;
        let text = String::from_utf8_lossy(&png(4, 4))
            .into_owned()
            .into_bytes();
        let no_picture = [&png(4, 4)[..33], b"\0\0\0\0IEND\xae\x42\x60\x82"].concat();
        let cases = [
            ("a wrong byte", flipped, "the PNG is damaged: "),
            ("no size", announced_png(0, 5), "the PNG is damaged: "),
            ("no picture", no_picture, "the PNG is damaged: "),
            (
                "a JPEG without a scan",
                b"\xff\xd8\xff\xd9".to_vec(),
                "it has no picture data",
            ),
            (
                "read as text",
                text,
                "they start with `ef bf bd 50 4e 47 0d 0a`",
            ),
            ("empty", vec![], "it is empty (0 bytes)"),
        ];
        for (comment, bytes, expected) in cases {
            let error = check(&bytes, Detail::Auto);
            assert!(error.contains(expected), "{comment}: {error}");
            assert!(error.contains("\nhint: "), "{comment}: {error}");
        }
    }

    #[test]
    fn no_change_of_one_byte_brings_it_down() {
        let limits = Limits::default();
        for bytes in [png(9, 9), jpeg(9, 9), webp(9, 9), animated_webp(9, 9)] {
            for at in 0..bytes.len() {
                for value in [0x00, 0x7f, 0xff] {
                    let mut bytes = bytes.clone();
                    bytes[at] = value;
                    let _ = check_image(&bytes, None, Detail::Auto, &limits);
                }
            }
        }
    }
}
