//! Which records somebody wants to see.

use crate::{Kind, Record, Verdict};

/// What records must be like; an empty filter takes all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of one of these kinds; empty for all.
    pub kinds: Vec<Kind>,
    /// With one of these verdicts; empty for all.
    pub verdicts: Vec<Verdict>,
    /// Of this session.
    pub session: Option<String>,
    /// Records of this agent or person.
    pub principal: Option<String>,
    /// Of this server.
    pub server: Option<String>,
    /// With this method.
    pub method: Option<String>,
    /// Of this tool, prompt or resource.
    pub name: Option<String>,
    /// With this request id, as JSON.
    pub request: Option<String>,
    /// Of this trace.
    pub trace: Option<String>,
    /// With an error, or without.
    pub failed: Option<bool>,
    /// With at least this risk.
    pub risk_from: Option<u8>,
    /// That took at least this long, in microseconds.
    pub duration_from_us: Option<u64>,
    /// With at least this many bytes, sent and returned together.
    pub bytes_from: Option<u64>,
    /// From this moment on.
    pub since_ms: Option<u64>,
    /// Before this moment.
    pub until_ms: Option<u64>,
}

impl Filter {
    /// Whether a record is like this.
    pub fn fits(&self, record: &Record) -> bool {
        let is = |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
        let bytes = [&record.arguments, &record.response].into_iter().flatten().map(|body| body.bytes);
        let bytes = bytes.fold(0, u64::saturating_add);
        (self.kinds.is_empty() || self.kinds.contains(&record.kind))
            && (self.verdicts.is_empty() || record.verdict.is_some_and(|verdict| self.verdicts.contains(&verdict)))
            && is(&self.session, &record.session)
            && is(&self.principal, &record.principal)
            && is(&self.server, &record.server)
            && is(&self.method, &record.method)
            && is(&self.name, &record.name)
            && is(&self.request, &record.request)
            && is(&self.trace, &record.trace)
            && self.failed.is_none_or(|failed| failed == record.error.is_some())
            && self.risk_from.is_none_or(|from| record.risk >= from)
            && self.duration_from_us.is_none_or(|from| record.duration_us.is_some_and(|duration| duration >= from))
            && self.bytes_from.is_none_or(|from| bytes >= from)
            && self.since_ms.is_none_or(|since| record.time_ms >= since)
            && self.until_ms.is_none_or(|until| record.time_ms < until)
    }
}

/// In which direction records are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// The newest first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
}

/// A question for records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Which.
    pub filter: Filter,
    /// In which order.
    pub order: Order,
    /// Behind the record with this id, in that order.
    pub after: Option<u64>,
    /// At most so many.
    pub limit: usize,
}

impl Default for Query {
    fn default() -> Self {
        Self { filter: Filter::default(), order: Order::Newest, after: None, limit: 100 }
    }
}

/// Some of the records that fit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// In the order that was asked for.
    pub records: Vec<Record>,
    /// Where the next page begins, if there is more: the next query's `after`.
    pub next: Option<u64>,
}
