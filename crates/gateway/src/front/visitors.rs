//! People who look through the console: their browsers show a cookie instead of the admin token.
//!
//! Whoever shows the admin token once is given two halves of a pass. One is a cookie that no script can read and that
//! no other site's page makes a browser send; the other is a word that the console keeps for its own origin and says
//! with every request. Cookies know no ports, so another program on this machine can be sent the cookie; it never gets
//! the word. A page elsewhere can have the cookie sent, and cannot say the word. Neither half opens anything alone.
//!
//! Passes are kept in memory, as marks, and end with the gateway or after [`LASTS`].

use super::host::{authority_of, single};
use super::refusal::Refusal;
use super::token::Mark;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use data_encoding::HEXLOWER;
use ring::rand::{SecureRandom as _, SystemRandom};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a pass is good for.
pub(crate) const LASTS: Duration = Duration::from_secs(12 * 60 * 60);
/// Passes at a time; of more the oldest ends.
const MOST: usize = 64;
/// The header that the word is said in.
pub(crate) const WORD: HeaderName = HeaderName::from_static("x-vetgate-console");
/// What a browser says of where a request comes from.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What a person's browser is given.
#[derive(Debug)]
pub(crate) struct Pass {
    /// For the cookie.
    pub(crate) cookie: String,
    /// For the header.
    pub(crate) word: String,
}

#[derive(Debug)]
struct Visitor {
    cookie: Mark,
    word: Mark,
    until: Instant,
}

/// Those who are signed in.
#[derive(Debug, Default)]
pub(crate) struct Visitors {
    known: Mutex<Vec<Visitor>>,
}

impl Visitors {
    /// Signs somebody in who has shown the admin token. Nothing if the system gives no randomness.
    pub(crate) fn admit(&self, now: Instant) -> Option<Pass> {
        let pass = Pass { cookie: random()?, word: random()? };
        let visitor = Visitor { cookie: Mark::of(&pass.cookie), word: Mark::of(&pass.word), until: now + LASTS };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|visitor| visitor.until > now);
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push(visitor);
        Some(pass)
    }

    /// Whether a request comes from somebody who is signed in; nothing if it shows no cookie of the console.
    pub(crate) fn check(&self, headers: &HeaderMap, now: Instant) -> Option<Result<(), Refusal>> {
        let cookie = Mark::of(shown(headers)?);
        Some(self.passes(&cookie, headers, now))
    }

    fn passes(&self, cookie: &Mark, headers: &HeaderMap, now: Instant) -> Result<(), Refusal> {
        let no = |text: &'static str| Err(Refusal::new(StatusCode::FORBIDDEN, text));
        if single(headers, &SITE)?.is_some_and(|site| site != "same-origin") {
            return no("requests from pages of another origin are refused (header `Sec-Fetch-Site`)");
        }
        // Other pages of this machine may speak to the gateway with a token of their own, but not with this cookie.
        let host = single(headers, &header::HOST)?.map(str::to_ascii_lowercase);
        if let Some(origin) = single(headers, &header::ORIGIN)?
            && authority_of(&origin.to_ascii_lowercase()) != host.as_deref()
        {
            return no("requests from pages of another origin are refused (header `Origin`)");
        }
        let word = single(headers, &WORD)?.map(Mark::of);
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = None;
        for visitor in known.iter().filter(|visitor| visitor.until > now) {
            if visitor.cookie.is(cookie) {
                found = Some(visitor.word);
            }
        }
        match (found, word) {
            (None, _) => Err(Refusal::new(StatusCode::UNAUTHORIZED, "you are no longer signed in: sign in again")),
            (Some(known), Some(word)) if known.is(&word) => Ok(()),
            (Some(_), _) => no("the console cookie alone gives no access: the header `X-Vetgate-Console` is \
                                missing or wrong"),
        }
    }

    /// Signs somebody out.
    pub(crate) fn dismiss(&self, headers: &HeaderMap) {
        if let Some(cookie) = shown(headers).map(Mark::of) {
            self.known.lock().unwrap_or_else(PoisonError::into_inner).retain(|visitor| !visitor.cookie.is(&cookie));
        }
    }
}

/// What the cookie is called for whoever came by these headers. It has the port, as two gateways on one machine share
/// its cookies. Over TLS the browser holds it to this host.
fn name(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let port = host.rsplit_once(':').map_or("", |(_, port)| port);
    let port = if port.bytes().all(|byte| byte.is_ascii_digit()) { port } else { "" };
    let secure = if is_encrypted(headers) { "__Host-" } else { "" };
    format!("{secure}vetgate-console{}{port}", if port.is_empty() { "" } else { "-" })
}

