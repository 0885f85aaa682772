//! What can be read and changed, in the words of SQL.

use super::blocks::{self, Sieve};
use super::fault::damaged;
use super::row::{self, COLUMNS, number};
use super::schema;
use crate::row_set::row as row_digest;
use crate::store::{Begun, Calls, Queued, Reading, Size, StoreError, Writing};
use crate::{
    Checkpoint, Entry, Hash, Hold, Item, Kind, Order, Page, Query, Record, RowChange, RowSet, ServerKey, Standing,
    Subject,
};
use rusqlite::{Connection, Params, Transaction, params};
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// The tables whose rows make a set, and their rows.
const STANDING: &[u8] = b"vetgate.row.standing.v1";
const STANDING_ROWS: &str = "SELECT server, identity, item, name, standing FROM standing";
const LISTED: &[u8] = b"vetgate.row.listed.v1";
const LISTED_ROWS: &str = "SELECT server, identity, item FROM listed";
/// The run of the row with the mark on all others of the table of calls: on the same page, so that it costs no other page.
const MARK: &str = "";
/// What `integrity_check` may find before it stops.
const FAULTS: u32 = 10;

/// A connection, owned by a reader or lent by the store for a transaction.
pub(super) struct Rows<C> {
    connection: C,
    /// Whether texts were removed that must not stay in the log of changes.
    pub(super) has_forgotten: bool,
}

impl<C: Borrow<Connection> + Send> Rows<C> {
    pub(super) fn new(connection: C) -> Self {
        Self { connection, has_forgotten: false }
    }

    fn connection(&self) -> &Connection {
        self.connection.borrow()
    }

    /// Makes everything that is read until its end the same state.
    fn snapshot(&self) -> Result<Option<Transaction<'_>>, StoreError> {
        let connection = self.connection();
        Ok(if connection.is_autocommit() { Some(connection.unchecked_transaction()?) } else { None })
    }

    /// Some failures end the transaction. What comes after one must not be written alone.
    fn ensure_transaction(&self) -> Result<(), StoreError> {
        if self.connection().is_autocommit() {
            return Err(StoreError::Other("the transaction has ended with an earlier error".to_owned()));
        }
        Ok(())
    }

    /// Changes rows; how many.
    fn change(&self, sql: &str, params: impl Params) -> Result<u64, StoreError> {
        self.ensure_transaction()?;
        Ok(self.connection().prepare_cached(sql)?.execute(params)? as u64)
    }

    fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&rusqlite::Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query(params)?;
        rows.next()?.map(read).transpose()
    }

    fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&rusqlite::Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query(params)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(read(row)?);
        }
        Ok(all)
    }

    /// The first and the last record.
    fn ends(&self) -> Result<Option<(u64, u64)>, StoreError> {
        let end = |sql| self.one(sql, [], |row| number(row, 0));
        let first = end("SELECT id FROM activity WHERE id > 0 ORDER BY id LIMIT 1")?;
        let last = end("SELECT id FROM activity WHERE id > 0 ORDER BY id DESC LIMIT 1")?;
        Ok(first.zip(last))
    }

    /// The records that fit, without their texts, one more than the page may hold.
    fn find(&self, query: &Query) -> Result<Vec<Record>, StoreError> {
        let mut found = Vec::new();
        let Some((oldest, newest)) = self.ends()? else { return Ok(found) };
        let (first, last) = match (query.order, query.after) {
            (_, None) => (oldest, newest),
            (Order::Newest, Some(after)) => (oldest, newest.min(after.saturating_sub(1))),
            (Order::Oldest, Some(after)) => (oldest.max(after.saturating_add(1)), newest),
        };
        if first > last {
            return Ok(found);
        }
        let sieve = Sieve::new(&query.filter);
        let (mut block, last_block) = match query.order {
            Order::Oldest => (blocks::of(first), blocks::of(last)),
            Order::Newest => (blocks::of(last), blocks::of(first)),
        };
        loop {
            let ids = blocks::ids(block);
            // Only a whole block has facets of the ledger's making.
            let is_whole = oldest <= *ids.start() && *ids.end() <= newest;
            let (first, last) = (first.max(*ids.start()), last.min(*ids.end()));
            let bits = if is_whole { sieve.apply(self.connection(), block)? } else { None };
            let is_sieved = bits.is_some();
            match bits {
                None => self.walk(query, first, last, &mut found)?,
                Some(bits) => {
                    let mut fitting = (first..=last).filter(|id| bits.has(id - ids.start()));
                    match query.order {
                        Order::Oldest => self.pick(query, &mut fitting, &mut found)?,
                        Order::Newest => self.pick(query, &mut fitting.rev(), &mut found)?,
                    }
                }
            }
            if found.len() > query.limit || block == last_block {
                return Ok(found);
            }
            block = match query.order {
                Order::Oldest => block + 1,
                Order::Newest => block - 1,
            };
            // A gap in the ids, which only an added row makes, is not walked block by block.
            if !is_sieved {
                let (sql, from) = match query.order {
                    Order::Oldest => ("SELECT id FROM activity WHERE id > ?1 ORDER BY id LIMIT 1", ids.end()),
                    Order::Newest => ("SELECT id FROM activity WHERE id < ?1 ORDER BY id DESC LIMIT 1", ids.start()),
                };
                let Some(next) = self.one(sql, [bounded(*from)], |row| number(row, 0))? else { return Ok(found) };
                block = match query.order {
                    Order::Oldest => blocks::of(next).min(last_block),
                    Order::Newest => blocks::of(next).min(block).max(last_block),
                };
            }
        }
    }

    /// Looks at these records.
    fn pick(
        &self,
        query: &Query,
        ids: &mut dyn Iterator<Item = u64>,
        found: &mut Vec<Record>,
    ) -> Result<(), StoreError> {
        let mut statement =
            self.connection().prepare_cached(&format!("SELECT {COLUMNS} FROM activity WHERE id = ?1"))?;
        for id in ids {
            let mut rows = statement.query([id.cast_signed()])?;
            let record = rows.next()?.map(row::read).transpose()?;
            found.extend(record.filter(|record| query.filter.fits(record)));
            if found.len() > query.limit {
                break;
            }
        }
        Ok(())
    }

    /// Looks at all records from `first` to `last`.
    fn walk(&self, query: &Query, first: u64, last: u64, found: &mut Vec<Record>) -> Result<(), StoreError> {
        let order = match query.order {
            Order::Oldest => "ASC",
            Order::Newest => "DESC",
        };
        let sql = format!("SELECT {COLUMNS} FROM activity WHERE id BETWEEN ?1 AND ?2 ORDER BY id {order}");
        let mut statement = self.connection().prepare_cached(&sql)?;
        let mut rows = statement.query([first.cast_signed(), last.cast_signed()])?;
        while found.len() <= query.limit
            && let Some(row) = rows.next()?
        {
            found.extend(Some(row::read(row)?).filter(|record| query.filter.fits(record)));
        }
        Ok(())
    }
}

