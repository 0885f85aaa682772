//! How the gateway and its servers are doing.

use super::asked::Asked;
use super::document::reference;
use super::operation::{Answer, Operation, Parameter, Shape};
use super::problem::Problem;
use super::{Front, json};
use crate::gateway::{ServerStatus, Status};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use vetgate_ledger::{Ledger, Standing, State, Trust};

pub(super) const NAME: &[Parameter] = &[Parameter::path("name", Shape::Text, "Its name in the configuration.")];

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::GET,
            path: "/api/v1/status",
            name: "readStatus",
            summary: "The state of the gateway.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Status"),
            problems: &[],
            run: |front, asked| Box::pin(status(front, asked)),
        },
        Operation {
            method: Method::GET,
            path: "/api/v1/servers",
            name: "listServers",
            summary: "The configured servers, in the order of the configuration; entries with mistakes come last.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Servers"),
            problems: &[],
            run: |front, asked| Box::pin(list(front, asked)),
        },
        Operation {
            method: Method::GET,
            path: "/api/v1/servers/{name}",
            name: "readServer",
            summary: "One server.",
            parameters: NAME,
            body: None,
            answer: Answer::Json("Server"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(one(front, asked)),
        },
    ]
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let count = json!({"type": "integer", "minimum": 0});
    let status = json!({
        "type": "object",
        "required": ["version", "servers", "sessions", "tokens_of_all_tools", "tokens_shown", "tokens_saved"],
        "additionalProperties": false,
        "properties": {
            "version": {"type": "string"},
            "servers": {"type": "array", "items": reference("Server")},
            "sessions": count,
            "tokens_of_all_tools": count,
            "tokens_shown": count,
            "tokens_saved": count,
        },
    });
    let states: BTreeMap<&str, &Value> = State::ALL.iter().map(|state| (state.name(), &count)).collect();
    let trust = json!({"enum": Trust::ALL});
    let server = json!({
        "type": "object",
        "required": ["name", "state", "tools", "prompts", "resources", "tools_by_state"],
        "additionalProperties": false,
        "properties": {
            "name": {"type": "string"},
            "state": {"enum": ["up", "starting", "down", "misconfigured"]},
            "reason": {"type": "string", "description": "Why it cannot be used."},
            "revision": {"type": "string", "description": "The protocol revision spoken with it."},
            "trust": trust,
            "configured_trust": trust,
            "trust_set": {
                "type": "object",
                "description": "Who set a trust that differs from the configuration; absent if the configured trust applies.",
                "required": ["by", "time_ms"],
                "additionalProperties": false,
                "properties": {"by": {"type": "string"}, "time_ms": count},
            },
            "tools": count,
            "prompts": count,
            "resources": count,
            "tools_by_state": {
                "type": "object",
                "description": "The number of tools that it currently declares, by state.",
                "additionalProperties": false,
                "properties": states,
            },
            "stderr": {"type": "string", "description": "The last lines of its standard error."},
        },
    });
    let servers = json!({
        "type": "object",
        "required": ["servers"],
        "additionalProperties": false,
        "properties": {"servers": {"type": "array", "items": reference("Server")}},
    });
    vec![("Status", status), ("Server", server), ("Servers", servers)]
}

#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    status: ServerStatus,
    tools_by_state: BTreeMap<&'static str, usize>,
}

async fn status(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    let Status { servers, sessions, tokens_of_all_tools, tokens_shown, tokens_saved } = front.gateway()?.status();
    let servers = with_standings(&front, servers).await?;
    let version = env!("CARGO_PKG_VERSION");
    json(&json!({
        "version": version,
        "servers": servers,
        "sessions": sessions,
        "tokens_of_all_tools": tokens_of_all_tools,
        "tokens_shown": tokens_shown,
        "tokens_saved": tokens_saved,
    }))
}

async fn list(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    let servers = with_standings(&front, front.gateway()?.status().servers).await?;
    json(&json!({"servers": servers}))
}

async fn one(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    tell(&front, asked.text("name").unwrap_or_default()).await
}

/// Tells of the server of this name.
pub(super) async fn tell(front: &Front, name: &str) -> Result<Response, Problem> {
    json(&with_standings(front, vec![find(front, name)?]).await?.pop())
}

/// The server of this name.
pub(super) fn find(front: &Front, name: &str) -> Result<ServerStatus, Problem> {
    let found = front.gateway()?.status().servers.into_iter().find(|server| server.name == name);
    found.ok_or_else(|| Problem::nowhere("no server of this name is configured; `/api/v1/servers` lists them"))
}

/// The servers, with where their tools stand. What they say is masked: it comes from strangers.
async fn with_standings(front: &Front, servers: Vec<ServerStatus>) -> Result<Vec<Told>, Problem> {
    let plain = |status| Told { status, tools_by_state: BTreeMap::new() };
    if front.gateway()?.ledger().is_none() {
        return Ok(servers.into_iter().map(plain).collect());
    }
    front
        .read(move |ledger| {
            let standings = ledger.read(|rows| rows.standings())?;
            Ok(servers.into_iter().map(|server| told(ledger, server, &standings)).collect())
        })
        .await
}

fn told(ledger: &Ledger, mut status: ServerStatus, standings: &[Standing]) -> Told {
    status.stderr = ledger.masked(&status.stderr);
    status.reason = status.reason.map(|reason| ledger.masked(&reason));
    let mut tools_by_state = BTreeMap::new();
    let own = standings.iter().filter(|standing| {
        let subject = &standing.subject;
        Some(&subject.server) == status.key.as_ref() && subject.item == vetgate_ledger::Item::Tool && !standing.is_gone
    });
    for standing in own {
        *tools_by_state.entry(standing.state.name()).or_default() += 1;
    }
    Told { status, tools_by_state }
}
