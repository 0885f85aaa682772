//! Who chose where a call goes.
//!
//! A recipient that the agent names out of its own head is the user's, as far as a gateway can know. One that a response
//! brought is looked at: as a field of a record it is what agents work with, in somebody's prose it is a suggestion, and
//! what a call does with a suggestion makes the rest ([`route`](crate::route)).
//!
//! Cost: nothing for values without a sign of an address.

use super::reading::{ADDRESSEE, Reading};
use crate::label::is_recipient_name;
use crate::session::Session;
use crate::{Call, Leaf, route};
use vetgate_flow::provenance::{Case, Deed, Load, NamedBy, Ruling, decide};
use vetgate_flow::{
    Acquaintance, Certainty, Edge, Found, Leg, Level, Memory, Naming, Pattern, Place, Suggested, canonical,
    fetched_by_formula,
};
use vetgate_sensitive::Category;

/// The longest name that a place is given, in bytes.
const CALLED: usize = 64;
/// How many arguments are asked for who named them.
const LEAVES: usize = 1024;
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
                suggested.extend(named.map(|(naming, from)| self.suggestion(session, naming, from, leaf, address)));
            }
            if let Some((url, from)) = formula(session, text) {
                suggested.push(self.suggestion(session, Naming::Formula, from, leaf, url));
            }
            if let Some(from) = session.called(&call.tool.server, text).filter(|_| self.opens(call, leaf, true)) {
                suggested.push(self.suggestion(session, Naming::Route, from, leaf, text));
            }
        }
        self.accounts(call, session, &mut suggested);
        suggested
    }

    fn suggestion(&self, session: &Session, naming: Naming, from: Place, leaf: &Leaf, address: &str) -> Suggested {
        let is_outside = session.is_outside(from.call);
        let characters = address.chars().filter(|c| c.is_alphanumeric()).count() as u32;
        Suggested { naming, from, pointer: self.arguments.pointer(leaf).as_str().to_owned(), characters, is_outside }
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
            suggested.extend(from.map(|from| self.suggestion(session, Naming::Account, from, leaf, value)));
        }
    }

    /// Notes the addresses and accounts that the agent names: what it named before anybody else did is its own.
    pub(super) fn note_own(&self, call: &Call, written: &str, session: &mut Session) {
        session.addresses.wrote(written);
        for found in self.matches.iter().filter(|found| found.category == Category::Financial) {
            session.addresses.wrote_account(call.arguments.get(found.span.clone()).unwrap_or_default());
        }
    }

    /// Who named where the call goes, the least trusted of all its destinations; nothing where it names none.
    pub(super) fn destination_named_by(&self, session: &Session) -> Option<NamedBy> {
        let leaves = self.arguments.leaves().iter().filter(|leaf| !is_originator(self.arguments.key(leaf)));
        let mut named_by: Option<NamedBy> = None;
        for leaf in leaves.take(LEAVES) {
            let Some(text) = leaf.value.text().filter(|text| text.len() <= ADDRESSEE) else { continue };
            let is_recipient = is_recipient_name(self.arguments.key(leaf));
            if !is_recipient && !text.contains("://") {
                continue;
            }
            for address in text.split([',', ';', ' ']).filter(|part| part.len() > 2) {
                let by = named(session, address, text);
                named_by = named_by.max(by);
            }
        }
        named_by
    }

    /// What the strict guarantee has against the call: a destination that nobody trusted named, in a session that has read
    /// private data and untrusted content. `number` is the call.
    pub(super) fn unnamed(&self, call: &Call, number: u64, session: &Session) -> Option<Edge> {
        if !session.trifecta.has_two()
            || (!self.goes_outside() && !self.changes && self.signals.destinations.is_empty())
        {
            return None;
        }
        let (named_by, deed, pointer) = match self.changes {
            // What is sent without an address goes to whoever is behind the server.
            true if self.goes_outside() || self.destination_named_by(session).is_some() => {
                let addressed = self.addressees_named_by(session);
                let (named_by, pointer) = addressed.unwrap_or((NamedBy::Nobody, String::new()));
                (named_by, Deed::Sends, pointer)
            }
            true => return None,
            false => {
                let (leaf, named_by) = self.composed(session)?;
                (named_by, Deed::Composes, self.arguments.pointer(leaf).as_str().to_owned())
            }
        };
        let case = Case { named_by, deed, load: Load::Private, is_exposed: true, is_strict: true };
        let row = decide(&case);
        if row.ruling < Ruling::Hold {
            return None;
        }
        let stand = session.trifecta.stand(Leg::UntrustedContent)?;
        let (server, tool) = (call.tool.server.as_str().into(), call.tool.name.as_str().into());
        Some(Edge {
            from: Place {
                call: stand.first.call,
                server: stand.first.server.as_str().into(),
                tool: stand.first.tool.as_str().into(),
                pointer: String::new(),
            },
            to: Place { call: number, server, tool, pointer },
            pattern: Pattern::UntrustedToDestination,
            level: Level::Critical,
            characters: 0,
            novel: 0,
            transforms: vec![],
            reason: format!("{} (named by: {})", row.meaning.trim_end_matches('.'), named_by.name()),
        })
    }

    /// Who named whom the call is addressed to, the least trusted, and the argument. What is no address counts as well.
    fn addressees_named_by(&self, session: &Session) -> Option<(NamedBy, String)> {
        let before =
            session.trifecta.stand(Leg::UntrustedContent).map_or(0, |stand| stand.first.call.saturating_sub(1));
        let leaves = self.arguments.leaves().iter().filter(|leaf| !is_originator(self.arguments.key(leaf)));
        let leaves = leaves.take(LEAVES).filter_map(|leaf| Some((leaf, leaf.value.written()?)));
        let addressed = leaves.filter(|(leaf, text)| {
            is_recipient_name(self.arguments.key(leaf)) || text.contains("://") || text.contains('@')
        });
        let each = addressed.flat_map(|(leaf, text)| {
            let is_long = text.len() > ADDRESSEE;
            let parts = text.split([',', ';', ' ']).filter(|part| part.len() > 1);
            parts.take(if is_long { 0 } else { LEAVES }).map(move |part| (leaf, part, text)).chain(
                // What is too long for an address is nobody's.
                is_long.then_some((leaf, "", text)),
            )
        });
        let by = |(leaf, part, text): (&Leaf, &str, &str)| {
            let known = named(session, part, text);
            let is_agents = || session.errands.named_before(before, &canonical(part));
            let by = known.unwrap_or_else(|| if is_agents() { NamedBy::Agent } else { NamedBy::Nobody });
            (by, self.arguments.pointer(leaf).as_str().to_owned())
        };
        each.map(by).max_by_key(|(by, _)| *by)
    }

    /// The address of a read that the agent put together, and who named its host.
    fn composed(&self, session: &Session) -> Option<(&Leaf<'_>, NamedBy)> {
        let urls = self.arguments.leaves().iter().filter_map(|leaf| Some((leaf, leaf.value.text()?)));
        let hosts = urls.filter(|(leaf, text)| text.contains("://") || is_recipient_name(self.arguments.key(leaf)));
        let is_outside = |text: &str| {
            self.signals.destinations.iter().any(|host| text.to_ascii_lowercase().contains(&host.to_ascii_lowercase()))
        };
        let composed = hosts.filter(|(_, text)| {
            is_outside(text) && !session.user_words.name(text) && session.addresses.acquaintance(text).is_none()
        });
        let by = |text: &str| match session.addresses.acquaintance_of_host(text) {
            Some(Acquaintance::User | Acquaintance::Agent) => NamedBy::Agent,
            Some(Acquaintance::Field(_)) => NamedBy::Record,
            Some(Acquaintance::Prose(_)) => NamedBy::Prose,
            None => NamedBy::Nobody,
        };
        composed.map(|(leaf, text)| (leaf, by(text))).max_by_key(|(_, by)| *by)
    }

    /// Whether the user's words ask for what the call destroys.
    pub(super) fn is_asked(&self, call: &Call, session: &Session) -> bool {
        let values = self.arguments.leaves().iter().filter_map(|leaf| leaf.value.text());
        let values = values.filter(|text| text.len() <= ADDRESSEE);
        !session.user_words.is_empty() && session.user_words.ask_removal(&call.tool.labels.words, values)
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

/// Who named one destination. What is no address, such as the name of a channel, counts only where the user said it.
fn named(session: &Session, address: &str, whole: &str) -> Option<NamedBy> {
    if session.user_words.name(address) || session.user_words.name(whole) {
        return Some(NamedBy::User);
    }
    let known = session.addresses.acquaintance(address).or_else(|| session.addresses.acquaintance_of_host(address));
    match known {
        Some(Acquaintance::User) => Some(NamedBy::User),
        Some(Acquaintance::Agent) => Some(NamedBy::Agent),
        Some(Acquaintance::Field(_)) => Some(NamedBy::Record),
        Some(Acquaintance::Prose(_)) => Some(NamedBy::Prose),
        None if !address.contains(['@', '.', '/', '+']) => None,
        None if session.trifecta.stand(Leg::UntrustedContent).is_none() => Some(NamedBy::Agent),
        None => Some(NamedBy::Nobody),
    }
}

/// The address that a formula sends data to, and the response that named it.
fn formula<'t>(session: &Session, text: &'t str) -> Option<(&'t str, Place)> {
    let url = fetched_by_formula(text)?;
    session.known_host(url).map(|from| (url, from))
}
