//! What a guard of a test says.

use vetgate_guard::{Action, Assessment, Before, Call, Decision, Risk, SessionFacts, Ticket, ToolFacts};

/// A verdict on a call of which nothing is known.
pub(crate) fn verdict(call: &Call, action: Action) -> Before {
    let tool = ToolFacts {
        server: call.tool.server.clone(),
        name: call.tool.name.clone(),
        side: call.tool.side.class,
        capabilities: vec![],
        is_protocol: false,
    };
    let assessment = Assessment {
        tool,
        session: SessionFacts::default(),
        operation: call.tool.operation(),
        signals: vec![],
        contradictions: vec![],
        edges: vec![],
        alarms: vec![],
        drifts: vec![],
        sensitive: vec![],
        destinations: vec![],
        named_by: None,
        is_asked: false,
        risk: Risk { score: 7, ..Risk::default() },
    };
    let (by, reason) = ("judge".to_owned(), "not this one".to_owned());
    let decision = Decision { action, by, reason, detail: None, is_flagged: false, quarantines: false };
    Before {
        decision,
        is_enforced: true,
        arguments: None,
        other_params: None,
        assessment,
        notices: vec![],
        ticket: Ticket::default(),
    }
}
