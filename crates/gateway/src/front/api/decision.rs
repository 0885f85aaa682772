//! What a person decides about a tool, a prompt or instructions. The next call is judged by it.

use super::asked::Asked;
use super::desk::unreadable;
use super::operation::{Answer, Operation, Taken};
use super::problem::Problem;
use super::tools::{self, Beside, ID};
use super::{Front, json};
use crate::events::What;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use vetgate_ledger::quarantine::{Decision, Objection};
use vetgate_ledger::{DecideError, Standing};

/// Who decides, if nobody says.
const SOMEBODY: &str = "api";
/// Characters of a name.
const NAME: usize = 200;
/// Checks that can be accepted at once.
const CHECKS: usize = 100;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::POST,
            path: "/api/v1/tools/{id}/approve",
            name: "approveTool",
            summary: "Approves only the version with this fingerprint.",
            parameters: &[ID],
            body: Some(Taken { schema: "Approval", is_required: true }),
            answer: Answer::Json("Tool"),
            problems: &[StatusCode::NOT_FOUND, StatusCode::CONFLICT],
            run: |front, asked| Box::pin(approve(front, asked)),
        },
        Operation {
            method: Method::POST,
            path: "/api/v1/tools/{id}/block",
            name: "blockTool",
            summary: "Blocks it in every version, until a person approves it.",
            parameters: &[ID],
            body: Some(Taken { schema: "Block", is_required: false }),
            answer: Answer::Json("Tool"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(block(front, asked)),
        },
    ]
}

/// The form of whoever decides.
pub(super) fn who() -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": NAME, "description": "The name of the person who decides; it is recorded."})
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let by = who();
    let approval = json!({
        "type": "object",
        "required": ["fingerprint"],
        "additionalProperties": false,
        "properties": {
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "The fingerprint of the version that was reviewed."},
            "accept": {
                "type": "array",
                "maxItems": CHECKS,
                "items": {"type": "string"},
                "description": "The blocking checks whose findings are accepted.",
            },
            "by": by,
        },
    });
    let block = json!({"type": "object", "additionalProperties": false, "properties": {"by": by}});
    vec![("Approval", approval), ("Block", block)]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Approval {
    fingerprint: String,
    #[serde(default)]
    accept: Vec<String>,
    #[serde(default, deserialize_with = "present")]
    by: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    #[serde(default, deserialize_with = "present")]
    by: Option<String>,
}

/// A member that may be missing, but not `null`.
pub(super) fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

async fn approve(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let id = asked.text("id").map(str::to_owned);
    let Approval { fingerprint, accept, by } = asked.body().await?;
    let is_hash = fingerprint.len() == 64 && fingerprint.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if !is_hash {
        return Err(Problem::unfit(
            "fingerprint",
            "`fingerprint` must be the 64 hexadecimal digits of the version that was reviewed",
        ));
    }
    if accept.len() > CHECKS {
        return Err(Problem::unfit("accept", "`accept` names more checks than there are"));
    }
    let decision = Decision::Approve { fingerprint, accept: accept.into_iter().collect::<BTreeSet<String>>() };
    decide(&front, id.as_deref(), decision, "approve", by).await
}

async fn block(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let id = asked.text("id").map(str::to_owned);
    let Block { by } = asked.body_if_any().await?.unwrap_or_default();
    decide(&front, id.as_deref(), Decision::Block, "block", by).await
}

/// Whoever decides, as records name them.
pub(super) fn named(by: Option<String>) -> Result<String, Problem> {
    match by {
        None => Ok(SOMEBODY.to_owned()),
        Some(by) if !(1..=NAME).contains(&by.chars().count()) => {
            Err(Problem::unfit("by", "`by` must be a name of 1 to 200 characters"))
        }
        Some(by) => Ok(format!("{SOMEBODY}:{by}")),
    }
}

async fn decide(
    front: &Front,
    id: Option<&str>,
    decision: Decision,
    word: &'static str,
    by: Option<String>,
) -> Result<Response, Problem> {
    let by = named(by)?;
    let subject = tools::find(front, id).await?.subject;
    let decided = front.ledger()?.decide(subject, decision, &by).done().await;
    let standing: Standing = match decided.map_err(|error| unreadable(&error))? {
        Ok(standing) => standing,
        Err(DecideError::Objection(objection)) => {
            let detail = objection.to_string();
            return Err(match objection {
                Objection::Moved { seen } => Problem::moved(detail, seen),
                Objection::Dangerous { checks } => Problem::dangerous(detail, checks),
            });
        }
        Err(DecideError::Unknown) => return Err(Problem::nowhere("there is no definition with this id")),
        Err(forged @ DecideError::Forged) => return Err(Problem::unavailable(forged.to_string())),
        Err(DecideError::Ledger(error)) => return Err(unreadable(&error)),
    };
    let gateway = front.gateway()?;
    let (server, name) = (standing.subject.server.name.clone(), standing.subject.name.clone());
    let (item, by, decided_ms) = (standing.subject.item.name(), standing.decided_by.clone(), standing.decided_ms);
    gateway.events().tell(What::Decided { server, item, name, decision: word, by, decided_ms });
    let on_rug_pull = gateway.config().security.tool_quarantine.on_rug_pull;
    let read = front.read(|ledger| ledger.read(|rows| Ok((rows.revision()?, rows.standings()?)))).await?;
    let (revision, standings) = read;
    gateway.heed_decisions(revision).await;
    json(&tools::Told::of(&standing, &Beside::of(&standings, on_rug_pull)))
}
