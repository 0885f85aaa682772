//! What was read is found again or not, without a panic, through any wrapping that is undone: what is reported is bounded, stands
//! in the response, and is the same each time. Canonical text stays as it is.
//!
//! Pieces: the response, and the arguments.

use super::pieces;
use vetgate_flow::{Addresses, Certainty, Found, Knowledge, Labels, Memory, Orders, Origin, Place, canonical, links_with_data};
use vetgate_sensitive::Links;

fn find(response: &str, arguments: &str) -> (Vec<Found>, bool) {
    let mut memory = Memory::new(4096);
    let origin =
        Origin { session: 0, call: 1, server: "a".into(), tool: "read".into(), private: Certainty::Known, outside: Certainty::No, is_secret: false };
    memory.remember(&origin, response);
    memory.remember_atom(&origin, "/a", "card", response);
    let mut found = vec![];
    let is_all = memory.find("b/send", arguments, &mut found);
    memory.wrote(arguments);
    memory.remember(&origin, arguments);
    memory.find("b/send", response, &mut found);
    (found, is_all)
}

pub(crate) fn run(input: &str) {
    let [response, arguments] = pieces(input);
    let folded = canonical(response);
    assert_eq!(canonical(&folded), folded);

    let (found, is_all) = find(response, arguments);
    for one in &found {
        assert!(one.text.len() <= Found::TEXT && one.novel <= one.characters && one.pieces >= 1, "{one:?}");
    }
    assert!(found.len() <= 2 * Memory::FOUND);
    assert_eq!((&found, is_all), (&find(response, arguments).0, is_all));

    let mut addresses = Addresses::default();
    addresses.read(1, response);
    addresses.wrote(arguments);
    let mut orders = Orders::default();
    let from = Place { call: 1, server: "a".into(), tool: "read".into(), pointer: String::new() };
    orders.take(from, response, 0, true);
    let _ = (addresses.acquaintance(arguments), orders.obeyed(&["send".into()], [("/a", arguments)].into_iter(), &Knowledge::NONE));

    for carrier in links_with_data(response, &Links::default()) {
        assert!(response.get(carrier.span.clone()).is_some());
        assert!(!carrier.alarm().evidence.chars().any(char::is_control));
    }
    if let Some(labels) = Labels::of(response) {
        assert!(labels.characters <= response.len() && response.ends_with(&labels.below));
    }
}
