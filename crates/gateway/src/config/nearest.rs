//! The word that somebody may have meant.

/// The one of `known` that is spelt most like `given`, if any is near. Case, `-` and `_` do not count.
pub(super) fn nearest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let given = letters(given);
    let by_distance = known.into_iter().map(|word| (distance(&given, &letters(word)), word));
    let (slips, word) = by_distance.min()?;
    (slips <= given.len().div_ceil(4)).then_some(word)
}

fn letters(word: &str) -> Vec<char> {
    word.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).take(60).collect()
}

/// Letters to add, drop or replace to get from one word to the other.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_and_another_spelling_find_the_word_and_anything_else_finds_none() {
        let known = ["listen", "limits", "allowed_hosts", "allowed_origins"];
        for (given, expected) in [
            ("lisen", Some("listen")),
            ("limit", Some("limits")),
            ("allowedOrigins", Some("allowed_origins")),
            ("ALLOWED-HOSTS", Some("allowed_hosts")),
            ("tokens", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, known), expected, "{given}");
        }
    }
}
