//! The headers in which the stateless revision repeats what a request says.
//!
//! They are made of the message that is sent and of nothing else: a server, or a proxy before it, that goes by the
//! headers sees what the gateway decided on.

use crate::rpc::Message;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) const REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(super) const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// What the names of mirrored parameters begin with.
const PARAMETER: &str = "mcp-param-";

/// Adds the headers of a request or notification in the stateless revision. `mirrored` are made by the caller; one that
/// HTTP does not allow, or that is another header, is left out, and the server then says that it is missing.
pub(super) fn stateless(headers: &mut HeaderMap, message: &Message, mirrored: &[(String, String)]) {
    insert(headers, METHOD, message.method());
    let name = match message.method() {
        "tools/call" | "prompts/get" => message.text_of("name"),
        "resources/read" => message.text_of("uri"),
        _ => None,
    };
    if let Some(name) = name {
        insert(headers, NAME, &name);
    }
    for (name, value) in mirrored {
        match (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
            (Ok(name), Ok(value)) if name.as_str().starts_with(PARAMETER) => _ = headers.insert(name, value),
            _ => {}
        }
    }
}

/// Adds the headers that name a trace, which every revision may have.
pub(super) fn trace(headers: &mut HeaderMap, given: &[(String, String)]) {
    for (name, value) in given.iter().filter(|(name, _)| matches!(name.as_str(), "traceparent" | "tracestate")) {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
            headers.insert(name, value);
        }
    }
}

fn insert(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    let value = if is_plain(value) { value.parse() } else { encoded(value).parse() };
    headers.insert(name, value.expect("visible ASCII is a header value"));
}

/// Whether a value can stand in a header as it is, and cannot be taken for an encoded one.
fn is_plain(value: &str) -> bool {
    let is_visible = value.bytes().all(|b| matches!(b, b' '..=b'~'));
    let is_trimmed = !value.starts_with(' ') && !value.ends_with(' ');
    let is_like_encoded = value.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("=?base64?"));
    is_visible && is_trimmed && !is_like_encoded
}

fn encoded(value: &str) -> String {
    format!("=?base64?{}?=", data_encoding::BASE64.encode(value.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers_of(message: &Message, mirrored: &[(String, String)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        stateless(&mut headers, message, mirrored);
        headers
    }

    #[test]
    fn names_are_repeated_so_that_they_survive_any_header() {
        for (method, params, expected) in [
            ("tools/call", r#"{"name":"echo"}"#, Some("echo")),
            ("prompts/get", r#"{"name":"a b"}"#, Some("a b")),
            ("resources/read", r#"{"uri":"file:///x","name":"n"}"#, Some("file:///x")),
            ("tools/list", r#"{"name":"echo"}"#, None),
            ("tools/call", r#"{"name":" a"}"#, Some("=?base64?IGE=?=")),
            ("tools/call", r#"{"name":"ä"}"#, Some("=?base64?w6Q=?=")),
            ("tools/call", r#"{"name":"a\nx: y"}"#, Some("=?base64?YQp4OiB5?=")),
            ("tools/call", r#"{"name":"=?base64?YQ==?="}"#, Some("=?base64?PT9iYXNlNjQ/WVE9PT89?=")),
            ("tools/call", r#"{"name":1}"#, None),
        ] {
            let headers = headers_of(&Message::request("1", method, params), &[]);
            let name = headers.get(NAME).map(|value| value.to_str().unwrap());
            assert_eq!(name, expected, "{method} {params}");
            assert_eq!(headers.get(METHOD).unwrap(), method);
        }
    }

    #[test]
    fn a_trace_is_named_in_any_revision_and_nothing_else_with_it() {
        let given = [("traceparent", "00-a-b-01"), ("tracestate", "a=1"), ("Authorization", "x"), ("mcp-param-a", "1")];
        let mut headers = HeaderMap::new();
        trace(&mut headers, &given.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!((headers.len(), headers.get("traceparent").unwrap()), (2, &"00-a-b-01".parse().unwrap()));
        trace(&mut headers, &[("tracestate".to_owned(), "a=1\r\nx: y".to_owned())]);
        assert_eq!(headers.get("tracestate").unwrap(), "a=1", "what HTTP does not allow is left out");
    }

    #[test]
    fn mirrored_parameters_go_along() {
        let mirrored = [("Mcp-Param-Region", "eu"), ("bad name", "x"), ("Authorization", "x"), ("Mcp-Param-X", "a\nb")];
        let mirrored = mirrored.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let headers = headers_of(&Message::request("1", "tools/call", "{}"), &mirrored);
        assert_eq!(headers.get("mcp-param-region").unwrap(), "eu");
        assert_eq!(headers.len(), 2);
    }
}
