//! Canonical text that is kept, and found again.
//!
//! Pieces of text, one after another, each at a place that never changes; when the bound is reached the oldest go. What is
//! looked for is looked up gram by gram ([`Grams`]) and every hit is compared byte by byte in both directions, so what is
//! reported is there.
//!
//! Guarantees: the text takes at most 1¼ times the bound; looking up is linear in what is looked for, whatever is kept:
//! comparing is charged against a budget that the caller gives.

use crate::grams::{BLOCK, Bucket, GRAM, Grams, Hint, RUN, STRIDE, TURNS, gram, turns, unturned};
use std::ops::Range;

/// What stands between two pieces: in no UTF-8 text, so that no match goes across.
const GAP: u8 = 0xFF;
/// Places are counted in 32 bits; long before they run out, the store begins anew.
const LAST_PLACE: u32 = u32::MAX - (1 << 30);

/// The kept text.
#[derive(Debug)]
pub(crate) struct Store {
    text: Vec<u8>,
    /// The place of the first byte of `text`.
    base: u32,
    /// The first place that still counts.
    oldest: u32,
    grams: Grams,
    bound: usize,
}

/// A run that what is looked for shares with what is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Match {
    /// Where it starts in what is looked for.
    pub(crate) at: usize,
    /// Where it starts in what is kept.
    pub(crate) place: u32,
    /// Its length in bytes.
    pub(crate) length: usize,
}

/// What a search may still cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// Bytes that may be compared.
    pub(crate) compared: usize,
    /// Matches that may be reported.
    pub(crate) matches: usize,
}

impl Budget {
    /// Whether something was left out for want of budget.
    pub(crate) fn is_spent(&self) -> bool {
        self.compared == 0 || self.matches == 0
    }
}

impl Store {
    /// An empty store for that many bytes.
    pub(crate) fn new(bound: usize) -> Self {
        Self { text: Vec::new(), base: 1, oldest: 1, grams: Grams::default(), bound: bound.min(1 << 28) }
    }

    /// Whether `more` bytes fit only if older ones go.
    pub(crate) fn is_full_for(&self, more: usize) -> bool {
        self.live() + more + 1 > self.bound
    }

    /// Whether places are about to run out, so that everything has to go.
    pub(crate) fn is_worn_out(&self) -> bool {
        self.end() > LAST_PLACE
    }

    /// Lets everything before `place` go.
    pub(crate) fn forget_before(&mut self, place: u32) {
        self.oldest = place.clamp(self.oldest, self.end());
        let dead = self.offset(self.oldest);
        if dead > self.bound / 4 || dead == self.text.len() {
            self.text.drain(..dead);
            self.base = self.oldest;
        }
    }

    /// Keeps `piece`, cut to the bound; its place.
    pub(crate) fn push(&mut self, piece: &[u8]) -> u32 {
        let piece = &piece[..piece.len().min(self.bound.saturating_sub(1))];
        let place = self.end();
        let needed = (self.live() + piece.len() + 1).min(self.bound);
        if self.text.capacity() < self.text.len() + piece.len() + 1 {
            let most = self.bound + self.bound / 4 + 1;
            let wanted = (self.text.len() + piece.len() + 1).max((self.text.capacity() * 2).min(most));
            self.text.reserve_exact(wanted - self.text.len());
        }
        self.text.extend_from_slice(piece);
        self.text.push(GAP);
        if self.grams.is_small_for(needed) {
            self.rebuild(needed);
        } else {
            self.grams.enter(piece, place, self.oldest);
        }
        place
    }

    /// Enters everything that is kept into a larger table.
    fn rebuild(&mut self, bytes: usize) {
        // Twice what is needed now, so that growing stays cheap, but never more than the bound asks for.
        self.grams = Grams::sized((bytes * 2).min(self.bound));
        let mut place = self.oldest;
        let from = self.offset(self.oldest);
        for piece in self.text[from..].split(|byte| *byte == GAP) {
            self.grams.enter(piece, place, self.oldest);
            place += u32::try_from(piece.len() + 1).unwrap_or(u32::MAX);
        }
    }

    /// The `length` bytes at `place`, or what is left of them.
    pub(crate) fn text(&self, place: u32, length: usize) -> &[u8] {
        let start = self.offset(place).min(self.text.len());
        &self.text[start..(start + length).min(self.text.len())]
    }

    /// Finds the runs of [`RUN`] bytes or more that `wanted` shares with what is kept, from left to right; several at one spot if
    /// they stand in several places.
    pub(crate) fn find(&self, wanted: &[u8], budget: &mut Budget, report: impl FnMut(Match)) {
        self.find_from(wanted, 0..wanted.len(), budget, report);
    }

