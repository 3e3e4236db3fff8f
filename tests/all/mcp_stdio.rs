//! What an MCP client can rely on, over real pipes.

use std::time::Duration;

use insta::assert_snapshot;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::object;
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};

use crate::support::stdio::{StdioClient, isocell, shown};

/// Two pixels, red and blue.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR42mP4zwAE/wEHAAH/PX2MSQAAAABJRU5ErkJggg==";

#[test]
fn a_session_remembers_until_it_is_reset() {
    let mut client = StdioClient::start(&[]);
    client.write_file(
        "node_modules/greet/package.json",
        r#"{ "exports": "./greet.js", "type": "module" }"#,
    );
    client.write_file(
        "node_modules/greet/greet.js",
        "export const greet = (whom) => `hello, ${whom}`;",
    );
    client.write_file("double.js", "export const double = (n) => 2 * n;");

    let first = client.call(
        "js",
        json!({ "code": format!(r#"
            const fs = await import("node:fs/promises");
            const {{ greet }} = await import("greet");
            const {{ double }} = await import("./double.js");
            await fs.writeFile("note.txt", greet("file"));
            nodeRepl.write(`${{await fs.readFile("note.txt", "utf8")}}, ${{double(21)}}`);
            await nodeRepl.emitImage(Buffer.from("{PNG}", "base64"));
            nodeRepl.write("done");
        "#) }),
    );
    assert_snapshot!(shown(&first), @r"
    hello, file, 42
    image/png
    done
    ");
    assert_eq!(first["content"][1]["data"], PNG);
    assert_snapshot!(client.js("nodeRepl.write(typeof fs.readFile, greet('again'), double(2))"), @"function hello, again 4");
    assert_snapshot!(shown(&client.call("js_reset", json!({}))), @"session `default` starts over (generation 2): its bindings, modules and timers are gone");
    assert_snapshot!(client.js("nodeRepl.write(typeof fs, typeof greet, typeof double)"), @"undefined undefined undefined");
}

#[test]
fn the_server_speaks_every_revision_that_opens_with_initialize() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut client = StdioClient::start_unopened(&[]);
        let answer = client.open(version);
        assert_eq!(answer["result"]["protocolVersion"], version);
        assert_eq!(answer["result"]["serverInfo"]["name"], "isocell");
        assert_eq!(client.js("nodeRepl.write(1)"), "1");
    }
}

#[test]
fn the_server_speaks_the_revision_without_initialize() {
    let mut client = StdioClient::start_unopened(&[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let discovered = client.request("server/discover", json!({ "_meta": meta }));
    let versions = &discovered["result"]["supportedVersions"];
    assert!(
        versions
            .as_array()
            .is_some_and(|all| all.contains(&json!("2026-07-28"))),
        "{versions}"
    );
    let id = client.begin(
        "tools/call",
        json!({ "name": "js", "arguments": { "code": "nodeRepl.write(1)" }, "_meta": meta }),
    );
    assert_eq!(shown(&client.finish(id)["result"]), "1");
}

#[test]
fn two_tools_are_listed() {
    let mut client = StdioClient::start(&[]);
    let listed = client.request("tools/list", json!({}));
    let tools = serde_json::to_string_pretty(&listed["result"]["tools"]).expect("JSON");
    assert_snapshot!(tools, @r#"
    [
      {
        "name": "js",
        "title": "Run JavaScript",
        "description": "Runs JavaScript or TypeScript in a persistent session: strict module code on V8, with web APIs and Node's built-in modules.\n- Top-level declarations stay for later calls and may be declared again. After an error, what completed before it stays; a timeout undoes the call's bindings.\n- Top-level await works. Import with `const fs = await import(\"node:fs/promises\")`; static `import` is refused. Packages resolve from node_modules upwards of the working directory, local files by path. `process` can't be imported: use nodeRepl.cwd, .homeDir, .tmpDir.\n- Show text with nodeRepl.write(...values) or console.log, a picture with `await nodeRepl.emitImage(bytes, path or data URL)`. The value of the last expression is not shown.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "code": {
              "type": "string",
              "description": "Source of the cell"
            },
            "timeout_ms": {
              "type": "integer",
              "minimum": 1,
              "maximum": 600000,
              "description": "Default 30000"
            },
            "title": {
              "type": "string",
              "description": "What the cell does, in a few words"
            },
            "session": {
              "type": "string",
              "description": "Default `default`"
            },
            "max_output_tokens": {
              "type": "integer",
              "minimum": 1,
              "maximum": 25000,
              "description": "Longer text loses its middle"
            }
          },
          "required": [
            "code"
          ],
          "additionalProperties": false
        },
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": true,
          "idempotentHint": false,
          "openWorldHint": true
        }
      },
      {
        "name": "js_reset",
        "title": "Reset the JavaScript session",
        "description": "Stops what runs in the session and forgets its bindings, modules and timers; files stay. Rarely needed: names can be declared again.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "session": {
              "type": "string",
              "description": "Default `default`"
            }
          },
          "additionalProperties": false
        },
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": true,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
    ]
    "#);
}

