//! Each byte a piece of source: most of what comes out is close to being right.
#![no_main]

use isocell_fuzz::{End, SNIPPETS, Session, Settings, count_foreign_panics};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: count_foreign_panics(), |data: &[u8]| {
    let mut session = Session::new(Settings::default());
    let mut cell = String::new();
    for &byte in data {
        match byte {
            253 => run(&mut session, &mut cell, End::Completed),
            254 => run(&mut session, &mut cell, End::Failed(1)),
            255 => run(&mut session, &mut cell, End::Stopped),
            _ => cell.push_str(SNIPPETS[byte as usize % SNIPPETS.len()]),
        }
    }
    run(&mut session, &mut cell, End::Completed);
});

fn run(session: &mut Session, cell: &mut String, end: End) {
    if let Err(claim) = session.run(cell, end) {
        panic!("{claim}\n{cell}");
    }
    cell.clear();
}
