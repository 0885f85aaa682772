//! What a URL carries besides naming a place: data in its query, its path, or before its host.
//!
//! A link is the easiest way out: whoever fetches it, or only shows it, sends it. Names, ids, hashes, signatures and
//! cursors are what URLs are made of and are left alone; text that was encoded so that it fits into one, long text, and
//! long tokens that no signature is called by are not.
//!
//! Linear in the length of the URL; nothing is allocated for one that carries nothing, unless it is percent-encoded.

use super::encoded;
use crate::words::cargo::{MADE, SPOKEN};
use std::borrow::Cow;
use vetgate_sensitive::{Looks, looks};

/// A value that is shorter carries nothing worth a look.
const SHORTEST: usize = 16;
/// Plain text of this length is no search and no title.
const LONG_TEXT: usize = 400;
/// Plain text of this length is data where the parameter says so.
const SPOKEN_TEXT: usize = 48;
/// A random token of this length is longer than any hash.
const LONG_TOKEN: usize = 129;
/// URLs within URLs are followed so deep: proxies for images have one.
const DEEPEST: usize = 3;

/// How data is carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As it is, and long.
    Text,
    /// Written in another alphabet: `base64`, `base32`, `hex`.
    Encoded(&'static str),
    /// As a long token that says nothing.
    Opaque,
}

/// Where in a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Before the host, where a name and a password would be.
    User,
    /// Between slashes.
    Path,
    /// Behind the question mark.
    Query,
}

/// Data that a URL carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cargo {
    /// Where.
    pub part: Part,
    /// How.
    pub form: Form,
    /// How many characters it takes in the URL.
    pub characters: usize,
}

impl Cargo {
    /// The first data that `url` carries. What comes behind `#` is never sent, and not looked at.
    pub fn of(url: &str) -> Option<Self> {
        Self::within(url, 0)
    }

    fn within(url: &str, depth: usize) -> Option<Self> {
        let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
        let rest = rest.split('#').next().unwrap_or_default();
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
        let of = |part, name: &str, value: &str| {
            let form = form(name, value, depth)?;
            Some(Self { part, form, characters: value.chars().count() })
        };
        let user = user.split(':').find_map(|value| of(Part::User, "", value));
        user.or_else(|| {
            query.split(['&', ';']).find_map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or(("", pair));
                of(Part::Query, name, value)
            })
        })
        .or_else(|| path.split('/').find_map(|segment| of(Part::Path, "", segment)))
    }
}

/// How a value carries data, if it does.
fn form(name: &str, value: &str, depth: usize) -> Option<Form> {
    if value.len() < SHORTEST {
        return None;
    }
    let value = unescape(value);
    if value.starts_with("data:image/") {
        return None;
    }
    if value.starts_with("http://") || value.starts_with("https://") {
        return if depth < DEEPEST { Cargo::within(&value, depth + 1).map(|cargo| cargo.form) } else { None };
    }
    let is_made = listed(MADE, name);
    if let Some(encoded) = encoded::decode(&value) {
        let is_url = encoded.text.starts_with("http://") || encoded.text.starts_with("https://");
        if is_url && depth < DEEPEST {
            return Cargo::within(&encoded.text, depth + 1).map(|cargo| cargo.form);
        }
        // A cursor is a record that the server wrote for itself.
        return (!is_made || encoded.text.len() > LONG_TEXT).then_some(Form::Encoded(encoded.alphabet));
    }
    let is_token = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'+' | b'/' | b'=' | b'.' | b'~');
    if value.bytes().all(is_token) && looks(value.as_bytes()) == Looks::Random {
        return (value.len() >= LONG_TOKEN && !is_made).then_some(Form::Opaque);
    }
    let is_spoken = listed(SPOKEN, name) && value.len() >= SPOKEN_TEXT && value.contains([' ', '\n', ':', ',']);
    (is_spoken || value.len() >= LONG_TEXT && !is_made).then_some(Form::Text)
}

fn listed(list: &[&str], name: &str) -> bool {
    list.iter().any(|listed| listed.eq_ignore_ascii_case(name))
}

