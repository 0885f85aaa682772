//! The headers in which a client repeats what its message says, held against the message.
//!
//! Whoever stands between client and gateway may route or permit by the headers alone, so a message must not say
//! anything else than its headers. The message decides; the headers must agree.

use super::era::{self, Era};
use super::refusal::Refusal;
use crate::{Trace, TraceContext};
use axum::http::HeaderMap;
use data_encoding::BASE64;
use std::borrow::Cow;
use vetgate_mcp::rpc::{Message, Sort, code};

/// The longest part of a value that an error repeats.
const SHOWN: usize = 80;

/// The protocol's own headers of one request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Layer<'h> {
    /// `MCP-Protocol-Version`.
    pub(crate) revision: Option<&'h str>,
    /// `Mcp-Session-Id`.
    pub(crate) session: Option<&'h str>,
    method: Option<&'h str>,
    name: Option<Cow<'h, str>>,
    /// `Mcp-Param-*`: the name behind the prefix, in lower case, and the value as sent.
    mirrored: Vec<(&'h str, &'h str)>,
}

impl<'h> Layer<'h> {
    /// Reads them; each may stand there once, and only in visible ASCII.
    pub(crate) fn read(headers: &'h HeaderMap) -> Result<Self, Refusal> {
        let mut layer = Self::default();
        for name in headers.keys() {
            let Some(rest) = name.as_str().strip_prefix("mcp-") else { continue };
            let mut values = headers.get_all(name).iter();
            let (Some(value), None) = (values.next(), values.next()) else {
                return Err(mismatch(format!("the header `{name}` occurs twice; send it once")));
            };
            let Ok(value) = value.to_str() else {
                return Err(mismatch(format!("the header `{name}` has characters other than visible ASCII")));
            };
            match rest {
                "protocol-version" => layer.revision = Some(value),
                "session-id" => layer.session = Some(value),
                "method" => layer.method = Some(value),
                "name" => layer.name = Some(decoded(value)?),
                _ => layer.mirrored.extend(rest.strip_prefix("param-").map(|parameter| (parameter, value))),
            }
        }
        Ok(layer)
    }

    /// Holds the headers against one message and tells its era.
    pub(crate) fn check(&self, message: &Message) -> Result<Era, Refusal> {
        let body = era::claimed(message)?;
        let era = era::of(message, body.as_deref(), self.revision);
        let required = era == Era::Stateless && message.sort() == Sort::Request;

        agree("MCP-Protocol-Version", self.revision, body.as_deref(), required)?;
        agree("Mcp-Method", self.method, Some(message.method()), required)?;
        self.check_name(message, required)?;
        match era {
            Era::Stateless if message.sort() == Sort::Request => era::introduced(message, body.as_deref())?,
            Era::Stateless => body.as_deref().or(self.revision).map_or(Ok(()), era::known)?,
            Era::Handshake => self.revision.map_or(Ok(()), era::known)?,
        }
        Ok(era)
    }

    /// Holds the headers against a batch, for which no header can speak.
    pub(crate) fn check_batch(&self) -> Result<(), Refusal> {
        if let Some(revision) = self.revision {
            era::known(revision)?;
        }
        match (self.method, &self.name) {
            (None, None) => Ok(()),
            _ => Err(mismatch("`Mcp-Method` and `Mcp-Name` describe one message, but the body has several".to_owned())),
        }
    }

