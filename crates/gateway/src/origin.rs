//! Guard for URLs that a server names, and not the user.
//!
//! A server can hand a client a URL to open. One that leads to the user's own machine or network makes the client an
//! errand boy behind the firewall: to a router's pages, a cloud's metadata or another local server. So a URL of a server
//! has to be public: plain `http` or `https`, without a user in it, and with a host that is neither a local name nor an
//! address that is not reachable for all. Ways of writing an address that readers take differently are refused as such.
//!
//! Pure: [`is_public`] looks at the text alone. A public name can still stand for a private address; whoever opens the
//! URL itself looks the name up, asks [`are_public`] about every address, and connects to those addresses only.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// Names that only mean something in a machine or a local network, with everything below them.
const LOCAL_NAMES: [&str; 12] = [
    "corp", "home", "home.arpa", "internal", "intranet", "ip6-localhost", "ip6-loopback", "lan", "local",
    "localdomain", "localhost", "private",
];

/// Why a URL is not public.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Why {
    /// Not a URL, or one without a host.
    #[error("it is no URL with a host")]
    Unreadable,
    /// Neither `http` nor `https`.
    #[error("its scheme is neither http nor https")]
    Scheme,
    /// A user or a password in it.
    #[error("it has a user name or a password in it, which can hide where it leads")]
    User,
    /// Readers take it differently.
    #[error("its host is written in a way that programs read differently")]
    Spelling,
    /// A name without meaning outside.
    #[error("`{0}` is a name of a local network or of this machine")]
    LocalName(String),
    /// An address that is not reachable for all.
    #[error("{0} is {1}")]
    Address(IpAddr, &'static str),
}

/// Whether `url` leads to a public place, as far as its text tells.
pub(crate) fn is_public(url: &str) -> Result<(), Why> {
    if url.contains(|c: char| c.is_ascii_control() || c.is_whitespace() || c == '\\') {
        return Err(Why::Spelling);
    }
    let parsed = Url::parse(url).map_err(|_| Why::Unreadable)?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(Why::Scheme);
    }
    if !parsed.username().is_empty() || parsed.password().is_some() || authority(url).contains('@') {
        return Err(Why::User);
    }
    match parsed.host().ok_or(Why::Unreadable)? {
        Host::Ipv4(address) if written_host(url) != address.to_string() => Err(Why::Spelling),
        Host::Ipv4(address) => is_public_address(address.into()),
        Host::Ipv6(address) => is_public_address(address.into()),
        Host::Domain(name) => is_public_name(name),
    }
}

/// Whether all of the addresses that a name stands for are public; one that is not is enough for an attack.
pub(crate) fn are_public(addresses: impl IntoIterator<Item = IpAddr>) -> Result<(), Why> {
    addresses.into_iter().try_for_each(is_public_address)
}

fn is_public_name(name: &str) -> Result<(), Why> {
    let bare = name.strip_suffix('.').unwrap_or(name);
    let is_below = |local: &str| bare.strip_suffix(local).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    // A name of one part is looked up in the local network's own domain first.
    if !bare.contains('.') || LOCAL_NAMES.into_iter().any(is_below) {
        return Err(Why::LocalName(bare.to_owned()));
    }
    Ok(())
}

fn is_public_address(address: IpAddr) -> Result<(), Why> {
    let what = match address {
        IpAddr::V4(v4) => kind_of_v4(v4),
        IpAddr::V6(v6) => kind_of_v6(v6),
    };
    what.map_or(Ok(()), |what| Err(Why::Address(address, what)))
}

/// Ranges of IPv4 that are not public, by IANA's registry of special addresses.
const V4: [(Ipv4Addr, u32, &str); 16] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8, "an address of this machine"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, "an address of a private network"),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "an address inside a provider's network"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "an address of this machine"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "a link-local address, as those of clouds' metadata are"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, "an address of a private network"),
    (Ipv4Addr::new(192, 0, 0, 0), 24, "a reserved address"),
    (Ipv4Addr::new(192, 0, 2, 0), 24, "an address for examples"),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "a reserved address"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, "an address of a private network"),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "an address for measurements"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, "an address for examples"),
    (Ipv4Addr::new(203, 0, 113, 0), 24, "an address for examples"),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "a multicast address"),
    (Ipv4Addr::new(255, 255, 255, 255), 32, "the broadcast address"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, "a reserved address"),
];

fn kind_of_v4(address: Ipv4Addr) -> Option<&'static str> {
    let is_in = |base: Ipv4Addr, bits: u32| (address.to_bits() ^ base.to_bits()) >> (32 - bits) == 0;
    V4.iter().find(|(base, bits, _)| is_in(*base, *bits)).map(|(.., what)| *what)
}

/// Ranges of IPv6 that are not public. What is left of 2000::/3 is, and nothing else.
const V6: [(Ipv6Addr, u32, &str); 13] = [
    (Ipv6Addr::UNSPECIFIED, 128, "an address of this machine"),
    (Ipv6Addr::LOCALHOST, 128, "an address of this machine"),
    (Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96, "an IPv4 address inside an IPv6 one"),
    (Ipv6Addr::UNSPECIFIED, 96, "an IPv4 address inside an IPv6 one"),
    (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 32, "an IPv4 address inside an IPv6 one"),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, "an IPv4 address inside an IPv6 one"),
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "a reserved address"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "an address for examples"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "an address for examples"),
    (Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7, "an address of a private network"),
    (Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0), 10, "a link-local address"),
    (Ipv6Addr::new(0xfec0, 0, 0, 0, 0, 0, 0, 0), 10, "an address of a private network"),
    (Ipv6Addr::new(0xff00, 0, 0, 0, 0, 0, 0, 0), 8, "a multicast address"),
];

