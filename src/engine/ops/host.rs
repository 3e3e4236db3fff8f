use std::rc::Rc;

use deno_core::v8;
use deno_error::JsErrorBox;

/// What ops ask of the isolate they run in.
pub(crate) trait CellHost {
    /// Appends text to the output.
    fn write(&self, text: &str);
    /// Checks an image and appends it to the output.
    fn emit_image(&self, image: ImageInput<'_>) -> Result<(), JsErrorBox>;
    /// Keeps the completion value of the running cell.
    fn complete(&self, value: v8::Global<v8::Value>);
    /// Says what a write to a binding from inside a function means now.
    fn binding_write(&self, id: u32) -> BindingWrite;
    /// The URL that `import.meta.resolve` answers in the cell of that name.
    fn import_meta_resolve(&self, specifier: &str, cell: &str) -> Result<String, JsErrorBox>;
    /// The path or built-in name that `require` finds; `directories` are those of
    /// `require.resolve`'s `paths`.
    fn require_resolve(
        &self,
        specifier: &str,
        referrer: &str,
        directories: Option<&[String]>,
    ) -> Result<String, JsErrorBox>;
    /// The files that `require` must forget first, because they changed.
    fn require_outdated(&self, specifier: &str, referrer: &str) -> Vec<String>;
    /// What the user wrote for a piece of script text; where that is no longer known, the text
    /// with plain names.
    fn source_text(&self, script_text: &str) -> String;
    /// The script for the argument of a direct `eval`; `None` where the argument stays as it is.
    fn eval_text(&self, source: &str, site: &str) -> Option<String>;
    /// A text without what the transform put into names.
    fn strip_mark(&self, text: &str) -> String;
    /// Whether a termination is to wait. Calls may nest.
    fn hold_termination(&self, hold: bool);
    /// Keeps a rejection that nobody handled, or an exception that nobody caught.
    fn uncaught(&self, text: String);
}

/// How ops find the isolate's [`CellHost`] in the op state.
pub(crate) type CellHostRc = Rc<dyn CellHost>;

/// What a write to a binding means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BindingWrite {
    /// No cell runs: nothing to roll back.
    Idle = 0,
    /// A cell runs: the old value has to be logged.
    Logged = 1,
    /// The binding is constant.
    Constant = 2,
}

/// An image as JavaScript handed it over.
#[derive(Debug)]
pub(crate) struct ImageInput<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) mime_type: Option<&'a str>,
    pub(crate) metadata: Option<&'a str>,
    pub(crate) keep_original: bool,
}
