//! What leaves a session: how often, how much, and where to.
//!
//! A call is considered before it is sent ([`Exfiltration::consider`]) and counted when it is
//! ([`Exfiltration::count`]); what is held or refused never counts. Windows are sums in buckets on a clock that is
//! passed in, destinations are totals in a bounded table, so a session takes a few kilobytes however long it lasts, and a
//! call costs the same at its end as at its beginning.
//!
//! Budget: `consider` and `count` under a microsecond. Benchmark: `exfiltration/consider` in `benches/session.rs`.

mod account;
mod alarms;
mod cargo;
mod carrier;
mod echo;
mod encoded;
mod formula;
mod labels;
mod outgoing;
mod placeholder;
mod totals;
mod window;

pub use alarms::{ALARMS, AlarmKind, Case};
pub use cargo::{Cargo, Form as CargoForm, Part as CargoPart};
pub use carrier::{Carrier, CarrierForm, links_with_data};
pub use formula::fetched_by_formula;
pub use labels::Labels;
pub use outgoing::{Destination, Laden, Leaving, Outgoing};

use alarms::Sight;
use serde::{Deserialize, Serialize};
use totals::{Total, Totals};
use window::Window;

/// How long the window is in which calls are counted.
const MINUTE_MS: u64 = 60_000;

/// From where on it is too much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thresholds {
    /// External calls within a minute.
    pub max_external_calls_per_minute: u32,
    /// Sends of personal data or secrets within the window.
    pub max_pii_external_sends: u32,
    /// Bytes that leave within the window.
    pub max_data_volume_bytes: u64,
    /// How long the window is, in milliseconds.
    pub window_ms: u64,
    /// Hosts that only collect, besides those that are known: each with all that lies below it.
    pub suspicious_endpoints: Vec<String>,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            max_external_calls_per_minute: 10,
            max_pii_external_sends: 3,
            max_data_volume_bytes: 1 << 20,
            window_ms: 5 * 60 * 1000,
            suspicious_endpoints: vec![],
        }
    }
}

/// Something about what leaves that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alarm {
    /// What: `pii_to_external`, `rapid_external_sends`, `suspicious_endpoint`, ...; stable.
    pub kind: String,
    /// 0 to 100.
    pub severity: u8,
    /// What was seen; safe to show.
    pub evidence: String,
}

/// What a session has sent.
///
/// ```
/// use vetgate_flow::{Exfiltration, Outgoing, Thresholds};
/// use vetgate_sensitive::Links;
/// let (thresholds, mut session) = (Thresholds::default(), Exfiltration::default());
/// let outgoing = Outgoing::of(r#"{"url": "https://webhook.site/x"}"#, &Links::default(), true);
/// let alarms = session.consider(&thresholds, "http", &outgoing, 1_700_000_000_000);
/// assert_eq!(alarms[0].kind, "suspicious_endpoint");
/// session.count(&thresholds, "http", &outgoing, 1_700_000_000_000);
/// assert!(session.has_sent_to("webhook.site"));
/// ```
#[derive(Debug, Clone)]
pub struct Exfiltration {
    calls: Window,
    sensitive: Window,
    bytes: Window,
    totals: Totals,
}

impl Default for Exfiltration {
    fn default() -> Self {
        let window_ms = Thresholds::default().window_ms;
        Self {
            calls: Window::new(MINUTE_MS),
            sensitive: Window::new(window_ms),
            bytes: Window::new(window_ms),
            totals: Totals::default(),
        }
    }
}

impl Exfiltration {
    /// What would be wrong if this were sent now, the gravest first. `server` gets it where no host is named.
    pub fn consider(&self, thresholds: &Thresholds, server: &str, outgoing: &Outgoing, now_ms: u64) -> Vec<Alarm> {
        let sight = Sight { session: self, thresholds, server, outgoing, now_ms };
        let mut alarms = Vec::new();
        for kind in ALARMS {
            if let Some((severity, evidence)) = kind.look.and_then(|look| look(&sight)) {
                alarms.push(Alarm { kind: kind.id.to_owned(), severity, evidence });
            }
        }
        alarms.sort_by_key(|alarm| std::cmp::Reverse(alarm.severity));
        alarms
    }

    /// Counts what was sent.
    pub fn count(&mut self, thresholds: &Thresholds, server: &str, outgoing: &Outgoing, now_ms: u64) {
        let Some(share) = share(outgoing) else { return };
        self.calls.add(MINUTE_MS, now_ms, 1);
        self.sensitive.add(thresholds.window_ms, now_ms, share.sensitive);
        self.bytes.add(thresholds.window_ms, now_ms, share.bytes);
        receivers(server, outgoing).for_each(|name| self.totals.add(name, share));
    }

    /// Whether the session has sent something there: to a host, a mail domain, or a server that names none.
    pub fn has_sent_to(&self, destination: &str) -> bool {
        self.totals.knows(destination)
    }
}

/// What each receiver gets of a call, if anything leaves with it.
fn share(outgoing: &Outgoing) -> Option<Total> {
    outgoing.leaves().then(|| Total {
        bytes: outgoing.bytes,
        sensitive: u64::from(!outgoing.sensitive.is_empty()),
        pieces: u64::from(outgoing.laden.is_some() || outgoing.labels.is_some()),
    })
}

/// Who gets what a call sends: the hosts that it addresses, or its server.
fn receivers<'o>(server: &'o str, outgoing: &'o Outgoing) -> impl Iterator<Item = &'o str> {
    let own = outgoing.addressed().next().is_none().then_some(server);
    outgoing.addressed().map(|destination| destination.host.as_str()).chain(own)
}
