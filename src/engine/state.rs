//! What the ops of one isolate work on.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use deno_core::v8;
use deno_error::JsErrorBox;

use super::image::{Detail, ImageError, check_image};
use super::interrupt::InterruptHandle;
use super::modules::Loader;
use super::ops::{BindingWrite, CellHost, ImageInput};
use super::stdio::{SharedOutput, StdioCapture};
use crate::cell::{
    Bindings, CellOptions, Dialect, Redeclare, StaticImport, strip_mark, transform_eval,
};
use crate::limits::Limits;

pub(super) struct CellState {
    pub(super) mark: String,
    pub(super) output: SharedOutput,
    pub(super) stdio: StdioCapture,
    pub(super) bindings: RefCell<Bindings>,
    pub(super) is_running: Cell<bool>,
    pub(super) completion: RefCell<Option<v8::Global<v8::Value>>>,
    pub(super) limits: Limits,
    pub(super) dialect: Dialect,
    pub(super) static_import: StaticImport,
    pub(super) redeclare: Redeclare,
    pub(super) loader: Rc<Loader>,
    pub(super) interrupt: InterruptHandle,
}

impl CellState {
    pub(super) fn cell_options<'a>(
        &'a self,
        name: &'a str,
        first_checkpoint: u32,
        is_global: &'a dyn Fn(&str) -> bool,
    ) -> CellOptions<'a> {
        CellOptions {
            name,
            mark: &self.mark,
            first_checkpoint,
            dialect: self.dialect,
            static_import: self.static_import,
            redeclare: self.redeclare,
            is_global,
            source_bytes: self.limits.source_bytes,
        }
    }
}

impl CellHost for CellState {
    fn write(&self, text: &str) {
        self.stdio.drain();
        self.output.lock().push_text(&strip_mark(text, &self.mark));
    }

    fn emit_image(&self, input: ImageInput<'_>) -> Result<(), JsErrorBox> {
        let detail = if input.keep_original {
            Detail::Original
        } else {
            Detail::Auto
        };
        let mut image = check_image(input.bytes, input.mime_type, detail, &self.limits)
            .map_err(|error| invalid_image(&error.to_string()))?;
        if let Some(metadata) = input.metadata {
            let limit = self.limits.metadata_bytes;
            if metadata.len() > limit {
                let length = metadata.len();
                return Err(invalid_image(&format!(
                    "metadata has {length} bytes of JSON, the limit is {limit}"
                )));
            }
            image.metadata = Some(metadata.to_owned());
        }
        self.stdio.drain();
        self.output
            .lock()
            .push_image(image)
            .map_err(|error| invalid_image(&error.to_string()))
    }

    fn complete(&self, value: v8::Global<v8::Value>) {
        if self.is_running.get() {
            self.completion.replace(Some(value));
        }
    }

    fn binding_write(&self, id: u32) -> BindingWrite {
        if self.bindings.borrow().is_const(id) {
            BindingWrite::Constant
        } else if self.is_running.get() {
            BindingWrite::Logged
        } else {
            BindingWrite::Idle
        }
    }

    fn import_meta_resolve(&self, specifier: &str, cell: &str) -> Result<String, JsErrorBox> {
        let url = self.loader.import_meta_url(specifier, cell);
        url.map(String::from).map_err(JsErrorBox::from_err)
    }

    fn require_resolve(
        &self,
        specifier: &str,
        referrer: &str,
        directories: Option<&[String]>,
    ) -> Result<String, JsErrorBox> {
        self.loader
            .require_path(specifier, referrer, directories)
            .map_err(JsErrorBox::from_err)
    }

    fn require_outdated(&self, specifier: &str, referrer: &str) -> Vec<String> {
        self.loader.outdated_by(specifier, referrer)
    }

    fn source_text(&self, script_text: &str) -> String {
        let written = self.loader.source_text(script_text);
        written.unwrap_or_else(|| self.strip_mark(script_text))
    }

    fn eval_text(&self, source: &str, site: &str) -> Option<String> {
        let options = self.cell_options("", 0, &|_| false);
        let made = transform_eval(source, site, &self.bindings.borrow(), &options)?;
        let script = made.script.clone();
        self.loader.add_eval(made);
        Some(script)
    }

    fn strip_mark(&self, text: &str) -> String {
        strip_mark(text, &self.mark).into_owned()
    }

    fn hold_termination(&self, hold: bool) {
        if hold {
            self.interrupt.hold();
        } else {
            self.interrupt.release();
        }
    }

    fn uncaught(&self, text: String) {
        self.write(&text);
    }
}

fn invalid_image(message: &str) -> JsErrorBox {
    let message = format!("nodeRepl.emitImage: {message}");
    JsErrorBox::from_err(CodedTypeError {
        code: ImageError::CODE,
        message,
    })
}

/// A `TypeError` with a `code`.
#[derive(Debug, thiserror::Error, deno_error::JsError)]
#[class(type)]
#[property("code" = self.code)]
#[error("{message}")]
struct CodedTypeError {
    code: &'static str,
    message: String,
}
