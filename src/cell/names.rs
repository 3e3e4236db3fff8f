//! The names that scripts use: the user's, renamed, and the runtime's.
//!
//! Every such name ends in the session's mark, a run of invisible identifier characters that source
//! code cannot guess. What follows the mark tells the kinds apart, so that no user name, whatever
//! its letters, meets a name of the runtime.

use std::borrow::Cow;

const LOGGED: char = '\u{FE00}';
const VACANT: char = '\u{FE01}';
const DEAD: char = '\u{FE02}';
const RUNTIME: char = '\u{FE03}';

/// A name that the engine sets up for scripts to use, before the first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuntimeName {
    /// `E`: the number of the last checkpoint.
    Checkpoint,
    /// `S(id, old)`: logs a binding's value before a top-level statement that may assign it.
    Save,
    /// `W(id, old)`: the same from inside a function; throws while the binding is constant.
    Write,
    /// `K(value)`: throws `TypeError: Assignment to constant variable.`
    Constant,
    /// `V`: scratch variable.
    Scratch,
    /// `A(id, get, set)`: defines the property `id` of [`RuntimeName::Accessors`].
    Accessor,
    /// `B`: an object with one accessor property for each binding that needs it.
    Accessors,
    /// `D(value)`: takes the completion value.
    Done,
    /// `M(name)`: the `import.meta` of the cell of that name.
    Meta,
    /// `P(value)`: goes around what a top-level `await` waits for; returns it.
    Pause,
    /// `Q(value)`: goes around a top-level `await`; returns its value.
    Resume,
    /// `C(value)`: removes the mark from the message of a caught error; returns it.
    Caught,
    /// `N(object)`: the object of a `with` statement, as the script's names see it.
    With,
    /// `X(code, site)`: what a direct `eval` evaluates in place of `code`.
    Eval,
}

impl RuntimeName {
    fn letter(self) -> char {
        match self {
            RuntimeName::Checkpoint => 'E',
            RuntimeName::Save => 'S',
            RuntimeName::Write => 'W',
            RuntimeName::Constant => 'K',
            RuntimeName::Scratch => 'V',
            RuntimeName::Accessor => 'A',
            RuntimeName::Accessors => 'B',
            RuntimeName::Done => 'D',
            RuntimeName::Meta => 'M',
            RuntimeName::Pause => 'P',
            RuntimeName::Resume => 'Q',
            RuntimeName::Caught => 'C',
            RuntimeName::Eval => 'X',
            RuntimeName::With => 'N',
        }
    }
}

/// The script's spelling of a name of the runtime.
pub(crate) fn runtime_name(name: RuntimeName, mark: &str) -> String {
    format!("{}{mark}{RUNTIME}", name.letter())
}

/// The script's spelling of the variable that holds the binding `name`.
pub(crate) fn storage_name(name: &str, mark: &str) -> String {
    format!("{name}{mark}")
}

/// The script's spelling of the variable that is true while no binding called `name` exists.
///
/// Only names that a function mentioned before any cell declared them have it.
pub(crate) fn vacant_name(name: &str, mark: &str) -> String {
    format!("{name}{mark}{VACANT}")
}

/// Removes every mark from a text of the engine's, such as the message of an error.
pub(crate) fn strip_mark<'t>(text: &'t str, mark: &str) -> Cow<'t, str> {
    if mark.is_empty() || !text.contains(mark) {
        return Cow::Borrowed(text);
    }
    let mut stripped = String::with_capacity(text.len());
    let mut pieces = text.split(mark);
    stripped.extend(pieces.next());
    for piece in pieces {
        stripped.push_str(
            piece
                .strip_prefix([LOGGED, VACANT, DEAD, RUNTIME])
                .unwrap_or(piece),
        );
    }
    Cow::Owned(stripped)
}

/// Spells names with one mark.
#[derive(Clone, Copy)]
pub(super) struct Names<'m> {
    pub(super) mark: &'m str,
}

impl Names<'_> {
    /// The variable with the value.
    pub(super) fn storage(self, name: &str) -> String {
        storage_name(name, self.mark)
    }

    /// The variable with the checkpoint at which a function last logged the value.
    pub(super) fn logged(self, name: &str) -> String {
        format!("{name}{}{LOGGED}", self.mark)
    }

    /// The variable that is true while no such binding exists.
    pub(super) fn vacant(self, name: &str) -> String {
        vacant_name(name, self.mark)
    }

    /// The cell's local that is in its dead zone while the binding is.
    pub(super) fn dead(self, name: &str) -> String {
        format!("{name}{}{DEAD}", self.mark)
    }

    pub(super) fn runtime(self, name: RuntimeName) -> String {
        runtime_name(name, self.mark)
    }

    /// The cell's local that holds the completion value.
    pub(super) fn result(self) -> String {
        format!("r{}{RUNTIME}", self.mark)
    }

    /// The parameter of a generated setter.
    pub(super) fn parameter(self) -> String {
        format!("p{}{RUNTIME}", self.mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = "\u{FE0A}\u{FE0B}";

    #[test]
    fn stripping_restores_the_plain_name() {
        let names = Names { mark: MARK };
        for (comment, spelled, plain) in [
            ("the value", names.storage("x"), "x"),
            ("the dead zone", names.dead("größe"), "größe"),
            (
                "a name of the runtime",
                names.runtime(RuntimeName::Save),
                "S",
            ),
            (
                "two in one text",
                format!("{} of {}", names.vacant("a"), names.logged("b")),
                "a of b",
            ),
            ("none", "Cannot access".to_owned(), "Cannot access"),
        ] {
            assert_eq!(strip_mark(&spelled, MARK), plain, "{comment}");
        }
    }

    #[test]
    fn a_user_name_is_never_a_name_of_the_runtime() {
        assert_ne!(
            storage_name("E", MARK),
            runtime_name(RuntimeName::Checkpoint, MARK)
        );
    }
}
