//! One server as one client meets it, on the official SDK.

use super::{Stage, result};
use crate::scenario::{Ask, Message, Pages};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorCode, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ServerConfig, ServerNotification, ServerRequest,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How many tools are on a page of a list without end.
const PAGE: usize = 50;

/// A server of a stage, for one client.
#[derive(Debug)]
pub(super) struct Actor {
    stage: Arc<Stage>,
    index: usize,
    /// What the client calls itself.
    client: Mutex<String>,
}

impl Actor {
    pub(super) fn new(stage: Arc<Stage>, index: usize) -> Self {
        Self { stage, index, client: Mutex::default() }
    }

    fn client(&self) -> String {
        self.client.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn declared(&self) -> super::Declared {
        self.stage.declared(self.index, &self.client())
    }

    /// Notes that a list was asked for.
    async fn listed(&self) {
        let index = self.index;
        self.stage.happen(index, |memory| memory.servers[index].counts.lists += 1).await;
    }

    /// Notes what has arrived with a request.
    fn arrived(&self, name: &str, arguments: Option<&Map<String, Value>>) {
        let mut memory = self.stage.memory();
        memory.arrivals.note(name);
        for (key, value) in arguments.into_iter().flatten() {
            memory.arrivals.note(key);
            memory.arrivals.note_all(value);
        }
    }

    /// Notes that a request was answered without an error.
    fn answered(&self) {
        self.stage.memory().servers[self.index].answered += 1;
    }

    /// Notes that a call was answered with an error that the scenario wants.
    fn erred(&self) {
        self.stage.memory().servers[self.index].erred += 1;
    }

    /// Asks the client; what it answers has arrived here.
    async fn ask(&self, peer: &Peer<RoleServer>, ask: &Ask) {
        let Ok(request) = serde_json::from_value::<ServerRequest>(json!({"method": ask.method, "params": ask.params}))
        else {
            return;
        };
        let asked = tokio::time::timeout(Duration::from_secs(10), peer.send_request(request)).await;
        if let Ok(Ok(answer)) = asked
            && let Ok(answer) = serde_json::to_value(&answer)
        {
            self.stage.memory().arrivals.note_all(&answer);
        }
    }

    async fn tell(&self, peer: &Peer<RoleServer>, message: &Message) {
        let value = json!({"method": message.method, "params": message.params});
        if let Ok(notification) = serde_json::from_value::<ServerNotification>(value) {
            let _ = peer.send_notification(notification).await;
        }
    }
}

/// A definition as the SDK has it. What it does not know is left out.
fn typed<T: DeserializeOwned>(definition: Map<String, Value>) -> Result<T, ErrorData> {
    serde_json::from_value(Value::Object(definition)).map_err(|error| {
        ErrorData::internal_error(format!("the scenario has a definition that is none: {error}"), None)
    })
}

fn without_text(mut definition: Map<String, Value>) -> Map<String, Value> {
    definition.remove("text");
    definition
}

fn text_of<'d>(definitions: &'d [Map<String, Value>], key: &str, name: &str) -> Option<&'d str> {
    let found = definitions.iter().find(|definition| definition.get(key).and_then(Value::as_str) == Some(name))?;
    Some(found.get("text").and_then(Value::as_str).unwrap_or("ok"))
}