fn kind_of_v6(address: Ipv6Addr) -> Option<&'static str> {
    let is_in = |base: Ipv6Addr, bits: u32| (address.to_bits() ^ base.to_bits()) >> (128 - bits) == 0;
    let known = V6.iter().find(|(base, bits, _)| is_in(*base, *bits)).map(|(.., what)| *what);
    let is_unicast = is_in(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
    known.or((!is_unicast).then_some("a reserved address"))
}

/// What stands between `//` and the path.
fn authority(url: &str) -> &str {
    let after = url.split_once(':').map_or("", |(_, rest)| rest).trim_start_matches('/');
    after.split(['/', '?', '#']).next().unwrap_or_default()
}

/// The host as it is written.
fn written_host(url: &str) -> &str {
    authority(url).split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn public_places_are_let_through() {
        for url in [
            "https://example.com/connect?state=1#x",
            "HTTP://Example.COM:8080",
            "https://example.com./",
            "https://93.184.216.34/a@b",
            "https://[2606:2800:220:1:248:1893:25c8:1946]:443/",
            "https://xn--bcher-kva.example/",
            "https://bücher.example/",
            "https://local.example.com/",
            "https://mylocalhost.com/?next=http://127.0.0.1/",
            "https://127.0.0.1.nip.io/",
            "https://100.63.255.255/",
            "https://172.32.0.1/",
        ] {
            assert_eq!(is_public(url), Ok(()), "{url}");
        }
    }

    #[test]
    fn places_that_are_not_for_all_are_refused() {
        for host in [
            "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
            "169.254.169.254", "100.64.0.1", "100.127.255.255", "224.0.0.1", "255.255.255.255", "240.0.0.1",
            "192.0.2.1", "198.18.0.1", "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[fe80::1]", "[febf::1]", "[fec0::1]",
            "[fc00::1]", "[fdff::1]", "[ff02::1]", "[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[::7f00:1]",
            "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2001:0:1::]", "[2001:db8::1]", "[3fff::1]",
            "[100::1]", "[4000::1]",
        ] {
            let refused = is_public(&format!("https://{host}:8443/x"));
            assert!(matches!(refused, Err(Why::Address(..))), "{host}: {refused:?}");
        }
    }

    #[test]
    fn names_of_the_neighbourhood_are_refused() {
        for host in [
            "localhost",
            "LOCALHOST",
            "localhost.",
            "a.localhost",
            "localhost.localdomain",
            "printer.local",
            "nas.lan",
            "metadata.google.internal",
            "router.home.arpa",
            "intranet",
            "ip6-loopback",
            "db.corp",
            "%6cocalhost",
            "ｌocalhost",
        ] {
            let refused = is_public(&format!("http://{host}/"));
            assert!(matches!(refused, Err(Why::LocalName(_))), "{host}: {refused:?}");
        }
    }

    #[test]
    fn an_address_is_written_in_one_way_only() {
        for url in [
            "http://2130706433/",
            "http://134744072/",
            "http://0x7f000001/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://127.0.0.1./",
            "http://010.8.8.8/",
            "http://8.8.8.8./",
            "http://8.8.2056/",
            "http://①27.0.0.1/",
            "http://127%2e0.0.1/",
            "http://１２７.0.0.1/",
            "http://exa\tmple.com/",
            "http:\\\\example.com/",
            " http://example.com/",
            "http://example.com\\@127.0.0.1/",
            "http://a\n.com/",
        ] {
            assert_eq!(is_public(url), Err(Why::Spelling), "{url}");
        }
    }

    #[test]
    fn other_schemes_users_and_nonsense_are_refused() {
        let cases = [
            ("file:///etc/passwd", Why::Scheme),
            ("javascript:alert(1)", Why::Scheme),
            ("ftp://example.com/", Why::Scheme),
            ("data:text/html,x", Why::Scheme),
            ("ws://example.com/", Why::Scheme),
            ("https://user@example.com/", Why::User),
            ("https://:pass@example.com/", Why::User),
            ("https://@example.com/", Why::User),
            ("https://example.com@127.0.0.1/", Why::User),
            ("example.com", Why::Unreadable),
            ("//example.com/", Why::Unreadable),
            ("https://", Why::Unreadable),
            ("https://[::1/", Why::Unreadable),
            ("", Why::Unreadable),
        ];
        for (url, why) in cases {
            assert_eq!(is_public(url), Err(why), "{url}");
        }
    }

    #[test]
    fn one_private_address_behind_a_name_is_enough() {
        let (public, private) = (IpAddr::from([8, 8, 8, 8]), IpAddr::from([10, 0, 0, 1]));
        assert_eq!(are_public([public]), Ok(()));
        assert_eq!(are_public([]), Ok(()));
        let refused = are_public([public, private]).unwrap_err();
        assert_eq!(refused.to_string(), "10.0.0.1 is an address of a private network");
    }

    proptest! {
        #[test]
        fn what_the_standard_library_calls_private_is_never_public(bits in any::<u32>()) {
            let address = Ipv4Addr::from_bits(bits);
            let is_special = address.is_private() || address.is_loopback() || address.is_link_local()
                || address.is_multicast() || address.is_broadcast() || address.is_documentation() || address.is_unspecified();
            prop_assert!(!is_special || is_public_address(address.into()).is_err());
            let inside = [address.to_ipv6_mapped(), address.to_ipv6_compatible()];
            prop_assert!(inside.into_iter().all(|address| is_public_address(address.into()).is_err()));
        }

        #[test]
        fn no_text_makes_it_panic(url in "https?://[a-z0-9.:\\[\\]@%/?#]{0,20}|.{0,20}") {
            let _ = is_public(&url);
        }
    }
}
