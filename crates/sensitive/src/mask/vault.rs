//! The values behind the placeholders of one session, and who may have them back.

use super::mark::{self, Placeholder};
use super::party::{Parties, Party, Tie, Ties};
use crate::Kind;
use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// How much a vault takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many values.
    pub entries: usize,
    /// How many bytes all values have together.
    pub bytes: usize,
}

/// The vault cannot take the value: it is full, or the value is longer than any it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the vault of hidden values is full")]
pub struct VaultFull;

/// The values that placeholders stand for.
///
/// Each value has a placeholder of its own, and equal values of one kind have the same one. Nothing is ever dropped: a
/// placeholder that was given out can be restored as long as the session lasts.
///
/// The vault also knows who showed a value, who was given its placeholder and who got the value back. So a value can be
/// hidden from one party and restored for another, and a party that writes a placeholder it was never given is caught:
/// it hopes that the value will be put into the next call.
pub struct Vault {
    limits: Limits,
    bytes: usize,
    entries: Vec<Entry>,
    /// The entries of each label; placeholder `LABEL_n` is the nth.
    by_label: BTreeMap<String, Vec<usize>>,
    /// The entry of each label and value, by digest: the value itself is held once.
    by_value: BTreeMap<[u8; 32], (usize, usize)>,
    parties: Parties,
    refused: u64,
    journal: Option<Box<Journal>>,
}

/// Is told every new placeholder and its value.
type Journal = dyn FnMut(&str, &str) + Send + Sync;

#[derive(Debug)]
struct Entry {
    value: Hidden,
    ties: Ties,
}

/// A value that never prints.
struct Hidden(Box<str>);

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden")
    }
}

impl Serialize for Hidden {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("hidden")
    }
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vault")
            .field("entries", &self.entries.len())
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

/// A text with placeholders restored.
#[derive(Clone, PartialEq, Eq)]
pub struct Restored<'t> {
    /// The text.
    pub text: Cow<'t, str>,
    /// How many placeholders gave way to their values.
    pub restored: usize,
    /// How many placeholders of this vault stayed because the receiver may not have their values.
    pub withheld: usize,
}

impl fmt::Debug for Restored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut this = f.debug_struct("Restored");
        this.field("restored", &self.restored).field("withheld", &self.withheld).finish_non_exhaustive()
    }
}

/// Where a hidden value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The party that showed it.
    pub party: &'a str,
    /// The label of its kind: `EMAIL`.
    pub label: &'a str,
}

impl Vault {
    /// A private key with its frame is a few kilobytes; the longer a value, the more a short text of placeholders
    /// could grow into.
    const LONGEST_VALUE: usize = 16 * 1024;

