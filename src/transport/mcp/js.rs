//! The tool `js`: one cell.

use std::time::Duration;

use rmcp::model::{CallToolResult, JsonObject, Tool, ToolAnnotations};
use rmcp::object;
use rmcp::service::{RequestContext, RoleServer};
use tokio::sync::watch;

use super::arguments::{Arguments, BadArguments};
use super::content::{self, Shown};
use super::{Echo, McpOptions, progress};
use crate::budget::MAX_TOKENS;
use crate::host::{Error, Host, RunOptions, SessionName};
use crate::limits::MAX_CELL_TIMEOUT;

pub(super) const NAME: &str = "js";

const FIELDS: &[&str] = &[
    "code",
    "timeout_ms",
    "title",
    "session",
    "max_output_tokens",
];

const MAX_TIMEOUT_MS: u64 = MAX_CELL_TIMEOUT.as_millis() as u64;

const DESCRIPTION: &str = "\
Runs JavaScript or TypeScript in a persistent session: strict module code on V8, with web APIs and \
Node's built-in modules.
- Top-level declarations stay for later calls and may be declared again. After an error, what \
completed before it stays; a timeout undoes the call's bindings.
- Top-level await works. Import with `const fs = await import(\"node:fs/promises\")`; static \
`import` is refused. Packages resolve from node_modules upwards of the working directory, local \
files by path. `process` can't be imported: use nodeRepl.cwd, .homeDir, .tmpDir.
- Show text with nodeRepl.write(...values) or console.log, a picture with `await \
nodeRepl.emitImage(bytes, path or data URL)`.";

/// What the model sees of the tool.
pub(super) fn tool(options: &McpOptions) -> Tool {
    let default_timeout = format!("Default {}", options.cell_timeout.as_millis());
    let value = match options.echo {
        Echo::Nothing => "The value of the last expression is not shown.",
        Echo::Last => "The value of the last expression is shown, too.",
    };
    let schema = object!({
        "type": "object",
        "properties": {
            "code": { "type": "string", "description": "Source of the cell" },
            "timeout_ms": {
                "type": "integer",
                "minimum": 1,
                "maximum": MAX_TIMEOUT_MS,
                "description": default_timeout
            },
            "title": { "type": "string", "description": "What the cell does, in a few words" },
            "session": { "type": "string", "description": "Default `default`" },
            "max_output_tokens": {
                "type": "integer",
                "minimum": 1,
                "maximum": MAX_TOKENS,
                "description": "Longer text loses its middle"
            }
        },
        "required": ["code"],
        "additionalProperties": false
    });
    Tool::new(NAME, format!("{DESCRIPTION} {value}"), schema)
        .with_title("Run JavaScript")
        .with_annotations(
            ToolAnnotations::new()
                .read_only(false)
                .destructive(true)
                .idempotent(false)
                .open_world(true),
        )
}

/// Runs the cell that the arguments describe.
pub(super) async fn call(
    host: &Host,
    options: &McpOptions,
    arguments: &JsonObject,
    context: &RequestContext<RoleServer>,
) -> CallToolResult {
    let call = match Call::read(arguments) {
        Ok(call) => call,
        Err(refused) => return content::refusal(&refused),
    };
    call.run(host, options, context)
        .await
        .unwrap_or_else(|error| content::refusal(&error))
}

struct Call {
    code: String,
    timeout: Option<Duration>,
    title: Option<String>,
    session: SessionName,
    output_tokens: Option<usize>,
}

impl Call {
    fn read(arguments: &JsonObject) -> Result<Self, BadArguments> {
        let mut fields = Arguments::new(NAME, FIELDS, arguments);
        let code = fields.required_text("code", "JavaScript source, a string");
        let timeout = fields.whole_number("timeout_ms", "milliseconds", 1..=MAX_TIMEOUT_MS);
        let title = fields.text("title", "a few words, a string");
        let output_tokens =
            fields.whole_number("max_output_tokens", "tokens", 1..=MAX_TOKENS as u64);
        let session = fields.session();
        fields.finish()?;
        Ok(Call {
            code: code.to_owned(),
            timeout: timeout.map(Duration::from_millis),
            title: title.map(str::to_owned),
            session: session.expect("a session without complaint has a name"),
            output_tokens: output_tokens.map(|tokens| tokens as usize),
        })
    }

    async fn run(
        self,
        host: &Host,
        options: &McpOptions,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Error> {
        let session = host.named(&self.session).await?;
        let mut run = RunOptions {
            timeout: Some(self.timeout.unwrap_or(options.cell_timeout)),
            cancel: context.ct.clone(),
            title: self.title,
            progress: None,
        };
        let outcome = match context.meta.get_progress_token() {
            None => session.run_with(&self.code, run).await?,
            Some(token) => {
                let (line, lines) = watch::channel(String::new());
                run.progress = Some(line);
                let cell = session.run_with(&self.code, run);
                progress::notify_during(cell, &context.peer, token, lines).await?
            }
        };
        Ok(content::result(
            &outcome,
            &Shown {
                session: &self.session,
                generation: session.generation(),
                echo: options.echo,
                output_tokens: self.output_tokens.unwrap_or(options.output_tokens),
            },
        ))
    }
}
