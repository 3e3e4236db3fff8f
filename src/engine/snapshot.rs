//! What `build.rs` made.

/// The heap that every isolate starts from: extensions and runtime JavaScript, evaluated.
pub(super) static STARTUP_SNAPSHOT: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/startup.snapshot"));

include!(concat!(env!("OUT_DIR"), "/lazy_sources.rs"));
