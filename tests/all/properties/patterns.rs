//! Destructuring patterns, over names to declare or to assign.

use super::code::{Code, weave};
use super::functions::BODY;
use super::program::Generator;

impl Generator {
    /// A pattern over these names and a value that fits it.
    pub(super) fn pattern(&mut self, names: &[String], depth: usize) -> (Code, Code) {
        let name = |index: usize| Code::from(names[index % names.len()].as_str());
        let two = names.len() > 1;
        let value = |it: &mut Self| it.plain(depth);
        match self.random.below(if two { 9 } else { 5 }) {
            0 => (weave("[@]", [name(0)]), weave("[@]", [value(self)])),
            1 => {
                let default = self.nameless(depth);
                (weave("[@ = @]", [name(0), default]), "[]".into())
            }
            2 => {
                let default = self.nameless(depth);
                (
                    weave("{x: @ = @}", [name(0), default]),
                    weave("obj(@)", [value(self)]),
                )
            }
            3 => (
                weave("{@}", [name(0)]),
                weave("{@: @}", [name(0), value(self)]),
            ),
            4 => {
                let default = self.nameless(depth);
                (weave("{@ = @}", [name(0), default]), "{}".into())
            }
            5 => (
                weave("[@, ...@]", [name(0), name(1)]),
                weave("iter(@)", [value(self)]),
            ),
            6 => (
                weave("{x: @, ...@}", [name(0), name(1)]),
                weave("{x: @, y: 2}", [value(self)]),
            ),
            7 => {
                let key = self.plain(depth.min(1));
                let value = self.inside(true, BODY, |it| it.plain(depth));
                (
                    weave("{[cut(@)]: @ = 3, y: [@]}", [key, name(0), name(1)]),
                    weave("{get y() { log('get'); return iter(@) }}", [value]),
                )
            }
            _ => (
                weave("[[@], {x: @}]", [name(0), name(1)]),
                weave("[iter(@), obj(5)]", [value(self)]),
            ),
        }
    }
}