/// Whether the browser speaks TLS, to the gateway or to what stands before it. A request that reads has no `Origin`; the
/// cookie itself tells then.
fn is_encrypted(headers: &HeaderMap) -> bool {
    headers.get(header::ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https://"))
}

/// The header that hands a cookie over, or takes it away.
pub(crate) fn handed(headers: &HeaderMap, cookie: &str) -> String {
    let age = if cookie.is_empty() { 0 } else { LASTS.as_secs() };
    let secure = if is_encrypted(headers) { "; Secure" } else { "" };
    format!("{}={cookie}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}", name(headers))
}

/// The cookie that a request shows.
fn shown(headers: &HeaderMap) -> Option<&str> {
    let plain = name(headers);
    let plain = plain.trim_start_matches("__Host-");
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| name.trim_start_matches("__Host-") == plain).map(|(_, value)| value)
}

fn random() -> Option<String> {
    let mut bytes = [0; 32];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(HEXLOWER.encode(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: (&str, &str) = ("host", "127.0.0.1:7332");

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let pair =
            |(name, value): &(&str, &str)| (HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap());
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn neither_half_of_a_pass_opens_anything_alone() {
        let (visitors, now) = (Visitors::default(), Instant::now());
        let Pass { cookie, word } = visitors.admit(now).unwrap();
        let shown = format!("other=1; vetgate-console-7332={cookie}");
        let wrong = format!("vetgate-console-7332={word}");
        let (cookie, wrong, word) =
            (("cookie", shown.as_str()), ("cookie", wrong.as_str()), ("x-vetgate-console", word.as_str()));
        for (pairs, expected) in [
            (vec![cookie, word], Some(Ok(()))),
            (vec![cookie, word, ("origin", "http://127.0.0.1:7332"), ("sec-fetch-site", "same-origin")], Some(Ok(()))),
            (vec![cookie], Some(Err(403))),
            (vec![cookie, ("x-vetgate-console", "guess")], Some(Err(403))),
            (vec![wrong, word], Some(Err(401))),
            (vec![word], None),
            (vec![cookie, word, ("origin", "http://127.0.0.1:9999")], Some(Err(403))),
            (vec![cookie, word, ("origin", "null")], Some(Err(403))),
            (vec![cookie, word, ("sec-fetch-site", "same-site")], Some(Err(403))),
            (vec![cookie, word, ("sec-fetch-site", "none")], Some(Err(403))),
        ] {
            let mut all = vec![HOST];
            all.extend(&pairs);
            let came = visitors.check(&headers(&all), now);
            let came = came.map(|came| came.map_err(|refusal| refusal.status.as_u16()));
            assert_eq!(came, expected, "{pairs:?}");
        }
    }

    #[test]
    fn a_pass_ends_in_time_by_signing_out_and_when_there_are_too_many() {
        let (visitors, now) = (Visitors::default(), Instant::now());
        let asks = |pass: &Pass| {
            let cookie = format!("vetgate-console-7332={}", pass.cookie);
            headers(&[HOST, ("cookie", &cookie), ("x-vetgate-console", &pass.word)])
        };
        let is_in = |pass: &Pass, now| visitors.check(&asks(pass), now).unwrap().is_ok();
        let first = visitors.admit(now).unwrap();
        assert!(is_in(&first, now) && !is_in(&first, now + LASTS));
        visitors.dismiss(&asks(&first));
        assert!(!is_in(&first, now));
        let second = visitors.admit(now).unwrap();
        let last = (0..MOST).map(|_| visitors.admit(now).unwrap()).last().unwrap();
        assert!(!is_in(&second, now) && is_in(&last, now));
    }

    #[test]
    fn over_tls_the_cookie_belongs_to_this_host_alone() {
        let plain = handed(&headers(&[HOST, ("origin", "http://127.0.0.1:7332")]), "abc");
        assert_eq!(plain, "vetgate-console-7332=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
        let host = ("host", "gate.example.com");
        let secure = handed(&headers(&[host, ("origin", "https://gate.example.com")]), "abc");
        assert!(secure.starts_with("__Host-vetgate-console=abc; Path=/") && secure.ends_with("; Secure"), "{secure}");
        assert_eq!(shown(&headers(&[host, ("cookie", "__Host-vetgate-console=abc")])), Some("abc"));
        assert!(handed(&headers(&[host]), "").contains("Max-Age=0"));
    }
}
