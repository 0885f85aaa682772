//! Spans as OTLP has them in JSON. Ids are hexadecimal there, and whole numbers of 64 bits are strings.

use super::context::TraceContext;
use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use std::time::Duration;

/// On which side of a call a span is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Server = 2,
    Client = 3,
}

const ERROR: u8 = 2;

/// A span that is over.
#[derive(Debug, Clone)]
pub(super) struct Span {
    pub(super) context: TraceContext,
    pub(super) parent: Option<[u8; 8]>,
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Since 1970.
    pub(super) start: Duration,
    pub(super) end: Duration,
    pub(super) attributes: Vec<Attribute>,
    pub(super) is_error: bool,
}

/// Something that a span says.
#[derive(Debug, Clone)]
pub(super) struct Attribute {
    key: &'static str,
    value: String,
}

impl Attribute {
    pub(super) fn text(key: &'static str, value: &str) -> Self {
        Self { key, value: value.to_owned() }
    }

    fn json(&self) -> Value {
        json!({"key": self.key, "value": {"stringValue": self.value}})
    }
}

/// The body of a request to a collector.
pub(super) fn body(spans: &[Span]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let resource = [Attribute::text("service.name", "vetgate"), Attribute::text("service.version", version)];
    json!({"resourceSpans": [{
        "resource": {"attributes": resource.iter().map(Attribute::json).collect::<Vec<_>>()},
        "scopeSpans": [{
            "scope": {"name": "vetgate", "version": version},
            "spans": spans.iter().map(span).collect::<Vec<_>>(),
        }],
    }]})
    .to_string()
}

fn span(span: &Span) -> Value {
    let mut json = json!({
        "traceId": span.context.trace_id(),
        "spanId": HEXLOWER.encode(&span.context.span),
        "flags": span.context.flags,
        "name": span.name,
        "kind": span.kind as u8,
        "startTimeUnixNano": span.start.as_nanos().to_string(),
        "endTimeUnixNano": span.end.as_nanos().to_string(),
        "attributes": span.attributes.iter().map(Attribute::json).collect::<Vec<_>>(),
    });
    if let Some(parent) = &span.parent {
        json["parentSpanId"] = HEXLOWER.encode(parent).into();
    }
    if let Some(state) = &span.context.state {
        json["traceState"] = state.as_str().into();
    }
    if span.is_error {
        json["status"] = json!({"code": ERROR});
    }
    json
}
