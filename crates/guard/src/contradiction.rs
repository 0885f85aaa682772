//! Where two signals cannot both be true: somebody lies.
//!
//! One table, [`MATRIX`]: the RFC's rows and the pairs that it leaves out. A row holds two claims of two sources, how grave
//! it is that both are made, and what is done. To add one, add a row with a call that fires it and one that does not.
//!
//! What is *not* here is as deliberate. A reading tool that takes a URL reads, wherever that is: only a link that carries
//! data, or says where results go, is held against "read" (see `signal/destination.rs`). An annotation that says less than it could (`destructiveHint: true` on
//! a tool that writes) warns, and a warning is no lie.
//!
//! A hot path: two loops over a dozen signals and rows; text is made only where a row fires.

mod matrix;

pub use matrix::{Example, MATRIX, Response, Row, Side};

use crate::{Claim, Contradiction, Signal, SignalSource};

/// Every row of the matrix that `signals` fulfil, the gravest first.
///
/// ```
/// use vetgate_guard::{Claim, Signal, SignalSource, contradictions};
///
/// let signal = |source, claim, evidence: &str| Signal { source, claim, evidence: evidence.to_owned() };
/// let found = contradictions(&[
///     signal(SignalSource::AgentIntent, Claim::Read, "operation_type:read"),
///     signal(SignalSource::NameHeuristic, Claim::Destructive, "name_token:delete"),
/// ]);
/// assert_eq!((found[0].id.as_str(), found[0].severity), ("read_but_name_destroys", 80));
/// ```
pub fn contradictions(signals: &[Signal]) -> Vec<Contradiction> {
    let mut found: Vec<Contradiction> = MATRIX.iter().filter_map(|row| row.fulfilled_by(signals)).collect();
    found.sort_by_key(|contradiction| std::cmp::Reverse(contradiction.severity));
    found
}

/// Whether `signals` bear out that a tool is a liar, so that it is put into quarantine for everybody.
///
/// One agent's word must not take a tool from all the others: an agent can be made to say anything. So where the tool's
/// own name says that it reads, and neither its definition nor the arguments say more, the call is blocked and the tool
/// stays; what the arguments destroy counts whatever the name says, a flag such as `force` included. A description that
/// says that it reads does not save it: whoever wrote the annotation wrote that too. This is the one place where less is
/// done than the RFC asks for, unless [`ToolPolicy::quarantines_on_word`](crate::ToolPolicy) is set.
pub(crate) fn is_borne_out(signals: &[Signal]) -> bool {
    let reads = |signal: &Signal| {
        (signal.source, signal.claim, signal.basis()) == (SignalSource::NameHeuristic, Claim::Read, "name_token")
    };
    let does_more = |signal: &Signal| match signal.source {
        SignalSource::NameHeuristic => matches!(signal.claim, Claim::Write | Claim::Destructive),
        SignalSource::ArgumentAnalysis => signal.claim == Claim::Destructive,
        SignalSource::AgentIntent | SignalSource::ServerAnnotations => false,
    };
    signals.iter().any(does_more) || !signals.iter().any(reads)
}

impl Row {
    /// The row called `id`.
    pub fn named(id: &str) -> Option<&'static Self> {
        MATRIX.iter().find(|row| row.id == id)
    }

    fn fulfilled_by(&self, signals: &[Signal]) -> Option<Contradiction> {
        let one = signals.iter().find(|signal| self.one.is_met_by(signal))?;
        let other = signals.iter().find(|signal| self.other.is_met_by(signal))?;
        Some(Contradiction {
            id: self.id.to_owned(),
            signal1: one.source,
            signal2: other.source,
            claim1: one.claim,
            claim2: other.claim,
            severity: self.severity,
            explanation: format!("{} ({}, {})", self.meaning, one.evidence, other.evidence),
        })
    }
}

