//! Where each run of eight canonical bytes stands: the index of a [`Store`](crate::store::Store).
//!
//! One place in five is entered ([`STRIDE`]), and every place of what is looked for is looked up, so two texts that share
//! [`RUN`] = 8 + 5 - 1 bytes share a gram that is entered. (Winnowing enters one in three for the same guarantee, and must
//! see every place of what is remembered too.) A gram is eight bytes, so its key is the word that they are: nothing rolls, and
//! nothing has to be undone. A gram, the same turned by thirteen, and both backwards have one home ([`kin`]), so one look at a
//! place of a text tells whether it could stand here in any of the four ways; which one, the bytes tell.
//!
//! Guarantees: a look-up reads one bucket of [`SLOTS`] tags, whatever the table holds; a gram has at most [`PLACES`] places, the
//! latest, so text that repeats cannot make chains. Where a gram has as many already, or its bucket is full, a
//! neighbour is entered in its stead, and only where all five are crowded an older place gives way: a run whose grams all stand in more
//! than [`PLACES`] other places may be found at those only. Tags collide, so a hit is a hint, which the store verifies. Places
//! that are no longer kept count as free; nothing is ever deleted.

use std::ops::Range;

/// How many bytes a gram has.
pub(crate) const GRAM: usize = 8;
/// From one entered place to the next.
pub(crate) const STRIDE: usize = 5;
/// The shortest shared run that is always found.
pub(crate) const RUN: usize = GRAM + STRIDE - 1;
/// How many places of one gram are kept.
const PLACES: usize = 4;
/// How many entries share a bucket.
const SLOTS: usize = 16;
/// The smallest table, in buckets.
const FEWEST: usize = 16;
/// How many grams are worked on side by side. The table is larger than the nearest cache: what is fetched from it one after the
/// other is waited for each time, what is asked for at once is waited for once.
pub(crate) const BLOCK: usize = 32;
/// The same where grams are entered: fewer, because one that finds no room puts those behind it out of step.
const ENTERED: usize = 8;

/// The table: buckets, each with the latest entry first. An empty slot has the tag and the place zero, which no text
/// stands at. As many as are needed and no more: every line that it does not have leaves room for another in the cache.
#[derive(Debug, Default)]
pub(crate) struct Grams {
    tags: Vec<[u16; SLOTS]>,
    places: Vec<Places>,
}

/// The places of a bucket. Aligned, so that none lies across two lines of a cache: each is fetched at once.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Places([u32; SLOTS]);

/// Where a gram belongs.
#[derive(Debug, Clone, Copy, Default)]
struct Home {
    bucket: u32,
    tag: u16,
}

/// A place of a text whose gram may stand in the table.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Hint {
    /// Which place it is, counted from the first that was asked for.
    pub(crate) at: u16,
    tag: u16,
    bucket: u32,
}

/// A bucket that has the tag of a gram.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bucket<'g> {
    places: &'g [u32; SLOTS],
    /// Which slots have the tag, a bit each.
    slots: u16,
}

impl Bucket<'_> {
    /// Calls `visit` with every place where the gram may stand.
    #[inline]
    pub(crate) fn each(self, mut visit: impl FnMut(u32)) {
        let mut slots = self.slots;
        while slots != 0 {
            visit(self.places[slots.trailing_zeros() as usize % SLOTS]);
            slots &= slots - 1;
        }
    }
}

/// The letters of `bytes` as if none had been turned by thirteen: `a` to `m` stay, `n` to `z` become them.
pub(crate) fn unturned(bytes: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.extend(bytes.iter().map(|byte| unturned_byte(*byte)));
}

#[inline]
fn unturned_byte(byte: u8) -> u8 {
    byte - if matches!(byte, b'n'..=b'z') { 13 } else { 0 }
}

/// The same of one gram, all bytes at once.
#[inline]
fn unturned_gram(gram: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let low = gram & !HIGH;
    let from_n = low + ONES * (0x80 - b'n' as u64);
    let past_z = low + ONES * (0x80 - (b'z' + 1) as u64);
    let turned = (from_n & !past_z & !gram & HIGH) >> 7;
    gram - turned * 13
}

