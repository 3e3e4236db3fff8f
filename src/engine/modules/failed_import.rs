//! `import()` that fails with the error it should.
//!
//! `deno_core` makes its own error of what a loader returns: a `TypeError` with the code
//! `ERR_MODULE_NOT_FOUND`, whatever it was. So a failed `import()` resolves to a module of its own,
//! which throws the error that was made at the `import()`: its class, its code, and the stack of
//! whoever imported.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use deno_core::{CustomModuleEvaluationCb, CustomModuleEvaluationKind, ModuleType, v8};
use deno_error::JsErrorBox;
use url::Url;

use super::error::ModuleError;

/// How the URLs of these modules begin.
const PREFIX: &str = "isocell:failed-import/";
/// Type of the module that throws.
const THROWING: &str = "isocell-failed-import";
/// Type of the module that holds what is thrown.
const THROWN: &str = "isocell-thrown";

/// Errors on their way to whoever imported.
#[derive(Debug, Default)]
pub(super) struct FailedImports {
    count: Cell<u64>,
    thrown: RefCell<HashMap<String, v8::Global<v8::Value>>>,
    returned: RefCell<HashMap<String, ModuleError>>,
}

/// What the module of a failed import does.
pub(super) enum FailedModule {
    /// It throws a JavaScript error when it is evaluated.
    Throws(ModuleType),
    /// It can't be loaded.
    Fails(ModuleError),
}

impl FailedImports {
    /// Makes the JavaScript error here and now, and gives the URL of the module that throws it.
    pub(super) fn throw(&self, scope: &mut v8::PinScope<'_, '_>, error: &ModuleError) -> Url {
        let url = self.next_url();
        let exception = exception(scope, error);
        let exception = v8::Global::new(scope, exception);
        self.thrown.borrow_mut().insert(url.to_string(), exception);
        url
    }

    /// Gives the URL of a module that can't be loaded.
    ///
    /// For a specifier that `deno_core` would otherwise look up among its own modules.
    pub(super) fn fail(&self, error: ModuleError) -> Url {
        let url = self.next_url();
        self.returned.borrow_mut().insert(url.to_string(), error);
        url
    }

    /// What to load for a URL; `None` for that of any other module.
    pub(super) fn load(&self, url: &Url) -> Option<FailedModule> {
        if let Some(error) = self.returned.borrow_mut().remove(url.as_str()) {
            return Some(FailedModule::Fails(error));
        }
        let is_thrown = self.thrown.borrow().contains_key(url.as_str());
        is_thrown.then(|| FailedModule::Throws(ModuleType::Other(THROWING.into())))
    }

    /// Builds the modules that throw, for the runtime's options.
    pub(super) fn evaluation(self: Rc<Self>) -> CustomModuleEvaluationCb {
        Box::new(move |_scope, module_type, url, _code| {
            let thrown = self.thrown.borrow_mut().remove(url.as_str());
            match thrown {
                Some(error) if module_type == THROWING => {
                    let source = format!(
                        "import error from \"{url}\" with {{ type: \"{THROWN}\" }}; throw error;",
                        url = url.as_str(),
                    );
                    Ok(CustomModuleEvaluationKind::ComputedAndSynthetic(
                        source.into(),
                        error,
                        ModuleType::Other(THROWN.into()),
                    ))
                }
                _ => Err(JsErrorBox::type_error(format!(
                    "Import attribute \"type\" with value \"{module_type}\" is not supported"
                ))),
            }
        })
    }

    fn next_url(&self) -> Url {
        self.count.set(self.count.get() + 1);
        let url = format!("{PREFIX}{}", self.count.get());
        Url::parse(&url).expect("a scheme and a path")
    }
}

/// Whether a URL is that of a failed import's module.
pub(super) fn is_failed_import(url: &str) -> bool {
    url.starts_with(PREFIX)
}

fn exception<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    error: &ModuleError,
) -> v8::Local<'s, v8::Value> {
    let message =
        v8::String::new(scope, &error.to_string()).unwrap_or_else(|| v8::String::empty(scope));
    let exception = match error.class() {
        "TypeError" => v8::Exception::type_error(scope, message),
        "SyntaxError" => v8::Exception::syntax_error(scope, message),
        _ => v8::Exception::error(scope, message),
    };
    let code = error.code().and_then(|code| v8::String::new(scope, code));
    let key = v8::String::new(scope, "code");
    if let (Some(code), Some(key), Ok(object)) =
        (code, key, v8::Local::<v8::Object>::try_from(exception))
    {
        object.create_data_property(scope, key.into(), code.into());
    }
    exception
}

/// Whether JavaScript is running, as it is when an `import()` is resolved and no static `import` is.
pub(super) fn is_called_by_javascript(scope: &v8::PinScope<'_, '_>) -> bool {
    v8::StackTrace::current_stack_trace(scope, 1).is_some_and(|stack| stack.get_frame_count() > 0)
}
