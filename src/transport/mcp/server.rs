//! What the server says of itself, and which tool a call goes to.

use std::time::Duration;

use rmcp::ErrorData;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool,
};
use rmcp::service::{RequestContext, RoleServer};

use super::{js, js_reset};
use crate::host::Host;
use crate::limits::Limits;

/// Tokens of text in a result, unless the server or the call says otherwise.
pub const DEFAULT_OUTPUT_TOKENS: usize = 10_000;

const INSTRUCTIONS: &str = "JavaScript in a session that remembers. Use `js` to compute, to read \
and write files, to fetch, and to use npm packages; what one call declares, the next one has.";

/// Whether a result shows the completion value of its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Echo {
    /// It doesn't: a cell shows what it writes.
    #[default]
    Nothing,
    /// It does, after the output, where the value isn't `undefined`.
    Last,
}

/// What the server does where a call says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct McpOptions {
    /// Whether a result shows the completion value of its cell.
    ///
    /// Default: [`Echo::Nothing`].
    pub echo: Echo,
    /// Text in one result, in tokens. Longer text loses its middle, and says so.
    ///
    /// Default: [`DEFAULT_OUTPUT_TOKENS`]. At most 25,000.
    pub output_tokens: usize,
    /// Time a cell may run whose call names none.
    ///
    /// Default: that of [`Limits`], 30 s. At most [`MAX_CELL_TIMEOUT`](crate::limits::MAX_CELL_TIMEOUT).
    pub cell_timeout: Duration,
}

impl Default for McpOptions {
    fn default() -> Self {
        McpOptions {
            echo: Echo::default(),
            output_tokens: DEFAULT_OUTPUT_TOKENS,
            cell_timeout: Limits::default().cell_timeout,
        }
    }
}

/// The tools `js` and `js_reset` over the sessions of a host.
#[derive(Clone, Debug)]
pub struct McpServer {
    host: Host,
    options: McpOptions,
}

impl McpServer {
    /// A server for one client at a time; its sessions are those of `host`.
    pub fn new(host: Host, options: McpOptions) -> Self {
        McpServer { host, options }
    }

    pub(super) fn host(&self) -> &Host {
        &self.host
    }

    fn tools(&self) -> Vec<Tool> {
        vec![js::tool(&self.options), js_reset::tool()]
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("isocell", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let result = match request.name.as_ref() {
            js::NAME => js::call(&self.host, &self.options, &arguments, &context).await,
            js_reset::NAME => js_reset::call(&self.host, &arguments).await,
            other => {
                let message = format!("no tool `{other}`: the tools are `js` and `js_reset`");
                return Err(ErrorData::invalid_params(message, None));
            }
        };
        Ok(result.into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // A known method arrives here when its parameters have another shape than the method's.
        Err(if request.method == "tools/call" {
            ErrorData::invalid_params(
                "`tools/call` takes `name`, a string, and `arguments`, an object",
                None,
            )
        } else {
            ErrorData::new(
                ErrorCode::METHOD_NOT_FOUND,
                format!(
                    "no method `{}`, or not with these parameters",
                    request.method
                ),
                None,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::estimate_tokens;

    /// Every turn of every conversation pays for it.
    #[test]
    fn what_a_model_reads_before_it_calls_is_short() {
        let js = js::tool(&McpOptions::default());
        let js_reset = js_reset::tool();
        let texts = [
            js.description,
            js_reset.description,
            Some(INSTRUCTIONS.into()),
        ];
        let tokens: usize = texts
            .iter()
            .flatten()
            .map(|text| estimate_tokens(text))
            .sum();
        assert!(tokens < 600, "{tokens} tokens: {texts:#?}");
    }
}
