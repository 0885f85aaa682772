//! How one tool is usually used.

use super::failures::Failures;
use super::measure::{Measure, Unusual, Yardstick};
use super::name;
use super::pace::Pace;
use super::scale::bytes_in_words;
use super::seen::Seen;
use super::shape::{self, Shape, kinds};
use super::{Answered, Observed};
use crate::Drift;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How many destinations of a tool are told apart.
const MOST_DESTINATIONS: usize = 32;
/// A destination that came less often while the tool was learned is not usual: one odd call must not open a door.
const LEAST_SUPPORT: u32 = 2;
/// How many names a reason lists.
const LISTED: usize = 3;
/// No name that is kept is longer, in bytes.
const LONGEST_NAME: usize = 1024;

const ARGUMENTS: Yardstick = Yardstick { offset: 64, least: 512 };
const RESPONSES: Yardstick = Yardstick { offset: 256, least: 4096 };

/// What was learned of one tool, and what has added up since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Habit {
    /// How many calls taught it, in all.
    pub(super) calls: u64,
    /// How many of them its keys and destinations are learned from.
    pub(super) learned: u32,
    /// Whether these stand.
    pub(super) is_standing: bool,
    /// When it was last taught, in milliseconds since 1970.
    pub(super) last_ms: u64,
    pub(super) keys: Seen,
    pub(super) destinations: Seen,
    pub(super) arguments: Measure,
    pub(super) responses: Measure,
    pub(super) pace: Pace,
    pub(super) failures: Failures,
}

impl Habit {
    pub(super) fn new() -> Self {
        Self {
            calls: 0,
            learned: 0,
            is_standing: false,
            last_ms: 0,
            keys: Seen::default(),
            destinations: Seen::default(),
            arguments: Measure::new(),
            responses: Measure::new(),
            pace: Pace::new(),
            failures: Failures::default(),
        }
    }

    pub(super) fn consider(&self, observed: &Observed, drifts: &mut Vec<Drift>) {
        if self.is_standing {
            self.consider_keys(observed.shape, drifts);
            self.consider_destinations(observed.destinations, drifts);
        }
        let bytes = observed.shape.bytes();
        if let Some(unusual) = self.arguments.unusual(bytes, &ARGUMENTS) {
            let value = bytes_in_words(bytes);
            let reason = match unusual {
                Unusual::Spike { .. } => format!("arguments of {value}"),
                Unusual::Drift { run } => format!("the size of the arguments grew over {run} calls to {value}"),
            };
            drifts.push(measured("argument_size", unusual, &reason, &self.arguments, bytes_in_words));
        }
        if let Some((calls, unusual)) = self.pace.unusual(observed.now_ms) {
            let reason = match unusual {
                Unusual::Spike { .. } => format!("{calls} calls within a minute"),
                Unusual::Drift { run } => {
                    format!("the call rate grew over {run} busy minutes to {calls} within a minute")
                }
            };
            drifts.push(measured("rate", unusual, &reason, &self.pace.measure, |calls| calls.to_string()));
        }
    }

    pub(super) fn consider_response(&self, answered: &Answered, drifts: &mut Vec<Drift>) {
        if let Some(unusual) = self.responses.unusual(answered.bytes, &RESPONSES) {
            let value = bytes_in_words(answered.bytes);
            let reason = match unusual {
                Unusual::Spike { .. } => format!("a response of {value}"),
                Unusual::Drift { run } => format!("the size of the responses grew over {run} calls to {value}"),
            };
            drifts.push(measured("response_size", unusual, &reason, &self.responses, bytes_in_words));
        }
        if self.failures.is_unusual(answered.is_error) {
            let usual = match self.failures.errors {
                0 => "usual: none".to_owned(),
                errors => format!("usual: {errors} of {} responses", self.failures.answers),
            };
            drifts.push(drift("errors", "drift", 30, format!("it fails more often than before; {usual}")));
        }
    }

    pub(super) fn teach(&mut self, observed: &Observed, answered: Option<&Answered>, window: usize) {
        self.calls = self.calls.saturating_add(1);
        self.last_ms = self.last_ms.max(observed.now_ms);
        if !self.is_standing {
            self.learn_names(observed);
            self.learned = self.learned.saturating_add(1);
            self.is_standing = self.learned as usize >= window;
        }
        self.arguments.take(observed.shape.bytes(), window, &ARGUMENTS);
        self.pace.take(observed.now_ms);
        if let Some(answered) = answered {
            self.responses.take(answered.bytes, window, &RESPONSES);
            self.failures.take(answered.is_error, window);
        }
    }

    /// Whether it can have been made by [`Self::teach`], as far as bounds go.
    pub(super) fn is_sound(&self) -> bool {
        let measures = [&self.arguments, &self.responses, &self.pace.measure];
        self.keys.is_sound(shape::MOST, LONGEST_NAME)
            && self.destinations.is_sound(MOST_DESTINATIONS, LONGEST_NAME)
            && measures.into_iter().all(Measure::is_sound)
            && self.failures.is_sound()
    }

