//! One server as one client meets it, on the official SDK.

use super::{Stage, result};
use crate::adversary::scenario::{Ask, Message, Pages, Revision};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, DiscoverResult, ErrorCode, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, InitializeRequestParams, InitializeResult, InputRequiredResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerConfig,
    ServerNotification, ServerRequest, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
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

    /// What the client calls itself: in the request, where every request says so, else at the beginning.
    fn client(&self, context: &RequestContext<RoleServer>) -> String {
        let said = context.client_info().map(|client| client.name.to_string());
        said.unwrap_or_else(|| self.first_client())
    }

    fn first_client(&self) -> String {
        self.client.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn declared(&self, context: &RequestContext<RoleServer>) -> super::Declared {
        self.stage.declared(self.index, &self.client(context))
    }

    /// Notes that somebody has come, who calls itself `client`.
    async fn met(&self, client: String) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = client;
        let index = self.index;
        self.stage.happen(index, |memory| memory.servers[index].counts.connections += 1).await;
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

/// Whether a client has no session, in which it could be asked.
fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// A result that asks the client, which then calls again with its answer.
fn asking(ask: &Ask) -> Result<InputRequiredResult, ErrorData> {
    let wanted = json!({"method": ask.method, "params": ask.params});
    serde_json::from_value(json!({"resultType": "input_required", "inputRequests": {"answer": wanted}}))
        .map_err(|error| ErrorData::internal_error(format!("the scenario has an invalid request: {error}"), None))
}

/// A definition as the SDK has it. What it does not know is left out.
fn typed<T: DeserializeOwned>(definition: Map<String, Value>) -> Result<T, ErrorData> {
    serde_json::from_value(Value::Object(definition))
        .map_err(|error| ErrorData::internal_error(format!("the scenario has an invalid definition: {error}"), None))
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
        let newest = match self.stage.server(self.index).revision {
            Revision::WithSessions => ProtocolVersion::V_2025_11_25,
            Revision::Stateless => ProtocolVersion::V_2026_07_28,
        };
        Cow::Borrowed(ProtocolVersion::known_up_to(&newest))
    }

    fn get_info(&self) -> ServerConfig {
        let declared = self.stage.declared(self.index, &self.first_client());
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
        self.met(request.client_info.name.clone()).await;
        self.negotiate_initialize(&request)
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        self.met(self.client(&context)).await;
        Ok(DiscoverResult::from_server_info(self.supported_protocol_versions().into_owned(), self.get_info()))
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let mut accepted = requested.clone();
        accepted.resource_subscriptions = None;
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.stage.memory().servers[self.index].changes.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = changes.changed() => if changed.is_err() { return Ok(()) },
            }
            let accepted = context.accepted();
            for (list, is_wanted) in [
                ("tools", accepted.tools_list_changed),
                ("prompts", accepted.prompts_list_changed),
                ("resources", accepted.resources_list_changed),
            ] {
                let news = json!({"method": format!("notifications/{list}/list_changed")});
                let news =
                    serde_json::from_value::<ServerNotification>(news).expect("this says that a list has changed");
                if is_wanted == Some(true) && context.sink().send(news).await.is_err() {
                    return Ok(());
                }
            }
        }
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.stage.memory().servers[self.index].peers.push(context.peer);
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.as_ref().is_none_or(|request| request.cursor.is_none()) {
            self.listed().await;
        }
        let declared = self.declared(&context);
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
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts =
            self.declared(&context).prompts.into_iter().map(without_text).map(typed).collect::<Result<_, _>>()?;
        Ok(ListPromptsResult::with_all_items(prompts))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources =
            self.declared(&context).resources.into_iter().map(without_text).map(typed).collect::<Result<_, _>>()?;
        Ok(ListResourcesResult::with_all_items(resources))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let templates = self.declared(&context).templates.into_iter().map(typed).collect::<Result<_, _>>()?;
        Ok(ListResourceTemplatesResult::with_all_items(templates))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.arrived(&request.name, request.arguments.as_ref());
        let declared = self.declared(&context);
        let Some(text) = text_of(&declared.prompts, "name", &request.name) else {
            return Err(ErrorData::invalid_params(format!("there is no prompt `{}`", request.name), None));
        };
        self.answered();
        let messages = json!([{"role": "user", "content": {"type": "text", "text": text}}]);
        let result = json!({"resultType": "complete", "messages": messages});
        let result: GetPromptResult = serde_json::from_value(result).expect("this is a prompt");
        Ok(result.into())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.arrived(&request.uri, None);
        let declared = self.declared(&context);
        let Some(text) = text_of(&declared.resources, "uri", &request.uri) else {
            return Err(ErrorData::resource_not_found(format!("there is nothing at {}", request.uri), None));
        };
        self.answered();
        let contents = json!([{"uri": request.uri, "mimeType": "text/plain", "text": text}]);
        let result = json!({"resultType": "complete", "contents": contents});
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
            // Who brings answers goes on with a call that was counted.
            *calls += u64::from(request.input_responses.is_none());
            *calls
        };
        let declared = self.declared(&context);
        let Some(tool) = declared.tool(&request.name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool `{}`", request.name), None));
        };
        let answer = result::chosen(tool, &arguments, call);
        if let Some(answer) = answer {
            match (&answer.ask, &request.input_responses) {
                (None, _) => {}
                (Some(_), Some(brought)) => {
                    let mut memory = self.stage.memory();
                    brought.values().for_each(|answer| memory.arrivals.note_all(answer));
                }
                (Some(ask), None) if is_stateless(&context) => return Ok(asking(ask)?.into()),
                (Some(ask), None) => self.ask(&context.peer, ask).await,
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
        let result: CallToolResult = serde_json::from_value(result::of(answer)).map_err(|error| {
            ErrorData::internal_error(format!("the scenario has an invalid response: {error}"), None)
        })?;
        self.stage.happen(index, |memory| memory.servers[index].counts.calls += 1).await;
        Ok(result.into())
    }
}
