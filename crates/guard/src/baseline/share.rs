//! Baselines that several processes keep in one place.
//!
//! Each process learns from its own calls and now and then reconciles itself with what is kept. What it has not taught
//! itself it takes from there. A tool that was there and is there no longer was reset by somebody, and is forgotten here,
//! too: to take a tool out is all that a reset needs to do, whoever is running.

use super::Baselines;
use std::collections::BTreeMap;

/// Which tools were kept at one time, and how many calls had taught them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks(BTreeMap<String, BTreeMap<String, u64>>);

impl Marks {
    fn calls(&self, server: &str, tool: &str) -> Option<u64> {
        self.0.get(server)?.get(tool).copied()
    }
}

impl Baselines {
    /// How far every tool is.
    pub fn marks(&self) -> Marks {
        let calls = |(tool, habit): (&String, &super::Habit)| (tool.clone(), habit.calls);
        let tools = self.servers.iter().map(|(server, tools)| (server.clone(), tools.iter().map(calls).collect()));
        Marks(tools.collect())
    }

    /// Takes in what others have changed in what is `kept` since it was as `known` says. Afterwards these are what is to
    /// be kept.
    pub fn reconcile(&mut self, kept: &Self, known: &Marks) {
        let before = self.marks();
        for (server, tools) in &known.0 {
            for tool in tools.keys().filter(|tool| kept.habit(server, tool).is_none()) {
                self.reset(Some(server), Some(tool));
            }
        }
        for (server, tools) in &kept.servers {
            for (tool, theirs) in tools {
                let is_theirs = match (self.habit(server, tool), known.calls(server, tool)) {
                    // It was reset here since.
                    (None, Some(calls)) => theirs.calls != calls,
                    (None, None) => true,
                    // Fewer calls than there were: it was reset, and learned by another.
                    (Some(_), Some(calls)) if theirs.calls < calls => true,
                    (Some(ours), Some(calls)) => ours.calls == calls,
                    (Some(ours), None) => theirs.calls > ours.calls,
                };
                if is_theirs {
                    if self.habit(server, tool).is_none() {
                        self.make_room();
                    }
                    self.servers.entry(server.clone()).or_default().insert(tool.clone(), theirs.clone());
                }
            }
        }
        self.revision += u64::from(before != self.marks());
    }
}

#[cfg(test)]
mod tests {
    use crate::{BaselineSettings, Baselines, Observed, Shape};

    /// Baselines with tools of one server, each taught so often.
    fn taught(tools: &[(&str, usize)]) -> Baselines {
        let mut baselines = Baselines::new(&BaselineSettings::default());
        teach(&mut baselines, tools);
        baselines
    }

    fn teach(baselines: &mut Baselines, tools: &[(&str, usize)]) {
        let shape = Shape::of("{}");
        for (tool, calls) in tools {
            for _ in 0..*calls {
                let observed = Observed { server: "s", tool, shape: &shape, destinations: &[], now_ms: 0 };
                baselines.teach(&observed, None);
            }
        }
    }

    fn calls(baselines: &Baselines) -> Vec<(String, u64)> {
        baselines.tools().map(|summary| (summary.tool, summary.calls)).collect()
    }

    #[test]
    fn what_was_taught_here_and_there_is_kept_and_what_was_reset_is_not() {
        let known: &[(&str, usize)] = &[("a", 9), ("b", 9)];
        type Case<'c> = (&'c str, &'c [(&'c str, usize)], &'c [(&'c str, usize)], &'c [(&'c str, u64)]);
        let cases: &[Case] = &[
            ("nothing happened", known, &[], &[("a", 9), ("b", 9)]),
            ("taught here", known, &[("a", 2)], &[("a", 11), ("b", 9)]),
            ("taught there", &[("a", 12), ("b", 9)], &[], &[("a", 12), ("b", 9)]),
            ("reset there", &[("b", 9)], &[("a", 2)], &[("b", 9)]),
            ("all reset there", &[], &[("a", 2)], &[]),
            ("reset there and learned anew", &[("a", 3), ("b", 9)], &[("a", 2)], &[("a", 3), ("b", 9)]),
            ("new here", known, &[("c", 1)], &[("a", 9), ("b", 9), ("c", 1)]),
            ("new there", &[("a", 9), ("b", 9), ("c", 4)], &[], &[("a", 9), ("b", 9), ("c", 4)]),
        ];
        for (what, kept, more, expected) in cases {
            let mut ours = taught(known);
            let marks = ours.marks();
            teach(&mut ours, more);
            ours.reconcile(&taught(kept), &marks);
            let expected: Vec<_> = expected.iter().map(|(tool, calls)| ((*tool).to_owned(), *calls)).collect();
            assert_eq!(calls(&ours), expected, "{what}");
        }
    }

    #[test]
    fn what_is_reset_here_stays_so() {
        let mut ours = taught(&[("a", 9), ("b", 9)]);
        let (kept, marks) = (ours.clone(), ours.marks());
        ours.reset(Some("s"), Some("a"));
        ours.reconcile(&kept, &marks);
        assert_eq!(calls(&ours), [("b".to_owned(), 9)]);
    }
}
