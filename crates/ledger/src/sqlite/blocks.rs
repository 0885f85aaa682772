//! Finding records without indexes.
//!
//! An index answers one question well. Two common values that never meet in one record, or a range that fits half of
//! all records, make a database read hundreds of thousands of rows whichever index it takes, and every index makes every
//! record dearer to write. So records are found as a column store finds them: for each block of 2,048 records and each
//! field there is one row with a number per record (the value, or a hash of the text), packed as offsets from the
//! smallest. A query walks the blocks in the order it wants, skips those whose bounds cannot fit, and takes the rows of
//! the records that remain, which it then looks at themselves. Whatever is asked for, a million records are five
//! hundred short reads for each field at most.
//!
//! A block gets its rows with the last record of it. The records of a block without them are read one by one: that is
//! the last block, and the one whose beginning was removed.

use super::fault::damaged;
use super::row::number;
use crate::store::StoreError;
use crate::{Filter, Kind, Verdict};
use rusqlite::{Connection, Row};
use std::ops::RangeInclusive;

/// Records of a block.
pub(super) const BLOCK: u64 = 2048;
/// Places of a field, one for each block: what a query reads of a field lies together.
const PLACES: u64 = 1 << 40;
/// The columns that [`Field`] reads, in the order of [`Field::ALL`] but for the bytes, which come from two.
const SELECT: &str = "SELECT request, trace, session, principal, name, server, method, verdict, kind, risk, \
    error IS NOT NULL, duration, time, arguments_bytes, response_bytes \
    FROM activity WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
const INSERT: &str = "INSERT INTO facet VALUES (?1, ?2, ?3, ?4)";
const FACET: &str = "SELECT low, high, offsets FROM facet WHERE place = ?1";

/// What records are found by. The order is the order in which a query tries them: what tells most records apart first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Request,
    Trace,
    Session,
    Principal,
    Name,
    Server,
    Method,
    Verdict,
    Kind,
    Risk,
    Failed,
    Duration,
    Time,
    Bytes,
}

impl Field {
    const ALL: [Self; 14] = [
        Self::Request,
        Self::Trace,
        Self::Session,
        Self::Principal,
        Self::Name,
        Self::Server,
        Self::Method,
        Self::Verdict,
        Self::Kind,
        Self::Risk,
        Self::Failed,
        Self::Duration,
        Self::Time,
        Self::Bytes,
    ];

    fn place(self, block: u64) -> i64 {
        (self as u64 * PLACES + block).cast_signed()
    }

    /// The number that stands for this field of a record.
    fn read(self, row: &Row<'_>) -> Result<u64, StoreError> {
        let at = self as usize;
        Ok(match self {
            Self::Request
            | Self::Trace
            | Self::Session
            | Self::Principal
            | Self::Name
            | Self::Server
            | Self::Method => text(row.get_ref(at)?.as_bytes().unwrap_or_default()),
            Self::Verdict => verdict(Verdict::named(row.get_ref(at)?.as_str().unwrap_or_default())),
            Self::Kind => Kind::named(row.get_ref(at)?.as_str().unwrap_or_default()).map_or(u64::MAX, kind),
            Self::Risk | Self::Failed | Self::Time => number(row, at)?,
            Self::Duration => duration(row.get::<_, Option<i64>>(at)?.map(i64::cast_unsigned)),
            Self::Bytes => {
                let bytes = |at: usize| row.get::<_, Option<i64>>(at).map(Option::unwrap_or_default);
                bytes(at)?.cast_unsigned().saturating_add(bytes(at + 1)?.cast_unsigned())
            }
        })
    }
}

/// FNV-1a. Two texts with one hash cost a look at a record, no more.
fn text(bytes: &[u8]) -> u64 {
    let hash = bytes.iter().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    u64::from(hash)
}

fn kind(kind: Kind) -> u64 {
    kind as u64
}

fn verdict(verdict: Option<Verdict>) -> u64 {
    verdict.map_or(0, |verdict| verdict as u64 + 1)
}

fn duration(duration: Option<u64>) -> u64 {
    duration.map_or(0, |duration| duration.saturating_add(1))
}

/// What a field must be like: within one of these.
#[derive(Debug)]
struct Wanted(Vec<RangeInclusive<u64>>);

impl Wanted {
    fn one_of(values: impl IntoIterator<Item = u64>) -> Self {
        Self(values.into_iter().map(|value| value..=value).collect())
    }

    /// Whether there is anything between the bounds that fits.
    fn takes_some(&self, low: u64, high: u64) -> bool {
        self.0.iter().any(|range| *range.start() <= high && low <= *range.end())
    }

