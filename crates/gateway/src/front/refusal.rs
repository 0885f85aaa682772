//! Answers that say no before a message is looked at, or because of how it came.

use axum::body::Body;
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use vetgate_mcp::rpc::{self, code};

/// A "no" with its reasons: HTTP for programs, JSON-RPC for clients, a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) code: i64,
    pub(crate) text: Cow<'static, str>,
    /// The id of the request, as JSON, where one could be read.
    pub(crate) id: Option<String>,
    /// More about it, as JSON.
    pub(crate) data: Option<String>,
    /// The method of a message that was refused for what it says, which is recorded.
    pub(crate) recorded_as: Option<String>,
}

impl Refusal {
    /// For what is no request at all, or must not be answered otherwise.
    pub(crate) fn new(status: StatusCode, text: impl Into<Cow<'static, str>>) -> Self {
        let code = if status.is_server_error() { code::INTERNAL } else { code::INVALID_REQUEST };
        Self { status, code, text: text.into(), id: None, data: None, recorded_as: None }
    }

    /// 400 with the given code.
    pub(crate) fn bad(code: i64, text: impl Into<Cow<'static, str>>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, code, text: text.into(), id: None, data: None, recorded_as: None }
    }

    /// For a message that is not read because of what it says; `why` is a word for programs.
    pub(crate) fn of_message(method: Option<&str>, id: Option<&str>, text: String, why: &str) -> Self {
        Self {
            recorded_as: Some(method.unwrap_or("response").to_owned()),
            ..Self::bad(code::INVALID_REQUEST, text)
                .answering(id)
                .with_data(format!(r#"{{"gateway":"vetgate","reason":"{why}"}}"#))
        }
    }

    /// With details, as JSON.
    pub(crate) fn with_data(mut self, data: String) -> Self {
        self.data = Some(data);
        self
    }

    /// As the answer to the request named `id`, as JSON.
    pub(crate) fn answering(mut self, id: Option<&str>) -> Self {
        self.id = id.map(str::to_owned);
        self
    }

    /// The JSON-RPC error.
    pub(crate) fn message(&self) -> String {
        let id = self.id.as_deref().unwrap_or("null");
        match &self.data {
            Some(data) => rpc::error_with(id, self.code, &self.text, data),
            None => rpc::error(id, self.code, &self.text),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = json(self.status, self.message());
        let headers = response.headers_mut();
        match self.status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            StatusCode::METHOD_NOT_ALLOWED => {
                headers.insert(ALLOW, HeaderValue::from_static("POST, GET, DELETE"));
            }
            _ => {}
        }
        response
    }
}

/// One JSON-RPC message as the whole answer.
pub(crate) fn json(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A status and nothing else.
pub(crate) fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
