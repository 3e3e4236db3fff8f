//! What a session lets its cells be.

/// How to transform one cell.
#[derive(Clone, Copy)]
pub(crate) struct CellOptions<'a> {
    /// The script's name, such as `cell-7.js`, for `import.meta` and the source map.
    pub(crate) name: &'a str,
    /// The session's mark: a few characters of U+FE00 to U+FE0F that source code cannot guess.
    pub(crate) mark: &'a str,
    /// The number of the cell's first checkpoint: one more than the last of the cell before.
    pub(crate) first_checkpoint: u32,
    /// Which kind of code cells are.
    pub(crate) dialect: Dialect,
    /// What to do with static imports.
    pub(crate) static_import: StaticImport,
    /// What to do with names that exist already.
    pub(crate) redeclare: Redeclare,
    /// Whether `globalThis` has a property of that name.
    pub(crate) is_global: &'a dyn Fn(&str) -> bool,
    /// Longest source, in bytes of UTF-8. A longer one is refused.
    pub(crate) source_bytes: usize,
}

/// Which kind of code the cells of a session are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Module code: strict, with `await` at the top level.
    #[default]
    Module,
    /// What is typed at Node.js's own REPL: sloppy script code, with `await` at the top level all
    /// the same. A cell that is one object literal is an expression.
    Repl,
}

/// What a session does with a cell's `import … from` and `export … from`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaticImport {
    /// Refuses the cell, and says which `await import(…)` to write instead.
    #[default]
    Reject,
    /// Runs the cell as if that had been written.
    Rewrite,
}

/// What a session does with a cell that declares a name which exists already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Redeclare {
    /// The binding takes the new kind and value.
    #[default]
    Allow,
    /// Refuses the cell with `SyntaxError: Identifier 'x' has already been declared`, unless it is
    /// `var` that declares the name.
    Reject,
}
