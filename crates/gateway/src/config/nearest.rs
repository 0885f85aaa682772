//! The word that somebody may have meant.

use vetgate_text::distance;

/// The one of `known` that is spelt most like `given`, if any is near. Case, `-` and `_` do not count.
pub(super) fn nearest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let given = letters(given);
    let by_distance = known.into_iter().map(|word| (distance::slips(&given, &letters(word)), word));
    let (slips, word) = by_distance.min()?;
    (slips <= given.len().div_ceil(4)).then_some(word)
}

fn letters(word: &str) -> Vec<char> {
    word.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).take(60).collect()
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
