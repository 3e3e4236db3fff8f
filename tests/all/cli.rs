//! The command line: what goes where, and what a wrong argument is answered with.

use std::fs;
use std::process::Output;

use insta::assert_snapshot;
use tempfile::TempDir;

use crate::support::stdio::isocell;

/// Exit code, standard output and standard error, each on lines of its own.
fn run(dir: &TempDir, args: &[&str]) -> String {
    let output = isocell(dir.path())
        .args(args)
        .output()
        .expect("the program starts");
    text(&output)
}

fn text(output: &Output) -> String {
    format!(
        "code: {}\n{}---\n{}",
        output.status.code().expect("no signal"),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    )
}

fn dir() -> TempDir {
    TempDir::new().expect("a temporary directory")
}

#[test]
fn eval_prints_the_output_and_the_value() {
    assert_snapshot!(run(&dir(), &["eval", "console.log('text'); ({ n: await 42 })"]), @r"
    code: 0
    text
    { n: 42 }
    ---
    ");
    assert_snapshot!(run(&dir(), &["eval", "nodeRepl.write('text')"]), @r"
    code: 0
    text
    ---
    ");
}

#[test]
fn eval_reports_an_error_and_fails() {
    assert_snapshot!(run(&dir(), &["eval", "console.log('text');\nnull.x"]), @r"
    code: 1
    text
    ---
    error: TypeError: Cannot read properties of null (reading 'x')
        at cell-1.js:2:6
    ");
}

#[test]
fn run_prints_what_a_file_writes_and_not_its_value() {
    let dir = dir();
    fs::write(
        dir.path().join("hello.ts"),
        "const text: string = 'hello';\nconsole.log(text);\ntext",
    )
    .expect("a file");
    assert_snapshot!(run(&dir, &["run", "hello.ts"]), @r"
    code: 0
    hello
    ---
    ");
}

#[test]
fn the_code_works_in_the_directory_it_is_given() {
    let dir = dir();
    fs::create_dir(dir.path().join("inner")).expect("a directory");
    fs::write(dir.path().join("inner/n.js"), "export const n = 42;").expect("a file");
    assert_snapshot!(run(&dir, &["eval", "--cwd", "inner", "(await import('./n.js')).n"]), @r"
    code: 0
    42
    ---
    ");
}

#[test]
fn packages_are_found_in_module_directories_in_order() {
    let dir = dir();
    for (place, value) in [("one", 1), ("two", 2)] {
        let package = dir.path().join(place).join("which");
        fs::create_dir_all(&package).expect("a directory");
        fs::write(
            package.join("package.json"),
            r#"{ "type": "module", "exports": "./index.js" }"#,
        )
        .expect("a file");
        fs::write(package.join("index.js"), format!("export default {value};")).expect("a file");
    }
    let code = "(await import('which')).default";
    assert_snapshot!(run(&dir, &["eval", "--module-dir", "absent", "--module-dir", "two", "--module-dir", "one", code]), @r"
    code: 0
    2
    ---
    ");
    let listed = std::env::join_paths(["absent", "one", "two"]).expect("a path list");
    let output = isocell(dir.path())
        .env("ISOCELL_MODULE_DIRS", listed)
        .args(["eval", code])
        .output()
        .expect("the program starts");
    assert_snapshot!(text(&output), @r"
    code: 0
    1
    ---
    ");
}

#[test]
fn a_time_limit_ends_the_cell() {
    let text = run(&dir(), &["eval", "--timeout-ms", "50", "while (true) {}"]);
    assert!(text.starts_with("code: 1\n---\ntimeout: "), "{text}");
}

#[test]
fn wrong_arguments_are_refused_with_the_reason() {
    let dir = dir();
    fs::write(dir.path().join("file"), "").expect("a file");
    for args in [
        &["mcp", "--cwd", "absent"][..],
        &["mcp", "--cwd", "file"],
        &["mcp", "--timeout-ms", "0"],
        &["mcp", "--timeout-ms", "600001"],
        &["mcp", "--timeout-ms", "soon"],
        &["mcp", "--max-sessions", "0"],
        &["mcp", "--max-output-tokens", "25001"],
        &["mcp", "--echo", "all"],
        &["mcp", "--module-dir", ""],
        &["run"],
        &["run", "absent.js"],
        &["evil", "1"],
    ] {
        let text = run(&dir, args);
        assert!(
            text.starts_with("code: 2\n---\nerror: "),
            "{args:?}: {text}"
        );
    }
    assert_snapshot!(run(&dir, &["mcp", "--cwd", "absent"]), @r#"
    code: 2
    ---
    error: invalid value 'absent' for '--cwd <DIR>': No such file or directory (os error 2)

    For more information, try '--help'.
    "#);
    assert_snapshot!(run(&dir, &["run", "absent.js"]), @r#"
    code: 2
    ---
    error: failed to read `absent.js`: No such file or directory (os error 2)
    "#);
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(
        run(&dir(), &["--version"]),
        format!("code: 0\nisocell {}\n---\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let dir = dir();
    let mut child = isocell(dir.path())
        .args(["eval", "console.log('x'.repeat(1e6))"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("a child of this process");
    assert_snapshot!(text(&output), @r"
    code: 0
    ---
    ");
}
