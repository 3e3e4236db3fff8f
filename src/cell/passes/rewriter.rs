//! The state of a rewrite, and the code around the cell's own.

use std::collections::{HashMap, HashSet};

use swc_ecma_ast::Module;

use super::completion::{self, Completion};
use super::declarations::{self, Declarations, Declared};
use super::eval::Site;
use super::exports;
use super::scopes::Scopes;
use super::top_level::{self, Unit};
use crate::cell::bindings::{Accessor, Bindings, Kind};
use crate::cell::edits::{EditMap, Edits, Slot};
use crate::cell::error::Problem;
use crate::cell::names::{Names, RuntimeName};
use crate::cell::options::{CellOptions, Dialect};
use crate::cell::parse::Language;

/// A name that a cell declares at its top level.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Declaration {
    /// The name, escapes resolved.
    pub(crate) name: String,
    /// The binding's number.
    pub(crate) id: u32,
    /// How it is declared.
    pub(crate) kind: Kind,
    /// The checkpoint from which on the binding exists; `None` if it never does, which a completed
    /// cell leaves at none.
    pub(crate) initialized_at: Option<u32>,
}

/// An existing binding that the cell's top-level code may assign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assigned {
    /// The binding's number.
    pub(crate) id: u32,
    /// The checkpoint after the first statement that may assign it.
    pub(crate) checkpoint: u32,
}

/// A variable that the script declares for a name that had none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cell) struct Storage {
    pub(in crate::cell) name: String,
    pub(in crate::cell) id: u32,
}

/// What a rewrite gives.
pub(in crate::cell) struct Rewritten {
    pub(in crate::cell) storage_script: String,
    pub(in crate::cell) script: String,
    pub(in crate::cell) map: EditMap,
    pub(in crate::cell) last_checkpoint: u32,
    pub(in crate::cell) declarations: Vec<Declaration>,
    pub(in crate::cell) assigned: Vec<Assigned>,
    pub(in crate::cell) storages: Vec<Storage>,
    pub(in crate::cell) vacant_flags: Vec<u32>,
    pub(in crate::cell) accessors: Vec<(u32, Accessor)>,
}

/// Rewrites a parsed cell.
///
/// `generated` are top-level names that stay variables of the script, and `preamble` is code that
/// runs before the cell's own.
pub(in crate::cell) fn rewrite(
    text: &str,
    module: &Module,
    language: Language,
    bindings: &Bindings,
    options: &CellOptions<'_>,
    generated: &HashSet<String>,
    preamble: &str,
) -> Result<Rewritten, Problem> {
    top_level::refuse_imports(module, options)?;
    top_level::refuse_missing_semicolons(module, text)?;
    let declared = declarations::collect(module, bindings, options, generated)?;
    // Types that are gone may have been exported.
    if language == Language::JavaScript
        && let Some(problem) = exports::problem(module, &declared, bindings)
    {
        return Err(problem);
    }
    let next_id = bindings.len() + declared.list.iter().filter(|it| !it.has_storage).count();
    let mut rewriter = Rewriter::new(text, bindings, options);
    rewriter.initialized = vec![None; declared.list.len()];
    rewriter.declared = declared;
    rewriter.completion = completion::find(module);
    rewriter.next_id = next_id as u32;
    // In sloppy code it is the global object, without any help.
    rewriter.place.has_this = options.dialect == Dialect::Repl;
    rewriter.scopes.enter();
    for name in generated {
        rewriter.scopes.declare(name);
    }
    let front = rewriter.edits.slot();
    rewriter.items(&module.body);
    rewriter.finish(front, preamble)
}

/// Rewrites the code of a direct `eval`, which `site` was written for.
pub(in crate::cell) fn rewrite_eval(
    text: &str,
    module: &Module,
    bindings: &Bindings,
    options: &CellOptions<'_>,
    site: Site,
) -> Result<Rewritten, Problem> {
    let mut rewriter = Rewriter::new(text, bindings, options);
    rewriter.place = Place {
        in_function: true,
        has_this: true,
        hoisted: false,
        in_with: false,
    };
    rewriter.scopes.enter();
    for name in &site.locals {
        rewriter.scopes.declare(name);
    }
    rewriter.site = Some(site);
    let front = rewriter.edits.slot();
    rewriter.eval_code(module);
    let registrations: String = rewriter
        .accessors
        .iter()
        .map(|(name, id)| rewriter.registration(name, *id))
        .collect();
    rewriter.edits.fill(front, registrations);
    let edited = rewriter.edits.finish()?;
    Ok(Rewritten {
        storage_script: String::new(),
        script: edited.text,
        map: edited.map,
        last_checkpoint: options.first_checkpoint,
        declarations: Vec::new(),
        assigned: Vec::new(),
        storages: Vec::new(),
        vacant_flags: Vec::new(),
        accessors: Vec::new(),
    })
}

