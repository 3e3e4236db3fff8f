//! The part of bindgen's interface that the build scripts of our dependencies call; see the README.

use std::fs;
use std::io;
use std::path::Path;

/// Bindings that are kept here, by the end of the header's path.
const KEPT: [(&str, &str); 1] = [("nghttp2/nghttp2.h", include_str!("../bindings/nghttp2.rs"))];

/// Bindings that a crate ships itself, by the end of the header's path.
const SHIPPED: [(&str, &str); 1] = [("sqlite3/sqlite3.h", "sqlite3/bindgen_bundled_version.rs")];

/// How C enumerations appear.
pub enum EnumVariation {
    /// As constants.
    Consts,
}

/// The type of constants made from macros.
pub enum MacroTypeVariation {
    /// Signed.
    Signed,
}

/// What a build script does while bindings are made.
pub mod callbacks {
    /// The type of one constant.
    pub enum IntKind {
        /// `unsigned int`.
        UInt,
    }

    /// Decides on single names.
    pub trait ParseCallbacks: std::fmt::Debug {
        /// The type of a constant made from a macro.
        fn int_macro(&self, _name: &str, _value: i64) -> Option<IntKind> {
            None
        }
    }
}

/// Tells cargo of headers.
#[derive(Debug, Default)]
pub struct CargoCallbacks;

impl CargoCallbacks {
    /// Does nothing.
    pub fn new() -> Self {
        CargoCallbacks
    }
}

impl callbacks::ParseCallbacks for CargoCallbacks {}

/// Starts with nothing set.
pub fn builder() -> Builder {
    Builder::default()
}

/// Records which header bindings are asked for. Every other setting is in the finished file.
#[derive(Default)]
pub struct Builder {
    header: String,
}

macro_rules! settings {
    ($($name:ident($($argument:ident: $kind:ty),*))*) => {
        $(
            /// Part of the finished bindings.
            pub fn $name(self, $($argument: $kind),*) -> Self {
                $(let _ = $argument;)*
                self
            }
        )*
    };
}

impl Builder {
    /// Names the header.
    pub fn header(mut self, path: impl Into<String>) -> Self {
        self.header = path.into();
        self
    }

    /// Part of the finished bindings.
    pub fn clang_args<I>(self, arguments: I) -> Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        drop(arguments);
        self
    }

    settings! {
        allowlist_function(pattern: impl AsRef<str>)
        allowlist_item(pattern: impl AsRef<str>)
        allowlist_type(pattern: impl AsRef<str>)
        allowlist_var(pattern: impl AsRef<str>)
        bitfield_enum(pattern: impl AsRef<str>)
        blocklist_function(pattern: impl AsRef<str>)
        blocklist_item(pattern: impl AsRef<str>)
        blocklist_type(pattern: impl AsRef<str>)
        clang_arg(argument: impl Into<String>)
        default_enum_style(style: EnumVariation)
        default_macro_constant_type(kind: MacroTypeVariation)
        derive_default(on: bool)
        disable_nested_struct_naming()
        enable_cxx_namespaces()
        generate_cstr(on: bool)
        ignore_functions()
        layout_tests(on: bool)
        new_type_alias(pattern: impl AsRef<str>)
        newtype_enum(pattern: impl AsRef<str>)
        opaque_type(pattern: impl AsRef<str>)
        parse_callbacks(callbacks: Box<dyn callbacks::ParseCallbacks>)
        prepend_enum_name(on: bool)
        raw_line(line: impl Into<String>)
        rustified_enum(pattern: impl AsRef<str>)
        rustified_non_exhaustive_enum(pattern: impl AsRef<str>)
        translate_enum_integer_types(on: bool)
        trust_clang_mangling(on: bool)
        use_core()
    }

    /// Finds the finished bindings.
    pub fn generate(self) -> Result<Bindings, String> {
        let header = self.header.replace('\\', "/");
        let kept = KEPT.iter().find(|(end, _)| header.ends_with(end));
        if let Some((_, text)) = kept {
            return Ok(Bindings { text: (*text).to_owned() });
        }
        let shipped = SHIPPED.iter().find(|(end, _)| header.ends_with(end));
        if let Some((_, path)) = shipped {
            let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            return Ok(Bindings { text });
        }
        Err(format!("no finished bindings for `{header}`: see third_party/bindgen/README.md"))
    }
}

/// Finished bindings.
#[derive(Debug)]
pub struct Bindings {
    text: String,
}

impl Bindings {
    /// Writes them to a file.
    pub fn write_to_file(&self, path: impl AsRef<Path>) -> io::Result<()> {
        fs::write(path, &self.text)
    }
}
