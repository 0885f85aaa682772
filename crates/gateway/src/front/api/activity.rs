//! What happened.

use super::asked::Asked;
use super::document::reference;
use super::operation::{Answer, MOST, Operation, Parameter, Shape};
use super::problem::Problem;
use super::{Front, written};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;
use vetgate_guard::Note;
use vetgate_ledger::{Filter, Kind, Order, Query, Record, Verdict, to_json};
use vetgate_mcp::rpc::{Edit, quote};

/// On one page.
const LIMIT: (u64, u64) = (100, 1000);
const COUNT: Shape = Shape::Number { least: 0, most: MOST };

const NUMBER: &[Parameter] =
    &[Parameter::path("id", Shape::Number { least: 1, most: MOST }, "The number of the record in the chain.")];

// table: the parameters of Vetgate's own API.
const FILTERS: &[Parameter] = &[
    Parameter::repeated("kind", Shape::Word(kinds), "Only records of these kinds."),
    Parameter::repeated("verdict", Shape::Word(verdicts), "Only records with these verdicts."),
    Parameter::query("session", Shape::Text, "Only records of this session (short name)."),
    Parameter::query("principal", Shape::Text, "Only records of this agent or person."),
    Parameter::query("server", Shape::Text, "Only records of this server."),
    Parameter::query("method", Shape::Text, "Only records with this method."),
    Parameter::query("name", Shape::Text, "Only records of this tool, prompt or resource."),
    Parameter::query("request", Shape::Text, "Only records with this request id, as JSON: write a string in quotes."),
    Parameter::query("trace", Shape::Text, "Only records of this trace."),
    Parameter::query("failed", Shape::Flag, "Only records with an error (`true`) or without one (`false`)."),
    Parameter::query("risk_from", Shape::Number { least: 0, most: 100 }, "Only records with at least this risk."),
    Parameter::query("duration_from_us", COUNT, "Only calls that took at least this many microseconds."),
    Parameter::query("bytes_from", COUNT, "Only calls with at least this many bytes, arguments and response together."),
    Parameter::query("since", Shape::Moment, "The start of the time range."),
    Parameter::query("until", Shape::Moment, "The end of the time range; records before this time are returned."),
    Parameter::query("order", Shape::Word(|| vec!["newest", "oldest"]), "Which records come first."),
    Parameter::query("cursor", Shape::Number { least: 1, most: MOST }, "The value of `next` from the previous page."),
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
            path: "/api/v1/activity",
            name: "listActivity",
            summary: "The records that match, newest first by default.",
            parameters: FILTERS,
            body: None,
            answer: Answer::Json("Activity"),
            problems: &[],
            run: |front, asked| Box::pin(list(front, asked)),
        },
        Operation {
            method: Method::GET,
            path: "/api/v1/activity/{id}",
            name: "readRecord",
            summary: "One record.",
            parameters: NUMBER,
            body: None,
            answer: Answer::Json("Record"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(one(front, asked)),
        },
    ]
}

fn kinds() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.name()).collect()
}

fn verdicts() -> Vec<&'static str> {
    Verdict::ALL.iter().map(|verdict| verdict.name()).collect()
}

