//! Any arguments are taken apart without a panic, and every leaf has a place; what leaves with them is bounded.

use vetgate_flow::Outgoing;
use vetgate_guard::Arguments;
use vetgate_sensitive::Links;

pub(crate) fn run(text: &str) {
    let arguments = Arguments::read(text);
    assert_eq!(arguments.raw(), text);
    for leaf in arguments.leaves() {
        let pointer = arguments.pointer(leaf);
        assert!(arguments.keys(leaf).count() <= pointer.tokens().count());
        assert!(arguments.keys(leaf).next().unwrap_or_default() == arguments.key(leaf));
    }
    let outgoing = Outgoing::of(text, &Links::default(), true);
    assert_eq!(outgoing.bytes, text.len() as u64);
    assert!(outgoing.addressed().count() <= outgoing.destinations.len());
    assert_eq!(outgoing, Outgoing::of(text, &Links::default(), true));
}
