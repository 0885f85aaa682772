//! What is counted for Prometheus.
//!
//! Series are bounded: the only names in labels are those of servers in the configuration. What a client calls a server
//! or a tool is in no label. Counting takes a lock for a moment and makes nothing after the first call to a server.

mod text;

pub(crate) use text::Text;

use crate::events::What;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The upper bounds of the buckets that calls are sorted into by their duration, in microseconds.
const BUCKETS: [u64; 15] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000, 30_000_000, 60_000_000,
];

/// What can become of a call that is sent.
const VERDICTS: [&str; 3] = ["allow", "mask", "hold"];

/// What happened so far.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    servers: Mutex<BTreeMap<String, Calls>>,
    /// What the guard wanted somebody to hear of, by what it was about.
    notices: Mutex<BTreeMap<&'static str, u64>>,
    /// Calls of which no configured server can be named.
    unknown: Mutex<Calls>,
    turned_away: AtomicU64,
    ledger_failures: AtomicU64,
    ledger_fails: AtomicU64,
    alert_failures: AtomicU64,
    events_missed: AtomicU64,
}

/// The calls to one server.
#[derive(Debug, Default)]
struct Calls {
    /// Those that were sent, in the order of [`VERDICTS`]: with a result, and without.
    sent: [[u64; 2]; VERDICTS.len()],
    refused: u64,
    /// One for each bound, and one for what took longer.
    buckets: [u64; BUCKETS.len() + 1],
    micros: u64,
}

impl Calls {
    fn add(&mut self, verdict: &str, ok: bool, micros: u64) {
        // What is refused before or after it is sent is told as a refusal.
        let verdict = VERDICTS.iter().position(|known| *known == verdict).unwrap_or_default();
        self.sent[verdict][usize::from(!ok)] += 1;
        self.buckets[BUCKETS.partition_point(|bound| *bound < micros)] += 1;
        self.micros = self.micros.saturating_add(micros);
    }
}

impl Metrics {
    /// Counts for these servers and no others from now on. A server that stays keeps its counts.
    pub(crate) fn know<'n>(&self, names: impl Iterator<Item = &'n str>) {
        let mut servers = lock(&self.servers);
        let mut old = std::mem::take(&mut *servers);
        for name in names {
            servers.insert(name.to_owned(), old.remove(name).unwrap_or_default());
        }
    }

    /// Counts something that happened.
    pub(crate) fn note(&self, what: &What) {
        match what {
            What::Call { server, ok, micros, verdict, .. } => self.at(server, |calls| calls.add(verdict, *ok, *micros)),
            What::Refused { server, .. } => self.at(server, |calls| calls.refused += 1),
            What::Noticed { about, .. } => *lock(&self.notices).entry(about).or_default() += 1,
            What::TurnedAway { .. } => add(&self.turned_away, 1),
            What::LedgerFailed { .. } => {
                add(&self.ledger_failures, 1);
                self.ledger_fails.store(1, Ordering::Relaxed);
            }
            What::LedgerWorks => self.ledger_fails.store(0, Ordering::Relaxed),
            What::AlertFailed { .. } => add(&self.alert_failures, 1),
            _ => {}
        }
    }

    /// Counts events that a slow listener has lost.
    pub(crate) fn missed(&self, count: u64) {
        add(&self.events_missed, count);
    }

    /// Whether the last thing that was to be written could not be.
    pub(crate) fn ledger_fails(&self) -> bool {
        self.ledger_fails.load(Ordering::Relaxed) > 0
    }

    fn at(&self, server: &str, count: impl FnOnce(&mut Calls)) {
        match lock(&self.servers).get_mut(server) {
            Some(calls) => count(calls),
            None => count(&mut lock(&self.unknown)),
        }
    }

    /// Writes all of it.
    pub(crate) fn write(&self, text: &mut Text) {
        let servers = lock(&self.servers);
        let unknown = lock(&self.unknown);
        let all = || servers.iter().map(|(name, calls)| (name.as_str(), calls)).chain([("", &*unknown)]);
        text.family("vetgate_calls_total", "counter", "Calls by server, verdict and outcome.");
        for (server, calls) in all() {
            let labels = |verdict, outcome| [("server", server), ("verdict", verdict), ("outcome", outcome)];
            for (verdict, [succeeded, failed]) in VERDICTS.into_iter().zip(calls.sent) {
                text.sample("vetgate_calls_total", &labels(verdict, "ok"), succeeded);
                text.sample("vetgate_calls_total", &labels(verdict, "error"), failed);
            }
            text.sample("vetgate_calls_total", &labels("deny", "refused"), calls.refused);
        }
        text.family("vetgate_notices_total", "counter", "Notices of the guard, by subject.");
        for (about, count) in lock(&self.notices).iter() {
            text.sample("vetgate_notices_total", &[("about", about)], count);
        }
        let name = "vetgate_call_duration_seconds";
        text.family(name, "histogram", "Duration of answered calls.");
        for (server, calls) in all() {
            let mut count = 0;
            for (bucket, bound) in calls.buckets.iter().zip(BUCKETS) {
                count += bucket;
                let bound = seconds(bound);
                text.sample(&format!("{name}_bucket"), &[("server", server), ("le", &bound)], count);
            }
            count += calls.buckets[BUCKETS.len()];
            text.sample(&format!("{name}_bucket"), &[("server", server), ("le", "+Inf")], count);
            text.sample(&format!("{name}_sum"), &[("server", server)], seconds(calls.micros));
            text.sample(&format!("{name}_count"), &[("server", server)], count);
        }
        // table: Vetgate's own metrics.
        for (name, help, counter) in [
            (
                "vetgate_turned_away_total",
                "Rejected requests of clients without access, as far as they were reported as events.",
                &self.turned_away,
            ),
            ("vetgate_ledger_failures_total", "Number of times the ledger started to fail.", &self.ledger_failures),
            ("vetgate_alert_failures_total", "Alerts whose delivery failed or was delayed.", &self.alert_failures),
            ("vetgate_events_missed_total", "Events that slow listeners missed.", &self.events_missed),
        ] {
            text.family(name, "counter", help);
            text.sample(name, &[], counter.load(Ordering::Relaxed));
        }
    }
}

