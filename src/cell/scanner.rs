//! A scan of a source for its depth, without a parser.
//!
//! It must never find less than the parser would, whatever the source looks like, so it takes
//! statements apart only where they certainly end. Where a `/` may start a regular expression or
//! divide, it goes both ways.

use std::cell::Cell;

use super::parse::Language;
use super::position::line_break;

/// How often a scan may go on in two ways because a `/` may start a regular expression or not.
const FORKS: u32 = 16;

/// How many slashes may be read ahead of one another for that.
const AHEAD: u32 = 8;

/// Why a scan ended before the end.
pub(super) enum Stop {
    /// At this offset.
    TooDeep(usize),
    /// The two readings of a `/` at this offset lead too far apart.
    Unclear(usize),
    /// The brackets don't match.
    Dead,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    None,
    Round {
        header: bool,
    },
    Square,
    /// The braces of an object, certainly.
    Object,
    /// Those of anything else.
    Block,
    /// `${` in a template.
    Template,
}

#[derive(Clone)]
struct Level {
    bracket: Bracket,
    /// Tokens since the last boundary that may nest without brackets: in the expression, and around
    /// it in the statement.
    expression: usize,
    statement: usize,
    /// A `<` that may be the bracket of type arguments.
    angle: bool,
    /// A decorator, after which a line may go on.
    decorated: bool,
}

impl Level {
    fn new(bracket: Bracket) -> Self {
        Level {
            bracket,
            expression: 0,
            statement: 0,
            angle: false,
            decorated: false,
        }
    }
}

/// What the last token means for the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    /// An operand must follow: a `/` starts a regular expression, a `{` an object.
    Operator,
    /// The same, but a `{` starts a block.
    Block,
    /// The same, but a `{` starts an object only in an object.
    Colon,
    /// An operand ended: a `/` divides.
    Operand,
    /// Either.
    Unclear,
    /// `;`
    Semicolon,
    /// `}`
    Curly,
    /// The `)` of an `if` or loop.
    Header,
}

/// A place in a source, with what was found on the way there.
#[derive(Clone)]
pub(super) struct Scanner<'s> {
    bytes: &'s [u8],
    at: usize,
    levels: Vec<Level>,
    /// The sum of all levels' counts.
    chains: usize,
    previous: Previous,
    /// The last token was a `.`: the next word is a property.
    property: bool,
    /// The last token was a keyword whose `(` is part of a statement's head.
    header: bool,
    /// A line break came before the next token.
    line_break: bool,
    limit: usize,
    typescript: bool,
    /// How many readings of an earlier `/` this one is being compared with.
    ahead: u32,
    forks: &'s Cell<u32>,
    deepest: &'s Cell<usize>,
}

impl<'s> Scanner<'s> {
    /// Goes through a source. `deepest` becomes the greatest depth on the way.
    pub(super) fn scan(
        source: &'s str,
        language: Language,
        limit: usize,
        deepest: &'s Cell<usize>,
    ) -> Result<(), Stop> {
        let forks = Cell::new(FORKS);
        let scanner = Scanner {
            bytes: source.as_bytes(),
            at: 0,
            levels: vec![Level::new(Bracket::None)],
            chains: 0,
            previous: Previous::Semicolon,
            property: false,
            header: false,
            line_break: true,
            limit,
            typescript: language == Language::TypeScript,
            ahead: 0,
            forks: &forks,
            deepest,
        };
        scanner.run()
    }

    fn run(mut self) -> Result<(), Stop> {
        while self.step()? {}
        Ok(())
    }

