//! A chat-completions endpoint of the kind that OpenAI made common, named by the environment.
//!
//! Guarantees: one request for each question, no retry, no redirect; an answer is read up to a bound and a deadline; the
//! key goes to the configured address alone and is never shown, not even where the other side repeats it.

use super::Oracle;
use crate::console;
use anyhow::{Context, anyhow, bail};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Response, Url, redirect};
use serde::Deserialize;
use std::error::Error;
use std::time::Duration;
use vetgate_capability::inferred::Question;
use vetgate_report::escape;

const BASE_URL: &str = "VETGATE_LLM_BASE_URL";
const MODEL: &str = "VETGATE_LLM_MODEL";
const API_KEY: &str = "VETGATE_LLM_API_KEY";

/// Bytes of an answer that are read.
const MOST: usize = 256 << 10;
/// Longest piece of the other side's words in a message.
const EXCERPT: usize = 200;

/// Where to ask, whom, and with which key.
pub(super) struct Endpoint {
    client: Client,
    url: Url,
    model: String,
    key: Option<String>,
}

impl Endpoint {
    /// The endpoint that the environment names; each call may take `timeout`.
    pub(super) fn from_environment(
        variable: impl Fn(&str) -> Option<String>,
        timeout: Duration,
    ) -> anyhow::Result<Self> {
        let variable = |name: &str| variable(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let (Some(base), Some(model)) = (variable(BASE_URL), variable(MODEL)) else {
            bail!(
                "--llm-classifier needs a model to ask: set {BASE_URL} to an OpenAI-compatible endpoint, such as \
                 http://localhost:11434/v1, and {MODEL} to a model's name; {API_KEY} is optional"
            );
        };
        let url = completions(&base)?;
        let key = variable(API_KEY);
        if let Some(key) = &key {
            authorization(key)?;
        }
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Fails only if another thread was faster, which is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let mut builder = Client::builder();
        if is_this_machine(&url) {
            // A proxy elsewhere cannot reach it, and must not see the key.
            builder = builder.no_proxy();
        }
        let client = builder
            .redirect(redirect::Policy::none())
            .timeout(timeout)
            .user_agent(concat!("vetgate/", env!("CARGO_PKG_VERSION")))
            .build()
            .context("the HTTP client does not start")?;
        let endpoint = Self { client, url, model, key };
        if endpoint.key.is_some() && endpoint.url.scheme() == "http" && !is_this_machine(&endpoint.url) {
            let host = escape::line(&endpoint.host()).into_owned();
            console::note(&format!("The key goes to {host} without encryption; use https if you can."));
        }
        Ok(endpoint)
    }

    /// What the other side said, as it may be shown.
    fn excerpt(&self, text: &str) -> String {
        let text = match &self.key {
            Some(key) => text.replace(key.as_str(), "****"),
            None => text.to_owned(),
        };
        escape::cut(text.trim(), EXCERPT)
    }

    /// What a failed request means. The message of the library would show the whole address.
    fn failure(&self, error: &reqwest::Error) -> anyhow::Error {
        if error.is_timeout() {
            return anyhow!("no answer from {} in time", self.host());
        }
        let mut cause: &dyn Error = error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        let what = if error.is_connect() { "cannot be reached" } else { "broke off" };
        anyhow!("{} {what}: {}", self.host(), self.excerpt(&cause.to_string()))
    }

    async fn body(&self, response: &mut Response) -> anyhow::Result<Vec<u8>> {
        let mut body = vec![];
        while let Some(chunk) = response.chunk().await.map_err(|error| self.failure(&error))? {
            if body.len() + chunk.len() > MOST {
                bail!("the answer has more than {} KiB", MOST >> 10);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

impl Oracle for Endpoint {
    fn model(&self) -> &str {
        &self.model
    }

    fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    async fn ask(&self, question: &Question) -> anyhow::Result<String> {
        let body = serde_json::json!({
            "model": self.model,
            "temperature": 0,
            "messages": [
                { "role": "system", "content": question.system },
                { "role": "user", "content": question.user },
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": { "name": "tool_labels", "strict": true, "schema": question.schema },
            },
        });
        let mut request =
            self.client.post(self.url.clone()).header(CONTENT_TYPE, "application/json").body(body.to_string());
        if let Some(key) = &self.key {
            request = request.header(AUTHORIZATION, authorization(key)?);
        }
        let mut response = request.send().await.map_err(|error| self.failure(&error))?;
        let status = response.status();
        let body = self.body(&mut response).await;
        if !status.is_success() {
            let text = body.map(|body| self.excerpt(&String::from_utf8_lossy(&body))).unwrap_or_default();
            let rest = if text.is_empty() { text } else { format!(": {text}") };
            let why = if status.is_redirection() { " (redirects are not followed)" } else { "" };
            bail!("{} answered HTTP {}{why}{rest}", self.host(), status.as_u16());
        }
        content(&body?).map_err(|error| anyhow!("{}", self.excerpt(&format!("{error:#}"))))
    }
}

/// The part of an answer that counts.
#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
}

/// The model's own words in the body of an answer.
fn content(body: &[u8]) -> anyhow::Result<String> {
    let completion: Completion = serde_json::from_slice(body).context("the answer is not a chat completion")?;
    let choice = completion.choices.into_iter().next().ok_or_else(|| anyhow!("the answer has no choices"))?;
    if let Some(refusal) = choice.message.refusal.filter(|refusal| !refusal.is_empty()) {
        bail!("the model refuses: {refusal}");
    }
    if choice.finish_reason.as_deref() == Some("length") {
        bail!("the answer is incomplete: the model reached its length limit");
    }
    choice.message.content.ok_or_else(|| anyhow!("the answer has no content"))
}

/// The address for questions beneath `base`.
fn completions(base: &str) -> anyhow::Result<Url> {
    // No message repeats the address: people put keys into addresses.
    let mut url = Url::parse(base).map_err(|error| anyhow!("{BASE_URL} is not a URL: {error}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        bail!("{BASE_URL} must start with http:// or https://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        bail!("{BASE_URL} must not contain a user name or a password; put the key into {API_KEY}");
    }
    url.path_segments_mut()
        .map_err(|()| anyhow!("{BASE_URL} is not a URL with a path"))?
        .pop_if_empty()
        .extend(["chat", "completions"]);
    Ok(url)
}

fn authorization(key: &str) -> anyhow::Result<HeaderValue> {
    let value = HeaderValue::from_str(&format!("Bearer {key}"));
    let mut value = value.map_err(|_| anyhow!("{API_KEY} has characters that HTTP does not allow"))?;
    value.set_sensitive(true);
    Ok(value)
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or("").trim_matches(['[', ']']);
    let address = host.parse::<std::net::IpAddr>();
    host == "localhost" || host.ends_with(".localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(set: &[(&str, &str)]) -> anyhow::Result<Endpoint> {
        let find = |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Endpoint::from_environment(find, Duration::from_secs(1))
    }

    #[test]
    fn what_is_missing_is_named() {
        for set in [&[] as &[(&str, &str)], &[(BASE_URL, "http://h/v1")], &[(MODEL, "m"), (BASE_URL, " ")]] {
            let error = endpoint(set).err().unwrap().to_string();
            assert!([BASE_URL, MODEL, API_KEY].iter().all(|name| error.contains(name)), "{error}");
        }
    }

    #[test]
    fn a_bad_address_or_key_is_refused_and_not_shown() {
        for base in ["h/v1", "ftp://h.example/sk-1234", "http://u:sk-1234@h.example/v1"] {
            let error = endpoint(&[(BASE_URL, base), (MODEL, "m")]).err().unwrap().to_string();
            assert!(error.contains(BASE_URL) && !error.contains("sk-1234"), "{error}");
        }
        let error =
            endpoint(&[(BASE_URL, "http://h/"), (MODEL, "m"), (API_KEY, "sk\n1234")]).err().unwrap().to_string();
        assert!(error.contains(API_KEY) && !error.contains("1234"), "{error}");
    }

    #[test]
    fn questions_go_beneath_the_base() {
        for (base, url) in [
            ("http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"),
            ("https://h.example/v1/", "https://h.example/v1/chat/completions"),
            ("https://h.example", "https://h.example/chat/completions"),
            ("https://h.example/x?api-version=2", "https://h.example/x/chat/completions?api-version=2"),
        ] {
            assert_eq!(completions(base).unwrap().as_str(), url);
        }
    }

    #[test]
    fn only_a_whole_answer_counts() {
        let ok = r#"{"choices":[{"message":{"content":"{}"},"finish_reason":"stop"}]}"#;
        assert_eq!(content(ok.as_bytes()).unwrap(), "{}");
        for (body, expected) in [
            ("<html>", "not a chat completion"),
            (r#"{"choices":[]}"#, "no choices"),
            (r#"{"choices":[{"message":{"content":null}}]}"#, "no content"),
            (r#"{"choices":[{"message":{"refusal":"I will not"}}]}"#, "refuses: I will not"),
            (r#"{"choices":[{"message":{"content":"{"},"finish_reason":"length"}]}"#, "the answer is incomplete"),
        ] {
            let error = format!("{:#}", content(body.as_bytes()).unwrap_err());
            assert!(error.contains(expected), "{error}");
        }
    }
}
