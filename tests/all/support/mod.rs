//! What the tests share.

pub(crate) mod session;
pub(crate) mod stdio;
