//! The way in: a cell's source becomes a script.

use std::panic::{AssertUnwindSafe, catch_unwind};

use swc_common::{GLOBALS, Globals};
use swc_ecma_ast::ModuleItem;

use super::bindings::{Accessor, Bindings};
use super::dismantle::dismantle;
use super::edits::{EditMap, Segment};
use super::error::{Problem, SyntaxError};
use super::language::{self, Failure, Prepared};
use super::names::strip_mark;
use super::nesting;
use super::options::{CellOptions, Dialect};
use super::parse::Language;
use super::passes::{self, Assigned, Declaration, Rewritten, Site, Storage};
use super::position::{LineIndex, Position, is_line_break};
use super::source_map;
use super::typescript::Origin;

/// A cell as a classic script for V8, with the way back to its source.
#[derive(Clone, Debug)]
pub(crate) struct TransformedCell {
    /// Runs before the script: declares the variables of new names, and is empty where there are
    /// none. V8 makes slow code for variables that the same script declares.
    pub(crate) storage_script: String,
    /// The script. Its completion value is an async function, the cell: so the call has no frame
    /// of its own in a stack.
    pub(crate) script: String,
    /// What the source is written in.
    #[cfg(test)]
    pub(super) language: Language,
    /// The number of the checkpoint after the last statement.
    pub(crate) last_checkpoint: u32,
    /// The names that the cell declares at its top level, in order.
    pub(crate) declarations: Vec<Declaration>,
    /// The existing bindings, not declared again, that top-level code may assign.
    pub(crate) assigned: Vec<Assigned>,
    pub(super) storages: Vec<Storage>,
    pub(super) vacant_flags: Vec<u32>,
    pub(super) accessors: Vec<(u32, Accessor)>,
    name: String,
    mark: String,
    source: String,
    source_lines: LineIndex,
    script_lines: LineIndex,
    map: EditMap,
    /// For a cell that was compiled: the JavaScript that was rewritten, and where it came from.
    compiled: Option<(String, Origin)>,
}

/// Makes a script of a cell.
///
/// `bindings` are the session's as the cell before left them. Nothing is changed until
/// [`Bindings::begin`].
///
/// # Errors
///
/// If the source is too long, too deeply nested or no module code in any [`Language`], or declares
/// or imports what a cell can't.
pub(crate) fn transform(
    source: &str,
    bindings: &Bindings,
    options: &CellOptions<'_>,
) -> Result<TransformedCell, SyntaxError> {
    if source.len() > options.source_bytes {
        let problem = Problem::new(
            format!(
                "the source is too long: {} bytes, the limit is {}",
                source.len(),
                options.source_bytes
            ),
            0,
        );
        return Err(problem.hint("read large data from a file").in_source(""));
    }
    let source = source.strip_prefix('\u{FEFF}').unwrap_or(source);
    if source.starts_with("#!") {
        let problem = Problem::new("a cell can't start with a hashbang line", 0);
        return Err(problem.hint("remove the line").in_source(source));
    }
    if options.dialect == Dialect::Repl
        && source.trim_start().starts_with('{')
        && !source.trim_end().ends_with(';')
        && let Ok(cell) = attempt(
            &format!("({source}\n)"),
            Language::JavaScript,
            bindings,
            options,
        )
    {
        return Ok(cell);
    }
    let mut problems = Problems::default();
    let jsx = ["</", "/>"].iter().any(|end| source.contains(end));
    let languages = [Language::JavaScript, Language::TypeScript, Language::Tsx];
    for language in languages
        .into_iter()
        .filter(|&it| jsx || it != Language::Tsx)
    {
        match attempt(source, language, bindings, options) {
            Ok(cell) => return Ok(cell),
            Err(Failure::Cell(problem)) => return Err(problem.in_source(source)),
            Err(Failure::Language(problem)) => problems.add(problem),
            Err(Failure::Depth(problem)) => {
                problems.depth.get_or_insert(problem);
            }
        }
    }
    Err(problems.worst().in_source(source))
}

