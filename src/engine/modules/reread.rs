//! Which local modules must be read again, because they or what they import changed on disk.
//!
//! V8 and `deno_core` know a module by its URL for ever. A module that is read again gets a URL that
//! differs in a mark at its end, and whoever imports it must be read again too, to see it. Contents
//! decide, not time stamps. A file is looked at once a cell, so that within a cell it is one module.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use url::Url;

/// What stands before the number in the URL of a module that was read again.
const MARK: &str = "#reread-";

/// The local modules of a session, with what they import.
#[derive(Debug, Default)]
pub(super) struct Reread {
    /// By URL without mark.
    modules: RefCell<BTreeMap<String, LocalModule>>,
    /// What the running cell has already looked at.
    settled: RefCell<HashSet<String>>,
    /// Files read again that `require` may still remember.
    outdated: RefCell<BTreeSet<PathBuf>>,
}

#[derive(Debug)]
struct LocalModule {
    /// 1 at first.
    version: u32,
    /// Hash of the contents that were read.
    contents: u64,
    /// Local modules it imports, with the version it got.
    imports: HashMap<String, u32>,
}

impl Reread {
    /// A new cell: everything is looked at again when it is next asked for.
    pub(super) fn begin_cell(&self) {
        self.settled.borrow_mut().clear();
    }

    /// The URL under which a local module goes now. Looks at the files when the running cell hasn't
    /// yet.
    pub(super) fn current(&self, url: &Url) -> Url {
        let key = url.as_str();
        if self.modules.borrow().contains_key(key) && !self.settled.borrow().contains(key) {
            self.look(key);
        }
        match self.version(key) {
            1 => url.clone(),
            version => Url::parse(&format!("{key}{MARK}{version}")).unwrap_or_else(|_| url.clone()),
        }
    }

    /// Notes that a module imports another; both without mark.
    pub(super) fn imported(&self, referrer: &Url, target: &Url) {
        let version = self.version(target.as_str());
        if let Some(module) = self.modules.borrow_mut().get_mut(referrer.as_str()) {
            module.imports.insert(target.as_str().to_owned(), version);
        }
    }

    /// Notes what was read for a module; its URL without mark.
    ///
    /// A CommonJS file is read for `import` and for `require`, and a file once more when it is
    /// imported as something that it isn't: what is known of its imports stays.
    pub(super) fn read(&self, url: &Url, contents: &[u8]) {
        let key = url.as_str().to_owned();
        let contents = hash(contents);
        self.settled.borrow_mut().insert(key.clone());
        let mut modules = self.modules.borrow_mut();
        let module = modules.entry(key).or_insert_with(|| LocalModule {
            version: 1,
            contents,
            imports: HashMap::new(),
        });
        if module.contents != contents {
            module.contents = contents;
            module.imports.clear();
        }
    }

    /// The files that `require` must forget, each given once.
    pub(super) fn take_outdated(&self) -> Vec<PathBuf> {
        std::mem::take(&mut *self.outdated.borrow_mut())
            .into_iter()
            .collect()
    }

    fn version(&self, key: &str) -> u32 {
        self.modules
            .borrow()
            .get(key)
            .map_or(1, |module| module.version)
    }

    fn look(&self, root: &str) {
        let mut modules = self.modules.borrow_mut();
        let mut settled = self.settled.borrow_mut();
        let reached = reach(&modules, root, &settled);
        let mut stale: BTreeSet<&str> = BTreeSet::new();
        loop {
            let found: Vec<&str> = reached
                .iter()
                .map(String::as_str)
                .filter(|key| !stale.contains(key) && is_stale(&modules, key, &stale))
                .collect();
            if found.is_empty() {
                break;
            }
            stale.extend(found);
        }
        for key in stale {
            if let Some(module) = modules.get_mut(key) {
                module.version += 1;
                module.imports.clear();
            }
            self.outdated.borrow_mut().extend(path_of(key));
        }
        settled.extend(reached);
    }
}

/// The modules that `root` reaches, itself included, without those already looked at.
fn reach(
    modules: &BTreeMap<String, LocalModule>,
    root: &str,
    settled: &HashSet<String>,
) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut pending = vec![root];
    while let Some(key) = pending.pop() {
        let Some(module) = modules.get(key) else {
            continue;
        };
        if !settled.contains(key) && reached.insert(key.to_owned()) {
            pending.extend(module.imports.keys().map(String::as_str));
        }
    }
    reached
}

fn is_stale(modules: &BTreeMap<String, LocalModule>, key: &str, stale: &BTreeSet<&str>) -> bool {
    let Some(module) = modules.get(key) else {
        return false;
    };
    let imports_stale = module.imports.iter().any(|(import, version)| {
        stale.contains(import.as_str())
            || modules
                .get(import)
                .is_some_and(|module| module.version != *version)
    });
    imports_stale || contents_of(key) != Some(module.contents)
}

fn contents_of(key: &str) -> Option<u64> {
    std::fs::read(path_of(key)?)
        .ok()
        .map(|contents| hash(&contents))
}

fn path_of(key: &str) -> Option<PathBuf> {
    Url::parse(key).ok()?.to_file_path().ok()
}

fn hash(contents: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    hasher.finish()
}

/// A module's name without the mark that it was read again, for people.
pub(crate) fn plain_name(name: &str) -> &str {
    match name.rsplit_once(MARK) {
        Some((plain, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => plain,
        _ => name,
    }
}

/// A text for people without the marks of modules that were read again.
pub(crate) fn without_reread_marks(text: &str) -> String {
    let mut pieces = text.split(MARK);
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == piece.len() {
            plain.push_str(MARK);
        }
        plain.push_str(rest);
    }
    plain
}

/// A module's URL without the mark that it was read again.
pub(super) fn plain_url(url: &Url) -> Url {
    match plain_name(url.as_str()) {
        plain if plain.len() == url.as_str().len() => url.clone(),
        plain => Url::parse(plain).unwrap_or_else(|_| url.clone()),
    }
}
