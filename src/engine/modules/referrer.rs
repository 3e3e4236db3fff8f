//! Who asks for a module.

use std::path::{Path, PathBuf};

use url::Url;

use super::reread::plain_url;

/// Whether a script name is a cell's: `cell-`, digits, `.js`.
pub(crate) fn is_cell(name: &str) -> bool {
    name.strip_prefix("cell-")
        .and_then(|rest| rest.strip_suffix(".js"))
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// The cell, file or URL that contains a specifier.
#[derive(Clone, Debug)]
pub(super) enum Referrer {
    /// A cell, or a script without a place in the file system, such as one that was compiled from
    /// text. It resolves as a file in the session's directory would.
    Cell {
        /// Its name, for messages.
        name: String,
    },
    /// A file.
    File {
        /// Its URL, without the mark of a reread module.
        url: Url,
        /// Its path.
        path: PathBuf,
    },
    /// A module whose URL is no file, such as `data:`.
    Url(Url),
}

impl Referrer {
    /// Reads a script name, module URL or absolute path. `cwd` is the session's directory: a cell's
    /// own `import.meta.url` names a file in it that doesn't exist.
    pub(super) fn parse(name: &str, cwd: &Path) -> Self {
        let url = if Path::new(name).is_absolute() {
            Url::from_file_path(name).ok()
        } else {
            Url::parse(name).ok().map(|url| plain_url(&url))
        };
        let Some(url) = url else {
            return Self::Cell {
                name: name.to_owned(),
            };
        };
        match url.to_file_path() {
            Ok(path) if url.scheme() == "file" => match cell_at(&path, cwd) {
                Some(name) => Self::Cell { name },
                None => Self::File { url, path },
            },
            _ => Self::Url(url),
        }
    }

    /// The directory that bare specifiers are looked up from; `None` for a module outside the file
    /// system.
    pub(super) fn directory<'a>(&'a self, cwd: &'a Path) -> Option<&'a Path> {
        match self {
            Self::Cell { .. } => Some(cwd),
            Self::File { path, .. } => Some(path.parent().unwrap_or(path)),
            Self::Url(_) => None,
        }
    }
}

impl std::fmt::Display for Referrer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cell { name } => f.write_str(name),
            Self::File { path, .. } => path.display().fmt(f),
            Self::Url(url) => url.fmt(f),
        }
    }
}

fn cell_at(path: &Path, cwd: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    (is_cell(name) && path.parent() == Some(cwd) && !path.exists()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::is_cell;

    #[test]
    fn cells_are_told_from_files_by_name() {
        let rows = [
            ("cell-1.js", true),
            ("cell-1234567.js", true),
            ("cell-.js", false),
            ("cell-1.mjs", false),
            ("cell-1x.js", false),
            ("cell--1.js", false),
            ("./cell-1.js", false),
            ("file:///cell-1.js", false),
            ("", false),
        ];
        for (name, expected) in rows {
            assert_eq!(is_cell(name), expected, "{name}");
        }
    }
}
