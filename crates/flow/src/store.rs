//! Canonical text that is kept, and found again.
//!
//! Pieces of text, one after another, each at a place that never changes; when the bound is reached the oldest go. What is
//! looked for is looked up gram by gram ([`Grams`]) and every hit is compared byte by byte in both directions, so what is
//! reported is there.
//!
//! Guarantees: the text takes at most 1¼ times the bound; looking up is linear in what is looked for, whatever is kept:
//! comparing is charged against a budget that the caller gives.

mod spots;

use crate::grams::{Bucket, GRAM, Grams, RUN, STRIDE, gram};
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
