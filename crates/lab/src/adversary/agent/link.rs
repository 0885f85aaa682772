//! One connection of the agent.

use super::victim::Victim;
use super::{AgentError, Stage};
use rmcp::model::{CallToolRequestParams, GetPromptRequestParams, PaginatedRequestParams, ReadResourceRequestParams};
use rmcp::service::{RunningService, ServiceError};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{Peer, RoleClient, ServiceExt as _};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How long the agent waits for anything.
const PATIENCE: Duration = Duration::from_secs(12);

/// How many pages of a list it reads.
const PAGES: usize = 40;

/// How much may be under way to a server.
const BUFFER: usize = 64 * 1024;

/// The longest message that the agent takes: it is not the agent that is to stop anything.
const LONGEST: usize = 128 * 1024 * 1024;

/// Under which key an intent is declared.
const INTENT: &str = "dev.vetgate/intent";

/// A connection to one server, or to an endpoint before many.
#[derive(Debug)]
pub(super) struct Link {
    server: Option<String>,
    service: RunningService<RoleClient, Victim>,
}

/// What came back.
#[derive(Debug)]
pub(super) enum Reply {
    /// A result.
    Result(Value),
    /// An error: in a few words, and all of it that the agent is shown.
    Error { words: String, shown: Value },
}

impl Link {
    /// A connection to a server of a stage, without a gateway.
    pub(super) async fn to_server(stage: &Arc<Stage>, server: &str, victim: Victim) -> Result<Self, AgentError> {
        let (ours, theirs) = tokio::io::duplex(BUFFER);
        let (stage, name) = (stage.clone(), server.to_owned());
        tokio::spawn(async move { stage.speak(&name, theirs).await });
        let (reader, writer) = tokio::io::split(ours);
        let transport = AsyncRwTransport::new_client(reader, writer).with_max_line_length(LONGEST);
        let service = greeted(server, victim.serve(transport)).await?;
        Ok(Self { server: Some(server.to_owned()), service })
    }

    /// A connection to an endpoint.
    pub(super) async fn to_endpoint(url: &str, token: Option<&str>, victim: Victim) -> Result<Self, AgentError> {
        let refused = |reason: String| AgentError::Connect { place: url.to_owned(), reason };
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Fails only if another thread was faster, which is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = reqwest::Client::builder().no_proxy().build().map_err(|error| refused(error.to_string()))?;
        let mut config = StreamableHttpClientTransportConfig::with_uri(url);
        if let Some(token) = token {
            config = config.auth_header(token);
        }
        let transport = StreamableHttpClientTransport::with_client(client, config);
        let service = greeted(url, victim.serve(transport)).await?;
        Ok(Self { server: None, service })
    }

    /// The server, if it leads to one alone.
    pub(super) fn server(&self) -> Option<&str> {
        self.server.as_deref()
    }

    /// Everything that is offered, and what was said at the start.
    pub(super) async fn everything(&self) -> Value {
        let peer = self.service.peer();
        let greeting = peer.peer_info().map(|info| value(&info)).unwrap_or_default();
        json!({
            "greeting": greeting,
            "tools": pages(peer, "tools", async |peer, page| Ok(value(&peer.list_tools(page).await?))).await,
            "prompts": pages(peer, "prompts", async |peer, page| Ok(value(&peer.list_prompts(page).await?))).await,
            "resources": pages(peer, "resources", async |peer, page| Ok(value(&peer.list_resources(page).await?))).await,
            "resourceTemplates": pages(peer, "resourceTemplates", async |peer, page| {
                Ok(value(&peer.list_resource_templates(page).await?))
            })
            .await,
        })
    }

    /// Calls a tool.
    pub(super) async fn call(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        intent: Option<&Map<String, Value>>,
    ) -> Reply {
        let mut request = json!({"name": name, "arguments": arguments});
        if let Some(intent) = intent {
            request["_meta"] = json!({INTENT: intent});
        }
        let request: CallToolRequestParams = serde_json::from_value(request).expect("this is a call");
        match within(self.service.call_tool(request)).await {
            Reply::Result(result) if result.get("isError") == Some(&Value::Bool(true)) => {
                let words = result.pointer("/content/0/text").and_then(Value::as_str).unwrap_or("the tool has failed");
                Reply::Error { words: words.to_owned(), shown: result }
            }
            reply => reply,
        }
    }

    /// Gets a prompt.
    pub(super) async fn prompt(&self, name: &str, arguments: Map<String, Value>) -> Reply {
        let request: GetPromptRequestParams =
            serde_json::from_value(json!({"name": name, "arguments": arguments})).expect("this asks for a prompt");
        within(self.service.get_prompt(request)).await
    }

    /// Reads a resource.
    pub(super) async fn read(&self, uri: &str) -> Reply {
        let request: ReadResourceRequestParams =
            serde_json::from_value(json!({"uri": uri})).expect("this asks for a resource");
        within(self.service.read_resource(request)).await
    }

    /// Takes leave.
    pub(super) async fn close(self) {
        let _ = tokio::time::timeout(PATIENCE, self.service.cancel()).await;
    }
}

/// A connection that is made within the agent's patience.
async fn greeted<E: std::fmt::Display>(
    place: &str,
    greeting: impl Future<Output = Result<RunningService<RoleClient, Victim>, E>>,
) -> Result<RunningService<RoleClient, Victim>, AgentError> {
    let refused = |reason: String| AgentError::Connect { place: place.to_owned(), reason };
    match tokio::time::timeout(PATIENCE, greeting).await {
        Ok(Ok(service)) => Ok(service),
        Ok(Err(error)) => Err(refused(error.to_string())),
        Err(_) => Err(refused("it does not answer".to_owned())),
    }
}

async fn within<T: Serialize>(request: impl Future<Output = Result<T, ServiceError>>) -> Reply {
    match tokio::time::timeout(PATIENCE, request).await {
        Ok(Ok(result)) => Reply::Result(value(&result)),
        Ok(Err(ServiceError::McpError(error))) => {
            Reply::Error { words: error.message.to_string(), shown: value(&error) }
        }
        Ok(Err(error)) => Reply::Error { words: error.to_string(), shown: Value::Null },
        Err(_) => Reply::Error { words: "no answer came".to_owned(), shown: Value::Null },
    }
}

/// The pages of a list, as far as the agent reads them.
async fn pages(
    peer: &Peer<RoleClient>,
    list: &str,
    ask: impl AsyncFn(&Peer<RoleClient>, Option<PaginatedRequestParams>) -> Result<Value, ServiceError>,
) -> Value {
    let mut items = Vec::new();
    let mut cursor: Option<String> = None;
    for _ in 0..PAGES {
        let page = cursor.take().map(|cursor| {
            let page: PaginatedRequestParams =
                serde_json::from_value(json!({"cursor": cursor})).expect("this asks for a page");
            page
        });
        let Ok(Ok(mut shown)) = tokio::time::timeout(PATIENCE, ask(peer, page)).await else { break };
        if let Some(Value::Array(found)) = shown.get_mut(list) {
            items.append(found);
        }
        cursor = shown.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    Value::Array(items)
}

fn value(shown: &impl Serialize) -> Value {
    serde_json::to_value(shown).unwrap_or_default()
}
