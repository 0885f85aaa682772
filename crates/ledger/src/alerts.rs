//! Alerts on their way to whoever is to be told: a queue in the store, so that neither a crash nor a receiver that is
//! down loses one.
//!
//! They leave in the order in which they were made. Several processes share the queue: whoever takes the first one
//! postpones it in the same transaction, so that nobody else takes it meanwhile; if it is not taken from the queue
//! before that time is over, it is tried again.

use crate::mask::Mask;
use crate::quarantine::Step;
use crate::record::Digest;
use crate::store::{Queued, StoreError};
use crate::writer::Desk;
use crate::{Change, Entry, Hash, Held, Kind, Observed, SigningKey, Standing, State, diff};
use crate::{Ledger, Reply};
use data_encoding::HEXLOWER;
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::Notify;
use vetgate_model::{Pointer, Severity};
use vetgate_text::render;

/// Alerts that wait; of more the oldest goes.
pub const ALERTS: u64 = 10_000;
/// Alerts about one look at a server's list: a list of thousands of bad tools must not push out everything else.
const AT_ONCE: usize = 20;

/// Characters of any other text of an alert.
const TEXT: usize = 2_000;
/// Fields of one alert's diff.
const FIELDS: usize = 8;
/// Characters of a text in a diff.
const EXCERPT: usize = 400;
/// Characters before the first difference that are kept of a long text.
const LEAD: usize = 60;
/// Pointers of one field, and characters of a pointer or a field's name.
const POINTERS: usize = 8;
const NAME: usize = 120;
/// Bytes of a definition whose texts are compared; of a longer one the names of the fields are told.
const COMPARED: usize = 64 << 10;

/// Something that somebody should know at once, in the shape of the gateway's events.
///
/// ```
/// use vetgate_ledger::Alert;
/// let alert = Alert { reason: "no space is left".into(), ..Alert::new("ledger_failed", "Nothing can be recorded") };
/// assert_eq!(serde_json::to_value(&alert).unwrap()["severity"], "high");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alert {
    /// What happened, in one word.
    pub event: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What happened, in one line.
    pub title: String,
    /// Whose it is; empty if it is nobody's.
    pub server: String,
    /// `tool`, `prompt` or `instructions`, or empty.
    pub item: &'static str,
    /// Its name, or empty.
    pub name: String,
    /// Where it stands, or empty.
    pub state: &'static str,
    /// Why.
    pub reason: String,
    /// What a scan says, or what the call adds up to, 0 to 100.
    pub risk: u8,
    /// The short name of the session in which it happened, or empty.
    pub session: String,
    /// What names the call that waits, or empty.
    pub hold: String,
    /// Of a definition that has changed since it was approved: its fields that differ, at most eight of them.
    pub diff: Vec<AlertedChange>,
    /// How many fields differ beyond those.
    pub more_fields: usize,
}

/// One field of a changed definition in an alert. The texts are excerpts around the first difference, with everything
/// invisible spelled out and secrets masked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AlertedChange {
    /// Its name in the definition.
    pub field: String,
    /// What became of it.
    pub change: Change,
    /// What was approved; nothing if the field is new or the definition too long.
    pub before: Option<String>,
    /// What it is now; nothing if the field is gone or the definition too long.
    pub after: Option<String>,
    /// Where in the definition the texts differ.
    pub pointers: Vec<Pointer>,
}

impl Alert {
    /// A grave one about nothing in particular.
    pub fn new(event: &'static str, title: &str) -> Self {
        Self {
            event,
            severity: Severity::High,
            title: title.to_owned(),
            server: String::new(),
            item: "",
            name: String::new(),
            state: "",
            reason: String::new(),
            risk: 0,
            session: String::new(),
            hold: String::new(),
            diff: vec![],
            more_fields: 0,
        }
    }

