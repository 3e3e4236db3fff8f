//! The names that functions and classes get from what they are assigned to.

use swc_common::Spanned;
use swc_ecma_ast::Expr;

use super::imports::quoted;
use super::rewriter::Rewriter;
use super::spans::{end, start};

impl Rewriter<'_> {
    /// Visits what is assigned to a variable called `name` in the source. If the script calls the
    /// variable something else, a function or class without a name must still get `name`.
    pub(super) fn named(&mut self, value: &Expr, name: &str, renamed: bool) {
        if !renamed || !is_anonymous_function(value) {
            self.expression(value);
            return;
        }
        self.edits.copy_to(start(value.span()));
        let special = name == "__proto__";
        let key = quoted(name);
        self.edits.insert(if special {
            format!("({{[{key}]:")
        } else {
            format!("({{{key}:")
        });
        self.expression(value);
        self.edits.copy_to(end(value.span()));
        self.edits.insert(if special {
            format!("}})[{key}]")
        } else {
            format!("}}).{name}")
        });
    }
}

/// The specification's IsAnonymousFunctionDefinition.
pub(super) fn is_anonymous_function(value: &Expr) -> bool {
    match value.unwrap_parens() {
        Expr::Arrow(_) => true,
        Expr::Fn(function) => function.ident.is_none(),
        Expr::Class(class) => class.ident.is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::script_after;

    #[test]
    fn a_function_gets_the_name_that_the_user_gave_it() {
        for (source, expected) in [
            ("x = () => 1", "x§ = ({\"x\":() => 1}).x"),
            ("x = (function () {})", "x§ = ({\"x\":(function () {})}).x"),
            ("x ??= class {}", "x§ ??= ({\"x\":class {}}).x"),
            ("[x = () => 1] = []", "[x§ = ({\"x\":() => 1}).x] = []"),
            (
                "({x = () => 1} = {})",
                "({x:x§ = ({\"x\":() => 1}).x} = {})",
            ),
            ("let y = () => 1", "y§ = ({\"y\":() => 1}).y"),
            (
                "let {y = () => 1} = {}",
                "({y:y§ = ({\"y\":() => 1}).y} = {})",
            ),
            (
                "let __proto__ = () => 1",
                "__proto__§ = ({[\"__proto__\"]:() => 1})[\"__proto__\"]",
            ),
            ("() => { x = () => 1 }", "x§=({\"x\":() => 1}).x"),
            (
                "() => { later = () => 1 }",
                " = ({\"later\":() => 1}).later",
            ),
        ] {
            let script = script_after(&["let x"], source);
            assert!(script.contains(expected), "{source}: {script}");
        }
    }

    #[test]
    fn what_has_a_name_or_gets_none_is_left_alone() {
        for source in [
            "x = function g() {}",
            "(x) = () => 1",
            "x = (0, () => 1)",
            "x.y = () => 1",
            "x += () => 1",
        ] {
            let script = script_after(&["let x"], source);
            assert!(!script.contains("({\""), "{source}: {script}");
        }
    }
}
