//! What a disguise may cost.

use super::{Evasion, Mutated};
use crate::baseline::{Baseline, below};
use crate::gate::{Gate, Gated};

/// The least that a disguise may leave of the recall, where no other floor is recorded.
const FLOOR: f64 = 0.8;
/// Attacks that must be found undisguised before a share of them means anything.
const FEWEST: usize = 5;

/// What is left of the recall in a disguise, if enough attacks took it for that to mean something.
fn reached(mutated: &Mutated) -> Option<f64> {
    mutated.relative.filter(|_| mutated.before.part >= FEWEST)
}

/// Holds each disguise to its floor: what the baseline records, else 0.8. Disguises that fewer than five attacks took are
/// reported and not held to anything; where no attack is found undisguised there is nothing to hold.
pub fn gate_evasion(evasion: &Evasion, baseline: &Baseline) -> Gated {
    let gate = |mutated: &Mutated| {
        let floor = baseline.evasion.get(&mutated.mutation).copied().unwrap_or(FLOOR);
        Some(Gate::new(&mutated.mutation, "relative_recall", floor, false, reached(mutated)?))
    };
    let gates: Vec<Gate> = evasion.mutations.iter().filter_map(gate).collect();
    let vacuous = match evasion.unmutated.part {
        0 => Some("no wording attack is found without a disguise, so there is nothing to disguise".to_owned()),
        _ if gates.is_empty() => Some(format!("no disguise applies to {FEWEST} attacks or more")),
        _ => None,
    };
    Gated::of(gates, vacuous, None)
}

impl Baseline {
    /// Takes a floor just below what each disguise left of the recall, where that means something.
    pub fn take_evasion(&mut self, evasion: &Evasion) {
        let floors =
            evasion.mutations.iter().filter_map(|mutated| Some((mutated.mutation.clone(), below(reached(mutated)?))));
        self.evasion = floors.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Share, Status};

    fn evasion(left: &[(&str, usize, usize)]) -> Evasion {
        let mutations = left.iter().map(|(name, kept, of)| Mutated {
            before: Share::new(*of, *of),
            found: Share::new(*kept, *of),
            relative: Share::new(*kept, *of).value(),
            ..Mutated::new(name, "")
        });
        let attacks = left.iter().map(|(_, _, of)| *of).max().unwrap_or(0);
        Evasion {
            corpora: Vec::new(),
            seed: 0,
            unmutated: Share::new(attacks, attacks),
            mutations: mutations.collect(),
            gate: None,
        }
    }

    #[test]
    fn a_disguise_that_helps_fails_and_few_attacks_say_nothing() {
        let gated = gate_evasion(&evasion(&[("a", 8, 10), ("b", 7, 10), ("c", 0, 4)]), &Baseline::default());
        assert_eq!(gated.status, Status::Failed);
        assert_eq!(gated.failed().map(|gate| gate.detector.as_str()).collect::<Vec<_>>(), ["b"]);
        assert_eq!(gated.gates.len(), 2);
    }

    #[test]
    fn what_was_reached_is_the_floor_from_then_on() {
        let mut baseline = Baseline::default();
        baseline.take_evasion(&evasion(&[("a", 10, 10), ("b", 7, 10), ("c", 0, 4)]));
        assert_eq!(
            baseline.evasion.iter().map(|(name, floor)| (name.as_str(), *floor)).collect::<Vec<_>>(),
            [("a", 0.99), ("b", 0.69)]
        );
        assert_eq!(gate_evasion(&evasion(&[("a", 10, 10), ("b", 7, 10)]), &baseline).status, Status::Passed);
        assert_eq!(gate_evasion(&evasion(&[("a", 9, 10)]), &baseline).status, Status::Failed);
    }

    #[test]
    fn without_attacks_nothing_passes() {
        assert_eq!(gate_evasion(&evasion(&[]), &Baseline::default()).status, Status::Vacuous);
        assert_eq!(gate_evasion(&evasion(&[("a", 1, 1)]), &Baseline::default()).status, Status::Vacuous);
    }
}
