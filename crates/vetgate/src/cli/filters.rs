//! Which records a command is about.

use crate::moment::Moment;
use clap::Args;
use vetgate_ledger::{Filter, Kind, Verdict};

/// What records must be like, every field of them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct Filters {
    /// Records of this kind; may be given several times
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    pub(crate) kinds: Vec<Kind>,

    /// Calls with this verdict: allow, mask, hold or deny; may be given several times
    #[arg(long = "verdict", value_name = "VERDICT", value_parser = verdict)]
    pub(crate) verdicts: Vec<Verdict>,

    /// Records of this session
    #[arg(long, value_name = "SESSION")]
    pub(crate) session: Option<String>,

    /// Records of this agent or person
    #[arg(long, value_name = "WHO")]
    pub(crate) principal: Option<String>,

    /// Records about this server
    #[arg(long, value_name = "SERVER")]
    pub(crate) server: Option<String>,

    /// Records with this method, such as tools/call
    #[arg(long, value_name = "METHOD")]
    pub(crate) method: Option<String>,

    /// Records about this tool, prompt or resource
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Records with this request id, as JSON: 7 or '"a"'
    #[arg(long, value_name = "JSON")]
    pub(crate) request: Option<String>,

    /// Records of this trace
    #[arg(long, value_name = "TRACE")]
    pub(crate) trace: Option<String>,

    /// Only records with an error
    #[arg(long, conflicts_with = "succeeded")]
    pub(crate) failed: bool,

    /// Only records without an error
    #[arg(long)]
    pub(crate) succeeded: bool,

    /// Records with at least this risk, 0 to 100
    #[arg(long, value_name = "RISK", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) risk_from: Option<u8>,

    /// Calls that took at least this long: 250us, 20ms, 3s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration_us)]
    pub(crate) duration_from: Option<u64>,

    /// Calls with at least this many bytes, sent and returned together
    #[arg(long, value_name = "BYTES")]
    pub(crate) bytes_from: Option<u64>,

    /// Records since then: 90s, 15m, 2h, 7d or 4w ago, a day (UTC) as 2026-11-16, or a time as 2026-11-16T14:30Z or '2026-11-16 14:30' (UTC)
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<Moment>,

    /// Records before this time
    #[arg(long, value_name = "WHEN")]
    pub(crate) until: Option<Moment>,
}

impl Filters {
    /// The filter, where it is `now_ms`.
    pub(crate) fn at(&self, now_ms: u64) -> Filter {
        Filter {
            kinds: self.kinds.clone(),
            verdicts: self.verdicts.clone(),
            session: self.session.clone(),
            principal: self.principal.clone(),
            server: self.server.clone(),
            method: self.method.clone(),
            name: self.name.clone(),
            request: self.request.clone(),
            trace: self.trace.clone(),
            failed: (self.failed || self.succeeded).then_some(self.failed),
            risk_from: self.risk_from,
            duration_from_us: self.duration_from,
            bytes_from: self.bytes_from,
            since_ms: self.since.map(|since| since.at(now_ms)),
            until_ms: self.until.map(|until| until.at(now_ms)),
        }
    }
}

fn kind(text: &str) -> Result<Kind, String> {
    Kind::named(text).ok_or_else(|| one_of(Kind::ALL.iter().map(|kind| kind.name())))
}

fn verdict(text: &str) -> Result<Verdict, String> {
    Verdict::named(text).ok_or_else(|| one_of(Verdict::ALL.iter().map(|verdict| verdict.name())))
}

/// A verdict that a call can only have had in place of another.
pub(super) fn would(text: &str) -> Result<Verdict, String> {
    let verdicts = || Verdict::ALL.iter().copied().filter(|verdict| *verdict != Verdict::Allow);
    let found = verdicts().find(|verdict| verdict.name() == text);
    found.ok_or_else(|| one_of(verdicts().map(Verdict::name)))
}

pub(super) fn one_of(names: impl Iterator<Item = &'static str>) -> String {
    format!("expected one of {}", names.collect::<Vec<_>>().join(", "))
}

fn duration_us(text: &str) -> Result<u64, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let unit = match &text[digits..] {
        "us" => 1,
        "ms" => 1_000,
        "s" => 1_000_000,
        "m" => 60_000_000,
        _ => return Err("expected a number and us, ms, s or m, such as 20ms".to_owned()),
    };
    let number: u64 = text[..digits].parse().map_err(|_| "expected a number before the unit".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "the duration is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::duration_us;

    #[test]
    fn a_duration_needs_a_number_and_a_unit() {
        assert_eq!(duration_us("250us"), Ok(250));
        assert_eq!(duration_us("20ms"), Ok(20_000));
        assert_eq!(duration_us("2m"), Ok(120_000_000));
        for wrong in ["", "20", "ms", "1h", "-1s", "99999999999999999999s", "9999999999999999m"] {
            assert!(duration_us(wrong).is_err(), "{wrong}");
        }
    }
}
