//! A thrown JavaScript value as plain data.

use deno_core::v8;
use serde::Deserialize;

use crate::outcome::Thrown;

/// What `report.describe` of `runtime-js/60_report.js` answers.
#[derive(Deserialize)]
struct Described(
    String,
    String,
    Option<String>,
    String,
    Vec<Described>,
    Option<String>,
);

impl Described {
    fn into_thrown(self, clean: &impl Fn(&str) -> String) -> Thrown {
        let Described(name, message, code, stack, causes, details) = self;
        Thrown {
            name: clean(&name),
            message: clean(&message),
            code,
            stack: clean(&stack),
            causes: causes
                .into_iter()
                .map(|cause| cause.into_thrown(clean))
                .collect(),
            details: details.map(|details| clean(&details)),
            hint: None,
        }
    }
}

/// Reads the answer of `report.describe`; `clean` takes out what the transform put in.
pub(super) fn thrown<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    described: v8::Local<'s, v8::Value>,
    clean: impl Fn(&str) -> String,
) -> Thrown {
    match serde_v8::from_v8::<Described>(scope, described) {
        Ok(described) => described.into_thrown(&clean),
        Err(error) => Thrown {
            message: format!("a value that cannot be shown ({error})"),
            ..Thrown::default()
        },
    }
}

/// What to do about an error, where its words tell.
pub(super) fn hint(thrown: &Thrown) -> Option<String> {
    let hint = match thrown.name.as_str() {
        "ReferenceError" if thrown.message == "require is not defined" => {
            "use `await import(\"name\")`, or make a `require` with \
             `const { createRequire } = await import(\"node:module\"); \
             const require = createRequire(import.meta.url);`"
        }
        "ReferenceError" if thrown.message == "module is not defined" => {
            "a cell is module code: its top-level names stay for later cells, nothing is exported"
        }
        "ReferenceError" if thrown.message == "__dirname is not defined" => {
            "use `nodeRepl.cwd` or `import.meta.dirname`"
        }
        "ReferenceError" if thrown.message == "__filename is not defined" => {
            "use `import.meta.filename`"
        }
        "ReferenceError" if thrown.message == "Deno is not defined" => {
            "use Node.js's modules, such as `await import(\"node:fs\")`"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}
