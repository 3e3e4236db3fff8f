//! The tool `js_reset`: a session starts over.

use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use rmcp::object;

use super::arguments::{Arguments, BadArguments};
use super::content;
use crate::host::{Host, SessionName};

pub(super) const NAME: &str = "js_reset";

const FIELDS: &[&str] = &["session"];

const DESCRIPTION: &str = "\
Stops what runs in the session and forgets its bindings, modules and timers; files stay. Rarely \
needed: names can be declared again.";

/// What the model sees of the tool.
pub(super) fn tool() -> Tool {
    let schema = object!({
        "type": "object",
        "properties": {
            "session": { "type": "string", "description": "Default `default`" }
        },
        "additionalProperties": false
    });
    Tool::new(NAME, DESCRIPTION, schema)
        .with_title("Reset the JavaScript session")
        .with_annotations(
            ToolAnnotations::new()
                .read_only(false)
                .destructive(true)
                .idempotent(true)
                .open_world(false),
        )
}

/// Resets the session that the arguments name, if it has ever run anything.
pub(super) async fn call(host: &Host, arguments: &JsonObject) -> CallToolResult {
    let name = match read(arguments) {
        Ok(name) => name,
        Err(refused) => return content::refusal(&refused),
    };
    let Some(session) = host.existing(&name) else {
        return said(format!(
            "session `{name}` has run nothing: there is nothing to reset"
        ));
    };
    match session.reset().await {
        Ok(generation) => said(format!(
            "session `{name}` starts over (generation {generation}): its bindings, modules and \
             timers are gone"
        )),
        Err(error) => content::refusal(&error),
    }
}

fn read(arguments: &JsonObject) -> Result<SessionName, BadArguments> {
    let mut fields = Arguments::new(NAME, FIELDS, arguments);
    let session = fields.session();
    fields.finish()?;
    Ok(session.expect("a session without complaint has a name"))
}

fn said(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}
