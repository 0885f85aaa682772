//! The protocol revisions and what each asks of a request.

use crate::rpc::quote;

/// The newest revision: no handshake and no session, every request names its revision and its client.
pub(crate) const STATELESS: &str = "2026-07-28";

/// Revisions with a handshake, newest first. The first is what `initialize` offers.
pub(crate) const HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The code with which a server refuses a revision and names those it speaks.
pub(crate) const UNSUPPORTED: i64 = -32022;
/// The code for a method that the server does not have.
pub(crate) const NO_SUCH_METHOD: i64 = -32601;

/// Who is asking.
const CLIENT: &str = concat!(r#"{"name":"vetgate","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);

/// The generations of the protocol that differ in how a conversation works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Era {
    /// Revisions up to 2025-11-25: a handshake first. Which one, as the server wrote it.
    Handshake(String),
    /// The revision 2026-07-28: every request stands alone and names its revision and its client.
    Stateless,
}

impl Era {
    /// The revision, as messages name it.
    pub fn revision(&self) -> &str {
        match self {
            Self::Stateless => STATELESS,
            Self::Handshake(name) => name,
        }
    }

    /// The parameters of a list request of this program's own; `cursor` is JSON.
    pub(crate) fn list_params(&self, cursor: Option<&str>) -> String {
        let meta = match self {
            Self::Stateless => Some(format!(r#""_meta":{}"#, meta(CLIENT, "{}"))),
            Self::Handshake(_) => None,
        };
        let cursor = cursor.map(|cursor| format!(r#""cursor":{cursor}"#));
        let members: Vec<String> = meta.into_iter().chain(cursor).collect();
        format!("{{{}}}", members.join(","))
    }
}

/// What is said first, in the words of both generations.
#[derive(Debug, Clone)]
pub(crate) struct Introduction {
    /// The parameters of `initialize`.
    pub(crate) initialize: String,
    /// The parameters of `server/discover`.
    pub(crate) discover: String,
}

impl Introduction {
    /// Introduces a client; `info` and `capabilities` are JSON.
    pub(crate) fn of(info: &str, capabilities: &str, offered: Option<&str>) -> Self {
        let offered = quote(offered.unwrap_or(HANDSHAKE[0]));
        Self {
            initialize: format!(r#"{{"protocolVersion":{offered},"capabilities":{capabilities},"clientInfo":{info}}}"#),
            discover: format!(r#"{{"_meta":{}}}"#, meta(info, capabilities)),
        }
    }
}

impl Default for Introduction {
    /// This program on its own behalf.
    fn default() -> Self {
        Self::of(CLIENT, "{}", None)
    }
}

fn meta(info: &str, capabilities: &str) -> String {
    const PREFIX: &str = "io.modelcontextprotocol";
    format!(
        r#"{{"{PREFIX}/protocolVersion":"{STATELESS}","{PREFIX}/clientInfo":{info},"{PREFIX}/clientCapabilities":{capabilities}}}"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_model::json::Document;

    #[test]
    fn every_stateless_request_names_revision_client_and_capabilities() {
        let params = Era::Stateless.list_params(Some("\"c\""));
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
        let older = Era::Handshake("2024-11-05".into());
        assert_eq!(older.list_params(None), "{}");
        assert_eq!(older.list_params(Some("\"c\"")), r#"{"cursor":"c"}"#);
    }
}
