//! Where tools, prompts and instructions stand, and what has changed in them.

use super::asked::Asked;
use super::document::reference;
use super::operation::{Answer, Operation, Parameter, Shape};
use super::problem::Problem;
use super::{Front, json};
use crate::config::OnRugPull;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vetgate_ledger::{Diff, Held, Item, Siblings, Standing, State, Version, diff};
use vetgate_model::{FieldHash, Finding};

/// The path's parameter in every operation on one standing.
pub(super) const ID: Parameter = Parameter::path("id", Shape::Id, "The id from the list of tools.");
/// On one page.
const LIMIT: (u64, u64) = (100, 1000);

// table: the parameters of Vetgate's own API.
const FILTERS: &[Parameter] = &[
    Parameter::query("server", Shape::Text, "Only entries of this server."),
    Parameter::query("item", Shape::Word(items), "Only entries of this kind."),
    Parameter::query("state", Shape::Word(states), "Only entries in this state."),
    Parameter::query(
        "pending",
        Shape::Flag,
        "Only entries that wait for a decision (`true`), or only those that do not (`false`).",
    ),
    Parameter::query("cursor", Shape::Id, "The value of `next` from the previous page."),
    Parameter::query(
        "limit",
        Shape::Number { least: 1, most: LIMIT.1 },
        "The largest number of entries to return; the default is 100.",
    ),
];

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::GET,
            path: "/api/v1/tools",
            name: "listTools",
            summary: "The approval status of tools, prompts and instructions, sorted by id.",
            parameters: FILTERS,
            body: None,
            answer: Answer::Json("Tools"),
            problems: &[],
            run: |front, asked| Box::pin(list(front, asked)),
        },
        Operation {
            method: Method::GET,
            path: "/api/v1/tools/{id}",
            name: "readTool",
            summary: "The approval status of one definition.",
            parameters: &[ID],
            body: None,
            answer: Answer::Json("Tool"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(one(front, asked)),
        },
        Operation {
            method: Method::GET,
            path: "/api/v1/tools/{id}/diff",
            name: "compareTool",
            summary: "Compares the approved version with the current one, field by field. Invisible characters \
                are spelled out.",
            parameters: &[ID],
            body: None,
            answer: Answer::Json("Diff"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(compare(front, asked)),
        },
    ]
}

fn items() -> Vec<&'static str> {
    Item::ALL.iter().map(|item| item.name()).collect()
}

fn states() -> Vec<&'static str> {
    State::ALL.iter().map(|state| state.name()).collect()
}

/// A standing as it is told. The definition itself is in no answer: only the comparison shows its texts, made visible.
#[derive(Serialize)]
pub(super) struct Told<'s> {
    id: String,
    server: &'s str,
    identity: &'s str,
    item: Item,
    name: &'s str,
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<ToldHeld>,
    is_pending: bool,
    is_gone: bool,
    risk: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    siblings_changed: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approved: Option<ToldVersion<'s>>,
    seen: ToldVersion<'s>,
    accepted: &'s BTreeSet<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    decided_by: &'s str,
    #[serde(skip_serializing_if = "is_never")]
    decided_ms: u64,
    first_seen_ms: u64,
    changed_ms: u64,
    record: u64,
}

#[derive(Serialize)]
struct ToldHeld {
    #[serde(flatten)]
    held: Held,
    text: String,
}

#[derive(Serialize)]
struct ToldVersion<'v> {
    fingerprint: &'v FieldHash,
    fields: &'v BTreeMap<String, FieldHash>,
    is_covered: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<&'v Finding>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_never(time_ms: &u64) -> bool {
    *time_ms == 0
}

impl<'v> From<&'v Version> for ToldVersion<'v> {
    fn from(version: &'v Version) -> Self {
        let Version { fingerprint, finding, is_covered, .. } = version;
        let (fields, fingerprint) = (&fingerprint.fields, &fingerprint.combined);
        Self { fingerprint, fields, is_covered: *is_covered, finding: finding.as_ref() }
    }
}

/// Changed definitions of all servers, and what such a change means for the others of the server.
pub(super) struct Beside {
    siblings: Siblings,
    on_rug_pull: OnRugPull,
}

impl Beside {
    pub(super) fn of(standings: &[Standing], on_rug_pull: OnRugPull) -> Self {
        Self { siblings: Siblings::of(standings), on_rug_pull }
    }

    fn held(&self, standing: &Standing) -> Option<Held> {
        match self.on_rug_pull {
            OnRugPull::Tool => standing.held(),
            OnRugPull::Server => self.siblings.held_beside(standing),
        }
    }
}

