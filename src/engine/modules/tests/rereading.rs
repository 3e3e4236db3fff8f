//! When a local module is read again.

use url::Url;

use super::super::reread::Reread;
use super::super::tree::Tree;

/// Takes steps with modules `a`, `b` and `c`, whose files contain `1` at first: `cell` begins one;
/// `a=2` asks for a module, which should be in its second version; `read-a` reads it; `a>b` imports
/// one from another; `a:2` writes a file.
fn check(steps: &str) {
    let tree = Tree::new("a: 1\nb: 1\nc: 1");
    let reread = Reread::default();
    let url = |name: &str| Url::from_file_path(tree.path(name)).expect(name);
    for step in steps.split_whitespace() {
        if step == "cell" {
            reread.begin_cell();
        } else if let Some((name, text)) = step.split_once(':') {
            tree.write(name, text);
        } else if let Some((from, to)) = step.split_once('>') {
            reread.current(&url(to));
            reread.imported(&url(from), &url(to));
        } else if let Some(name) = step.strip_prefix("read-") {
            reread.read(&url(name), &std::fs::read(tree.path(name)).expect(name));
        } else if let Some((name, version)) = step.split_once('=') {
            let current = reread.current(&url(name));
            let mark = current
                .fragment()
                .map_or("1", |mark| mark.trim_start_matches("reread-"));
            assert_eq!(mark, version, "`{step}` in `{steps}`");
        } else {
            panic!("no such step: {step}");
        }
    }
}

#[test]
fn a_module_is_read_again_in_the_next_cell_when_its_contents_changed() {
    check("cell a=1 read-a cell a=1");
    check("cell a=1 read-a a:1 cell a=1");
    check("cell a=1 read-a a:2 cell a=2 read-a cell a=2 a:3 cell a=3");
}

#[test]
fn within_a_cell_it_stays_the_same() {
    check("cell a=1 read-a a:2 a=1 cell a=2 read-a a:3 a=2");
}

#[test]
fn what_imports_a_changed_module_is_read_again_too() {
    let loaded = "cell a=1 read-a a>b read-b b>c read-c";
    check(&format!("{loaded} c:2 cell a=2 b=2 c=2"));
    check(&format!("{loaded} b:2 cell a=2 b=2 c=1"));
    check(&format!("{loaded} a:2 cell a=2 b=1 c=1"));
}

#[test]
fn also_when_the_changed_module_was_asked_for_first() {
    check("cell a=1 read-a a>c read-c c:2 cell c=2 read-c cell a=2");
    check("cell a=1 read-a a>c read-c c:2 cell c=2 read-c a=2");
}

#[test]
fn reading_a_module_twice_forgets_no_import() {
    check("cell a=1 read-a a>b read-b read-a cell b:2 a=2");
    check("cell a=1 read-a a>b read-b cell a:2 a=2 read-a cell b:2 a=2");
}

#[test]
fn cycles_are_read_again_whole() {
    check("cell a=1 read-a a>b read-b b>a a>c read-c c:2 cell a=2 b=2 c=2");
    check("cell a=1 read-a a>b read-b b>a a>c read-c cell a=1 b=1 c=1");
}

#[test]
fn require_is_told_once_what_to_forget() {
    let tree = Tree::new("a: 1");
    let url = Url::from_file_path(tree.path("a")).expect("a path");
    let reread = Reread::default();
    reread.read(&url, b"1");
    assert!(reread.take_outdated().is_empty());
    tree.write("a", "2");
    reread.begin_cell();
    reread.current(&url);
    assert_eq!(reread.take_outdated(), [tree.path("a")]);
    assert!(reread.take_outdated().is_empty());
}
