//! From a module's URL to what V8 is to run.

use std::path::Path;

use deno_ast::ModuleKind;
use url::Url;

use super::commonjs;
use super::data_url;
use super::error::ModuleError;
use super::format::{ModuleFormat, declared_format, media_type, needs_transpiling};
use super::loader::Loader;
use super::reread::plain_url;
use super::resolver::{file_url, unreadable};
use super::syntax::{Analysis, analyze};
use super::transpile::transpile;

/// What a module is made of.
#[derive(Debug)]
pub(super) enum Contents {
    /// An ES module, or the one that stands for a CommonJS file.
    JavaScript(String),
    Json(String),
    Wasm(Vec<u8>),
}

impl Loader {
    /// Reads a `file:` or `data:` module.
    ///
    /// # Errors
    ///
    /// The [`ModuleError`]s about files and their formats.
    pub(super) fn contents(&self, url: &Url) -> Result<Contents, ModuleError> {
        if url.scheme() == "data" {
            let module = data_url::decode(url)?;
            return Ok(match module.format {
                ModuleFormat::Json => Contents::Json(text_of(&module.bytes)),
                ModuleFormat::Wasm => Contents::Wasm(module.bytes),
                ModuleFormat::EsModule | ModuleFormat::CommonJs => {
                    Contents::JavaScript(text_of(&module.bytes))
                }
            });
        }
        let bytes = self.bytes(url)?;
        let path = path_of(url)?;
        match declared_format(&path)? {
            Some(ModuleFormat::Json) => Ok(Contents::Json(text_of(&bytes))),
            Some(ModuleFormat::Wasm) => Ok(Contents::Wasm(bytes)),
            Some(ModuleFormat::EsModule) => self.script(url, &path, &bytes, Some(true)),
            Some(ModuleFormat::CommonJs) => self.script(url, &path, &bytes, Some(false)),
            None => self.script(url, &path, &bytes, None),
        }
    }

    /// Reads the file of a `file:` URL, and notes what a local one contains.
    ///
    /// # Errors
    ///
    /// [`ModuleError::Unreadable`].
    pub(super) fn bytes(&self, url: &Url) -> Result<Vec<u8>, ModuleError> {
        let path = path_of(url)?;
        let bytes = std::fs::read(&path).map_err(|error| unreadable(path.clone(), &error))?;
        if !self.resolver.is_package_file(&path) {
            self.reread.read(&plain_url(url), &bytes);
        }
        Ok(bytes)
    }

    /// The text that `require` compiles for a file.
    ///
    /// # Errors
    ///
    /// As for [`Loader::contents`].
    pub(super) fn required_text(&self, path: &Path) -> Result<String, ModuleError> {
        let url = file_url(path);
        let text = text_of(&self.bytes(&url)?);
        let media_type = media_type(path);
        if !needs_transpiling(media_type) {
            return Ok(text);
        }
        let kind = declared_format(path)?.map(|format| kind_of(format == ModuleFormat::EsModule));
        let transpiled = transpile(&url, &text, media_type, kind)?;
        self.source_maps
            .add_file(url.as_str(), transpiled.source_map);
        Ok(transpiled.code)
    }

    /// `is_module` is what the file is declared to be.
    fn script(
        &self,
        url: &Url,
        path: &Path,
        bytes: &[u8],
        is_module: Option<bool>,
    ) -> Result<Contents, ModuleError> {
        let text = text_of(bytes);
        let plain = plain_url(url);
        let media_type = media_type(path);
        if needs_transpiling(media_type) {
            let transpiled = transpile(&plain, &text, media_type, is_module.map(kind_of))?;
            if transpiled.is_module {
                self.source_maps
                    .add_file(url.as_str(), transpiled.source_map);
                return Ok(Contents::JavaScript(transpiled.code));
            }
            let analysis = analyze(&plain, &transpiled.code, deno_ast::MediaType::JavaScript);
            return Ok(self.wrapper(&plain, path, analysis.unwrap_or_default()));
        }
        if is_module == Some(true) {
            return Ok(Contents::JavaScript(text));
        }
        let analysis = analyze(&plain, &text, media_type);
        let has_module_syntax = match &analysis {
            Some(analysis) => analysis.is_module,
            None => looks_like_module(&text),
        };
        if is_module.is_none() && has_module_syntax {
            return Ok(Contents::JavaScript(text));
        }
        Ok(self.wrapper(&plain, path, analysis.unwrap_or_default()))
    }

    fn wrapper(&self, url: &Url, path: &Path, analysis: Analysis) -> Contents {
        let names = commonjs::named_exports(&self.resolver, url, analysis);
        let outdated = match self.resolver.is_package_file(path) {
            true => Vec::new(),
            false => self.reread.take_outdated(),
        };
        Contents::JavaScript(commonjs::wrapper(path, &names, &outdated))
    }
}

fn kind_of(is_module: bool) -> ModuleKind {
    ModuleKind::from_is_esm(is_module)
}

fn path_of(url: &Url) -> Result<std::path::PathBuf, ModuleError> {
    url.to_file_path()
        .map_err(|()| ModuleError::UnsupportedScheme {
            scheme: url.scheme().to_owned(),
        })
}

fn text_of(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether a text that doesn't parse was meant to be an ES module, so that V8 reports the mistake
/// and not the `import`.
fn looks_like_module(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        ["import ", "import{", "import\"", "import'", "export "]
            .iter()
            .any(|start| line.starts_with(start))
    })
}