    /// A change of a standing, if it is one that somebody should know of. What is blocked stays blocked, whatever it
    /// becomes.
    fn of_step(standing: &Standing, step: Step, is_alarming: bool) -> Option<Self> {
        let hard: Vec<String> = standing.seen.hard().difference(&standing.accepted).cloned().collect();
        let dangerous = || Held::Dangerous { checks: hard.clone() }.to_string();
        let held = || standing.held().map(|held| held.to_string()).unwrap_or_default();
        let (title, reason) = match (step, standing.state) {
            (Step::Changed, _) if hard.is_empty() => ("An approved definition changed and is quarantined", held()),
            (Step::Changed, _) => {
                ("An approved definition changed and is quarantined", format!("{}; {}", held(), dangerous()))
            }
            _ if hard.is_empty() || !is_alarming => return None,
            (_, State::Quarantined) => ("A new definition is dangerous and quarantined", dangerous()),
            (_, State::RugPull) => {
                ("A changed definition is dangerous and quarantined", format!("{}; {}", held(), dangerous()))
            }
            (_, State::Approved) => ("An approved definition is dangerous and quarantined", dangerous()),
            (_, State::Blocked) => return None,
        };
        let found = standing.seen.finding.as_ref().filter(|_| !hard.is_empty());
        let (diff, more_fields) = match standing.state {
            State::RugPull => changes(standing),
            _ => (vec![], 0),
        };
        Some(Self {
            severity: found.map_or(Severity::High, |finding| finding.severity),
            server: standing.subject.server.name.clone(),
            item: standing.subject.item.name(),
            name: standing.subject.name.clone(),
            state: standing.state.name(),
            reason,
            risk: standing.risk(),
            diff,
            more_fields,
            ..Self::new("held", title)
        })
    }

    fn masked(mut self, mask: &Mask) -> Self {
        for text in [&mut self.title, &mut self.server, &mut self.name, &mut self.reason, &mut self.session] {
            *text = render::safe(&mask.brief(text), TEXT);
        }
        for change in &mut self.diff {
            // What is spelled out now may have been written in escapes when the definition was masked.
            let texts = change.before.iter_mut().chain(change.after.iter_mut());
            texts.for_each(|text| *text = mask.text(text));
            excerpts(change);
        }
        self
    }
}

/// The fields of a changed definition that differ, and how many more there are.
fn changes(standing: &Standing) -> (Vec<AlertedChange>, usize) {
    let Some(approved) = &standing.approved else { return (vec![], 0) };
    let is_compared = approved.definition.len().max(standing.seen.definition.len()) <= COMPARED;
    if !is_compared {
        let names = approved.fingerprint.changed(&standing.seen.fingerprint);
        let change = |field: &String| {
            let there = |version: &crate::Version| version.fingerprint.fields.contains_key(field);
            match (there(approved), there(&standing.seen)) {
                (false, _) => Change::Added,
                (_, false) => Change::Removed,
                _ => Change::Changed,
            }
        };
        let alerted = |field: &String| AlertedChange {
            field: render::safe(field, NAME),
            change: change(field),
            before: None,
            after: None,
            pointers: vec![],
        };
        return (names.iter().take(FIELDS).map(alerted).collect(), names.len().saturating_sub(FIELDS));
    }
    let fields = diff(Some(approved), &standing.seen).fields;
    let more = fields.len().saturating_sub(FIELDS);
    let shown = |pointer: &Pointer| Pointer::from(render::safe(pointer.as_str(), NAME).as_str());
    let alerted = fields.into_iter().take(FIELDS).map(|change| AlertedChange {
        field: render::safe(&change.field, NAME),
        change: change.change,
        before: change.before,
        after: change.after,
        pointers: change.pointers.iter().take(POINTERS).map(shown).collect(),
    });
    (alerted.collect(), more)
}

/// Cuts the texts of a field to what surrounds their first difference.
fn excerpts(change: &mut AlertedChange) {
    let common = match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            before.chars().zip(after.chars()).take_while(|(one, other)| one == other).count()
        }
        _ => 0,
    };
    for text in change.before.iter_mut().chain(change.after.iter_mut()) {
        if text.chars().count() > EXCERPT {
            let skipped = common.saturating_sub(LEAD);
            let rest: String = text.chars().skip(skipped).take(EXCERPT).collect();
            let start = if skipped > 0 { "…" } else { "" };
            let end = if text.chars().nth(skipped + EXCERPT).is_some() { "…" } else { "" };
            *text = format!("{start}{rest}{end}");
        }
    }
}

