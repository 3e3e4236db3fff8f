//! An outcome on a terminal: what the cell wrote on one stream, what went wrong on the other.

use std::io::{self, Write};

use crate::outcome::{Outcome, Output, Status};
use crate::transport::report::Report;

/// Whether the completion value is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Printed,
    Hidden,
}

/// Prints text to `out`; to `err` a line for each image, and the error.
///
/// # Errors
///
/// When a stream can't be written, such as a pipe whose reader is gone.
pub(super) fn print(
    outcome: &Outcome,
    value: Value,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<()> {
    let mut at_line_start = true;
    for output in outcome.output.iter().chain(&outcome.late_output) {
        match output {
            Output::Text(text) => {
                out.write_all(text.as_bytes())?;
                at_line_start = text.ends_with('\n');
            }
            Output::Image(image) => writeln!(
                err,
                "[{}, {}×{} pixels, {} bytes: not shown here]",
                image.mime_type,
                image.width,
                image.height,
                image.bytes.len()
            )?,
        }
    }
    if !at_line_start {
        writeln!(out)?;
    }
    if value == Value::Printed
        && let Some(value) = outcome
            .value
            .as_deref()
            .filter(|&value| value != "undefined")
    {
        writeln!(out, "{value}")?;
    }
    out.flush()?;

    let report = Report(outcome).to_string();
    if outcome.status != Status::Ok {
        writeln!(err, "{}: {report}", outcome.status)?;
    } else if !report.is_empty() {
        writeln!(err, "{report}")?;
    }
    err.flush()
}
