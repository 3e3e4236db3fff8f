//! Source text that knows where its statements are, so that some can be left out.

use std::fmt;

/// A piece of source.
#[derive(Clone, Debug, Default)]
pub(super) struct Code(Vec<Piece>);

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Statements(Vec<Code>),
}

impl From<&str> for Code {
    fn from(text: &str) -> Code {
        text.to_owned().into()
    }
}

impl From<String> for Code {
    fn from(text: String) -> Code {
        Code(vec![Piece::Text(text)])
    }
}

impl From<Vec<Code>> for Code {
    fn from(statements: Vec<Code>) -> Code {
        Code(vec![Piece::Statements(statements)])
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Statements(statements) => {
                    for statement in statements {
                        writeln!(f, "{statement}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// A template with a part for each `@`.
pub(super) fn weave<const N: usize>(template: &str, parts: [Code; N]) -> Code {
    let mut texts = template.split('@');
    let mut code = Code(vec![Piece::Text(texts.next().unwrap_or_default().into())]);
    for (part, text) in parts.into_iter().zip(texts) {
        code.0.extend(part.0);
        code.0.push(Piece::Text(text.to_owned()));
    }
    code
}

/// Parts with commas between them.
pub(super) fn list(parts: Vec<Code>) -> Code {
    let mut code = Code::default();
    for part in parts {
        if !code.0.is_empty() {
            code.0.push(Piece::Text(", ".to_owned()));
        }
        code.0.extend(part.0);
    }
    code
}

impl Code {
    /// This and then `more`.
    pub(super) fn then(mut self, more: Code) -> Code {
        self.0.extend(more.0);
        self
    }

    /// How many statements are inside.
    pub(super) fn statements(&self) -> usize {
        let inside = self.0.iter().map(|piece| match piece {
            Piece::Text(_) => 0,
            Piece::Statements(all) => all.len() + all.iter().map(Code::statements).sum::<usize>(),
        });
        inside.sum()
    }

    /// The same without the statement of that number of those inside.
    fn without(&self, mut number: usize) -> Code {
        let mut code = self.clone();
        for piece in &mut code.0 {
            let Piece::Statements(statements) = piece else {
                continue;
            };
            let size: usize = statements.iter().map(|it| 1 + it.statements()).sum();
            if number < size {
                *statements = without(statements, number);
                break;
            }
            number -= size;
        }
        code
    }
}

/// All but the statement of that number. Each comes before those inside of it.
pub(super) fn without(statements: &[Code], mut number: usize) -> Vec<Code> {
    let mut left = statements.to_vec();
    for index in 0..left.len() {
        let size = 1 + left[index].statements();
        if number == 0 {
            left.remove(index);
            break;
        }
        if number < size {
            left[index] = left[index].without(number - 1);
            break;
        }
        number -= size;
    }
    left
}