/// Rewrites the code of one cell while walking over it.
pub(super) struct Rewriter<'a> {
    pub(super) text: &'a str,
    pub(super) edits: Edits<'a>,
    pub(super) names: Names<'a>,
    pub(super) bindings: &'a Bindings,
    pub(super) options: &'a CellOptions<'a>,
    pub(super) declared: Declarations,
    /// For each declared name, the checkpoint from which on it exists.
    pub(super) initialized: Vec<Option<u32>>,
    pub(super) completion: Completion,
    pub(super) scopes: Scopes,
    pub(super) place: Place,
    pub(super) unit: Unit,
    pub(super) checkpoint: u32,
    pub(super) assigned: Vec<Assigned>,
    pub(super) assigned_ids: HashSet<u32>,
    /// Names that functions mention and nobody has declared yet.
    late: Vec<Late>,
    late_ids: HashMap<String, u32>,
    next_id: u32,
    accessors: Vec<(String, u32)>,
    accessor_levels: HashMap<u32, Accessor>,
    /// Declared names, by index, of which some reference may come too early.
    pub(super) dead: HashSet<usize>,
    /// Where each declarator ends, and which names it declares.
    pub(super) dead_slots: Vec<(Slot, Vec<usize>)>,
    /// Hoisted functions, by index.
    pub(super) functions: Vec<usize>,
    pub(super) checkpoint_name: String,
    /// For the code of a direct `eval`: where it stands.
    pub(super) site: Option<Site>,
}

struct Late {
    name: String,
    id: u32,
    new_storage: bool,
    new_flag: bool,
}

/// What kind of code the current place is in.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// In a function, a static block or a field's initialiser: not top-level code.
    pub(super) in_function: bool,
    /// `this` is that of a function or class around the place.
    pub(super) has_this: bool,
    /// In a function declaration of the top level, which code before it can call.
    pub(super) hoisted: bool,
    /// In the body of a `with` statement, whose object may answer to any name.
    pub(super) in_with: bool,
}

impl<'a> Rewriter<'a> {
    fn new(text: &'a str, bindings: &'a Bindings, options: &'a CellOptions<'a>) -> Self {
        let names = Names { mark: options.mark };
        Rewriter {
            text,
            edits: Edits::new(text),
            names,
            bindings,
            options,
            declared: Declarations::default(),
            initialized: Vec::new(),
            completion: Completion::default(),
            scopes: Scopes::default(),
            place: Place::default(),
            unit: Unit::default(),
            checkpoint: options.first_checkpoint,
            assigned: Vec::new(),
            assigned_ids: HashSet::new(),
            late: Vec::new(),
            late_ids: HashMap::new(),
            next_id: bindings.len() as u32,
            accessors: Vec::new(),
            accessor_levels: HashMap::new(),
            dead: HashSet::new(),
            dead_slots: Vec::new(),
            functions: Vec::new(),
            checkpoint_name: names.runtime(RuntimeName::Checkpoint),
            site: None,
        }
    }
}