impl<C: Borrow<Connection> + Send> Reading for Rows<C> {
    fn head(&mut self) -> Result<Option<Checkpoint>, StoreError> {
        self.one("SELECT id, hash, time, signature FROM head", [], row::checkpoint)
    }

    fn sealed_head(&mut self) -> Result<Option<(Checkpoint, String)>, StoreError> {
        let sql = "SELECT id, hash, time, signature, standings FROM head";
        self.one(sql, [], |row| Ok((row::checkpoint(row)?, row.get(4)?)))
    }

    fn standing_set(&mut self) -> Result<RowSet, StoreError> {
        let _snapshot = self.snapshot()?;
        let mut set = RowSet::default();
        for (table, columns, sql) in [(STANDING, 5, STANDING_ROWS), (LISTED, 3, LISTED_ROWS)] {
            let mut statement = self.connection().prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                set.add(digest(table, columns, row)?);
            }
        }
        Ok(set)
    }

    fn outside_changes(&mut self) -> Result<u64, StoreError> {
        Ok(self.one("PRAGMA data_version", [], |row| number(row, 0))?.unwrap_or_default())
    }

    fn page(&mut self, query: &Query) -> Result<Page, StoreError> {
        let _snapshot = self.snapshot()?;
        let mut records = self.find(query)?;
        let has_more = records.len() > query.limit;
        records.truncate(query.limit);
        for record in &mut records {
            row::fill(self.connection(), record)?;
        }
        let next = records.last().filter(|_| has_more).map(|record| record.id);
        Ok(Page { records, next })
    }

    fn records(&mut self, after: u64, limit: usize) -> Result<Vec<Record>, StoreError> {
        let _snapshot = self.snapshot()?;
        let sql = format!("SELECT {COLUMNS} FROM activity WHERE id > ?1 ORDER BY id LIMIT ?2");
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut records = self.all(&sql, params![after.min(i64::MAX as u64).cast_signed(), limit], row::read)?;
        for record in &mut records {
            row::fill(self.connection(), record)?;
        }
        Ok(records)
    }

    fn calls(&mut self) -> Result<BTreeMap<String, Calls>, StoreError> {
        let sql = "SELECT server, count(*), count(error) FROM activity WHERE kind = ?1 AND id > 0 GROUP BY server";
        let calls = self.all(sql, [Kind::Call.name()], |row| {
            Ok((row.get(0)?, Calls { all: number(row, 1)?, failed: number(row, 2)? }))
        })?;
        Ok(calls.into_iter().collect())
    }

    fn size(&mut self) -> Result<Size, StoreError> {
        let _snapshot = self.snapshot()?;
        let count = |sql| Ok::<_, StoreError>(self.one(sql, [], |row| number(row, 0))?.unwrap_or_default());
        let pages = count("PRAGMA page_count")?.saturating_sub(count("PRAGMA freelist_count")?);
        let bytes = pages.saturating_mul(count("PRAGMA page_size")?);
        Ok(match self.ends()? {
            None => Size { records: 0, first: 0, bytes },
            Some((first, last)) => Size { records: last.saturating_sub(first).saturating_add(1), first, bytes },
        })
    }

    fn revision(&mut self) -> Result<u64, StoreError> {
        let revision = self.one("SELECT revision FROM revision", [], |row| number(row, 0))?;
        revision.ok_or_else(|| damaged("the revision number of the approval states is missing"))
    }

    fn standings(&mut self) -> Result<Vec<Standing>, StoreError> {
        let mut standings = self.all("SELECT standing FROM standing", [], standing)?;
        standings.sort_by(|one, other| one.subject.cmp(&other.subject));
        Ok(standings)
    }

    fn standing(&mut self, subject: &Subject) -> Result<Option<Standing>, StoreError> {
        let sql = "SELECT standing FROM standing WHERE server = ?1 AND identity = ?2 AND item = ?3 AND name = ?4";
        let Subject { server, item, name } = subject;
        self.one(sql, params![server.name, server.identity, item.name(), name], standing)
    }

    fn standings_of(&mut self, server: &ServerKey, item: Item) -> Result<Vec<Standing>, StoreError> {
        let sql = "SELECT standing FROM standing WHERE server = ?1 AND identity = ?2 AND item = ?3 ORDER BY name";
        self.all(sql, params![server.name, server.identity, item.name()], standing)
    }

    fn has_listed(&mut self, server: &ServerKey, item: Item) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM listed WHERE server = ?1 AND identity = ?2 AND item = ?3";
        Ok(self.one(sql, params![server.name, server.identity, item.name()], |_| Ok(()))?.is_some())
    }

    fn checkpoints(&mut self) -> Result<Vec<Checkpoint>, StoreError> {
        self.all("SELECT id, hash, time, signature FROM checkpoint ORDER BY id", [], row::checkpoint)
    }

    fn begun(&mut self) -> Result<Vec<Begun>, StoreError> {
        self.all("SELECT run, ticket, entry FROM begun WHERE run <> ?1 ORDER BY run, ticket", [MARK], |row| {
            let (run, ticket): (String, _) = (row.get(0)?, number(row, 1)?);
            // What cannot be read was not written by the ledger; it has no seal, and is treated so.
            let (entry, seal) = serde_json::from_str(row.get_ref(2)?.as_str().unwrap_or_default())
                .unwrap_or_else(|_| (Entry::new(Kind::Security), String::new()));
            Ok(Begun { ticket, run, entry, seal })
        })
    }

    fn call_mark(&mut self) -> Result<Option<String>, StoreError> {
        self.one("SELECT entry FROM begun WHERE run = ?1 AND ticket = 0", [MARK], |row| Ok(row.get(0)?))
    }

    fn holds(&mut self) -> Result<Vec<Hold>, StoreError> {
        let mut holds = self.all("SELECT id, hold FROM hold", [], hold)?;
        holds.sort_by(|one, other| (one.since_ms, &one.id).cmp(&(other.since_ms, &other.id)));
        Ok(holds)
    }

    fn hold(&mut self, id: &str) -> Result<Option<Hold>, StoreError> {
        self.one("SELECT id, hold FROM hold WHERE id = ?1", [id], hold)
    }

    fn queued(&mut self, now_ms: u64, limit: usize) -> Result<Vec<Queued>, StoreError> {
        let sql = "SELECT id, body, attempts, next FROM queue WHERE next <= ?1 ORDER BY id LIMIT ?2";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.all(sql, params![bounded(now_ms), limit], |row| {
            Ok(Queued { id: number(row, 0)?, body: row.get(1)?, attempts: row.get(2)?, next_ms: number(row, 3)? })
        })
    }

    fn queue_length(&mut self) -> Result<u64, StoreError> {
        Ok(self.one("SELECT count(*) FROM queue", [], |row| number(row, 0))?.unwrap_or_default())
    }

    fn examine(&mut self) -> Result<(), StoreError> {
        let _snapshot = self.snapshot()?;
        schema::compare(self.connection(), super::FORMAT)?;
        let sql = format!("PRAGMA integrity_check({FAULTS})");
        let faults = self.all(&sql, [], |row| Ok(row.get::<_, String>(0)?))?;
        if faults != ["ok"] {
            return Err(damaged(&faults.join("; ")));
        }
        examine_ids(self.connection())?;
        let stray = "SELECT record FROM body WHERE record NOT IN (SELECT id FROM activity \
            WHERE arguments_bytes IS NOT NULL OR response_bytes IS NOT NULL) LIMIT 1";
        if let Some(record) = self.one(stray, [], |row| number(row, 0))? {
            return Err(damaged(&format!("texts are stored for record {record}, which has none")));
        }
        blocks::examine(self.connection())
    }
}

