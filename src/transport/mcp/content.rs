//! An outcome as the content of a tool result: the status leads, then the output in its order.

use std::borrow::Cow;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use rmcp::model::{CallToolResult, ContentBlock};

use super::{Echo, meta};
use crate::budget::{self, Budget, MAX_TOKENS};
use crate::host::SessionName;
use crate::outcome::{Image, Outcome, Output, Status};
use crate::transport::report::Report;

/// How one outcome is to be shown.
pub(super) struct Shown<'a> {
    pub(super) session: &'a SessionName,
    pub(super) generation: u32,
    pub(super) echo: Echo,
    pub(super) output_tokens: usize,
}

/// The result of a cell that was run.
pub(super) fn result(outcome: &Outcome, shown: &Shown<'_>) -> CallToolResult {
    let mut content = Vec::new();
    if outcome.status != Status::Ok {
        content.push(status_line(outcome.status, &Report(outcome)));
    }
    let late = blocks(&outcome.late_output);
    let late_tokens = if late.is_empty() {
        0
    } else {
        shown.output_tokens / 5
    };
    let mut output = blocks(&outcome.output);
    if shown.echo == Echo::Last
        && let Some(value) = value(outcome)
    {
        add_value(&mut output, value);
    }
    encode(&mut content, &output, shown.output_tokens - late_tokens);
    if content.is_empty() {
        content.push(ContentBlock::text(without_output(outcome)));
    }
    if outcome.status == Status::Ok {
        content.extend(outcome.notes.iter().map(ContentBlock::text));
    }
    content.extend(dropped(outcome).map(ContentBlock::text));
    if !late.is_empty() {
        content.push(ContentBlock::text("[written after its cell had ended]"));
        encode(&mut content, &late, late_tokens);
    }

    let mut result = match outcome.status {
        Status::Ok => CallToolResult::success(content),
        _ => CallToolResult::error(content),
    };
    result.meta = Some(meta::of(outcome, shown));
    result
}

/// The result of a call that came to nothing.
pub(super) fn refusal(reason: &dyn fmt::Display) -> CallToolResult {
    CallToolResult::error(vec![status_line(Status::Error, reason)])
}

/// What went wrong, after the word that says so.
fn status_line(status: Status, what: &dyn fmt::Display) -> ContentBlock {
    let text = format!("[js {status}] {what}");
    ContentBlock::text(budget::fit(
        &budget::printable(&text),
        Budget::error_text(),
        "",
    ))
}

/// One block of a result before it is cut and encoded.
enum Block<'a> {
    Text(String),
    Image(&'a Image),
}

fn blocks(output: &[Output]) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    for part in output {
        match part {
            Output::Text(text) => add_text(&mut blocks, text),
            Output::Image(image) => blocks.push(Block::Image(image)),
        }
    }
    blocks
}

/// Text after text is one block.
fn add_text(blocks: &mut Vec<Block<'_>>, text: &str) {
    match blocks.last_mut() {
        Some(Block::Text(last)) => last.push_str(text),
        _ => blocks.push(Block::Text(text.to_owned())),
    }
}

fn add_value(blocks: &mut Vec<Block<'_>>, value: &str) {
    if matches!(blocks.last(), Some(Block::Text(text)) if !text.ends_with('\n')) {
        add_text(blocks, "\n");
    }
    add_text(blocks, value);
}

fn encode(content: &mut Vec<ContentBlock>, blocks: &[Block<'_>], tokens: usize) {
    let how_to_read = format!("write less, or raise max_output_tokens (up to {MAX_TOKENS})");
    let texts: Vec<_> = blocks.iter().filter_map(Block::printable).collect();
    let parts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    let fitted = budget::fit_parts(&parts, Budget::tokens(tokens), &how_to_read);
    let mut fitted = fitted.iter();
    for block in blocks {
        match block {
            Block::Image(image) => add_image(content, image),
            Block::Text(_) => content.extend(
                fitted
                    .next()
                    .filter(|text| !text.is_empty())
                    .map(|text| ContentBlock::text(text.as_ref())),
            ),
        }
    }
}

impl Block<'_> {
    fn printable(&self) -> Option<Cow<'_, str>> {
        match self {
            Block::Text(text) => Some(budget::printable(text)),
            Block::Image(_) => None,
        }
    }
}

