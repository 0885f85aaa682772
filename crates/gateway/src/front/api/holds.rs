//! Calls that wait for a person, and what a person decides about them.

use super::asked::Asked;
use super::decision::{named, present, who};
use super::desk::unreadable;
use super::document::reference;
use super::operation::{Answer as Given, Operation, Parameter, Shape, Taken};
use super::problem::Problem;
use super::{Front, json};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use vetgate_ledger::{Answer, Body, Hold, HoldError};

const ID: Parameter = Parameter::path("id", Shape::Id, "The id from the list of holds.");
/// Characters of a reason.
const REASON: usize = 1000;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::GET,
            path: "/api/v1/holds",
            name: "listHolds",
            summary: "The held calls, the oldest first.",
            parameters: &[],
            body: None,
            answer: Given::Json("Holds"),
            problems: &[],
            run: |front, _| Box::pin(list(front)),
        },
        Operation {
            method: Method::POST,
            path: "/api/v1/holds/{id}/approve",
            name: "approveCall",
            summary: "Approves this one call.",
            parameters: &[ID],
            body: Some(Taken { schema: "CallApproval", is_required: false }),
            answer: Given::Json("Hold"),
            problems: &[StatusCode::NOT_FOUND, StatusCode::CONFLICT],
            run: |front, asked| Box::pin(approve(front, asked)),
        },
        Operation {
            method: Method::POST,
            path: "/api/v1/holds/{id}/deny",
            name: "denyCall",
            summary: "Denies this one call.",
            parameters: &[ID],
            body: Some(Taken { schema: "CallDenial", is_required: false }),
            answer: Given::Json("Hold"),
            problems: &[StatusCode::NOT_FOUND, StatusCode::CONFLICT],
            run: |front, asked| Box::pin(deny(front, asked)),
        },
    ]
}

/// A hold as it is told. Its seals, and the run that it waits in, are the ledger's own.
#[derive(Serialize)]
struct Told<'h> {
    id: &'h str,
    principal: &'h str,
    session: &'h str,
    server: &'h str,
    method: &'h str,
    name: &'h str,
    arguments: &'h Body,
    risk: u8,
    reason: &'h str,
    explanation: &'h str,
    /// What is known of the call, for programs.
    judgement: Option<Value>,
    since_ms: u64,
    until_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<ToldDecision<'h>>,
}

#[derive(Serialize)]
struct ToldDecision<'h> {
    answer: Answer,
    by: &'h str,
    reason: &'h str,
    time_ms: u64,
}

impl<'h> From<&'h Hold> for Told<'h> {
    fn from(hold: &'h Hold) -> Self {
        Self {
            id: &hold.id,
            principal: &hold.principal,
            session: &hold.session,
            server: &hold.server,
            method: &hold.method,
            name: &hold.name,
            arguments: &hold.arguments,
            risk: hold.risk,
            reason: &hold.reason,
            explanation: &hold.explanation,
            judgement: serde_json::from_str(&hold.judgement).ok().filter(Value::is_object),
            since_ms: hold.since_ms,
            until_ms: hold.until_ms,
            decision: hold.decision.as_ref().map(|decision| ToldDecision {
                answer: decision.answer,
                by: &decision.by,
                reason: &decision.reason,
                time_ms: decision.time_ms,
            }),
        }
    }
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let (text, time) = (json!({"type": "string"}), json!({"type": "integer", "minimum": 0}));
    let arguments = json!({
        "type": "object",
        "description": "The arguments that would be sent: masked, and only the beginning if they are large.",
        "required": ["bytes", "is_cut", "text"],
        "additionalProperties": false,
        "properties": {"bytes": time, "is_cut": {"type": "boolean"}, "text": text},
    });
    let decision = json!({
        "type": "object",
        "required": ["answer", "by", "reason", "time_ms"],
        "additionalProperties": false,
        "properties": {
            "answer": {"enum": Answer::ALL.iter().map(|answer| answer.name()).collect::<Vec<_>>()},
            "by": text,
            "reason": text,
            "time_ms": time,
        },
    });
    let hold = json!({
        "type": "object",
        "required": [
            "id", "principal", "session", "server", "method", "name", "arguments", "risk", "reason", "explanation",
            "judgement", "since_ms", "until_ms",
        ],
        "additionalProperties": false,
        "properties": {
            "id": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
            "principal": text, "session": text, "server": text, "method": text, "name": text,
            "arguments": arguments,
            "risk": {"type": "integer", "minimum": 0, "maximum": 100},
            "reason": {"type": "string", "description": "Why the call is held, in one sentence."},
            "explanation": {"type": "string", "description": "Why the call is held, in full."},
            "judgement": {
                "type": ["object", "null"],
                "description": "The same in machine-readable form: `decision` and `assessment`, as in the note of the call's record.",
            },
            "since_ms": time,
            "until_ms": {"type": "integer", "minimum": 0, "description": "When the call is denied without a decision."},
            "decision": decision,
        },
    });
    let holds = json!({
        "type": "object",
        "required": ["holds"],
        "additionalProperties": false,
        "properties": {"holds": {"type": "array", "items": reference("Hold")}},
    });
    let by = who();
    let reason = json!({
        "type": "string", "maxLength": REASON, "description": "The reason, for the record and for the client.",
    });
    let approval = json!({"type": "object", "additionalProperties": false, "properties": {"by": by}});
    let denial = json!({"type": "object", "additionalProperties": false, "properties": {"by": by, "reason": reason}});
    vec![("Hold", hold), ("Holds", holds), ("CallApproval", approval), ("CallDenial", denial)]
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CallApproval {
    #[serde(default, deserialize_with = "present")]
    by: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CallDenial {
    #[serde(default, deserialize_with = "present")]
    by: Option<String>,
    #[serde(default)]
    reason: String,
}

async fn list(front: Arc<Front>) -> Result<Response, Problem> {
    let holds = front.read(vetgate_ledger::Ledger::holds).await?;
    let holds: Vec<Told<'_>> = holds.iter().map(Told::from).collect();
    json(&json!({"holds": holds}))
}

async fn approve(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let id = asked.text("id").unwrap_or_default().to_owned();
    let CallApproval { by } = asked.body_if_any().await?.unwrap_or_default();
    decide(&front, &id, Answer::Approve, by, "").await
}

async fn deny(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let id = asked.text("id").unwrap_or_default().to_owned();
    let CallDenial { by, reason } = asked.body_if_any().await?.unwrap_or_default();
    if reason.chars().count() > REASON {
        return Err(Problem::unfit("reason", "`reason` must be a text of at most 1000 characters"));
    }
    decide(&front, &id, Answer::Deny, by, &reason).await
}

async fn decide(
    front: &Front,
    id: &str,
    answer: Answer,
    by: Option<String>,
    reason: &str,
) -> Result<Response, Problem> {
    let by = named(by)?;
    // So that a gateway without one says so.
    front.ledger()?;
    let decided = front.gateway()?.holds().decide(id, answer, &by, reason).await;
    match decided.map_err(|error| unreadable(&error))? {
        Ok(hold) => json(&Told::from(&hold)),
        Err(error @ HoldError::Unknown) => Err(Problem::nowhere(error.to_string())),
        Err(error @ (HoldError::Decided { .. } | HoldError::Over { .. })) => {
            Err(Problem::new(StatusCode::CONFLICT, error.to_string()))
        }
        Err(error @ HoldError::Forged) => Err(Problem::unavailable(error.to_string())),
    }
}