    /// Finds the runs that go across `seam`. Every stretch of [`RUN`] bytes of a run has a gram that is entered, so those
    /// around the seam are enough.
    pub(crate) fn find_across(&self, wanted: &[u8], seam: usize, budget: &mut Budget, report: impl FnMut(Match)) {
        self.find_from(wanted, seam.saturating_sub(RUN - 1)..seam + STRIDE - 1, budget, report);
    }

    fn find_from(&self, wanted: &[u8], starts: Range<usize>, budget: &mut Budget, mut report: impl FnMut(Match)) {
        if self.live() < RUN {
            return;
        }
        let mut at = starts.start;
        while at < starts.end {
            let Some(key) = wanted.get(at..).and_then(gram) else { return };
            // Nearly every place ends here, so nothing else is done in this loop.
            let Some(bucket) = self.grams.bucket(key) else {
                at += 1;
                continue;
            };
            at = self.find_at(wanted, at, bucket, budget, &mut report);
            if budget.is_spent() {
                return;
            }
        }
    }

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

    /// The same as [`find`](Self::find), where it is known at which `spots` of `wanted`, in order, something may stand.
    pub(crate) fn find_at_spots(
        &self,
        wanted: &[u8],
        spots: &[u32],
        budget: &mut Budget,
        mut report: impl FnMut(Match),
    ) {
        let mut next = 0;
        for at in spots.iter().map(|spot| *spot as usize) {
            if at < next {
                continue;
            }
            let Some(bucket) = wanted.get(at..).and_then(gram).and_then(|key| self.grams.bucket(key)) else { continue };
            next = self.find_at(wanted, at, bucket, budget, &mut report);
            if budget.is_spent() {
                return;
            }
        }
    }

    /// Reports the runs that go through the gram at `at`; where to go on.
    #[inline(never)]
    fn find_at(
        &self,
        wanted: &[u8],
        at: usize,
        bucket: Bucket,
        budget: &mut Budget,
        report: &mut impl FnMut(Match),
    ) -> usize {
        let mut next = at + 1;
        bucket.each(|place| {
            if place < self.oldest || budget.is_spent() {
                return;
            }
            let Some(found) = self.extend(wanted, at, place, budget) else { return };
            budget.matches -= 1;
            // Grams that reach past the end of the longest match may belong to another.
            next = next.max(found.at + found.length - (GRAM - 1));
            report(found);
        });
        next
    }

    /// Whether the gram at the start of `wanted` stands at one of `places`.
    pub(crate) fn stands_in(&self, wanted: &[u8], places: Range<u32>) -> bool {
        let Some(key) = gram(wanted) else { return false };
        let mut is_there = false;
        self.grams.look_up(key, |place| {
            // Most are elsewhere, and the text there need not be fetched.
            is_there |=
                places.contains(&place) && place >= self.oldest && gram(&self.text[self.offset(place)..]) == Some(key);
        });
        is_there
    }

    /// Calls `visit` with every place where the gram at the start of `wanted` really stands.
    pub(crate) fn places(&self, wanted: &[u8], mut visit: impl FnMut(u32)) {
        let Some(key) = gram(wanted) else { return };
        self.grams.look_up(key, |place| {
            if place >= self.oldest && gram(&self.text[self.offset(place)..]) == Some(key) {
                visit(place);
            }
        });
    }

    fn extend(&self, wanted: &[u8], at: usize, place: u32, budget: &mut Budget) -> Option<Match> {
        let offset = self.offset(place);
        let ahead = common_prefix(&wanted[at..], self.text.get(offset..)?);
        if ahead < GRAM {
            budget.compared = budget.compared.saturating_sub(GRAM);
            return None;
        }
        let kept = &self.text[self.offset(self.oldest)..offset];
        let behind = wanted[..at].iter().rev().zip(kept.iter().rev()).take_while(|(a, b)| a == b).count();
        budget.compared = budget.compared.saturating_sub(ahead + behind);
        let length = ahead + behind;
        let behind_places = u32::try_from(behind).ok()?;
        (length >= RUN).then_some(Match { at: at - behind, place: place - behind_places, length })
    }

    fn live(&self) -> usize {
        self.text.len() - self.offset(self.oldest)
    }

    fn end(&self) -> u32 {
        self.base + u32::try_from(self.text.len()).unwrap_or(u32::MAX >> 1)
    }

    fn offset(&self, place: u32) -> usize {
        usize::try_from(place.saturating_sub(self.base)).unwrap_or(usize::MAX)
    }

    /// What it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.text.capacity() + self.grams.bytes()
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

/// How many bytes `a` and `b` share at their start, eight at a time.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let mut length = 0;
    while let (Some(x), Some(y)) = (gram(&a[length..]), gram(&b[length..])) {
        if x != y {
            return length + (x ^ y).trailing_zeros() as usize / 8;
        }
        length += GRAM;
    }
    length + a[length..].iter().zip(&b[length..]).take_while(|(x, y)| x == y).count()
}

#[cfg(test)]
mod tests {
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
