//! Sessions: what their calls came to, and what flowed from one call to another.

use super::asked::Asked;
use super::document::reference;
use super::operation::{Answer, Operation, Parameter, Shape};
use super::problem::Problem;
use super::{Front, json};
use crate::history::{SessionFlow, SessionRow, SessionRows, Trifecta};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use vetgate_flow::{Leg, Level, Pattern};

/// Calls that are looked at.
const CALLS: (u64, u64) = (2000, 20_000);
/// The most calls of one session.
const MOST: usize = 5000;

const FILTERS: &[Parameter] = &[
    Parameter::query("since", Shape::Moment, "The start of the time range."),
    Parameter::query(
        "calls",
        Shape::Number { least: 1, most: CALLS.1 },
        "How many of the newest calls are searched; the default is 2000.",
    ),
];

const NAME: &[Parameter] = &[Parameter::path("session", Shape::Text, "The short name of the session, as in records.")];

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::GET,
            path: "/api/v1/sessions",
            name: "listSessions",
            summary: "The sessions of the newest calls, the most recently active first.",
            parameters: FILTERS,
            body: None,
            answer: Answer::Json("Sessions"),
            problems: &[],
            run: |front, asked| Box::pin(list(front, asked)),
        },
        Operation {
            method: Method::GET,
            path: "/api/v1/sessions/{session}/flow",
            name: "readFlow",
            summary: "The calls of a session in order, and the data flows between them. The data itself is not included.",
            parameters: NAME,
            body: None,
            answer: Answer::Json("Flow"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(flow(front, asked)),
        },
        Operation {
            method: Method::GET,
            path: "/api/v1/sessions/{session}/flow.svg",
            name: "drawFlow",
            summary: "The calls of a session and what data went from which to which, as a picture.",
            parameters: NAME,
            body: None,
            answer: Answer::Text("image/svg+xml"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(picture(front, asked)),
        },
    ]
}

#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    row: SessionRow,
    is_open: bool,
}

async fn list(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let most = usize::try_from(asked.number("calls").unwrap_or(CALLS.0)).unwrap_or(usize::MAX);
    let since_ms = asked.moment("since");
    let open: BTreeSet<String> = front.service.sessions().all().iter().map(|session| session.short()).collect();
    let read =
        move |ledger: &vetgate_ledger::Ledger| SessionRows::read(&mut |query: &_| ledger.page(query), since_ms, most);
    let SessionRows { rows, is_whole } = front.read(read).await?;
    let told = |row: SessionRow| Told { is_open: open.contains(&row.session), row };
    let sessions: Vec<Told> = rows.into_iter().map(told).collect();
    json(&json!({"sessions": sessions, "is_whole": is_whole}))
}

/// The calls of the session that is named, and whether these are all.
async fn read(front: &Front, asked: Asked) -> Result<(SessionFlow, bool), Problem> {
    let name = asked.text("session").unwrap_or_default().to_owned();
    let read = move |ledger: &vetgate_ledger::Ledger| {
        SessionFlow::read(&mut |query: &_| ledger.page(query), &name, None, MOST)
    };
    let session = front.read(read).await?;
    session.ok_or_else(|| Problem::nowhere("there are no calls of this session; `/api/v1/sessions` lists all sessions"))
}

async fn picture(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let (session, _) = read(&front, asked).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], session.graph.to_svg()).into_response())
}

async fn flow(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let (session, is_whole) = read(&front, asked).await?;
    let SessionFlow { graph, calls, principal, unread, trifecta, is_truncated } = session;
    json(&json!({
        "session": graph.session,
        "principal": principal,
        "graph": {"calls": graph.calls, "edges": graph.edges},
        "calls": calls,
        "trifecta": trifecta,
        "is_truncated": is_truncated,
        "is_whole": is_whole,
        "unread": unread,
    }))
}

