//! Trees of files, written out for a test.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Files in a temporary directory that goes with the value.
pub(super) struct Tree {
    directory: TempDir,
    root: PathBuf,
}

impl Tree {
    /// Writes the files that a text describes, one a line: `path` or `path: contents`, with `\n` for
    /// a line break; `path -> target` for a symlink; `path/` for an empty directory.
    pub(super) fn new(text: &str) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let root = directory.path().canonicalize().expect("its real path");
        let tree = Self { directory, root };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some((path, target)) = line.split_once(" -> ") {
                tree.link(path, target);
            } else if line.ends_with('/') {
                std::fs::create_dir_all(tree.path(line)).expect(line);
            } else {
                let (path, contents) = line.split_once(": ").unwrap_or((line, ""));
                tree.write(path, &contents.replace("\\n", "\n"));
            }
        }
        tree
    }

    /// Writes a file, and the directories it is in.
    pub(super) fn write(&self, path: &str, contents: &str) {
        std::fs::create_dir_all(self.path(path).parent().expect("a parent")).expect(path);
        std::fs::write(self.path(path), contents).expect(path);
    }

    /// The absolute path of a file.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The directory itself, by its real path.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// A text with this tree's root written as `~`, and URLs of its files as paths.
    pub(super) fn shorten(&self, text: &str) -> String {
        let root = self.root.to_str().expect("a path in UTF-8");
        text.replace(&format!("file://{root}"), "~")
            .replace(root, "~")
    }

    fn link(&self, path: &str, target: &str) {
        std::fs::create_dir_all(self.path(path).parent().expect("a parent")).expect(path);
        std::os::unix::fs::symlink(target, self.path(path)).expect(path);
    }
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.directory.path().fmt(f)
    }
}
