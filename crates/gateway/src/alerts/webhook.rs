//! The receiver of alerts: where it is, and how it knows that an alert is ours.
//!
//! `Vetgate-Signature: t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" in hexadecimal>`. The time is part of what is
//! signed, so that a receiver can refuse what somebody has kept and sends again.

use super::schedule::{Outcome, retry_after};
use crate::config::Secret;
use crate::outgoing::{Outgoing, failure};
use data_encoding::HEXLOWER;
use ring::hmac;
use std::time::Duration;

/// How long a delivery may take.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// Where alerts go.
pub(super) struct Webhook {
    outgoing: Outgoing,
    key: Option<hmac::Key>,
}

impl Webhook {
    /// The receiver at `url`, which is a secret itself, and the key that both sides know.
    pub(super) fn new(url: &Secret<String>, secret: Option<Secret<String>>) -> Result<Self, String> {
        let outgoing =
            Outgoing::new(url.expose(), TIMEOUT).map_err(|error| format!("the alerts' receiver: {error}"))?;
        let key = secret.map(|secret| hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes()));
        Ok(Self { outgoing, key })
    }

    /// Delivers the text of an alert. What the receiver answers beyond the status is not read.
    pub(super) async fn deliver(&self, body: &str, now_ms: u64, timeout: Duration) -> Outcome {
        let mut request = self.outgoing.post(body.to_owned()).timeout(timeout);
        if let Some(key) = &self.key {
            request = request.header("Vetgate-Signature", signature(key, body, now_ms / 1000));
        }
        match request.send().await {
            Ok(response) if response.status().is_success() => Outcome::Delivered,
            Ok(response) => {
                let after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
                Outcome::Refused { status: response.status().as_u16(), retry_after: after.and_then(retry_after) }
            }
            Err(error) => Outcome::Failed(failure(&error)),
        }
    }
}

fn signature(key: &hmac::Key, body: &str, seconds: u64) -> String {
    let tag = hmac::sign(key, format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", HEXLOWER.encode(tag.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_over_the_time_and_the_body() {
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"key");
        // echo -n '7.{}' | openssl dgst -sha256 -hmac key
        let expected = "77bc83bd1f40422311e47918b203449aecf84b02c1568bb1b570ac2a474cc2d8";
        assert_eq!(signature(&key, "{}", 7), format!("t=7,v1={expected}"));
    }
}