fn add(counter: &AtomicU64, count: u64) {
    counter.fetch_add(count, Ordering::Relaxed);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Microseconds as seconds, exactly.
fn seconds(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(server: &str, ok: bool, micros: u64) -> What {
        let (principal, method, name) = ("a".to_owned(), "tools/call".to_owned(), "secret-name".to_owned());
        let (server, verdict) = (server.to_owned(), if micros == 7 { "hold" } else { "allow" });
        What::Call { principal, server, method, name, ok, micros, verdict, risk: 0 }
    }

    fn written(metrics: &Metrics) -> String {
        let mut text = Text::default();
        metrics.write(&mut text);
        text.finish()
    }

    #[test]
    fn calls_are_counted_where_they_went() {
        let metrics = Metrics::default();
        metrics.know(["files"].into_iter());
        for what in [
            call("files", true, 1_000),
            call("files", false, 1_001),
            call("files", true, 90_000_000),
            call("files", true, 7),
        ] {
            metrics.note(&what);
        }
        let text = written(&metrics);
        for line in [
            r#"vetgate_calls_total{server="files",verdict="allow",outcome="ok"} 2"#,
            r#"vetgate_calls_total{server="files",verdict="allow",outcome="error"} 1"#,
            r#"vetgate_calls_total{server="files",verdict="hold",outcome="ok"} 1"#,
            r#"vetgate_calls_total{server="files",verdict="mask",outcome="ok"} 0"#,
            r#"vetgate_call_duration_seconds_bucket{server="files",le="0.001"} 2"#,
            r#"vetgate_call_duration_seconds_bucket{server="files",le="0.0025"} 3"#,
            r#"vetgate_call_duration_seconds_bucket{server="files",le="60"} 3"#,
            r#"vetgate_call_duration_seconds_bucket{server="files",le="+Inf"} 4"#,
            r#"vetgate_call_duration_seconds_sum{server="files"} 90.002008"#,
        ] {
            assert!(text.lines().any(|known| known == line), "{line}\n{text}");
        }
    }

    #[test]
    fn names_that_clients_make_up_are_in_no_label() {
        let metrics = Metrics::default();
        metrics.know(["files"].into_iter());
        let before = written(&metrics).lines().count();
        for number in 0..100 {
            metrics.note(&call(&format!("made-up-{number}"), true, 1));
        }
        let text = written(&metrics);
        assert!(!text.contains("made-up") && !text.contains("secret-name"), "{text}");
        assert!(text.contains(r#"vetgate_calls_total{server="",verdict="allow",outcome="ok"} 100"#), "{text}");
        assert_eq!(text.lines().count(), before);
    }

    #[test]
    fn a_server_that_stays_keeps_its_counts_and_one_that_goes_is_gone() {
        let metrics = Metrics::default();
        metrics.know(["files", "mail"].into_iter());
        metrics.note(&call("files", true, 1));
        metrics.know(["files", "new"].into_iter());
        let text = written(&metrics);
        assert!(text.contains(r#"{server="files",verdict="allow",outcome="ok"} 1"#), "{text}");
        assert!(text.contains("new") && !text.contains("mail"), "{text}");
    }

    #[test]
    fn a_ledger_that_works_again_fails_no_more() {
        let metrics = Metrics::default();
        metrics.note(&What::LedgerFailed { reason: "full".to_owned() });
        assert!(metrics.ledger_fails());
        metrics.note(&What::LedgerWorks);
        assert!(!metrics.ledger_fails());
        assert!(written(&metrics).contains("vetgate_ledger_failures_total 1"));
    }
}
