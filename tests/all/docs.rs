//! The examples of `docs/cells.md`, run as it says.

use std::fmt::Write as _;
use std::time::Duration;

use isocell::RunOptions;

use crate::support::session::{TestSession, text};

const PAGE: &str = include_str!("../../docs/cells.md");

/// A fenced block: what stands after the fence, and the text.
struct Block {
    line: usize,
    info: String,
    text: String,
}

fn blocks(section: &str, first_line: usize) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (number, line) in section.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(info) if !is_open => blocks.push(Block {
                line: first_line + number,
                info: info.to_owned(),
                text: String::new(),
            }),
            Some(_) => {}
            None => {
                if let Some(block) = blocks.last_mut().filter(|_| is_open) {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
                continue;
            }
        }
        is_open = !is_open;
    }
    blocks
}

fn run(session: &TestSession, block: &Block) -> String {
    let timeout = block
        .info
        .split_once("timeout=")
        .map(|(_, limit)| Duration::from_millis(limit.parse().expect("a number of milliseconds")));
    let options = RunOptions {
        timeout,
        ..Default::default()
    };
    text(&session.outcome_with(block.text.trim_end(), options))
}

#[test]
fn the_examples_of_the_page_on_cells_are_true() {
    let mut wrong = String::new();
    let mut compared = 0;
    let mut line = 1;
    for section in PAGE.split_inclusive("\n## ") {
        let session = TestSession::new();
        let mut last = String::new();
        for block in blocks(section, line) {
            if block.info.starts_with("js") {
                last = run(&session, &block);
            } else {
                compared += 1;
                if block.text.trim_end() != last {
                    let _ = writeln!(wrong, "line {}:\n{last}\n", block.line);
                }
            }
        }
        line += section.matches('\n').count();
    }
    assert!(compared > 15, "{compared} examples");
    assert!(wrong.is_empty(), "{wrong}");
}
