//! What a client sends and what it takes in return, as media types.

use super::refusal::Refusal;
use axum::http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};

/// The forms in which a client takes an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accept {
    /// One JSON message.
    pub(crate) json: bool,
    /// A stream of them.
    pub(crate) events: bool,
}

impl Accept {
    /// What the headers say; nothing said means anything goes. The protocol wants both named, but a client that
    /// takes one of them can be served.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(ACCEPT).iter().peekable();
        if values.peek().is_none() {
            return Self { json: true, events: true };
        }
        let mut accept = Self { json: false, events: false };
        for range in values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')) {
            let kind = range.split(';').next().unwrap_or_default().trim();
            let all = kind == "*/*";
            accept.json |= all || is_either(kind, "application/json", "application/*");
            accept.events |= all || is_either(kind, "text/event-stream", "text/*");
        }
        accept
    }
}

/// That a body is JSON in UTF-8. A web page can send anything else without asking first.
pub(crate) fn is_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let refuse = |text| Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text));
    if headers.contains_key(CONTENT_ENCODING) {
        return refuse("the body must not be compressed: send it without `Content-Encoding`");
    }
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    let (Some(Ok(value)), None) = (values.next().map(|value| value.to_str()), values.next()) else {
        return refuse("the header `Content-Type: application/json` is missing");
    };
    let mut parts = value.split(';').map(str::trim);
    if !parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        return refuse("`Content-Type` must be `application/json`");
    }
    let is_utf8 = |part: &str| match part.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
            value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
        }
        _ => true,
    };
    if parts.all(is_utf8) { Ok(()) } else { refuse("the body must be UTF-8") }
}

fn is_either(kind: &str, one: &str, other: &str) -> bool {
    kind.eq_ignore_ascii_case(one) || kind.eq_ignore_ascii_case(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;

    fn headers(name: HeaderName, values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_client_is_served_in_a_form_that_it_takes() {
        for (values, json, events) in [
            (&[][..], true, true),
            (&["application/json, text/event-stream"], true, true),
            (&["application/json", "text/event-stream"], true, true),
            (&["*/*"], true, true),
            (&["Application/JSON;q=0.9"], true, false),
            (&["text/event-stream"], false, true),
            (&["text/html, application/*"], true, false),
            (&["text/html"], false, false),
        ] {
            assert_eq!(Accept::of(&headers(ACCEPT, values)), Accept { json, events }, "{values:?}");
        }
    }

    #[test]
    fn only_json_is_json() {
        for (values, expected) in [
            (&["application/json"][..], true),
            (&["application/json; charset=utf-8"], true),
            (&["Application/Json;charset=\"UTF-8\""], true),
            (&["application/json; charset=latin1"], false),
            (&["text/plain"], false),
            (&["application/jsonp"], false),
            (&["application/json", "text/plain"], false),
            (&[], false),
        ] {
            assert_eq!(is_json(&headers(CONTENT_TYPE, values)).is_ok(), expected, "{values:?}");
        }
    }
}
