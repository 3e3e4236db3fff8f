//! Any bytes as a session: cells between bytes 0x1F, settings in the first byte.
#![no_main]

use isocell_fuzz::{End, Session, Settings, count_foreign_panics};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: count_foreign_panics(), |data: &[u8]| {
    let [first, cells @ ..] = data else { return };
    let mut session = Session::new(Settings {
        rewrite_imports: first & 1 == 0,
        redeclare: first & 2 == 0,
        ..Settings::default()
    });
    for (index, cell) in cells.split(|&byte| byte == 0x1F).take(8).enumerate() {
        let end = match (first >> 2) as usize % 8 {
            0 if index == 0 => End::Stopped,
            1..4 if index == 0 => End::Failed(u32::from(first >> 5)),
            _ => End::Completed,
        };
        if let Err(claim) = session.run(&String::from_utf8_lossy(cell), end) {
            panic!("{claim}");
        }
    }
});