    /// The `Mcp-Param-*` headers.
    pub(crate) fn mirrored(&self) -> Vec<(String, String)> {
        self.mirrored.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn check_name(&self, message: &Message, required: bool) -> Result<(), Refusal> {
        let header = self.name.as_deref();
        match message.method() {
            "tools/call" | "prompts/get" => agree("Mcp-Name", header, message.text_of("name").as_deref(), required),
            "resources/read" => agree("Mcp-Name", header, message.text_of("uri").as_deref(), required),
            _ => {
                let Some(header) = header else { return Ok(()) };
                let named =
                    ["name", "uri", "taskId"].into_iter().any(|key| message.text_of(key).is_some_and(|v| v == header));
                if named { Ok(()) } else { Err(different("Mcp-Name", header, None)) }
            }
        }
    }
}

/// The trace that the headers name. Several names are as good as none.
pub(crate) fn trace(headers: &HeaderMap) -> Trace {
    let mut parents = headers.get_all("traceparent").iter();
    let (Some(parent), None) = (parents.next().and_then(|parent| parent.to_str().ok()), parents.next()) else {
        return Trace::default();
    };
    // A list may be spread over several headers of the same name.
    let states: Option<Vec<&str>> = headers.get_all("tracestate").iter().map(|state| state.to_str().ok()).collect();
    let state = states.filter(|states| !states.is_empty()).map(|states| states.join(","));
    Trace::of_header(TraceContext::parse(parent, state.as_deref()))
}

/// That a header says what the body says. Where the body says nothing, a missing header is right.
fn agree(name: &str, header: Option<&str>, body: Option<&str>, required: bool) -> Result<(), Refusal> {
    match (header, body) {
        (Some(header), Some(body)) if header == body => Ok(()),
        (None, Some(_)) if required => {
            Err(mismatch(format!("the header `{name}` is missing; it must repeat the value in the body")))
        }
        (None, _) => Ok(()),
        (Some(_), None) if name == "MCP-Protocol-Version" => Ok(()),
        (Some(header), body) => Err(different(name, header, body)),
    }
}

/// A value that may be wrapped as `=?base64?...?=`.
fn decoded(value: &str) -> Result<Cow<'_, str>, Refusal> {
    let Some(inner) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(Cow::Borrowed(value));
    };
    let bytes = BASE64.decode(inner.as_bytes()).ok();
    match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
        Some(text) => Ok(Cow::Owned(text)),
        None => Err(mismatch("the header `Mcp-Name` is marked as Base64, but is not Base64 of UTF-8 text".to_owned())),
    }
}

fn different(name: &str, header: &str, body: Option<&str>) -> Refusal {
    let shown = |text: &str| text.chars().take(SHOWN).collect::<String>();
    let body = body.map_or_else(|| "no such value".to_owned(), |body| format!("`{}`", shown(body)));
    mismatch(format!("the header `{name}` says `{}`, the body says {body}", shown(header)))
}