impl<'s> Told<'s> {
    pub(super) fn of(standing: &'s Standing, beside: &Beside) -> Self {
        let subject = &standing.subject;
        Self {
            id: subject.id(),
            server: &subject.server.name,
            identity: &subject.server.identity,
            item: subject.item,
            name: &subject.name,
            state: standing.state,
            held: beside.held(standing).map(|held| ToldHeld { text: held.to_string(), held }),
            is_pending: standing.is_pending(),
            is_gone: standing.is_gone,
            risk: standing.risk(),
            siblings_changed: beside.siblings.changed_beside(standing),
            approved: standing.approved.as_ref().map(ToldVersion::from),
            seen: ToldVersion::from(&standing.seen),
            accepted: &standing.accepted,
            decided_by: &standing.decided_by,
            decided_ms: standing.decided_ms,
            first_seen_ms: standing.first_seen_ms,
            changed_ms: standing.changed_ms,
            record: standing.record,
        }
    }
}

async fn list(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let limit = usize::try_from(asked.number("limit").unwrap_or(LIMIT.0)).unwrap_or(usize::MAX);
    let on_rug_pull = on_rug_pull(&front)?;
    front
        .read(move |ledger| {
            let mut standings = ledger.read(|rows| rows.standings())?;
            let beside = Beside::of(&standings, on_rug_pull);
            standings.retain(|standing| {
                let subject = &standing.subject;
                asked.text("server").is_none_or(|server| subject.server.name == server)
                    && asked.text("item").is_none_or(|item| subject.item.name() == item)
                    && asked.text("state").is_none_or(|state| standing.state.name() == state)
                    && asked.flag("pending").is_none_or(|pending| standing.is_pending() == pending)
            });
            let mut by_id: BTreeMap<String, Standing> =
                standings.into_iter().map(|standing| (standing.subject.id(), standing)).collect();
            if let Some(cursor) = asked.text("cursor") {
                by_id = by_id.split_off(cursor);
                by_id.remove(cursor);
            }
            let next = by_id.keys().nth(limit).and(by_id.keys().nth(limit - 1)).cloned();
            let tools: Vec<Told<'_>> = by_id.values().take(limit).map(|standing| Told::of(standing, &beside)).collect();
            Ok(json(&json!({"tools": tools, "next": next})))
        })
        .await?
}

async fn one(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let (standing, beside) = find_beside(&front, asked.text("id")).await?;
    json(&Told::of(&standing, &beside))
}

fn on_rug_pull(front: &Front) -> Result<OnRugPull, Problem> {
    Ok(front.gateway()?.config().security.tool_quarantine.on_rug_pull)
}

#[derive(Serialize)]
struct Comparison<'c> {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    approved: Option<&'c FieldHash>,
    seen: &'c FieldHash,
    #[serde(flatten)]
    diff: Diff,
}

async fn compare(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let Standing { subject, approved, seen, .. } = find(&front, asked.text("id")).await?;
    json(&Comparison {
        id: subject.id(),
        approved: approved.as_ref().map(|approved| &approved.fingerprint.combined),
        seen: &seen.fingerprint.combined,
        diff: diff(approved.as_ref(), &seen),
    })
}

/// The standing with this id.
pub(super) async fn find(front: &Front, id: Option<&str>) -> Result<Standing, Problem> {
    Ok(find_beside(front, id).await?.0)
}

