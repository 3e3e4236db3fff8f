//! Statements.

use super::code::{Code, weave};
use super::program::{Generator, Place};
use super::scopes::Kind;

impl Generator {
    /// A few statements of a block.
    pub(super) fn statements(&mut self, depth: usize) -> Vec<Code> {
        let Some(inner) = depth.checked_sub(1) else {
            return Vec::new();
        };
        let count = self.random.below(3);
        (0..count).map(|_| self.statement(inner)).collect()
    }

    fn block(&mut self, depth: usize, in_loop: bool) -> Code {
        let place = Place {
            in_loop: in_loop || self.place.in_loop,
            in_block: true,
            ..self.place
        };
        self.inside(false, place, |it| it.statements(depth).into())
    }

    pub(super) fn statement(&mut self, depth: usize) -> Code {
        match self.random.below(3) {
            0 => self.declaring(depth),
            _ => self.doing(depth),
        }
    }

    /// A statement that declares, if a name is free.
    pub(super) fn declaring(&mut self, depth: usize) -> Code {
        match self.random.below(9) {
            0..3 => self.declaration(depth),
            3 | 4 => self.lexical_pattern(depth),
            5 => self.variables(depth),
            6 | 7 => self.declared_function(depth),
            _ => self.declared_class(depth),
        }
    }

    /// A statement after which the program goes on.
    pub(super) fn tried(&mut self, depth: usize) -> Code {
        let place = Place {
            in_block: true,
            ..self.place
        };
        let tried = self.inside(false, place, |it| it.doing(depth));
        weave("try {@} catch (e) { log(e) }", [vec![tried].into()])
    }

    pub(super) fn doing(&mut self, depth: usize) -> Code {
        let inner = depth.saturating_sub(1);
        match self.random.below(21) {
            0..3 => weave("@;", [self.plain(depth)]),
            3 => weave("log(@);", [self.plain(depth)]),
            4 => self.assigned_pattern(depth),
            5 => {
                let condition = self.plain(inner);
                let (one, other) = (self.block(depth, false), self.block(depth, false));
                weave("if (@) {@} else {@}", [condition, one, other])
            }
            6 | 7 => self.for_loop(depth),
            8 => self.for_each(depth),
            9 => {
                let counter = self.fresh();
                let condition = self.plain(inner);
                let body = self.block(depth, true);
                weave(
                    "{ let @ = 0; while (@++ < 2 && !spend() | (@, 0)) {@} }",
                    [counter.clone().into(), counter.into(), condition, body],
                )
            }
            10 => {
                let body = self.block(depth, true);
                weave("do {@} while (0)", [body])
            }
            11 => self.switch(depth),
            12..16 => self.attempt(depth),
            16 => {
                let label = self.fresh();
                let condition = self.plain(inner);
                let (before, after) = (self.block(depth, false), self.block(depth, false));
                weave(
                    "@: { {@} if (@) break @; {@} }",
                    [label.clone().into(), before, condition, label.into(), after],
                )
            }
            17 if self.place.in_function => weave("return @;", [self.plain(inner)]),
            17 if self.place.in_loop => {
                let way = self.random.pick(&["break", "continue"]);
                weave("if (@) @;", [self.plain(inner), way.into()])
            }
            18 if self.place.in_block => weave(
                "if (@) throw @;",
                [
                    self.plain(inner),
                    self.random.pick(&["new Error('e')", "1", "null"]).into(),
                ],
            ),
            19 => self.resource(depth),
            _ => weave("{@}", [self.block(depth, false)]),
        }
    }

    /// A name that can be declared here, to be declared at the end of the declarator: mostly it is
    /// not mentioned in its dead zone.
    fn free_name(&mut self) -> Option<String> {
        let name = self.random.pick(&self.names);
        let dead = self.scopes.is_mentioned(&name) && !self.random.once_in(8);
        (self.scopes.is_free(&name) && !dead).then_some(name)
    }

    /// A name for a scope of its own, declared.
    fn local(&mut self, kind: Kind) -> Code {
        let name = self.free_name().unwrap_or_else(|| self.fresh());
        self.scopes.declare(&name, kind);
        name.into()
    }

    fn declaration(&mut self, depth: usize) -> Code {
        let value = self.value(depth);
        let Some(name) = self.free_name() else {
            return weave("log(@);", [value]);
        };
        let which = self.random.below(4);
        let kind = if which == 1 {
            Kind::Const
        } else {
            Kind::Lexical
        };
        self.scopes.declare(&name, kind);
        match which {
            0 => weave("let @;", [name.into()]),
            1 => weave("const @ = @;", [name.into(), value]),
            _ => weave("let @ = @;", [name.into(), value]),
        }
    }

    fn lexical_pattern(&mut self, depth: usize) -> Code {
        let mut names: Vec<String> = (0..2).filter_map(|_| self.free_name()).collect();
        names.dedup();
        if names.is_empty() {
            return self.declaration(depth);
        }
        let (word, kind) = self
            .random
            .pick(&[("let", Kind::Lexical), ("const", Kind::Const)]);
        let early = self.random.once_in(4);
        let declare = |it: &mut Self| {
            for name in &names {
                it.scopes.declare(name, kind);
            }
        };
        if early {
            declare(self);
        }
        let (pattern, value) = self.full_pattern(&names, depth);
        if !early {
            declare(self);
        }
        weave("@ @ = @;", [word.into(), pattern, value])
    }