fn mismatch(text: String) -> Refusal {
    Refusal::bad(code::HEADER_MISMATCH, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    const INTRODUCED: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (name.parse::<HeaderName>().unwrap(), HeaderValue::from_bytes(value.as_bytes()).unwrap())
            })
            .collect()
    }

    fn verdict(pairs: &[(&str, &str)], message: &Message) -> Result<Era, i64> {
        let headers = headers(pairs);
        Layer::read(&headers).and_then(|layer| layer.check(message)).map_err(|refusal| refusal.code)
    }

    #[test]
    fn stateless_headers_must_be_there_and_agree() {
        const V: (&str, &str) = ("MCP-Protocol-Version", "2026-07-28");
        const M: (&str, &str) = ("Mcp-Method", "tools/call");
        const N: (&str, &str) = ("Mcp-Name", "größe");
        let name = ("Mcp-Name", "=?base64?Z3LDtsOfZQ==?=");
        let call = Message::request("1", "tools/call", &format!(r#"{{"name":"gr\u00f6\u00dfe",{INTRODUCED}}}"#));
        let wrong = Err(code::HEADER_MISMATCH);
        for (pairs, expected) in [
            (&[V, M, name][..], Ok(Era::Stateless)),
            (&[M, name], wrong),
            (&[V, name], wrong),
            (&[V, M], wrong),
            (&[V, M, N], wrong),
            (&[V, M, ("Mcp-Name", "=?base64?Z3LDtsOfZQ?=")], wrong),
            (&[V, M, ("Mcp-Name", "=?base64?/w==?=")], wrong),
            (&[V, M, ("Mcp-Name", "other")], wrong),
            (&[V, M, name, name], wrong),
            (&[V, M, name, ("Mcp-Param-A", "1"), ("Mcp-Param-A", "1")], wrong),
            (&[V, M, name, ("Mcp-Param-A", "ü")], wrong),
            (&[V, M, name, ("Mcp-Param-A", "1"), ("Mcp-Param-B", "1")], Ok(Era::Stateless)),
            (&[V, ("Mcp-Method", "TOOLS/CALL"), name], wrong),
            (&[("MCP-Protocol-Version", "2025-11-25"), M, name], wrong),
            (&[V, M, name, ("Mcp-Session-Id", "x")], Ok(Era::Stateless)),
        ] {
            assert_eq!(verdict(pairs, &call), expected, "{pairs:?}");
        }
    }

    #[test]
    fn the_name_header_is_required_only_where_the_body_has_one() {
        let version = ("MCP-Protocol-Version", "2026-07-28");
        for (method, params, name, expected) in [
            ("tools/list", "", None, Ok(Era::Stateless)),
            ("tools/list", "", Some("x"), Err(code::HEADER_MISMATCH)),
            ("resources/read", r#""uri":"file:///a","#, Some("file:///a"), Ok(Era::Stateless)),
            ("resources/read", r#""uri":"file:///a","#, None, Err(code::HEADER_MISMATCH)),
            ("prompts/get", r#""name":"p","#, Some("p"), Ok(Era::Stateless)),
            ("prompts/get", r#""name":"p","#, None, Err(code::HEADER_MISMATCH)),
            ("tools/call", "", None, Ok(Era::Stateless)),
            ("tools/call", "", Some("x"), Err(code::HEADER_MISMATCH)),
            ("tasks/get", r#""taskId":"t","#, Some("t"), Ok(Era::Stateless)),
            ("tasks/get", r#""taskId":"t","#, Some("u"), Err(code::HEADER_MISMATCH)),
        ] {
            let message = Message::request("1", method, &format!("{{{params}{INTRODUCED}}}"));
            let mut pairs = vec![version, ("Mcp-Method", method)];
            pairs.extend(name.map(|name| ("Mcp-Name", name)));
            assert_eq!(verdict(&pairs, &message), expected, "{method} {params} {name:?}");
        }
    }

    #[test]
    fn what_a_stateless_request_lacks_is_told_after_its_headers_agree() {
        let unknown = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}"#;
        let unknown = Message::request("1", "tools/list", unknown);
        let method = ("Mcp-Method", "tools/list");
        assert_eq!(
            verdict(&[("MCP-Protocol-Version", "1900-01-01"), method], &unknown),
            Err(code::UNSUPPORTED_REVISION)
        );
        assert_eq!(verdict(&[("MCP-Protocol-Version", "2026-07-28"), method], &unknown), Err(code::HEADER_MISMATCH));
        let bare = Message::request("1", "tools/list", "{}");
        assert_eq!(verdict(&[("MCP-Protocol-Version", "2026-07-28"), method], &bare), Err(code::INVALID_PARAMS));
        assert_eq!(verdict(&[("MCP-Protocol-Version", "2026-07-28")], &bare), Err(code::HEADER_MISMATCH));
    }

    #[test]
    fn handshake_headers_need_not_be_there_but_must_not_disagree() {
        let call = Message::request("1", "tools/call", r#"{"name":"a"}"#);
        for (pairs, expected) in [
            (&[][..], Ok(Era::Handshake)),
            (&[("MCP-Protocol-Version", "2025-06-18")], Ok(Era::Handshake)),
            (&[("MCP-Protocol-Version", "1.0")], Err(code::UNSUPPORTED_REVISION)),
            (&[("Mcp-Method", "tools/call"), ("Mcp-Name", "a")], Ok(Era::Handshake)),
            (&[("Mcp-Method", "tools/list")], Err(code::HEADER_MISMATCH)),
            (&[("Mcp-Name", "b")], Err(code::HEADER_MISMATCH)),
            (&[("Mcp-Session-Id", "a"), ("Mcp-Session-Id", "b")], Err(code::HEADER_MISMATCH)),
        ] {
            assert_eq!(verdict(pairs, &call), expected, "{pairs:?}");
        }
    }

    #[test]
    fn an_answer_or_a_batch_has_no_name_that_a_header_could_repeat() {
        let answer = Message::read(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned()).unwrap();
        assert_eq!(verdict(&[("Mcp-Method", "tools/call")], &answer), Err(code::HEADER_MISMATCH));
        let headers = headers(&[("Mcp-Method", "tools/call")]);
        assert!(Layer::read(&headers).unwrap().check_batch().is_err());
    }

    #[test]
    fn a_trace_is_named_once_and_its_state_may_be_spread() {
        const PARENT: (&str, &str) = ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        let named = trace(&headers(&[PARENT, ("tracestate", "a=1"), ("tracestate", "b=2")]));
        assert_eq!(named.header, TraceContext::parse(PARENT.1, Some("a=1,b=2")));
        assert!(named.header.is_some());
        for pairs in [&[][..], &[PARENT, PARENT], &[("traceparent", "x")], &[("traceparent", "ü")]] {
            assert_eq!(trace(&headers(pairs)).header, None, "{pairs:?}");
        }
    }

    #[test]
    fn parameters_are_kept_as_they_were_sent() {
        let headers = headers(&[("Mcp-Param-Region", "=?base64?YQ==?=")]);
        let layer = Layer::read(&headers).unwrap();
        assert_eq!(layer.mirrored(), [("region".to_owned(), "=?base64?YQ==?=".to_owned())]);
    }
}