impl Rewriter<'_> {
    /// The id of a name that a later cell may declare.
    pub(super) fn late(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.late_ids.get(name) {
            return id;
        }
        let storage = self.bindings.storage(name);
        let late = Late {
            name: name.to_owned(),
            id: storage.map_or(self.next_id, |binding| binding.id),
            new_storage: storage.is_none(),
            new_flag: storage.is_none_or(|binding| !binding.has_vacant_flag),
        };
        if late.new_storage {
            self.next_id += 1;
        }
        let id = late.id;
        self.late_ids.insert(late.name.clone(), id);
        self.late.push(late);
        id
    }

    /// An assignment target that reaches the binding through its accessors.
    pub(super) fn accessor(&mut self, name: &str, id: u32, needed: Accessor) -> String {
        let registered = self
            .bindings
            .storage(name)
            .map_or(Accessor::None, |binding| binding.accessor);
        let level = self.accessor_levels.get(&id).copied().unwrap_or(registered);
        if level < needed {
            if !self.accessor_levels.contains_key(&id) {
                self.accessors.push((name.to_owned(), id));
            }
            self.accessor_levels.insert(id, needed);
        }
        format!("{}[{id}]", self.names.runtime(RuntimeName::Accessors))
    }

    fn finish(mut self, front: Slot, preamble: &str) -> Result<Rewritten, Problem> {
        let storage_script = self.storage_script();
        let header = self.header(preamble);
        self.edits.fill(front, header);
        for (slot, indexes) in std::mem::take(&mut self.dead_slots) {
            let dead: Vec<String> = indexes
                .iter()
                .filter(|index| self.dead.contains(index))
                .map(|&index| self.names.dead(&self.declared.list[index].name))
                .collect();
            let mut text = String::new();
            for declared in indexes.iter().map(|&index| &self.declared.list[index]) {
                if declared.alive_from.is_some() && self.ends_vacancy(declared) {
                    text.push_str(&format!(";{}=false", self.names.vacant(&declared.name)));
                }
            }
            if !dead.is_empty() {
                text.push_str(&format!(";let {}", dead.join(",")));
            }
            self.edits.fill(slot, text);
        }
        if self.completion.exists() {
            let done = self.names.runtime(RuntimeName::Done);
            self.edits
                .insert(format!("{done}({})", self.names.result()));
        }
        self.edits.insert("})");

        let mut storages = Vec::new();
        let mut declarations = Vec::new();
        for (declared, initialized_at) in self.declared.list.into_iter().zip(self.initialized) {
            if !declared.has_storage {
                storages.push(Storage {
                    name: declared.name.clone(),
                    id: declared.id,
                });
            }
            declarations.push(Declaration {
                name: declared.name,
                id: declared.id,
                kind: declared.kind,
                initialized_at,
            });
        }
        let flags = self
            .late
            .iter()
            .filter(|late| late.new_flag)
            .map(|late| late.id)
            .collect();
        storages.extend(
            self.late
                .into_iter()
                .filter(|late| late.new_storage)
                .map(|late| Storage {
                    name: late.name,
                    id: late.id,
                }),
        );
        storages.sort_by_key(|storage| storage.id);
        let edited = self.edits.finish()?;
        let levels = &self.accessor_levels;
        Ok(Rewritten {
            storage_script,
            script: edited.text,
            map: edited.map,
            last_checkpoint: self.checkpoint,
            declarations,
            assigned: self.assigned,
            storages,
            vacant_flags: flags,
            accessors: self
                .accessors
                .iter()
                .map(|&(_, id)| (id, levels.get(&id).copied().unwrap_or(Accessor::Plain)))
                .collect(),
        })
    }

    /// Declares the variables of new names; empty where there are none.
    fn storage_script(&self) -> String {
        let names = self.names;
        let mut variables = Vec::new();
        for declared in self
            .declared
            .list
            .iter()
            .filter(|declared| !declared.has_storage)
        {
            variables.push(names.storage(&declared.name));
            variables.push(names.logged(&declared.name));
        }
        for late in &self.late {
            if late.new_storage {
                variables.push(names.storage(&late.name));
                variables.push(names.logged(&late.name));
            }
            if late.new_flag {
                variables.push(format!("{}=true", names.vacant(&late.name)));
            }
        }
        if variables.is_empty() {
            return String::new();
        }
        format!("let {};", variables.join(","))
    }

    /// Everything that stands in front of the user's first character.
    fn header(&self, preamble: &str) -> String {
        let names = self.names;
        let mut header = "(async()=>{".to_owned();
        if self.options.dialect == Dialect::Module {
            header.push_str("\"use strict\";");
        }
        header.push_str(preamble);
        if self.completion.exists() {
            header.push_str(&format!("let {};", names.result()));
        }
        for (name, id) in &self.accessors {
            header.push_str(&self.registration(name, *id));
        }
        for declared in &self.declared.list {
            if declared.alive_from.is_none() && self.ends_vacancy(declared) {
                header.push_str(&format!("{}=false;", names.vacant(&declared.name)));
            }
            if declared.kind == Kind::Var && !declared.existed && declared.has_storage {
                header.push_str(&format!("{}=void 0;", names.storage(&declared.name)));
            }
        }
        for &index in &self.functions {
            let declared = &self.declared.list[index];
            let storage = names.storage(&declared.name);
            if declared.existed {
                let save = names.runtime(RuntimeName::Save);
                header.push_str(&format!("{save}({},{storage});", declared.id));
            }
            header.push_str(&format!("{storage}={};", declared.name));
        }
        header.push_str(&format!(
            "{}={};",
            self.checkpoint_name, self.options.first_checkpoint
        ));
        header
    }

    /// Whether functions of earlier cells ask a flag whether there is such a binding.
    fn ends_vacancy(&self, declared: &Declared) -> bool {
        let binding = self.bindings.storage(&declared.name);
        !declared.existed && binding.is_some_and(|binding| binding.has_vacant_flag)
    }

    fn registration(&self, name: &str, id: u32) -> String {
        let names = self.names;
        let register = names.runtime(RuntimeName::Accessor);
        let (storage, value) = (names.storage(name), names.parameter());
        let guard = self.plain_guard(name, id);
        if self.accessor_levels.get(&id) == Some(&Accessor::Late) {
            let vacant = names.vacant(name);
            format!(
                "{register}({id},()=>{vacant}?{name}:{storage},\
                 {value}=>{{if({vacant}){name}={value};else{{{guard};{storage}={value}}}}});"
            )
        } else {
            format!("{register}({id},()=>{storage},{value}=>{{{guard};{storage}={value}}});")
        }
    }

    /// Logs the binding's value unless a function has since the last checkpoint.
    pub(super) fn guard(&mut self, name: &str, id: u32) -> String {
        if self.place.in_with {
            // Only from outside of it is the binding itself to be had.
            let value = self.accessor(name, id, Accessor::Plain);
            let write = self.names.runtime(RuntimeName::Write);
            return format!("{write}({id},{value})");
        }
        self.plain_guard(name, id)
    }

    fn plain_guard(&self, name: &str, id: u32) -> String {
        let names = self.names;
        let (logged, checkpoint) = (names.logged(name), &self.checkpoint_name);
        let (write, storage) = (names.runtime(RuntimeName::Write), names.storage(name));
        format!("{logged}==={checkpoint}||({write}({id},{storage}),{logged}={checkpoint})")
    }
}