    /// Whether everything between the bounds fits.
    fn takes_all(&self, low: u64, high: u64) -> bool {
        self.0.iter().any(|range| *range.start() <= low && high <= *range.end())
    }
}

/// What a filter asks of the fields. A record that it refuses does not fit; one that it takes may.
#[derive(Debug)]
pub(super) struct Sieve(Vec<(Field, Wanted)>);

impl Sieve {
    pub(super) fn new(filter: &Filter) -> Self {
        let texts = [
            (Field::Request, &filter.request),
            (Field::Trace, &filter.trace),
            (Field::Session, &filter.session),
            (Field::Principal, &filter.principal),
            (Field::Name, &filter.name),
            (Field::Server, &filter.server),
            (Field::Method, &filter.method),
        ];
        let mut wanted: Vec<(Field, Wanted)> = texts
            .into_iter()
            .filter_map(|(field, value)| Some((field, Wanted::one_of([text(value.as_ref()?.as_bytes())]))))
            .collect();
        if !filter.verdicts.is_empty() {
            let verdicts = filter.verdicts.iter().map(|one| verdict(Some(*one)));
            wanted.push((Field::Verdict, Wanted::one_of(verdicts)));
        }
        if !filter.kinds.is_empty() {
            wanted.push((Field::Kind, Wanted::one_of(filter.kinds.iter().map(|one| kind(*one)))));
        }
        if let Some(failed) = filter.failed {
            wanted.push((Field::Failed, Wanted::one_of([u64::from(failed)])));
        }
        let mut from = |field, from: Option<u64>| {
            if let Some(from) = from {
                wanted.push((field, Wanted(vec![from..=u64::MAX])));
            }
        };
        from(Field::Risk, filter.risk_from.map(u64::from));
        from(Field::Duration, filter.duration_from_us.map(|from| duration(Some(from))));
        from(Field::Bytes, filter.bytes_from);
        from(Field::Time, filter.since_ms);
        if let Some(until) = filter.until_ms {
            wanted.push((Field::Time, Wanted(until.checked_sub(1).map(|last| 0..=last).into_iter().collect())));
        }
        Self(wanted)
    }

    /// The records of a whole block that may fit, a bit each; nothing if the block's records must be read themselves.
    pub(super) fn apply(&self, connection: &Connection, block: u64) -> Result<Option<Bits>, StoreError> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let mut bits = Bits::ALL;
        let mut statement = connection.prepare_cached(FACET)?;
        for (field, wanted) in &self.0 {
            let mut rows = statement.query([field.place(block)])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            let (low, high) = (number(row, 0)?, number(row, 1)?);
            if !wanted.takes_some(low, high) {
                return Ok(Some(Bits::NONE));
            }
            // The offsets lie on pages of their own, which are not read before this.
            if !wanted.takes_all(low, high) {
                let offsets = row.get_ref(2)?.as_bytes().unwrap_or_default();
                let Some(fitting) = sift(low, high, offsets, wanted) else {
                    return Err(damaged(&format!("block {block}: its {field:?} facet has a wrong length")));
                };
                bits.keep(&fitting);
            }
            if bits.is_empty() {
                break;
            }
        }
        Ok(Some(bits))
    }
}

/// The bytes of an offset.
fn width(low: u64, high: u64) -> usize {
    match high.wrapping_sub(low) {
        0 => 0,
        1..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    }
}

/// The records whose offset from `low` is wanted; nothing if there are more or fewer offsets than records.
fn sift(low: u64, high: u64, offsets: &[u8], wanted: &Wanted) -> Option<Bits> {
    fn each<const WIDTH: usize>(first: u64, span: u64, offsets: &[u8], bits: &mut Bits) {
        for (word, chunk) in bits.0.iter_mut().zip(offsets.chunks_exact(64 * WIDTH)) {
            let mut found = 0;
            for (bit, offset) in chunk.chunks_exact(WIDTH).enumerate() {
                let mut bytes = [0; 8];
                bytes[..WIDTH].copy_from_slice(offset);
                found |= u64::from(u64::from_le_bytes(bytes).wrapping_sub(first) <= span) << bit;
            }
            *word |= found;
        }
    }
    let width = width(low, high);
    if offsets.len() as u64 != BLOCK * width as u64 {
        return None;
    }
    let mut bits = Bits::NONE;
    for range in &wanted.0 {
        let (first, last) = (low.max(*range.start()), high.min(*range.end()));
        let Some(span) = last.checked_sub(first) else { continue };
        match width {
            0 => return Some(Bits::ALL),
            1 => each::<1>(first - low, span, offsets, &mut bits),
            2 => each::<2>(first - low, span, offsets, &mut bits),
            4 => each::<4>(first - low, span, offsets, &mut bits),
            _ => each::<8>(first - low, span, offsets, &mut bits),
        }
    }
    Some(bits)
}