impl<C: Borrow<Connection> + Send> Writing for Rows<C> {
    fn append(&mut self, record: &Record) -> Result<(), StoreError> {
        self.ensure_transaction()?;
        row::insert(self.connection(), record)?;
        if record.id.is_multiple_of(blocks::BLOCK) {
            blocks::seal(self.connection(), blocks::of(record.id))
        } else {
            Ok(())
        }
    }

    fn set_head(&mut self, head: &Checkpoint, standing_seal: &str) -> Result<(), StoreError> {
        let Checkpoint { id, hash, time_ms, signature } = head;
        let sql = "INSERT OR REPLACE INTO head VALUES (1, ?1, ?2, ?3, ?4, ?5)";
        let values = params![id.cast_signed(), hash.0, time_ms.cast_signed(), signature, standing_seal];
        self.change(sql, values).map(drop)
    }

    fn keep_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), StoreError> {
        let Checkpoint { id, hash, time_ms, signature } = checkpoint;
        let sql = "INSERT OR REPLACE INTO checkpoint VALUES (?1, ?2, ?3, ?4)";
        self.change(sql, params![id.cast_signed(), hash.0, time_ms.cast_signed(), signature]).map(drop)
    }

    fn put_standing(&mut self, standing: &Standing) -> Result<RowChange, StoreError> {
        let Subject { server, item, name } = &standing.subject;
        let sql = "SELECT server, identity, item, name, standing FROM standing \
            WHERE server = ?1 AND identity = ?2 AND item = ?3 AND name = ?4";
        let subject = params![server.name, server.identity, item.name(), name];
        let before = self.one(sql, subject, |row| digest(STANDING, 5, row))?;
        let json = serde_json::to_string(standing).map_err(|error| StoreError::Other(error.to_string()))?;
        let sql = "INSERT OR REPLACE INTO standing VALUES (?1, ?2, ?3, ?4, ?5)";
        self.change(sql, params![server.name, server.identity, item.name(), name, json])?;
        self.change("UPDATE revision SET revision = revision + 1", [])?;
        let columns = [&server.name, &server.identity, item.name(), name, &json];
        Ok(RowChange { before, after: row_digest(STANDING, &columns.map(str::as_bytes)) })
    }

    fn note_listed(&mut self, server: &ServerKey, item: Item) -> Result<Option<RowChange>, StoreError> {
        let sql = "INSERT OR IGNORE INTO listed VALUES (?1, ?2, ?3)";
        if self.change(sql, params![server.name, server.identity, item.name()])? == 0 {
            return Ok(None);
        }
        let columns = [&server.name, &server.identity, item.name()];
        Ok(Some(RowChange { before: None, after: row_digest(LISTED, &columns.map(str::as_bytes)) }))
    }

    fn begin(&mut self, begun: &Begun) -> Result<(), StoreError> {
        let entry = serde_json::to_string(&(&begun.entry, &begun.seal))
            .map_err(|error| StoreError::Other(error.to_string()))?;
        let sql = "INSERT INTO begun VALUES (?1, ?2, ?3)";
        self.change(sql, params![begun.run, begun.ticket.cast_signed(), entry]).map(drop)
    }

    fn end(&mut self, run: &str, ticket: u64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM begun WHERE run = ?1 AND ticket = ?2";
        Ok(self.change(sql, params![run, ticket.cast_signed()])? > 0)
    }

    fn mark_calls(&mut self, before: Option<&str>, mark: &str) -> Result<bool, StoreError> {
        let changed = match before {
            Some(before) => {
                let sql = "UPDATE begun SET entry = ?2 WHERE run = ?1 AND ticket = 0 AND entry = ?3";
                self.change(sql, params![MARK, mark, before])?
            }
            None => self.change("INSERT OR IGNORE INTO begun VALUES (?1, 0, ?2)", params![MARK, mark])?,
        };
        Ok(changed > 0)
    }

    fn put_hold(&mut self, hold: &Hold) -> Result<(), StoreError> {
        let json = serde_json::to_string(hold).map_err(|error| StoreError::Other(error.to_string()))?;
        self.change("INSERT OR REPLACE INTO hold VALUES (?1, ?2)", params![hold.id, json]).map(drop)
    }

    fn remove_hold(&mut self, id: &str) -> Result<bool, StoreError> {
        Ok(self.change("DELETE FROM hold WHERE id = ?1", [id])? > 0)
    }

    fn forget_bodies(&mut self, through: u64) -> Result<u64, StoreError> {
        let forgotten = self.change("DELETE FROM body WHERE record <= ?1", [bounded(through)])?;
        self.has_forgotten |= forgotten > 0;
        Ok(forgotten)
    }

    fn remove(&mut self, through: u64) -> Result<u64, StoreError> {
        self.has_forgotten = true;
        let through_sql = bounded(through);
        self.change("DELETE FROM body WHERE record <= ?1", [through_sql])?;
        self.change("DELETE FROM checkpoint WHERE id <= ?1", [through_sql])?;
        let removed = self.change("DELETE FROM activity WHERE id <= ?1", [through_sql])?;
        blocks::remove(self.connection(), through_sql.cast_unsigned())?;
        Ok(removed)
    }

    fn enqueue(&mut self, body: &str, next_ms: u64) -> Result<(), StoreError> {
        let sql = "INSERT INTO queue (body, attempts, next) VALUES (?1, 0, ?2)";
        self.change(sql, params![body, bounded(next_ms)]).map(drop)
    }

    fn dequeue(&mut self, id: u64) -> Result<(), StoreError> {
        self.change("DELETE FROM queue WHERE id = ?1", [id.cast_signed()]).map(drop)
    }

    fn postpone(&mut self, id: u64, attempts: u32, next_ms: u64) -> Result<(), StoreError> {
        let sql = "UPDATE queue SET attempts = ?2, next = ?3 WHERE id = ?1";
        self.change(sql, params![id.cast_signed(), attempts, bounded(next_ms)]).map(drop)
    }
}