    /// A pattern that has all of the names.
    fn full_pattern(&mut self, names: &[String], depth: usize) -> (Code, Code) {
        if let [name] = names {
            return self.pattern(std::slice::from_ref(name), depth);
        }
        let (first, value) = self.pattern(&names[..1], depth);
        let (second, other) = self.pattern(&names[1..], depth);
        (
            weave("[@, @]", [first, second]),
            weave("[@, @]", [value, other]),
        )
    }

    fn var_name(&mut self) -> Option<String> {
        let name = self.random.pick(&self.names);
        self.scopes.var(&name).then_some(name)
    }

    fn variables(&mut self, depth: usize) -> Code {
        let Some(name) = self.var_name() else {
            return weave("@;", [self.plain(depth)]);
        };
        match self.random.below(4) {
            0 => weave("var @;", [name.into()]),
            1 => {
                let (pattern, value) = self.pattern(&[name], depth);
                weave("var @ = @;", [pattern, value])
            }
            _ => weave("var @ = @;", [name.into(), self.value(depth)]),
        }
    }

    fn declared_function(&mut self, depth: usize) -> Code {
        match self.free_name() {
            Some(name) => {
                self.scopes.declare(&name, Kind::Lexical);
                self.function(&name, depth)
            }
            None => weave("@;", [self.plain(depth)]),
        }
    }

    fn declared_class(&mut self, depth: usize) -> Code {
        match self.free_name() {
            Some(name) => {
                let class = self.class(&name, depth);
                self.scopes.declare(&name, Kind::Lexical);
                class
            }
            None => weave("@;", [self.plain(depth)]),
        }
    }

    fn assigned_pattern(&mut self, depth: usize) -> Code {
        let names = [self.target(), self.target()];
        let (pattern, value) = self.pattern(&names, depth);
        weave("(@ = @);", [pattern, value])
    }

    fn for_loop(&mut self, depth: usize) -> Code {
        let hoisted = self.random.once_in(3);
        let place = self.place;
        let counter = self.fresh();
        if hoisted && let Some(name) = self.var_name() {
            let body = self.block(depth, true);
            return weave(
                "for (var @ = 0, @ = 0; @ < 2; @++) {@}",
                [
                    name.into(),
                    counter.clone().into(),
                    counter.clone().into(),
                    counter.into(),
                    body,
                ],
            );
        }
        self.inside(false, place, |it| {
            let start = it.value(depth.saturating_sub(1));
            let name = it.local(Kind::Lexical);
            let body = it.block(depth, true);
            weave(
                "for (let @ = @, @ = 0; @ < 2; @++) {@}",
                [
                    name,
                    start,
                    counter.clone().into(),
                    counter.clone().into(),
                    counter.into(),
                    body,
                ],
            )
        })
    }

    fn for_each(&mut self, depth: usize) -> Code {
        let value = self.plain(depth.saturating_sub(1));
        let place = self.place;
        let (word, values) = match self.random.below(3) {
            0 => ("in", weave("obj(@)", [value])),
            _ => ("of", weave("iter(@)", [value])),
        };
        let waits = word == "of" && self.place.can_await && self.random.once_in(4);
        let start = if waits { "for await (" } else { "for (" };
        self.inside(false, place, |it| {
            let target = match it.random.below(4) {
                0 => it.target().into(),
                1 => weave("[@]", [it.target().into()]),
                2 if word == "of" => weave("const {x: @ = 1}", [it.local(Kind::Const)]),
                _ => weave("let @", [it.local(Kind::Lexical)]),
            };
            // `[x] of [1]` would throw: `parts` makes strings of the values, which come apart.
            let body = it.block(depth, true);
            weave(
                "@@ @ parts(@)) {@}",
                [start.into(), target, word.into(), values, body],
            )
        })
    }

    fn switch(&mut self, depth: usize) -> Code {
        let value = self.plain(depth.saturating_sub(1));
        let place = Place {
            in_block: true,
            ..self.place
        };
        self.inside(false, place, |it| {
            let first = it.statements(depth);
            let second = it.statements(depth);
            let test = it.plain(depth.saturating_sub(1));
            let leave = it.random.pick(&["break;", ""]);
            weave(
                "switch (@) { case @: @@ default: @}",
                [value, test, first.into(), leave.into(), second.into()],
            )
        })
    }

    fn attempt(&mut self, depth: usize) -> Code {
        let tried = self.block(depth, false);
        let place = Place {
            in_block: true,
            ..self.place
        };
        let caught = self.inside(false, place, |it| {
            let name = it.local(Kind::Lexical);
            let body = it.statements(depth);
            weave("catch (@) { log(@); @}", [name.clone(), name, body.into()])
        });
        match self.random.below(4) {
            0 => {
                let last = self.block(depth, false);
                weave("try {@} @ finally {@}", [tried, caught, last])
            }
            _ => weave("try {@} @", [tried, caught]),
        }
    }

    fn resource(&mut self, depth: usize) -> Code {
        let place = Place {
            in_block: true,
            ..self.place
        };
        self.inside(false, place, |it| {
            let name = it.local(Kind::Const);
            let waits = it.place.can_await && it.random.once_in(2);
            let start = if waits { "await using" } else { "using" };
            let body = it.statements(depth);
            weave("{ @ @ = resource(); @}", [start.into(), name, body.into()])
        })
    }
}
