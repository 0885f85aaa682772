//! The names of members, so that two of one object do not become equal when values in them are replaced.

use std::collections::BTreeMap;

/// The names in the open objects that have something in them that stands for a value, or looks like it.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    /// Objects by the order in which they were opened, each inside the one before, with how often each name stood there.
    open: Vec<(usize, BTreeMap<Vec<u8>, usize>)>,
}

impl Keys {
    /// Whether a name could be equal to one in which a value was replaced.
    pub(crate) fn may_be_equal(name: &[u8]) -> bool {
        name.iter().any(|byte| matches!(byte, b'[' | b'*') || *byte == "⟦".as_bytes()[0])
    }

    /// The number that tells `name` from equal ones before it in the same object: 1 is none at all.
    pub(crate) fn number(&mut self, object: usize, name: &[u8]) -> usize {
        while self.open.last().is_some_and(|open| open.0 > object) {
            self.open.pop();
        }
        if self.open.last().is_none_or(|open| open.0 < object) {
            self.open.push((object, BTreeMap::new()));
        }
        let Some((_, names)) = self.open.last_mut() else { return 1 };
        let mut number = names.get(name).map_or(1, |stood| stood + 1);
        // `[EMAIL] (2)` may stand there already.
        while number > 1 && names.contains_key(&numbered(name, number)) {
            number += 1;
        }
        names.insert(name.to_vec(), number);
        if number > 1 {
            names.insert(numbered(name, number), 1);
        }
        number
    }
}

fn numbered(name: &[u8], number: usize) -> Vec<u8> {
    [name, &suffix(number).into_bytes()].concat()
}

/// What is written behind a name that stands there for this many times.
pub(crate) fn suffix(number: usize) -> String {
    format!(" ({number})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_of_one_object_are_told_apart() {
        let mut keys = Keys::default();
        assert_eq!([keys.number(1, b"a"), keys.number(1, b"a"), keys.number(1, b"b")], [1, 2, 1]);
        assert_eq!(keys.number(2, b"a"), 1, "an object inside");
        assert_eq!(keys.number(1, b"a"), 3, "and back");
        assert_eq!(keys.number(3, b"a"), 1, "another one inside");
        assert_eq!([keys.number(4, b"a (2)"), keys.number(4, b"a"), keys.number(4, b"a")], [1, 1, 3]);
    }
}
