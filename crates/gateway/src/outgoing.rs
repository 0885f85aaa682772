//! HTTP requests of the gateway's own: to whoever is alerted, and to whoever collects traces.

use reqwest::{Client, Url, redirect};
use std::net::IpAddr;
use std::time::Duration;

/// An address that requests go to, and what makes them. No redirect is followed: what is sent is for this address.
#[derive(Clone)]
pub(crate) struct Outgoing {
    client: Client,
    url: Url,
}

impl Outgoing {
    /// Requests to `url` that take `timeout` at most. An error does not repeat the address, which may be a secret.
    pub(crate) fn new(url: &str, timeout: Duration) -> Result<Self, String> {
        let url = Url::parse(url).map_err(|error| format!("its address is not a URL: {error}"))?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err("its address is not an http or https URL".to_owned());
        }
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Fails only if another thread was faster, which is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let mut builder = Client::builder();
        if is_this_machine(&url) {
            // A proxy elsewhere cannot reach it.
            builder = builder.no_proxy();
        }
        let client = builder
            .redirect(redirect::Policy::none())
            .timeout(timeout)
            .user_agent(concat!("vetgate/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| error.without_url().to_string())?;
        Ok(Self { client, url })
    }

    /// The same, further down the path.
    pub(crate) fn below(mut self, path: &str) -> Self {
        let whole = format!("{}/{path}", self.url.path().trim_end_matches('/'));
        self.url.set_path(&whole);
        self
    }

    /// A POST of JSON.
    pub(crate) fn post(&self, body: String) -> reqwest::RequestBuilder {
        self.client.post(self.url.clone()).header("Content-Type", "application/json").body(body)
    }
}

/// What a request failed of, without the address: errors of the network name hosts.
pub(crate) fn failure(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "it did not answer in time"
    } else if error.is_connect() {
        "it could not be reached"
    } else {
        "the connection broke"
    }
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or("").trim_matches(['[', ']']);
    host == "localhost" || host.ends_with(".localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_taken_and_no_error_repeats_one() {
        for (url, is_good) in [
            ("http://10.0.0.1:9/hook", true),
            ("https://alerts.example/hook?key=secret", true),
            ("ftp://secret.example/", false),
            ("file:///etc/secret", false),
            ("http://", false),
            ("http://secret example/", false),
            ("secret", false),
        ] {
            let made = Outgoing::new(url, Duration::from_secs(1));
            assert_eq!(made.is_ok(), is_good, "{url}");
            assert!(made.err().is_none_or(|error| !error.contains("secret")), "{url}");
        }
    }

    #[test]
    fn a_path_goes_on_behind_the_one_that_was_given() {
        for (url, expected) in [
            ("http://h:4318", "http://h:4318/v1/traces"),
            ("http://h:4318/", "http://h:4318/v1/traces"),
            ("https://h/otlp/?key=1", "https://h/otlp/v1/traces?key=1"),
        ] {
            let made = Outgoing::new(url, Duration::from_secs(1)).unwrap().below("v1/traces");
            assert_eq!(made.url.as_str(), expected);
        }
    }
}
