//! Words that are spelt almost alike: the last resort for a word of a query that matches nothing.

use crate::dictionary::{Dictionary, TermId};
use vetgate_text::distance;

/// The shortest word that is compared by its spelling: shorter ones are near too many others.
const LEAST: usize = 4;

/// The most words that are compared with one.
const COMPARED: usize = 4096;

/// The most words that one is taken for.
const TAKEN: usize = 8;

/// The words of `dictionary` that are spelt like `word`, the nearest first, and how near they are, up to 1.
pub(crate) fn words(dictionary: &Dictionary, word: &str) -> Vec<(TermId, f64)> {
    let letters: Vec<char> = word.chars().collect();
    let Some(first) = letters.first() else { return vec![] };
    if letters.len() < LEAST || letters.iter().all(|c| c.is_numeric()) {
        return vec![];
    }
    let start = first.to_string();
    let listed = dictionary.words_from(&start).take_while(|(other, _)| other.starts_with(&start)).take(COMPARED);
    let mut found: Vec<(f64, &str, TermId)> =
        listed.filter_map(|(other, id)| Some((nearness(&letters, other)?, other, id))).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    found.truncate(TAKEN);
    found.into_iter().map(|(nearness, _, id)| (id, nearness)).collect()
}

/// How near `other` is to `word`, if it is near at all: a long common beginning, or a slip of the finger.
fn nearness(word: &[char], other: &str) -> Option<f64> {
    if other.contains(' ') {
        return None;
    }
    let other: Vec<char> = other.chars().collect();
    let (shorter, longer) = (word.len().min(other.len()), word.len().max(other.len()));
    if shorter < LEAST {
        return None;
    }
    let common = word.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let beginning = common as f64 / longer as f64;
    if common >= LEAST && beginning >= 0.6 && (common == shorter || shorter - common <= 2) {
        return Some(beginning);
    }
    let slips = match longer {
        0..=4 => return None,
        5..=8 => 1,
        _ => 2,
    };
    (longer - shorter <= slips && distance::slips(word, &other) <= slips).then(|| 1.0 - slips as f64 / longer as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_beginnings_are_near() {
        let near = |one: &str, other: &str| nearness(&one.chars().collect::<Vec<_>>(), other).is_some();
        assert!(near("wether", "weather") && near("calender", "calendar") && near("translte", "translate"));
        assert!(near("recieve", "receive") && near("buscador", "buscar"));
        assert!(!near("file", "fire") && !near("contact", "contrast"));
    }
}
