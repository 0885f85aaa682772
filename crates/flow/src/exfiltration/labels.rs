//! Data in the name of a host: whoever looks the name up sends it to whoever answers for the domain.
//!
//! A label that nobody made up, or that stands for text in another alphabet, is data unless the domain above it hands out
//! such names itself.

use super::encoded;
use crate::words::labels::NAMING;
use std::borrow::Cow;
use vetgate_sensitive::{Looks, looks};

/// A label of this length that nobody made up carries data.
const LONG: usize = 24;
/// Two labels or more, each of this length, do together.
const SHORT: usize = 12;
/// What several short ones have to come to.
const TOGETHER: usize = 32;

/// Data in a host name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// How many characters it takes.
    pub characters: usize,
    /// The domain that gets it.
    pub below: String,
}

impl Labels {
    /// The data that `host` carries; in lower case, as [`vetgate_sensitive::Link`] has it.
    pub fn of(host: &str) -> Option<Self> {
        if host.len() < LONG || NAMING.iter().any(|domain| is_within(host, domain)) {
            return None;
        }
        let above = registered(host)?;
        let (mut characters, mut labels, mut is_sure) = (0, 0, false);
        let (mut at, mut end) = (0, 0);
        for label in above.split('.') {
            at += label.len() + 1;
            if carries(label) {
                characters += label.len();
                labels += 1;
                is_sure |= label.len() >= LONG || encoded::decode(label).is_some();
                end = at;
            }
        }
        let is_data = is_sure || labels >= 2 && characters >= TOGETHER;
        is_data.then(|| Self { characters, below: host[end..].to_owned() })
    }

    /// A host as it can be shown and counted: labels that carry data are one `…`.
    pub fn shown(host: &str) -> Cow<'_, str> {
        match Self::of(host) {
            Some(labels) => Cow::Owned(format!("….{}", labels.below)),
            None => Cow::Borrowed(host),
        }
    }
}

/// Whether `host` is `domain` or lies below it, whatever the case of the domain.
pub(super) fn is_within(host: &str, domain: &str) -> bool {
    let Some(at) = host.len().checked_sub(domain.len()) else { return false };
    let (before, end) = (host.get(..at), host.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(domain))
        && before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// What stands before the last two labels, if anything does.
fn registered(host: &str) -> Option<&str> {
    let (rest, _) = host.rsplit_once('.')?;
    let (above, _) = rest.rsplit_once('.')?;
    Some(above)
}

fn carries(label: &str) -> bool {
    label.len() >= SHORT
        && !label.starts_with("xn--")
        && (looks(label.as_bytes()) == Looks::Random || encoded::decode(label).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn labels_that_carry_data_are_told_with_who_gets_them() {
        for (host, characters, below) in [
            ("obqxg43xn5zgioranb2w45dfoiza.t.evil.com", 28, "t.evil.com"),
            ("70617373776f72643a2068756e746572.evil.com", 32, "evil.com"),
            ("s2s1gfcuatgbi61n8h5s4k2x.evil.com", 24, "evil.com"),
            ("a9f3k2m8x1q7.b4t6z0w5c2v8.p7d1h9j3n5r2.evil.com", 36, "evil.com"),
            ("9f86d081884c7d659a2feaa0c55ad015.x.ns1.evil.co.uk", 32, "x.ns1.evil.co.uk"),
        ] {
            let labels = Labels::of(host).unwrap_or_else(|| panic!("{host}"));
            assert_eq!((labels.characters, labels.below.as_str()), (characters, below), "{host}");
            assert!(!Labels::shown(host).contains(host.split('.').next().expect("a label")), "{host}");
        }
    }

    #[test]
    fn ordinary_hosts_carry_nothing() {
        for host in [
            "example.com",
            "www.internationalizationconference.example.com",
            "my-app-git-feature-login-acme-team.vercel.app",
            "d111111abcdef8.cloudfront.net",
            "k8s-default-web-3f2a9b7c1d-1234567890.us-east-1.elb.amazonaws.com",
            "ec2-203-0-113-25.compute-1.amazonaws.com",
            "6fa459ea-ee8a-3ca4-894e-db77e160355e.preview.example.com",
            "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi.ipfs.dweb.link",
            "0123456789abcdef0123456789abcdef.r2.cloudflarestorage.com",
            "a1b2c3.ngrok-free.app",
            "xn--80ak6aa92e4bxxxxxxxxxxxxxx1a.example.com",
            "s2s1gfcuatgbi61n8h5s4k2xq9w3e5r7.com",
            "localhost",
            "",
            ".",
            "..",
        ] {
            assert_eq!(Labels::of(host), None, "{host}");
            assert_eq!(Labels::shown(host), host);
        }
    }

    proptest! {
        #[test]
        fn no_host_is_too_strange(host in any::<String>(), plain in "[a-z0-9.é-]{0,120}") {
            let _ = (Labels::of(&host), Labels::of(&plain), Labels::shown(&host));
        }
    }
}
