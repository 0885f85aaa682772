//! Paths as URI references.
//!
//! A relative path becomes a relative reference with forward slashes, an absolute one a `file:` URI. Everything but
//! the unreserved characters of RFC 3986 is percent-encoded, so the result is a valid reference for any input and
//! never empty.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The reference of a path as the user gave it, on any system.
pub(super) fn of_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    let drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    if drive {
        let (letter, rest) = path.split_at(1);
        return format!("file:///{letter}:/{}", encode(rest[1..].split('/')));
    }
    let encoded = encode(path.split('/'));
    match path.starts_with('/') {
        true => format!("file:///{encoded}"),
        false if encoded.is_empty() => "unnamed".to_owned(),
        false => encoded,
    }
}

/// A relative reference of the given names, each one segment whatever it holds.
pub(super) fn of_segments(names: &[&str]) -> String {
    encode(names.iter().copied())
}

/// Segments that are empty or `.` say nothing and are left out.
fn encode<'a>(segments: impl Iterator<Item = &'a str>) -> String {
    let kept = segments.filter(|segment| !segment.is_empty() && *segment != ".");
    kept.map(|segment| utf8_percent_encode(segment, KEPT).to_string()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_every_kind_become_references() {
        let cases = [
            ("servers/weather.json", "servers/weather.json"),
            ("./a//b.json", "a/b.json"),
            ("../x y.json", "../x%20y.json"),
            ("sub\\a.json", "sub/a.json"),
            ("/etc/mcp.json", "file:///etc/mcp.json"),
            ("C:\\Users\\a.json", "file:///C:/Users/a.json"),
            ("aa:b?c#d.json", "aa%3Ab%3Fc%23d.json"),
            ("天.json", "%E5%A4%A9.json"),
            ("", "unnamed"),
        ];
        for (path, uri) in cases {
            assert_eq!(of_path(path), uri, "{path}");
        }
    }

    #[test]
    fn a_name_is_one_segment() {
        assert_eq!(of_segments(&["mcp-servers", "a/../b", "get"]), "mcp-servers/a%2F..%2Fb/get");
    }
}
