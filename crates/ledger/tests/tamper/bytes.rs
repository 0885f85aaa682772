//! Single bytes of the file: each change is found, or has changed nothing that anybody can read.

use crate::folder::{LIVED, bytes_of, verify, write_private};
use vetgate_ledger::store::{Store as _, StoreError};
use vetgate_ledger::{Checkpoint, DATABASE, Durability, Record, Sqlite, Standing, UnverifiedFolder};

const POSITIONS: u64 = 400;
const PAGE: usize = 4096;

type Content = (Vec<Record>, Vec<Standing>, Vec<Checkpoint>, Option<Checkpoint>);

fn content(folder: &std::path::Path) -> Result<Content, StoreError> {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process)?;
    let mut rows = store.snapshot()?;
    Ok((rows.records(0, 10_000)?, rows.standings()?, rows.checkpoints()?, rows.head()?))
}

/// The same numbers every time.
fn scattered(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 27)
}

#[test]
fn a_flipped_byte_is_found_or_has_changed_nothing() {
    let untouched = LIVED.copy();
    let before = content(untouched.path()).unwrap();
    let bytes = bytes_of(&LIVED.copy().path().join(DATABASE));
    // Pages that hold nothing, since something was removed from them, prove nothing.
    let used: Vec<usize> = (0..bytes.len() / PAGE)
        .filter(|page| bytes[page * PAGE..][..PAGE].iter().filter(|byte| **byte != 0).count() > PAGE / 8)
        .collect();
    let (mut named, mut unnamed, mut unchanged) = (0, 0, 0);
    for number in 0..POSITIONS {
        let random = scattered(number);
        let (at, flip) =
            (used[random as usize % used.len()] * PAGE + (random >> 32) as usize % PAGE, (random >> 56) as u8 | 1);
        let mut damaged = bytes.clone();
        damaged[at] ^= flip;
        let folder = LIVED.copy();
        write_private(&folder.path().join(DATABASE), &damaged);
        match verify(folder.path()) {
            Err(UnverifiedFolder::Wrong(error)) if error.record.is_some() => named += 1,
            Err(_) => unnamed += 1,
            Ok(_) => {
                let after = content(folder.path()).unwrap();
                assert!(before == after, "byte {at} was changed with {flip:#x}, and nobody saw it");
                unchanged += 1;
            }
        }
    }
    println!("{POSITIONS} bytes: {named} found and named, {unnamed} found as damage, {unchanged} changed nothing");
    assert!(named > 200, "{named}");
}
