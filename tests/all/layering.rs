//! The arrows of docs/ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder, what it may use of this crate, and the crates that appear nowhere else.
const LAYERS: [(&str, &[&str], &[&str]); 4] = [
    ("cell", &[], &[]),
    (
        "engine",
        &["cell", "outcome", "limits"],
        &[
            "deno_core",
            "deno_node",
            "v8",
            "serde_v8",
            "oxc_resolver",
            "image",
        ],
    ),
    ("host", &["engine", "outcome", "limits"], &[]),
    (
        "transport",
        &["host", "outcome", "limits", "budget"],
        &["rmcp", "clap"],
    ),
];

#[test]
fn arrows_point_down() {
    let mut faults = Vec::new();
    for (folder, allowed, _) in LAYERS {
        for (path, line) in lines(folder) {
            for used in uses(&line, "crate::") {
                let is_folder = LAYERS.iter().any(|(other, ..)| *other == used);
                if is_folder && used != folder && !allowed.contains(&used.as_str()) {
                    faults.push(format!(
                        "{path}: `{folder}` must not use `{used}`: move what it needs down, \
                         or call it from above"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn each_crate_stays_in_its_layer() {
    let mut faults = Vec::new();
    for (folder, ..) in LAYERS {
        for (owner, _, crates) in LAYERS {
            if owner == folder {
                continue;
            }
            for (path, line) in lines(folder) {
                for name in crates {
                    if uses(&line, "").first().is_some_and(|used| used == name) {
                        faults.push(format!("{path}: `{name}` belongs to `{owner}` alone"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The lines with a `use` or a path in a folder's files.
fn lines(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(folder);
    let files = rust_files(&root);
    assert!(!files.is_empty(), "`src/{folder}` has no Rust file");
    let mut lines = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        let path = file
            .strip_prefix(env!("CARGO_MANIFEST_DIR"))
            .unwrap_or(&file);
        for line in text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            lines.push((path.display().to_string(), line.to_owned()));
        }
    }
    lines
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)
        .expect("a folder of the source")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The names that follow `prefix` in a line; with an empty prefix, the crate of a `use`.
fn uses(line: &str, prefix: &str) -> Vec<String> {
    let name = |text: &str| {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    if prefix.is_empty() {
        let text = line.trim_start();
        return text.strip_prefix("use ").map(name).into_iter().collect();
    }
    line.match_indices(prefix)
        .map(|(start, _)| name(&line[start + prefix.len()..]))
        .collect()
}