#[test]
fn wrong_arguments_are_refused_with_what_to_write_instead() {
    const TAKES: &str = "\nhint: nothing was done; `js` takes `code`, `timeout_ms`, `title`, \
                         `session`, `max_output_tokens`";
    let mut client = StdioClient::start(&[]);
    #[rustfmt::skip]
    let table = [
        (json!({}), "missing field `code`: expected JavaScript source, a string"),
        (json!({ "code": null }), "missing field `code`: expected JavaScript source, a string"),
        (json!({ "code": " \n" }), "`code` is empty: expected JavaScript source, a string"),
        (json!({ "code": 1 }), "`code` is `1`: expected JavaScript source, a string"),
        (json!({ "code": ["1"] }), "`code` is an array of 1: expected JavaScript source, a string"),
        (json!({ "code": "1", "timeoutMs": 5 }), "unknown field `timeoutMs`, did you mean `timeout_ms`?"),
        (json!({ "code": "1", "language": "js" }), "unknown field `language`"),
        (json!({ "code": "1", "timeout_ms": 0 }), "`timeout_ms` is `0`: expected a whole number of milliseconds from 1 to 600000"),
        (json!({ "code": "1", "timeout_ms": -5 }), "`timeout_ms` is `-5`: expected a whole number of milliseconds from 1 to 600000"),
        (json!({ "code": "1", "timeout_ms": 1.5 }), "`timeout_ms` is `1.5`: expected a whole number of milliseconds from 1 to 600000"),
        (json!({ "code": "1", "timeout_ms": 600_001 }), "`timeout_ms` is `600001`: expected a whole number of milliseconds from 1 to 600000"),
        (json!({ "code": "1", "timeout_ms": "5000" }), "`timeout_ms` is the string \"5000\": expected a whole number of milliseconds from 1 to 600000"),
        (json!({ "code": "1", "max_output_tokens": 25_001 }), "`max_output_tokens` is `25001`: expected a whole number of tokens from 1 to 25000"),
        (json!({ "code": "1", "title": {} }), "`title` is an object: expected a few words, a string"),
        (json!({ "code": "1", "session": true }), "`session` is `true`: expected the name of a session, a string"),
        (json!({ "cod": "1", "title": 7 }), "unknown field `cod`, did you mean `code`?\nmissing field `code`: expected JavaScript source, a string\n`title` is `7`: expected a few words, a string"),
    ];
    for (arguments, expected) in table {
        let result = client.call("js", arguments.clone());
        assert_eq!(
            shown(&result),
            format!("error\n[js error] {expected}{TAKES}"),
            "{arguments}"
        );
    }
    for name in ["", "../x", "-x", "ä", &"x".repeat(65)] {
        let text = shown(&client.call("js", json!({ "code": "1", "session": name })));
        assert!(text.starts_with("error\n[js error] `session`: "), "{text}");
    }
    assert_eq!(client.js("nodeRepl.write('alive')"), "alive");
}

