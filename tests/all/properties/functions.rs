//! Functions and classes. Each call costs fuel, so that every program ends.

use super::code::{Code, weave};
use super::program::{Generator, Place};
use super::scopes::Kind;

/// Inside of a plain function.
pub(super) const BODY: Place = Place {
    can_await: false,
    can_yield: false,
    in_function: true,
    in_loop: false,
    in_block: false,
};

impl Generator {
    /// Parameters, of which some hide names around the function.
    fn parameters(&mut self) -> Code {
        let first = self.random.pick(&self.names);
        match self.random.below(6) {
            0 => "".into(),
            1 => {
                self.scopes.declare(&first, Kind::Lexical);
                first.into()
            }
            2 => {
                // The default sees the names around, and the parameter's own dead zone.
                let default = self.plain(1);
                self.scopes.declare(&first, Kind::Lexical);
                weave("@ = @", [first.into(), default])
            }
            3 => {
                self.scopes.declare(&first, Kind::Lexical);
                weave("{x: @} = {}", [first.into()])
            }
            4 => {
                self.scopes.declare(&first, Kind::Lexical);
                weave("...@", [first.into()])
            }
            _ => "v".into(),
        }
    }

    /// Parameters and body of a function, in their brackets.
    fn rest_of_function(&mut self, depth: usize, is_async: bool, is_generator: bool) -> Code {
        let place = Place {
            can_await: is_async,
            can_yield: is_generator,
            ..BODY
        };
        // Neither `await` nor `yield` may stand in parameters.
        self.inside(true, BODY, |it| {
            let parameters = it.parameters();
            it.place = place;
            let body = it.statements(depth);
            let result = it.plain(depth);
            weave(
                "(@) { if (spend()) return; @return @ }",
                [parameters, body.into(), result],
            )
        })
    }

    /// `function`, `async function*` and so on.
    pub(super) fn function(&mut self, name: &str, depth: usize) -> Code {
        let (is_async, is_generator) = self.function_kind();
        let rest = self.rest_of_function(depth, is_async, is_generator);
        let start = if is_async {
            "async function"
        } else {
            "function"
        };
        let star = if is_generator { "*" } else { "" };
        Code::from(format!("{start}{star} {name}")).then(rest)
    }

    fn function_kind(&mut self) -> (bool, bool) {
        let is_async = self.is_async && self.random.once_in(3);
        (is_async, self.random.once_in(5))
    }

    pub(super) fn arrow(&mut self, depth: usize) -> Code {
        let is_async = self.is_async && self.random.once_in(3);
        let start = if is_async { "async " } else { "" };
        // An arrow's `arguments` and `this` are those around it: it uses neither.
        let place = Place {
            can_await: is_async,
            ..BODY
        };
        let rest = self.inside(true, BODY, |it| {
            let parameters = it.parameters();
            it.place = place;
            if it.random.once_in(2) {
                let result = it.plain(depth);
                return weave("(@) => spend() ? 0 : (@)", [parameters, result]);
            }
            let body = it.statements(depth);
            let result = it.plain(depth);
            weave(
                "(@) => { if (spend()) return; @return @ }",
                [parameters, body.into(), result],
            )
        });
        Code::from(start).then(rest)
    }

    pub(super) fn class(&mut self, name: &str, depth: usize) -> Code {
        self.inside(false, BODY, |it| {
            if !name.is_empty() {
                it.scopes.declare(name, Kind::Lexical);
            }
            let heritage = match it.random.below(5) {
                0 => " extends Base",
                _ => "",
            };
            let mut members = Vec::new();
            for _ in 0..it.random.below(4) {
                members.push(it.member(depth));
            }
            let start = format!("class {name}{heritage}");
            weave(
                "@ {@ toString() { return 'C' } }",
                [start.into(), members.into()],
            )
        })
    }

    fn member(&mut self, depth: usize) -> Code {
        let depth = depth.saturating_sub(1);
        match self.random.below(8) {
            0 => weave("static s = @;", [self.in_member(depth)]),
            1 => weave("x = @;", [self.in_member(depth)]),
            2 => weave("[cut(@)] = 1;", [self.in_member(0)]),
            3 => {
                // A static block has no `return`.
                let place = Place {
                    in_function: false,
                    ..BODY
                };
                let body = self.inside(true, place, |it| it.statements(depth));
                weave("static { @}", [body.into()])
            }
            4 => Code::from("static m").then(self.rest_of_function(depth, false, false)),
            5 => Code::from("m").then(self.rest_of_function(depth, false, false)),
            6 => {
                let name = Code::from(self.fresh());
                let value = self.in_member(depth);
                weave(
                    "#@ = @; get @() { return [#@ in this, this.#@] }",
                    [name.clone(), value, name.clone(), name.clone(), name],
                )
            }
            _ => Code::from("*g").then(self.rest_of_function(depth, false, true)),
        }
    }

    /// The value of a field.
    fn in_member(&mut self, depth: usize) -> Code {
        self.inside(true, BODY, |it| it.plain(depth))
    }
}