/// An alert as it is sent.
#[derive(Serialize)]
struct Message<'a> {
    /// Tells two alerts apart, and two deliveries of one alert not.
    id: &'a str,
    time_ms: u64,
    #[serde(flatten)]
    alert: &'a Alert,
}

/// What there is to deliver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// This, which nobody else takes for a while.
    Message(Queued),
    /// Nothing before this time, in milliseconds since 1970.
    Later(u64),
    /// Nothing.
    Nothing,
}

/// What the ledger knows about alerts.
#[derive(Debug, Default)]
pub(crate) struct Alerting {
    is_on: AtomicBool,
    dropped: AtomicU64,
    bell: Notify,
}

impl Ledger {
    /// Whether what the quarantine holds back becomes alerts. Without somebody to send them to they would only pile up.
    pub fn set_alerting(&self, is_on: bool) {
        self.alerting.is_on.store(is_on, Ordering::Relaxed);
    }

    /// Has somebody told of it, if there is somebody to tell. Not waited for.
    pub fn alert(&self, alert: Alert) {
        if self.alerting.is_on.load(Ordering::Relaxed) {
            let (alerting, alert) = (self.alerting.clone(), alert.masked(&self.mask));
            self.submit(move |desk| alerting.enqueue(desk, &text(&alert, desk.now_ms))).detach();
        }
    }

    /// The text of an alert, masked and with an id and a time.
    pub fn alert_text(&self, alert: Alert, now_ms: u64) -> String {
        text(&alert.masked(&self.mask), now_ms)
    }

    /// Puts the text of an alert into the queue.
    pub fn enqueue_alert(&self, text: String) -> Reply<()> {
        let alerting = self.alerting.clone();
        self.submit(move |desk| alerting.enqueue(desk, &text))
    }

    /// Takes the first alert if it is due at `now_ms`; nobody else gets it for `lease_ms`. One that was postponed by
    /// whoever asks, to exactly the time that `postponed` says, is given at once, and so is one that was postponed for
    /// longer than `longest_ms`: then the clock was put back.
    pub fn claim_alert(
        &self,
        now_ms: u64,
        lease_ms: u64,
        longest_ms: u64,
        postponed: Option<(u64, u64)>,
    ) -> Reply<Claimed> {
        self.submit(move |desk| {
            let Some(first) = first_sealed(desk)? else { return Ok(Claimed::Nothing) };
            let is_due = first.next_ms <= now_ms || first.next_ms > now_ms.saturating_add(longest_ms);
            if !is_due && postponed != Some((first.id, first.next_ms)) {
                return Ok(Claimed::Later(first.next_ms));
            }
            desk.rows.postpone(first.id, first.attempts + 1, now_ms + lease_ms)?;
            Ok(Claimed::Message(Queued { attempts: first.attempts + 1, ..first }))
        })
    }

    /// Has an alert that was claimed tried again at `next_ms`.
    pub fn postpone_alert(&self, id: u64, attempts: u32, next_ms: u64) -> Reply<()> {
        self.submit(move |desk| desk.rows.postpone(id, attempts, next_ms))
    }

    /// Takes an alert from the queue: it is delivered, or given up.
    pub fn dequeue_alert(&self, id: u64) -> Reply<()> {
        self.submit(move |desk| desk.rows.dequeue(id))
    }

    /// Waits until something is put into the queue by this process.
    pub async fn alerted(&self) {
        self.alerting.bell.notified().await;
    }

    /// How many alerts had to go since this was asked last, because too many wait.
    pub fn take_dropped_alerts(&self) -> u64 {
        self.alerting.dropped.swap(0, Ordering::Relaxed)
    }
}

