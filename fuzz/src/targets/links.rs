//! Links stand where they say, reading them is total, the quick look overlooks none, and so for documents.

use vetgate_sensitive::Links;

pub(crate) fn run(text: &str) {
    let possible = Links::possible(text);
    let links = Links::new(["acme.io", "xn--bcher-kva.example"]);
    links.find(text, &mut |link| {
        assert!(possible && text.get(link.span.clone()).is_some());
    });
    links.find_in_document(text, &mut |spot, link| {
        assert!(!spot.pointers().is_empty() || text.get(link.span.clone()).is_some());
    });
}
