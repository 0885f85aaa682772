//! Who chose where a call goes.
//!
//! A recipient that the agent names out of its own head is the user's, as far as a gateway can know. One that a response
//! brought is looked at: as a field of a record it is what agents work with, in somebody's prose it is a suggestion, and
//! what a call does with a suggestion makes the rest ([`route`](crate::route)).
//!
//! Cost: nothing for values without a sign of an address.

use super::reading::{ADDRESSEE, Reading};
use crate::session::Session;
use crate::{Call, Leaf, route};
use vetgate_flow::{Certainty, Found, Memory, Naming, Place, Suggested, canonical, fetched_by_formula};
use vetgate_sensitive::Category;

/// The longest name that a place is given, in bytes.
const CALLED: usize = 64;
/// From how many new characters on it is asked who named the tool that they are handed to.
const HANDED: u32 = 24;

impl Reading<'_> {
    /// Recipients that somebody suggested.
    pub(super) fn suggested(&self, call: &Call, session: &mut Session) -> Vec<Suggested> {
        if self.leaves == Certainty::No && !self.changes {
            return vec![];
        }
        let mut suggested = vec![];
        let leaves = self.arguments.leaves().iter().filter(|leaf| !is_originator(self.arguments.key(leaf)));
        for leaf in leaves {
            let Some(text) = leaf.value.text().filter(|text| text.len() <= ADDRESSEE) else { continue };
            let addresses = text.split([',', ';', ' ']).filter(|part| part.contains('@') || part.contains("://"));
            let phone = Some(text).filter(|text| text.starts_with('+'));
            for address in addresses.chain(phone) {
                let named = self.named(call, session, leaf, address);
                suggested.extend(named.map(|(naming, from)| self.suggestion(naming, from, leaf, address)));
            }
            if let Some((url, from)) = formula(session, text) {
                suggested.push(self.suggestion(Naming::Formula, from, leaf, url));
            }
            if let Some(from) = session.called(&call.tool.server, text).filter(|_| self.opens(call, leaf, true)) {
                suggested.push(self.suggestion(Naming::Route, from, leaf, text));
            }
        }
        self.accounts(call, session, &mut suggested);
        suggested
    }

    fn suggestion(&self, naming: Naming, from: Place, leaf: &Leaf, address: &str) -> Suggested {
        let characters = address.chars().filter(|c| c.is_alphanumeric()).count() as u32;
        Suggested { naming, from, pointer: self.arguments.pointer(leaf).as_str().to_owned(), characters }
    }

    /// How an address was suggested, and where.
    fn named(&self, call: &Call, session: &mut Session, leaf: &Leaf, address: &str) -> Option<(Naming, Place)> {
        let is_url = address.contains("://");
        let by_host = || session.suggested_host(address).filter(|_| is_url);
        let exactly = session.suggestion(address);
        let Some(from) = exactly.clone().or_else(by_host) else {
            return session.look_alike(address).map(|from| (Naming::LookAlike, from));
        };
        if self.opens(call, leaf, is_url) {
            return Some((Naming::Route, from));
        }
        if is_url && self.changes {
            let names = self.arguments.leaves().iter().filter(|leaf| route::is_called(self.arguments.key(leaf)));
            let names = names.filter_map(|leaf| leaf.value.text()).filter(|name| name.len() <= CALLED);
            names.for_each(|name| session.call_it(&call.tool.server, name, &from));
        }
        exactly.map(|from| (Naming::Prose, from))
    }

    /// Whether the call opens a way to the address in that argument.
    fn opens(&self, call: &Call, leaf: &Leaf, is_url: bool) -> bool {
        self.changes && route::opens(&call.tool.labels.words, &self.arguments, leaf, is_url)
    }

    /// Accounts that are put on record as the ones to pay to, each a value of its own, and that the prose of another server
    /// has named. One that is paid to once may be the one on the bill.
    fn accounts(&self, call: &Call, session: &Session, suggested: &mut Vec<Suggested>) {
        if !self.changes || !route::sets(&call.tool.labels.words) {
            return;
        }
        for found in self.matches.iter().filter(|found| found.category == Category::Financial) {
            let value = call.arguments.get(found.span.clone()).unwrap_or_default();
            let is_it = |leaf: &&Leaf| leaf.value.text().is_some_and(|text| text.trim() == value);
            let Some(leaf) = self.arguments.leaves().iter().find(is_it) else { continue };
            let from = session.suggestion(value).filter(|from| *from.server != *call.tool.server);
            suggested.extend(from.map(|from| self.suggestion(Naming::Account, from, leaf, value)));
        }
    }

    /// Notes the addresses and accounts that the agent names: what it named before anybody else did is its own.
    pub(super) fn note_own(&self, call: &Call, written: &str, session: &mut Session) {
        session.addresses.wrote(written);
        for found in self.matches.iter().filter(|found| found.category == Category::Financial) {
            session.addresses.wrote_account(call.arguments.get(found.span.clone()).unwrap_or_default());
        }
    }

    /// Where what strangers wrote names the tool that is called, together with its server. Only asked where much of what is
    /// private is handed to a tool that reaches out.
    pub(super) fn named_by(&self, call: &Call, session: &Session, memory: &Memory, found: &[Found]) -> Option<Place> {
        let (server, labels) = (&call.tool.server, &call.tool.labels);
        let reaches_out = labels.is_open || self.leaves > Certainty::No;
        let is_handed = |found: &Found| {
            found.novel >= HANDED && found.origin.private > Certainty::Possible && *found.origin.server != **server
        };
        if server.is_empty() || !reaches_out || !found.iter().any(is_handed) {
            return None;
        }
        let name = canonical(&format!("{server}{}", call.tool.name));
        let by = session.named(memory, &name)?;
        let pointer = String::new();
        Some(Place { call: by.call, server: by.server.clone(), tool: by.tool.clone(), pointer })
    }
}

/// Whether an argument says whom something came from: nothing goes there.
fn is_originator(key: &str) -> bool {
    use crate::words::suggesting::ORIGINATORS;
    ORIGINATORS.iter().any(|name| key.eq_ignore_ascii_case(name))
}

/// The address that a formula sends data to, and the response that named it.
fn formula<'t>(session: &Session, text: &'t str) -> Option<(&'t str, Place)> {
    let url = fetched_by_formula(text)?;
    session.known_host(url).map(|from| (url, from))
}
