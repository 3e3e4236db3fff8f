use std::fmt;

use super::{Error, ErrorKind};

/// The name of a session: one to 64 of `a-z A-Z 0-9 _ -`, the first a letter or digit.
///
/// ```
/// # fn main() -> Result<(), isocell::Error> {
/// let name = isocell::SessionName::new("notes-2")?;
/// assert_eq!(name.as_str(), "notes-2");
/// assert!(isocell::SessionName::new("../notes").is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionName(String);

/// Longest name, in characters.
const MAX_LENGTH: usize = 64;

impl SessionName {
    /// Checks a name.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidName`], with what is wrong.
    pub fn new(name: &str) -> Result<SessionName, Error> {
        let invalid = |what: String| {
            Err(Error::new(
                ErrorKind::InvalidName,
                format!(
                    "{what}\nhint: a session's name is 1 to {MAX_LENGTH} of `a-z A-Z 0-9 _ -`, \
                     starting with a letter or digit"
                ),
            ))
        };
        if name.len() > MAX_LENGTH {
            return invalid(format!(
                "a session's name of {} bytes is longer than {MAX_LENGTH}",
                name.len()
            ));
        }
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        match name
            .chars()
            .enumerate()
            .find(|&(at, c)| !is_allowed(c) || (at == 0 && !c.is_ascii_alphanumeric()))
        {
            None if name.is_empty() => invalid("a session's name is empty".to_owned()),
            None => Ok(SessionName(name.to_owned())),
            Some((0, c)) => invalid(format!("a session's name can't start with {c:?}")),
            Some((_, c)) => invalid(format!("a session's name can't contain {c:?}")),
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for SessionName {
    /// `default`, the session of a caller that names none.
    fn default() -> Self {
        SessionName("default".to_owned())
    }
}

impl fmt::Display for SessionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_letters_digits_underscores_and_hyphens() {
        let longest = "n".repeat(64);
        for name in ["a", "A-1_b", "0", &longest] {
            assert_eq!(
                SessionName::new(name).map(|name| name.to_string()).ok(),
                Some(name.to_owned())
            );
        }
    }

    #[test]
    fn other_names_are_refused_with_what_is_wrong() {
        let too_long = "n".repeat(65);
        for (name, what) in [
            ("", "a session's name is empty"),
            ("-a", "a session's name can't start with '-'"),
            ("a/b", "a session's name can't contain '/'"),
            ("a b", "a session's name can't contain ' '"),
            ("caf\u{e9}", "a session's name can't contain 'é'"),
            (&too_long, "a session's name of 65 bytes is longer than 64"),
        ] {
            let error = SessionName::new(name).expect_err(name);
            assert_eq!(error.kind(), ErrorKind::InvalidName);
            assert_eq!(error.to_string().lines().next(), Some(what));
        }
    }
}
