//! What a cell writes, kept in order and within limits while it runs.

use crate::limits::Limits;
use crate::outcome::{Dropped, Image, Output};

/// Longest line that is told as progress, in bytes.
const PROGRESS_LINE_BYTES: usize = 256;

/// Collects the output of one session.
///
/// Between [`begin_cell`](Self::begin_cell) and [`end_cell`](Self::end_cell) output belongs to the
/// running cell; at any other time it is late output, which waits for the end of the next cell.
/// Text past a limit is counted and not kept.
#[derive(Debug)]
pub(crate) struct OutputBuffer {
    limits: Limits,
    is_running: bool,
    cell: Pieces,
    late: Pieces,
    last_line: LastLine,
}

/// All output that belongs to the result of one cell.
#[derive(Debug, PartialEq)]
pub(crate) struct CellOutput {
    /// What was written while the cell ran.
    pub(crate) output: Vec<Output>,
    /// What was written between the cell before and this one.
    pub(crate) late_output: Vec<Output>,
    /// What was written at either time and not kept.
    pub(crate) dropped: Dropped,
}

/// Why an image was not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OutputLimit {
    /// The cell has emitted as many images as it may.
    #[error(
        "cannot emit the image: a cell emits at most {limit} images\n\
         hint: emit the others in another cell, or several as one picture"
    )]
    Images {
        /// Most images of one cell.
        limit: usize,
    },
    /// The images of the cell would have too many bytes.
    #[error(
        "cannot emit the image: with its {bytes} bytes the images of this cell would have \
         {total} bytes, more than {limit}\n\
         hint: emit it in another cell, or make the images smaller"
    )]
    ImagesBytes {
        /// Encoded bytes of this image.
        bytes: usize,
        /// Encoded bytes of the cell's images with this one.
        total: usize,
        /// Most encoded bytes of the images of one cell.
        limit: usize,
    },
    /// No cell runs, and the image is more than what is left for late output.
    #[error(
        "cannot emit the image: its cell has ended, and with its {bytes} bytes the output since \
         then would have {total} bytes, more than {limit}\n\
         hint: await in the cell whatever emits the image"
    )]
    Late {
        /// Encoded bytes of this image.
        bytes: usize,
        /// Bytes of late output with this image.
        total: usize,
        /// Most bytes of late output.
        limit: usize,
    },
}

impl OutputBuffer {
    /// An empty buffer, with no cell running.
    pub(crate) fn new(limits: &Limits) -> OutputBuffer {
        OutputBuffer {
            limits: limits.clone(),
            is_running: false,
            cell: Pieces::default(),
            late: Pieces::default(),
            last_line: LastLine::default(),
        }
    }

    /// From here on output belongs to a cell.
    pub(crate) fn begin_cell(&mut self) {
        self.is_running = true;
        self.last_line = LastLine::default();
    }

    /// From here on output is late; returns what the cell and the time before it left.
    pub(crate) fn end_cell(&mut self) -> CellOutput {
        self.is_running = false;
        let cell = std::mem::take(&mut self.cell);
        let late = std::mem::take(&mut self.late);
        CellOutput {
            output: cell.output,
            late_output: late.output,
            dropped: Dropped {
                text_bytes: cell.dropped.text_bytes + late.dropped.text_bytes,
                images: cell.dropped.images + late.dropped.images,
            },
        }
    }

    /// Appends text: as much of its start as the limit allows.
    pub(crate) fn push_text(&mut self, text: &str) {
        self.last_line.push(text);
        if self.is_running {
            self.cell.push_text(text, self.limits.output_bytes);
        } else {
            // Images count here too, so that late output as a whole is bounded.
            let limit = self.limits.late_output_bytes;
            self.late
                .push_text(text, limit.saturating_sub(self.late.image_bytes));
        }
    }

    /// Appends an image.
    ///
    /// # Errors
    ///
    /// Returns an error, and counts the image as dropped, if a limit leaves no room for it.
    pub(crate) fn push_image(&mut self, image: Image) -> Result<(), OutputLimit> {
        let limits = &self.limits;
        let bytes = image.bytes.len();
        let pieces = if self.is_running {
            &mut self.cell
        } else {
            &mut self.late
        };
        let total = pieces.image_bytes + bytes;
        let refused = if pieces.images >= limits.images {
            Some(OutputLimit::Images {
                limit: limits.images,
            })
        } else if self.is_running {
            let limit = limits.images_bytes;
            (total > limit).then_some(OutputLimit::ImagesBytes {
                bytes,
                total,
                limit,
            })
        } else {
            let total = pieces.text_bytes + total;
            let limit = limits.late_output_bytes;
            (total > limit).then_some(OutputLimit::Late {
                bytes,
                total,
                limit,
            })
        };
        match refused {
            Some(refused) => {
                pieces.dropped.images += 1;
                Err(refused)
            }
            None => {
                pieces.push_image(image);
                Ok(())
            }
        }
    }