/// The counts of some calls, for other schemas too.
pub(super) fn counts() -> Value {
    let count = json!({"type": "integer", "minimum": 0});
    json!({
        "calls": count, "masked": count, "held": count, "denied": count, "failed": count,
        "risk": {"type": "integer", "minimum": 0, "maximum": 100, "description": "The greatest."},
    })
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let (count, text) = (json!({"type": "integer", "minimum": 0}), json!({"type": "string"}));
    let flag = json!({"type": "boolean"});
    let legs: Vec<&str> = Leg::ALL.iter().map(|leg| leg.name()).collect();
    let legs = json!({"type": "array", "items": {"enum": legs}});
    let names: Vec<&str> = Pattern::ALL.iter().map(|pattern| pattern.name()).collect();
    let patterns: Vec<Value> = names.iter().map(|name| json!(name)).chain([Value::Null]).collect();
    let levels: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
    let trifecta = json!({
        "enum": [Trifecta::Stopped, Trifecta::Sent, Value::Null],
        "description": "Whether the calls that completed the trifecta were sent or stopped.",
    });
    let flows = json!({
        "type": "object",
        "required": ["critical", "suspicious", "safe", "pattern"],
        "additionalProperties": false,
        "properties": {"critical": count, "suspicious": count, "safe": count, "pattern": {"enum": patterns}},
    });
    let mut session = json!({
        "type": "object",
        "required": [
            "session", "principal", "first_ms", "last_ms", "calls", "masked", "held", "denied", "failed", "risk",
            "servers", "legs", "trifecta", "flows", "is_open",
        ],
        "additionalProperties": false,
        "properties": {
            "session": text, "principal": text, "first_ms": count, "last_ms": count,
            "servers": {"type": "array", "items": text},
            "legs": legs,
            "trifecta": trifecta,
            "flows": flows,
            "is_open": {"type": "boolean", "description": "True while its client is connected."},
        },
    });
    for (name, schema) in counts().as_object().into_iter().flatten() {
        session["properties"][name] = schema.clone();
    }
    let whole = json!({"type": "boolean", "description": "True if this is complete, false if only the newest calls were read."});
    let sessions = json!({
        "type": "object",
        "required": ["sessions", "is_whole"],
        "additionalProperties": false,
        "properties": {"sessions": {"type": "array", "items": reference("Session")}, "is_whole": whole},
    });
    let place = json!({
        "type": "object",
        "required": ["call", "server", "tool", "pointer"],
        "additionalProperties": false,
        "properties": {"call": count, "server": text, "tool": text, "pointer": text},
    });
    let edge = json!({
        "type": "object",
        "required": ["from", "to", "pattern", "level", "characters", "novel", "reason"],
        "additionalProperties": false,
        "properties": {
            "from": place, "to": place,
            "pattern": {"enum": names}, "level": {"enum": levels},
            "characters": count, "novel": count,
            "transforms": {"type": "array", "items": text},
            "reason": text,
        },
    });
    let node = json!({
        "type": "object",
        "required": ["call", "server", "tool", "risk"],
        "additionalProperties": false,
        "properties": {
            "call": count, "server": text, "tool": text, "verdict": text, "is_answered": flag,
            "risk": {"type": "integer", "minimum": 0, "maximum": 100},
        },
    });
    let call = json!({
        "type": "object",
        "required": ["call", "record", "time_ms", "reason", "legs"],
        "additionalProperties": false,
        "properties": {
            "call": count, "record": count, "time_ms": count,
            "reason": {"type": ["string", "null"]},
            "legs": legs,
        },
    });
    let flow = json!({
        "type": "object",
        "required": ["session", "principal", "graph", "calls", "trifecta", "is_truncated", "is_whole", "unread"],
        "additionalProperties": false,
        "properties": {
            "session": text, "principal": text,
            "graph": {
                "type": "object",
                "required": ["calls", "edges"],
                "additionalProperties": false,
                "properties": {
                    "calls": {"type": "array", "items": node},
                    "edges": {"type": "array", "items": edge},
                },
            },
            "calls": {"type": "array", "items": call},
            "trifecta": trifecta,
            "is_truncated": {"type": "boolean", "description": "True if part of the data that it read is no longer tracked."},
            "is_whole": whole,
            "unread": {"type": "integer", "minimum": 0, "description": "The number of records that could be read only in part."},
        },
    });
    vec![("Session", session), ("Sessions", sessions), ("Flow", flow)]
}
