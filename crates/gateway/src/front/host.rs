//! Under which name a client reached the gateway, and which web page sent it.
//!
//! A web page can make a name of its own point to this machine and then speak to whatever listens here (DNS
//! rebinding). Its requests still carry that name in `Host` and its origin in `Origin`, and are refused by them.

use super::FrontError;
use super::refusal::Refusal;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use std::net::{IpAddr, SocketAddr};

/// Paths that answer under any name, because they say nothing.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// The names and origins that are let in.
#[derive(Debug)]
pub(crate) struct Hosts {
    listen: IpAddr,
    names: Vec<String>,
    origins: Vec<String>,
}

/// How a client reached the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reached {
    /// Under a name of this machine.
    Locally,
    /// Under a name from the settings.
    ByName,
}

impl Hosts {
    pub(crate) fn new(listen: SocketAddr, names: &[String], origins: &[String]) -> Result<Self, FrontError> {
        let names = names.iter().map(|name| name.trim().to_ascii_lowercase()).collect::<Vec<_>>();
        if let Some(name) = names.iter().find(|name| name.is_empty() || name.contains(['/', '*', ' ', '@'])) {
            return Err(FrontError::Settings(format!(
                "the allowed host `{name}` is not a host name: write `gateway.example.com` or `gateway.example.com:8443`, one name per entry"
            )));
        }
        let origins: Vec<String> = origins.iter().map(|origin| origin.trim().to_ascii_lowercase()).collect();
        if let Some(origin) = origins.iter().find(|origin| authority_of(origin).is_none()) {
            return Err(FrontError::Settings(format!(
                "the allowed origin `{origin}` is not an origin: write `https://app.example.com`, with the scheme and without a path"
            )));
        }
        Ok(Self { listen: listen.ip(), names, origins })
    }

    /// Lets a request in, or says why not.
    pub(crate) fn admit(&self, uri: &Uri, headers: &HeaderMap) -> Result<Reached, Refusal> {
        let host = match single(headers, &header::HOST)? {
            Some(host) => host.to_ascii_lowercase(),
            None => return Err(Refusal::new(StatusCode::BAD_REQUEST, "the header `Host` is missing")),
        };
        let reached = |host: &str| match self.reached(host) {
            // Orchestrators ask under whatever address they know, and hear nothing but a few words.
            Err(_) if PROBES.contains(&uri.path()) => Ok(Reached::ByName),
            reached => reached,
        };
        if let Some(authority) = uri.authority() {
            reached(&authority.as_str().to_ascii_lowercase())?;
        }
        let reached = reached(&host)?;
        if let Some(origin) = single(headers, &header::ORIGIN)? {
            self.from(&origin.to_ascii_lowercase(), &host)?;
        }
        Ok(reached)
    }

    fn reached(&self, host: &str) -> Result<Reached, Refusal> {
        let bare = without_port(host);
        if is_local(bare) {
            return Ok(Reached::Locally);
        }
        let listens = !self.listen.is_unspecified() && address(bare) == Some(self.listen);
        if listens || self.names.iter().any(|name| name == host || name == bare) {
            return Ok(Reached::ByName);
        }
        let text = "this host name is not allowed (header `Host`). If clients should use it to reach the gateway, add it \
                    to `gateway.allowed_hosts`";
        Err(Refusal::new(StatusCode::FORBIDDEN, text))
    }

    fn from(&self, origin: &str, host: &str) -> Result<(), Refusal> {
        let authority = authority_of(origin);
        let is_own = authority.is_some_and(|authority| authority == host || is_local(without_port(authority)));
        if is_own || self.origins.iter().any(|allowed| allowed == origin) {
            return Ok(());
        }
        let text = "web pages of this origin may not access the gateway (header `Origin`). To allow it, add the origin to \
                    `gateway.allowed_origins`";
        Err(Refusal::new(StatusCode::FORBIDDEN, text))
    }
}

/// The value of a header that must not stand there twice.
pub(crate) fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Refusal> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) if value.to_str().is_ok() => Ok(value.to_str().ok()),
        (Some(_), None) => {
            Err(Refusal::new(StatusCode::BAD_REQUEST, format!("the header `{name}` has characters other than ASCII")))
        }
        _ => Err(Refusal::new(StatusCode::BAD_REQUEST, format!("the header `{name}` occurs twice"))),
    }
}

/// Whether a host, without port, can only be this machine.
fn is_local(host: &str) -> bool {
    host == "localhost" || address(host).is_some_and(|address| address.to_canonical().is_loopback())
}

