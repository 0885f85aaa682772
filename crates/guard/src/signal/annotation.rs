//! What the server's annotations claim.
//!
//! Only what is written counts. The protocol's defaults (not read-only, destructive, open world) are nobody's claim.

use super::{Claim, Signal, SignalSource};
use vetgate_model::Hints;

/// What `hints` claim.
pub(super) fn claims(hints: &Hints, out: &mut Vec<Signal>) {
    let mut claim = |claim: Claim, evidence: &str| {
        out.push(Signal::new(SignalSource::ServerAnnotations, claim, evidence.to_owned()));
    };
    match (hints.read_only, hints.destructive) {
        // The protocol gives `destructiveHint` a meaning only where `readOnlyHint` is not true.
        (Some(true), _) => claim(Claim::Read, "hint:readOnlyHint=true"),
        (_, Some(true)) => claim(Claim::Destructive, "hint:destructiveHint=true"),
        (Some(false), _) => claim(Claim::Write, "hint:readOnlyHint=false"),
        _ => {}
    }
    if hints.open_world == Some(false) {
        claim(Claim::ClosedWorld, "hint:openWorldHint=false");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_written_is_a_claim() {
        let read_only = |value| Hints { read_only: Some(value), ..Hints::default() };
        let table: &[(Hints, &[Claim])] = &[
            (Hints::default(), &[]),
            (read_only(true), &[Claim::Read]),
            (read_only(false), &[Claim::Write]),
            (Hints { destructive: Some(true), ..Hints::default() }, &[Claim::Destructive]),
            (Hints { destructive: Some(false), ..Hints::default() }, &[]),
            (Hints { destructive: Some(true), ..read_only(true) }, &[Claim::Read]),
            (Hints { destructive: Some(true), ..read_only(false) }, &[Claim::Destructive]),
            (Hints { open_world: Some(true), ..Hints::default() }, &[]),
            (Hints { open_world: Some(false), ..read_only(true) }, &[Claim::Read, Claim::ClosedWorld]),
        ];
        for (hints, expected) in table {
            let mut out = vec![];
            claims(hints, &mut out);
            assert_eq!(out.iter().map(|signal| signal.claim).collect::<Vec<_>>(), *expected, "{hints:?}");
        }
    }
}
