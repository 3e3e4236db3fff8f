//! Which file a specifier names. The answers are Node's (20.20), but where a row says otherwise.

use super::super::lookup::Kind::{self, Import, Require};
use super::super::resolver::{ModuleOptions, Required, Resolver};
use super::super::tree::Tree;

const TREE: &str = r##"
    package.json: {"name":"root","exports":{"./self":"./self.js","./cond":{"import":"./a.mjs","require":"./a.cjs"}},"imports":{"#a":"./sub/a.mjs","#gone":"./gone.mjs","#pkg":"plain","#pkg/*":"star/*","#dep":{"node":"./a.mjs","default":"./a.cjs"}}}
    main.mjs
    a.mjs
    a.cjs
    self.js
    noext
    data.json: {}
    with space.js
    link.mjs -> a.mjs
    sub/a.mjs
    sub/index.js
    dir/package.json: {"main":"entry.js"}
    dir/entry.js
    node_modules/plain/package.json: {"name":"plain","main":"lib"}
    node_modules/plain/lib/index.js
    node_modules/plain/file.js
    node_modules/plain/dir/package.json: {"main":"m.js"}
    node_modules/plain/dir/m.js
    node_modules/nomain/index.js
    node_modules/badmain/package.json: {"main":"nope.js"}
    node_modules/noindex/package.json: {"main":"nope.js"}
    node_modules/badmain/index.js
    node_modules/jsonmain/package.json: {"main":"./data"}
    node_modules/jsonmain/data.json: {}
    node_modules/@scope/pkg/package.json: {"main":"./main.js"}
    node_modules/@scope/pkg/main.js
    node_modules/@scope/pkg/deep/file.js
    node_modules/exp/package.json: {"exports":{"./ok":"./lib/ok.js","./gone":"./lib/gone.js","./null":null,"./array":["./lib/ok.js"],"./nested":{"node":{"import":"./lib/i.mjs","require":"./lib/r.cjs"}}}}
    node_modules/exp/lib/ok.js
    node_modules/exp/lib/i.mjs
    node_modules/exp/lib/r.cjs
    node_modules/string/package.json: {"exports":"./main.js"}
    node_modules/string/main.js
    node_modules/dual/package.json: {"exports":{"import":"./i.mjs","require":"./r.cjs"}}
    node_modules/dual/i.mjs
    node_modules/dual/r.cjs
    node_modules/sync/package.json: {"exports":{"module-sync":"./s.mjs","default":"./d.cjs"}}
    node_modules/sync/s.mjs
    node_modules/sync/d.cjs
    node_modules/browser/package.json: {"exports":{".":{"browser":"./b.js","default":"./d.js"},"./only":{"browser":"./b.js"}}}
    node_modules/browser/b.js
    node_modules/browser/d.js
    node_modules/order/package.json: {"exports":{"default":"./d.js","import":"./i.mjs"}}
    node_modules/order/d.js
    node_modules/order/i.mjs
    node_modules/star/package.json: {"exports":{"./*":"./src/*.js","./*.js":"./src/*.js","./private/*":null,"./x/*/y":"./src/x-*.js"}}
    node_modules/star/src/one.js
    node_modules/star/src/x-two.js
    node_modules/star/src/private/key.js
    node_modules/target/package.json: {"exports":{"./p":"p.js","./up":"../x.js","./nm":"./node_modules/x.js"}}
    node_modules/mixed/package.json: {"exports":{"./p":"./p.js","x":"./x.js"}}
    node_modules/badjson/package.json: {bad
    node_modules/selfish/package.json: {"name":"selfish","exports":{".":"./index.js","./in":"./in.js"}}
    node_modules/selfish/index.js
    node_modules/selfish/in.js
    node_modules/inner/index.js
    node_modules/inner/node_modules/plain/index.js
    node_modules/.store/dep@1/node_modules/dep/index.js
    node_modules/.store/dep@1/node_modules/peer/index.js
    node_modules/dep -> .store/dep@1/node_modules/dep
    node_modules/fs/index.js
    node_modules/test/index.js
    node_modules/punycode/punycode.js
    node_modules/punycode/package.json: {"main":"punycode.js"}
    packages/linked/package.json: {"name":"linked","main":"main.js"}
    packages/linked/main.js
    node_modules/linked -> ../packages/linked
    below/deep/main.mjs
    below/node_modules/near/index.js
    below/node_modules/plain/index.js
"##;

type Row = (&'static str, &'static str, Kind, &'static str, &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("relative",                   "main.mjs", Import, "./a.mjs",            "~/a.mjs"),
    ("relative",                   "main.mjs", Require, "./a.cjs",           "~/a.cjs"),
    ("parent",                     "sub/a.mjs", Import, "../a.mjs",          "~/a.mjs"),
    ("query and fragment stay",    "main.mjs", Import, "./a.mjs?q=1#h",      "~/a.mjs?q=1#h"),
    ("import needs the extension", "main.mjs", Import, "./a",                "ERR_MODULE_NOT_FOUND"),
    ("require doesn't",            "main.mjs", Require, "./self",            "~/self.js"),
    ("require tries .json",        "main.mjs", Require, "./data",            "~/data.json"),
    ("but not .mjs, .cjs",         "main.mjs", Require, "./a",               "MODULE_NOT_FOUND"),
    ("a file without extension",   "main.mjs", Import, "./noext",            "~/noext"),
    ("import of a directory",      "main.mjs", Import, "./sub",              "ERR_UNSUPPORTED_DIR_IMPORT"),
    ("with a slash",               "main.mjs", Import, "./sub/",             "ERR_UNSUPPORTED_DIR_IMPORT"),
    ("of the own directory",       "main.mjs", Import, ".",                  "ERR_UNSUPPORTED_DIR_IMPORT"),
    ("require of a directory",     "main.mjs", Require, "./sub",             "~/sub/index.js"),
    ("with a slash",               "main.mjs", Require, "./sub/",            "~/sub/index.js"),
    ("of the own directory",       "sub/a.mjs", Require, ".",                "~/sub/index.js"),
    ("with a main",                "main.mjs", Require, "./dir",             "~/dir/entry.js"),
    ("symlinks are followed",      "main.mjs", Import, "./link.mjs",         "~/a.mjs"),
    ("also by require",            "main.mjs", Require, "./link.mjs",        "~/a.mjs"),
    ("missing",                    "main.mjs", Import, "./gone.js",          "ERR_MODULE_NOT_FOUND"),
    ("missing",                    "main.mjs", Require, "./gone.js",         "MODULE_NOT_FOUND"),
    ("percent-encoded",            "main.mjs", Import, "./with%20space.js",  "~/with%20space.js"),
    ("a space as it is",           "main.mjs", Import, "./with space.js",    "~/with%20space.js"),
    ("require doesn't decode",     "main.mjs", Require, "./with%20space.js", "MODULE_NOT_FOUND"),
    ("require takes a space",      "main.mjs", Require, "./with space.js",   "~/with space.js"),
    ("an encoded slash",           "main.mjs", Import, "./sub%2fa.mjs",      "ERR_INVALID_MODULE_SPECIFIER"),
    ("an encoded backslash",       "main.mjs", Import, "./sub%5Ca.mjs",      "ERR_INVALID_MODULE_SPECIFIER"),

    ("main is a directory",        "main.mjs", Import, "plain",              "~/node_modules/plain/lib/index.js"),
    ("main is a directory",        "main.mjs", Require, "plain",             "~/node_modules/plain/lib/index.js"),
    ("no package.json",            "main.mjs", Import, "nomain",             "~/node_modules/nomain/index.js"),
    ("a main that isn't there",    "main.mjs", Import, "badmain",            "~/node_modules/badmain/index.js"),
    ("nor an index.js",            "main.mjs", Import, "noindex",            "ERR_MODULE_NOT_FOUND"),
    ("nor an index.js",            "main.mjs", Require, "noindex",           "MODULE_NOT_FOUND"),
    ("main without extension",     "main.mjs", Import, "jsonmain",           "~/node_modules/jsonmain/data.json"),
    ("a file of a package",        "main.mjs", Import, "plain/file.js",      "~/node_modules/plain/file.js"),
    ("needs its extension",        "main.mjs", Import, "plain/file",         "ERR_MODULE_NOT_FOUND"),
    ("but not for require",        "main.mjs", Require, "plain/file",        "~/node_modules/plain/file.js"),
    ("a directory of a package",   "main.mjs", Import, "plain/dir",          "ERR_UNSUPPORTED_DIR_IMPORT"),
    ("a directory of a package",   "main.mjs", Require, "plain/dir",         "~/node_modules/plain/dir/m.js"),
    ("a package with a slash",     "main.mjs", Import, "plain/",             "ERR_UNSUPPORTED_DIR_IMPORT"),
    ("a package with a slash",     "main.mjs", Require, "plain/",            "~/node_modules/plain/lib/index.js"),
    ("a scope",                    "main.mjs", Import, "@scope/pkg",         "~/node_modules/@scope/pkg/main.js"),
    ("a file in a scope",          "main.mjs", Import, "@scope/pkg/deep/file.js", "~/node_modules/@scope/pkg/deep/file.js"),
    ("only a scope",               "main.mjs", Import, "@scope",             "ERR_INVALID_MODULE_SPECIFIER"),
    ("only a scope",               "main.mjs", Require, "@scope",            "MODULE_NOT_FOUND"),
    ("no such package",            "main.mjs", Import, "nope",               "ERR_MODULE_NOT_FOUND"),
    ("no such package",            "main.mjs", Require, "nope",              "MODULE_NOT_FOUND"),
    ("no such scoped package",     "main.mjs", Import, "@scope/nope/x.js",   "ERR_MODULE_NOT_FOUND"),
    ("a percent sign",             "main.mjs", Import, "%41/x",              "ERR_INVALID_MODULE_SPECIFIER"),
    ("a backslash",                "main.mjs", Import, "a\\b",               "ERR_INVALID_MODULE_SPECIFIER"),
    ("a name with a query",        "main.mjs", Import, "plain/file.js?q",    "~/node_modules/plain/file.js?q"),

    ("exports",                    "main.mjs", Import, "exp/ok",             "~/node_modules/exp/lib/ok.js"),
    ("exports",                    "main.mjs", Require, "exp/ok",            "~/node_modules/exp/lib/ok.js"),
    ("no main among them",         "main.mjs", Import, "exp",                "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("not among them",             "main.mjs", Import, "exp/lib/ok.js",      "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("not among them",             "main.mjs", Require, "exp/lib/ok.js",     "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("package.json neither",       "main.mjs", Require, "exp/package.json",  "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("null",                       "main.mjs", Import, "exp/null",           "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("target isn't there",         "main.mjs", Import, "exp/gone",           "ERR_MODULE_NOT_FOUND"),
    ("an array",                   "main.mjs", Import, "exp/array",          "~/node_modules/exp/lib/ok.js"),
    ("nested conditions",          "main.mjs", Import, "exp/nested",         "~/node_modules/exp/lib/i.mjs"),
    ("nested conditions",          "main.mjs", Require, "exp/nested",        "~/node_modules/exp/lib/r.cjs"),
    ("exports is a string",        "main.mjs", Import, "string",             "~/node_modules/string/main.js"),
    ("and then nothing else",      "main.mjs", Import, "string/main.js",     "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("import condition",           "main.mjs", Import, "dual",               "~/node_modules/dual/i.mjs"),
    ("require condition",          "main.mjs", Require, "dual",              "~/node_modules/dual/r.cjs"),
    ("module-sync (Node 22)",      "main.mjs", Import, "sync",               "~/node_modules/sync/s.mjs"),
    ("module-sync (Node 22)",      "main.mjs", Require, "sync",              "~/node_modules/sync/s.mjs"),
    ("browser isn't ours",         "main.mjs", Import, "browser",            "~/node_modules/browser/d.js"),
    ("browser isn't ours",         "main.mjs", Import, "browser/only",       "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("the first match counts",     "main.mjs", Import, "order",              "~/node_modules/order/d.js"),
    ("a pattern",                  "main.mjs", Import, "star/one",           "~/node_modules/star/src/one.js"),
    ("the longest pattern",        "main.mjs", Import, "star/one.js",        "~/node_modules/star/src/one.js"),
    ("a pattern with an end",      "main.mjs", Import, "star/x/two/y",       "~/node_modules/star/src/x-two.js"),
    ("a pattern that is null",     "main.mjs", Import, "star/private/key",   "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("a target that isn't ./",     "main.mjs", Import, "target/p",           "ERR_INVALID_PACKAGE_TARGET"),
    ("a target outside",           "main.mjs", Require, "target/up",         "ERR_INVALID_PACKAGE_TARGET"),
    ("a target in node_modules",   "main.mjs", Import, "target/nm",          "ERR_INVALID_PACKAGE_TARGET"),
    ("subpaths and conditions",    "main.mjs", Import, "mixed/p",            "ERR_INVALID_PACKAGE_CONFIG"),
    ("package.json isn't JSON",    "main.mjs", Import, "badjson",            "ERR_INVALID_PACKAGE_CONFIG"),

    ("self-reference",             "main.mjs", Import, "root/self",          "~/self.js"),
    ("self-reference",             "sub/a.mjs", Require, "root/self",        "~/self.js"),
    ("by condition",               "main.mjs", Import, "root/cond",          "~/a.mjs"),
    ("by condition",               "main.mjs", Require, "root/cond",         "~/a.cjs"),
    ("not exported to itself",     "main.mjs", Import, "root/none",          "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ("a package's own name",       "node_modules/selfish/index.js", Import, "selfish/in", "~/node_modules/selfish/in.js"),
    ("imports",                    "main.mjs", Import, "#a",                 "~/sub/a.mjs"),
    ("imports",                    "sub/a.mjs", Require, "#a",               "~/sub/a.mjs"),
    ("imports of a package",       "main.mjs", Import, "#pkg",               "~/node_modules/plain/lib/index.js"),
    ("by pattern",                 "main.mjs", Import, "#pkg/one",           "~/node_modules/star/src/one.js"),
    ("by condition",               "main.mjs", Import, "#dep",               "~/a.mjs"),
    ("target isn't there",         "main.mjs", Import, "#gone",              "ERR_MODULE_NOT_FOUND"),
    ("not defined",                "main.mjs", Import, "#none",              "ERR_PACKAGE_IMPORT_NOT_DEFINED"),
    ("not defined",                "main.mjs", Require, "#none",             "ERR_PACKAGE_IMPORT_NOT_DEFINED"),
    ("no imports at all",          "node_modules/plain/file.js", Import, "#a", "ERR_PACKAGE_IMPORT_NOT_DEFINED"),
    ("no name",                    "main.mjs", Import, "#",                  "ERR_INVALID_MODULE_SPECIFIER"),
    ("no name",                    "main.mjs", Import, "#/a",                "ERR_INVALID_MODULE_SPECIFIER"),

    ("nearest first",              "below/deep/main.mjs", Import, "plain",   "~/below/node_modules/plain/index.js"),
    ("then upwards",               "below/deep/main.mjs", Import, "nomain",  "~/node_modules/nomain/index.js"),
    ("not downwards",              "main.mjs", Import, "near",               "ERR_MODULE_NOT_FOUND"),
    ("a package's own packages",   "node_modules/inner/index.js", Require, "plain", "~/node_modules/inner/node_modules/plain/index.js"),
    ("a store, as pnpm's",         "main.mjs", Import, "dep",                "~/node_modules/.store/dep@1/node_modules/dep/index.js"),
    ("its neighbours",             "node_modules/.store/dep@1/node_modules/dep/index.js", Require, "peer", "~/node_modules/.store/dep@1/node_modules/peer/index.js"),
    ("which others don't see",     "main.mjs", Import, "peer",               "ERR_MODULE_NOT_FOUND"),
    ("a workspace's package",      "main.mjs", Import, "linked",             "~/packages/linked/main.js"),

    ("a builtin",                  "main.mjs", Import, "node:fs",            "node:fs"),
    ("a builtin without scheme",   "main.mjs", Import, "fs",                 "node:fs"),
    ("a path of one",              "main.mjs", Import, "fs/promises",        "node:fs/promises"),
    ("required as written",        "main.mjs", Require, "fs",                "fs"),
    ("required as written",        "main.mjs", Require, "node:fs",           "node:fs"),
    ("only with scheme",           "main.mjs", Import, "node:test",          "node:test"),
    ("else a package",             "main.mjs", Import, "test",               "~/node_modules/test/index.js"),
    ("a slash makes a package",    "main.mjs", Require, "punycode/",         "~/node_modules/punycode/punycode.js"),
    ("no such builtin",            "main.mjs", Import, "node:nope",          "ERR_UNKNOWN_BUILTIN_MODULE"),
    ("no such builtin",            "main.mjs", Require, "node:nope",         "MODULE_NOT_FOUND"),
    ("a data URL",                 "main.mjs", Import, "data:text/javascript,1", "data:text/javascript,1"),
    ("another scheme",             "main.mjs", Import, "https://example.com/x.js", "ERR_UNSUPPORTED_ESM_URL_SCHEME"),
    ("require takes no URLs",      "main.mjs", Require, "file:///x.js",      "MODULE_NOT_FOUND"),
];

fn answer(resolver: &Resolver, tree: &Tree, from: &str, kind: Kind, specifier: &str) -> String {
    let from = resolver.referrer(from);
    let found = match kind {
        Import => resolver.import(specifier, &from).map(String::from),
        Require => resolver
            .require(specifier, &from)
            .map(|required| match required {
                Required::Builtin(name) => name,
                Required::File(path) => path.display().to_string(),
            }),
    };
    match found {
        Ok(found) => tree.shorten(&found),
        Err(error) => error.code().unwrap_or("no code").to_owned(),
    }
}

fn check(rows: &[Row]) {
    let tree = Tree::new(TREE);
    let options = ModuleOptions {
        cwd: tree.root().to_owned(),
        module_dirs: vec![],
    };
    let resolver = Resolver::new(options);
    for (comment, from, kind, specifier, expected) in rows {
        let path = tree.path(from);
        let found = answer(&resolver, &tree, &path.to_string_lossy(), *kind, specifier);
        assert_eq!(
            found, *expected,
            "{comment}: {kind:?} {specifier} from {from}"
        );
    }
}

#[test]
fn files_resolve_as_in_node() {
    check(ROWS);
}

#[test]
fn messages_are_nodes() {
    let tree = Tree::new(TREE);
    let options = ModuleOptions {
        cwd: tree.root().to_owned(),
        module_dirs: vec![],
    };
    let resolver = Resolver::new(options);
    #[rustfmt::skip]
    let rows = [
        (Import, "nope/x",        "Cannot find package 'nope' imported from ~/main.mjs"),
        (Import, "noindex",       "Cannot find package '~/node_modules/noindex/nope.js' imported from ~/main.mjs"),
        (Import, "./gone.js",     "Cannot find module '~/gone.js' imported from ~/main.mjs"),
        (Import, "./self",        "Cannot find module '~/self' imported from ~/main.mjs\nhint: did you mean to import \"./self.js\"?"),
        (Import, "plain/file",    "Cannot find module '~/node_modules/plain/file' imported from ~/main.mjs\nhint: did you mean to import \"plain/file.js\"?"),
        (Import, "./sub/",        "Directory import '~/sub/' is not supported resolving ES modules imported from ~/main.mjs"),
        (Import, "exp",           "No \"exports\" main defined in ~/node_modules/exp/package.json imported from ~/main.mjs"),
        (Import, "exp/none",      "Package subpath './none' is not defined by \"exports\" in ~/node_modules/exp/package.json imported from ~/main.mjs"),
        (Require, "exp/none",     "Package subpath './none' is not defined by \"exports\" in ~/node_modules/exp/package.json"),
        (Require, "root/none",    "Package subpath './none' is not defined by \"exports\" in ~/package.json imported from ~/main.mjs"),
        (Import, "target/p",      "Invalid \"exports\" target \"p.js\" defined for './p' in the package config ~/node_modules/target/package.json imported from ~/main.mjs; targets must start with \"./\""),
        (Import, "#none",         "Package import specifier \"#none\" is not defined in package ~/package.json imported from ~/main.mjs"),
        (Import, "#",             "Invalid module \"#\" is not a valid internal imports specifier name imported from ~/main.mjs"),
        (Import, "@scope",        "Invalid module \"@scope\" is not a valid package name imported from ~/main.mjs"),
        (Import, "./sub%2fa.mjs", "Invalid module \"~/sub%2fa.mjs\" must not include encoded \"/\" or \"\\\" characters imported from ~/main.mjs"),
        (Import, "node:nope",     "No such built-in module: node:nope"),
        (Import, "http://x/y.js", "Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol 'http:'"),
        (Require, "./gone.js",    "Cannot find module './gone.js'"),
    ];
    let from = resolver.referrer(&tree.path("main.mjs").to_string_lossy());
    for (kind, specifier, expected) in rows {
        let error = match kind {
            Import => resolver.import(specifier, &from).err(),
            Require => resolver.require(specifier, &from).err(),
        };
        let message = error.expect(specifier).to_string();
        assert_eq!(tree.shorten(&message), expected, "{kind:?} {specifier}");
    }
}

#[test]
fn cells_look_in_the_session_s_directory_then_in_module_directories() {
    let tree = Tree::new(
        "
        work/a.mjs
        work/node_modules/both/index.js
        work/cell-9.js
        node_modules/above/index.js
        flat/both/index.js
        flat/first/index.js
        flat/second/index.js
        nested/node_modules/first/package.json: {\"exports\":{\".\":{\"import\":\"./i.mjs\",\"require\":\"./r.cjs\"}}}
        nested/node_modules/first/i.mjs
        nested/node_modules/first/r.cjs
        nested/node_modules/third/package.json: {\"main\":\"main.js\"}
        nested/node_modules/third/main.js
        nested/node_modules/third/sub/file.js
        ",
    );
    let module_dirs = ["flat", "nested", "missing"]
        .map(|name| tree.path(name))
        .into();
    let resolver = Resolver::new(ModuleOptions {
        cwd: tree.path("work"),
        module_dirs,
    });
    let cell = tree.path("work/cell-7.js").to_string_lossy().into_owned();
    let file = tree.path("work/cell-9.js").to_string_lossy().into_owned();
    #[rustfmt::skip]
    let rows = [
        ("relative to the directory",   "cell-7.js", Import, "./a.mjs",           "~/work/a.mjs"),
        ("node_modules comes first",    "cell-7.js", Import, "both",              "~/work/node_modules/both/index.js"),
        ("also those above",            "cell-7.js", Import, "above",             "~/node_modules/above/index.js"),
        ("then the directories",        "cell-7.js", Import, "second",            "~/flat/second/index.js"),
        ("in order",                    "cell-7.js", Import, "first",             "~/flat/first/index.js"),
        ("with a node_modules in them", "cell-7.js", Import, "third",             "~/nested/node_modules/third/main.js"),
        ("a file of the package",       "cell-7.js", Import, "third/sub/file.js", "~/nested/node_modules/third/sub/file.js"),
        ("require too",                 "cell-7.js", Require, "third/sub/file",   "~/nested/node_modules/third/sub/file.js"),
        ("by the cell's own URL too",   &cell,       Require, "third",            "~/nested/node_modules/third/main.js"),
        ("files don't",                 &file,       Import, "third",             "ERR_MODULE_NOT_FOUND"),
        ("a script without place does", "evalmachine.<anonymous>", Import, "third", "~/nested/node_modules/third/main.js"),
        ("nowhere",                     "cell-7.js", Import, "nope",              "ERR_MODULE_NOT_FOUND"),
        ("process",                     "cell-7.js", Import, "node:process",      "ERR_ACCESS_DENIED"),
        ("process",                     &file,       Require, "process",          "ERR_ACCESS_DENIED"),
    ];
    for (comment, from, kind, specifier, expected) in rows {
        let found = answer(&resolver, &tree, from, kind, specifier);
        assert_eq!(found, expected, "{comment}: {kind:?} {specifier}");
    }
    let from = resolver.referrer("cell-7.js");
    let message = resolver
        .import("nope", &from)
        .expect_err("no such package")
        .to_string();
    assert_eq!(
        tree.shorten(&message),
        "Cannot find package 'nope' imported from cell-7.js\nhint: looked for `node_modules` from \
         ~/work upwards, then in ~/flat, then in ~/nested, then in ~/missing"
    );
    let package = tree
        .path("flat/first/index.js")
        .to_string_lossy()
        .into_owned();
    assert_eq!(
        answer(&resolver, &tree, &package, Import, "process"),
        "node:process"
    );
}

#[test]
fn what_appears_later_is_found() {
    let tree = Tree::new("node_modules/old/index.js");
    let module_dirs = vec![tree.path("later")];
    let resolver = Resolver::new(ModuleOptions {
        cwd: tree.root().to_owned(),
        module_dirs,
    });
    let from = "cell-1.js";
    assert_eq!(
        answer(&resolver, &tree, from, Import, "new"),
        "ERR_MODULE_NOT_FOUND"
    );
    tree.write("later/new/index.js", "");
    assert_eq!(
        answer(&resolver, &tree, from, Import, "new"),
        "~/later/new/index.js"
    );
    tree.write("node_modules/new/index.js", "");
    resolver.forget();
    assert_eq!(
        answer(&resolver, &tree, from, Import, "new"),
        "~/node_modules/new/index.js"
    );
}

#[test]
fn import_meta_resolve_gives_urls_of_missing_files() {
    let tree = Tree::new(TREE);
    let options = ModuleOptions {
        cwd: tree.root().to_owned(),
        module_dirs: vec![],
    };
    let resolver = Resolver::new(options);
    let from = resolver.referrer(&tree.path("main.mjs").to_string_lossy());
    #[rustfmt::skip]
    let rows = [
        ("./a.mjs",       "~/a.mjs"),
        ("./gone.js",     "~/gone.js"),
        ("./sub",         "~/sub"),
        ("plain/gone.js", "~/node_modules/plain/gone.js"),
        ("fs",            "node:fs"),
        ("node:nope",     "node:nope"),
        ("http://x/y.js", "http://x/y.js"),
        ("nope",          "ERR_MODULE_NOT_FOUND"),
        ("exp/none",      "ERR_PACKAGE_PATH_NOT_EXPORTED"),
    ];
    for (specifier, expected) in rows {
        let found = match resolver.import_meta_resolve(specifier, &from) {
            Ok(url) => tree.shorten(url.as_str()),
            Err(error) => error.code().unwrap_or("no code").to_owned(),
        };
        assert_eq!(found, expected, "{specifier}");
    }
}