/// Makes what a direct `eval` evaluates of its code; `site` is what the script says of the place of
/// the call.
///
/// `None` when the code stays as it is: because it mentions no binding, or because it does not
/// parse, and V8 is to say why.
pub(crate) fn transform_eval(
    source: &str,
    site: &str,
    bindings: &Bindings,
    options: &CellOptions<'_>,
) -> Option<TransformedCell> {
    if source.len() > options.source_bytes {
        return None;
    }
    let site = Site::decode(site);
    let rewritten = with_room(source, Language::JavaScript, || {
        let parsed = language::prepare(source, Language::JavaScript, options.dialect)?;
        let rewritten = if parsed.module.body.iter().all(ModuleItem::is_stmt) {
            passes::rewrite_eval(&parsed.text, &parsed.module, bindings, options, site)
        } else {
            Err(Problem::internal("`eval` takes no module code"))
        };
        dismantle(parsed.module);
        rewritten.map_err(Failure::Cell)
    });
    let rewritten = rewritten.ok()?;
    (rewritten.script != source).then(|| TransformedCell::new(rewritten, source, options, None))
}

/// Why a source is written in no language.
#[derive(Default)]
struct Problems {
    /// The syntax error of the language whose parser got furthest, the earliest tried of several.
    syntax: Option<Problem>,
    /// Why a language could not be tried.
    depth: Option<Problem>,
}

impl Problems {
    fn add(&mut self, problem: Problem) {
        // What was not tried might have got further.
        let untried = self.depth.is_some() && self.syntax.is_some();
        if !untried
            && self
                .syntax
                .as_ref()
                .is_none_or(|known| problem.offset > known.offset)
        {
            self.syntax = Some(problem);
        }
    }

    fn worst(self) -> Problem {
        match (self.syntax, self.depth) {
            (Some(mut problem), Some(depth)) => {
                let hint = format!("if this is no plain JavaScript: {}", depth.message);
                problem.hint.get_or_insert(hint);
                problem
            }
            (Some(problem), None) | (None, Some(problem)) => problem,
            (None, None) => Problem::internal("no language was tried"),
        }
    }
}

fn attempt(
    source: &str,
    language: Language,
    bindings: &Bindings,
    options: &CellOptions<'_>,
) -> Result<TransformedCell, Failure> {
    with_room(source, language, || {
        transform_as(source, language, bindings, options)
    })
}

/// Does something with a source on a stack that has room for how deeply it nests.
fn with_room<T>(
    source: &str,
    language: Language,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let depth = nesting::depth(source, language).map_err(Failure::Depth)?;
    let work = || GLOBALS.set(&Globals::new(), work);
    catch_unwind(AssertUnwindSafe(|| {
        stacker::grow(nesting::stack_bytes(depth), work)
    }))
    .unwrap_or_else(|_| {
        // Parsers are known to panic on nonsense; another language may know better what it is.
        Err(Failure::Language(Problem::internal(
            "the compiler panicked",
        )))
    })
}

fn transform_as(
    source: &str,
    language: Language,
    bindings: &Bindings,
    options: &CellOptions<'_>,
) -> Result<TransformedCell, Failure> {
    let prepared = language::prepare(source, language, options.dialect)?;
    let rewritten = passes::rewrite(
        &prepared.text,
        &prepared.module,
        language,
        bindings,
        options,
        &prepared.generated,
        &prepared.preamble,
    );
    let Prepared {
        text,
        module,
        origin,
        ..
    } = prepared;
    dismantle(module);
    let rewritten = rewritten.map_err(|problem| {
        let place = |origin: &Origin| origin.source_offset(problem.offset);
        let offset = origin.as_ref().map_or(problem.offset, place);
        Failure::Cell(Problem { offset, ..problem })
    })?;
    let compiled = origin.map(|origin| (text, origin));
    let cell = TransformedCell::new(rewritten, source, options, compiled);
    #[cfg(test)]
    let cell = TransformedCell { language, ..cell };
    Ok(cell)
}

impl TransformedCell {
    fn new(
        rewritten: Rewritten,
        source: &str,
        options: &CellOptions<'_>,
        compiled: Option<(String, Origin)>,
    ) -> TransformedCell {
        TransformedCell {
            script_lines: LineIndex::new(&rewritten.script),
            source_lines: LineIndex::new(source),
            storage_script: rewritten.storage_script,
            script: rewritten.script,
            #[cfg(test)]
            language: Language::JavaScript,
            last_checkpoint: rewritten.last_checkpoint,
            declarations: rewritten.declarations,
            assigned: rewritten.assigned,
            storages: rewritten.storages,
            vacant_flags: rewritten.vacant_flags,
            accessors: rewritten.accessors,
            name: options.name.to_owned(),
            mark: options.mark.to_owned(),
            source: source.to_owned(),
            map: rewritten.map,
            compiled,
        }
    }