fn address(host: &str) -> Option<IpAddr> {
    host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host).parse().ok()
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((bare, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) && !bare.ends_with(':') => bare,
        _ => host,
    }
}

/// `host[:port]` of an origin.
pub(crate) fn authority_of(origin: &str) -> Option<&str> {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))?;
    (!authority.is_empty() && !authority.contains(['/', '@', ' ', '*', '?', '#'])).then_some(authority)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts() -> Hosts {
        let names = ["gateway.example.com".to_owned(), "Other.example.com:8443".to_owned()];
        Hosts::new("192.0.2.1:443".parse().unwrap(), &names, &["https://app.example.com".to_owned()]).unwrap()
    }

    fn status(uri: &str, pairs: &[(&'static str, &str)]) -> Result<Reached, u16> {
        let headers =
            pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect();
        hosts().admit(&uri.parse().unwrap(), &headers).map_err(|refusal| refusal.status.as_u16())
    }

    #[test]
    fn only_names_of_this_machine_and_allowed_ones_are_let_in() {
        for (host, expected) in [
            ("localhost", Ok(Reached::Locally)),
            ("LOCALHOST:8000", Ok(Reached::Locally)),
            ("127.0.0.1:1", Ok(Reached::Locally)),
            ("127.9.9.9", Ok(Reached::Locally)),
            ("[::1]:8000", Ok(Reached::Locally)),
            ("[::ffff:127.0.0.1]", Ok(Reached::Locally)),
            ("gateway.example.com", Ok(Reached::ByName)),
            ("Gateway.Example.com:9", Ok(Reached::ByName)),
            ("other.example.com:8443", Ok(Reached::ByName)),
            ("192.0.2.1:443", Ok(Reached::ByName)),
            ("other.example.com", Err(403)),
            ("192.0.2.2", Err(403)),
            ("evil.example", Err(403)),
            ("localhost.evil.example", Err(403)),
            ("evil-localhost", Err(403)),
            ("127.0.0.1.evil.example:80", Err(403)),
            ("localhost@evil.example", Err(403)),
            ("", Err(403)),
        ] {
            assert_eq!(status("/mcp", &[("host", host)]), expected, "{host}");
        }
        for (path, expected) in [
            ("/healthz", Ok(Reached::ByName)),
            ("/readyz", Ok(Reached::ByName)),
            ("/healthz/x", Err(403)),
            ("/readyz.", Err(403)),
            ("/metrics", Err(403)),
            ("/api/v1/tools", Err(403)),
        ] {
            assert_eq!(status(path, &[("host", "192.0.2.2")]), expected, "{path}");
        }
        assert_eq!(status("/healthz", &[("host", "192.0.2.2"), ("origin", "http://evil.example")]), Err(403));
        assert_eq!(status("/mcp", &[]), Err(400));
        assert_eq!(status("/mcp", &[("host", "localhost"), ("host", "localhost")]), Err(400));
        assert_eq!(status("http://evil.example/mcp", &[("host", "localhost")]), Err(403));
    }

    #[test]
    fn only_pages_of_the_gateway_of_this_machine_and_allowed_ones_are_let_in() {
        for (host, origin, expected) in [
            ("localhost:80", "http://localhost:3000", true),
            ("localhost:80", "http://127.0.0.1", true),
            ("localhost:80", "http://[::1]:5173", true),
            ("localhost:80", "https://app.example.com", true),
            ("localhost:80", "https://APP.example.com", true),
            ("gateway.example.com", "https://gateway.example.com", true),
            ("localhost:80", "http://app.example.com", false),
            ("localhost:80", "https://app.example.com:444", false),
            ("localhost:80", "https://evil.example", false),
            ("localhost:80", "https://localhost.evil.example", false),
            ("localhost:80", "https://localhost@evil.example", false),
            ("localhost:80", "null", false),
            ("localhost:80", "", false),
            ("localhost:80", "file://localhost", false),
        ] {
            let expected = if expected { Ok(()) } else { Err(403) };
            let found = status("/mcp", &[("host", host), ("origin", origin)]).map(|_| ());
            assert_eq!(found, expected, "{host} {origin}");
        }
    }

    #[test]
    fn settings_that_name_no_host_or_origin_are_told() {
        let listen = "127.0.0.1:0".parse().unwrap();
        for (names, origins) in
            [(vec!["https://a.example"], vec![]), (vec![""], vec![]), (vec![], vec!["a.example"]), (vec![], vec!["*"])]
        {
            let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
            assert!(
                Hosts::new(listen, &owned(names.clone()), &owned(origins.clone())).is_err(),
                "{names:?} {origins:?}"
            );
        }
    }
}
