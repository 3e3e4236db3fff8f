//! Reading a name.

use swc_ecma_ast::{Expr, Ident, Prop, UnaryExpr, UnaryOp};

use super::rewriter::Rewriter;
use super::spans::{end, start};
use crate::cell::bindings::Kind;

/// What a name means at the current place.
pub(super) enum Meaning<'i> {
    /// Declared between the top level and the place: JavaScript's own business.
    Local,
    /// A binding of the session, existing or declared by this cell.
    Session(Target<'i>),
    /// A global, or nothing yet, but a later cell may declare it.
    Late(&'i str),
    /// A global, or nothing.
    Global,
}

/// A binding of the session, as seen from a place.
pub(super) struct Target<'i> {
    pub(super) name: &'i str,
    pub(super) id: u32,
    /// Assigning it throws, as far as the cell can know.
    pub(super) constant: bool,
    /// The place may run before the binding's declaration in this cell; its index there.
    pub(super) dead: Option<usize>,
    /// The binding's index among the cell's declarations.
    pub(super) declared: Option<usize>,
}

impl Rewriter<'_> {
    pub(super) fn meaning<'i>(&self, ident: &'i Ident) -> Meaning<'i> {
        let name = &*ident.sym;
        if self.scopes.is_local(name) {
            return Meaning::Local;
        }
        if let Some((index, declared)) = self.declared.get(name) {
            let is_dead = declared.is_dead_at(start(ident.span))
                || (self.place.hoisted && declared.alive_from.is_some());
            return Meaning::Session(Target {
                name,
                id: declared.id,
                constant: declared.kind == Kind::Const,
                dead: is_dead.then_some(index),
                declared: Some(index),
            });
        }
        if let Some(binding) = self.bindings.get(name) {
            return Meaning::Session(Target {
                name,
                id: binding.id,
                constant: binding.kind == Kind::Const,
                dead: self
                    .site
                    .as_ref()
                    .and_then(|site| site.dead.iter().position(|it| it == name)),
                declared: None,
            });
        }
        if self.place.in_function
            && self.site.is_none()
            && !self.place.in_with
            && !is_never_late(name)
            && !(self.options.is_global)(name)
        {
            return Meaning::Late(name);
        }
        Meaning::Global
    }

    /// `x` in its dead zone check, to be put in front of a use.
    pub(super) fn dead_check(&mut self, target: &Target<'_>) -> Option<String> {
        let index = target.dead?;
        self.dead.insert(index);
        Some(self.names.dead(target.name))
    }

    pub(super) fn read_text(&mut self, target: &Target<'_>) -> String {
        let storage = self.names.storage(target.name);
        match self.dead_check(target) {
            Some(dead) => format!("({dead},{storage})"),
            None => storage,
        }
    }

    fn late_text(&mut self, name: &str) -> String {
        self.late(name);
        format!(
            "({}?{name}:{})",
            self.names.vacant(name),
            self.names.storage(name)
        )
    }

    /// What to write for a read of the name; `None` if it stays as it is.
    fn reading(&mut self, ident: &Ident) -> Option<String> {
        match self.meaning(ident) {
            Meaning::Session(target) => Some(self.read_text(&target)),
            Meaning::Late(name) => Some(self.late_text(name)),
            Meaning::Local | Meaning::Global => None,
        }
    }

    pub(super) fn read(&mut self, ident: &Ident) {
        if let Some(text) = self.reading(ident) {
            self.edits.copy_to(start(ident.span));
            self.edits.replace_to(end(ident.span), text);
        }
    }

    /// `{x}` in an object literal. Returns whether the property was one.
    pub(super) fn shorthand(&mut self, property: &Prop) -> bool {
        let Prop::Shorthand(ident) = property else {
            return false;
        };
        if let Some(text) = self.reading(ident) {
            if &*ident.sym == "__proto__" {
                // With a colon it would set the prototype.
                self.edits.copy_to(start(ident.span));
                self.edits
                    .replace_to(end(ident.span), format!("[\"__proto__\"]:{text}"));
            } else {
                self.edits.copy_to(end(ident.span));
                self.edits.insert(format!(":{text}"));
            }
        }
        true
    }

    /// `typeof x` of a late name, which must not throw. Returns whether the expression was one.
    pub(super) fn typeof_late(&mut self, unary: &UnaryExpr) -> bool {
        if unary.op != UnaryOp::TypeOf {
            return false;
        }
        let Expr::Ident(ident) = unary.arg.unwrap_parens() else {
            return false;
        };
        let Meaning::Late(name) = self.meaning(ident) else {
            return false;
        };
        self.late(name);
        let (vacant, storage) = (self.names.vacant(name), self.names.storage(name));
        self.edits.copy_to(start(unary.span));
        self.edits.drop_to(end(unary.span));
        self.edits.insert_for(
            start(unary.span),
            format!("({vacant}?typeof {name}:typeof {storage})"),
        );
        true
    }
}