/// Returns an error that names a record whose id the ledger never gives.
pub(super) fn examine_ids(connection: &Connection) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("SELECT id FROM activity WHERE id < 1 ORDER BY id LIMIT 1")?;
    match statement.query([])?.next()? {
        None => Ok(()),
        Some(row) => {
            let id: i64 = row.get(0)?;
            Err(damaged(&format!("record {id} was added by another program: the ids of records begin with 1")))
        }
    }
}

/// The digest of a row whose first columns are texts.
fn digest(table: &[u8], columns: usize, row: &rusqlite::Row<'_>) -> Result<Hash, StoreError> {
    let columns: Vec<&[u8]> = (0..columns)
        .map(|at| Ok(row.get_ref(at)?.as_bytes().unwrap_or_default()))
        .collect::<Result<_, StoreError>>()?;
    Ok(row_digest(table, &columns))
}

/// A number that SQL compares.
fn bounded(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn hold(row: &rusqlite::Row<'_>) -> Result<Hold, StoreError> {
    // What cannot be read was not written by the ledger; it has no seal, and is treated so.
    let hold: Option<Hold> = serde_json::from_str(row.get_ref(1)?.as_str().unwrap_or_default()).ok();
    Ok(Hold { id: row.get(0)?, ..hold.unwrap_or_else(Hold::unreadable) })
}

fn standing(row: &rusqlite::Row<'_>) -> Result<Standing, StoreError> {
    let json = row.get_ref(0)?.as_str().unwrap_or_default();
    serde_json::from_str(json).map_err(|error| damaged(&format!("an approval state cannot be read: {error}")))
}
