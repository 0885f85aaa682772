//! The protocol revisions and what each asks of a request.

/// The newest revision: no handshake and no session, every request names its revision and its client.
pub(super) const STATELESS: &str = "2026-07-28";

/// Revisions with a handshake, newest first. The first is what `initialize` offers.
pub(super) const HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The code with which a server refuses a revision and names those it speaks.
pub(super) const UNSUPPORTED: i64 = -32022;
/// The code for a method that the server does not have.
pub(super) const NO_SUCH_METHOD: i64 = -32601;

/// Who is asking.
const CLIENT: &str = concat!(r#"{"name":"vetgate","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);

/// What was agreed on with the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Revision {
    /// The newest.
    Stateless,
    /// An older one, as the server wrote it.
    Handshake(String),
}

impl Revision {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Stateless => STATELESS,
            Self::Handshake(name) => name,
        }
    }

    /// The parameters of a list request; `cursor` is JSON.
    pub(super) fn list_params(&self, cursor: Option<&str>) -> String {
        let meta = match self {
            Self::Stateless => Some(format!(r#""_meta":{}"#, meta())),
            Self::Handshake(_) => None,
        };
        let cursor = cursor.map(|cursor| format!(r#""cursor":{cursor}"#));
        let members: Vec<String> = meta.into_iter().chain(cursor).collect();
        format!("{{{}}}", members.join(","))
    }
}

/// The parameters of `server/discover`.
pub(super) fn discover_params() -> String {
    format!(r#"{{"_meta":{}}}"#, meta())
}

/// The parameters of `initialize`.
pub(super) fn initialize_params() -> String {
    let offered = HANDSHAKE[0];
    format!(r#"{{"protocolVersion":"{offered}","capabilities":{{}},"clientInfo":{CLIENT}}}"#)
}

fn meta() -> String {
    const PREFIX: &str = "io.modelcontextprotocol";
    format!(
        r#"{{"{PREFIX}/protocolVersion":"{STATELESS}","{PREFIX}/clientInfo":{CLIENT},"{PREFIX}/clientCapabilities":{{}}}}"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_model::json::Document;

    #[test]
    fn every_stateless_request_names_revision_client_and_capabilities() {
        let params = Revision::Stateless.list_params(Some("\"c\""));
        let document = Document::parse(&params).unwrap();
        let meta = document.root().get("_meta").unwrap();
        let revision = meta.get("io.modelcontextprotocol/protocolVersion").unwrap();
        assert_eq!(revision.string().unwrap().text, "2026-07-28");
        assert!(meta.get("io.modelcontextprotocol/clientInfo").is_some());
        assert!(meta.get("io.modelcontextprotocol/clientCapabilities").is_some());
        assert_eq!(document.root().get("cursor").unwrap().raw(), "\"c\"");
    }

    #[test]
    fn older_requests_carry_only_the_cursor() {
        let older = Revision::Handshake("2024-11-05".into());
        assert_eq!(older.list_params(None), "{}");
        assert_eq!(older.list_params(Some("\"c\"")), r#"{"cursor":"c"}"#);
    }
}
