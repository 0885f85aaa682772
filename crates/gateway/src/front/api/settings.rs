//! How the gateway is set up, without anything that is secret; and whether alerts arrive.

use super::asked::Asked;
use super::operation::{Answer, Operation};
use super::problem::Problem;
use super::{Front, json};
use crate::config::{Config, Mode, OnFailure, OnRugPull, Survive};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;
use vetgate_model::Transport;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::GET,
            path: "/api/v1/settings",
            name: "readSettings",
            summary: "The settings of the gateway. Tokens, receiver addresses, arguments and environments are left out.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Settings"),
            problems: &[],
            run: |front, asked| Box::pin(settings(front, asked)),
        },
        Operation {
            method: Method::POST,
            path: "/api/v1/alerts/test",
            name: "tryAlerts",
            summary: "Sends a test alert at once and reports whether it was delivered.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Trial"),
            problems: &[StatusCode::CONFLICT],
            run: |front, asked| Box::pin(test(front, asked)),
        },
    ]
}

async fn settings(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    let gateway = front.gateway()?;
    let config = gateway.config();
    let folder = gateway.ledger().map(|ledger| ledger.folder().display().to_string());
    let (own, security) = (&config.gateway, &config.security);
    let agents: Vec<Value> = own
        .agents
        .iter()
        .map(|agent| {
            let operations =
                agent.operations.as_ref().map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>());
            json!({"name": agent.name, "servers": agent.servers, "operations": operations})
        })
        .collect();
    let ledger = &own.ledger;
    let alerts = &security.alerts;
    let holds = &security.guarding.holds;
    json(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "configuration": config.path.display().to_string(),
        "data_dir": folder,
        "listen": own.listen.to_string(),
        "has_tls": own.tls.is_some(),
        "mode": match gateway.mode() { Mode::Direct => "direct", Mode::Discover => "discover" },
        "anonymous": own.anonymous,
        "agents": agents,
        "servers": servers(&config),
        "record": {
            "keep_days": ledger.keep_days,
            "keep_records": ledger.keep_records,
            "keep_bytes": ledger.keep_bytes,
            "redact_after_days": security.pii_detection.auto_redact_after_days,
            "body_bytes": ledger.body_bytes,
            "survive": match ledger.survive { Survive::Crash => "crash", Survive::PowerLoss => "power_loss" },
            "on_failure": match ledger.on_failure { OnFailure::Deny => "deny", OnFailure::Allow => "allow" },
        },
        "alerts": {
            "is_configured": alerts.webhook_url.is_some(),
            "is_signed": alerts.webhook_secret.is_some(),
            "exfiltration_detection": alerts.exfiltration_detection,
            "pii_exposure": alerts.pii_exposure,
        },
        "holds": {"timeout_s": holds.timeout.as_secs(), "elicitation": holds.elicitation, "max": holds.most},
        "quarantine": {
            "enabled": security.tool_quarantine.enabled,
            "auto_quarantine_new_tools": security.tool_quarantine.auto_quarantine_new_tools,
            "rug_pull_detection": security.tool_quarantine.rug_pull_detection,
            "on_rug_pull": match security.tool_quarantine.on_rug_pull {
                OnRugPull::Tool => "tool",
                OnRugPull::Server => "server",
            },
            "sanitize": security.tool_quarantine.sanitize,
        },
    }))
}

/// The servers of the configuration, those that are switched off or wrong included.
fn servers(config: &Config) -> Vec<Value> {
    let told = config.servers.values().map(|server| {
        let transport = match &server.transport {
            Ok(transport) => match transport.expose() {
                Transport::Stdio { .. } => "stdio",
                Transport::Http { sse: true, .. } => "sse",
                Transport::Http { .. } => "http",
            },
            Err(_) => "unknown",
        };
        json!({
            "name": server.name,
            "transport": transport,
            "place": server.place,
            "is_disabled": server.disabled,
            "trust": server.settings.trust,
            "timeout_s": server.settings.timeout.as_secs(),
            "is_isolated": server.settings.isolate,
        })
    });
    told.collect()
}

async fn test(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    let ledger = front.ledger()?;
    let Some(_place) = front.desk.trials.enter(1) else {
        return Err(Problem::new(StatusCode::CONFLICT, "a test is already running; try again when it has finished"));
    };
    let trial = front.gateway()?.trial().cloned();
    let sent = match trial {
        Some(trial) => trial.send(&ledger).await,
        None => None,
    };
    match sent {
        Some(Ok(())) => json(&json!({"is_delivered": true, "detail": "The receiver accepted the alert."})),
        Some(Err(reason)) => json(&json!({"is_delivered": false, "detail": reason})),
        None => {
            let text = "no receiver is configured: set `security.alerts.webhook_url` in the configuration";
            Err(Problem::new(StatusCode::CONFLICT, text))
        }
    }
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let (text, flag, count) =
        (json!({"type": "string"}), json!({"type": "boolean"}), json!({"type": "integer", "minimum": 0}));
    let some = json!({"type": ["integer", "null"], "minimum": 0});
    let texts = json!({"type": ["array", "null"], "items": text});
    let object = |properties: Value| {
        let required: Vec<String> = properties.as_object().into_iter().flat_map(|all| all.keys().cloned()).collect();
        json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties})
    };
    let server = object(json!({
        "name": text,
        "transport": {"enum": ["stdio", "http", "sse", "unknown"]},
        "place": {"type": "string", "description": "The command without its arguments, or scheme and host."},
        "is_disabled": flag,
        "trust": {"enum": ["manual", "scan", "auto"]},
        "timeout_s": count,
        "is_isolated": flag,
    }));
    let settings = object(json!({
        "version": text,
        "configuration": text,
        "data_dir": {"type": ["string", "null"]},
        "listen": text,
        "has_tls": flag,
        "mode": {"enum": ["direct", "discover"]},
        "anonymous": flag,
        "agents": {"type": "array", "items": object(json!({"name": text, "servers": texts, "operations": texts}))},
        "servers": {"type": "array", "items": server},
        "record": object(json!({
            "keep_days": some, "keep_records": some, "keep_bytes": some, "redact_after_days": some,
            "body_bytes": count, "survive": {"enum": ["crash", "power_loss"]}, "on_failure": {"enum": ["deny", "allow"]},
        })),
        "alerts": object(json!({
            "is_configured": flag, "is_signed": flag, "exfiltration_detection": flag, "pii_exposure": flag,
        })),
        "holds": object(json!({"timeout_s": count, "elicitation": flag, "max": count})),
        "quarantine": object(json!({
            "enabled": flag, "auto_quarantine_new_tools": flag, "rug_pull_detection": flag,
            "on_rug_pull": {"enum": ["tool", "server"]}, "sanitize": flag,
        })),
    }));
    let trial = object(json!({"is_delivered": flag, "detail": text}));
    vec![("Settings", settings), ("Trial", trial)]
}
