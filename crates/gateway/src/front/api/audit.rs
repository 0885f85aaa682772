//! Proof that the record is what was written.

use super::asked::Asked;
use super::operation::{Answer, Operation};
use super::problem::Problem;
use super::{Front, json};
use crate::alerts;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use vetgate_ledger::{Hash, PUBLIC_KEY, PublicKey, Verified, private, verify_folder};

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::POST,
            path: "/api/v1/audit/verify",
            name: "verifyChain",
            summary: "Verifies the whole chain. Only one verification runs at a time, and a long chain takes a while.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Proof"),
            problems: &[StatusCode::CONFLICT],
            run: |front, asked| Box::pin(verify(front, asked)),
        },
        Operation {
            method: Method::GET,
            path: "/api/v1/audit/checkpoint",
            name: "readCheckpoint",
            summary: "The signed end of the chain (checkpoint). Keep a copy where a person who can change the ledger cannot change it.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Checkpoint"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(checkpoint(front, asked)),
        },
    ]
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let count = json!({"type": "integer", "minimum": 0});
    let hash = json!({"type": "string", "pattern": "^[0-9a-f]{64}$"});
    let proof = json!({
        "type": "object",
        "required": ["holds"],
        "additionalProperties": false,
        "properties": {
            "holds": {"type": "boolean"},
            "verified": {
                "type": "object",
                "description": "The result of the verification.",
                "required": [
                    "records", "first", "last", "head", "until_ms", "checkpoints", "bodies_kept", "bodies_forgotten",
                    "standings",
                ],
                "additionalProperties": false,
                "properties": {
                    "records": count, "first": count, "last": count,
                    "head": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"},
                    "until_ms": count, "checkpoints": count, "bodies_kept": count, "bodies_forgotten": count,
                    "standings": count,
                },
            },
            "record": {"type": "integer", "description": "The first record that failed verification, if the fault is in a record."},
            "wrong": {"type": "string", "description": "What failed verification."},
        },
    });
    let checkpoint = json!({
        "type": "object",
        "required": ["checkpoint", "public_key"],
        "additionalProperties": false,
        "properties": {
            "checkpoint": {
                "type": "object",
                "required": ["id", "hash", "time_ms", "signature"],
                "additionalProperties": false,
                "properties": {
                    "id": {"type": "integer", "minimum": 1},
                    "hash": hash,
                    "time_ms": count,
                    "signature": {"type": "string", "pattern": "^[0-9a-f]{128}$"},
                },
            },
            "public_key": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "Ed25519."},
        },
    });
    vec![("Proof", proof), ("Checkpoint", checkpoint)]
}

#[derive(Serialize)]
struct Proof {
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<Verified>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
}

async fn verify(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    let ledger = front.ledger()?;
    let Some(place) = front.desk.proofs.enter(1) else {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "a verification is already running; try again when it has finished",
        ));
    };
    let proved = ledger.clone();
    let proving = tokio::task::spawn_blocking(move || {
        // It lasts as long as the work, and not only as long as somebody waits for it.
        let _place = place;
        verify_folder(proved.folder(), None, &[], &mut |_| ())
    });
    let proof = match proving.await {
        Ok(Ok(verified)) => Proof { holds: true, verified: Some(verified), record: None, wrong: None },
        Ok(Err(error)) => {
            let Some(fault) = error.fault() else {
                return Err(Problem::unavailable(format!("the ledger cannot be verified: {error}")));
            };
            ledger.alert(alerts::broken_chain(&fault.to_string()));
            Proof { holds: false, verified: None, record: fault.record, wrong: Some(fault.wrong.to_string()) }
        }
        Err(_) => return Err(Problem::unavailable("the verification was interrupted")),
    };
    json(&proof)
}

#[derive(Serialize)]
struct Signed {
    id: u64,
    hash: Hash,
    time_ms: u64,
    signature: String,
}

async fn checkpoint(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    let (head, key) = front
        .read(|ledger| Ok((ledger.read(|rows| rows.head())?, private::read(&ledger.folder().join(PUBLIC_KEY), 4096))))
        .await?;
    let head = head.ok_or_else(|| Problem::nowhere("there are no records yet"))?;
    let key = key.ok().and_then(|bytes| PublicKey::from_hex(std::str::from_utf8(&bytes).ok()?));
    let key = key.ok_or_else(|| Problem::unavailable(format!("the ledger's `{PUBLIC_KEY}` cannot be read")))?;
    let signature = data_encoding::HEXLOWER.encode(&head.signature);
    let checkpoint = Signed { id: head.id, hash: head.hash, time_ms: head.time_ms, signature };
    json(&json!({"checkpoint": checkpoint, "public_key": key.to_string()}))
}
