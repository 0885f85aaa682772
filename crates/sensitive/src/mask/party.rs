//! Who has to do with a hidden value: servers, the agent, the person in front of it.

/// The names of all parties, each kept once.
#[derive(Debug, Default)]
pub(super) struct Parties(Vec<Box<str>>);

/// A party's place among [`Parties`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Party(u16);

impl Parties {
    /// More servers than any session has; names come from outside.
    const MOST: usize = 1024;

    /// The party called `name`, if it was met before.
    pub(super) fn find(&self, name: &str) -> Option<Party> {
        (0..).zip(&self.0).find(|(_, known)| known.as_ref() == name).map(|(at, _)| Party(at))
    }

    /// The party called `name`, met now at the latest; `None` if there are too many.
    pub(super) fn meet(&mut self, name: &str) -> Option<Party> {
        if let Some(party) = self.find(name) {
            return Some(party);
        }
        if self.0.len() >= Self::MOST {
            return None;
        }
        self.0.push(name.into());
        Some(Party(self.0.len() as u16 - 1))
    }

    pub(super) fn name(&self, party: Party) -> &str {
        self.0.get(usize::from(party.0)).map_or("", |name| name)
    }
}

/// What a party has to do with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Tie {
    /// It showed the value.
    Source = 1,
    /// It was given the placeholder.
    Holder = 2,
    /// It was given the value in the place of the placeholder.
    Recipient = 4,
}

/// What every party has to do with one value.
#[derive(Debug, Default)]
pub(super) struct Ties(Vec<(Party, u8)>);

impl Ties {
    pub(super) fn add(&mut self, party: Party, tie: Tie) {
        match self.0.iter_mut().find(|(known, _)| *known == party) {
            Some((_, ties)) => *ties |= tie as u8,
            None => self.0.push((party, tie as u8)),
        }
    }

    pub(super) fn has(&self, party: Party, tie: Tie) -> bool {
        self.with(tie).any(|known| known == party)
    }

    /// The parties that have this tie.
    pub(super) fn with(&self, tie: Tie) -> impl Iterator<Item = Party> {
        self.0.iter().filter(move |(_, ties)| ties & tie as u8 != 0).map(|(party, _)| *party)
    }
}
