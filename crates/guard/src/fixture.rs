//! Assessments for tests.

use crate::{Assessment, Risk, SessionFacts, ToolFacts};
use vetgate_capability::{OperationClass, ServerClass};
use vetgate_flow::{Edge, Level, Pattern, Place};

/// A clean call of a reading tool outside.
pub(crate) fn assessment() -> Assessment {
    let tool = ToolFacts {
        server: "web".to_owned(),
        name: "get_page".to_owned(),
        side: ServerClass::External,
        capabilities: vec![],
        is_protocol: false,
    };
    let session = SessionFacts {
        principal: "agent".to_owned(),
        key: "session".to_owned(),
        call: 3,
        legs: vec![],
        is_truncated: false,
    };
    Assessment {
        tool,
        session,
        operation: OperationClass::Read,
        signals: vec![],
        contradictions: vec![],
        edges: vec![],
        alarms: vec![],
        drifts: vec![],
        sensitive: vec![],
        destinations: vec![],
        named_by: None,
        is_asked: false,
        risk: Risk::default(),
    }
}

/// An edge of that level.
pub(crate) fn edge(level: Level) -> Edge {
    let place = |call, server: &str, tool: &str| Place {
        call,
        server: server.into(),
        tool: tool.into(),
        pointer: "/text".to_owned(),
    };
    Edge {
        from: place(1, "db", "query"),
        to: place(3, "web", "post"),
        pattern: Pattern::InternalToExternal,
        level,
        characters: 60,
        novel: 40,
        transforms: vec![],
        reason: "What db.query returned goes to web.post".to_owned(),
    }
}
