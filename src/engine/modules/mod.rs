//! From a specifier to a module: which file it names, what is in it, and how V8 gets to see it.

mod builtins;
mod commonjs;
mod contents;
mod data_url;
mod error;
mod explain;
mod failed_import;
mod format;
mod loader;
mod lookup;
mod package;
mod referrer;
mod require;
mod reread;
mod resolver;
mod services;
mod source_maps;
mod syntax;
mod transpile;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tree;

pub(crate) use loader::Loader;
pub(crate) use require::{NodeSystem, PackageFiles, PackageFolders};
pub(crate) use reread::without_reread_marks;
pub(crate) use resolver::ModuleOptions;
pub(crate) use services::{Modules, modules};