fn add_image(content: &mut Vec<ContentBlock>, image: &Image) {
    if let Some((width, height)) = image.original_size {
        content.push(ContentBlock::text(format!(
            "[image scaled from {width}×{height} to {}×{} pixels]",
            image.width, image.height
        )));
    }
    content.extend(image.metadata.iter().map(ContentBlock::text));
    content.push(ContentBlock::image(
        BASE64.encode(&image.bytes),
        image.mime_type,
    ));
}

/// The completion value, where it tells more than that there is none.
fn value(outcome: &Outcome) -> Option<&str> {
    outcome
        .value
        .as_deref()
        .filter(|&value| value != "undefined")
}

fn without_output(outcome: &Outcome) -> &'static str {
    match value(outcome) {
        None => "(no output)",
        Some(_) => "(no output: the last value is not shown, write it with nodeRepl.write(value))",
    }
}

fn dropped(outcome: &Outcome) -> Option<String> {
    let text = counted(outcome.dropped.text_bytes, "byte of text", "bytes of text");
    let images = counted(outcome.dropped.images, "image", "images");
    let lost = match (text, images) {
        (None, None) => return None,
        (Some(text), Some(images)) => format!("{text} and {images}"),
        (Some(lost), None) | (None, Some(lost)) => lost,
    };
    Some(format!("[{lost} not kept: over what a cell may write]"))
}