/// Names that no cell can declare, or that mean something of their own in a function.
fn is_never_late(name: &str) -> bool {
    matches!(
        name,
        "arguments" | "undefined" | "eval" | "NaN" | "Infinity"
    )
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::{check, check_in_session};

    #[test]
    fn a_binding_is_read_under_its_own_name_for_scripts() {
        check_in_session("f(x)", "{let r¤;E¤=1;r¤=(f§(x§));E¤=2;D¤(r¤)}");
        check_in_session("`${x}`", "{let r¤;E¤=1;r¤=(`${x§}`);E¤=2;D¤(r¤)}");
        check_in_session("typeof x?.y", "{let r¤;E¤=1;r¤=(typeof x§?.y);E¤=2;D¤(r¤)}");
        check_in_session("\\u0078", "{let r¤;E¤=1;r¤=(x§);E¤=2;D¤(r¤)}");
    }

    #[test]
    fn shorthand_properties_keep_their_keys() {
        check_in_session("({x})", "{let r¤;E¤=1;r¤=(({x:x§}));E¤=2;D¤(r¤)}");
        check(
            "let __proto__ = 1; ({__proto__})",
            "let __proto__§,__proto__§e;{let r¤;E¤=1;__proto__§ = 1;E¤=2; \
             r¤=(({[\"__proto__\"]:__proto__§}));E¤=3;D¤(r¤)}",
        );
    }

    #[test]
    fn what_is_local_is_left_alone() {
        for source in [
            "{ let x = 1; x = 2; x++ }",
            "for (const x of [1]) x",
            "(x => { x = 1 })",
            "(function x() { x })",
            "(class x { static y = x })",
            "(({x}, [y = x], ...z) => { x = y; z = 1 })",
            "try {} catch (x) { x = 1 }",
            "switch (1) { case 0: x; let x }",
        ] {
            let statement = source.starts_with('(');
            let script = crate::cell::testing::script_after(&["let x = 1"], source);
            let inner = source.trim_matches(['(', ')']);
            assert!(
                script.contains(inner) || !statement && !script.contains("x§"),
                "{script}"
            );
        }
    }

    #[test]
    fn a_free_name_in_a_function_may_be_declared_later() {
        check(
            "function g() { return a(Math, typeof a, {a}) }",
            "let g§,g§e,a§,a§e,a§v=true;{g§=g;E¤=1;function g() \
             { return (a§v?a:a§)(Math, (a§v?typeof a:typeof a§), {a:(a§v?a:a§)}) }}",
        );
    }

    #[test]
    fn a_free_name_in_top_level_code_is_a_global() {
        check("a", "{let r¤;E¤=1;r¤=(a);E¤=2;D¤(r¤)}");
    }

    #[test]
    fn a_late_name_is_plain_again_once_it_is_declared() {
        let script = crate::cell::testing::script_after(&["() => a"], "let a = 1; () => a");
        assert_eq!(
            script,
            "{let r¤;E¤=1;a§ = 1;a§v=false;E¤=2; r¤=(0,() => a§);E¤=3;D¤(r¤)}"
        );
    }

    #[test]
    fn the_rest_of_a_pattern_can_read_what_stands_before() {
        check(
            "let [a = a, b = a + (() => a)()] = [a]",
            "let a§,a§e,b§,b§e;{E¤=1;[a§ = (a§d,a§), b§ = a§ + (() => a§)()] = [(a§d,a§)];\
             let a§d;E¤=2;}",
        );
        check(
            "const {a: {c} = c, d = c} = o",
            "let c§,c§e,d§,d§e;{E¤=1;({a: {c:c§} = (c§d,c§), d:d§ = c§} = o);let c§d;E¤=2;}",
        );
    }

    #[test]
    fn a_reference_that_may_come_too_early_checks_the_dead_zone() {
        check(
            "y; let y = 1; y",
            "let y§,y§e;{let r¤;E¤=1;(y§d,y§);E¤=2; y§ = 1;let y§d;E¤=3; r¤=(y§);E¤=4;D¤(r¤)}",
        );
        check(
            "const y = 1; function g() { return y }",
            "let y§,y§e,g§,g§e;{g§=g;E¤=1;y§ = 1;let y§d;E¤=2; function g() { return (y§d,y§) }}",
        );
    }
}