/// Which records of a block.
#[derive(Debug)]
pub(super) struct Bits([u64; (BLOCK / 64) as usize]);

impl Bits {
    const NONE: Self = Self([0; (BLOCK / 64) as usize]);
    const ALL: Self = Self([u64::MAX; (BLOCK / 64) as usize]);

    fn keep(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn has(&self, index: u64) -> bool {
        let word = usize::try_from(index / 64).ok().and_then(|word| self.0.get(word));
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}

/// The block of a record.
pub(super) fn of(id: u64) -> u64 {
    id.saturating_sub(1) / BLOCK
}

/// The records of a block.
pub(super) fn ids(block: u64) -> RangeInclusive<u64> {
    block * BLOCK + 1..=(block + 1) * BLOCK
}

/// One row of a block: a field's bounds, and an offset from the lower one for each record.
#[derive(PartialEq, Eq)]
struct Facet {
    low: u64,
    high: u64,
    offsets: Vec<u8>,
}

/// The rows that a block must have; nothing if it is not whole.
fn facets(connection: &Connection, block: u64) -> Result<Option<Vec<Facet>>, StoreError> {
    let ids = ids(block);
    let mut values: [Vec<u64>; Field::ALL.len()] = Default::default();
    let mut statement = connection.prepare_cached(SELECT)?;
    let mut rows = statement.query([ids.start().cast_signed(), ids.end().cast_signed()])?;
    while let Some(row) = rows.next()? {
        for (field, values) in Field::ALL.into_iter().zip(&mut values) {
            values.push(field.read(row)?);
        }
    }
    let is_whole = values[0].len() as u64 == BLOCK;
    Ok(is_whole.then(|| values.iter().map(|values| Facet::of(values)).collect()))
}

impl Facet {
    fn of(values: &[u64]) -> Self {
        let low = values.iter().copied().min().unwrap_or_default();
        let high = values.iter().copied().max().unwrap_or_default();
        let width = width(low, high);
        let offsets = values.iter().flat_map(|value| (value - low).to_le_bytes().into_iter().take(width)).collect();
        Self { low, high, offsets }
    }
}

/// Gives a block its rows, where all its records are there.
pub(super) fn seal(connection: &Connection, block: u64) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(INSERT)?;
    for (field, facet) in Field::ALL.into_iter().zip(facets(connection, block)?.unwrap_or_default()) {
        let Facet { low, high, offsets } = facet;
        statement.execute(rusqlite::params![field.place(block), low.cast_signed(), high.cast_signed(), offsets])?;
    }
    Ok(())
}

/// Takes the rows of all blocks that begin at or before this record.
pub(super) fn remove(connection: &Connection, through: u64) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("DELETE FROM facet WHERE place BETWEEN ?1 AND ?2")?;
    for field in Field::ALL {
        statement.execute([field.place(0), field.place(of(through).min(PLACES - 1))])?;
    }
    Ok(())
}

/// Whether the rows of every block say what its records say.
pub(super) fn examine(connection: &Connection) -> Result<(), StoreError> {
    let stray = "SELECT place FROM facet WHERE place < 0 OR place >= ?1 LIMIT 1";
    let mut strays = connection.prepare_cached(stray)?;
    if let Some(row) = strays.query([(Field::ALL.len() as u64 * PLACES).cast_signed()])?.next()? {
        let place: i64 = row.get(0)?;
        return Err(damaged(&format!("table facet has a row for place {place}, which no block of records has")));
    }
    let mut places = connection.prepare_cached("SELECT DISTINCT place % ?1 FROM facet ORDER BY 1")?;
    let mut blocks = places.query([PLACES.cast_signed()])?;
    let mut statement = connection.prepare_cached(FACET)?;
    while let Some(row) = blocks.next()? {
        let block = number(row, 0)?;
        let ids = ids(block);
        let (first, last) = (ids.start(), ids.end());
        let Some(expected) = facets(connection, block)? else {
            let what = format!("table facet has rows for records {first} to {last}, which are not all in the ledger");
            return Err(damaged(&what));
        };
        for (field, expected) in Field::ALL.into_iter().zip(expected) {
            let found = statement.query_row([field.place(block)], |row| {
                let (low, high): (i64, i64) = (row.get(0)?, row.get(1)?);
                Ok(Facet { low: low.cast_unsigned(), high: high.cast_unsigned(), offsets: row.get(2)? })
            });
            if !found.is_ok_and(|found| found == expected) {
                return Err(damaged(&format!("the index of {field:?} does not match records {first} to {last}")));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
