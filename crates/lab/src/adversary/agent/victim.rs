//! The client program around the agent: what it answers when a server asks it.

#![expect(
    deprecated,
    reason = "sampling and logging are on their way out of the protocol, and attackers use them until then"
)]

use crate::adversary::performance::Seen;
use crate::adversary::scenario::{Client, Scenario};
use rmcp::model::{
    ClientConfig, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams, ElicitResult,
    LoggingMessageNotificationParam, ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde::Serialize;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};

/// What the client calls itself.
pub(super) const NAME: &str = "vetgate-agent";

/// A client whose model and user do what they are asked.
#[derive(Debug, Clone)]
pub(super) struct Victim {
    client: Client,
    seen: Arc<Mutex<Seen>>,
}

impl Victim {
    pub(super) fn new(scenario: &Scenario, seen: Arc<Mutex<Seen>>) -> Self {
        Self { client: scenario.client.clone(), seen }
    }

    fn see(&self, shown: &impl Serialize) {
        if let Ok(shown) = serde_json::to_value(shown) {
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).take(&shown);
        }
    }
}

impl ClientHandler for Victim {
    fn get_info(&self) -> ClientConfig {
        serde_json::from_value(json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"sampling": {}, "elicitation": {"form": {}, "url": {}}},
            "clientInfo": {"name": NAME, "version": env!("CARGO_PKG_VERSION")},
        }))
        .expect("this is what a client says of itself")
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        self.see(&params);
        let text = self.client.sampling.as_deref().unwrap_or("ok");
        let result = json!({"role": "assistant", "model": "scripted", "content": {"type": "text", "text": text}});
        Ok(serde_json::from_value(result).expect("this is what a model says"))
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.see(&params);
        let result = match &self.client.elicitation {
            Some(content) => json!({"action": "accept", "content": content}),
            None => json!({"action": "decline"}),
        };
        Ok(serde_json::from_value(result).expect("this is what a user says"))
    }

    async fn on_logging_message(
        &self,
        params: LoggingMessageNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.see(&params);
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _context: NotificationContext<RoleClient>) {
        self.see(&params);
    }
}
