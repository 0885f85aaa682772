//! Records as rows.

use super::fault::damaged;
use crate::store::StoreError;
use crate::{Checkpoint, Hash, Kept, Kind, Record, SealedBody, Verdict};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

/// The columns of a record without its texts, in the order in which everything here counts on them.
pub(super) const COLUMNS: &str = "id, time, kind, session, principal, server, method, name, verdict, risk, duration, \
    error, request, trace, note, arguments_bytes, arguments_cut, arguments_hash, response_bytes, response_cut, \
    response_hash, previous, hash";

const INSERT: &str = "INSERT INTO activity VALUES \
    (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)";
const INSERT_BODY: &str = "INSERT INTO body VALUES (?1, ?2, ?3, ?4, ?5)";
const BODY: &str = "SELECT arguments_salt, arguments, response_salt, response FROM body WHERE record = ?1";

/// Adds a record and its texts.
pub(super) fn insert(connection: &Connection, record: &Record) -> Result<(), StoreError> {
    let (arguments, response) = (record.arguments.as_ref(), record.response.as_ref());
    let bytes = |body: Option<&SealedBody>| body.map(|body| body.bytes.cast_signed());
    let is_cut = |body: Option<&SealedBody>| body.map(|body| body.is_cut);
    connection.prepare_cached(INSERT)?.execute(rusqlite::params![
        record.id.cast_signed(),
        record.time_ms.cast_signed(),
        record.kind.name(),
        record.session,
        record.principal,
        record.server,
        record.method,
        record.name,
        record.verdict.map(Verdict::name),
        record.risk,
        record.duration_us.map(u64::cast_signed),
        record.error,
        record.request,
        record.trace,
        record.note,
        bytes(arguments),
        is_cut(arguments),
        arguments.map(|body| body.hash.0),
        bytes(response),
        is_cut(response),
        response.map(|body| body.hash.0),
        record.previous.0,
        record.hash.0,
    ])?;
    let (arguments, response) = (kept(arguments), kept(response));
    if arguments.is_some() || response.is_some() {
        connection.prepare_cached(INSERT_BODY)?.execute(rusqlite::params![
            record.id.cast_signed(),
            arguments.map(|kept| kept.salt),
            arguments.map(|kept| kept.text.as_str()),
            response.map(|kept| kept.salt),
            response.map(|kept| kept.text.as_str()),
        ])?;
    }
    Ok(())
}

fn kept(body: Option<&SealedBody>) -> Option<&Kept> {
    body?.kept.as_ref()
}

/// Reads a record without its texts.
pub(super) fn read(row: &Row<'_>) -> Result<Record, StoreError> {
    let id = number(row, 0)?;
    fields(row, id).map_err(|error| match error {
        StoreError::Damaged(what) => damaged(&format!("record {id}: {what}")),
        other => other,
    })
}

fn fields(row: &Row<'_>, id: u64) -> Result<Record, StoreError> {
    let fault = |column: &str| damaged(&format!("its {column} is not valid"));
    let body = |at: usize, part: &str| -> Result<Option<SealedBody>, StoreError> {
        // All of it or nothing, and in one way only: what can be written in two ways can be changed unseen.
        match (row.get::<_, Option<i64>>(at)?, row.get::<_, Option<i64>>(at + 1)?, row.get_ref(at + 2)?) {
            (None, None, ValueRef::Null) => Ok(None),
            (Some(bytes), Some(is_cut @ (0 | 1)), ValueRef::Blob(_)) => {
                let hash = Hash(array(row, at + 2).ok_or_else(|| fault(part))?);
                Ok(Some(SealedBody { bytes: bytes.cast_unsigned(), is_cut: is_cut == 1, hash, kept: None }))
            }
            _ => Err(fault(part)),
        }
    };
    let verdict: Option<String> = row.get(8)?;
    Ok(Record {
        id,
        time_ms: number(row, 1)?,
        kind: Kind::named(row.get_ref(2)?.as_str().unwrap_or_default()).ok_or_else(|| fault("kind"))?,
        session: row.get(3)?,
        principal: row.get(4)?,
        server: row.get(5)?,
        method: row.get(6)?,
        name: row.get(7)?,
        verdict: match verdict {
            None => None,
            Some(name) => Some(Verdict::named(&name).ok_or_else(|| fault("verdict"))?),
        },
        risk: row.get(9)?,
        duration_us: row.get::<_, Option<i64>>(10)?.map(i64::cast_unsigned),
        error: row.get(11)?,
        request: row.get(12)?,
        trace: row.get(13)?,
        note: row.get(14)?,
        arguments: body(15, "arguments")?,
        response: body(18, "response")?,
        previous: Hash(array(row, 21).ok_or_else(|| fault("previous hash"))?),
        hash: Hash(array(row, 22).ok_or_else(|| fault("hash"))?),
    })
}

/// Puts the texts of a record into it, where they are still there.
pub(super) fn fill(connection: &Connection, record: &mut Record) -> Result<(), StoreError> {
    if record.arguments.is_none() && record.response.is_none() {
        return Ok(());
    }
    let mut statement = connection.prepare_cached(BODY)?;
    let mut rows = statement.query([record.id.cast_signed()])?;
    let Some(row) = rows.next()? else { return Ok(()) };
    for (body, at) in [(&mut record.arguments, 0), (&mut record.response, 2)] {
        let text = row.get::<_, Option<String>>(at + 1)?;
        match (body, row.get_ref(at)?, text) {
            (_, ValueRef::Null, None) => {}
            (Some(body), ValueRef::Blob(salt), Some(text)) if salt.len() == 16 => {
                let salt = array(row, at).unwrap_or_default();
                body.kept = Some(Kept { salt, text });
            }
            _ => {
                return Err(damaged(&format!(
                    "record {}: a stored text and its salt do not match the record",
                    record.id
                )));
            }
        }
    }
    Ok(())
}

/// Reads a signed state from the columns `id, hash, time, signature`.
pub(super) fn checkpoint(row: &Row<'_>) -> Result<Checkpoint, StoreError> {
    let id: i64 = row.get(0)?;
    let fault = || damaged(&format!("the signed state of record {id} is not valid"));
    Ok(Checkpoint {
        id: u64::try_from(id).map_err(|_| fault())?,
        hash: Hash(array(row, 1).ok_or_else(fault)?),
        time_ms: number(row, 2)?,
        signature: array(row, 3).ok_or_else(fault)?,
    })
}

/// A number that Rust counts without a sign.
pub(super) fn number(row: &Row<'_>, at: usize) -> Result<u64, StoreError> {
    Ok(row.get::<_, i64>(at)?.cast_unsigned())
}

fn array<const N: usize>(row: &Row<'_>, at: usize) -> Option<[u8; N]> {
    match row.get_ref(at).ok()? {
        ValueRef::Blob(bytes) => bytes.try_into().ok(),
        _ => None,
    }
}
