//! Every bound in the program, with its unit and default.

use std::time::Duration;

/// Longest time a caller may ask for one cell.
pub const MAX_CELL_TIMEOUT: Duration = Duration::from_secs(600);

/// Bounds on what one session may use.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// Wall-clock time one cell may run, from being taken from the mailbox until it settles.
    ///
    /// Default: 30 s. At most [`MAX_CELL_TIMEOUT`].
    pub cell_timeout: Duration,
    /// How long a stopped cell may take to give control back before its kernel is replaced.
    ///
    /// Default: 5 s.
    pub grace_period: Duration,
    /// Upper bound of the V8 heap, in bytes. Does not count buffers allocated outside it.
    ///
    /// Default: 512 MiB.
    pub heap_bytes: usize,
    /// Longest source of a cell, in bytes of UTF-8. A longer one is refused.
    ///
    /// Default: 4 MiB.
    pub source_bytes: usize,
    /// Text kept of one cell, in bytes of UTF-8. What is written beyond it is counted, not kept.
    ///
    /// Default: 16 MiB.
    pub output_bytes: usize,
    /// Text kept that was written after its cell had ended, in bytes.
    ///
    /// Default: 64 KiB.
    pub late_output_bytes: usize,
    /// Largest encoded image a cell may emit, in bytes. A larger one throws.
    ///
    /// Default: 8 MiB.
    pub image_bytes: usize,
    /// Images kept of one cell. One more throws.
    ///
    /// Default: 64.
    pub images: usize,
    /// Encoded bytes of all images of one cell together. One byte more throws.
    ///
    /// Default: 32 MiB.
    pub images_bytes: usize,
    /// Longest metadata text of one image, in bytes. A longer one throws.
    ///
    /// Default: 16 KiB.
    pub metadata_bytes: usize,
    /// Cells that may wait for a session while another runs. One more is refused.
    ///
    /// Default: 64.
    pub queued_cells: usize,
}

impl Default for Limits {
    fn default() -> Self {
        const KIB: usize = 1024;
        const MIB: usize = 1024 * KIB;
        Limits {
            cell_timeout: Duration::from_secs(30),
            grace_period: Duration::from_secs(5),
            heap_bytes: 512 * MIB,
            source_bytes: 4 * MIB,
            output_bytes: 16 * MIB,
            late_output_bytes: 64 * KIB,
            image_bytes: 8 * MIB,
            images: 64,
            images_bytes: 32 * MIB,
            metadata_bytes: 16 * KIB,
            queued_cells: 64,
        }
    }
}
