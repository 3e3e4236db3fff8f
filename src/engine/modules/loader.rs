//! The module loader that `deno_core` asks.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::error::ModuleLoaderError;
use deno_core::{
    ModuleLoadOptions, ModuleLoadReferrer, ModuleLoadResponse, ModuleLoader, ModuleResolveResponse,
    ModuleSource, ModuleSourceCode, ModuleType, RequestedModuleType, ResolutionKind, v8,
};
use deno_error::JsErrorBox;
use url::Url;

use crate::cell::TransformedCell;
use crate::engine::InterruptHandle;

use super::contents::Contents;
use super::error::ModuleError;
use super::failed_import::{
    FailedImports, FailedModule, is_called_by_javascript, is_failed_import,
};
use super::referrer::Referrer;
use super::reread::{Reread, plain_url};
use super::resolver::{Required, Resolver, file_url};
use super::source_maps::SourceMaps;

/// Resolves and loads the modules of one session.
///
/// Packages are read once. Local files are read again in a later cell when they or what they import
/// changed on disk; such a module's URL ends in a mark, which [`plain_name`](super::plain_name)
/// takes off. Nothing that failed is remembered.
#[derive(Debug)]
pub(crate) struct Loader {
    pub(super) resolver: Arc<Resolver>,
    pub(super) reread: Reread,
    pub(super) source_maps: SourceMaps,
    pub(super) failed_imports: Rc<FailedImports>,
    /// Read when an `import()` was resolved, so that what is wrong with the file is thrown there.
    prepared: RefCell<HashMap<Url, Contents>>,
    loaded: RefCell<HashSet<Url>>,
    builtins: OnceCell<Builtins>,
}

/// How built-in modules are loaded, and what must wait meanwhile.
#[derive(Debug)]
struct Builtins {
    load: v8::Global<v8::Function>,
    interrupt: InterruptHandle,
}

impl Loader {
    pub(super) fn new(resolver: Arc<Resolver>) -> Self {
        Self {
            resolver,
            reread: Reread::default(),
            source_maps: SourceMaps::default(),
            failed_imports: Rc::default(),
            prepared: RefCell::default(),
            loaded: RefCell::default(),
            builtins: OnceCell::new(),
        }
    }

    /// Sets the function of runtime JavaScript that loads a built-in module.
    pub(crate) fn load_builtins_by(
        &self,
        load: v8::Global<v8::Function>,
        interrupt: InterruptHandle,
    ) {
        // Set once, when a kernel starts.
        let _ = self.builtins.set(Builtins { load, interrupt });
    }

    /// Loads a built-in module before `deno_core` does, which ends the process when it is
    /// interrupted there.
    fn load_builtin(&self, scope: &mut v8::PinScope, url: &Url) {
        let Some(Builtins { load, interrupt }) = self.builtins.get() else {
            return;
        };
        if !self.loaded.borrow_mut().insert(url.clone()) {
            return;
        }
        let undefined = v8::undefined(scope);
        if let Some(specifier) = v8::String::new(scope, url.as_str()) {
            interrupt.hold();
            v8::Local::new(scope, load).call(scope, undefined.into(), &[specifier.into()]);
            interrupt.release();
        }
    }

    /// Tells that a new cell begins: what is on disk is looked at again when it is next needed.
    ///
    /// Within a cell, a local file is one module whatever happens to it.
    pub(crate) fn begin_cell(&self) {
        self.resolver.forget();
        self.reread.begin_cell();
        self.prepared.borrow_mut().clear();
    }

    /// Adds a cell, for the positions in its stack traces. The latest are kept, up to a size.
    pub(crate) fn add_cell(&self, name: &str, cell: Rc<TransformedCell>) {
        self.source_maps.add_cell(name, cell);
    }

    /// Adds the code of a direct `eval`, for the text of its functions.
    pub(crate) fn add_eval(&self, eval: TransformedCell) {
        self.source_maps.add_eval(eval);
    }

    /// What the user wrote for a piece of a script; `None` where it is of none that is kept.
    pub(crate) fn source_text(&self, script_text: &str) -> Option<String> {
        self.source_maps.source_text(script_text)
    }

    /// Resolves a specifier as `import.meta.resolve` does, for a module or cell.
    ///
    /// # Errors
    ///
    /// Every [`ModuleError`] that is about the specifier; a missing file is none.
    pub(crate) fn import_meta_url(
        &self,
        specifier: &str,
        referrer: &str,
    ) -> Result<Url, ModuleError> {
        let from = self.resolver.referrer(referrer);
        Ok(plain_url(
            &self.resolver.import_meta_resolve(specifier, &from)?,
        ))
    }

