//! Which panics are the transform's own.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};

static FOREIGN: AtomicUsize = AtomicUsize::new(0);

/// Keeps the hook that is set for every panic but those of swc, which parsers are allowed to have:
/// the transform catches them. The other ones would be caught too, and never seen.
pub fn count_foreign_panics() {
    let own = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let file = info.location().map_or("", |location| location.file());
        if file.split(['/', '\\']).any(|part| part.starts_with("swc_")) {
            FOREIGN.fetch_add(1, Ordering::Relaxed);
        } else {
            own(info);
            std::process::abort();
        }
    }));
}

/// How many panics of swc there were.
pub(crate) fn foreign_panics() -> usize {
    FOREIGN.load(Ordering::Relaxed)
}
