//! What follows from an act on a thing.

use crate::Tag;
use crate::lexical::meaning::{Act, Thing};
use std::sync::LazyLock;

/// How strongly an act on a thing speaks for each tag: 0 to 3, in the order of [`Tag::ALL`].
pub(crate) type Strengths = [u8; Tag::ALL.len()];

type Table = Vec<[Strengths; Thing::ALL.len()]>;

static FRAMES: LazyLock<Table> = LazyLock::new(|| {
    let mut table: Table = vec![[Strengths::default(); Thing::ALL.len()]; Act::ALL.len()];
    for (tag, strength, acts, things) in rows() {
        for (act, thing) in acts.iter().flat_map(|act| things.iter().map(move |thing| (*act, *thing))) {
            let known = &mut table[act as usize][thing as usize][tag as usize];
            *known = strength.max(*known);
        }
    }
    table
});

/// How strongly `act` on `thing` speaks for each tag.
pub(crate) fn strengths(act: Act, thing: Thing) -> &'static Strengths {
    &FRAMES[act as usize][thing as usize]
}

/// The rows of the file; one that cannot be read is left out, and a test sees that there is none.
fn rows() -> impl Iterator<Item = (Tag, u8, Vec<Act>, Vec<Thing>)> {
    lines().filter_map(|line| {
        let (head, tail) = line.split_once('=')?;
        let (tag, strength) = head.trim().split_once(' ')?;
        let (acts, things) = tail.split_once('|')?;
        let acts = acts.split(',').map(|act| Act::named(act.trim())).collect::<Option<Vec<Act>>>()?;
        let things = things.split(',').map(|thing| Thing::named(thing.trim())).collect::<Option<Vec<Thing>>>()?;
        Some((Tag::named(tag)?, strength.parse().ok()?, acts, things))
    })
}

fn lines() -> impl Iterator<Item = &'static str> {
    let all = include_str!("lexicon/frames.txt").lines();
    all.filter(|line| !line.starts_with('#') && !line.starts_with("version"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_every_tag_has_one() {
        assert_eq!(rows().count(), lines().count());
        for tag in Tag::ALL {
            assert!(rows().any(|(row, strength, ..)| row == tag && strength == 3), "{tag}");
        }
    }

    #[test]
    fn reading_a_file_is_plain_and_reading_a_sensor_is_nothing() {
        assert_eq!(strengths(Act::Read, Thing::File)[Tag::FsRead as usize], 3);
        assert_eq!(strengths(Act::Read, Thing::Device), &Strengths::default());
    }
}
