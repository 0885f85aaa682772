//! Where a text may share a run with what is kept, whichever way it is turned.
//!
//! One pass over the text for all four turns. It works in blocks, and each block in steps: which places have a hint, where the
//! hints point, what stands there, what that means. The tables and the text are larger than the nearest caches, so what a step
//! needs is asked for at once and not one after the other.

use super::Store;
use crate::grams::{BLOCK, GRAM, Hint, RUN, TURNS, gram, turns, unturned};

impl Store {
    /// Where in `text` a gram stands that is kept: as it is, turned by thirteen, backwards, or both. One pass for all four;
    /// `unturned` is the text without its turn ([`grams::unturned`](crate::grams::unturned)).
    pub(crate) fn spots(&self, text: &[u8], unturned: &[u8], spots: &mut [Vec<u32>; TURNS]) {
        self.spots_from(text, 0, unturned, spots);
    }

    /// The same of the part of `text` around `seam` that [`find_across`](Self::find_across) looks at.
    pub(crate) fn spots_across(&self, text: &[u8], seam: usize, scratch: &mut Vec<u8>, spots: &mut [Vec<u32>; TURNS]) {
        let start = seam.saturating_sub(RUN - 1);
        let end = (seam + RUN - 1).min(text.len());
        unturned(&text[start..end], scratch);
        self.spots_from(text, u32::try_from(start).unwrap_or(u32::MAX), scratch, spots);
    }

    fn spots_from(&self, text: &[u8], start: u32, unturned: &[u8], spots: &mut [Vec<u32>; TURNS]) {
        spots.iter_mut().for_each(Vec::clear);
        if self.live() < RUN {
            return;
        }
        let mut hints = [Hint::default(); BLOCK];
        // Where a hint points, and what stands there: one step for all hints of a block, see `BLOCK`.
        let (mut pointed, mut kept) = (Vec::new(), Vec::new());
        for (from, block) in (start..).step_by(BLOCK).zip((0..unturned.len()).step_by(BLOCK)) {
            let block = &unturned[block..(block + BLOCK + GRAM - 1).min(unturned.len())];
            let count = self.grams.hints(block, &mut hints);
            pointed.clear();
            for hint in &hints[..count] {
                self.grams.hinted(*hint).each(|place| {
                    if place >= self.oldest {
                        pointed.push((u32::from(hint.at), place));
                    }
                });
            }
            kept.clear();
            kept.extend(pointed.iter().map(|(at, place)| Kept::of(&self.text, *at, self.offset(*place))));
            for together in kept.chunk_by(|one, other| one.at == other.at) {
                let at = together[0].at;
                spot(text, from + at, &block[at as usize..], together, spots);
            }
        }
    }
}

/// What stands where a hint points.
struct Kept {
    /// The place of the hint in its block.
    at: u32,
    gram: u64,
    around: Option<u128>,
}

impl Kept {
    #[inline]
    fn of(text: &[u8], at: u32, offset: usize) -> Self {
        let around = around(text, offset);
        // The end of a text is no gram of another.
        let gram = match around {
            Some(around) => (around >> (8 * MORE)) as u64,
            None => gram(&text[offset..]).unwrap_or(u64::MAX),
        };
        Self { at, gram, around }
    }
}

/// Notes `at` for every turn in which the gram there is one that is kept.
#[inline]
fn spot(text: &[u8], at: u32, unturned: &[u8], kept: &[Kept], spots: &mut [Vec<u32>; TURNS]) {
    let (Some(here), Some(unturned)) = (gram(&text[at as usize..]), gram(unturned)) else { return };
    let turns = turns(here, unturned);
    // A bit for each turn that gives the same eight bytes; most often none but the first does.
    let bits = |gram: u64| (0..TURNS).fold(0_u8, |bits, turn| bits | u8::from(gram == turns[turn]) << turn);
    let (own, around) = (bits(here), around(text, at as usize));
    let mut there = 0_u8;
    for kept in kept {
        there |= match kept.gram == here {
            true => own & !1 | u8::from(may_run(around, kept.around)),
            false => bits(kept.gram),
        };
    }
    while there != 0 {
        spots[there.trailing_zeros() as usize % TURNS].push(at);
        there &= there - 1;
    }
}

/// How many bytes a run has more than a gram.
const MORE: usize = RUN - GRAM;

/// The gram at `at` of `text` with as many bytes before it, and behind it, as a run has more.
#[inline]
fn around(text: &[u8], at: usize) -> Option<u128> {
    let bytes = text.get(at.checked_sub(MORE)?..)?.first_chunk::<{ GRAM + 2 * MORE }>()?;
    Some(u128::from_le_bytes(*bytes))
}

/// Whether a gram that is the same in two places may be part of a run there: as many bytes as a run has more must be the
/// same beside it. Texts of one language share words everywhere, and hardly ever that much.
#[inline]
fn may_run(one: Option<u128>, other: Option<u128>) -> bool {
    // At an end of a text the bytes tell.
    let (Some(one), Some(other)) = (one, other) else { return true };
    let differs = one ^ other;
    let behind = (differs as u32).leading_zeros() / 8;
    let ahead = ((differs >> (8 * (GRAM + MORE))) as u32).trailing_zeros() / 8;
    (behind + ahead) as usize >= MORE
}

#[cfg(test)]
mod tests {
    use super::super::Budget;
    use super::*;
    use crate::{canonical, grams};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_spots_of_a_text_are_all_that_its_turns_need(
            kept in prop::collection::vec("[a-e0-2]{10,60}|[a-z0-9é]{10,60}", 1..8),
            picks in prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, 8..30_usize, 0..4_usize), 0..6),
            between in "[a-z0-9]{0,12}",
        ) {
            let mut store = Store::new(10_000);
            kept.iter().for_each(|piece| { store.push(piece.as_bytes()); });
            let mut wanted = Vec::new();
            for (piece, start, length, turn) in picks {
                let piece: Vec<char> = piece.get(&kept).chars().skip(start).take(length).collect();
                let piece: String = if turn > 1 { piece.iter().rev().collect() } else { piece.iter().collect() };
                let mut turned = piece.clone().into_bytes();
                if turn % 2 == 1 {
                    canonical::rot13(piece.as_bytes(), &mut turned);
                }
                wanted.extend(turned);
                wanted.extend(between.bytes());
            }
            let (mut turned, mut unturned, mut spots) = (vec![], vec![], <[Vec<u32>; TURNS]>::default());
            canonical::rot13(&wanted, &mut turned);
            grams::unturned(&wanted, &mut unturned);
            store.spots(&wanted, &unturned, &mut spots);
            let budget = Budget { compared: 1 << 20, matches: 1 << 10 };
            let check = |text: &[u8], spots: &[u32]| {
                let (mut expected, mut found) = (vec![], vec![]);
                store.find(text, &mut budget.clone(), |matched| expected.push(matched));
                store.find_at_spots(text, spots, &mut budget.clone(), |matched| found.push(matched));
                prop_assert_eq!(found, expected);
                Ok(())
            };
            check(&wanted, &spots[0])?;
            check(&turned, &spots[1])?;
            if wanted.is_ascii() && wanted.len() >= GRAM {
                let (mut backwards, mut both) = (vec![], vec![]);
                canonical::reversed(&wanted, &mut backwards);
                canonical::reversed(&turned, &mut both);
                for (text, spots) in [(&backwards, &spots[2]), (&both, &spots[3])] {
                    let mirrored: Vec<u32> = spots.iter().rev().map(|spot| (wanted.len() - GRAM) as u32 - spot).collect();
                    check(text, &mirrored)?;
                }
            }
        }
    }
}
