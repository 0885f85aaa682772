//! Calls over time, by server and by what became of them.

use super::asked::Asked;
use super::operation::{Answer, Operation, Parameter, Shape};
use super::problem::Problem;
use super::sessions::counts;
use super::{Front, json};
use crate::history::Figures;
use crate::wall_clock;
use axum::http::Method;
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;

/// What is counted if nobody says since when.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;
const SLOTS: (u64, u64) = (48, 200);
/// The most calls that are counted.
const MOST: usize = 20_000;

const FILTERS: &[Parameter] = &[
    Parameter::query("since", Shape::Moment, "The start of the time range; the default is 24 hours ago."),
    Parameter::query(
        "slots",
        Shape::Number { least: 1, most: SLOTS.1 },
        "The number of time slots; the default is 48.",
    ),
];

pub(super) fn operations() -> Vec<Operation> {
    vec![Operation {
        method: Method::GET,
        path: "/api/v1/figures",
        name: "readFigures",
        summary: "The number of calls until now, their verdicts and their risk, over time and by server.",
        parameters: FILTERS,
        body: None,
        answer: Answer::Json("Figures"),
        problems: &[],
        run: |front, asked| Box::pin(figures(front, asked)),
    }]
}

async fn figures(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let now = u64::try_from(wall_clock::now().as_millis()).unwrap_or(u64::MAX).saturating_add(1);
    let since = asked.moment("since").unwrap_or(now.saturating_sub(DAY_MS)).min(now);
    let slots = usize::try_from(asked.number("slots").unwrap_or(SLOTS.0)).unwrap_or(1);
    let read = move |ledger: &vetgate_ledger::Ledger| {
        Figures::read(&mut |query: &_| ledger.page(query), (since, now), slots, MOST)
    };
    json(&front.read(read).await?)
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let time = json!({"type": "integer", "minimum": 0, "description": "Milliseconds since 1970."});
    let counted = json!({
        "type": "object",
        "required": ["calls", "masked", "held", "denied", "failed", "risk"],
        "additionalProperties": false,
        "properties": counts(),
    });
    let reference = super::document::reference("Counts");
    let figures = json!({
        "type": "object",
        "required": ["since_ms", "until_ms", "slots", "servers", "total", "is_whole"],
        "additionalProperties": false,
        "properties": {
            "since_ms": time,
            "until_ms": time,
            "slots": {"type": "array", "items": reference},
            "servers": {"type": "object", "additionalProperties": reference},
            "total": reference,
            "is_whole": {"type": "boolean", "description": "True if all calls were counted, false if only the newest 20,000."},
        },
    });
    vec![("Counts", counted), ("Figures", figures)]
}
