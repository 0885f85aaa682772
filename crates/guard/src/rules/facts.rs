//! What rules see of a call.

use crate::{Assessment, Claim, Risk, SessionFacts, SignalSource, ToolFacts};
use cel::Value;
use cel::objects::{Key, Map};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use vetgate_capability::{OperationClass, ServerClass, Tag};
use vetgate_flow::{Alarm, Edge, Leg, Level, Pattern, Place};
use vetgate_model::json::{Document, Kind, Limits, Node, Syntax};

/// The most bytes of arguments that rules look at.
const LARGEST: usize = 256 * 1024;
/// The most values.
const VALUES: usize = 2_000;
/// How deep they nest at most.
const DEEPEST: usize = 16;
/// The most elements of the other lists; the gravest come first in each of them.
const ELEMENTS: usize = 256;

/// A call.
pub(super) struct Facts<'f> {
    pub(super) assessment: &'f Assessment,
    pub(super) arguments: &'f str,
}

#[derive(Serialize)]
struct ToolView<'f> {
    server: &'f str,
    name: &'f str,
    side: &'static str,
    capabilities: Vec<&'static str>,
    operation: &'static str,
}

#[derive(Serialize)]
struct SessionView<'f> {
    principal: &'f str,
    key: &'f str,
    call: i64,
    legs: Vec<&'static str>,
    truncated: bool,
}

#[derive(Serialize)]
struct RiskView {
    score: i64,
    band: String,
}

#[derive(Serialize)]
struct FlowView<'f> {
    pattern: &'static str,
    level: &'static str,
    from_server: &'f str,
    from_tool: &'f str,
    novel: i64,
}

#[derive(Serialize)]
struct IntentView {
    operation: &'static str,
    sensitivity: &'static str,
}

impl Facts<'_> {
    /// The value of a variable; nothing if it cannot be shown.
    pub(super) fn value(&self, name: &str) -> Option<Value> {
        let assessment = self.assessment;
        let texts = |texts: &mut dyn Iterator<Item = &str>| cel::to_value(texts.take(ELEMENTS).collect::<Vec<_>>());
        match name {
            "tool" => cel::to_value(ToolView {
                server: &assessment.tool.server,
                name: &assessment.tool.name,
                side: assessment.tool.side.name(),
                capabilities: assessment.tool.capabilities.iter().map(|tag| tag.name()).collect(),
                operation: assessment.operation.name(),
            }),
            "args" => return self.args(),
            "session" => cel::to_value(SessionView {
                principal: &assessment.session.principal,
                key: &assessment.session.key,
                call: i64::try_from(assessment.session.call).unwrap_or(i64::MAX),
                legs: assessment.session.legs.iter().map(|leg| leg.name()).collect(),
                truncated: assessment.session.is_truncated,
            }),
            "risk" => cel::to_value(RiskView {
                score: i64::from(assessment.risk.score),
                band: assessment.risk.band.to_string(),
            }),
            "flows" => {
                let mut edges: Vec<&Edge> = assessment.edges.iter().collect();
                edges.sort_by_key(|edge| std::cmp::Reverse(edge.level));
                edges.truncate(ELEMENTS);
                cel::to_value(edges.into_iter().map(flow).collect::<Vec<_>>())
            }
            "contradictions" => texts(&mut assessment.contradictions.iter().map(|one| one.id.as_str())),
            "alarms" => texts(&mut assessment.alarms.iter().map(|one| one.kind.as_str())),
            "sensitive" => texts(&mut assessment.sensitive.iter().map(|one| one.kind.as_str())),
            "destinations" => texts(&mut assessment.destinations.iter().map(String::as_str)),
            "intent" => cel::to_value(self.intent()),
            _ => return None,
        }
        .ok()
    }

    fn intent(&self) -> IntentView {
        let (mut operation, mut sensitivity) = ("unknown", "unknown");
        for signal in self.assessment.signals.iter().filter(|signal| signal.source == SignalSource::AgentIntent) {
            match signal.claim {
                Claim::Read | Claim::Write | Claim::Destructive => operation = signal.claim.name(),
                Claim::Public | Claim::Internal | Claim::Private => sensitivity = signal.claim.name(),
                _ => {}
            }
        }
        IntentView { operation, sensitivity }
    }

    /// The arguments, unless they are too large or can be read in two ways.
    fn args(&self) -> Option<Value> {
        let limits = Limits { depth: DEEPEST, values: VALUES };
        if self.arguments.len() > LARGEST {
            return None;
        }
        let document = Document::parse_as(self.arguments, Syntax::Strict, limits).ok()?;
        value(document.root())
    }

    /// Why the arguments are not shown.
    pub(super) fn why_hidden(&self) -> &'static str {
        if self.arguments.len() > LARGEST {
            "the arguments are too large for rules"
        } else {
            "the arguments are not JSON, have too many values, or a duplicate name"
        }
    }
}

fn flow(edge: &Edge) -> FlowView<'_> {
    FlowView {
        pattern: edge.pattern.name(),
        level: edge.level.name(),
        from_server: &edge.from.server,
        from_tool: &edge.from.tool,
        novel: i64::from(edge.novel),
    }
}

/// The value at `node`; nothing if an object has a name twice, since nobody knows which of the two counts. The recursion is
/// as deep as the limits of the reader.
fn value(node: Node) -> Option<Value> {
    Some(match node.kind() {
        Kind::Null => Value::Null,
        Kind::Bool(value) => Value::Bool(value),
        Kind::Number => number(node.raw()),
        Kind::String => Value::from(node.string()?.text.into_owned()),
        Kind::Array => Value::from(node.elements().map(value).collect::<Option<Vec<_>>>()?),
        Kind::Object => {
            let mut members = BTreeMap::new();
            for (key, child) in node.members() {
                if members.insert(key.text.into_owned(), value(child)?).is_some() {
                    return None;
                }
            }
            let members = members.into_iter().map(|(key, value)| (Key::from(key), value)).collect();
            Value::Map(Map { map: Arc::new(members) })
        }
    })
}

/// A number as CEL has it: whole where it is written so and fits.
fn number(raw: &str) -> Value {
    match raw.parse::<i64>() {
        Ok(whole) => Value::Int(whole),
        Err(_) => Value::Float(raw.parse().unwrap_or(f64::NAN)),
    }
}

/// A call that has something of everything, to try rules on.
pub(super) fn sample() -> Assessment {
    let text = |text: &str| text.to_owned();
    let place = || Place { call: 1, server: text("server").into(), tool: text("tool").into(), pointer: String::new() };
    Assessment {
        tool: ToolFacts {
            server: text("server"),
            name: text("tool"),
            side: ServerClass::External,
            capabilities: vec![Tag::NetEgress],
            is_protocol: false,
        },
        session: SessionFacts {
            principal: text("agent"),
            key: text("session"),
            call: 2,
            legs: Leg::ALL.to_vec(),
            is_truncated: false,
        },
        operation: OperationClass::Write,
        signals: vec![],
        contradictions: vec![],
        edges: vec![Edge {
            from: place(),
            to: place(),
            pattern: Pattern::InternalToExternal,
            level: Level::Critical,
            characters: 40,
            novel: 40,
            transforms: vec![],
            reason: String::new(),
        }],
        alarms: vec![Alarm { kind: text("rapid_external_sends"), severity: 70, evidence: String::new() }],
        drifts: vec![],
        sensitive: vec![],
        destinations: vec![text("example.org")],
        named_by: None,
        is_asked: false,
        risk: Risk::default(),
    }
}
