//! What a baseline knows, as it is shown.

use super::habit::Habit;
use super::measure::Measure;
use super::seen::Seen;
use super::shape::kinds;
use serde::{Deserialize, Serialize};

/// One tool in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Its server.
    pub server: String,
    /// Its name.
    pub tool: String,
    /// How many calls taught it.
    pub calls: u64,
    /// Whether it is still learned.
    pub is_learning: bool,
    /// How many calls its keys and destinations were learned from.
    pub learned: u32,
    /// How far the budget for drift is used, in percent, by the measure that has drifted most.
    pub drift: u8,
    /// When it was last taught, in milliseconds since 1970.
    pub last_ms: u64,
}

/// Everything about one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// What a list says of it.
    #[serde(flatten)]
    pub summary: Summary,
    /// The keys of its arguments, the most frequent first.
    pub keys: Names,
    /// Where it goes, the most frequent first.
    pub destinations: Names,
    /// Bytes of arguments.
    pub argument_size: Usual,
    /// Bytes of responses.
    pub response_size: Usual,
    /// Calls within a minute.
    pub rate: Usual,
    /// The usual share of errors in percent, once it stands.
    pub error_percent: Option<u8>,
}

/// Names that were seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// Whether so many came once that a new one is nothing new.
    pub is_open: bool,
    /// The names.
    pub names: Vec<Named>,
}

/// A name that was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// A JSON pointer or a host; what does not look like a name is shown as its length.
    pub name: String,
    /// In how many calls it was seen.
    pub calls: u32,
    /// The types of JSON it was of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
}

/// What is usual of a measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usual {
    /// From how many samples it was or is learned.
    pub samples: u32,
    /// What is usual, once it stands.
    pub range: Option<Range>,
    /// How far the budget for drift is used, in percent.
    pub drift: u8,
}

/// What is usual, without the odd ones at both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// The least.
    pub low: u64,
    /// Half are below it.
    pub median: u64,
    /// The most.
    pub high: u64,
}

impl Summary {
    pub(super) fn of(server: &str, tool: &str, habit: &Habit) -> Self {
        let measures = [&habit.arguments, &habit.responses, &habit.pace.measure];
        Self {
            server: server.to_owned(),
            tool: tool.to_owned(),
            calls: habit.calls,
            is_learning: !habit.is_standing,
            learned: habit.learned,
            drift: measures.map(Measure::budget_used).into_iter().max().unwrap_or(0),
            last_ms: habit.last_ms,
        }
    }
}

impl Detail {
    pub(super) fn of(server: &str, tool: &str, habit: &Habit) -> Self {
        Self {
            summary: Summary::of(server, tool, habit),
            keys: Names::of(&habit.keys, habit.learned),
            destinations: Names::of(&habit.destinations, habit.learned),
            argument_size: Usual::of(&habit.arguments),
            response_size: Usual::of(&habit.responses),
            rate: Usual::of(&habit.pace.measure),
            error_percent: habit.failures.is_standing.then(|| habit.failures.percent()),
        }
    }
}

impl Names {
    fn of(seen: &Seen, calls: u32) -> Self {
        let named = |known: &super::seen::Known| Named {
            name: known.shown.clone(),
            calls: known.calls,
            types: kinds::names(known.kinds).map(str::to_owned).collect(),
        };
        Self { is_open: seen.is_open(calls), names: seen.names().into_iter().map(named).collect() }
    }
}

impl Usual {
    fn of(measure: &Measure) -> Self {
        let samples = match measure {
            Measure::Learning(samples) => samples.len() as u32,
            Measure::Standing { reference, .. } => reference.samples,
        };
        let range = measure.reference().map(|it| Range { low: it.low, median: it.middle, high: it.high });
        Self { samples, range, drift: measure.budget_used() }
    }
}
