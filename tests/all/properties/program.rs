//! A program, and the state of the generator while it makes one.

use std::fmt;

use super::code::{Code, weave, without};
use super::random::Random;
use super::scopes::{Kind, Scopes};

/// A program as a list of statements.
#[derive(Clone, Debug)]
pub(super) struct Program {
    statements: Vec<Code>,
    pub(super) number: u64,
    /// Whether each statement can be a cell of its own.
    pub(super) splits: bool,
}

impl Program {
    pub(super) fn generate(number: u64) -> Program {
        let mut generator = Generator::new(number);
        let late = generator.random.once_in(3);
        let mut top_level: Vec<Code> = Vec::new();
        if late {
            top_level.extend(generator.late_functions());
        }
        top_level.extend(generator.first_names());
        top_level.push(generator.declaring(1));
        for _ in 0..generator.random.below(8) + 3 {
            let statement = match generator.random.below(5) {
                0 | 1 => generator.declaring(3),
                2 => generator.doing(3),
                _ => generator.tried(3),
            };
            top_level.push(statement);
            top_level.push(generator.log_all());
        }
        if late {
            let late = generator.number;
            top_level.push(format!("setLate{late}(7); log(late{late}());").into());
            top_level.push(generator.log_all());
        }
        Program {
            statements: top_level,
            number,
            splits: generator.splits,
        }
    }

    /// The statements of the top level.
    pub(super) fn cells(&self) -> impl Iterator<Item = String> {
        self.statements.iter().map(Code::to_string)
    }

    /// The smallest program found that still `fails`, by leaving out one statement after the other.
    pub(super) fn shrink(self, fails: impl Fn(&Program) -> bool) -> Program {
        let mut small = self;
        let mut number = 0;
        let mut since_change = 0;
        while since_change < small.size() {
            number %= small.size();
            let smaller = small.without(number);
            if fails(&smaller) {
                small = smaller;
                since_change = 0;
            } else {
                number += 1;
                since_change += 1;
            }
        }
        small
    }

    /// How many statements there are, also inside of others.
    fn size(&self) -> usize {
        let sizes = self.statements.iter().map(|it| 1 + it.statements());
        sizes.sum()
    }

    fn without(&self, number: usize) -> Program {
        Program {
            statements: without(&self.statements, number),
            ..*self
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for statement in &self.statements {
            writeln!(f, "{statement}")?;
        }
        Ok(())
    }
}

/// What code stands in.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) can_await: bool,
    pub(super) can_yield: bool,
    pub(super) in_function: bool,
    pub(super) in_loop: bool,
    pub(super) in_block: bool,
}

/// Makes one program.
pub(super) struct Generator {
    pub(super) random: Random,
    pub(super) scopes: Scopes,
    pub(super) place: Place,
    /// The few names that the program is about. No other program has them.
    pub(super) names: Vec<String>,
    /// For names that have to be new.
    pub(super) count: usize,
    /// Whether code may mention names that are declared further down.
    pub(super) hoists: bool,
    /// Whether there are async functions.
    pub(super) is_async: bool,
    splits: bool,
    number: u64,
}

impl Generator {
    fn new(number: u64) -> Generator {
        let mut random = Random::new(number);
        let hoists = random.once_in(4);
        let is_async = random.once_in(3);
        let names = ["a", "b", "c", "d", "größe", "then"].map(|name| format!("{name}{number}"));
        Generator {
            random,
            scopes: Scopes::new(),
            place: Place {
                can_await: true,
                can_yield: false,
                in_function: false,
                in_loop: false,
                in_block: false,
            },
            names: names.to_vec(),
            count: 0,
            hoists,
            is_async,
            // A call that nobody awaits goes on while the next statement runs.
            splits: !hoists && !is_async,
            number,
        }
    }

    /// A name to read; one that exists, mostly.
    pub(super) fn name(&mut self) -> String {
        let visible = self.scopes.visible();
        let name = if self.hoists && self.random.once_in(8) {
            self.random.pick(&self.names)
        } else if visible.is_empty() || self.random.once_in(200) {
            format!("missing{}", self.number)
        } else {
            self.random.pick(&visible)
        };
        self.scopes.mention(&name);
        name
    }

    /// Declarations that nothing can go wrong with, so that there are names to mention.
    fn first_names(&mut self) -> [Code; 2] {
        let names = [0, 3].map(|from| self.names[from + self.random.below(3)].clone());
        names.map(|name| {
            let (form, kind) = self.random.pick(&[
                ("let @ = 1;", Kind::Lexical),
                ("let @;", Kind::Lexical),
                ("var @ = 's';", Kind::Var),
                ("let @ = (v) => cut(v);", Kind::Lexical),
                ("function @(v) { return v }", Kind::Lexical),
            ]);
            self.scopes.declare(&name, kind);
            weave(form, [name.into()])
        })
    }

    /// A name to assign; one that can be, mostly.
    pub(super) fn target(&mut self) -> String {
        let name = self.name();
        match self.scopes.is_const(&name) && !self.random.once_in(20) {
            true => self.target(),
            false => name,
        }
    }

    /// A name that no code knows.
    pub(super) fn fresh(&mut self) -> String {
        self.count += 1;
        format!("i{}_{}", self.number, self.count)
    }

    /// Runs `make` inside of a scope of its own.
    pub(super) fn inside<T>(
        &mut self,
        is_function: bool,
        place: Place,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.place, place);
        self.scopes.enter(is_function);
        let made = make(self);
        self.scopes.leave();
        self.place = before;
        made
    }

    /// A statement that logs what every name is.
    fn log_all(&mut self) -> Code {
        let mut names = self.scopes.visible();
        names.sort();
        names.dedup();
        format!("try {{ log({}) }} catch (e) {{ log(e) }}", names.join(", ")).into()
    }

    /// Functions that mention names before any of these is declared, to be called at the end.
    fn late_functions(&mut self) -> Vec<Code> {
        let (late, names) = (self.number, self.names.clone());
        let reads = names
            .iter()
            .map(|it| format!("try {{ log({it}) }} catch (e) {{ log(e) }}"));
        let reads: Vec<String> = reads.collect();
        let types: Vec<String> = names.iter().map(|it| format!("typeof {it}")).collect();
        let writes = names.iter().map(|it| {
            let form = self
                .random
                .pick(&["= v", "+= 1", "++", "??= v", "||= () => {}", "&&= v"]);
            format!("try {{ {it} {form} }} catch (e) {{ log(e) }}")
        });
        let writes: Vec<String> = writes.collect();
        vec![
            weave(
                "function late@() { @; return [@] }",
                [
                    late.to_string().into(),
                    reads.join(" ").into(),
                    types.join(", ").into(),
                ],
            ),
            weave(
                "const setLate@ = (v) => { @ };",
                [late.to_string().into(), writes.join(" ").into()],
            ),
        ]
    }
}
