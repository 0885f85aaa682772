//! Whether the gateway answers, and whether it is fit for work. Both are open: orchestrators have no token, and hear
//! nothing but a few words.

use super::asked::Asked;
use super::operation::{Answer, Operation};
use super::problem::Problem;
use super::{Front, json};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Anybody may ask, so the ledger is asked no more often than this.
const REMEMBERED: Duration = Duration::from_secs(1);
/// A ledger that has not answered by then cannot be worked with.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::GET,
            path: "/healthz",
            name: "isAlive",
            summary: "Reports whether the process responds.",
            parameters: &[],
            body: None,
            answer: Answer::Text("text/plain"),
            problems: &[],
            run: |_, _| Box::pin(async { Ok("ok".into_response()) }),
        },
        Operation {
            method: Method::GET,
            path: "/readyz",
            name: "isReady",
            summary: "Reports whether the gateway is ready: the ledger can be written, and no server is still starting.",
            parameters: &[],
            body: None,
            answer: Answer::Readiness("Readiness"),
            problems: &[],
            run: |front, asked| Box::pin(readiness(front, asked)),
        },
    ]
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let readiness = json!({
        "type": "object",
        "required": ["ready", "reasons"],
        "additionalProperties": false,
        "properties": {
            "ready": {"type": "boolean"},
            "reasons": {"type": "array", "items": {"type": "string"}},
        },
    });
    vec![("Readiness", readiness)]
}

#[derive(Serialize)]
struct Readiness {
    ready: bool,
    reasons: Vec<String>,
}

async fn readiness(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    let mut reasons = Vec::new();
    if !ledger_works(&front).await {
        reasons.push("the ledger cannot be written".to_owned());
    }
    if front.service.gateway().is_some_and(|gateway| !gateway.is_configured()) {
        reasons.push("the servers are not known yet".to_owned());
    }
    let starting = front.service.gateway().map_or(0, crate::Gateway::starting);
    if starting > 0 {
        reasons.push(format!("servers that are starting: {starting}"));
    }
    if *front.stopping.borrow() {
        reasons.push("the gateway is shutting down".to_owned());
    }
    let ready = reasons.is_empty();
    let mut response = json(&Readiness { ready, reasons })?;
    if !ready {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    Ok(response)
}

/// Whether the ledger could be written a moment ago. A gateway that keeps none has none that fails.
async fn ledger_works(front: &Front) -> bool {
    let Ok(ledger) = front.ledger() else { return true };
    let mut remembered = front.desk.ledger_works.lock().await;
    if let Some((when, works)) = *remembered
        && when.elapsed() < REMEMBERED
    {
        return works;
    }
    let probed = tokio::time::timeout(PATIENCE, ledger.probe().done()).await;
    if let (Ok(probed), Some(gateway)) = (&probed, front.service.gateway()) {
        gateway.events().heed(probed);
    }
    let works = matches!(probed, Ok(Ok(())));
    *remembered = Some((Instant::now(), works));
    works
}
