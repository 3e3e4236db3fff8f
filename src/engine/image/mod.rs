//! Images that a cell emits: checked, and fitted to what hosts and models take.

mod check;
mod complete;
mod decode;
mod detail;
mod encode;
mod error;
mod fit;
mod foreign;
mod format;
mod scale;

pub(crate) use check::check_image;
pub(crate) use detail::Detail;
pub(crate) use error::ImageError;
