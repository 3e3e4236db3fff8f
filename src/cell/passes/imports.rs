//! Static imports, as the dynamic ones that a cell can have.

use swc_ecma_ast::{
    ExportAll, ExportSpecifier, Ident, ImportDecl, ImportPhase, ImportSpecifier, ModuleExportName,
    NamedExport, ObjectLit, Prop, PropName, PropOrSpread, Str,
};

/// An `import` or `export … from`: what it takes from which module.
pub(in crate::cell) struct Import<'a> {
    source: &'a Str,
    attributes: Option<&'a ObjectLit>,
    phase: ImportPhase,
    namespace: Option<&'a Ident>,
    /// Exported names, each with the local name it gets.
    names: Vec<(String, &'a Ident)>,
}

impl<'a> Import<'a> {
    pub(in crate::cell) fn new(import: &'a ImportDecl) -> Self {
        let mut namespace = None;
        let mut names = Vec::new();
        for specifier in &import.specifiers {
            match specifier {
                ImportSpecifier::Namespace(it) => namespace = Some(&it.local),
                ImportSpecifier::Default(it) => names.push(("default".to_owned(), &it.local)),
                ImportSpecifier::Named(it) => {
                    let exported = it
                        .imported
                        .as_ref()
                        .map_or_else(|| it.local.sym.to_string(), key);
                    names.push((exported, &it.local));
                }
            }
        }
        Import {
            source: &import.src,
            attributes: import.with.as_deref(),
            phase: import.phase,
            namespace,
            names,
        }
    }

    /// `None` for an export without `from`.
    pub(in crate::cell) fn of_export(export: &'a NamedExport) -> Option<Self> {
        let mut namespace = None;
        let mut names = Vec::new();
        for specifier in &export.specifiers {
            let Some(local) = re_exported(specifier) else {
                continue;
            };
            match specifier {
                ExportSpecifier::Namespace(_) => namespace = Some(local),
                ExportSpecifier::Default(_) => names.push(("default".to_owned(), local)),
                ExportSpecifier::Named(it) => names.push((key(&it.orig), local)),
            }
        }
        Some(Import {
            source: export.src.as_deref()?,
            attributes: export.with.as_deref(),
            phase: ImportPhase::Evaluation,
            namespace,
            names,
        })
    }

    pub(in crate::cell) fn of_export_all(export: &'a ExportAll) -> Self {
        Import {
            source: &export.src,
            attributes: export.with.as_deref(),
            phase: ImportPhase::Evaluation,
            namespace: None,
            names: Vec::new(),
        }
    }

    /// The names that the statement binds.
    pub(in crate::cell) fn locals(&self) -> impl Iterator<Item = &'a Ident> {
        self.namespace
            .into_iter()
            .chain(self.names.iter().map(|&(_, local)| local))
    }

    /// The declaration a user would write.
    pub(in crate::cell) fn declaration(&self) -> String {
        let call = self.call();
        let plain = |name: &Ident| name.sym.to_string();
        match (self.namespace, self.names.is_empty()) {
            (None, true) => format!("await {call}"),
            (None, false) => format!("const {} = await {call}", self.pattern(plain)),
            (Some(all), true) => format!("const {} = await {call}", all.sym),
            (Some(all), false) => {
                format!(
                    "const {0} = await {call}, {1} = {0}",
                    all.sym,
                    self.pattern(plain)
                )
            }
        }
    }

    /// The same as an expression that assigns what `target` makes of the local names. `waited`
    /// makes an `await` of what is to be waited for.
    pub(in crate::cell) fn assignment(
        &self,
        target: impl Fn(&Ident) -> String,
        waited: impl Fn(&str) -> String,
    ) -> String {
        let module = waited(&self.call());
        match (self.namespace, self.names.is_empty()) {
            (None, true) => module,
            (None, false) => format!("({}={module})", self.pattern(target)),
            (Some(all), true) => format!("{}={module}", target(all)),
            (Some(all), false) => {
                format!("({}={}={module})", self.pattern(&target), target(all))
            }
        }
    }

    fn call(&self) -> String {
        let function = match self.phase {
            ImportPhase::Evaluation => "import",
            ImportPhase::Source => "import.source",
            ImportPhase::Defer => "import.defer",
        };
        let source = quoted(&self.source.value.to_string_lossy());
        match self.attributes {
            Some(attributes) => format!(
                "{function}({source}, {{ with: {{ {} }} }})",
                pairs(attributes)
            ),
            None => format!("{function}({source})"),
        }
    }

    fn pattern(&self, target: impl Fn(&Ident) -> String) -> String {
        let parts: Vec<String> = self
            .names
            .iter()
            .map(|(exported, local)| match target(local) {
                same if same == *exported => same,
                other => format!("{exported}: {other}"),
            })
            .collect();
        format!("{{ {} }}", parts.join(", "))
    }
}