    /// The line that was written last since the cell began, kept or not, at most 256 bytes of it.
    ///
    /// `None` if nothing but line breaks was written.
    pub(crate) fn last_line(&self) -> Option<&str> {
        Some(self.last_line.line.as_str()).filter(|line| !line.is_empty())
    }
}

/// Text and images in order.
#[derive(Debug, Default)]
struct Pieces {
    output: Vec<Output>,
    text_bytes: usize,
    images: usize,
    image_bytes: usize,
    dropped: Dropped,
}

impl Pieces {
    fn push_text(&mut self, text: &str, limit: usize) {
        let kept = if self.dropped.text_bytes > 0 {
            ""
        } else {
            let room = limit.saturating_sub(self.text_bytes);
            &text[..text.floor_char_boundary(room)]
        };
        self.dropped.text_bytes += (text.len() - kept.len()) as u64;
        self.text_bytes += kept.len();
        match self.output.last_mut() {
            _ if kept.is_empty() => {}
            Some(Output::Text(last)) => last.push_str(kept),
            _ => self.output.push(Output::Text(kept.to_owned())),
        }
    }

    fn push_image(&mut self, image: Image) {
        self.images += 1;
        self.image_bytes += image.bytes.len();
        self.output.push(Output::Image(image));
    }
}

/// The last line of a text that comes in pieces.
#[derive(Debug, Default)]
struct LastLine {
    line: String,
    is_ended: bool,
}