    fn learn_names(&mut self, observed: &Observed) {
        for (at, id, kinds) in observed.shape.keys() {
            self.keys.take(id, kinds, shape::MOST, || observed.shape.pointer(at));
        }
        if observed.shape.is_cut() {
            self.keys.cut();
        }
        // A host that a call names twice is one.
        let mut taken = [0; MOST_DESTINATIONS];
        let mut count = 0;
        for destination in observed.destinations {
            let host = name::host(destination);
            let id = id_of_host(&host);
            if taken[..count].contains(&id) {
                continue;
            }
            if count == taken.len() {
                self.destinations.cut();
                break;
            }
            taken[count] = id;
            count += 1;
            self.destinations.take(id, 0, MOST_DESTINATIONS, || name::shown_host(&host));
        }
    }

    fn consider_keys(&self, shape: &Shape, drifts: &mut Vec<Drift>) {
        let (mut new, mut changed) = (vec![], vec![]);
        for (at, id, found) in shape.keys() {
            match self.keys.get(id) {
                None => new.push(at),
                // Nothing in the place of something is not worth a word, nor is something in the place of nothing.
                Some(known) if found & !known.kinds & !kinds::NULL != 0 && known.kinds != kinds::NULL => {
                    changed.push((at, found & !known.kinds & !kinds::NULL, known.kinds));
                }
                Some(_) => {}
            }
        }
        if (!new.is_empty() || shape.is_cut()) && !self.keys.is_open(self.learned) {
            let what = match new.len() {
                0 => "more keys than are tracked".to_owned(),
                1 => format!("the argument {} for the first time", shape.pointer(new[0])),
                _ => format!("the arguments {} for the first time", list(new.iter().map(|at| shape.pointer(*at)))),
            };
            let usual = usual_names(&self.keys, 1);
            drifts.push(drift("argument_keys", "first_seen", 30, format!("{what}; {usual}")));
        }
        if let Some((at, found, known)) = changed.first() {
            let types = |kinds| kinds::names(kinds).collect::<Vec<_>>().join(" or ");
            let more = match changed.len() - 1 {
                0 => String::new(),
                more => format!(", and {more} more have changed"),
            };
            let (pointer, found, known) = (shape.pointer(*at), types(*found), types(*known));
            let reason = format!("the argument {pointer} has type {found}; usual: {known}{more}");
            drifts.push(drift("argument_keys", "first_seen", 30, reason));
        }
    }

    fn consider_destinations(&self, destinations: &[String], drifts: &mut Vec<Drift>) {
        let is_usual =
            |host: &str| self.destinations.get(id_of_host(host)).is_some_and(|known| known.calls >= LEAST_SUPPORT);
        let mut new: Vec<Cow<str>> = vec![];
        for host in destinations.iter().map(|destination| name::host(destination)) {
            if !is_usual(&host) && !new.iter().take(MOST_DESTINATIONS).any(|other| other.eq_ignore_ascii_case(&host)) {
                new.push(host);
            }
        }
        if new.is_empty() || self.destinations.is_open(self.learned) {
            return;
        }
        let names = list(new.iter().map(|host| name::shown_host(host)));
        let usual = usual_names(&self.destinations, LEAST_SUPPORT);
        let reason = format!("it goes to {names}, a new destination; {usual}");
        drifts.push(drift("destination", "first_seen", 40, reason));
    }
}

fn id_of_host(host: &str) -> u64 {
    name::id(name::ROOT, host.bytes().map(|byte| byte.to_ascii_lowercase()))
}

fn drift(measure: &str, form: &str, severity: u8, reason: String) -> Drift {
    Drift { measure: measure.to_owned(), form: form.to_owned(), severity, reason }
}

fn measured(name: &str, unusual: Unusual, reason: &str, of: &Measure, words: impl Fn(u64) -> String) -> Drift {
    let usual = match of.reference() {
        Some(reference) if reference.low == reference.high => format!("usual: {}", words(reference.low)),
        Some(reference) => format!("usual: {} to {}", words(reference.low), words(reference.high)),
        None => "nothing is usual yet".to_owned(),
    };
    let reason = format!("{reason}; {usual}");
    match unusual {
        // Twice as much as what is a spike already is graver, and four times is as grave as it gets.
        Unusual::Spike { octaves } => drift(name, "spike", 40 + 10 * octaves.min(2) as u8, reason),
        Unusual::Drift { .. } => drift(name, "drift", 50, reason),
    }
}

fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(LISTED);
    let listed = names.take(LISTED).collect::<Vec<_>>().join(", ");
    match more {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}

fn usual_names(seen: &Seen, support: u32) -> String {
    let names: Vec<_> = seen.names().into_iter().filter(|known| known.calls >= support).collect();
    if names.is_empty() {
        return "usual: none".to_owned();
    }
    format!("usual: {}", list(names.into_iter().map(|known| known.shown.clone())))
}
