//! How `import` sees a CommonJS module: its `module.exports` as `default`, and by name what its
//! source is seen to export.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use serde_json::json;
use url::Url;

use super::format::{ModuleFormat, declared_format, media_type};
use super::referrer::Referrer;
use super::resolver::{Required, Resolver, file_url};
use super::syntax::{Analysis, analyze};

/// Names that a CommonJS module exports, its re-exports followed.
pub(super) fn named_exports(
    resolver: &Resolver,
    url: &Url,
    analysis: Analysis,
) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut seen = HashSet::from([url.clone()]);
    let mut pending = vec![(url.clone(), analysis)];
    while let Some((url, analysis)) = pending.pop() {
        names.extend(analysis.exports);
        let from = resolver.referrer(url.as_str());
        for specifier in analysis.reexports {
            let Some(path) = script_at(resolver, &specifier, &from) else {
                continue;
            };
            let url = file_url(&path);
            if !seen.insert(url.clone()) {
                continue;
            }
            let Ok(text) = std::fs::read(&path) else {
                continue;
            };
            let text = String::from_utf8_lossy(&text);
            pending.extend(analyze(&url, &text, media_type(&path)).map(|found| (url, found)));
        }
    }
    names.remove("default");
    names.remove("module.exports");
    names
}

fn script_at(resolver: &Resolver, specifier: &str, from: &Referrer) -> Option<PathBuf> {
    let Ok(Required::File(path)) = resolver.require(specifier, from) else {
        return None;
    };
    let format = declared_format(&path).ok()?;
    matches!(format, None | Some(ModuleFormat::CommonJs)).then_some(path)
}

/// The ES module that stands for a CommonJS file. `outdated` are files that `require` must read
/// again.
pub(super) fn wrapper(path: &Path, names: &BTreeSet<String>, outdated: &[PathBuf]) -> String {
    let path = json!(path.to_string_lossy());
    let mut source = String::from("import { Module, createRequire } from \"node:module\";\n");
    for path in outdated {
        source += &format!("delete Module._cache[{}];\n", json!(path.to_string_lossy()));
    }
    source += &format!("const exports = createRequire({path})({path});\n");
    source += "const of = (name) => exports === null || exports === undefined ? undefined : exports[name];\n";
    for (index, name) in names.iter().enumerate() {
        let name = json!(name);
        source += &format!("const $${index} = of({name});\nexport {{ $${index} as {name} }};\n");
    }
    source += "export { exports as default, exports as \"module.exports\" };\n";
    source
}