fn counted(count: u64, one: &str, many: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::outcome::{BindingChanges, Dropped, Thrown};

    fn outcome(output: Vec<Output>) -> Outcome {
        Outcome {
            cell: 7,
            status: Status::Ok,
            error: None,
            value: None,
            output,
            late_output: Vec::new(),
            dropped: Dropped::default(),
            bindings: BindingChanges::default(),
            duration: Duration::from_micros(1500),
            heap_used_bytes: 1024,
            notes: Vec::new(),
        }
    }

    fn text(text: &str) -> Output {
        Output::Text(text.to_owned())
    }

    fn image(original_size: Option<(u32, u32)>, metadata: Option<&str>) -> Output {
        Output::Image(Image {
            mime_type: "image/png",
            bytes: Arc::from(*b"png"),
            width: 20,
            height: 10,
            original_size,
            metadata: metadata.map(str::to_owned),
        })
    }

    fn failed(status: Status, name: &str, message: &str, output: Vec<Output>) -> Outcome {
        Outcome {
            status,
            error: Some(Thrown {
                name: name.to_owned(),
                message: message.to_owned(),
                stack: "    at cell-7.js:1:7".to_owned(),
                ..Thrown::default()
            }),
            ..outcome(output)
        }
    }

    fn shown_with(outcome: &Outcome, echo: Echo, output_tokens: usize) -> CallToolResult {
        let session = SessionName::new("default").expect("a valid name");
        let shown = Shown {
            session: &session,
            generation: 1,
            echo,
            output_tokens,
        };
        result(outcome, &shown)
    }

    /// One line a block: a text quoted, an image as its type and data.
    fn check(outcome: &Outcome, expected: &[&str]) {
        check_with(outcome, Echo::Nothing, 10_000, expected);
    }

    fn check_with(outcome: &Outcome, echo: Echo, output_tokens: usize, expected: &[&str]) {
        let result = shown_with(outcome, echo, output_tokens);
        let blocks: Vec<String> = result
            .content
            .iter()
            .map(|block| match block {
                ContentBlock::Text(text) => text.text.clone(),
                ContentBlock::Image(image) => format!("<{} {}>", image.mime_type, image.data),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(blocks, expected);
        let failed = outcome.status != Status::Ok;
        assert_eq!(result.is_error, Some(failed));
    }

    #[test]
    fn texts_are_one_block_and_images_keep_their_place() {
        let output = vec![text("a"), text("b\n"), image(None, None), text("c")];
        check(&outcome(output), &["ab\n", "<image/png cG5n>", "c"]);
    }

    #[test]
    fn metadata_and_both_sizes_come_right_before_the_image() {
        let output = vec![text("a"), image(Some((40, 20)), Some("{\"page\":1}"))];
        check(
            &outcome(output),
            &[
                "a",
                "[image scaled from 40×20 to 20×10 pixels]",
                "{\"page\":1}",
                "<image/png cG5n>",
            ],
        );
    }

    #[test]
    fn a_failure_leads_and_the_output_follows() {
        let cell = failed(Status::Error, "TypeError", "no", vec![text("before")]);
        check(
            &cell,
            &["[js error] TypeError: no\n    at cell-7.js:1:7", "before"],
        );
        let cell = failed(Status::Timeout, "", "ran past its limit of 30 s", vec![]);
        check(
            &cell,
            &["[js timeout] ran past its limit of 30 s\n    at cell-7.js:1:7"],
        );
    }

    #[test]
    fn a_cell_without_output_says_so_and_how_to_show_its_value() {
        check(&outcome(vec![]), &["(no output)"]);
        let with_value = |value: &str| Outcome {
            value: Some(value.to_owned()),
            ..outcome(vec![])
        };
        check(&with_value("undefined"), &["(no output)"]);
        check(
            &with_value("42"),
            &["(no output: the last value is not shown, write it with nodeRepl.write(value))"],
        );
    }

    #[test]
    fn an_echoed_value_starts_a_line() {
        let cell = Outcome {
            value: Some("42".to_owned()),
            ..outcome(vec![text("a")])
        };
        check_with(&cell, Echo::Last, 10_000, &["a\n42"]);
    }

    #[test]
    fn notes_losses_and_late_output_come_last() {
        let cell = Outcome {
            notes: vec!["a note".to_owned()],
            dropped: Dropped {
                text_bytes: 9,
                images: 1,
            },
            late_output: vec![text("tick\n")],
            ..outcome(vec![text("a")])
        };
        check(
            &cell,
            &[
                "a",
                "a note",
                "[9 bytes of text and 1 image not kept: over what a cell may write]",
                "[written after its cell had ended]",
                "tick\n",
            ],
        );
    }

    #[test]
    fn text_over_the_budget_loses_its_middle_around_an_image() {
        let lines = "a line of text\n".repeat(20);
        let cell = outcome(vec![text(&lines), image(None, None), text(&lines)]);
        let result = shown_with(&cell, Echo::Nothing, 60);
        let kept: usize = result
            .content
            .iter()
            .filter_map(|block| block.as_text())
            .map(|block| block.text.len())
            .sum();
        assert!(kept < 400, "{kept} bytes of {} are shown", 2 * lines.len());
        assert!(
            result
                .content
                .iter()
                .any(|block| block.as_image().is_some())
        );
    }

    #[test]
    fn control_characters_arrive_escaped() {
        check(&outcome(vec![text("a\0\u{1b}[1m")]), &["a\\x00\\x1b[1m"]);
    }

    #[test]
    fn programs_find_the_outcome_in_meta() {
        let cell = Outcome {
            bindings: BindingChanges {
                added: vec!["n".to_owned()],
                ..BindingChanges::default()
            },
            ..failed(
                Status::Error,
                "TypeError",
                "no",
                vec![text("é"), image(None, None)],
            )
        };
        let meta = shown_with(&cell, Echo::Nothing, 10_000).meta.expect("meta");
        insta::assert_snapshot!(
            serde_json::to_string_pretty(&meta).expect("JSON"),
            @r#"
            {
              "isocell/outcome": {
                "cell": 7,
                "status": "error",
                "durationMs": 1.5,
                "output": {
                  "textBytes": 2,
                  "images": 1,
                  "droppedTextBytes": 0,
                  "droppedImages": 0
                },
                "bindings": {
                  "added": [
                    "n"
                  ],
                  "changed": [],
                  "removed": []
                },
                "heapUsedBytes": 1024,
                "session": "default",
                "generation": 1,
                "error": {
                  "name": "TypeError",
                  "message": "no"
                }
              }
            }
            "#
        );
    }
}
