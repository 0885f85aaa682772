//! Which names of fields say nothing about their values, remembered: records have the same members over and over.

use crate::Detector;
use crate::credential::{self, Meaning};
use crate::names::Field;
use crate::street;
use crate::vocabulary::Near;

/// How many places there are to remember names in, as a power of two; each has room for two.
const PLACES: usize = 32;

/// The names of a document that came last.
#[derive(Debug)]
pub(crate) struct Quiet {
    known: [[Known; 2]; PLACES],
}

impl Default for Quiet {
    fn default() -> Self {
        Self { known: [[Known::default(); 2]; PLACES] }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Known {
    name: Name,
    /// Nothing before the name has come again: asking costs more than the answer saves once.
    is_quiet: Option<bool>,
}

/// A name of up to sixteen bytes: its length, its first and its last eight bytes, or four, or fewer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Name(usize, u64, u64);

impl Name {
    /// The name, if it is short enough.
    #[inline]
    fn of(name: &[u8]) -> Option<Self> {
        if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            return (name.len() <= 16).then_some(Self(
                name.len(),
                u64::from_le_bytes(*first),
                u64::from_le_bytes(*last),
            ));
        }
        if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            return Some(Self(name.len(), u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into()));
        }
        let few = name.iter().fold(0, |few, byte| few << 8 | u64::from(*byte));
        Some(Self(name.len(), few, 0))
    }

    /// Where it is remembered.
    #[inline]
    fn place(self) -> usize {
        let mixed = (self.1 ^ self.2.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 59) as usize % PLACES
    }
}

impl Quiet {
    /// The field, and whether its names say nothing, if they came before.
    pub(crate) fn told<'f>(&mut self, detector: &Detector, field: Field<'f>) -> Field<'f> {
        let is_quiet = self.says_nothing(detector, field.name)
            && (field.parent.is_empty() || self.says_nothing(detector, field.parent));
        Field { is_quiet, ..field }
    }

    /// Whether a name is known to say nothing, as that of a field or of the one around it.
    fn says_nothing(&mut self, detector: &Detector, name: &[u8]) -> bool {
        let Some(short) = Name::of(name) else { return false };
        let [newer, older] = &mut self.known[short.place()];
        let known = match short {
            short if newer.name == short => newer,
            short if older.name == short => older,
            name => {
                *older = std::mem::replace(newer, Known { name, is_quiet: None });
                return false;
            }
        };
        *known.is_quiet.get_or_insert_with(|| is_quiet(detector, name))
    }
}

/// Whether the name means no secret, no address and no kind of number.
fn is_quiet(detector: &Detector, name: &[u8]) -> bool {
    let (field, mut near) = (Field { name, ..Field::default() }, Near::default());
    detector.vocabulary.near(field, b"", 0, 0, &mut near);
    near.is_nothing() && credential::meaning(name) == Meaning::Nothing && !street::is_named(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_quiet_from_its_second_value_on_if_its_names_say_nothing() {
        let detector = Detector::new();
        for (name, parent, expected) in [
            ("updated", "", true),
            ("updated", "author", true),
            ("updated", "ssn", false),
            ("ssn", "", false),
            ("x", "", true),
            ("id", "note", true),
            ("ids", "notes_of_a_house", true),
            ("api_key", "", false),
            ("street", "", false),
            ("line1", "address", false),
            ("a_name_that_is_longer_than_any_that_is_remembered", "", false),
        ] {
            let mut quiet = Quiet::default();
            let field = Field { name: name.as_bytes(), parent: parent.as_bytes(), is_quiet: false };
            let answers = [(); 4].map(|()| quiet.told(&detector, field).is_quiet);
            assert!(!answers[0] && answers[3] == expected, "{name} in {parent}: {answers:?}");
        }
    }

    #[test]
    fn names_are_not_taken_for_others() {
        let names: Vec<String> = (0..20).flat_map(|length| ["a".repeat(length), "b".repeat(length)]).collect();
        for (at, one) in names.iter().enumerate() {
            for other in &names[at + 1..] {
                let (one, other) = (Name::of(one.as_bytes()), Name::of(other.as_bytes()));
                assert!(one != other || one.is_none() || one == Some(Name::default()), "{one:?}");
            }
        }
    }
}