/// The standing with this id, and the changed definitions that put others in question.
pub(super) async fn find_beside(front: &Front, id: Option<&str>) -> Result<(Standing, Beside), Problem> {
    let id = id.unwrap_or_default().to_owned();
    let on_rug_pull = on_rug_pull(front)?;
    let found = front.read(move |ledger| {
        let standings = ledger.read(|rows| rows.standings())?;
        let beside = Beside::of(&standings, on_rug_pull);
        let found = standings.into_iter().find(|standing| standing.subject.id() == id);
        Ok(found.map(|standing| (standing, beside)))
    });
    found
        .await?
        .ok_or_else(|| Problem::nowhere("there is no definition with this id; `/api/v1/tools` lists all definitions"))
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let hash = json!({"type": "string", "pattern": "^[0-9a-f]{64}$"});
    let time = json!({"type": "integer", "minimum": 0, "description": "Milliseconds since 1970."});
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let unit = json!({"type": "number", "minimum": 0, "maximum": 1});
    let threats = json!({"enum": [
        "tool_poisoning", "prompt_injection", "rug_pull", "exfiltration", "malicious_code", "uncategorized",
    ]});
    let signal = json!({
        "type": "object",
        "required": ["check", "tier", "threat_type", "confidence", "pointer", "evidence", "detail"],
        "additionalProperties": false,
        "properties": {
            "check": {"type": "string"},
            "tier": {"enum": ["soft", "hard"]},
            "threat_type": threats,
            "confidence": unit,
            "pointer": {"type": "string", "description": "The place in the definition, as a JSON pointer."},
            "evidence": {"type": "string"},
            "detail": {"type": "string"},
            "escalated": {"type": "boolean"},
            "location": {"type": "object"},
        },
    });
    let finding = json!({
        "type": "object",
        "required": [
            "server", "tool", "subject", "severity", "threat_level", "threat_type", "tier", "confidence", "risk",
            "action", "signals",
        ],
        "additionalProperties": false,
        "properties": {
            "server": {"type": "string"},
            "tool": {"type": "string"},
            "subject": {"type": "string"},
            "severity": {"enum": ["low", "medium", "high", "critical"]},
            "threat_level": {"enum": ["warning", "dangerous"]},
            "threat_type": threats,
            "tier": {"enum": ["soft", "hard"]},
            "confidence": unit,
            "risk": {"type": "integer", "minimum": 0, "maximum": 100},
            "action": {"enum": ["review", "quarantine"]},
            "signals": {"type": "array", "items": reference("Signal")},
        },
    });
    let version = json!({
        "type": "object",
        "required": ["fingerprint", "fields", "is_covered"],
        "additionalProperties": false,
        "properties": {
            "fingerprint": hash,
            "fields": {"type": "object", "additionalProperties": hash, "description": "The hash of every field."},
            "is_covered": {"type": "boolean", "description": "True if every check covered all of it."},
            "finding": reference("Finding"),
        },
    });
    let held = json!({
        "type": "object",
        "required": ["reason", "text"],
        "additionalProperties": false,
        "properties": {
            "reason": {"enum": [
                "new", "changed", "changed_back", "accused", "withdrawn", "blocked", "unfit", "forged", "dangerous",
                "sibling",
            ]},
            "text": {"type": "string"},
            "fields": texts,
            "checks": texts,
            "seen": {"type": "string", "description": "What a call showed that contradicts the declaration."},
            "changed": {"type": "array", "items": {"type": "string"}, "description": "The definitions of its server that have changed, where that withholds this one."},
        },
    });
    let tool = json!({
        "type": "object",
        "required": [
            "id", "server", "identity", "item", "name", "state", "is_pending", "is_gone", "risk", "seen", "accepted",
            "first_seen_ms", "changed_ms", "record",
        ],
        "additionalProperties": false,
        "properties": {
            "id": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
            "server": {"type": "string"},
            "identity": hash,
            "item": {"enum": items()},
            "name": {"type": "string", "description": "Empty for instructions."},
            "state": {"enum": states()},
            "held": held,
            "is_pending": {"type": "boolean", "description": "True if it waits for a decision."},
            "is_gone": {"type": "boolean", "description": "True if the server no longer declares it."},
            "risk": {"type": "integer", "minimum": 0, "maximum": 100},
            "siblings_changed": {"type": "array", "items": {"type": "string"}, "description": "Approved definitions of its server that have changed, so that this one is flagged for review."},
            "approved": reference("Version"),
            "seen": reference("Version"),
            "accepted": texts,
            "decided_by": {"type": "string"},
            "decided_ms": time,
            "first_seen_ms": time,
            "changed_ms": time,
            "record": {"type": "integer", "minimum": 0, "description": "The record of this state."},
        },
    });
    let tools = json!({
        "type": "object",
        "required": ["tools", "next"],
        "additionalProperties": false,
        "properties": {
            "tools": {"type": "array", "items": reference("Tool")},
            "next": {"type": ["string", "null"], "description": "The `cursor` of the next page."},
        },
    });
    let field = json!({
        "type": "object",
        "required": ["field", "change", "before", "after", "pointers", "is_alike"],
        "additionalProperties": false,
        "properties": {
            "field": {"type": "string"},
            "change": {"enum": ["added", "removed", "changed"]},
            "before": {"type": ["string", "null"]},
            "after": {"type": ["string", "null"]},
            "pointers": texts,
            "is_alike": {"type": "boolean", "description": "Both texts look the same, because the difference was masked."},
        },
    });
    let signals = json!({"type": "array", "items": reference("Signal")});
    let diff = json!({
        "type": "object",
        "required": ["id", "seen", "fields", "new_signals", "gone_signals"],
        "additionalProperties": false,
        "properties": {
            "id": {"type": "string"},
            "approved": hash,
            "seen": hash,
            "fields": {"type": "array", "items": field},
            "new_signals": signals,
            "gone_signals": signals,
        },
    });
    vec![
        ("Signal", signal),
        ("Finding", finding),
        ("Version", version),
        ("Tool", tool),
        ("Tools", tools),
        ("Diff", diff),
    ]
}