impl ServerHandler for Actor {
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        // Revisions with sessions: the later ones know no server that speaks first, and half of the attacks do.
        Cow::Borrowed(ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25))
    }

    fn get_info(&self) -> ServerConfig {
        let declared = self.declared();
        let server = self.stage.server(self.index);
        let mut info = json!({
            "protocolVersion": ProtocolVersion::V_2025_11_25.as_str(),
            "capabilities": {
                "tools": {"listChanged": true}, "prompts": {"listChanged": true}, "resources": {"listChanged": true}
            },
            "serverInfo": {"name": server.name, "version": "1.0.0"},
        });
        if let Some(instructions) = declared.instructions {
            info["instructions"] = Value::String(instructions);
        }
        serde_json::from_value(info).expect("this is what a server says of itself")
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = request.client_info.name.clone();
        let index = self.index;
        self.stage.happen(index, |memory| memory.servers[index].counts.connections += 1).await;
        self.negotiate_initialize(&request)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.stage.memory().servers[self.index].peers.push(context.peer);
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.as_ref().is_none_or(|request| request.cursor.is_none()) {
            self.listed().await;
        }
        let declared = self.declared();
        let tools = declared.definitions().map(typed).collect::<Result<Vec<_>, _>>()?;
        if self.stage.server(self.index).pages == Pages::One {
            return Ok(ListToolsResult::with_all_items(tools));
        }
        let cursor = request.and_then(|request| request.cursor);
        let page: usize = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
        let mut page_of_tools = Vec::with_capacity(PAGE);
        for number in 0..PAGE {
            let Some(original) = tools.get(number % tools.len().max(1)) else { break };
            let mut tool = original.clone();
            tool.name = format!("{}_{}", original.name, page * PAGE + number).into();
            page_of_tools.push(tool);
        }
        let mut result = ListToolsResult::with_all_items(page_of_tools);
        result.next_cursor = Some((page + 1).to_string());
        Ok(result)
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = self.declared().prompts.into_iter().map(without_text).map(typed).collect::<Result<_, _>>()?;
        Ok(ListPromptsResult::with_all_items(prompts))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = self.declared().resources.into_iter().map(without_text).map(typed).collect::<Result<_, _>>()?;
        Ok(ListResourcesResult::with_all_items(resources))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let templates = self.declared().templates.into_iter().map(typed).collect::<Result<_, _>>()?;
        Ok(ListResourceTemplatesResult::with_all_items(templates))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.arrived(&request.name, request.arguments.as_ref());
        let declared = self.declared();
        let Some(text) = text_of(&declared.prompts, "name", &request.name) else {
            return Err(ErrorData::invalid_params(format!("there is no prompt `{}`", request.name), None));
        };
        self.answered();
        let result = json!({"messages": [{"role": "user", "content": {"type": "text", "text": text}}]});
        let result: GetPromptResult = serde_json::from_value(result).expect("this is a prompt");
        Ok(result.into())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.arrived(&request.uri, None);
        let declared = self.declared();
        let Some(text) = text_of(&declared.resources, "uri", &request.uri) else {
            return Err(ErrorData::resource_not_found(format!("there is nothing at {}", request.uri), None));
        };
        self.answered();
        let result = json!({"contents": [{"uri": request.uri, "mimeType": "text/plain", "text": text}]});
        let result: ReadResourceResult = serde_json::from_value(result).expect("this is a resource");
        Ok(result.into())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let index = self.index;
        let arguments = serde_json::to_string(&request.arguments).unwrap_or_default();
        self.arrived(&request.name, request.arguments.as_ref());
        let call = {
            let playing = &mut self.stage.memory().servers[index];
            playing.counts.arguments.push_str(&arguments);
            let calls = playing.calls.entry(request.name.to_string()).or_default();
            *calls += 1;
            *calls
        };
        let declared = self.declared();
        let Some(tool) = declared.tool(&request.name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool `{}`", request.name), None));
        };
        let answer = result::chosen(tool, &arguments, call);
        if let Some(answer) = answer {
            if let Some(ask) = &answer.ask {
                self.ask(&context.peer, ask).await;
            }
            for message in &answer.notify {
                self.tell(&context.peer, message).await;
            }
            tokio::time::sleep(Duration::from_millis(answer.delay_ms)).await;
            if let Some(fail) = &answer.fail {
                self.erred();
                return Err(ErrorData::new(ErrorCode(fail.code), fail.message.clone(), None));
            }
        }
        if answer.is_some_and(|answer| answer.error) {
            self.erred();
        } else {
            self.answered();
        }
        let result: CallToolResult = serde_json::from_value(result::of(answer))
            .map_err(|error| ErrorData::internal_error(format!("the scenario's answer is none: {error}"), None))?;
        self.stage.happen(index, |memory| memory.servers[index].counts.calls += 1).await;
        Ok(result.into())
    }
}
