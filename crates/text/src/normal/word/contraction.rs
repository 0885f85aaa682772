//! `don't` is `do not`; a possessive is left alone.

/// The expansion of `word` together with what follows it, and how many bytes of what follows belong to it.
pub(super) fn expand(word: &str, after: &str) -> Option<(&'static str, usize)> {
    if word.len() > LONGEST || word.is_empty() {
        return None;
    }
    let rest = after.as_bytes();
    let suffix = if rest.first() == Some(&b'\'') {
        let length = rest[1..].iter().take(3).take_while(|b| b.is_ascii_alphabetic()).count();
        let ends = !rest.get(length + 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'\'');
        if length == 0 || length > 2 || !ends {
            return None;
        }
        &after[..=length]
    } else if word.len() > 3 && word.as_bytes()[word.len() - 2..].eq_ignore_ascii_case(b"nt") {
        ""
    } else {
        return None;
    };
    let mut buffer = [0; LONGEST + 3];
    let whole = buffer.get_mut(..word.len() + suffix.len())?;
    whole[..word.len()].copy_from_slice(word.as_bytes());
    whole[word.len()..].copy_from_slice(suffix.as_bytes());
    whole.make_ascii_lowercase();
    let at = EXPANSIONS.binary_search_by(|(short, _)| short.as_bytes().cmp(whole)).ok()?;
    Some((EXPANSIONS[at].1, suffix.len()))
}

/// Letters before the apostrophe of the longest entry, or in the longest without one.
const LONGEST: usize = 8;

// The contractions with what they stand for, sorted: `EXPANSIONS`.
include!(concat!(env!("OUT_DIR"), "/contractions.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expansions_are_sorted_and_fit() {
        assert!(EXPANSIONS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(EXPANSIONS.iter().all(|(short, _)| short.split('\'').next().is_some_and(|word| word.len() <= LONGEST)));
    }

    #[test]
    fn contractions_expand_and_possessives_stay() {
        for (word, after, found) in [
            ("Don", "'t tell", Some(("do not", 2))),
            ("can", "'t.", Some(("cannot", 2))),
            ("you", "'re", Some(("you are", 3))),
            ("It", "'s", Some(("it is", 2))),
            ("dont", " tell", Some(("do not", 0))),
            ("user", "'s file", None),
            ("users", "' files", None),
            ("don", "'ts", None),
            ("rock", "'n'roll", None),
            ("document", " it", None),
        ] {
            assert_eq!(expand(word, after), found, "{word}{after}");
        }
    }
}
