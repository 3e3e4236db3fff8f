//! A tool's arguments, read field by field, with every complaint a caller needs to get them right.

use std::fmt;
use std::ops::RangeInclusive;

use rmcp::model::JsonObject;
use serde_json::Value;

use crate::host::SessionName;

/// Arguments of one call, and what is wrong with them so far.
pub(super) struct Arguments<'a> {
    tool: &'static str,
    known: &'static [&'static str],
    given: &'a JsonObject,
    problems: Vec<String>,
}

impl<'a> Arguments<'a> {
    /// Starts reading; notes each field that is not in `known`.
    pub(super) fn new(
        tool: &'static str,
        known: &'static [&'static str],
        given: &'a JsonObject,
    ) -> Self {
        let problems = given
            .keys()
            .filter(|name| !known.contains(&name.as_str()))
            .map(|name| match nearest(name, known) {
                Some(near) => format!("unknown field `{name}`, did you mean `{near}`?"),
                None => format!("unknown field `{name}`"),
            })
            .collect();
        Arguments {
            tool,
            known,
            given,
            problems,
        }
    }

    /// A string that must be there and hold more than white space.
    pub(super) fn required_text(&mut self, name: &str, what: &str) -> &'a str {
        match self.get(name) {
            None => self.complain(format!("missing field `{name}`: expected {what}")),
            Some(Value::String(text)) if text.trim().is_empty() => {
                self.complain(format!("`{name}` is empty: expected {what}"));
            }
            Some(Value::String(text)) => return text,
            Some(other) => self.complain(mismatch(name, other, what)),
        }
        ""
    }

    /// A string that may be left out.
    pub(super) fn text(&mut self, name: &str, what: &str) -> Option<&'a str> {
        match self.get(name)? {
            Value::String(text) => Some(text),
            other => {
                self.complain(mismatch(name, other, what));
                None
            }
        }
    }

    /// A whole number within bounds that may be left out.
    pub(super) fn whole_number(
        &mut self,
        name: &str,
        unit: &str,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        let value = self.get(name)?;
        let number = whole(value).filter(|number| range.contains(number));
        if number.is_none() {
            let (least, most) = range.into_inner();
            let what = format!("a whole number of {unit} from {least} to {most}");
            self.complain(mismatch(name, value, &what));
        }
        number
    }

    /// The session that the field `session` names, or the default one.
    pub(super) fn session(&mut self) -> Option<SessionName> {
        let Some(name) = self.text("session", "the name of a session, a string") else {
            return Some(SessionName::default());
        };
        SessionName::new(name)
            .map_err(|error| self.complain(format!("`session`: {error}")))
            .ok()
    }

    /// Ends reading.
    ///
    /// # Errors
    ///
    /// All complaints, when there are any.
    pub(super) fn finish(self) -> Result<(), BadArguments> {
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(BadArguments {
                tool: self.tool,
                known: self.known,
                problems: self.problems,
            })
        }
    }

    /// Clients send `null` for what they leave out.
    fn get(&self, name: &str) -> Option<&'a Value> {
        self.given.get(name).filter(|value| !value.is_null())
    }

    fn complain(&mut self, problem: String) {
        self.problems.push(problem);
    }
}

/// Why a call was refused before anything ran, one complaint a line.
#[derive(Debug)]
pub(super) struct BadArguments {
    tool: &'static str,
    known: &'static [&'static str],
    problems: Vec<String>,
}

impl fmt::Display for BadArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        write!(f, "hint: nothing was done; `{}` takes ", self.tool)?;
        for (at, name) in self.known.iter().enumerate() {
            let between = if at == 0 { "" } else { ", " };
            write!(f, "{between}`{name}`")?;
        }
        Ok(())
    }
}

fn mismatch(name: &str, value: &Value, what: &str) -> String {
    format!("`{name}` is {}: expected {what}", described(value))
}

/// JSON Schema counts `1.0` as a whole number.
fn whole(value: &Value) -> Option<u64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    value.as_u64().or_else(|| {
        let number = value.as_f64()?;
        (number.fract() == 0.0 && (0.0..EXACT).contains(&number)).then_some(number as u64)
    })
}

fn described(value: &Value) -> String {
    const SHOWN: usize = 40;
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => format!("`{value}`"),
        Value::String(text) if text.chars().count() <= SHOWN => format!("the string {text:?}"),
        Value::String(text) => format!("a string of {} characters", text.chars().count()),
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// The known name that `name` most likely stands for.
fn nearest(name: &str, known: &[&'static str]) -> Option<&'static str> {
    let name = plain(name);
    known
        .iter()
        .copied()
        .map(|candidate| (distance(&name, &plain(candidate)), candidate))
        .filter(|(distance, candidate)| {
            *distance <= candidate.len() / 3
                || (name.len() > 2 && plain(candidate).starts_with(&name))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Without case and separators: `timeoutMs` and `timeout_ms` are the same word.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &[
        "code",
        "timeout_ms",
        "title",
        "session",
        "max_output_tokens",
    ];

    #[test]
    fn misspelt_names_are_recognised() {
        for (given, meant) in [
            ("cdoe", None),
            ("Code", Some("code")),
            ("codes", Some("code")),
            ("timeout", Some("timeout_ms")),
            ("timeoutMs", Some("timeout_ms")),
            ("timeout_msec", Some("timeout_ms")),
            ("sesion", Some("session")),
            ("maxOutputTokens", Some("max_output_tokens")),
            ("max_tokens", None),
            ("language", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, KNOWN), meant, "{given}");
        }
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
        for (given, read) in [
            ("30000", Some(30_000)),
            ("30000.0", Some(30_000)),
            ("3e4", Some(30_000)),
            ("0.5", None),
            ("-1", None),
            ("1e300", None),
            ("\"5\"", None),
        ] {
            let value = serde_json::from_str(given).expect("JSON");
            assert_eq!(whole(&value), read, "{given}");
        }
    }
}
