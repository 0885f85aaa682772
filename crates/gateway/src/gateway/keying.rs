//! Which session a call belongs to.
//!
//! The newest revision has neither a handshake nor a session header, and an agent that could choose its session would
//! choose a fresh one for the call that sends what the one before has read. So the best that there is counts: the stdio
//! connection, the protocol's session, the agent's token with the client's name and the trace, and the agent's token with
//! the client's name alone. Everybody without a token and without a name is one.

use crate::config::Keying;
use crate::revision::key;
use crate::session::short;
use crate::telemetry::context;
use crate::{Caller, Session};
use vetgate_guard::{KeyedBy, SessionKey};
use vetgate_mcp::rpc::Message;

/// The session that a request belongs to.
pub(super) fn session(caller: &Caller, request: &Message, keying: Keying) -> SessionKey {
    if keying != Keying::Agent {
        if let Some(connection) = &caller.connection {
            return SessionKey { by: KeyedBy::Connection, name: connection.to_string() };
        }
        if let Some(session) = &caller.session {
            return of(session);
        }
    }
    let client = match &caller.session {
        Some(session) => session.client(),
        None => request.meta(key::CLIENT).unwrap_or_default(),
    };
    let trace = (keying == Keying::Auto).then(|| context::told(request, caller)).flatten();
    // As quoted texts, so that no two names run together to a third.
    let principal = &caller.principal.name;
    match trace {
        Some(trace) => {
            SessionKey { by: KeyedBy::Trace, name: format!("trace {principal:?} {client:?} {}", trace.trace_id()) }
        }
        None => SessionKey { by: KeyedBy::Agent, name: format!("agent {principal:?} {client:?}") },
    }
}

/// What a session of the protocol is known by.
fn of(session: &Session) -> SessionKey {
    SessionKey { by: KeyedBy::Session, name: session.id.clone() }
}

/// Everything that a session which is over may have been known by: on standard streams it has its connection's name.
pub(super) fn all_of(session: &Session) -> [SessionKey; 2] {
    [of(session), SessionKey { by: KeyedBy::Connection, ..of(session) }]
}

/// What a session is called in records: the name itself may be a secret.
pub(super) fn shown(session: &SessionKey) -> String {
    short(&session.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Principal, Scope, Sessions, Trace};
    use std::sync::Arc;

    fn caller(name: &str) -> Caller {
        let principal = Arc::new(Principal::unrestricted(name));
        let (scope, trace) = (Scope::All, Trace::default());
        Caller { principal, scope, session: None, connection: None, mirrored: None, trace }
    }

    fn request(client: &str, trace: &str) -> Message {
        let parent = format!("00-{trace}-00f067aa0ba902b7-01");
        let meta = serde_json::json!({ key::CLIENT: { "name": client }, "traceparent": parent });
        Message::request("1", "tools/call", &serde_json::json!({ "name": "t", "_meta": meta }).to_string())
    }

    const ONE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const TWO: &str = "4bf92f3577b34da6a3ce929d0e0e4737";

    #[test]
    fn the_best_that_there_is_tells_sessions_apart() {
        let sessions = Sessions::default();
        let mut caller = caller("ci");
        let asked = request("shell", ONE);
        let by = |caller: &Caller, request: &Message, keying| session(caller, request, keying).by;
        assert_eq!(by(&caller, &asked, Keying::Auto), KeyedBy::Trace);
        assert_eq!(by(&caller, &Message::request("1", "tools/call", "{}"), Keying::Auto), KeyedBy::Agent);
        assert_eq!(by(&caller, &asked, Keying::Session), KeyedBy::Agent);
        caller.session = Some(sessions.open("secret-id".into(), caller.principal.clone(), Scope::All));
        assert_eq!(by(&caller, &asked, Keying::Auto), KeyedBy::Session);
        assert_eq!(by(&caller, &asked, Keying::Agent), KeyedBy::Agent);
        caller.connection = Some("the pipe".into());
        assert_eq!(by(&caller, &asked, Keying::Session), KeyedBy::Connection);
        assert_eq!(by(&caller, &asked, Keying::Agent), KeyedBy::Agent);
    }

    #[test]
    fn two_agents_two_clients_and_two_traces_never_share_a_session() {
        let key = |agent: &str, client: &str, trace: &str, keying| {
            session(&caller(agent), &request(client, trace), keying).name
        };
        let known = key("a", "b", ONE, Keying::Auto);
        assert_eq!(key("a", "b", ONE, Keying::Auto), known);
        for (agent, client, trace) in [("x", "b", ONE), ("a", "x", ONE), ("a", "b", TWO), ("a\" \"b", "", ONE)] {
            assert_ne!(key(agent, client, trace, Keying::Auto), known, "{agent} {client} {trace}");
        }
        assert_eq!(key("a", "b", ONE, Keying::Agent), key("a", "b", TWO, Keying::Agent));
    }

    #[test]
    fn what_a_record_calls_a_session_tells_nothing_of_its_name() {
        let key = SessionKey { by: KeyedBy::Session, name: "secret-id".into() };
        assert!(!shown(&key).is_empty() && !shown(&key).contains("secret"));
    }
}
