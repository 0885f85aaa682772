//! Names that others chose, as they may be kept and shown.
//!
//! A key of an argument or a label of a host can itself carry what is to be stolen. What does not look like a name is
//! kept as its length alone; an id, which is a hash, still tells it from others.

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

/// The part of a destination that is compared: the host, or the domain of a mail address.
pub(super) fn host(destination: &str) -> &str {
    let host = destination.rsplit('@').next().unwrap_or(destination);
    host.trim_end_matches('.')
}

/// A host as it may be shown, label by label.
pub(super) fn shown_host(host: &str) -> String {
    let labels: Vec<String> = host.split('.').map(shown_label).collect();
    // The end of a host tells whose it is.
    let skipped = labels.len().saturating_sub(6);
    let mut shown = labels[skipped..].join(".");
    if skipped > 0 {
        shown.insert_str(0, "….");
    }
    shown
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
            ("192.0.2.17", "192.0.2.17"),
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
}