    /// Goes past one token. `false` at the end.
    fn step(&mut self) -> Result<bool, Stop> {
        self.skip_blanks();
        let Some(&byte) = self.bytes.get(self.at) else {
            return Ok(false);
        };
        let start = self.at;
        match byte {
            b'(' => self.open(Bracket::Round {
                header: self.header,
            }),
            b'[' => self.open(Bracket::Square),
            b'{' => self.open_curly(),
            b')' | b']' | b'}' => self.close(byte)?,
            b'"' | b'\'' => {
                self.boundary(start);
                self.string(byte);
                self.operand();
            }
            b'`' => self.template(),
            b'/' => self.slash()?,
            b';' => {
                self.at += 1;
                self.end_expression();
                self.set(Previous::Semicolon);
            }
            b',' => {
                self.at += 1;
                match self.top() {
                    Level { angle: true, .. } => {}
                    Level {
                        bracket: Bracket::Object,
                        ..
                    } => self.end_statement(),
                    _ => self.end_expression(),
                }
                self.set(Previous::Operator);
            }
            b'.' if self.rest().get(1).is_some_and(u8::is_ascii_digit) => self.number(),
            b'0'..=b'9' if !self.property => self.number(),
            _ if is_word(byte) => self.word(),
            _ => self.operator(byte),
        }
        let depth = self.levels.len() + self.chains;
        self.deepest.set(self.deepest.get().max(depth));
        if depth > self.limit {
            return Err(Stop::TooDeep(start));
        }
        Ok(true)
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.at.min(self.bytes.len())..]
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let length = line_break(rest);
            if length > 0 {
                self.line_break = true;
                self.at += length;
            } else if rest.starts_with(b"//")
                || rest.starts_with(b"<!--")
                || (self.line_break && rest.starts_with(b"-->"))
            {
                self.skip_line();
            } else if rest.starts_with(b"/*") {
                self.skip_comment();
            } else if matches!(rest, [b' ' | b'\t' | 0x0B | 0x0C, ..]) {
                self.at += 1;
            } else {
                match other_blank(rest) {
                    0 => return,
                    length => self.at += length,
                }
            }
        }
    }

    fn skip_line(&mut self) {
        while self.at < self.bytes.len() && line_break(self.rest()) == 0 {
            self.at += 1;
        }
    }

    fn skip_comment(&mut self) {
        self.at += 2;
        while self.at < self.bytes.len() && !self.rest().starts_with(b"*/") {
            self.line_break |= line_break(self.rest()) > 0;
            self.at += 1;
        }
        self.at += 2;
    }

    fn top(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::new(Bracket::None));
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn set(&mut self, previous: Previous) {
        self.previous = previous;
        self.property = false;
        self.header = false;
        self.line_break = false;
    }

    fn operand(&mut self) {
        self.set(Previous::Operand);
    }

    /// Counts a token that may nest what follows.
    fn nest(&mut self) {
        self.top().expression += 1;
        self.chains += 1;
    }

    /// Counts one more link of a chain such as `a.b[c](d)`, which only the compiler takes deeper.
    fn nest_chain(&mut self) {
        if self.typescript && !matches!(self.previous, Previous::Operator | Previous::Semicolon) {
            self.nest();
        }
    }

    fn nest_statement(&mut self) {
        self.top().statement += 1;
        self.chains += 1;
    }

    fn end_expression(&mut self) {
        let count = std::mem::take(&mut self.top().expression);
        self.chains -= count;
    }

    fn end_statement(&mut self) {
        self.end_expression();
        let level = self.top();
        level.angle = false;
        level.decorated = false;
        let count = std::mem::take(&mut level.statement);
        self.chains -= count;
    }

    /// A token begins that can't continue an expression: where something ended, it starts a
    /// statement.
    fn boundary(&mut self, at: usize) {
        let ends = match self.previous {
            Previous::Semicolon | Previous::Curly => true,
            Previous::Operand => self.line_break && !self.top().decorated,
            Previous::Operator | Previous::Block | Previous::Colon => false,
            Previous::Unclear | Previous::Header => false,
        };
        if ends && !continues(&self.bytes[at..]) {
            self.end_statement();
        }
    }

    fn open(&mut self, bracket: Bracket) {
        self.at += 1;
        self.nest_chain();
        self.levels.push(Level::new(bracket));
        self.set(Previous::Operator);
    }

    fn open_curly(&mut self) {
        let object = match self.previous {
            Previous::Operator => true,
            Previous::Colon => self.top().bracket == Bracket::Object,
            _ => false,
        };
        if object {
            self.open(Bracket::Object);
        } else {
            self.open(Bracket::Block);
            self.previous = Previous::Semicolon;
        }
    }

    fn close(&mut self, byte: u8) -> Result<(), Stop> {
        self.at += 1;
        let level = self.levels.pop().unwrap_or(Level::new(Bracket::None));
        self.chains -= level.expression + level.statement;
        match (byte, level.bracket) {
            (b')', Bracket::Round { header: true }) => self.set(Previous::Header),
            (b')', Bracket::Round { header: false }) | (b']', Bracket::Square) => self.operand(),
            (b'}', Bracket::Object | Bracket::Block) => self.set(Previous::Curly),
            (b'}', Bracket::Template) => self.template_text(),
            _ => return Err(Stop::Dead),
        }
        Ok(())
    }

    fn string(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\'
                    if self.bytes.get(self.at + 1) == Some(&b'\r')
                        && self.bytes.get(self.at + 2) == Some(&b'\n') =>
                {
                    self.at += 3
                }
                b'\\' => self.at += 2,
                b'\n' | b'\r' => return,
                _ => {
                    self.at += 1;
                    if byte == quote {
                        return;
                    }
                }
            }
        }
    }

    fn template(&mut self) {
        self.at += 1;
        self.nest_chain();
        self.template_text();
    }

    fn template_text(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => self.at += 2,
                b'`' => {
                    self.at += 1;
                    return self.operand();
                }
                b'$' if self.bytes.get(self.at + 1) == Some(&b'{') => {
                    self.at += 1;
                    return self.open(Bracket::Template);
                }
                _ => self.at += 1,
            }
        }
    }

    fn slash(&mut self) -> Result<(), Stop> {
        match self.previous {
            Previous::Operand => self.divide(),
            Previous::Operator
            | Previous::Block
            | Previous::Colon
            | Previous::Semicolon
            | Previous::Header => match self.regex_end() {
                Some(end) => self.regex(end),
                None => self.skip_line(),
            },
            Previous::Curly | Previous::Unclear => match self.regex_end() {
                Some(end) => return self.either(end),
                None => self.divide(),
            },
        }
        Ok(())
    }

    fn divide(&mut self) {
        self.at += 1;
        self.set(Previous::Operator);
    }

    fn regex(&mut self, end: usize) {
        self.at = end;
        self.operand();
    }

    /// Reads a `/` both ways, and goes on in one if they meet again at once.
    fn either(&mut self, end: usize) -> Result<(), Stop> {
        let start = self.at;
        if self.ahead == AHEAD {
            return Err(Stop::Unclear(start));
        }
        let mut division = self.clone();
        division.ahead += 1;
        division.divide();
        while division.at < end {
            match division.step() {
                Ok(true) => {}
                Ok(false) | Err(Stop::Dead) => {
                    self.regex(end);
                    return Ok(());
                }
                Err(stop) => return Err(stop),
            }
        }
        let same = division.at == end
            && division.levels.len() == self.levels.len()
            && division
                .levels
                .iter()
                .zip(&self.levels)
                .all(|(a, b)| a.bracket == b.bracket);
        self.regex(end);
        if same {
            for (level, other) in self.levels.iter_mut().zip(&division.levels) {
                level.expression = level.expression.max(other.expression);
                level.statement = level.statement.max(other.statement);
            }
            self.chains = self
                .levels
                .iter()
                .map(|level| level.expression + level.statement)
                .sum();
            self.previous = Previous::Unclear;
            return Ok(());
        }
        let Some(left) = self.forks.get().checked_sub(1) else {
            return Err(Stop::Unclear(start));
        };
        self.forks.set(left);
        match division.run() {
            Ok(()) | Err(Stop::Dead) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// Where the regular expression that starts here ends, without its flags.
    fn regex_end(&self) -> Option<usize> {
        let mut class = false;
        let mut at = self.at + 1;
        loop {
            let rest = self.bytes.get(at..)?;
            if rest.is_empty() || line_break(rest) > 0 {
                return None;
            }
            match rest[0] {
                b'\\' => at += 1,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => return Some(at + 1),
                _ => {}
            }
            at += 1;
        }
    }

    fn number(&mut self) {
        let radix = matches!(
            self.rest(),
            [b'0', b'x' | b'X' | b'o' | b'O' | b'b' | b'B', ..]
        );
        self.word_end();
        if !radix && self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.word_end();
        }
        self.operand();
    }

    fn word_end(&mut self) {
        loop {
            let rest = self.rest();
            match rest.first() {
                Some(b'\\') if rest.starts_with(b"\\u{") => {
                    let escape = rest.iter().position(|&byte| byte == b'}');
                    self.at += escape.map_or(rest.len(), |at| at + 1);
                }
                Some(0x80..) if line_break(rest) > 0 || other_blank(rest) > 0 => return,
                Some(&byte) if is_word(byte) => self.at += 1,
                _ => return,
            }
        }
    }

    fn word(&mut self) {
        let start = self.at;
        self.word_end();
        let bytes = self.bytes;
        let word = &bytes[start..self.at];
        if self.property {
            return self.operand();
        }
        if self.header && word == b"await" {
            // `for await (`
            return;
        }
        self.boundary(start);
        match word {
            b"if" | b"for" | b"while" | b"with" => {
                self.nest_statement();
                self.set(Previous::Block);
                self.header = true;
            }
            b"do" | b"else" => {
                self.nest_statement();
                self.set(Previous::Block);
            }
            b"case" => {
                self.end_statement();
                self.nest();
                self.set(Previous::Operator);
            }
            b"typeof" | b"void" | b"delete" | b"new" | b"throw" | b"return" | b"extends" => {
                self.nest();
                self.set(Previous::Operator);
            }
            b"function" | b"class" | b"import" | b"export" | b"let" | b"const" | b"var" | b"in"
            | b"instanceof" | b"default" => self.set(Previous::Operator),
            b"await" | b"yield" | b"async" => {
                self.nest();
                self.set(Previous::Unclear);
            }
            b"of" => self.set(Previous::Unclear),
            b"keyof" | b"readonly" | b"unique" | b"infer" | b"as" | b"satisfies" | b"is"
            | b"asserts" | b"abstract"
                if self.typescript =>
            {
                self.nest();
                self.set(Previous::Unclear);
            }
            _ => self.operand(),
        }
    }

    fn operator(&mut self, byte: u8) {
        let start = self.at;
        let rest = self.rest();
        let length = OPERATORS
            .iter()
            .find(|it| rest.starts_with(it))
            .map_or(1, |it| it.len());
        let bytes = self.bytes;
        let operator = &bytes[start..start + length];
        self.at += length;
        let after_operand = self.previous == Previous::Operand;
        let mut next = Previous::Operator;
        match operator {
            b"." | b"?." | b"#" => {
                if self.typescript {
                    self.nest();
                }
                self.set(next);
                self.property = true;
                return;
            }
            b"@" => self.top().decorated = true,
            b"++" | b"--" if after_operand && !self.line_break => next = Previous::Operand,
            b"!" if self.typescript && after_operand && !self.line_break => {
                self.nest();
                next = Previous::Operand;
            }
            b"++" | b"--" | b"!" | b"~" => {
                // After `}` it may be either.
                let unclear = self.previous == Previous::Curly && operator != b"~";
                if after_operand {
                    self.boundary(start);
                }
                self.nest();
                if unclear || self.previous == Previous::Unclear {
                    next = Previous::Unclear;
                }
            }
            b":" => {
                if matches!(self.top().bracket, Bracket::Block | Bracket::None) {
                    self.nest_statement();
                } else {
                    self.nest();
                }
                next = Previous::Colon;
            }
            b"=>" => {
                self.nest();
                next = Previous::Block;
            }
            b"<" | b">" if self.typescript => {
                self.nest();
                self.top().angle |= byte == b'<';
                if byte == b'>' {
                    next = Previous::Unclear;
                }
            }
            b"+" | b"-" if !after_operand => self.nest(),
            _ if LEFT_ASSOCIATIVE.contains(&operator) && !self.typescript => {}
            _ => self.nest(),
        }
        self.set(next);
    }
}

