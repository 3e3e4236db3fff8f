//! A failed outcome as the text that every transport shows.

use std::fmt::{self, Write};

use crate::outcome::{Outcome, Thrown};

/// What was thrown, then its code, details, stack, causes and hint, then the outcome's notes.
///
/// Displays nothing of the output. No line ends with white space; the text ends without a newline.
pub(super) struct Report<'a>(pub(super) &'a Outcome);

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if let Some(thrown) = &self.0.error {
            write_thrown(&mut text, thrown, 0)?;
        }
        for note in &self.0.notes {
            writeln!(text, "{note}")?;
        }
        f.write_str(text.trim_end())
    }
}

fn write_thrown(text: &mut String, thrown: &Thrown, depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    let headline = thrown.to_string();
    writeln!(text, "{headline}")?;
    if let Some(code) = &thrown.code
        && !headline.contains(code.as_str())
    {
        writeln!(text, "{indent}code: {code}")?;
    }
    if let Some(details) = &thrown.details {
        for line in format!("details: {details}").lines() {
            writeln!(text, "{indent}{}", line.trim_end())?;
        }
    }
    for line in thrown.stack.lines() {
        writeln!(text, "{indent}{}", line.trim_end())?;
    }
    for cause in &thrown.causes {
        write!(text, "{indent}  cause: ")?;
        write_thrown(text, cause, depth + 1)?;
    }
    if let Some(hint) = &thrown.hint {
        writeln!(text, "{indent}hint: {hint}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::outcome::{BindingChanges, Dropped, Status};

    fn thrown(name: &str, message: &str) -> Thrown {
        Thrown {
            name: name.to_owned(),
            message: message.to_owned(),
            ..Thrown::default()
        }
    }

    fn report(error: Thrown, notes: &[&str]) -> String {
        let outcome = Outcome {
            cell: 1,
            status: Status::Error,
            error: Some(error),
            value: None,
            output: Vec::new(),
            late_output: Vec::new(),
            dropped: Dropped::default(),
            bindings: BindingChanges::default(),
            duration: Duration::ZERO,
            heap_used_bytes: 0,
            notes: notes.iter().map(|&note| note.to_owned()).collect(),
        };
        Report(&outcome).to_string()
    }

    #[test]
    fn everything_a_reader_needs_comes_in_order() {
        let error = Thrown {
            code: Some("ENOENT".to_owned()),
            stack: "    at load (cell-1.js:2:7)\n    at cell-1.js:4:1\n".to_owned(),
            causes: vec![Thrown {
                stack: "    at read (cell-1.js:9:9)".to_owned(),
                ..thrown("RangeError", "too far")
            }],
            hint: Some("create it".to_owned()),
            ..thrown("Error", "no such file")
        };
        assert_eq!(
            report(error, &["all bindings are lost"]),
            "\
Error: no such file
code: ENOENT
    at load (cell-1.js:2:7)
    at cell-1.js:4:1
  cause: RangeError: too far
      at read (cell-1.js:9:9)
hint: create it
all bindings are lost"
        );
    }

    #[test]
    fn a_code_in_the_message_is_not_said_twice() {
        let error = Thrown {
            code: Some("ENOENT".to_owned()),
            ..thrown("Error", "ENOENT: no such file")
        };
        assert_eq!(report(error, &[]), "Error: ENOENT: no such file");
    }
}