    /// Resolves a specifier for `require`: to a real path, or to a built-in module's name as it was
    /// written. `directories` are the `paths` of `require.resolve`.
    ///
    /// # Errors
    ///
    /// As for [`Resolver::require`].
    pub(crate) fn require_path(
        &self,
        specifier: &str,
        referrer: &str,
        directories: Option<&[String]>,
    ) -> Result<String, ModuleError> {
        let from = self.resolver.referrer(referrer);
        let required = match directories {
            None => self.resolver.require(specifier, &from)?,
            Some(directories) => self.require_from(specifier, directories)?,
        };
        match required {
            Required::Builtin(name) => Ok(name),
            Required::File(path) => {
                self.locate(file_url(&path), &from);
                Ok(path.to_string_lossy().into_owned())
            }
        }
    }

    /// The files that `require` must forget before it looks for a specifier; none for packages,
    /// which are read once.
    pub(crate) fn outdated_by(&self, specifier: &str, referrer: &str) -> Vec<String> {
        let from = self.resolver.referrer(referrer);
        let is_local =
            !matches!(&from, Referrer::File { path, .. } if self.resolver.is_package_file(path));
        if is_local && let Ok(Required::File(path)) = self.resolver.require(specifier, &from) {
            self.locate(file_url(&path), &from);
        }
        let outdated = self.reread.take_outdated();
        outdated
            .into_iter()
            .map(|path| path.to_string_lossy().into_owned())
            .collect()
    }

    fn require_from(
        &self,
        specifier: &str,
        directories: &[String],
    ) -> Result<Required, ModuleError> {
        for directory in directories {
            let path = self.resolver.cwd().join(directory).join("noop.js");
            let from = self.resolver.referrer(&path.to_string_lossy());
            match self.resolver.require(specifier, &from) {
                Err(ModuleError::NotRequirable { .. }) => {}
                other => return other,
            }
        }
        Err(ModuleError::NotRequirable {
            specifier: specifier.to_owned(),
        })
    }

    fn import_url(&self, specifier: &str, referrer: &str) -> Result<Url, ModuleError> {
        let is_own = is_failed_import(specifier) && is_failed_import(referrer)
            || specifier.starts_with("ext:") && referrer == ".";
        if is_own && let Ok(url) = Url::parse(specifier) {
            return Ok(url);
        }
        let from = self.resolver.referrer(referrer);
        let url = self.resolver.import(specifier, &from)?;
        Ok(self.locate(url, &from))
    }

    /// The URL under which a module goes now.
    fn locate(&self, url: Url, from: &Referrer) -> Url {
        let url = plain_url(&url);
        let path = url.to_file_path().ok();
        if path.is_none_or(|path| self.resolver.is_package_file(&path)) {
            return url;
        }
        let current = self.reread.current(&url);
        if let Referrer::File { url: referrer, .. } = from {
            self.reread.imported(referrer, &url);
        }
        current
    }