    /// The position in the source for one in the script.
    ///
    /// Code that the source doesn't have maps to what it was made for.
    #[cfg(test)]
    fn source_position(&self, line: u32, column: u32) -> Position {
        let offset = self
            .script_lines
            .offset(&self.script, Position { line, column });
        self.source_lines
            .position(&self.source, self.source_offset(offset))
    }

    #[cfg(test)]
    pub(super) fn whole_script(&self) -> String {
        format!("{}{}", self.storage_script, self.script)
    }

    /// What was written.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// The error for what V8 refused in the script, at a position there.
    pub(crate) fn refusal(&self, message: &str, line: u32, column: u32) -> SyntaxError {
        let offset = self
            .script_lines
            .offset(&self.script, Position { line, column });
        Problem::new(strip_mark(message, &self.mark), self.source_offset(offset))
            .in_source(&self.source)
    }

    fn source_offset(&self, script_offset: u32) -> u32 {
        let offset = self.map.source_offset(script_offset);
        match &self.compiled {
            Some((_, origin)) => origin.source_offset(offset),
            None => offset,
        }
    }

    /// What the user wrote for a part of the script, such as the text of a function.
    ///
    /// For a part of a compiled cell that has no equivalent in the source it is the compiled
    /// JavaScript. `None` if the script has no such part.
    pub(crate) fn source_text(&self, script_slice: &str) -> Option<String> {
        // The transform makes functions that nobody wrote, which look the same.
        let (from, to) = self
            .script
            .match_indices(script_slice)
            .map(|(at, slice)| {
                let end = (at + slice.len()) as u32;
                (self.map.source_start(at as u32), self.map.source_end(end))
            })
            .find(|(from, to)| from < to)?;
        let Some((text, origin)) = &self.compiled else {
            return self
                .source
                .get(from as usize..to as usize)
                .map(str::to_owned);
        };
        let written = origin.exact(from).find_map(|from| {
            let to = self
                .compiled_end(text, origin, to)
                .filter(|&to| to > from)?;
            self.source.get(from as usize..to as usize)
        });
        match written {
            Some(written) => Some(written.to_owned()),
            None => text
                .get(from as usize..to as usize)
                .map(|text| strip_mark(text, &self.mark).into_owned()),
        }
    }

    /// The end in the source of what ends at `end` in the compiled text, if the printer noted the
    /// place of its last character.
    fn compiled_end(&self, text: &str, origin: &Origin, end: u32) -> Option<u32> {
        let last = text.as_bytes().get(end.checked_sub(1)? as usize)?;
        let same = |place: &u32| self.source.as_bytes().get(*place as usize) == Some(last);
        origin.exact(end - 1).find(same).map(|place| place + 1)
    }

    /// A source map of the script, version 3, as JSON. Its only source is the cell's name.
    pub(crate) fn source_map(&self) -> String {
        let mut places: Vec<(u32, u32)> = Vec::new();
        for segment in self.map.segments() {
            places.push((segment.start, self.source_offset(segment.start)));
            if segment.copied {
                self.inner_places(segment, &mut places);
            }
        }
        places.dedup_by_key(|place| place.0);
        let mappings = places.into_iter().map(|(script, source)| {
            (
                self.script_lines.position(&self.script, script),
                self.source_lines.position(&self.source, source),
            )
        });
        source_map::write(&self.name, mappings)
    }

