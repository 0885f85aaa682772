//! Which of the two kinds of protocol a message speaks: with a handshake and a session, or with everything in
//! each request.

use super::refusal::Refusal;
use crate::revision::key::{CAPABILITIES, REVISION};
use crate::revision::{HANDSHAKE, STATELESS, spoken};
use vetgate_mcp::rpc::{Message, Sort, code, quote, unquote};

/// The last revision, as dates sort, in which messages may come in batches.
const BATCHES_UNTIL: &str = "2025-03-26";

/// The two kinds of protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// `initialize`, then a session.
    Handshake,
    /// Every request says who sends it and in which revision.
    Stateless,
}

/// The revision that a request or a notification itself names.
pub(crate) fn claimed(message: &Message) -> Result<Option<String>, Refusal> {
    if !matches!(message.sort(), Sort::Request | Sort::Notification) {
        return Ok(None);
    }
    let Some(raw) = message.meta(REVISION) else { return Ok(None) };
    match unquote(&raw) {
        Some(revision) => Ok(Some(revision.into_owned())),
        None => Err(Refusal::bad(code::INVALID_PARAMS, format!("`_meta` has `{REVISION}`, but it is not a string"))),
    }
}

/// The era of a message that names `body` itself and `header` beside it.
pub(crate) fn of(message: &Message, body: Option<&str>, header: Option<&str>) -> Era {
    let stateless = match body {
        Some(revision) => !HANDSHAKE.contains(&revision),
        None => message.method() != "initialize" && header.is_some_and(is_stateless),
    };
    if stateless { Era::Stateless } else { Era::Handshake }
}

/// Whether a revision has no sessions, or would have none if it were known.
pub(crate) fn is_stateless(revision: &str) -> bool {
    revision.starts_with(|first: char| first.is_ascii_digit()) && revision >= STATELESS
}

/// Whether a client that asked for `revision` may send batches.
pub(crate) fn has_batches(revision: &str) -> bool {
    HANDSHAKE.contains(&revision) && revision <= BATCHES_UNTIL
}

/// That a revision is one that is spoken here, in whichever way.
pub(crate) fn known(revision: &str) -> Result<(), Refusal> {
    if revision == STATELESS || HANDSHAKE.contains(&revision) {
        return Ok(());
    }
    let data = format!(r#"{{"supported":{},"requested":{}}}"#, spoken(), quote(revision));
    Err(Refusal::bad(code::UNSUPPORTED_REVISION, "Unsupported protocol version").with_data(data))
}

/// That a stateless request carries what it must: a revision that is spoken and the client's capabilities.
pub(crate) fn introduced(message: &Message, revision: Option<&str>) -> Result<(), Refusal> {
    let missing = |key: &str, what: &str| {
        Refusal::bad(
            code::INVALID_PARAMS,
            format!("`params._meta` lacks `{key}` ({what}), which every request must have"),
        )
    };
    let Some(revision) = revision else { return Err(missing(REVISION, "the protocol's revision")) };
    known(revision)?;
    match message.meta(CAPABILITIES) {
        Some(capabilities) if capabilities.starts_with('{') => Ok(()),
        Some(_) => {
            Err(Refusal::bad(code::INVALID_PARAMS, format!("`{CAPABILITIES}` in `params._meta` is not an object")))
        }
        None => Err(missing(CAPABILITIES, "an object that may be empty")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, meta: &str) -> Message {
        Message::request("1", method, &format!(r#"{{"_meta":{{{meta}}}}}"#))
    }

    #[test]
    fn the_body_decides_and_the_header_only_where_it_says_nothing() {
        let meta = |revision: &str| format!(r#""{REVISION}":"{revision}""#);
        for (method, meta, header, era) in [
            ("tools/list", meta("2026-07-28"), None, Era::Stateless),
            ("tools/list", meta("2026-07-28"), Some("2025-11-25"), Era::Stateless),
            ("tools/list", meta("1900-01-01"), None, Era::Stateless),
            ("tools/list", meta("2025-11-25"), Some("2026-07-28"), Era::Handshake),
            ("tools/list", String::new(), Some("2026-07-28"), Era::Stateless),
            ("tools/list", String::new(), Some("2031-01-01"), Era::Stateless),
            ("tools/list", String::new(), Some("2025-11-25"), Era::Handshake),
            ("tools/list", String::new(), Some("latest"), Era::Handshake),
            ("tools/list", String::new(), None, Era::Handshake),
            ("initialize", String::new(), Some("2026-07-28"), Era::Handshake),
            ("initialize", meta("2026-07-28"), None, Era::Stateless),
        ] {
            let message = request(method, &meta);
            let claimed = claimed(&message).unwrap();
            assert_eq!(of(&message, claimed.as_deref(), header), era, "{method} {meta} {header:?}");
        }
    }

    #[test]
    fn a_stateless_request_introduces_itself() {
        let full = format!(r#""{REVISION}":"2026-07-28","{CAPABILITIES}":{{}}"#);
        for (meta, revision, code) in [
            (full.as_str(), Some("2026-07-28"), None),
            (full.as_str(), Some("1900-01-01"), Some(code::UNSUPPORTED_REVISION)),
            ("", Some("2026-07-28"), Some(code::INVALID_PARAMS)),
            (full.as_str(), None, Some(code::INVALID_PARAMS)),
            (r#""io.modelcontextprotocol/clientCapabilities":null"#, Some("2026-07-28"), Some(code::INVALID_PARAMS)),
        ] {
            let refusal = introduced(&request("tools/list", meta), revision).err();
            assert_eq!(refusal.map(|refusal| refusal.code), code, "{meta} {revision:?}");
        }
    }

    #[test]
    fn an_unknown_revision_is_answered_with_those_that_are_spoken() {
        let refusal = known("1900-01-01").unwrap_err();
        let data = refusal.data.unwrap();
        assert!(data.contains(r#""requested":"1900-01-01""#) && data.contains(r#""2026-07-28""#), "{data}");
    }

    #[test]
    fn batches_ended_with_march_2025() {
        let may: Vec<&str> = HANDSHAKE.into_iter().filter(|revision| has_batches(revision)).collect();
        assert_eq!(may, ["2025-03-26", "2024-11-05"]);
    }
}
