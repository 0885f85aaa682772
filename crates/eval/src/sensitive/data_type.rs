//! The types of personal data and secrets that are scored, and what others call them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use vetgate_sensitive::{Category, Kind, catalogue};

/// What others call our types, as data.
const NAMES: &str = include_str!("data_type_names.txt");

/// The type that every kind of secret is of: who issued it is not scored.
const SECRET: &str = "secret";

/// The kind by whose rules the value of a secret is masked.
const CREDENTIAL: &str = "credential";

/// What a file can be about. A file that marks nothing of a family says nothing against what is found of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Family {
    Personal,
    Secret,
    Path,
}

impl Family {
    pub(super) const ALL: [Self; 3] = [Self::Personal, Self::Secret, Self::Path];

    fn of(category: Category) -> Self {
        match category {
            Category::Secret => Self::Secret,
            Category::Path => Self::Path,
            _ => Self::Personal,
        }
    }
}

/// One type that is scored.
#[derive(Debug)]
pub(crate) struct Type {
    /// The id of its first kind, or `secret`.
    pub(super) name: &'static str,
    pub(super) family: Family,
    /// By whose rules a value of the type is masked.
    pub(super) kind: &'static Kind,
    /// Whether it counts only where a file marks it somewhere.
    pub(super) is_rarely_marked: bool,
    kinds: Vec<&'static str>,
}

impl Type {
    /// Whether a finding of `kind` is one of this type.
    pub(super) fn covers(&self, kind: &str) -> bool {
        match self.name {
            SECRET => of_kind(kind).is_some_and(|own| own.name == SECRET),
            _ => self.kinds.iter().any(|own| is_variant(kind, own)),
        }
    }
}

/// Whether `kind` is `base` or a way of writing it: `us_ssn_compact` is a `us_ssn`.
fn is_variant(kind: &str, base: &str) -> bool {
    kind.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

struct Table {
    types: Vec<Type>,
    /// Places in `types`, by the names that others have for them, and by kind.
    by_name: BTreeMap<String, usize>,
    by_kind: BTreeMap<&'static str, usize>,
    /// Words in the names of secrets.
    words: BTreeSet<&'static str>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let kinds: BTreeMap<&'static str, &'static Kind> =
        catalogue().map(|listed| (listed.kind.id.as_ref(), listed.kind)).collect();
    let known = |id: &str| *kinds.get(id).expect("a test reads data_type_names.txt, which names kinds that there are");
    let secret =
        Type { name: SECRET, family: Family::Secret, kind: known(CREDENTIAL), is_rarely_marked: false, kinds: vec![] };
    let mut table =
        Table { types: vec![secret], by_name: BTreeMap::new(), by_kind: BTreeMap::new(), words: BTreeSet::new() };
    let mut rare = BTreeSet::new();
    let add = |table: &mut Table, kinds: Vec<&'static str>| {
        let kind = known(kinds[0]);
        let family = Family::of(kind.category);
        table.types.push(Type { name: &kind.id, family, kind, is_rarely_marked: false, kinds });
        table.types.len() - 1
    };
    for line in NAMES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(words) = line.strip_prefix("secret ~") {
            table.words = words.split_whitespace().collect();
        } else if let Some(kinds) = line.strip_prefix('?') {
            rare = kinds.split_whitespace().collect();
        } else if let Some((kinds, names)) = line.split_once('=') {
            let place = add(&mut table, kinds.split_whitespace().collect());
            table.by_name.extend(names.split_whitespace().map(|name| (name.to_owned(), place)));
        }
    }
    // Kinds that nobody else names are types of their own, the shortest id first: the others may be ways of writing it.
    let mut ids: Vec<&'static str> = kinds.keys().copied().collect();
    ids.sort_by_key(|id| id.len());
    for id in ids {
        let place = match Family::of(kinds[id].category) {
            Family::Secret => 0,
            _ => match table.types.iter().position(|own| own.name != SECRET && is_variant(id, own.name)) {
                Some(place) => place,
                None => add(&mut table, vec![id]),
            },
        };
        table.by_kind.insert(id, place);
    }
    table.types.iter_mut().for_each(|own| own.is_rarely_marked = rare.contains(own.name));
    table
});

/// The type that findings of `kind` count for.
pub(super) fn of_kind(kind: &str) -> Option<&'static Type> {
    TABLE.by_kind.get(kind).map(|place| &TABLE.types[*place])
}

/// Every secret.
pub(super) fn secret() -> &'static Type {
    &TABLE.types[0]
}

/// The type that `name` stands for, whoever named it; `None` if no rule could find it.
pub(super) fn named(name: &str) -> Option<&'static Type> {
    if let Some(own) = of_kind(name) {
        return Some(own);
    }
    let upper = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let name: String = name.chars().map(upper).collect();
    if let Some(place) = TABLE.by_name.get(&name) {
        return Some(&TABLE.types[*place]);
    }
    name.split('_').any(|word| TABLE.words.contains(word)).then(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_ours() {
        for (name, own) in [
            ("US_SSN", "us_ssn"),
            ("EMAIL_ADDRESS", "email"),
            ("Phone Number", "phone"),
            ("IBAN_CODE", "iban"),
            ("us_ssn_compact", "us_ssn"),
            ("date_of_birth", "date_of_birth"),
            ("nl_bsn", "nl_bsn"),
            ("np.adobe.1", "secret"),
            ("clickhouse-cloud-api-secret-key", "secret"),
            ("github.pat", "secret"),
            ("secret", "secret"),
        ] {
            assert_eq!(named(name).map(|own| own.name), Some(own), "{name}");
        }
        for name in ["PERSON", "LOCATION", "ORGANIZATION", "DATE_TIME", "STREET_ADDRESS", "URL", "AGE"] {
            assert!(named(name).is_none(), "{name}");
        }
    }

    #[test]
    fn no_name_stands_for_two_types() {
        let mut seen = BTreeSet::new();
        let rows = NAMES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
        for name in rows.flat_map(|(_, names)| names.split_whitespace()) {
            assert!(seen.insert(name), "{name} stands twice");
        }
        assert!(seen.len() > 80);
    }

    #[test]
    fn a_type_covers_its_kinds_and_their_ways_of_writing() {
        let covers = |name: &str, kind: &str| named(name).is_some_and(|own| own.covers(kind));
        assert!(covers("US_SSN", "us_ssn") && covers("US_SSN", "us_ssn_compact") && covers("DE_PASSPORT", "passport"));
        assert!(covers("secret", "password") && covers("np.aws.1", "jwt"));
        assert!(!covers("US_SSN", "us_itin") && !covers("secret", "email") && !covers("IBAN_CODE", "bic"));
    }
}