async fn list(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let query = query(&asked);
    let page = front.read(move |ledger| ledger.page(&query)).await?;
    let records: Vec<String> = page.records.iter().map(told).collect();
    let next = page.next.map_or_else(|| "null".to_owned(), |next| next.to_string());
    Ok(written(format!(r#"{{"records":[{}],"next":{next}}}"#, records.join(","))))
}

fn query(asked: &Asked) -> Query {
    let text = |name| asked.text(name).map(str::to_owned);
    let filter = Filter {
        kinds: asked.all("kind").iter().filter_map(|kind| Kind::named(kind)).collect(),
        verdicts: asked.all("verdict").iter().filter_map(|verdict| Verdict::named(verdict)).collect(),
        session: text("session"),
        principal: text("principal"),
        server: text("server"),
        method: text("method"),
        name: text("name"),
        request: text("request"),
        trace: text("trace"),
        failed: asked.flag("failed"),
        risk_from: asked.number("risk_from").and_then(|risk| u8::try_from(risk).ok()),
        duration_from_us: asked.number("duration_from_us"),
        bytes_from: asked.number("bytes_from"),
        since_ms: asked.moment("since"),
        until_ms: asked.moment("until"),
    };
    Query {
        filter,
        order: if asked.text("order") == Some("oldest") { Order::Oldest } else { Order::Newest },
        after: asked.number("cursor"),
        limit: usize::try_from(asked.number("limit").unwrap_or(LIMIT.0)).unwrap_or(usize::MAX),
    }
}

async fn one(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let id = asked.number("id").unwrap_or_default();
    let found = front.read(move |ledger| ledger.read(|rows| rows.records(id.saturating_sub(1), 1))).await?;
    match found.first().filter(|record| record.id == id) {
        Some(record) => Ok(written(told(record))),
        None => Err(Problem::nowhere("there is no record with this id, or retention has removed it")),
    }
}

/// A record with what the guard says of it in words, and with the parameters beside the arguments: a note is for programs.
fn told(record: &Record) -> String {
    let note = if record.kind == Kind::Call { Note::read(&record.note) } else { Note::default() };
    let or_null = |text: Option<String>| text.map_or_else(|| "null".to_owned(), |text| quote(&text));
    let reason = or_null(note.sentence());
    let outcome = or_null(note.hold.as_ref().map(ToString::to_string));
    let params = note.params.map_or_else(|| "null".to_owned(), |params| params.to_string());
    let written = to_json(record);
    let edit = Edit::of_json(&written).set(&["reason"], reason).set(&["outcome"], outcome);
    edit.set(&["other_params"], params).finish()
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let count = json!({"type": "integer", "minimum": 0});
    let text = json!({"type": "string"});
    let hash = json!({"type": "string", "pattern": "^[0-9a-f]{64}$"});
    let body = json!({
        "type": ["object", "null"],
        "required": ["bytes", "is_cut", "hash", "salt", "text"],
        "additionalProperties": false,
        "properties": {
            "bytes": count,
            "is_cut": {"type": "boolean", "description": "True if only the beginning was kept."},
            "hash": hash,
            "salt": {"type": ["string", "null"], "description": "The salt, which the hash covers together with the text."},
            "text": {"type": ["string", "null"], "description": "The masked text; null after retention has removed it."},
        },
    });
    let verdicts: Vec<Value> = verdicts().into_iter().map(Value::from).chain([Value::Null]).collect();
    // table: the members of a record of Vetgate's own API.
    let names = [
        "id", "time_ms", "kind", "session", "principal", "server", "method", "name", "verdict", "risk", "duration_us",
        "error", "request", "trace", "note", "arguments", "response", "previous", "hash", "reason", "outcome",
        "other_params",
    ];
    let record = json!({
        "type": "object",
        "required": names,
        "additionalProperties": false,
        "properties": {
            "id": {"type": "integer", "minimum": 1},
            "time_ms": count,
            "kind": {"enum": kinds()},
            "session": text, "principal": text, "server": text, "method": text, "name": text,
            "verdict": {"enum": verdicts},
            "risk": {"type": "integer", "minimum": 0, "maximum": 100},
            "duration_us": {"type": ["integer", "null"], "minimum": 0},
            "error": {"type": ["string", "null"]},
            "request": text, "trace": text, "note": text,
            "arguments": body,
            "response": body,
            "previous": hash,
            "hash": hash,
            "reason": {"type": ["string", "null"], "description": "The reason for the decision of the guard, in one sentence."},
            "outcome": {"type": ["string", "null"], "description": "The end of a held call: who decided, and whether it was sent."},
            "other_params": {
                "type": ["object", "string", "null"],
                "description": "Parameters of the request other than its arguments, such as `_meta`; masked. Long ones are a \
                    string with the beginning of their text.",
            },
        },
    });
    let activity = json!({
        "type": "object",
        "required": ["records", "next"],
        "additionalProperties": false,
        "properties": {
            "records": {"type": "array", "items": reference("Record")},
            "next": {"type": ["integer", "null"], "description": "The `cursor` of the next page."},
        },
    });
    vec![("Record", record), ("Activity", activity)]
}
