//! An HTTP endpoint: its address, the headers that go with every request, and what its failures mean.
//!
//! Configured headers carry credentials, so they never leave the origin they were configured for: a redirect
//! is followed within the origin only, and an error shows the address without credentials and query.

use super::excerpt::{Mask, excerpt};
use crate::ConnectError;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, Url, redirect};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

/// How much of an error page is looked at.
const PAGE_BYTES: usize = 64 << 10;
const REDIRECTS: usize = 5;

pub(crate) struct Endpoint {
    client: Client,
    pub(crate) url: Url,
    headers: HeaderMap,
    pub(crate) mask: Mask,
}

impl Endpoint {
    /// `resolved` are the values that references of the configuration resolved to.
    pub(crate) fn new(
        url: &str,
        headers: &BTreeMap<String, String>,
        connect: Duration,
        resolved: &[String],
    ) -> Result<Self, ConnectError> {
        let mask = Mask::of(headers).with_resolved(resolved);
        let bad = |reason: String| ConnectError::Url {
            url: mask.show(without_secrets(url), 200),
            reason: mask.show(&reason, 200),
        };
        let parsed = Url::parse(url).map_err(|error| bad(error.to_string()))?;
        if !matches!(parsed.scheme(), "http" | "https") {
            return Err(bad(format!("its scheme is `{}`", parsed.scheme())));
        }
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Fails only if another thread was faster, which is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let mut builder = Client::builder();
        if is_this_machine(&parsed) {
            // A proxy elsewhere cannot reach it, and must not see the headers.
            builder = builder.no_proxy();
        }
        let client = builder
            .redirect(redirect::Policy::custom(within_origin))
            .connect_timeout(connect)
            .user_agent(concat!("vetgate/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| bad(chain(&error)))?;
        let mask = mask.with_url(&parsed);
        Ok(Self { client, url: parsed, headers: header_map(headers)?, mask })
    }

    pub(crate) fn post(&self, url: &Url, body: String) -> RequestBuilder {
        self.client.request(Method::POST, url.clone()).headers(self.post_headers()).body(body)
    }

    /// What every POST carries: the configured headers, and the kinds of body that are sent and understood.
    pub(crate) fn post_headers(&self) -> HeaderMap {
        let mut headers = self.headers.clone();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers
    }

    /// Posts `body` to the endpoint with `headers`, which are all there are.
    pub(crate) async fn post_with(&self, headers: HeaderMap, body: String) -> Result<Response, ConnectError> {
        let request = self.client.request(Method::POST, self.url.clone()).headers(headers).body(body);
        request.send().await.map_err(|error| self.failure(&error))
    }

    pub(crate) fn get_events(&self, url: &Url) -> RequestBuilder {
        self.request(Method::GET, url).header(ACCEPT, "text/event-stream")
    }

    pub(crate) fn delete(&self, url: &Url, patience: Duration) -> RequestBuilder {
        self.request(Method::DELETE, url).timeout(patience)
    }

    fn request(&self, method: Method, url: &Url) -> RequestBuilder {
        self.client.request(method, url.clone()).headers(self.headers.clone())
    }

    /// The address as it may be shown.
    pub(crate) fn shown(&self) -> String {
        self.mask.show(&shown(&self.url), 200)
    }

    /// What a failed request means.
    pub(crate) fn failure(&self, error: &reqwest::Error) -> ConnectError {
        let (url, reason) = (self.shown(), self.mask.show(&chain(error), 300));
        let mut cause = error.source();
        while let Some(error) = cause {
            if is_tls(error) {
                return ConnectError::Tls { url, reason };
            }
            cause = error.source();
        }
        ConnectError::Unreachable { url, reason }
    }

    /// The error for a status that is no success; `page` is the start of the body.
    pub(crate) fn status(&self, status: StatusCode, location: Option<&HeaderValue>, page: &[u8]) -> ConnectError {
        let text = match location.and_then(|location| location.to_str().ok()) {
            Some(location) if status.is_redirection() => {
                format!("redirect to {}", self.mask.show(without_secrets(location), 200))
            }
            _ => self.mask.show(String::from_utf8_lossy(page).trim(), 200),
        };
        let detail = if text.is_empty() { text } else { format!(": {text}") };
        ConnectError::Status { url: self.shown(), status: status.as_u16(), detail }
    }

    /// The start of a body; an error in the middle ends it.
    pub(crate) async fn page(response: &mut Response) -> Vec<u8> {
        let mut page = vec![];
        while let Ok(Some(chunk)) = response.chunk().await {
            page.extend_from_slice(&chunk);
            if page.len() >= PAGE_BYTES {
                page.truncate(PAGE_BYTES);
                break;
            }
        }
        page
    }
}

/// The media type of a response, in lower case and without parameters.
pub(crate) fn media_type(response: &Response) -> String {
    let value = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    value.split(';').next().unwrap_or("").trim().to_ascii_lowercase()
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or("").trim_matches(['[', ']']);
    let address = host.parse::<std::net::IpAddr>();
    host == "localhost" || host.ends_with(".localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn within_origin(attempt: redirect::Attempt) -> redirect::Action {
    let stays = attempt.previous().first().is_some_and(|first| first.origin() == attempt.url().origin());
    if stays && attempt.previous().len() <= REDIRECTS { attempt.follow() } else { attempt.stop() }
}

fn header_map(headers: &BTreeMap<String, String>) -> Result<HeaderMap, ConnectError> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let bad = |reason| ConnectError::Header { name: excerpt(name, 100), reason };
        let key: HeaderName = name.parse().map_err(|_| bad("its name has characters that HTTP does not allow"))?;
        let mut value: HeaderValue =
            value.parse().map_err(|_| bad("its value has characters that HTTP does not allow"))?;
        value.set_sensitive(true);
        map.insert(key, value);
    }
    Ok(map)
}

/// An I/O error passes over what it wraps when asked for its source, so it has to be opened.
fn is_tls(error: &(dyn Error + 'static)) -> bool {
    let inner = error.downcast_ref::<std::io::Error>().and_then(|io| io.get_ref());
    error.is::<rustls::Error>() || inner.is_some_and(|inner| is_tls(inner))
}

/// The causes of an error in one line, without repeating what an outer one says already.
fn chain(error: &dyn Error) -> String {
    let mut text = String::new();
    let mut next = error.source();
    while let Some(error) = next {
        let message = error.to_string();
        if !text.contains(&message) {
            text.push_str(if text.is_empty() { "" } else { ": " });
            text.push_str(&message);
        }
        next = error.source();
    }
    if text.is_empty() { "the request failed".to_owned() } else { text }
}

fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // Both fail only for addresses without a host, which `Endpoint::new` has refused.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.into()
}

/// Something that should have been an address, up to where credentials may stand.
fn without_secrets(text: &str) -> &str {
    let text = text.split(['?', '#']).next().unwrap_or("");
    text.rsplit_once('@').map_or(text, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(url: &str) -> Result<Endpoint, ConnectError> {
        Endpoint::new(url, &BTreeMap::new(), Duration::from_secs(1), &[])
    }

    #[test]
    fn credentials_in_the_address_are_never_shown() {
        assert_eq!(endpoint("https://u:p@h.example/mcp?key=k#f").unwrap().shown(), "https://h.example/mcp");
        let error = endpoint("ftp://u:p@h.example/?key=k").err().unwrap().to_string();
        assert_eq!(error, "`h.example/` is not an http or https URL: its scheme is `ftp`");
    }

    #[test]
    fn values_of_references_in_the_address_are_never_shown() {
        let made = |url: &str| Endpoint::new(url, &BTreeMap::new(), Duration::from_secs(1), &["My t0k".to_owned()]);
        assert_eq!(made("https://h.example/My t0k/x").unwrap().shown(), "https://h.example/***/x");
        let error = made("ftp://h.example/My t0k").err().unwrap().to_string();
        assert!(!error.contains("t0k"), "{error}");
    }

    #[test]
    fn this_machine_is_reached_without_a_proxy() {
        for (url, expected) in [
            ("http://localhost:1/", true),
            ("http://127.1.2.3/", true),
            ("http://[::1]:1/", true),
            ("http://localhost.example/", false),
            ("http://10.0.0.1/", false),
        ] {
            assert_eq!(is_this_machine(&url.parse().unwrap()), expected, "{url}");
        }
    }

    #[test]
    fn a_header_that_would_break_the_request_is_refused_without_its_value() {
        let headers = [("X-Key".to_owned(), "a\r\nsecret: b".to_owned())].into();
        let error = Endpoint::new("http://h/", &headers, Duration::from_secs(1), &[]).err().unwrap().to_string();
        assert!(error.contains("X-Key") && !error.contains("secret"), "{error}");
    }
}