/// Longest first. Those that are not listed have one character.
const OPERATORS: [&[u8]; 36] = [
    b">>>=", b"...", b"===", b"!==", b"**=", b"<<=", b">>=", b">>>", b"&&=", b"||=", b"??=", b"=>",
    b"==", b"!=", b"<=", b">=", b"&&", b"||", b"??", b"?.", b"++", b"--", b"+=", b"-=", b"*=",
    b"/=", b"%=", b"&=", b"|=", b"^=", b"<<", b">>", b"**", b"!", b"~", b".",
];

/// Operators that nest to the left, where no stack is used.
const LEFT_ASSOCIATIVE: [&[u8]; 22] = [
    b"+", b"-", b"*", b"/", b"%", b"<", b">", b"<=", b">=", b"==", b"!=", b"===", b"!==", b"&",
    b"|", b"^", b"&&", b"||", b"??", b"<<", b">>", b">>>",
];

/// Whether a byte is part of a name, a keyword or a number.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\') || byte >= 0x80
}

/// The length of a blank outside ASCII at the start of `rest`, 0 where there is none.
fn other_blank(rest: &[u8]) -> usize {
    let head = &rest[..rest.len().min(4)];
    if head.first().is_none_or(|&byte| byte < 0x80) {
        return 0;
    }
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    match valid.chars().next() {
        Some(character) if character.is_whitespace() || character == '\u{FEFF}' => {
            character.len_utf8()
        }
        _ => 0,
    }
}

/// Whether a word at the start of `rest` goes on with what came before it.
fn continues(rest: &[u8]) -> bool {
    let length = rest
        .iter()
        .position(|&byte| !is_word(byte))
        .unwrap_or(rest.len());
    matches!(
        &rest[..length],
        b"else"
            | b"catch"
            | b"finally"
            | b"in"
            | b"instanceof"
            | b"of"
            | b"as"
            | b"satisfies"
            | b"while"
            | b"implements"
            | b"extends"
    )
}
