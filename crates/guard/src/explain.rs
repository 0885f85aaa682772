//! A decision in full: every signal with its trust, every contradiction, flow and alarm, and the sum that they make.
//!
//! The sentence of a [`Decision`] says what decided. This says what was known, for whoever has to judge it.

use crate::{Assessment, Decision, Part, SessionFacts};
use std::fmt::Write;
use vetgate_flow::{Edge, Leg, call_name};
use vetgate_text::render::safe;

/// The most lines of one section; what is left out is counted.
const MOST: usize = 40;
/// The most characters of a name or a sentence.
const SHOWN: usize = 300;

/// Everything that led to `decision`, line by line; safe to show.
///
/// ```text
/// deny by contradiction.read_but_name_destroys: The agent says that it only reads, but ...
/// call 3 of a session known by its connection, agent "agent": files/delete_file (internal), destructive
/// signals
///   agent_intent        trust 0.4  read           operation_type:read
///   name_heuristic      trust 0.8  destructive    name_token:delete
/// contradictions
///   80  read_but_name_destroys  The agent says that it only reads, but ...
/// risk 38 (medium)
///   38.4 = 0.80 × 0.80 × 0.6 (static)  The agent says that it only reads, but ...
/// ```
pub fn explain(assessment: &Assessment, decision: &Decision) -> String {
    let mut out = String::new();
    let also = match (decision.is_flagged, decision.quarantines) {
        (true, true) => " (flagged; the tool goes into quarantine)",
        (true, false) => " (flagged)",
        (false, true) => " (the tool goes into quarantine)",
        (false, false) => "",
    };
    line(&mut out, format_args!("{} by {}{also}: {}", decision.action, decision.by, safe(&decision.reason, SHOWN)));
    if let Some(detail) = &decision.detail {
        line(&mut out, format_args!("  {}", safe(detail, SHOWN)));
    }
    line(&mut out, format_args!("{}", called(assessment)));
    section(&mut out, "signals", &assessment.signals, |signal| {
        let (source, claim) = (signal.source.name(), signal.claim.name());
        format!("{source:<18}  trust {:.1}  {claim:<13}  {}", signal.source.trust(), safe(&signal.evidence, SHOWN))
    });
    section(&mut out, "contradictions", &assessment.contradictions, |found| {
        format!("{:>3}  {}  {}", found.severity, found.id, safe(&found.explanation, SHOWN))
    });
    section(&mut out, "flows", &assessment.edges, flow);
    section(&mut out, "alarms", &assessment.alarms, |alarm| {
        format!("{:>3}  {}  {}", alarm.severity, alarm.kind, safe(&alarm.evidence, SHOWN))
    });
    section(&mut out, "sensitive data", &assessment.sensitive, |sensed| {
        let place = if sensed.pointer.is_empty() { "the arguments" } else { &sensed.pointer };
        format!(
            "{} × {} ({}, {:.2}) in {}",
            sensed.count,
            sensed.kind,
            sensed.severity,
            sensed.confidence,
            safe(place, 80)
        )
    });
    section(&mut out, "destinations", &assessment.destinations, |destination| safe(destination, SHOWN));
    section(&mut out, "baseline", &assessment.drifts, |drift| {
        format!("{:>3}  {} ({})  {}", drift.severity, drift.measure, drift.form, safe(&drift.reason, SHOWN))
    });
    line(&mut out, format_args!("risk {} ({})", assessment.risk.score, assessment.risk.band));
    rows(&mut out, &assessment.risk.parts, part);
    out
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{text}");
}

fn section<T>(out: &mut String, title: &str, items: &[T], row: impl Fn(&T) -> String) {
    if !items.is_empty() {
        line(out, format_args!("{title}"));
        rows(out, items, row);
    }
}

fn rows<T>(out: &mut String, items: &[T], row: impl Fn(&T) -> String) {
    for item in items.iter().take(MOST) {
        line(out, format_args!("  {}", row(item)));
    }
    if items.len() > MOST {
        line(out, format_args!("  and {} more", items.len() - MOST));
    }
}

