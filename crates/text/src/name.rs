//! The parts of a programmer's name: `read_file`, `readFile`, `read-file`, `HTTPServer2`.

use unicode_normalization::char::is_combining_mark;

/// The parts of `name` as they are written, in order. Humps, digits and whatever is no letter divide; a mark belongs to
/// the letter before it. Prose is cut into words by the same rules.
///
/// ```
/// use vetgate_text::name::parts;
/// assert_eq!(parts("getHTTPStatus_v2").collect::<Vec<_>>(), ["get", "HTTP", "Status", "v", "2"]);
/// ```
pub fn parts(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c| Kind::of(c) == Kind::Other);
        let end = end_of_part(rest);
        let (part, after) = rest.split_at(end);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// Where the part that `text` begins with ends.
fn end_of_part(text: &str) -> usize {
    let mut characters = text.char_indices().peekable();
    let mut previous = Kind::Other;
    while let Some((at, c)) = characters.next() {
        let kind = match Kind::of(c) {
            Kind::Other if at > 0 && is_mark(c) => continue,
            kind => kind,
        };
        let is_edge = match (previous, kind) {
            (_, Kind::Other) => true,
            (Kind::Small, Kind::Capital) => true,
            // `HTTPServer`: the last capital begins the next word.
            (Kind::Capital, Kind::Capital) => characters.peek().is_some_and(|(_, next)| next.is_lowercase()),
            (Kind::Digit, Kind::Small | Kind::Capital) | (Kind::Small | Kind::Capital, Kind::Digit) => true,
            _ => false,
        };
        if is_edge && at > 0 {
            return at;
        }
        previous = kind;
    }
    text.len()
}

fn is_mark(c: char) -> bool {
    !c.is_ascii() && is_combining_mark(c)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Small,
    Capital,
    Digit,
    Other,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' => Self::Small,
            'A'..='Z' => Self::Capital,
            '0'..='9' => Self::Digit,
            _ if c.is_ascii() => Self::Other,
            _ if c.is_uppercase() => Self::Capital,
            _ if c.is_numeric() => Self::Digit,
            _ if c.is_alphabetic() => Self::Small,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(name: &str) -> Vec<&str> {
        parts(name).collect()
    }

    #[test]
    fn every_style_of_name_is_cut_alike() {
        for name in
            ["read_text_file", "readTextFile", "read-text-file", "ReadTextFile", "READ_TEXT_FILE", "read.text/file"]
        {
            let lower: Vec<String> = parts(name).map(str::to_lowercase).collect();
            assert_eq!(lower, ["read", "text", "file"], "{name}");
        }
        assert_eq!(all("eth_getBalance2"), ["eth", "get", "Balance", "2"]);
        assert_eq!(all("XMLHttpRequest"), ["XML", "Http", "Request"]);
        assert_eq!(all("прочитатьФайл"), ["прочитать", "Файл"]);
        assert_eq!(all("a"), ["a"]);
        assert!(all("___").is_empty() && all("").is_empty());
    }

    #[test]
    fn a_mark_stays_with_its_letter() {
        assert_eq!(all("cafe\u{301} ole\u{301}"), ["cafe\u{301}", "ole\u{301}"]);
        assert!(all("\u{301}").is_empty());
    }
}
