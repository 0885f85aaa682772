//! The name that was probably meant, where a name is unknown.

use vetgate_text::distance;

/// The nearest of `names`, whole or by what follows their dot, if any is near.
pub fn closest(asked: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let asked: Vec<char> = asked.to_lowercase().chars().take(60).collect();
    let near = |id: &'static str| {
        let distance = |name: &str| distance::slips(&asked, &name.chars().collect::<Vec<_>>());
        // `ssn` means `us_ssn`, and a whole name is nearer than a part of one.
        let has_part = id.split(['.', '_']).any(|part| part.chars().eq(asked.iter().copied()));
        let tail = id.split_once('.').map_or(usize::MAX, |(_, tail)| 2 * distance(tail) + 1);
        tail.min(2 * distance(id)).min(if has_part { 2 } else { usize::MAX })
    };
    let (best, id) = names.map(|id| (near(id), id)).min()?;
    (best / 2 <= asked.len().div_ceil(3)).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_name_and_other_words_find_none() {
        let names = ["us_ssn", "rfc-rug-pull", "directive.imperative"];
        let found = |asked: &str| closest(asked, names.into_iter());
        assert_eq!(found("rfc-rug-pul"), Some("rfc-rug-pull"));
        assert_eq!(found("ssn"), Some("us_ssn"));
        assert_eq!(found("imperativ"), Some("directive.imperative"));
        assert_eq!(found("entirely different words"), None);
    }
}