    /// A vault with nothing in it.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            bytes: 0,
            entries: Vec::new(),
            by_label: BTreeMap::new(),
            by_value: BTreeMap::new(),
            parties: Parties::default(),
            refused: 0,
            journal: None,
        }
    }

    /// Has `journal` told the placeholder and the value of everything that is hidden from now on, before the placeholder
    /// is given out: the one way in which values leave a vault other than by their placeholders.
    pub fn set_journal(&mut self, journal: impl FnMut(&str, &str) + Send + Sync + 'static) {
        self.journal = Some(Box::new(journal));
    }

    /// Takes back what a journal was told, in the same order. Nobody has ties to it: only [`Vault::restore`] gives it
    /// back.
    ///
    /// False if that is no placeholder, not the next one of its label, or a value that is there already or finds no room.
    ///
    /// ```
    /// use vetgate_sensitive::{Limits, Vault};
    /// let mut vault = Vault::new(Limits { entries: 10, bytes: 1000 });
    /// assert!(vault.take_back("⟦EMAIL_1⟧", "jane.roe@example.com"));
    /// assert_eq!(vault.restore("to ⟦EMAIL_1⟧"), "to jane.roe@example.com");
    /// assert!(!vault.take_back("⟦EMAIL_3⟧", "jo@example.com"));
    /// ```
    #[must_use]
    pub fn take_back(&mut self, placeholder: &str, value: &str) -> bool {
        let whole = mark::placeholders(placeholder).next().filter(|found| found.span == (0..placeholder.len()));
        let Some(Placeholder { label, number, .. }) = whole else { return false };
        let digest = digest(label, value);
        let is_next = number == self.by_label.get(label).map_or(0, Vec::len) + 1;
        let is_taken = is_next && !self.by_value.contains_key(&digest) && self.takes(value);
        if is_taken {
            self.add(label, digest, value);
        }
        is_taken
    }

    /// How many times a value was not taken, because the vault was full or the value too long.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// How many values are hidden.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The placeholder for a value that `from` showed and that `to` shall not see.
    pub fn hide(&mut self, kind: &Kind, value: &str, from: &str, to: &str) -> Result<String, VaultFull> {
        let hidden = self.try_hide(kind, value, from, to);
        self.refused += u64::from(hidden.is_err());
        hidden
    }

    fn try_hide(&mut self, kind: &Kind, value: &str, from: &str, to: &str) -> Result<String, VaultFull> {
        let label = mark::label(kind);
        let digest = digest(&label, value);
        let known = self.by_value.get(&digest).copied();
        if known.is_none() && !self.takes(value) {
            return Err(VaultFull);
        }
        let (from, to) = (self.parties.meet(from).ok_or(VaultFull)?, self.parties.meet(to).ok_or(VaultFull)?);
        let (entry, number) = known.unwrap_or_else(|| self.add(&label, digest, value));
        let ties = &mut self.entries[entry].ties;
        ties.add(from, Tie::Source);
        ties.add(to, Tie::Holder);
        let placeholder = mark::placeholder(&label, number);
        if known.is_none()
            && let Some(journal) = &mut self.journal
        {
            journal(&placeholder, value);
        }
        Ok(placeholder)
    }

    /// Adds a value that is not there yet. Says where it is now, and its number among those of its label.
    fn add(&mut self, label: &str, digest: [u8; 32], value: &str) -> (usize, usize) {
        let numbers = self.by_label.entry(label.to_owned()).or_default();
        numbers.push(self.entries.len());
        self.entries.push(Entry { value: Hidden(value.into()), ties: Ties::default() });
        self.bytes += value.len();
        let place = (self.entries.len() - 1, numbers.len());
        self.by_value.insert(digest, place);
        place
    }

    fn takes(&self, value: &str) -> bool {
        value.len() <= Self::LONGEST_VALUE
            && self.entries.len() < self.limits.entries
            && value.len() <= self.limits.bytes.saturating_sub(self.bytes)
    }

    /// `text` with the value of every placeholder of this vault, for someone who may see all of them.
    ///
    /// Values are not read again, so a value that looks like a placeholder stays what it is. The text is plain text, or
    /// one decoded string of a document: a value may contain quotes.
    pub fn restore<'t>(&self, text: &'t str) -> Cow<'t, str> {
        rewrite(text, |placeholder, out| match self.entry(placeholder) {
            Some(entry) => {
                out.push_str(&self.entries[entry].value.0);
                true
            }
            None => false,
        })
    }

    /// `text` on its way to the party `to`, with the values it may have.
    ///
    /// A party that showed a value, or was given it before, gets it back. Anyone else gets it if `allowed` says so of
    /// one of the parties that showed it. A placeholder that stays counts as given to `to`.
    pub fn restore_for<'t>(
        &mut self,
        to: &str,
        text: &'t str,
        mut allowed: impl FnMut(Origin<'_>) -> bool,
    ) -> Restored<'t> {
        let (mut restored, mut withheld) = (0, 0);
        if mark::placeholders(text).next().is_none() {
            return Restored { text: Cow::Borrowed(text), restored, withheld };
        }
        let receiver = self.parties.meet(to);
        let (by_label, parties, entries) = (&self.by_label, &self.parties, &mut self.entries);
        let text = rewrite(text, |placeholder, out| {
            let Some(entry) = find(by_label, placeholder).and_then(|entry| entries.get_mut(entry)) else {
                return false;
            };
            let knows = |party: Party| entry.ties.has(party, Tie::Source) || entry.ties.has(party, Tie::Recipient);
            let mut sources = entry.ties.with(Tie::Source).map(|source| parties.name(source));
            let may_have =
                receiver.is_some_and(knows) || sources.any(|party| allowed(Origin { party, label: placeholder.label }));
            drop(sources);
            let tie = if may_have { Tie::Recipient } else { Tie::Holder };
            if let Some(receiver) = receiver {
                entry.ties.add(receiver, tie);
            }
            if may_have {
                out.push_str(&entry.value.0);
                restored += 1;
            } else {
                withheld += 1;
            }
            may_have
        });
        Restored { text, restored, withheld }
    }

    /// The placeholders in a text of the party `from` that it was never given, known to this vault or not.
    pub fn forged<'t>(&self, from: &str, text: &'t str) -> impl Iterator<Item = &'t str> {
        let from = self.parties.find(from);
        mark::placeholders(text).filter(move |found| self.is_forged(from, found)).map(|found| &text[found.span])
    }

    /// A text of the party `from` in which no forged placeholder is one any more: `⟪EMAIL_1⟫`.
    pub fn defuse<'t>(&self, from: &str, text: &'t str) -> Cow<'t, str> {
        let from = self.parties.find(from);
        rewrite(text, |placeholder, out| {
            let is_forged = self.is_forged(from, placeholder);
            if is_forged {
                mark::push_defused(placeholder, out);
            }
            is_forged
        })
    }

    fn is_forged(&self, from: Option<Party>, placeholder: &Placeholder<'_>) -> bool {
        let entry = self.entry(placeholder).map(|entry| &self.entries[entry]);
        !entry.zip(from).is_some_and(|(entry, from)| entry.ties.has(from, Tie::Holder))
    }

    fn entry(&self, placeholder: &Placeholder<'_>) -> Option<usize> {
        find(&self.by_label, placeholder)
    }
}