fn called(assessment: &Assessment) -> String {
    let SessionFacts { principal, key, call, legs, is_truncated } = &assessment.session;
    let tool = &assessment.tool;
    let mut text = format!(
        "call {call} of a session known by {}, agent \"{}\": {}/{} ({}), {}",
        match key.as_str() {
            "connection" => "its connection",
            "session" => "its session id",
            "trace" => "its agent and trace",
            "agent" => "its agent alone",
            _ => "nothing",
        },
        safe(principal, 80),
        safe(&tool.server, 80),
        safe(&tool.name, 80),
        tool.side,
        assessment.operation,
    );
    if !tool.capabilities.is_empty() {
        let tags: Vec<&str> = tool.capabilities.iter().map(|tag| tag.name()).collect();
        text.push_str(&format!(", can {}", tags.join(", ")));
    }
    if !legs.is_empty() {
        let legs: Vec<&str> = legs.iter().map(|leg| step(*leg)).collect();
        text.push_str(&format!("; the session {}", legs.join(", ")));
    }
    if *is_truncated {
        text.push_str("; part of what it read is no longer in memory");
    }
    text
}

/// What a session does that stands on this leg.
fn step(leg: Leg) -> &'static str {
    match leg {
        Leg::PrivateData => "has read private data",
        Leg::UntrustedContent => "has read untrusted content",
        Leg::ExternalChannel => "contacts an external destination with this call",
    }
}

fn flow(edge: &Edge) -> String {
    let wrapped =
        if edge.transforms.is_empty() { String::new() } else { format!(", {}", edge.transforms.join(" in ")) };
    format!(
        "{:<10}  {}  {} {}/{} {} → {}: {} of {} characters new{wrapped}  {}",
        edge.level,
        edge.pattern,
        call_name(edge.from.call),
        safe(&edge.from.server, 80),
        safe(&edge.from.tool, 80),
        safe(&edge.from.pointer, 80),
        safe(&edge.to.pointer, 80),
        edge.novel,
        edge.characters,
        safe(&edge.reason, SHOWN)
    )
}

fn part(part: &Part) -> String {
    format!(
        "{:>4.1} = {:.2} × {:.2} × {:.1} ({})  {}",
        part.points(),
        part.confidence,
        part.severity,
        part.source.weight(),
        part.source.name(),
        safe(&part.reason, SHOWN)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{assessment, edge};
    use crate::signal::fixture::sensed;
    use crate::{Claim, Policy, Risk, Settings, Signal, SignalSource, contradictions, parts};
    use vetgate_capability::OperationClass;
    use vetgate_flow::Level;

    #[test]
    fn everything_that_counted_is_there_with_its_figures() {
        let mut call = assessment();
        call.operation = OperationClass::Destructive;
        call.signals = vec![
            Signal {
                source: SignalSource::AgentIntent,
                claim: Claim::Read,
                evidence: "operation_type:read".to_owned(),
            },
            Signal {
                source: SignalSource::NameHeuristic,
                claim: Claim::Destructive,
                evidence: "name_token:delete".to_owned(),
            },
        ];
        call.contradictions = contradictions(&call.signals);
        call.edges = vec![edge(Level::Critical)];
        call.sensitive = vec![sensed("github.pat", "secret", "/text", 0.9)];
        call.session.legs = Leg::ALL.to_vec();
        call.tool.name = "delete\u{202e}_page".to_owned();
        call.risk = Risk::of(parts(&call));
        let decision = Policy::compile(&Settings::default()).expect("the defaults are sound").decide(&call, "{}");
        let text = explain(&call, &decision);
        for expected in [
            "deny by contradiction.read_but_name_destroys (flagged): The agent declares a read",
            "call 3 of a session known by its session id, agent \"agent\": web/delete\\u{202E}_page (external), destructive",
            "the session has read private data, has read untrusted content, contacts an external destination with this call",
            "  agent_intent        trust 0.4  read           operation_type:read\n",
            "   80  read_but_name_destroys  ",
            "  critical    internal_to_external  call 1 db/query /text → /text: 40 of 60 characters new",
            "  1 × github.pat (high, 0.90) in /text\n",
            "risk 100 (critical)\n",
            "  95.0 = 0.95 × 1.00 × 1.0 (flow)  ",
            "  38.4 = 0.80 × 0.80 × 0.6 (static)  ",
        ] {
            assert!(text.contains(expected), "{expected}\n---\n{text}");
        }
        assert!(!text.contains('\u{202e}'));
    }

    #[test]
    fn a_clean_call_is_told_in_three_lines() {
        let decision =
            Policy::compile(&Settings::default()).expect("the defaults are sound").decide(&assessment(), "{}");
        assert_eq!(explain(&assessment(), &decision).lines().count(), 3);
    }

    #[test]
    fn long_lists_are_cut_and_counted() {
        let mut call = assessment();
        call.destinations = (0..100).map(|index| format!("host{index}.example")).collect();
        let decision = Policy::compile(&Settings::default()).expect("the defaults are sound").decide(&call, "{}");
        assert!(explain(&call, &decision).contains("  and 60 more\n"));
    }
}
