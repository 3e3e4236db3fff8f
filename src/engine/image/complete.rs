//! Whether a file goes on to its end.
//!
//! Decoders fill in what a truncated file lacks; whoever emits one wants to know instead.

use super::ImageError;
use super::format::Format;

/// Walks through the parts of a file by their lengths, without decoding them.
///
/// What follows the end of the image is nobody's concern: some cameras append to it.
pub(super) fn check_complete(bytes: &[u8], format: Format) -> Result<(), ImageError> {
    let end = match format {
        Format::Png => png(bytes),
        Format::Jpeg => jpeg(bytes),
        Format::WebP => webp(bytes),
    };
    end.map_err(|reason| ImageError::Truncated { format, reason })
}

fn png(bytes: &[u8]) -> Result<(), &'static str> {
    const SIGNATURE: usize = 8;
    const LENGTH_TYPE_AND_CHECKSUM: usize = 12;
    let mut at = SIGNATURE;
    loop {
        let header = bytes
            .get(at..at + 8)
            .ok_or("it ends before its `IEND` chunk")?;
        let (length, kind) = header.split_at(4);
        let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
        at += LENGTH_TYPE_AND_CHECKSUM + length;
        if at > bytes.len() {
            return Err("it ends within a chunk");
        }
        if kind == b"IEND" {
            return Ok(());
        }
    }
}

fn jpeg(bytes: &[u8]) -> Result<(), &'static str> {
    const END_OF_IMAGE: u8 = 0xd9;
    const START_OF_SCAN: u8 = 0xda;
    let mut at = 0;
    let mut has_scan = false;
    loop {
        let rest = bytes.get(at..).ok_or("it ends within a segment")?;
        let marker = rest
            .windows(2)
            .position(|pair| pair[0] == 0xff && !is_part_of_scan(pair[1]))
            .ok_or("it ends before its end-of-image marker")?;
        at += marker + 2;
        match bytes[at - 1] {
            END_OF_IMAGE if has_scan => return Ok(()),
            END_OF_IMAGE => return Err("it has no picture data"),
            kind => {
                has_scan |= kind == START_OF_SCAN;
                let length = bytes.get(at..at + 2).ok_or("it ends within a segment")?;
                at += usize::from(u16::from_be_bytes([length[0], length[1]]));
            }
        }
    }
}

/// Whether a byte that follows 0xff belongs to picture data or stands alone: a stuffed zero, a
/// filler, a restart or a start of image.
fn is_part_of_scan(byte: u8) -> bool {
    matches!(byte, 0x00 | 0x01 | 0xd0..=0xd8 | 0xff)
}

fn webp(bytes: &[u8]) -> Result<(), &'static str> {
    const SIZE_ENDS: usize = 8;
    let size = bytes[4..SIZE_ENDS].try_into().expect("four bytes");
    let size = u32::from_le_bytes(size) as usize;
    // Some encoders leave out the padding of a last chunk of odd length.
    if bytes.len() + 1 < SIZE_ENDS + size {
        return Err("it is shorter than its header says");
    }
    Ok(())
}
