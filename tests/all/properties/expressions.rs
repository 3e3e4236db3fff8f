//! Expressions.
//!
//! The functions `cut`, `iter`, `obj` and `num` of `prelude.js` keep values small, so that
//! nothing doubles with every turn of a loop.

use super::code::{Code, list, weave};
use super::program::Generator;
use super::scopes::Kind;

const COMPOUND: [&str; 5] = ["-=", "*=", "**=", ">>>=", "|="];
const LOGICAL: [&str; 3] = ["||=", "&&=", "??="];

impl Generator {
    fn leaf(&mut self) -> Code {
        let name = self.name();
        match self.random.below(12) {
            0 => "1".into(),
            1 => "'s'".into(),
            2 => "null".into(),
            3 => "undefined".into(),
            4 => weave("typeof @", [name.into()]),
            5 => "2.5".into(),
            _ => name.into(),
        }
    }

    /// An expression that can stand between commas.
    pub(super) fn plain(&mut self, depth: usize) -> Code {
        let Some(inner) = depth.checked_sub(1) else {
            return self.leaf();
        };
        let which = self.random.below(34);
        let name = Code::from(match which {
            4..10 | 24 => self.target(),
            _ => self.name(),
        });
        let other = Code::from(self.name());
        match which {
            0..4 => self.leaf(),
            4 => weave("(@ = @)", [name, self.value(inner)]),
            5 => {
                let operator = self.random.pick(&COMPOUND);
                weave("(@ @ num(@))", [name, operator.into(), self.plain(inner)])
            }
            6 => weave("(@ += cut(@))", [name, self.plain(inner)]),
            7 => {
                let operator = self.random.pick(&LOGICAL);
                weave("(@ @ @)", [name, operator.into(), self.value(inner)])
            }
            8 => weave("@@", [name, self.random.pick(&["++", "--"]).into()]),
            9 => weave("@@", [self.random.pick(&["++", "--"]).into(), name]),
            10 => {
                let names = [self.target(), self.target()];
                let (pattern, value) = self.pattern(&names, inner);
                weave("(@ = @)", [pattern, value])
            }
            11 => weave("[cut(@), cut(@)]", [name, self.plain(inner)]),
            12 => weave("({@, x: cut(@)})", [name, self.plain(inner)]),
            13 => weave("(@ ? @ : @)", [name, self.plain(inner), self.plain(inner)]),
            14 => {
                let operator = self.random.pick(&["&&", "||", "??"]);
                weave("(@ @ @)", [name, operator.into(), self.plain(inner)])
            }
            15 => weave("`${cut(@)}:${cut(@)}`", [name, self.plain(inner)]),
            16 => weave("tag`<${@}>`", [self.plain(inner)]),
            17 => weave("(@, @)", [self.plain(inner), name]),
            18 => weave("settle(@?.(@))", [name, other]),
            19 => weave(
                "settle(callable(@) && @(@))",
                [name.clone(), name, self.plain(inner)],
            ),
            20 => weave("made(callable(@) && new @(@))", [name.clone(), name, other]),
            21 => weave("settle((@)())", [self.arrow(inner)]),
            22 => weave("settle((@).call(@))", [self.function("", inner), name]),
            23 => weave("(@).s", [self.class("", inner)]),
            24 => weave("(@ = @).name", [name, self.nameless(inner)]),
            25 => weave("@?.x", [name]),
            26 => weave("(num(@) < num(@))", [name, self.plain(inner)]),
            27 => weave("iter(@)", [self.plain(inner)]),
            28 => weave("String(@)", [self.nameless(inner)]),
            29 if self.place.can_await => weave("(await @)", [self.plain(inner)]),
            30 if self.place.can_yield => weave("(yield @)", [self.plain(inner)]),
            31 => weave("({m(v) { return [typeof this, v] }}).m(cut(@))", [name]),
            32 => weave("(void @, !@)", [name, other]),
            33 => {
                let arguments = list(vec![self.plain(inner), self.plain(0)]);
                weave("log(@)", [arguments])
            }
            _ => self.leaf(),
        }
    }

    /// A value to assign.
    pub(super) fn value(&mut self, depth: usize) -> Code {
        match self.random.once_in(3) {
            true => self.nameless(depth),
            false => self.plain(depth),
        }
    }

    /// A function or class that gets its name from where it stands; sometimes in brackets.
    pub(super) fn nameless(&mut self, depth: usize) -> Code {
        let depth = depth.saturating_sub(1);
        match self.random.below(8) {
            0 => self.function("", depth),
            1 => weave("(@)", [self.function("", depth)]),
            2 => self.class("", depth),
            3 => {
                let name = self.random.pick(&self.names);
                self.inside(false, self.place, |it| {
                    it.scopes.declare(&name, Kind::Lexical);
                    it.function(&name, depth)
                })
            }
            4 => weave("(0, @)", [self.arrow(depth)]),
            _ => self.arrow(depth),
        }
    }
}
