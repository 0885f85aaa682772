//! How much a server is trusted with what it declares, in the place of what the configuration says.
//!
//! It counts as the configuration's trust does, for what is seen from then on: it approves nothing that has changed and
//! nothing that a hard finding stands against, and what waits already goes on waiting.

use super::Front;
use super::asked::Asked;
use super::decision::{named, present, who};
use super::operation::{Answer, Operation, Taken};
use super::problem::Problem;
use super::servers::{self, NAME};
use crate::gateway::governing::Unsaved;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use vetgate_ledger::Trust;

/// Stands for what the configuration says.
const CONFIGURED: &str = "configured";

pub(super) fn operations() -> Vec<Operation> {
    vec![Operation {
        method: Method::POST,
        path: "/api/v1/servers/{name}/trust",
        name: "setTrust",
        summary: "Sets the trust of a server, or restores the configured trust.",
        parameters: NAME,
        body: Some(Taken { schema: "TrustToSet", is_required: true }),
        answer: Answer::Json("Server"),
        problems: &[StatusCode::NOT_FOUND, StatusCode::CONFLICT],
        run: |front, asked| Box::pin(set(front, asked)),
    }]
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let words: Vec<&str> = Trust::ALL.iter().map(|trust| trust.name()).chain([CONFIGURED]).collect();
    let body = json!({
        "type": "object",
        "required": ["trust"],
        "additionalProperties": false,
        "properties": {
            "trust": {"enum": words, "description": "`configured` restores the trust of the configuration."},
            "by": who(),
        },
    });
    vec![("TrustToSet", body)]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrustToSet {
    trust: String,
    #[serde(default, deserialize_with = "present")]
    by: Option<String>,
}

async fn set(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let name = asked.text("name").unwrap_or_default().to_owned();
    let TrustToSet { trust, by } = asked.body().await?;
    let by = named(by)?;
    let trust = match Trust::named(&trust) {
        None if trust == CONFIGURED => None,
        None => return Err(Problem::unfit("trust", "`trust` must be `manual`, `scan`, `auto` or `configured`")),
        known => known,
    };
    // So that a gateway without one says so.
    front.ledger()?;
    let server = servers::find(&front, &name)?;
    let (Some(key), Some(configured)) = (server.key, server.configured_trust) else {
        let text = "its entry in the configuration has a mistake: fix it first";
        return Err(Problem::new(StatusCode::CONFLICT, text));
    };
    let saving = front.clone();
    let saved = tokio::task::spawn_blocking(move || {
        saving.gateway()?.set_trust(&key, configured, trust, &by).map_err(|unsaved| match unsaved {
            Unsaved::Wrong(detail) | Unsaved::Moved(detail) => Problem::new(StatusCode::CONFLICT, detail),
            Unsaved::Failed(detail) => Problem::unavailable(detail),
        })
    });
    let saved = saved.await.map_err(|_| Problem::unavailable("saving was interrupted"))??;
    let gateway = front.gateway()?;
    gateway.tell_added(&saved);
    // What the server declares now is looked at by it before the answer, and not within half a second.
    let revision = front.read(|ledger| ledger.read(|rows| rows.revision())).await?;
    gateway.heed_decisions(revision).await;
    servers::tell(&front, &name).await
}
