//! Figures for Prometheus.

use super::Front;
use super::asked::Asked;
use super::operation::{Answer, Operation};
use super::problem::Problem;
use crate::metrics::Text;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use std::sync::Arc;
use vetgate_ledger::State;
use vetgate_ledger::store::Size;

const MEDIA: &str = "text/plain; version=0.0.4; charset=utf-8";

pub(super) fn operations() -> Vec<Operation> {
    vec![Operation {
        method: Method::GET,
        path: "/metrics",
        name: "readMetrics",
        summary: "Metrics in the Prometheus text format.",
        parameters: &[],
        body: None,
        answer: Answer::Text("text/plain"),
        problems: &[],
        run: |front, asked| Box::pin(metrics(front, asked)),
    }]
}

/// What the ledger has to say.
struct Kept {
    size: Size,
    queued: u64,
    /// How many definitions there are, by state.
    states: Vec<(&'static str, usize)>,
    /// How many of them wait for a decision.
    pending: usize,
}

async fn metrics(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    let gateway = front.gateway()?;
    let mut text = Text::default();
    let start_ms = gateway.events().run();
    gauge(
        &mut text,
        "vetgate_start_time_seconds",
        "Start time of the gateway, in seconds since 1970.",
        start_ms / 1000,
    );
    text.family("vetgate_build_info", "gauge", "The running version.");
    text.sample("vetgate_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
    gauge(&mut text, "vetgate_sessions", "Open sessions.", gateway.sessions().count() as u64);
    gauge(&mut text, "vetgate_holds_waiting", "Held calls that wait for a decision.", gateway.holds().count() as u64);
    text.family("vetgate_server_up", "gauge", "1 if the server can be used, 0 if not.");
    for server in gateway.status().servers {
        text.sample("vetgate_server_up", &[("server", &server.name)], u8::from(server.state == "up"));
    }
    gateway.events().metrics().write(&mut text);
    if let Some(usage) = gateway.guarded() {
        gauge(&mut text, "vetgate_guard_sessions", "Sessions whose data flow is tracked.", usage.sessions as u64);
        gauge(
            &mut text,
            "vetgate_guard_bytes",
            "Bytes of session data that the guard keeps in memory.",
            usage.bytes as u64,
        );
        let (name, help) =
            ("vetgate_guard_evictions_total", "Sessions whose data was dropped to make room for others.");
        text.family(name, "counter", help);
        text.sample(name, &[], usage.evictions);
    }
    if gateway.ledger().is_some() {
        // A ledger that cannot be read must not take the other figures away.
        let kept = front.read(|ledger| ledger.read(read)).await.ok();
        let fails = kept.is_none() || gateway.events().metrics().ledger_fails();
        gauge(&mut text, "vetgate_ledger_up", "1 if the ledger can be used, 0 if not.", u64::from(!fails));
        if let Some(kept) = kept {
            write(&mut text, &kept);
        }
    }
    Ok(([(CONTENT_TYPE, MEDIA)], text.finish()).into_response())
}

fn read(rows: &mut dyn vetgate_ledger::store::Reading) -> Result<Kept, vetgate_ledger::store::StoreError> {
    let mut standings = rows.standings()?;
    standings.retain(|standing| !standing.is_gone);
    let count = |state| standings.iter().filter(|standing| standing.state == state).count();
    Ok(Kept {
        size: rows.size()?,
        queued: rows.queue_length()?,
        states: State::ALL.iter().map(|state| (state.name(), count(*state))).collect(),
        pending: standings.iter().filter(|standing| standing.is_pending()).count(),
    })
}

fn write(text: &mut Text, kept: &Kept) {
    text.family("vetgate_definitions", "gauge", "Tools, prompts and instructions that servers declare, by state.");
    for (state, count) in &kept.states {
        text.sample("vetgate_definitions", &[("state", state)], count);
    }
    // table: Vetgate's own metrics.
    for (name, help, value) in [
        (
            "vetgate_definitions_pending",
            "Tools, prompts and instructions that wait for a decision.",
            kept.pending as u64,
        ),
        ("vetgate_ledger_records", "Records in the ledger.", kept.size.records),
        ("vetgate_ledger_bytes", "Bytes of the ledger on disk.", kept.size.bytes),
        ("vetgate_alerts_queued", "Alerts that wait to be delivered.", kept.queued),
    ] {
        gauge(text, name, help, value);
    }
}

fn gauge(text: &mut Text, name: &str, help: &str, value: u64) {
    text.family(name, "gauge", help);
    text.sample(name, &[], value);
}
