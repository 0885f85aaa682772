//! Disguises word by word.

use super::dice::Dice;

/// Other words of the same meaning for all words that have any, in the same case.
pub(super) fn synonyms(words: &str, dice: &mut Dice) -> Option<String> {
    let mut out = String::new();
    for run in words.split_inclusive(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '/' | '.' | '\'')) {
        let core = run.trim_end_matches(|c: char| !c.is_alphanumeric());
        let other = vetgate_vet::synonyms(&core.to_ascii_lowercase());
        match dice.pick(other) {
            Some(other) if core.starts_with(|c: char| c.is_ascii_uppercase()) => {
                out.extend(other.chars().take(1).map(|c| c.to_ascii_uppercase()));
                out.extend(other.chars().skip(1));
            }
            Some(other) => out.push_str(other),
            None => out.push_str(core),
        }
        out.push_str(&run[core.len()..]);
    }
    Some(out)
}
