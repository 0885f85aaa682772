//! Where a URL leads: this machine, the own network, or elsewhere. Nothing is looked up.

use crate::words::reach::INSIDE;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// How far away a host is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// This machine.
    Loopback,
    /// The own network.
    Private,
    /// Anywhere else.
    Public,
}

impl Reach {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Loopback => "loopback",
            Self::Private => "private",
            Self::Public => "public",
        }
    }
}

/// DNS knows no longer names.
const LONGEST: usize = 253;

/// How far the host of a web address is, and the host. `None` if there is no host in it that can be told, as with a
/// variable that is not filled in yet.
pub(super) fn of(url: &str) -> Option<(Reach, String)> {
    let (scheme, rest) = url.trim().split_once("://")?;
    if !["http", "https", "ws", "wss"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    // Browsers and clients take a backslash for a slash.
    let authority = rest.split(['/', '\\', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    if let Some(bracketed) = host.strip_prefix('[') {
        let (inside, _) = bracketed.split_once(']')?;
        let address: Ipv6Addr = inside.split('%').next()?.parse().ok()?;
        return Some((address_reach(address.into()), address.to_string()));
    }
    let host = host.split(':').next()?.trim_end_matches('.').to_lowercase();
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        return Some((address_reach(address.into()), host));
    }
    Some((name_reach(&host)?, host))
}

fn name_reach(host: &str) -> Option<Reach> {
    let is_sound =
        |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let last = host.rsplit('.').next()?;
    // `2130706433` and `0x7f.1` are addresses to some clients and nothing to others.
    let is_number = last.starts_with(|c: char| c.is_ascii_digit());
    if host.len() > LONGEST || is_number || !host.split('.').all(is_sound) {
        return None;
    }
    let within = |domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    Some(match () {
        () if within("localhost") => Reach::Loopback,
        () if !host.contains('.') || INSIDE.iter().any(|domain| within(domain)) => Reach::Private,
        () => Reach::Public,
    })
}

fn address_reach(address: IpAddr) -> Reach {
    let (is_here, is_near) = match address.to_canonical() {
        // 100.64.0.0/10 is what carriers and overlay networks number their own machines with.
        IpAddr::V4(v4) => (
            v4.is_loopback() || v4.is_unspecified(),
            v4.is_private() || v4.is_link_local() || (v4.octets()[0] == 100 && v4.octets()[1] & 0xC0 == 64),
        ),
        IpAddr::V6(v6) => (v6.is_loopback() || v6.is_unspecified(), v6.is_unique_local() || v6.is_unicast_link_local()),
    };
    match (is_here, is_near) {
        (true, _) => Reach::Loopback,
        (_, true) => Reach::Private,
        _ => Reach::Public,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_host_is_told_from_what_stands_around_it() {
        for (url, expected) in [
            ("http://localhost:3000/mcp", Some((Reach::Loopback, "localhost"))),
            ("HTTP://LocalHost./", Some((Reach::Loopback, "localhost"))),
            ("http://app.localhost", Some((Reach::Loopback, "app.localhost"))),
            ("ws://127.9.9.9", Some((Reach::Loopback, "127.9.9.9"))),
            ("http://0.0.0.0:80", Some((Reach::Loopback, "0.0.0.0"))),
            ("http://[::1]:8080/", Some((Reach::Loopback, "::1"))),
            ("http://[::ffff:10.1.2.3]/", Some((Reach::Private, "::ffff:10.1.2.3"))),
            ("http://[fd00::7]/", Some((Reach::Private, "fd00::7"))),
            ("http://[fe80::1%25eth0]/", Some((Reach::Private, "fe80::1"))),
            ("https://10.0.0.5", Some((Reach::Private, "10.0.0.5"))),
            ("https://172.31.0.1", Some((Reach::Private, "172.31.0.1"))),
            ("https://172.32.0.1", Some((Reach::Public, "172.32.0.1"))),
            ("https://100.100.1.1", Some((Reach::Private, "100.100.1.1"))),
            ("https://100.128.1.1", Some((Reach::Public, "100.128.1.1"))),
            ("https://169.254.1.1", Some((Reach::Private, "169.254.1.1"))),
            ("https://wiki", Some((Reach::Private, "wiki"))),
            ("https://mcp.acme.internal/x", Some((Reach::Private, "mcp.acme.internal"))),
            ("https://printer.local", Some((Reach::Private, "printer.local"))),
            ("https://notlocal.com", Some((Reach::Public, "notlocal.com"))),
            ("https://internal.example.com", Some((Reach::Public, "internal.example.com"))),
            ("https://user:pw@localhost@evil.example/", Some((Reach::Public, "evil.example"))),
            ("https://evil.example\\@localhost/", Some((Reach::Public, "evil.example"))),
            ("https://evil.example#@localhost/", Some((Reach::Public, "evil.example"))),
            ("https://bücher.example", Some((Reach::Public, "bücher.example"))),
            ("https://[2001:db8::1]/", Some((Reach::Public, "2001:db8::1"))),
            ("http://2130706433/", None),
            ("http://0x7f.1/", None),
            ("https://${HOST}/mcp", None),
            ("https://a..b/", None),
            ("https://", None),
            ("https://[::1", None),
            ("file:///etc/passwd", None),
            ("localhost:3000", None),
            ("", None),
        ] {
            let expected = expected.map(|(reach, host)| (reach, host.to_owned()));
            assert_eq!(of(url), expected, "{url}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_answered_with_a_host_that_can_be_shown(url in "(http|https|ws)://[a-z0-9.:@/\\\\\\[\\]%\u{202e} -]{0,40}|\\PC{0,40}") {
            if let Some((_, host)) = of(&url) {
                prop_assert!(!host.is_empty() && host.len() <= LONGEST);
                prop_assert!(host.chars().all(|c| c.is_alphanumeric() || ".:-_".contains(c)), "{host}");
            }
        }
    }
}
