//! What is wrong with a request, as RFC 9457 has it.

use crate::front::refusal::Refusal;
use axum::body::Body;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};

/// The media type of a problem.
pub(super) const MEDIA: &str = "application/problem+json";

/// A "no" that says what was wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    /// `about:blank` where the status says it all.
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    #[serde(serialize_with = "number")]
    pub(crate) status: StatusCode,
    detail: Box<str>,
    /// Where in the request it is wrong: a parameter's name or a member of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Box<str>>,
    /// The version there is, if another was meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<Box<str>>,
    /// The checks that were not accepted.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    checks: Box<[String]>,
    #[serde(skip)]
    allow: Box<str>,
}

fn number<S: serde::Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<Box<str>>) -> Self {
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Problem"),
            status,
            detail: detail.into(),
            place: None,
            seen: None,
            checks: Box::default(),
            allow: Box::default(),
        }
    }

    /// 400, at this place of the request.
    pub(super) fn at(place: impl Into<Box<str>>, detail: impl Into<Box<str>>) -> Self {
        Self { place: Some(place.into()), ..Self::new(StatusCode::BAD_REQUEST, detail) }
    }

    /// 422, at this member of the body.
    pub(super) fn unfit(place: &str, detail: &str) -> Self {
        Self { place: Some(place.into()), ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail) }
    }

    /// 404.
    pub(crate) fn nowhere(detail: impl Into<Box<str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// 405, with what would do.
    pub(super) fn method(allow: String) -> Self {
        let detail = format!("this path allows only {allow}");
        Self { allow: allow.into(), ..Self::new(StatusCode::METHOD_NOT_ALLOWED, detail) }
    }

    /// 503: something that is needed is not there.
    pub(super) fn unavailable(detail: impl Into<Box<str>>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// 409: somebody looked at another version.
    pub(super) fn moved(detail: String, seen: String) -> Self {
        let (kind, title) = ("urn:vetgate:problem:moved", "The version has changed");
        Self { kind, title, seen: Some(seen.into()), ..Self::new(StatusCode::CONFLICT, detail) }
    }

    /// 422: hard findings that nobody accepted.
    pub(super) fn dangerous(detail: String, checks: Vec<String>) -> Self {
        let (kind, title) = ("urn:vetgate:problem:dangerous", "A scan found it dangerous");
        Self { kind, title, checks: checks.into(), ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail) }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.status, refusal.text)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let text = serde_json::to_string(&self).unwrap_or_default();
        let mut response = Response::new(Body::from(text));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        match self.status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            _ => {}
        }
        if let (false, Ok(allow)) = (self.allow.is_empty(), HeaderValue::from_str(&self.allow)) {
            headers.insert(ALLOW, allow);
        }
        response
    }
}

pub(super) fn schema() -> (&'static str, Value) {
    let schema = json!({
        "type": "object",
        "description": "What is wrong and what to do, as problem details (RFC 9457).",
        "required": ["type", "title", "status", "detail"],
        "additionalProperties": false,
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": {"type": "string"},
            "place": {"type": "string", "description": "The parameter, or the member of the body, that is wrong."},
            "seen": {"type": "string", "description": "The fingerprint of the current version."},
            "checks": {"type": "array", "items": {"type": "string"}, "description": "The checks whose findings must be accepted."},
        },
    });
    ("Problem", schema)
}
