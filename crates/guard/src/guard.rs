//! The two places where a call is judged, and what is kept between them.

use crate::{
    Action, After, Assessment, Before, Call, Decision, Risk, SessionFacts, SessionKey, Settings, Ticket, ToolFacts,
};

/// What leaves with a call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outgoing {}

/// Judges calls and responses, and remembers sessions.
#[derive(Debug, Default)]
pub struct Guard {}

impl Guard {
    /// A guard with these settings.
    pub fn new(_settings: &Settings) -> Self {
        Self {}
    }

    /// Judges a call before it is sent.
    pub fn before(&self, call: &Call) -> Before {
        let tool = ToolFacts {
            server: call.tool.server.clone(),
            name: call.tool.name.clone(),
            side: call.tool.side.class,
            capabilities: call.tool.classification.capabilities.iter().map(|capability| capability.tag).collect(),
        };
        let session = SessionFacts { principal: call.principal.to_owned(), ..SessionFacts::default() };
        let assessment = Assessment {
            tool,
            session,
            operation: call.tool.operation(),
            signals: vec![],
            contradictions: vec![],
            edges: vec![],
            alarms: vec![],
            drifts: vec![],
            sensitive: vec![],
            destinations: vec![],
            risk: Risk::default(),
        };
        let decision = Decision {
            action: Action::Allow,
            by: String::new(),
            reason: String::new(),
            is_flagged: false,
            quarantines: false,
        };
        let ticket = Ticket { call: 1, outgoing: Outgoing::default() };
        Before { decision, is_enforced: true, arguments: None, assessment, notices: vec![], ticket }
    }

    /// Notes that a call goes out: at once where it was allowed, later where a person let it through.
    pub fn sent(&self, _call: &Call, _ticket: &Ticket) {}

    /// Judges what came back; `response` is the result as JSON.
    pub fn after(&self, _call: &Call, _ticket: &Ticket, _response: &str) -> After {
        After::default()
    }

    /// Forgets a session that is over.
    pub fn end(&self, _session: &SessionKey) {}
}
