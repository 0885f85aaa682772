//! Words that the reading takes for one another.

use crate::words::synonym::INTERCHANGEABLE;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// For each word that stands in one of those rows and no other, its row.
static ROWS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let rows = include_str!("lexicon/en.txt").lines().filter_map(|line| line.split_once('='));
    let rows = rows.filter(|(name, _)| INTERCHANGEABLE.contains(&name.trim()));
    let mut known: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut ambiguous = Vec::new();
    for (_, row) in rows {
        let entries: Vec<&str> = row.split(',').map(str::trim).filter(|entry| !entry.is_empty()).collect();
        for entry in &entries {
            let others = entries.iter().copied().filter(|other| other != entry).collect();
            if known.insert(entry, others).is_some() {
                ambiguous.push(*entry);
            }
        }
    }
    known.retain(|word, _| !ambiguous.contains(word));
    known
});

/// The words and phrases that mean to the reading what `word` means, given in lower case; none if it is not sure.
pub(crate) fn synonyms(word: &str) -> &'static [&'static str] {
    ROWS.get(word).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_are_of_one_meaning_and_never_the_word_itself() {
        assert!(synonyms("invoke").contains(&"use") && !synonyms("invoke").contains(&"invoke"));
        assert!(synonyms("recipient").is_empty());
        assert!(synonyms("report").is_empty(), "sends or tells");
    }
}
