//! What holds for any text.

use super::super::Links;
use super::find;
use proptest::prelude::*;

/// Pieces of links, so that random texts are full of half-made ones.
const PIECES: &[&str] = &[
    "http", "https", "hxxp", ":", "//", "/", "\\", "@", ".", "[.]", "(dot)", "[at]", "[", "]", "(", ")", "{", "%",
    "%2e", "%2F", "%3A", "%40", "%25", "evil", "com", "xn--", "a", "0x7f", "127", "1", "é", "а", "。", "．",
    "\u{200b}", "日", "💩", "\t", "\n", " ", "\"", "$", "-", "_", "?", "#", "=", "&", "::", "ws", "file", "www", "rs",
];

fn check(text: &str) -> Result<(), TestCaseError> {
    for link in find(text) {
        prop_assert!(text.get(link.span.clone()).is_some_and(|span| !span.is_empty()), "{:?}", link);
        prop_assert!(link.host.is_ascii() && !link.host.is_empty() && link.host.len() <= 253, "{:?}", link);
        prop_assert!(!link.host.bytes().any(|b| b.is_ascii_uppercase() || b.is_ascii_whitespace()), "{:?}", link);
        prop_assert!(Links::possible(text));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24)) {
        check(&pieces.concat())?;
    }
}

/// The work grows with the text and not with its square: a square would make this test the slowest of all by far.
#[test]
fn nested_prefixes_are_linear() {
    for piece in [
        "http://", "http:", "http:@", "http://a/", "http://a?http://", "http%3A%2F%2F", "a.", "a.com", "a@", "a@a.",
        "@", ".", "[.]", "a[.]", "%2e", "http://a%2e", "http://a\t", "http://a.\n", "[dot]a", "[at]a", "\u{200b}",
        "http://\u{200b}", "。a", "(", "[", "\"@a.com", "\\", "a.com\\@", "http:\\", "http://[", "//a.com", "%", "%25",
        "1.", "xn--a.", "http://@", "日。", "a.com/", "a.com?u=", "http://a.com\\@",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        let mut count = 0_usize;
        Links::default().find(&text, &mut |link| count += link.host.len());
        assert!(count <= text.len() * 4, "{piece}: {count}");
    }
}