/// A gram turned by thirteen; `unturned` is the same gram unturned.
#[inline]
fn turned_gram(gram: u64, unturned: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    // What is unturned and a letter is one of the first thirteen; those that it changed go there, the others come from there.
    let low = unturned & !HIGH;
    let from_a = low + ONES * (0x80 - b'a' as u64);
    let past_m = low + ONES * (0x80 - (b'm' + 1) as u64);
    let letters = (from_a & !past_m & !unturned & HIGH) >> 7;
    unturned + (unturned + letters * 13 - gram)
}

/// In which ways a text may be written.
pub(crate) const TURNS: usize = 4;

/// A gram as it is, turned by thirteen, backwards, and both.
#[inline]
pub(crate) fn turns(gram: u64, unturned: u64) -> [u64; TURNS] {
    let turned = turned_gram(gram, unturned);
    [gram, turned, gram.swap_bytes(), turned.swap_bytes()]
}

/// What an unturned gram has in common with the same gram backwards.
#[inline]
fn kin(unturned: u64) -> u64 {
    unturned.min(unturned.swap_bytes())
}

/// Whether the bucket has the tag: all slots at once.
#[inline]
fn has(tags: &[u16; SLOTS], tag: u16) -> bool {
    tags.iter().fold(false, |has, other| has | (*other == tag))
}

/// Puts `value` before the others of a bucket, and lets the one in slot `last` go.
#[inline]
fn put_first<T: Copy>(slots: &mut [T; SLOTS], last: usize, value: T) {
    slots.copy_within(..last, 1);
    slots[0] = value;
}

/// The gram at the start of `bytes`.
#[inline]
pub(crate) fn gram(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk::<GRAM>().map(|bytes| u64::from_le_bytes(*bytes))
}

impl Grams {
    /// Where a gram belongs whose letters are unturned.
    #[inline]
    fn home(&self, unturned: u64) -> Home {
        let wide = u128::from(kin(unturned)) * 0x9E37_79B9_7F4A_7C15_u128;
        let mixed = (wide >> 64) as u64 ^ wide as u64;
        // Bits that choose no bucket, and never zero.
        let tag = u16::try_from(mixed >> 8 & 0xFFFF).unwrap_or_default() | 1;
        let bucket = ((mixed >> 32) * self.tags.len() as u64) >> 32;
        Home { bucket: u32::try_from(bucket).unwrap_or_default(), tag }
    }

