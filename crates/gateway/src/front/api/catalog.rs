//! What tools can do, and which of them do what somebody looks for. Those that wait for a decision are here too: this is
//! what is decided by.

use super::asked::Asked;
use super::operation::{Answer, Operation, Parameter, Shape};
use super::problem::Problem;
use super::{Front, json};
use axum::http::Method;
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use vetgate_capability::{Level, OperationClass, Tag, classify};
use vetgate_ledger::{Item, Standing, State};
use vetgate_model::{Definition, DefinitionKind};
use vetgate_search::Index;

/// Tools that are found.
const LIMIT: (u64, u64) = (20, 100);

const QUERY: &[Parameter] = &[
    Parameter::query("query", Shape::Text, "What a tool should do, in words; without it, all tools are returned."),
    Parameter::query("server", Shape::Text, "Only entries of this server."),
    Parameter::query(
        "limit",
        Shape::Number { least: 1, most: LIMIT.1 },
        "With a query, the largest number of tools to return; the default is 20.",
    ),
];

pub(super) fn operations() -> Vec<Operation> {
    vec![Operation {
        method: Method::GET,
        path: "/api/v1/catalog",
        name: "readCatalog",
        summary: "What the declared tools can do, sorted by server and name; with a query only matching tools, the best match first.",
        parameters: QUERY,
        body: None,
        answer: Answer::Json("Catalog"),
        problems: &[],
        run: |front, asked| Box::pin(catalog(front, asked)),
    }]
}

#[derive(Serialize)]
struct Told {
    id: String,
    server: String,
    name: String,
    state: State,
    is_pending: bool,
    /// 0 to 100.
    risk: u8,
    operation: OperationClass,
    operation_confidence: Level,
    capabilities: Vec<Able>,
}

#[derive(Serialize)]
struct Able {
    tag: Tag,
    confidence: Level,
    evidence: Vec<String>,
}

async fn catalog(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let limit = usize::try_from(asked.number("limit").unwrap_or(LIMIT.0)).unwrap_or(usize::MAX);
    let tools: Vec<Told> = front
        .read(move |ledger| {
            let mut standings = ledger.read(|rows| rows.standings())?;
            standings.retain(|standing| {
                let subject = &standing.subject;
                subject.item == Item::Tool
                    && !standing.is_gone
                    && asked.text("server").is_none_or(|server| subject.server.name == server)
            });
            let read = standings.iter().filter_map(|standing| Some((standing, definition(standing)?)));
            let mut read: Vec<(&Standing, Definition)> = read.collect();
            read.sort_by_key(|(standing, _)| (&standing.subject.server.name, &standing.subject.name));
            if let Some(query) = asked.text("query") {
                read = found(query, limit, read);
            }
            Ok(read.iter().map(|(standing, definition)| told(standing, definition)).collect())
        })
        .await?;
    json(&json!({"tools": tools}))
}

/// What was seen last of a tool. Of several definitions under one name, which are kept as a list, the first.
fn definition(standing: &Standing) -> Option<Definition> {
    let (server, raw) = (&standing.subject.server.name, &standing.seen.definition);
    let parse = |raw: &str| Definition::parse(server.as_str(), DefinitionKind::Tool, raw).ok();
    match raw.starts_with('[') {
        true => parse(&serde_json::from_str::<Vec<Value>>(raw).ok()?.first()?.to_string()),
        false => parse(raw),
    }
}

/// Those that fit, by the search that agents have.
fn found<'s>(query: &str, limit: usize, tools: Vec<(&'s Standing, Definition)>) -> Vec<(&'s Standing, Definition)> {
    let mut index = Index::default();
    tools.iter().for_each(|(_, definition)| index.insert(definition));
    let hits = index.search(query, limit);
    let mut by_name: BTreeMap<(String, String), (&Standing, Definition)> = tools
        .into_iter()
        .map(|(standing, tool)| ((tool.server().to_owned(), tool.name().to_owned()), (standing, tool)))
        .collect();
    hits.into_iter().filter_map(|hit| by_name.remove(&(hit.server.to_string(), hit.name.to_string()))).collect()
}

fn told(standing: &Standing, definition: &Definition) -> Told {
    let classified = classify(definition);
    let subject = &standing.subject;
    Told {
        id: subject.id(),
        server: subject.server.name.clone(),
        name: subject.name.clone(),
        state: standing.state,
        is_pending: standing.is_pending(),
        risk: standing.risk(),
        operation: classified.operation.class,
        operation_confidence: classified.operation.confidence,
        capabilities: classified
            .capabilities
            .into_iter()
            .map(|able| Able { tag: able.tag, confidence: able.confidence, evidence: able.evidence })
            .collect(),
    }
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let (text, flag) = (json!({"type": "string"}), json!({"type": "boolean"}));
    let level = json!({"enum": ["high", "medium", "low"]});
    let able = json!({
        "type": "object",
        "required": ["tag", "confidence", "evidence"],
        "additionalProperties": false,
        "properties": {
            "tag": {"enum": Tag::ALL.iter().map(|tag| tag.name()).collect::<Vec<_>>()},
            "confidence": level,
            "evidence": {"type": "array", "items": text},
        },
    });
    let tool = json!({
        "type": "object",
        "required": [
            "id", "server", "name", "state", "is_pending", "risk", "operation", "operation_confidence", "capabilities",
        ],
        "additionalProperties": false,
        "properties": {
            "id": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
            "server": text,
            "name": text,
            "state": {"enum": State::ALL.iter().map(|state| state.name()).collect::<Vec<_>>()},
            "is_pending": flag,
            "risk": {"type": "integer", "minimum": 0, "maximum": 100},
            "operation": {"enum": ["read", "write", "destructive", "unknown"]},
            "operation_confidence": level,
            "capabilities": {"type": "array", "items": able},
        },
    });
    let catalog = json!({
        "type": "object",
        "required": ["tools"],
        "additionalProperties": false,
        "properties": {"tools": {"type": "array", "items": tool}},
    });
    vec![("Catalog", catalog)]
}