/// The name under which a specifier exports: as a name, or as a string.
pub(super) fn exported(specifier: &ExportSpecifier) -> Result<&Ident, &Str> {
    let name = match specifier {
        ExportSpecifier::Namespace(it) => &it.name,
        ExportSpecifier::Default(it) => return Ok(&it.exported),
        ExportSpecifier::Named(it) => it.exported.as_ref().unwrap_or(&it.orig),
    };
    match name {
        ModuleExportName::Ident(name) => Ok(name),
        ModuleExportName::Str(name) => Err(name),
    }
}

/// The name that `export … from` would have given to what it passes on.
pub(super) fn re_exported(specifier: &ExportSpecifier) -> Option<&Ident> {
    let name = exported(specifier).ok()?;
    (&*name.sym != "default").then_some(name)
}

/// A module's export name as a property key.
fn key(name: &ModuleExportName) -> String {
    match name {
        ModuleExportName::Ident(name) => name.sym.to_string(),
        ModuleExportName::Str(name) => quoted(&name.value.to_string_lossy()),
    }
}

fn pairs(attributes: &ObjectLit) -> String {
    let mut pairs = Vec::new();
    for property in &attributes.props {
        let PropOrSpread::Prop(property) = property else {
            continue;
        };
        let Prop::KeyValue(pair) = &**property else {
            continue;
        };
        let key = match &pair.key {
            PropName::Ident(key) => key.sym.to_string(),
            PropName::Str(key) => quoted(&key.value.to_string_lossy()),
            _ => continue,
        };
        if let swc_ecma_ast::Expr::Lit(swc_ecma_ast::Lit::Str(value)) = &*pair.value {
            pairs.push(format!("{key}: {}", quoted(&value.value.to_string_lossy())));
        }
    }
    pairs.join(", ")
}

/// A string literal of JavaScript.
pub(in crate::cell) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\u{2028}' => quoted.push_str("\\u2028"),
            '\u{2029}' => quoted.push_str("\\u2029"),
            character if (character as u32) < 0x20 => {
                quoted.push_str(&format!("\\u{:04x}", character as u32));
            }
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use crate::cell::options::{CellOptions, StaticImport};
    use crate::cell::testing::{Cells, check, options, readable};

    #[test]
    fn the_line_to_write_instead_is_exact() {
        for (source, expected) in [
            ("import \"m\"", "await import(\"m\")"),
            (
                "import x from 'm'",
                "const { default: x } = await import(\"m\")",
            ),
            (
                "import x, {a as b, c} from \"m\"",
                "const { default: x, a: b, c } = await import(\"m\")",
            ),
            (
                "import * as ns from \"m\"",
                "const ns = await import(\"m\")",
            ),
            (
                "import x, * as ns from \"m\"",
                "const ns = await import(\"m\"), { default: x } = ns",
            ),
            (
                "import {\"a-b\" as c} from \"m\"",
                "const { \"a-b\": c } = await import(\"m\")",
            ),
            (
                "import j from \"m\" with {type: \"json\"}",
                "const { default: j } = await import(\"m\", { with: { type: \"json\" } })",
            ),
            ("export * from \"m\"", "await import(\"m\")"),
            (
                "export * as ns from \"m\"",
                "const ns = await import(\"m\")",
            ),
            (
                "export {a as b} from \"m\"",
                "const { a: b } = await import(\"m\")",
            ),
        ] {
            let error = Cells::default().add(source).unwrap_err();
            assert!(
                error.ends_with(&format!("\nhint: write `{expected}`")),
                "{source}: {error}"
            );
        }
    }

    #[test]
    fn an_import_is_refused_where_it_stands() {
        check(
            "1;\nimport \"m\"",
            "Cannot use a static `import` in a cell (2:1)\nimport \"m\"\n^\nhint: write `await import(\"m\")`",
        );
    }

    #[test]
    fn a_session_may_have_them_rewritten() {
        let options = CellOptions {
            static_import: StaticImport::Rewrite,
            ..options(1)
        };
        for (source, expected) in [
            ("import \"m\"", "{E¤=1;Q¤(await P¤(import(\"m\")));E¤=2;}"),
            (
                "import x, {\n  a as b\n} from \"m\"; b",
                "let x§,x§e,b§,b§e;{let r¤;E¤=1;({ default: x§, a: b§ }=Q¤(await P¤(import(\"m\"))))\n\n;E¤=2; \
                 r¤=(b§);E¤=3;D¤(r¤)}",
            ),
            (
                "import x, * as ns from \"m\"",
                "let x§,x§e,ns§,ns§e;{E¤=1;({ default: x§ }=ns§=Q¤(await P¤(import(\"m\"))));E¤=2;}",
            ),
        ] {
            let cell = Cells::default().add_with(source, &options).unwrap();
            assert_eq!(readable(&cell.whole_script()), expected, "{source}");
        }
    }
}
