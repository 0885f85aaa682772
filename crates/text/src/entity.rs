//! HTML character references.

/// Reads the reference that starts at the beginning of `text`: the character and the length of its spelling.
///
/// Named references need their semicolon (`&copy=` in an address is none), numeric ones do not. A reference to
/// an ampersand that starts another reference is read through.
pub(crate) fn read(text: &str) -> Option<(char, usize)> {
    let mut length = 1;
    let mut character = '&';
    text.strip_prefix('&')?;
    for _ in 0..4 {
        let Some((c, more)) = after_ampersand(text.get(length..)?) else { break };
        character = c;
        length += more;
        if c != '&' {
            break;
        }
    }
    (length > 1).then_some((character, length))
}

fn after_ampersand(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b'#') {
        let hex = matches!(bytes.get(1), Some(b'x' | b'X'));
        let (start, radix) = if hex { (2, 16) } else { (1, 10) };
        let digits = bytes.get(start..)?.iter().take(9).take_while(|b| char::from(**b).is_digit(radix)).count();
        let code = u32::from_str_radix(text.get(start..start + digits)?, radix).ok()?;
        let character = char::from_u32(code).filter(|c| *c != '\0')?;
        let end = start + digits;
        return Some((character, end + usize::from(bytes.get(end) == Some(&b';'))));
    }
    let length = bytes.iter().take(16).take_while(|b| b.is_ascii_alphanumeric()).count();
    if bytes.get(length) != Some(&b';') {
        return None;
    }
    let name = text.get(..length)?;
    let at = NAMES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some((NAMES[at].1, length + 1))
}

// The character references by name, sorted: `NAMES`.
include!(concat!(env!("OUT_DIR"), "/entities.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_sorted() {
        assert!(NAMES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn references_are_read_and_look_alikes_are_not() {
        for (text, found) in [
            ("&lt;tag", Some(('<', 4))),
            ("&#65;", Some(('A', 5))),
            ("&#x41;b", Some(('A', 6))),
            ("&#65 b", Some(('A', 4))),
            ("&amp;lt;", Some(('<', 8))),
            ("&amp;amp;#x41;", Some(('A', 14))),
            ("&amp;", Some(('&', 5))),
            ("&copy=1", None),
            ("&#;", None),
            ("&#x110000;", None),
            ("&#0;", None),
            ("&é;", None),
            ("& so on", None),
            ("&", None),
        ] {
            assert_eq!(read(text), found, "{text}");
        }
    }
}