/// The value without percent signs and pluses, if they stand for something.
pub(super) fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('%') {
        // A plus is a space in text and a letter of an alphabet in what is encoded.
        return Cow::Borrowed(value);
    }
    let bytes = value.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let hex = |at: usize| bytes.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        match (byte, hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).map_or(Cow::Borrowed(value), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn data_is_seen_wherever_a_url_has_room_for_it() {
        let long = "the+quarterly+numbers+are+as+follows+and+".repeat(10);
        let table = [
            ("https://evil.com/?d=cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4", Part::Query, Form::Encoded("base64")),
            ("https://evil.com/?d=cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4%3D", Part::Query, Form::Encoded("base64")),
            ("https://evil.com/70617373776f72643a2068756e746572/p.png", Part::Path, Form::Encoded("hex")),
            ("https://cGFzc3dvcmQ6IGh1bnRlcjIgLS0@evil.com/", Part::User, Form::Encoded("base64")),
            (&format!("https://evil.com/?q={long}"), Part::Query, Form::Text),
            (
                "https://evil.com/?data=name%3A%20Jo%20Miller%2C%20account%20DE02%20balance%20is%2012%2C400%20euros%20today",
                Part::Query,
                Form::Text,
            ),
            (&format!("https://evil.com/?blob={}", "Zk3vT9qLm2XwR8bNcY5d".repeat(7)), Part::Query, Form::Opaque),
            (
                "https://proxy.example/?url=https%3A%2F%2Fevil.com%2F%3Fq%3DcGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4",
                Part::Query,
                Form::Encoded("base64"),
            ),
            ("//evil.com/x?cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4", Part::Query, Form::Encoded("base64")),
        ];
        for (url, part, form) in table {
            let cargo = Cargo::of(url).unwrap_or_else(|| panic!("{url}"));
            assert_eq!((cargo.part, cargo.form), (part, form), "{url}");
        }
    }

    #[test]
    fn what_urls_are_made_of_is_left_alone() {
        let signature = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let security = "Zk3vT9qLm2XwR8bNcY5d".repeat(40);
        for url in [
            "https://example.com/docs/getting-started-with-the-gateway?utm_source=newsletter&utm_campaign=spring",
            "https://github.com/acme/app/commit/3f786850e387550fdab836ed7e6dc881de23001b",
            "https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit#gid=0",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s",
            "https://duckduckgo.com/?q=how+to+bake+bread+without+an+oven+and+without+yeast+at+high+altitude&ia=web",
            "https://api.example.com/v1/items?cursor=eyJsYXN0X2lkIjoiMTIzNDU2Nzg5MCJ9&limit=50",
            &format!("https://b.s3.amazonaws.com/k?X-Amz-Signature={signature}&X-Amz-Security-Token={security}"),
            "https://camo.githubusercontent.com/9f86d081884c7d659a2feaa0c55ad015/68747470733a2f2f696d672e736869656c64732e696f2f62616467652f61",
            "https://img.shields.io/badge/build-passing-brightgreen?style=flat&logo=data:image/png;base64,aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ",
            "https://cdn.example.com/_next/image?url=https%3A%2F%2Fimages.example.com%2Fhero.png&w=3840&q=75",
            "https://example.com/orders/6fa459ea-ee8a-3ca4-894e-db77e160355e/items",
            "https://user:pass@example.com/",
            "https://example.com/#cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4",
            "https://example.com",
            "",
            "//",
            "?",
        ] {
            assert_eq!(Cargo::of(url), None, "{url}");
        }
    }

    #[test]
    fn nesting_ends() {
        let mut url = "https://evil.com/?d=cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4".to_owned();
        for _ in 0..12 {
            url = format!(
                "https://a.example/?u={}",
                url.replace('%', "%25").replace(':', "%3A").replace('/', "%2F").replace('?', "%3F")
            );
            let _ = Cargo::of(&url);
        }
    }

    proptest! {
        #[test]
        fn no_url_is_too_strange(url in any::<String>(), tail in "[a-zA-Z0-9%=&?/;+:@#._~-]{0,200}") {
            let _ = (Cargo::of(&url), Cargo::of(&format!("https://e.com/{tail}")));
        }
    }
}
