//! Names that others chose, as they may be kept and shown.
//!
//! A key of an argument or a label of a host can itself carry what is to be stolen. What does not look like a name is
//! kept as its length alone; an id, which is a hash, still tells it from others.

use std::borrow::Cow;
use std::net::IpAddr;
use vetgate_text::render::safe;

/// What is longer is no name.
const LONGEST: usize = 40;
/// What has more digits is no name but a number: of a phone, a card, a person.
const MOST_DIGITS: usize = 4;

/// The id to begin with.
pub(super) const ROOT: u64 = 0xcbf2_9ce4_8422_2325;

/// The id of what `bytes` say, below another (FNV-1a).
pub(super) fn id(above: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(above, |id, byte| (id ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// `name` as it may be shown.
pub(super) fn shown(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '$' | ' ');
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    if name.len() <= LONGEST && digits <= MOST_DIGITS && name.chars().all(is_plain) {
        safe(name, LONGEST)
    } else {
        format!("<{} characters>", name.chars().count())
    }
}

/// The part of a destination that is compared: the host, the domain of a mail address, or the network of an address of
/// the internet protocol. Such an address can be a person's, so that no more of it is kept.
pub(super) fn host(destination: &str) -> Cow<'_, str> {
    let host = destination.rsplit('@').next().unwrap_or(destination).trim_end_matches('.');
    network(host).map_or(Cow::Borrowed(host), Cow::Owned)
}

/// The network that an address is in: `81.2.0.0/16`, `2001:db8::/32`. A port does not count.
fn network(host: &str) -> Option<String> {
    let bare = host.strip_prefix('[').map_or(host, |rest| rest.split(']').next().unwrap_or(rest));
    let address = bare.parse().ok().or_else(|| bare.rsplit_once(':')?.0.parse::<IpAddr>().ok())?;
    Some(match address.to_canonical() {
        IpAddr::V4(address) => {
            let [one, two, ..] = address.octets();
            format!("{one}.{two}.0.0/16")
        }
        IpAddr::V6(address) => {
            let [one, two, ..] = address.segments();
            format!("{one:x}:{two:x}::/32")
        }
    })
}

/// A host as it may be shown, label by label.
pub(super) fn shown_host(host: &str) -> String {
    if is_network(host) {
        return host.to_owned();
    }
    let labels: Vec<String> = host.split('.').map(shown_label).collect();
    // The end of a host tells whose it is.
    let skipped = labels.len().saturating_sub(6);
    let mut shown = labels[skipped..].join(".");
    if skipped > 0 {
        shown.insert_str(0, "….");
    }
    shown
}

/// Whether it is what [`host`] makes of an address: no other host has a slash.
fn is_network(host: &str) -> bool {
    host.split_once('/').is_some_and(|(address, _)| address.parse::<IpAddr>().is_ok())
}

fn shown_label(label: &str) -> String {
    match label.rsplit_once(':') {
        Some((name, port)) if port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{}:{port}", shown(name))
        }
        _ => shown(label),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_and_values_are_not() {
        let cases = [
            ("to", "to"),
            ("maxResults2", "maxResults2"),
            ("größe", "größe"),
            ("Content-Type", "Content-Type"),
            ("jane.roe@example.com", "<20 characters>"),
            ("4111111111111111", "<16 characters>"),
            ("a\u{202E}b", "<3 characters>"),
            ("the quick brown fox jumps over the lazy dog again", "<49 characters>"),
        ];
        for (name, expected) in cases {
            assert_eq!(shown(name), expected);
        }
    }

    #[test]
    fn hosts_are_shown_by_their_labels() {
        let cases = [
            ("api.example.com", "api.example.com"),
            ("81.2.0.0/16", "81.2.0.0/16"),
            ("localhost:8080", "localhost:8080"),
            ("4d5a90000300000004000000ffff0000.evil.example", "<32 characters>.evil.example"),
            ("a.b.c.d.e.f.evil.example", "….c.d.e.f.evil.example"),
            ("", ""),
        ];
        for (host, expected) in cases {
            assert_eq!(shown_host(host), expected);
        }
    }

    #[test]
    fn mail_addresses_are_compared_by_their_domain() {
        assert_eq!(host("Jane@Example.com"), "Example.com");
        assert_eq!(host("example.com."), "example.com");
        assert_eq!(host("example.com"), "example.com");
    }

    #[test]
    fn addresses_are_kept_by_their_network_alone() {
        let cases = [
            ("81.2.69.142", "81.2.0.0/16"),
            ("81.2.69.142:8080", "81.2.0.0/16"),
            ("jane@81.2.69.142", "81.2.0.0/16"),
            ("[2001:db8:7::9]:443", "2001:db8::/32"),
            ("2001:db8:7::9", "2001:db8::/32"),
            ("::ffff:81.2.69.142", "81.2.0.0/16"),
            ("81.2.69.142.example.com", "81.2.69.142.example.com"),
            ("localhost:8080", "localhost:8080"),
        ];
        for (destination, expected) in cases {
            assert_eq!(host(destination), expected);
            assert_eq!(shown_host(&host(destination)), expected);
        }
    }
}