impl Side {
    fn is_met_by(&self, signal: &Signal) -> bool {
        signal.source == self.source
            && signal.claim == self.claim
            && (self.bases.is_empty() || self.bases.contains(&signal.basis()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::fixture;

    #[test]
    fn every_row_has_a_call_that_fires_it_and_one_that_does_not() {
        for row in MATRIX {
            let fired: Vec<String> = fixture::contradictions(&row.fires).into_iter().map(|one| one.id).collect();
            assert!(fired.iter().any(|id| id == row.id), "{} is silent on its example: {fired:?}", row.id);
            let fired: Vec<String> = fixture::contradictions(&row.silent).into_iter().map(|one| one.id).collect();
            assert!(fired.iter().all(|id| id != row.id), "{} fires on its harmless example: {fired:?}", row.id);
        }
    }

    #[test]
    fn ids_are_unique_and_say_something_of_both_sides() {
        let mut ids: Vec<_> = MATRIX.iter().map(|row| row.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), MATRIX.len());
        for row in MATRIX {
            assert!(row.id.contains("_but_") && row.meaning.contains(", but "), "{}", row.id);
            assert_ne!(row.one.source, row.other.source, "{}: one source cannot contradict itself", row.id);
            assert!(row.severity <= 100 && Row::named(row.id).is_some());
        }
    }

    #[test]
    fn a_contradiction_names_both_signals_and_their_evidence() {
        let found = fixture::contradictions(&MATRIX[0].fires);
        let first = &found[0];
        assert_eq!((first.signal1, first.signal2), (SignalSource::AgentIntent, SignalSource::NameHeuristic));
        assert!(first.explanation.contains("operation_type:read") && first.explanation.contains("name_token:delete"));
    }

    #[test]
    fn the_page_has_every_row() {
        let page = include_str!("../../../docs/policy.md");
        for row in MATRIX {
            let done = match row.response {
                Response::Flag => "counts as risk",
                Response::RequireApproval => "a person decides",
                Response::Block => "denied",
                Response::BlockAndQuarantine => "denied, and the tool goes into quarantine",
            };
            let line = format!("| `{}` | {} | {done} |\n", row.id, row.severity);
            assert!(page.contains(&line), "docs/policy.md lacks {line}");
        }
        assert_eq!(page.matches("_but_").count(), MATRIX.len());
    }

    #[test]
    fn one_agents_word_alone_puts_no_reading_tool_into_quarantine() {
        let read_only = |name: &str| {
            let description = "Returns what there is.";
            format!(r#"{{"name":"{name}","description":"{description}","annotations":{{"readOnlyHint":true}}}}"#)
        };
        let intent = crate::Intent::read(r#"{"operation_type":"destructive"}"#);
        let table: &[(&str, &str, bool)] = &[
            ("list_notes", r#"{"folder":"a"}"#, false),
            ("get_page", r#"{"id":"7"}"#, false),
            ("cleanup", "{}", true),
            ("tidy_notes", "{}", true),
            ("update_page", r#"{"id":"7"}"#, true),
            ("get_page", r#"{"id":"7","force":true}"#, true),
            ("query_database", r#"{"sql":"DROP TABLE users"}"#, true),
        ];
        for (name, arguments, expected) in table {
            let tool = fixture::tool(&read_only(name));
            let arguments = crate::Arguments::read(arguments);
            let links = vetgate_sensitive::Links::default();
            let found = crate::signals(&tool, &arguments, Some(&intent), &[], &links).signals;
            let is_row = |one: &Contradiction| one.id == "read_only_but_agent_destroys";
            assert!(contradictions(&found).iter().any(is_row), "{name}: it is blocked all the same");
            assert_eq!(is_borne_out(&found), *expected, "{name}: {found:?}");
        }
    }

    #[test]
    fn only_the_servers_own_lie_quarantines() {
        for row in MATRIX.iter().filter(|row| row.response == Response::BlockAndQuarantine) {
            assert_eq!(row.one.source, SignalSource::ServerAnnotations, "{}", row.id);
        }
    }
}