fn digest(label: &str, value: &str) -> [u8; 32] {
    Sha256::new().chain_update(label).chain_update([0]).chain_update(value).finalize().into()
}

fn find(by_label: &BTreeMap<String, Vec<usize>>, placeholder: &Placeholder<'_>) -> Option<usize> {
    by_label.get(placeholder.label)?.get(placeholder.number.checked_sub(1)?).copied()
}

/// `text` with every placeholder that `replace` wrote something for replaced, in one pass.
fn rewrite<'t>(text: &'t str, mut replace: impl FnMut(&Placeholder<'t>, &mut String) -> bool) -> Cow<'t, str> {
    let (mut out, mut done, mut is_changed) = (String::new(), 0, false);
    for placeholder in mark::placeholders(text) {
        out.push_str(&text[done..placeholder.span.start]);
        let is_replaced = replace(&placeholder, &mut out);
        // One that stays is copied with what follows it, so that no byte is copied twice.
        done = if is_replaced { placeholder.span.end } else { placeholder.span.start };
        is_changed |= is_replaced;
    }
    if !is_changed {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Category;
    use std::sync::mpsc;
    use vetgate_model::Severity;

    #[test]
    fn what_a_journal_was_told_can_be_taken_back() {
        let limits = Limits { entries: 3, bytes: 1000 };
        let email = Kind::new("email", "e-mail address", Category::Contact, Severity::Medium);
        let phone = Kind::new("phone", "telephone number", Category::Contact, Severity::Medium);
        let (sender, told) = mpsc::channel();
        let mut vault = Vault::new(limits);
        vault.set_journal(move |placeholder, value| {
            let _ = sender.send((placeholder.to_owned(), value.to_owned()));
        });
        let hidden = [(&email, "a@b.io"), (&phone, "+1 2"), (&email, "a@b.io"), (&email, "⟦EMAIL_1⟧")];
        let text: String = hidden.map(|(kind, value)| vault.hide(kind, value, "", "").expect("room")).concat();
        assert_eq!(text, "⟦EMAIL_1⟧⟦PHONE_1⟧⟦EMAIL_1⟧⟦EMAIL_2⟧");
        assert!(vault.hide(&email, "too@many.io", "", "").is_err());
        drop(vault.journal.take());
        let told: Vec<_> = told.into_iter().collect();
        assert_eq!((told.len(), vault.refused()), (3, 1), "each once, and none that was refused");
        let mut again = Vault::new(limits);
        assert!(told.iter().all(|(placeholder, value)| again.take_back(placeholder, value)));
        assert_eq!(again.restore(&text), "a@b.io+1 2a@b.io⟦EMAIL_1⟧");
        assert_eq!(again.hide(&phone, "+1 2", "", ""), Ok("⟦PHONE_1⟧".to_owned()), "equal values stay equal");
    }

    #[test]
    fn what_no_journal_was_told_is_not_taken() {
        let mut vault = Vault::new(Limits { entries: 2, bytes: 1000 });
        assert!(vault.take_back("⟦EMAIL_1⟧", "a"));
        let wrong =
            ["", "EMAIL_2", "⟦EMAIL_0⟧", "⟦EMAIL_1⟧", "⟦EMAIL_3⟧", "⟦EMAIL_2⟧ ", "⟦EMAIL_2⟧⟦EMAIL_3⟧", "⟦email_2⟧"];
        for placeholder in wrong {
            assert!(!vault.take_back(placeholder, "b"), "{placeholder}");
        }
        assert!(!vault.take_back("⟦EMAIL_2⟧", "a"), "one value, two placeholders");
        assert!(!vault.take_back("⟦EMAIL_2⟧", &"b".repeat(1001)), "no room");
        assert!(vault.take_back("⟦EMAIL_2⟧", "b"));
        assert!(!vault.take_back("⟦EMAIL_3⟧", "c"), "no room");
    }
}