#[test]
fn fields_left_out_may_be_null() {
    let mut client = StdioClient::start(&[]);
    let arguments = json!({
        "code": "nodeRepl.write(1)",
        "timeout_ms": null,
        "title": null,
        "session": null,
        "max_output_tokens": null,
    });
    assert_eq!(shown(&client.call("js", arguments)), "1");
}

#[test]
fn a_failed_cell_leads_with_its_error_and_keeps_its_output() {
    let mut client = StdioClient::start(&[]);
    let code = "const kept = 1;\nnodeRepl.write('before');\nnull.x;";
    assert_snapshot!(client.js(code), @r"
    error
    [js error] TypeError: Cannot read properties of null (reading 'x')
        at cell-1.js:3:6
    before
    ");
    assert_eq!(client.js("nodeRepl.write(kept)"), "1");
}

#[test]
fn programs_find_the_outcome_in_meta() {
    let mut client = StdioClient::start(&[]);
    let result = client.call("js", json!({ "code": "const a = 1; nodeRepl.write('é'); throw Object.assign(new RangeError('no'), { code: 'E_NO' })" }));
    let mut outcome = result["_meta"]["isocell/outcome"].clone();
    for measured in ["durationMs", "heapUsedBytes"] {
        let value = outcome[measured].take();
        assert!(
            value.as_f64().is_some_and(|value| value > 0.0),
            "{measured}: {value}"
        );
    }
    assert_eq!(
        outcome,
        json!({
            "cell": 1,
            "status": "error",
            "durationMs": null,
            "error": { "name": "RangeError", "message": "no", "code": "E_NO" },
            "output": { "textBytes": 2, "images": 0, "droppedTextBytes": 0, "droppedImages": 0 },
            "bindings": { "added": ["a"], "changed": [], "removed": [] },
            "heapUsedBytes": null,
            "session": "default",
            "generation": 1,
        })
    );
    assert!(result.get("structuredContent").is_none());
}

#[test]
fn a_cell_without_output_says_so() {
    let mut client = StdioClient::start(&[]);
    assert_eq!(client.js("const n = 1;"), "(no output)");
    assert_eq!(
        client.js("n + 1"),
        "(no output: the last value is not shown, write it with nodeRepl.write(value))"
    );
}

#[test]
fn the_last_value_is_echoed_when_asked_for() {
    let mut client = StdioClient::start(&["--echo", "last"]);
    assert_eq!(
        client.js("nodeRepl.write('text'); ({ n: 1 })"),
        "text\n{ n: 1 }"
    );
    assert_eq!(client.js("undefined"), "(no output)");
}

#[test]
fn a_cell_over_its_time_limit_leaves_the_session_as_it_was() {
    let mut client = StdioClient::start(&[]);
    client.js("let kept = 1");
    let result = client.call(
        "js",
        json!({ "code": "kept = 2; while (true) {}", "timeout_ms": 100 }),
    );
    let text = shown(&result);
    assert!(text.starts_with("error\n[js timeout] "), "{text}");
    assert_eq!(result["_meta"]["isocell/outcome"]["status"], "timeout");
    assert_eq!(client.js("nodeRepl.write(kept)"), "1");
}

#[test]
fn the_server_can_be_started_with_another_time_limit() {
    let mut client = StdioClient::start(&["--timeout-ms", "100"]);
    let text = client.js("while (true) {}");
    assert!(text.starts_with("error\n[js timeout] "), "{text}");
}

#[test]
fn a_cancelled_cell_gets_no_answer_and_the_next_one_runs() {
    let mut client = StdioClient::start(&[]);
    client.js("let kept = 1");
    let id = client.begin_endless_cell();
    client.notify("notifications/cancelled", json!({ "requestId": id }));
    assert_eq!(client.js("nodeRepl.write(kept)"), "1");
}

#[test]
fn calls_run_in_the_order_in_which_they_came() {
    let mut client = StdioClient::start(&[]);
    let ids: Vec<u64> = (0..20)
        .map(|n| {
            let code = format!("globalThis.seen = [...(globalThis.seen ?? []), {n}]");
            client.begin_call("js", json!({ "code": code }))
        })
        .collect();
    for _ in ids {
        client.receive();
    }
    let numbers: Vec<String> = (0..20).map(|n| n.to_string()).collect();
    assert_eq!(client.js("nodeRepl.write(seen.join())"), numbers.join(","));
}

#[test]
fn progress_comes_at_most_four_times_a_second_and_before_the_result() {
    let mut client = StdioClient::start(&[]);
    let id = client.begin(
        "tools/call",
        json!({
            "name": "js",
            "arguments": { "code": "for (let i = 0; i < 60; i++) { console.log(`line ${i}`); await new Promise((done) => setTimeout(done, 20)) }" },
            "_meta": { "progressToken": 7 },
        }),
    );
    let mut last = 0.0;
    let mut count = 0;
    let result = loop {
        let message = client.receive();
        if message["id"] == id {
            break message["result"].clone();
        }
        assert_eq!(message["params"]["progressToken"], 7);
        let line = message["params"]["message"].as_str().expect("a message");
        assert!(line.starts_with("line "), "{line}");
        let progress = message["params"]["progress"].as_f64().expect("a number");
        assert!(progress > last, "{progress} after {last}");
        last = progress;
        count += 1;
    };
    let seconds = result["_meta"]["isocell/outcome"]["durationMs"]
        .as_f64()
        .expect("a number")
        / 1e3;
    assert!(count >= 2, "{count} in {seconds} s");
    assert!(f64::from(count) <= 4.0 * seconds, "{count} in {seconds} s");
}

#[test]
fn sessions_have_bindings_of_their_own() {
    let mut client = StdioClient::start(&[]);
    client.call("js", json!({ "code": "const mine = 1", "session": "a" }));
    let code = "nodeRepl.write(typeof mine)";
    for (session, expected) in [
        ("a", "number"),
        ("b", "undefined"),
        ("default", "undefined"),
    ] {
        let result = client.call("js", json!({ "code": code, "session": session }));
        assert_eq!(shown(&result), expected, "{session}");
    }
    assert_snapshot!(shown(&client.call("js_reset", json!({ "session": "unused" }))), @"session `unused` has run nothing: there is nothing to reset");
}

/// [`StdioClient`] checks every line that comes.
#[test]
fn nothing_but_messages_is_written_on_the_wire() {
    let mut client = StdioClient::start(&[]);
    let text = client.js(
        "console.log('one'); process.stdout.write('two\\n'); process.stderr.write('three\\n');
         const fs = await import('node:fs'); fs.writeSync(1, 'four\\n');",
    );
    assert_eq!(text, "one\ntwo\nthree\nfour\n");
    client.js("const { spawnSync } = await import('node:child_process');
         spawnSync('echo', ['five'], { stdio: 'inherit' });
         try { fs.writeSync(fs.openSync('/dev/stdout', 'w'), 'six\\n') } catch {}");
    assert_eq!(client.js("nodeRepl.write('alive')"), "alive");
}

#[test]
fn cells_cannot_read_the_wire() {
    let mut client = StdioClient::start(&[]);
    let id = client.begin_call(
        "js",
        json!({ "code": "
            const { spawnSync } = await import('node:child_process');
            nodeRepl.write(spawnSync('cat', { stdio: ['inherit', 'pipe', 'pipe'] }).stdout.length)
        " }),
    );
    let next = client.begin_call("js", json!({ "code": "nodeRepl.write('read')" }));
    assert_eq!(shown(&client.finish(id)["result"]), "0");
    assert_eq!(shown(&client.finish(next)["result"]), "read");
}

#[test]
fn a_bad_line_is_answered_and_the_next_one_served() {
    let mut client = StdioClient::start(&[]);
    let too_long = vec![b'x'; 64 * 1024 * 1024 + 1];
    #[rustfmt::skip]
    let table: [(&[u8], Value, i64, &str); 7] = [
        (b"garbage", Value::Null, -32700, "not a line of JSON: expected value at line 1 column 1"),
        (b"{\"jsonrpc\":", Value::Null, -32700, "not a line of JSON: EOF while parsing a value at line 1 column 11"),
        (b"\"\xff\xfe\"", Value::Null, -32700, "not a line of JSON: invalid unicode code point at line 1 column 2"),
        (b"[]", Value::Null, -32600, "batches are not supported: send one message a line"),
        (b"{\"id\":77}", json!(77), -32600, "not a JSON-RPC 2.0 message: expected `jsonrpc`, `method` and, for a request, `id`"),
        (br#"{"jsonrpc":"2.0","id":78,"method":"tools/call","params":{"name":"js","arguments":"1"}}"#, json!(78), -32602, "`tools/call` takes `name`, a string, and `arguments`, an object"),
        (&too_long, Value::Null, -32600, "message dropped: longer than 67108864 bytes"),
    ];
    for (line, id, code, message) in table {
        client.send_line(line);
        let answer = client.receive();
        assert_eq!(answer["id"], id);
        assert_eq!(answer["error"]["code"], code);
        assert_eq!(answer["error"]["message"], message);
    }
    client.send_line(b"");
    client.send_line(b"\r");
    assert_eq!(client.js("nodeRepl.write('alive')"), "alive");
}

#[test]
fn what_comes_before_initialize_ends_nothing() {
    let mut client = StdioClient::start_unopened(&[]);
    client.notify("notifications/cancelled", json!({ "requestId": 1 }));
    client.send_line(br#"{"jsonrpc":"2.0","id":9,"result":{}}"#);
    assert!(client.request("tools/list", json!({}))["error"].is_object());
    client.open("2025-11-25");
    assert_eq!(client.js("nodeRepl.write('alive')"), "alive");
}

#[test]
fn no_such_tool_is_a_protocol_error() {
    let mut client = StdioClient::start(&[]);
    let id = client.begin_call("python", json!({ "code": "1" }));
    assert_eq!(
        client.finish(id)["error"],
        json!({ "code": -32602, "message": "no tool `python`: the tools are `js` and `js_reset`" })
    );
}

#[test]
fn the_end_of_input_ends_the_process_within_a_second() {
    let mut client = StdioClient::start(&[]);
    client.begin_endless_cell();
    client.close_input();
    assert!(client.wait(Duration::from_secs(1)).success());
}

#[test]
fn a_cell_that_is_about_to_end_is_answered_after_the_end_of_input() {
    let mut client = StdioClient::start(&[]);
    let id = client.begin_call("js", json!({ "code": "nodeRepl.write('read')" }));
    client.close_input();
    assert_eq!(shown(&client.finish(id)["result"]), "read");
    assert!(client.wait(Duration::from_secs(1)).success());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_process_within_a_second() {
    for signal in ["TERM", "INT"] {
        let mut client = StdioClient::start(&[]);
        client.begin_endless_cell();
        let sent = std::process::Command::new("sh")
            .args(["-c", &format!("kill -{signal} {}", client.id())])
            .status()
            .expect("a shell");
        assert!(sent.success());
        assert!(client.wait(Duration::from_secs(1)).success(), "{signal}");
    }
}

#[tokio::test]
async fn another_implementation_of_the_protocol_gets_along() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut command = isocell(dir.path());
    command.arg("mcp");
    let process = TokioChildProcess::new(tokio::process::Command::from(command));
    let client = ().serve(process.expect("a child process")).await.expect("a connection");
    let tools = client.list_all_tools().await.expect("a list of tools");
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["js", "js_reset"]);
    let call = CallToolRequestParams::new("js")
        .with_arguments(object!({ "code": "nodeRepl.write(await 42)" }));
    let result = client.call_tool(call).await.expect("a result");
    let text = result.content[0].as_text().map(|block| block.text.as_str());
    assert_eq!(text, Some("42"));
    client.cancel().await.expect("the client ends");
}
