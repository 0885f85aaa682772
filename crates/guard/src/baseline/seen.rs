//! What has been seen of something that has names: keys of arguments, destinations.
//!
//! Something is *first seen* only where that means something. A tool that goes to another host with every call has no
//! usual hosts: when more than one call in twenty brought something of its own while the tool was learned, the set is *open*
//! and nothing in it is ever first seen (Good and Turing: as often as names came once, names come that never came). It is
//! open, too, when it did not fit.

use serde::{Deserialize, Serialize};

/// A set is open when more calls than one in this many brought a name that came only once.
const OPEN_FROM: u32 = 20;

/// Names that were seen while a tool was learned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen {
    /// By their ids, in ascending order.
    names: Vec<Known>,
    /// Whether there were more than fit.
    is_full: bool,
}

/// A name that was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Known {
    id: u64,
    /// As it may be shown.
    pub(super) shown: String,
    /// Of which types it was, as bits.
    #[serde(default)]
    pub(super) kinds: u8,
    /// In how many calls.
    pub(super) calls: u32,
}

impl Seen {
    /// Takes a name of one call in, if there is room.
    pub(super) fn take(&mut self, id: u64, kinds: u8, most: usize, shown: impl FnOnce() -> String) {
        match self.names.binary_search_by_key(&id, |known| known.id) {
            Ok(at) => {
                let known = &mut self.names[at];
                known.calls = known.calls.saturating_add(1);
                known.kinds |= kinds;
            }
            Err(_) if self.names.len() >= most => self.is_full = true,
            Err(at) => self.names.insert(at, Known { id, shown: shown(), kinds, calls: 1 }),
        }
    }

    /// What is known of a name.
    pub(super) fn get(&self, id: u64) -> Option<&Known> {
        self.names.binary_search_by_key(&id, |known| known.id).ok().map(|at| &self.names[at])
    }

    /// Whether new names are nothing new, after that many calls.
    pub(super) fn is_open(&self, calls: u32) -> bool {
        let once = self.names.iter().filter(|known| known.calls == 1).count() as u32;
        self.is_full || once.saturating_mul(OPEN_FROM) > calls
    }

    pub(super) fn cut(&mut self) {
        self.is_full = true;
    }

    /// The names, the most frequent first.
    pub(super) fn names(&self) -> Vec<&Known> {
        let mut names: Vec<&Known> = self.names.iter().collect();
        names.sort_by(|one, other| other.calls.cmp(&one.calls).then_with(|| one.shown.cmp(&other.shown)));
        names
    }

    /// Whether it can have been made by [`Self::take`].
    pub(super) fn is_sound(&self, most: usize, longest: usize) -> bool {
        self.names.len() <= most
            && self.names.is_sorted_by(|one, next| one.id < next.id)
            && self.names.iter().all(|known| known.shown.len() <= longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(names: impl IntoIterator<Item = u64>) -> Seen {
        let mut seen = Seen::default();
        for id in names {
            seen.take(id, 1, 8, || format!("n{id}"));
        }
        seen
    }

    #[test]
    fn a_set_is_open_when_names_keep_coming() {
        let cases: [(&str, Vec<u64>, bool); 5] = [
            ("no names at all", vec![], false),
            ("always the same", vec![1; 50], false),
            ("two that came once", [vec![1; 48], vec![2, 3]].concat(), false),
            ("three that came once", [vec![1; 47], vec![2, 3, 4]].concat(), true),
            ("more than fit", (0..9).flat_map(|id| vec![id; 6]).collect(), true),
        ];
        for (what, names, is_open) in cases {
            assert_eq!(seen(names).is_open(50), is_open, "{what}");
        }
    }

    #[test]
    fn names_are_found_again_with_their_types() {
        let mut seen = seen([5, 3, 9, 3]);
        seen.take(3, 4, 8, || unreachable!("it is known"));
        assert_eq!(seen.get(3).map(|known| (known.calls, known.kinds)), Some((3, 5)));
        assert_eq!(seen.get(4), None);
        assert_eq!(seen.names()[0].shown, "n3");
        assert!(seen.is_sound(8, 100));
    }
}
