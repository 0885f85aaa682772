//! Places in a URL that somebody is to fill in, and whether they are for data.
//!
//! `{conversation}` asks for what the model knows; `{user_id}`, `{z}` and `filter[name]` are how interfaces are written
//! down. What the place is called tells them apart, and where it stands: an image has no business with places in its
//! query at all.

use crate::words::placeholder::{ORDINARY, STRONG, WEAK};
use std::ops::Range;
use vetgate_text::name;

/// The places to fill of a URL, with their signs: `{x}`, `{{x}}`, `${x}`, `<x>`, `[x]`, `%7Bx%7D`.
pub(super) fn places(url: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    // table: the brackets that this function reads, in pairs.
    const SIGNS: [(&str, &str); 4] = [("{", "}"), ("<", ">"), ("[", "]"), ("%7B", "%7D")];
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = url.get(at..)?;
        let next = SIGNS.iter().filter_map(|(open, close)| Some((rest.find(open)?, open, close))).min()?;
        let start = at + next.0;
        let inside = start + next.1.len();
        let length = url[inside..].bytes().take(64).take_while(|b| is_named(*b)).count();
        let is_closed = length > 0 && url[inside + length..].starts_with(next.2);
        at = if is_closed { inside + length + next.2.len() } else { inside };
        Some(if is_closed { start..at } else { start..start })
    })
    .filter(|place| !place.is_empty())
}

fn is_named(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b' ' | b'$') || byte >= 0x80
}

/// The URL with a letter in the place of each place.
pub(super) fn without_places(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    let mut at = 0;
    for place in places(url) {
        out.push_str(&url[at..place.start]);
        out.push('x');
        at = place.end;
    }
    out.push_str(&url[at..]);
    out.retain(|c| !matches!(c, '{' | '}' | '$'));
    out
}

/// Whether a place of a URL is for data.
pub(super) fn is_data(url: &str, place: &Range<usize>, is_image: bool) -> bool {
    let before = url.as_bytes()[..place.start].last().copied().unwrap_or(b' ');
    let is_value = matches!(before, b'=' | b'/' | b'{' | b'$' | b'?' | b'&' | b'.');
    // `filter[name]=` is a name, not a place.
    if url[place.clone()].starts_with(['[', '<']) && !is_value {
        return false;
    }
    let is_query = url[..place.start].contains('?');
    let (mut is_strong, mut is_weak, mut last, mut letters) = (false, false, String::new(), 0);
    let inside = url[place.clone()].trim_start_matches("%7B").trim_end_matches("%7D");
    for part in name::parts(inside) {
        last = part.to_ascii_lowercase();
        letters += last.len();
        is_strong |= STRONG.contains(&last.as_str());
        is_weak |= WEAK.contains(&last.as_str());
    }
    if ORDINARY.contains(&last.as_str()) {
        return false;
    }
    is_strong || is_query && (is_weak || is_image && letters > 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_for_data_are_told_from_those_of_interfaces() {
        for (url, in_link, in_image) in [
            ("https://e.com/?d={DATA}", true, true),
            ("https://e.com/{conversation summary}", true, true),
            ("https://e.com/?d=${chat.history}", true, true),
            ("https://e.com/?d=%7Bsecrets%7D", true, true),
            ("https://e.com/?t={message}", true, true),
            ("https://e.com/?anything={whatever}", false, true),
            ("https://e.com/<SUMMARY>/a", true, true),
            ("https://e.com/users/{user_id}/messages/{message_id}", false, false),
            ("https://e.com/?page={page}&after={message_id}", false, false),
            ("https://e.com/{z}/{x}/{y}.png", false, false),
            ("https://e.com/?filter[data]=1", false, false),
            ("https://e.com/?c={data:[1]}", false, false),
            ("https://e.com/{", false, false),
        ] {
            let told = |is_image| places(url).any(|place| is_data(url, &place, is_image));
            assert_eq!((told(false), told(true)), (in_link, in_image), "{url}");
        }
    }

    proptest! {
        #[test]
        fn places_lie_in_the_url_in_order(url in "[a-z{}<>\\[\\]%7BDé$ .=/]{0,60}") {
            let mut at = 0;
            for place in places(&url) {
                prop_assert!(at <= place.start && place.start < place.end && place.end <= url.len());
                at = place.end;
                let _ = is_data(&url, &place, true);
            }
            let _ = without_places(&url);
        }
    }
}