    /// The bucket that `gram` may stand in, if it has one of its kind.
    #[inline]
    pub(crate) fn bucket(&self, gram: u64) -> Option<Bucket<'_>> {
        self.unturned_bucket(unturned_gram(gram))
    }

    #[inline]
    fn unturned_bucket(&self, unturned: u64) -> Option<Bucket<'_>> {
        let home = self.home(unturned);
        has(self.tags.get(home.bucket as usize)?, home.tag).then(|| self.slots(home))
    }

    #[inline]
    fn slots(&self, home: Home) -> Bucket<'_> {
        let tags = &self.tags[home.bucket as usize];
        let slots = (0..SLOTS).fold(0, |slots, slot| slots | u16::from(tags[slot] == home.tag) << slot);
        Bucket { places: &self.places[home.bucket as usize].0, slots }
    }

    /// Which of the grams of `unturned` bytes, the first [`BLOCK`] of them, may stand in the table, turned or not, forwards or
    /// backwards. How many these are; nothing in here depends on whether it is so, nor waits for it.
    pub(crate) fn hints(&self, unturned: &[u8], hints: &mut [Hint; BLOCK]) -> usize {
        let mut count = 0;
        let unturned = &unturned[..unturned.len().min(BLOCK + GRAM - 1)];
        for (at, eight) in (0..).zip(unturned.array_windows()) {
            let Home { bucket, tag } = self.home(u64::from_le_bytes(*eight));
            let Some(tags) = self.tags.get(bucket as usize) else { return 0 };
            hints[count % BLOCK] = Hint { at, tag, bucket };
            count += usize::from(has(tags, tag));
        }
        count
    }

    /// The bucket of a hint.
    #[inline]
    pub(crate) fn hinted(&self, hint: Hint) -> Bucket<'_> {
        self.slots(Home { bucket: hint.bucket, tag: hint.tag })
    }

    /// Calls `visit` with every place where `gram` may stand.
    #[inline]
    pub(crate) fn look_up(&self, gram: u64, visit: impl FnMut(u32)) {
        if let Some(bucket) = self.bucket(gram) {
            bucket.each(visit);
        }
    }

    /// Enters the grams of `text`, which stands at `start`; places before `oldest`, which is never zero, are free.
    pub(crate) fn enter(&mut self, text: &[u8], start: u32, oldest: u32) {
        let mut homes = [Home::default(); ENTERED];
        // The next place must be entered no later than this.
        let mut due = 0;
        let mut done = 0;
        while let Some(rest) = text.get(due..).filter(|rest| rest.len() >= GRAM) {
            let mut unturned = [0; (ENTERED - 1) * STRIDE + GRAM];
            let span = rest.len().min(unturned.len());
            unturned[..span].copy_from_slice(&rest[..span]);
            unturned.iter_mut().for_each(|byte| *byte = unturned_byte(*byte));
            for (home, eight) in homes.iter_mut().zip(unturned.array_windows().step_by(STRIDE)) {
                *home = self.home(u64::from_le_bytes(*eight));
            }
            for home in &homes[..(span - GRAM) / STRIDE + 1] {
                let at = match self.try_enter(*home, place(start, due), oldest) {
                    true => due,
                    false => self.enter_before(text, done..due, start, oldest),
                };
                let is_in_step = at == due;
                (done, due) = (at + 1, at + STRIDE);
                if !is_in_step {
                    break;
                }
            }
        }
    }

    /// Enters the last gram of `places` that has room, or else the one behind them in the place of another.
    #[cold]
    #[inline(never)]
    fn enter_before(&mut self, text: &[u8], places: Range<usize>, start: u32, oldest: u32) -> usize {
        let due = places.end;
        let home = |grams: &Self, at: usize| text.get(at..).and_then(gram).map(|gram| grams.home(unturned_gram(gram)));
        let has_room = |at: &usize| home(self, *at).is_some_and(|home| self.try_enter(home, place(start, *at), oldest));
        places.rev().find(has_room).unwrap_or_else(|| {
            if let Some(home) = home(self, due) {
                self.replace(home, place(start, due));
            }
            due
        })
    }

    #[inline(always)]
    fn try_enter(&mut self, home: Home, place: u32, oldest: u32) -> bool {
        let tags = &mut self.tags[home.bucket as usize];
        let Places(places) = &mut self.places[home.bucket as usize];
        // The latest stands first, so the last slot tells whether one is free.
        if places[SLOTS - 1] >= oldest {
            return false;
        }
        if has(tags, home.tag) {
            let same = tags.iter().zip(&*places).filter(|(tag, place)| **tag == home.tag && **place >= oldest).count();
            if same >= PLACES {
                return false;
            }
        }
        put_first(tags, SLOTS - 1, home.tag);
        put_first(places, SLOTS - 1, place);
        true
    }

    /// Puts a gram in the place of the oldest of its kind, or of its bucket.
    fn replace(&mut self, home: Home, place: u32) {
        let tags = &mut self.tags[home.bucket as usize];
        let Places(places) = &mut self.places[home.bucket as usize];
        let oldest = tags.iter().rposition(|tag| *tag == home.tag).unwrap_or(SLOTS - 1);
        put_first(tags, oldest, home.tag);
        put_first(places, oldest, place);
    }

    /// Whether the table should be built again, larger, before `more` bytes are entered.
    pub(crate) fn is_small_for(&self, bytes: usize) -> bool {
        self.tags.len() < buckets(bytes)
    }

    /// An empty table for as many bytes.
    pub(crate) fn sized(bytes: usize) -> Self {
        let buckets = buckets(bytes);
        Self { tags: vec![[0; SLOTS]; buckets], places: vec![Places::default(); buckets] }
    }

    /// What it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.tags.capacity() * size_of::<[u16; SLOTS]>() + self.places.capacity() * size_of::<Places>()
    }
}

