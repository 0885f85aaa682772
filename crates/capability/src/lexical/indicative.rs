//! Names that say by themselves what a tool can do: `cat`, `rename`, `bash`.
//!
//! The weights judge an act on a thing, and such a name has no thing. It counts only as the whole name, and only as long
//! as nothing else in the definition or around it names another thing: `delete` of an issue tracker deletes issues.

use crate::lexical::facts::{Facts, Voice};
use crate::lexical::features;
use crate::{Capability, Level, Role, Tag};
use std::collections::BTreeMap;
use std::sync::LazyLock;

static NAMES: LazyLock<BTreeMap<&'static str, Tag>> = LazyLock::new(|| {
    let rows = include_str!("lexicon/names.txt").lines().filter(|line| !line.starts_with('#'));
    let rows =
        rows.filter_map(|row| row.split_once('=')).filter_map(|(tag, names)| Some((Tag::named(tag.trim())?, names)));
    rows.flat_map(|(tag, names)| names.split(',').map(move |name| (name.trim(), tag))).collect()
});

/// The strength of an act on a thing from which on it names the tag plainly enough.
const PLAIN: u8 = 2;

/// Raises the tag that `name` stands for to medium, if nothing else says what the tool acts on, or if that agrees.
pub(crate) fn raise(capabilities: &mut Vec<Capability>, name: &str, facts: &Facts) {
    let word = name.to_ascii_lowercase();
    let Some(tag) = NAMES.get(word.as_str()).copied() else { return };

    let frames = features::frame_strengths(facts);
    let others = Voice::ALL.into_iter().filter(|voice| *voice != Voice::Name);
    let is_undescribed = facts.acts(Voice::Lead).is_empty();
    let is_alone = is_undescribed && others.clone().all(|voice| facts.things(voice).is_empty());
    let is_agreed = others.clone().any(|voice| frames[tag as usize][voice as usize] >= PLAIN);
    let takes_another = facts.has_role(Role::Id) || facts.has_role(Role::Query);
    if !(is_agreed || is_alone) || takes_another {
        return;
    }
    match capabilities.iter_mut().find(|capability| capability.tag == tag) {
        Some(capability) if capability.confidence.reaches(Level::Medium) => {}
        Some(capability) => capability.confidence = Level::Medium,
        None => {
            let evidence = vec![format!("name_token:{word}")];
            capabilities.push(Capability { tag, confidence: Level::Medium, evidence });
            capabilities.sort_by_key(|capability| capability.tag);
        }
    }
}