impl LastLine {
    fn push(&mut self, text: &str) {
        let breaks = ['\n', '\r'];
        let body = text.trim_end_matches(breaks);
        if !body.is_empty() {
            let last = match body.rsplit_once(breaks) {
                Some((_, last)) => {
                    self.is_ended = true;
                    last
                }
                None => body.trim_start_matches(breaks),
            };
            if self.is_ended {
                self.line.clear();
            }
            let room = PROGRESS_LINE_BYTES - self.line.len();
            self.line.push_str(&last[..last.floor_char_boundary(room)]);
            self.is_ended = false;
        }
        self.is_ended |= text.ends_with(breaks);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn image(bytes: usize) -> Image {
        Image {
            mime_type: "image/png",
            bytes: Arc::from(vec![0; bytes]),
            width: 1,
            height: 1,
            original_size: None,
            metadata: None,
        }
    }

    fn buffer() -> OutputBuffer {
        let limits = Limits {
            output_bytes: 10,
            late_output_bytes: 8,
            images: 2,
            images_bytes: 100,
            ..Limits::default()
        };
        OutputBuffer::new(&limits)
    }

    /// Text as it is, an image as `<its size>`, a bar between pieces.
    fn show(output: &[Output]) -> String {
        let pieces: Vec<String> = output
            .iter()
            .map(|piece| match piece {
                Output::Text(text) => text.clone(),
                Output::Image(image) => format!("<{}>", image.bytes.len()),
            })
            .collect();
        pieces.join("|")
    }

    #[test]
    fn text_is_merged_and_order_kept() {
        let mut buffer = buffer();
        buffer.begin_cell();
        buffer.push_text("a");
        buffer.push_text("");
        buffer.push_text("b");
        buffer.push_image(image(3)).unwrap();
        buffer.push_text("");
        buffer.push_image(image(4)).unwrap();
        buffer.push_text("c");
        let taken = buffer.end_cell();
        assert_eq!(show(&taken.output), "ab|<3>|<4>|c");
        assert_eq!(taken.dropped, Dropped::default());
    }

    #[test]
    fn text_past_the_limit_is_counted() {
        let cases: [(&str, &[&str], &str, u64); 5] = [
            ("exactly", &["0123456789"], "0123456789", 0),
            ("one more", &["0123456789", "x"], "0123456789", 1),
            ("in one piece", &["0123456789xyz"], "0123456789", 3),
            (
                "never half a character",
                &["012345678é", "x"],
                "012345678",
                3,
            ),
            (
                "nothing after a gap",
                &["01234567", "人人", "x", "y"],
                "01234567",
                8,
            ),
        ];
        for (comment, pieces, kept, dropped) in cases {
            let mut buffer = buffer();
            buffer.begin_cell();
            pieces.iter().for_each(|piece| buffer.push_text(piece));
            let taken = buffer.end_cell();
            assert_eq!(show(&taken.output), kept, "{comment}");
            assert_eq!(taken.dropped.text_bytes, dropped, "{comment}");
        }
    }

    #[test]
    fn one_image_more_is_refused() {
        let mut buffer = buffer();
        buffer.begin_cell();
        buffer.push_image(image(1)).unwrap();
        buffer.push_image(image(1)).unwrap();
        assert_eq!(
            buffer.push_image(image(1)).unwrap_err().to_string(),
            "cannot emit the image: a cell emits at most 2 images\n\
             hint: emit the others in another cell, or several as one picture"
        );
        buffer.push_text("still here");
        let taken = buffer.end_cell();
        assert_eq!(show(&taken.output), "<1>|<1>|still here");
        assert_eq!(taken.dropped.images, 1);
    }

    #[test]
    fn one_byte_more_of_images_is_refused() {
        let mut buffer = buffer();
        buffer.begin_cell();
        buffer.push_image(image(60)).unwrap();
        assert_eq!(
            buffer.push_image(image(41)).unwrap_err().to_string(),
            "cannot emit the image: with its 41 bytes the images of this cell would have 101 bytes, \
             more than 100\n\
             hint: emit it in another cell, or make the images smaller"
        );
        buffer.push_image(image(40)).unwrap();
        assert_eq!(show(&buffer.end_cell().output), "<60>|<40>");
    }

    #[test]
    fn output_between_cells_comes_with_the_next() {
        let mut buffer = buffer();
        buffer.begin_cell();
        buffer.push_text("first");
        assert_eq!(show(&buffer.end_cell().output), "first");
        buffer.push_text("late");
        buffer.begin_cell();
        buffer.push_text("second");
        let taken = buffer.end_cell();
        assert_eq!(show(&taken.late_output), "late");
        assert_eq!(show(&taken.output), "second");
        buffer.begin_cell();
        assert_eq!(
            buffer.end_cell(),
            CellOutput {
                output: vec![],
                late_output: vec![],
                dropped: Dropped::default(),
            }
        );
    }

    #[test]
    fn late_output_has_a_limit_for_text_and_images_together() {
        let mut buffer = buffer();
        buffer.push_text("abc");
        buffer.push_image(image(2)).unwrap();
        assert_eq!(
            buffer.push_image(image(4)).unwrap_err().to_string(),
            "cannot emit the image: its cell has ended, and with its 4 bytes the output since then \
             would have 9 bytes, more than 8\n\
             hint: await in the cell whatever emits the image"
        );
        buffer.push_text("defgh");
        buffer.begin_cell();
        let taken = buffer.end_cell();
        assert_eq!(show(&taken.late_output), "abc|<2>|def");
        assert_eq!(
            taken.dropped,
            Dropped {
                text_bytes: 2,
                images: 1
            }
        );
    }

    #[test]
    fn the_last_line_is_the_one_written_last() {
        let long = "人".repeat(300);
        let cases: [(&str, &[&str], Option<&str>); 11] = [
            ("nothing", &[], None),
            ("line breaks alone", &["\n", "\r\n"], None),
            ("a whole line", &["a\n"], Some("a")),
            ("a line in pieces", &["a", "b", "c\n"], Some("abc")),
            ("the next line replaces it", &["a\n", "b"], Some("b")),
            ("a break first", &["a", "\nb"], Some("b")),
            ("a break alone", &["a", "\n", "b"], Some("b")),
            ("an empty line does not", &["a\n", "\n\n"], Some("a")),
            ("several lines", &["a\nb\nc\n"], Some("c")),
            ("a progress bar", &["10%\r", "20%\r"], Some("20%")),
            ("at most 256 bytes", &[&long], Some(&long[..255])),
        ];
        for (comment, pieces, expected) in cases {
            let mut buffer = buffer();
            buffer.begin_cell();
            pieces.iter().for_each(|piece| buffer.push_text(piece));
            assert_eq!(buffer.last_line(), expected, "{comment}");
        }
    }

    #[test]
    fn each_cell_starts_without_a_last_line() {
        let mut buffer = buffer();
        buffer.push_text("late\n");
        buffer.begin_cell();
        assert_eq!(buffer.last_line(), None);
    }
}