/// As many buckets as hold the grams of that many bytes when they are three fifths full at most.
fn buckets(bytes: usize) -> usize {
    (bytes / STRIDE * 5 / 3).div_ceil(SLOTS).max(FEWEST)
}

/// The place of what is `at` bytes behind `start`.
#[inline]
fn place(start: u32, at: usize) -> u32 {
    start.saturating_add(u32::try_from(at).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn turned_and_backwards_grams_have_one_home(bytes in any::<[u8; GRAM]>(), letters in "[a-z0-9]{8}") {
            let grams = Grams::sized(100_000);
            let home = |bytes: &[u8]| {
                let home = grams.home(unturned_gram(gram(bytes).unwrap()));
                (home.bucket, home.tag)
            };
            for bytes in [&bytes[..], letters.as_bytes()] {
                let (mut turned, mut backwards, mut both, mut without) = (vec![], vec![], vec![], vec![]);
                canonical::rot13(bytes, &mut turned);
                backwards.extend(bytes.iter().rev());
                canonical::rot13(&backwards, &mut both);
                unturned(bytes, &mut without);
                let (is, unturned) = (gram(bytes).unwrap(), gram(&without).unwrap());
                prop_assert_eq!(unturned_gram(is), unturned);
                let expected = [bytes, &turned, &backwards, &both].map(|bytes| gram(bytes).unwrap());
                prop_assert_eq!(turns(is, unturned), expected);
                for other in [&turned, &backwards, &both, &without] {
                    prop_assert_eq!(home(bytes), home(other));
                }
            }
        }
    }

    fn places(grams: &Grams, text: &[u8]) -> Vec<u32> {
        let mut places = Vec::new();
        grams.look_up(gram(text).unwrap(), |place| places.push(place));
        places
    }

    #[test]
    fn every_window_of_five_places_has_one_that_is_entered() {
        let text: Vec<u8> = (0..4000_u32).map(|n| b'a' + (n.wrapping_mul(2_654_435_761) >> 24) as u8 % 26).collect();
        let mut grams = Grams::sized(text.len());
        grams.enter(&text, 100, 1);
        for at in 0..text.len() - RUN {
            let found = (at..at + STRIDE).any(|at| places(&grams, &text[at..]).contains(&(100 + at as u32)));
            assert!(found, "{at}");
        }
    }

    #[test]
    fn a_text_of_one_run_is_entered_whatever_its_length() {
        for length in GRAM..40 {
            let text: Vec<u8> = (0..length).map(|n| b'a' + n as u8 % 26).collect();
            let mut grams = Grams::sized(1000);
            grams.enter(&text, 1, 1);
            assert!((0..=length - GRAM).any(|at| !places(&grams, &text[at..]).is_empty()), "{length}");
        }
    }

    #[test]
    fn text_that_repeats_makes_no_chains_and_keeps_the_latest() {
        let text = vec![b'0'; 10_000];
        let mut grams = Grams::sized(text.len());
        grams.enter(&text, 1, 1);
        let places = places(&grams, &text);
        assert_eq!(places.len(), PLACES);
        assert!(places.iter().all(|place| *place > 9_900), "{places:?}");
    }

    #[test]
    fn a_crowded_gram_is_passed_over_for_its_neighbour() {
        let mut grams = Grams::sized(1000);
        for start in 0..8 {
            grams.enter(b"password", 1 + start * 10, 1);
        }
        grams.enter(b"passwordwxyz", 1000, 1);
        let text = b"passwordwxyz";
        assert!((0..STRIDE).any(|at| places(&grams, &text[at..]).iter().any(|place| *place >= 1000)));
    }

    #[test]
    fn places_that_are_no_longer_kept_are_free() {
        let mut grams = Grams::sized(1000);
        for start in 0..PLACES as u32 {
            grams.enter(b"password", 1 + start, 1);
        }
        grams.enter(b"password", 500, 400);
        assert!(places(&grams, b"password").contains(&500));
    }
}