impl Alerting {
    /// Makes alerts of what a look at a list has changed, in the transaction of the change itself.
    pub(crate) fn note(&self, desk: &mut Desk<'_>, mask: &Mask, observed: &Observed) -> Result<(), StoreError> {
        if !self.is_on.load(Ordering::Relaxed) {
            return Ok(());
        }
        let of = |(standing, step): &(Standing, Step)| {
            Alert::of_step(standing, *step, observed.alarming.contains(&standing.subject.name))
        };
        let alerts: Vec<Alert> = observed.steps.iter().filter_map(of).collect();
        let now_ms = desk.now_ms;
        for alert in alerts.iter().take(AT_ONCE) {
            self.enqueue(desk, &text(&alert.clone().masked(mask), now_ms))?;
        }
        if let Some(last) = alerts.get(AT_ONCE) {
            let (server, reason) = (last.server.clone(), format!("{} more of this kind", alerts.len() - AT_ONCE));
            let more = Alert { server, reason, ..Alert::new("held", "More definitions are quarantined") };
            self.enqueue(desk, &text(&more.masked(mask), now_ms))?;
        }
        Ok(())
    }

    fn enqueue(&self, desk: &mut Desk<'_>, text: &str) -> Result<(), StoreError> {
        while desk.rows.queue_length()? >= ALERTS {
            let Some(oldest) = first_sealed(desk)? else { break };
            desk.rows.dequeue(oldest.id)?;
            self.dropped.fetch_add(1, Ordering::Relaxed);
            let note = format!("an alert was dropped, because {ALERTS} alerts are already waiting: {}", oldest.body);
            desk.record(Entry { method: "alert_dropped".to_owned(), note, ..Entry::new(Kind::Security) })?;
        }
        desk.rows.enqueue(&sealed_body(desk.key, text), desk.now_ms)?;
        // Whoever comes at once waits for the end of this transaction, behind which his own stands.
        self.bell.notify_one();
        Ok(())
    }
}

/// The text of an alert as it is in the queue, with the ledger's seal: what leaves is signed with the webhook's secret, so
/// nothing leaves that another program has put there.
#[derive(Serialize, Deserialize)]
struct Sealed<'t> {
    text: Cow<'t, str>,
    seal: String,
}

fn sealed_body(key: &SigningKey, text: &str) -> String {
    let body = Sealed { text: text.into(), seal: key.seal(sealed(text)) };
    serde_json::to_string(&body).unwrap_or_default()
}

fn sealed(text: &str) -> Hash {
    let mut digest = Digest::new(b"vetgate.alert.v1");
    digest.part(text.as_bytes());
    digest.finish()
}

/// The first alert of the queue. What the ledger has not put there is taken out, and the record says so.
fn first_sealed(desk: &mut Desk<'_>) -> Result<Option<Queued>, StoreError> {
    while let Some(first) = desk.rows.queued(u64::MAX, 1)?.pop() {
        let body: Option<Sealed<'_>> = serde_json::from_str(&first.body).ok();
        if let Some(body) = body.filter(|body| desk.key.has_sealed(sealed(&body.text), &body.seal)) {
            return Ok(Some(Queued { body: body.text.into_owned(), ..first }));
        }
        desk.rows.dequeue(first.id)?;
        let note = format!("alert {} was not written by this gateway, so it is not sent", first.id);
        desk.record(Entry { method: "forged_alert".to_owned(), note, ..Entry::new(Kind::Security) })?;
    }
    Ok(None)
}

fn text(alert: &Alert, time_ms: u64) -> String {
    let mut bytes = [0; 16];
    // Without randomness the time has to do: an id that is there twice costs a receiver one alert, none costs all.
    let id = match SystemRandom::new().fill(&mut bytes) {
        Ok(()) => HEXLOWER.encode(&bytes),
        Err(_) => format!("{time_ms}"),
    };
    serde_json::to_string(&Message { id: &id, time_ms, alert }).unwrap_or_default()
}

#[cfg(test)]
mod tests;
