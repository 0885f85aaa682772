//! The protocol's revisions, and what a request must carry in the one without sessions.

use vetgate_mcp::rpc::Edit;

/// The revision without handshake and sessions.
pub(crate) const STATELESS: &str = "2026-07-28";
/// The revisions with a handshake, newest first.
pub(crate) const HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Who the gateway is, to servers and to clients.
pub(crate) const VETGATE: &str = concat!(r#"{"name":"vetgate","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);
/// What the gateway can pass on to a client, told to servers that many clients share.
pub(crate) const CAPABILITIES: &str =
    r#"{"roots":{"listChanged":true},"sampling":{},"elicitation":{"form":{},"url":{}}}"#;

/// Keys of `_meta` that the protocol itself owns.
pub(crate) mod key {
    pub(crate) const REVISION: &str = "io.modelcontextprotocol/protocolVersion";
    pub(crate) const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
    pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
    pub(crate) const SERVER: &str = "io.modelcontextprotocol/serverInfo";
    pub(crate) const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";
}

/// All revisions, as JSON.
pub(crate) fn spoken() -> String {
    let all: Vec<String> =
        std::iter::once(STATELESS).chain(HANDSHAKE).map(|revision| format!("\"{revision}\"")).collect();
    format!("[{}]", all.join(","))
}

/// The revision to speak with a client that asks for `wanted`.
pub(crate) fn agreed(wanted: &str) -> &'static str {
    HANDSHAKE.into_iter().find(|revision| *revision == wanted).unwrap_or(HANDSHAKE[0])
}

/// Puts what every stateless request carries into its `_meta`; `client` and `capabilities` are JSON.
pub(crate) fn introduce<'m>(edit: Edit<'m>, client: &str, capabilities: &str) -> Edit<'m> {
    edit.set(&["params", "_meta", key::REVISION], format!("\"{STATELESS}\""))
        .set(&["params", "_meta", key::CLIENT], client)
        .set(&["params", "_meta", key::CAPABILITIES], capabilities)
}

/// Takes it out again, for servers that have no use for it.
pub(crate) fn anonymize(edit: Edit<'_>) -> Edit<'_> {
    edit.remove(&["params", "_meta", key::REVISION])
        .remove(&["params", "_meta", key::CLIENT])
        .remove(&["params", "_meta", key::CAPABILITIES])
        .remove(&["params", "_meta", key::LOG_LEVEL])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_revision_is_answered_with_the_newest_that_has_a_handshake() {
        assert_eq!(agreed("2024-11-05"), "2024-11-05");
        assert_eq!(agreed("2099-01-01"), "2025-11-25");
    }

    #[test]
    fn what_was_introduced_can_be_taken_out() {
        let text = r#"{"id":1,"params":{"name":"x","_meta":{"progressToken":1}}}"#;
        let introduced = introduce(Edit::of_json(text), VETGATE, "{}").finish();
        assert!(introduced.contains(r#""io.modelcontextprotocol/clientCapabilities":{}"#));
        assert_eq!(anonymize(Edit::of_json(&introduced)).finish(), text);
    }
}