    /// Adds the places within a copied part that a reader of the map may ask for: those that the
    /// compiler knows, or where words and lines start.
    fn inner_places(&self, segment: &Segment, places: &mut Vec<(u32, u32)>) {
        let from = segment.source.start;
        if let Some((_, origin)) = &self.compiled {
            let inside = origin
                .places()
                .iter()
                .filter(|(at, _)| segment.source.contains(at));
            places.extend(inside.map(|&(at, source)| (segment.start + (at - from), source)));
            return;
        }
        let mut in_word = false;
        for (at, character) in
            self.source[from as usize..segment.source.end as usize].char_indices()
        {
            let word = character.is_alphanumeric() || matches!(character, '_' | '$');
            if (word && !in_word) || is_line_break(character) {
                places.push((segment.start + at as u32, from + at as u32));
            }
            in_word = word;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Cells, MARK, check, options, readable};
    use super::*;

    fn cell(source: &str) -> TransformedCell {
        transform(source, &Bindings::new(), &options(1)).unwrap()
    }

    /// Where the script's `needle` is in the source.
    fn place(cell: &TransformedCell, needle: &str) -> String {
        let needle = needle.replace('§', MARK);
        let offset = cell.script.rfind(&needle).unwrap() as u32;
        let at = cell.script_lines.position(&cell.script, offset);
        cell.source_position(at.line, at.column).to_string()
    }

    #[test]
    fn a_source_at_the_limit_is_taken_and_a_longer_one_is_not() {
        let limited = |source: &str| {
            let options = CellOptions {
                source_bytes: 3,
                ..options(1)
            };
            transform(source, &Bindings::new(), &options).map_err(|error| error.to_string())
        };
        assert!(limited("a=1").is_ok());
        assert_eq!(
            limited("a= 1").unwrap_err(),
            "the source is too long: 4 bytes, the limit is 3 (1:1)\n\n^\nhint: read large data from a file"
        );
    }

    #[test]
    fn a_hashbang_line_is_refused() {
        check(
            "#!/usr/bin/env node\n1",
            "a cell can't start with a hashbang line (1:1)\n#!/usr/bin/env node\n^\nhint: remove the line",
        );
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_source() {
        let cell = cell("\u{FEFF}a");
        assert_eq!(readable(&cell.script), "{let r¤;E¤=1;r¤=(a);E¤=2;D¤(r¤)}");
        assert_eq!(place(&cell, "a);"), "1:1");
    }

    #[test]
    fn the_error_of_the_language_that_fits_best_is_reported() {
        check(
            "let a = ;",
            "Expression expected (1:9)\nlet a = ;\n        ^",
        );
        check(
            "let a: number = ;",
            "Expression expected (1:17)\nlet a: number = ;\n                ^",
        );
    }

    #[test]
    fn positions_lead_back_to_the_source() {
        let cell = cell("let größe = '😀', b = größe;\nfunction f() {\n  b = f.x.y\n}");
        for (needle, expected) in [
            ("größe§;", "1:23"),
            ("'😀'", "1:13"),
            ("x.y", "3:9"),
            ("W", "3:5"),
        ] {
            assert_eq!(place(&cell, needle), expected, "{needle}");
        }
    }

    #[test]
    fn positions_of_a_compiled_cell_lead_back_too() {
        let cell = cell("enum E { A }\n\nfunction f(a: number) {\n  return a.b.c\n}");
        assert_eq!(place(&cell, "b.c"), "4:12");
    }

    #[test]
    fn the_text_of_a_function_is_what_the_user_wrote() {
        let source = "let x = 1\nconst f = () => { x = {x} }\nclass C { m() { return x++ } }";
        let cell = cell(source);
        for text in [
            "() => { x = {x} }",
            "class C { m() { return x++ } }",
            "m() { return x++ }",
        ] {
            let script = slice_for(&cell, text);
            assert_eq!(cell.source_text(&script).as_deref(), Some(text));
        }
        assert_eq!(cell.source_text("function elsewhere() {}"), None);
    }

    /// The part of the script that stands for a part of the source.
    fn slice_for(cell: &TransformedCell, text: &str) -> String {
        let from = cell.source.find(text).unwrap() as u32;
        let to = from + text.len() as u32;
        let length = cell.script.len() as u32;
        let start = (0..length)
            .rfind(|&at| cell.map.source_start(at) == from)
            .unwrap();
        let end = (start + 1..=length).rfind(|&at| {
            cell.map.source_end(at) == to && cell.script.as_bytes()[at as usize - 1] == b'}'
        });
        cell.script[start as usize..end.unwrap() as usize].to_owned()
    }

    #[test]
    fn comments_that_name_the_script_are_defused() {
        check(
            "1 //# sourceURL=a.js",
            "{let r¤;E¤=1;r¤=(1);E¤=2;D¤(r¤)} //  sourceURL=a.js",
        );
        check(
            "'//# sourceURL=a.js'",
            "{let r¤;E¤=1;r¤=('//# sourceURL=a.js');E¤=2;D¤(r¤)}",
        );
    }

    #[test]
    fn the_source_map_has_the_cell_as_its_source() {
        let map = cell("a").source_map();
        let header = r#"{"version":3,"sources":["cell-1.js"],"names":[],"mappings":""#;
        assert!(map.starts_with(header), "{map}");
    }

    #[test]
    fn a_trivial_cell_is_as_short_in_a_large_session() {
        let mut cells = Cells::default();
        let many: Vec<String> = (0..1000).map(|n| format!("let a{n} = {n}")).collect();
        cells.add(&many.join("\n")).unwrap();
        let in_large = cells.add("1 + 1").unwrap().script.len();
        assert!(
            in_large <= cell("1 + 1").script.len() + 6,
            "checkpoint numbers may be longer"
        );
    }
}