    /// Reads what an `import()` names before `deno_core` asks for it.
    fn prepare(&self, url: &Url) -> Result<(), ModuleError> {
        let is_known =
            self.loaded.borrow().contains(url) || self.prepared.borrow().contains_key(url);
        if is_known || !matches!(url.scheme(), "file" | "data") {
            return Ok(());
        }
        match self.contents(url) {
            Ok(contents) => {
                self.prepared.borrow_mut().insert(url.clone(), contents);
                Ok(())
            }
            // An import attribute may say what it is.
            Err(ModuleError::UnknownExtension { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn load_source(
        &self,
        url: &Url,
        requested: &RequestedModuleType,
    ) -> Result<ModuleSource, ModuleError> {
        match self.failed_imports.load(url) {
            Some(FailedModule::Throws(module_type)) => {
                return Ok(source(url, module_type, String::new()));
            }
            Some(FailedModule::Fails(error)) => return Err(error),
            None => {}
        }
        if url.scheme() == "node" {
            return Err(ModuleError::UnknownBuiltin {
                specifier: url.to_string(),
            });
        }
        let raw = match requested {
            RequestedModuleType::Text => Some(ModuleType::Text),
            RequestedModuleType::Bytes => Some(ModuleType::Bytes),
            _ => None,
        };
        if let Some(module_type) = raw.filter(|_| url.scheme() == "file") {
            let code = ModuleSourceCode::Bytes(self.bytes(url)?.into_boxed_slice().into());
            return Ok(ModuleSource::new(module_type, code, url, None));
        }
        let prepared = self.prepared.borrow_mut().remove(url);
        let contents = match prepared {
            Some(contents) => contents,
            None => self.contents(url)?,
        };
        let wrong_type = |expected: &str| ModuleError::WrongType {
            url: plain_url(url).to_string(),
            expected: expected.to_owned(),
        };
        match (requested, contents) {
            (RequestedModuleType::None, Contents::JavaScript(code)) => {
                Ok(source(url, ModuleType::JavaScript, code))
            }
            (RequestedModuleType::None, Contents::Wasm(bytes)) => {
                let code = ModuleSourceCode::Bytes(bytes.into_boxed_slice().into());
                Ok(ModuleSource::new(ModuleType::Wasm, code, url, None))
            }
            // The same object with the attribute and without.
            (RequestedModuleType::None, Contents::Json(_)) => {
                let specifier = serde_json::json!(url.as_str());
                let code =
                    format!("export {{ default }} from {specifier} with {{ type: \"json\" }};");
                Ok(source(url, ModuleType::JavaScript, code))
            }
            (RequestedModuleType::Json, Contents::Json(text)) => {
                Ok(source(url, ModuleType::Json, text))
            }
            (RequestedModuleType::Json, _) => Err(wrong_type("json")),
            (RequestedModuleType::Text, _) => Err(wrong_type("text")),
            (RequestedModuleType::Bytes, _) => Err(wrong_type("bytes")),
            (RequestedModuleType::Other(value), _) => Err(ModuleError::UnsupportedType {
                value: value.to_string(),
            }),
        }
    }

    /// What `deno_core` gets for a specifier that no JavaScript waits for.
    fn respond(&self, result: Result<Url, ModuleError>) -> ModuleResolveResponse {
        match result {
            Ok(url) => Ok(url),
            // An error would make `deno_core` look among the runtime's own modules.
            Err(error @ ModuleError::RefusedBuiltin { .. }) => Ok(self.failed_imports.fail(error)),
            Err(error) => Err(JsErrorBox::from_err(error)),
        }
    }
}

impl ModuleLoader for Loader {
    fn resolve(
        &self,
        specifier: &str,
        referrer: &str,
        _kind: ResolutionKind,
    ) -> ModuleResolveResponse {
        self.respond(self.import_url(specifier, referrer))
    }

    fn resolve_with_scope(
        &self,
        scope: &mut v8::PinScope,
        specifier: &str,
        referrer: &str,
        kind: ResolutionKind,
        _import_attributes: &HashMap<String, String>,
    ) -> ModuleResolveResponse {
        let result = self.import_url(specifier, referrer);
        if !matches!(kind, ResolutionKind::DynamicImport) || !is_called_by_javascript(scope) {
            return self.respond(result);
        }
        let result = result.and_then(|url| self.prepare(&url).map(|()| url));
        if let Ok(url) = &result
            && url.scheme() == "node"
        {
            self.load_builtin(scope, url);
        }
        Ok(result.unwrap_or_else(|error| self.failed_imports.throw(scope, &error)))
    }

    fn import_meta_resolve(
        &self,
        specifier: &str,
        referrer: &str,
    ) -> Result<Url, ModuleLoaderError> {
        self.import_meta_url(specifier, referrer)
            .map_err(JsErrorBox::from_err)
    }

    fn load(
        &self,
        url: &Url,
        _referrer: Option<&ModuleLoadReferrer>,
        options: ModuleLoadOptions,
    ) -> ModuleLoadResponse {
        let result = self.load_source(url, &options.requested_module_type);
        if result.is_ok() {
            self.loaded.borrow_mut().insert(url.clone());
        }
        ModuleLoadResponse::Sync(result.map_err(JsErrorBox::from_err))
    }

    fn get_source_map(&self, file_name: &str) -> Option<Cow<'_, [u8]>> {
        self.source_maps.get(file_name).map(Cow::Owned)
    }

    fn source_map_source_exists(&self, source_url: &str) -> Option<bool> {
        let path = Url::parse(source_url).ok()?.to_file_path().ok()?;
        Some(path.exists())
    }

    fn get_source_mapped_source_line(&self, file_name: &str, line_number: usize) -> Option<String> {
        self.source_maps
            .cell_line(file_name, line_number)
            .or_else(|| {
                let path = plain_url(&Url::parse(file_name).ok()?)
                    .to_file_path()
                    .ok()?;
                line_of(&path, line_number)
            })
    }
}

fn source(url: &Url, module_type: ModuleType, code: String) -> ModuleSource {
    ModuleSource::new(
        module_type,
        ModuleSourceCode::String(code.into()),
        url,
        None,
    )
}

fn line_of(path: &Path, line: usize) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    text.lines().nth(line).map(str::to_owned)
}
