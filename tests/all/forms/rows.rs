//! The shapes of rows, and how they become cells.

/// A form that assigns `$`: its source, the value before (an expression) and the value after (as
/// `show` tells it).
pub(super) type Assigning = (&'static str, &'static str, &'static str);

/// A place: what it is, and its cells, each with what it shows.
///
/// In a cell `FORM` stands for the form's source, `BEFORE` for the value before. `ASYNC` and `AWAIT`
/// are those words for a form that awaits, and nothing for another. In what a cell shows `BEFORE` and
/// `AFTER` are the values before and after. A cell that calls `stopHere` or `stopWaiting` is cancelled
/// there.
pub(super) type Place = (&'static str, &'static [(&'static str, &'static str)]);

/// Puts the name of a binding in place of `$`, and leaves template literals alone.
pub(super) fn named(source: &str, name: &str) -> String {
    source
        .replace("${", "\0")
        .replace('$', name)
        .replace('\0', "${")
}

/// A cell of a place, with everything in it but the binding's name.
pub(super) fn filled(cell: &str, form: &str, before: &str) -> String {
    let (asynchronous, awaiting) = if form.contains("await") {
        ("async", "await")
    } else {
        ("", "")
    };
    cell.replace("ASYNC", asynchronous)
        .replace("AWAIT", awaiting)
        .replace("BEFORE", before)
        .replace("FORM", &format!("{form}\n"))
}

/// What kind of binding a form makes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// Dead before its declaration, and can be assigned.
    Let,
    /// Dead before its declaration, and can't be assigned.
    Const,
    /// Hoisted, and undefined before.
    Var,
    /// Hoisted with its value.
    Function,
}

/// A form that creates `$` (and perhaps more): its kind, its source, an expression that reads what
/// it made, and what `show` tells of that.
pub(super) type Creating = (Kind, &'static str, &'static str, &'static str);

/// Something to observe: what it is, cells, and an expression that is shown after them.
pub(super) type Observed = (&'static str, &'static [&'static str], &'static str);
