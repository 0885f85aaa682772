//! What an assessment adds up to: the RFC's weighted sum.
//!
//! Score = Σ confidence × severity × weight of the source × 100, at most 100. The sum is over *distinct* signals: two parts
//! of the same source with the same reason are one. So that ten weak signs of one thing do not make an alarm, [`parts`]
//! makes one part, by the gravest, of all edges, of all personal data and secrets, and of all that drifts; each
//! contradiction and each alarm is a sign of its own.
//!
//! How the parts are set:
//!
//! | part | source | confidence × severity | points |
//! | --- | --- | --- | --- |
//! | a critical edge | flow | 0.95 × 1.0 | 95 |
//! | a suspicious edge | flow | 0.8 × 0.7 | 56 |
//! | an alarm about data that moved | flow | 0.9 × its severity | up to 90 |
//! | any other alarm | static | 0.9 × its severity | up to 54 |
//! | a secret towards outside | pii | its confidence, from 0.8 on at least 0.9, × 1.0 | 72 and more |
//! | three kinds of personal data or more towards outside | pii | same × 0.98 | 70 and more |
//! | other personal data towards outside | pii | same × 0.3 to 0.8 by kind | up to 64 |
//! | a contradiction | static | the trust in the better of its two signals × its severity | up to 54 |
//! | what has drifted | behavioral | 0.8 × its severity | up to 40 |
//! | what the agent says of itself | agent_hint | 0.4 × 0.5 | 6 |
//!
//! Towards a server of which nothing is known, personal data and secrets count half. How to reach somebody does not count
//! beside a flow that is worth a look: whom a text has named is invited by that address, and whoever is written to is told
//! how to answer. It would lift every such call from `high` to `critical`, where it waits for a person.

use crate::signal::is_recipient;
use crate::{Assessment, Band, Claim, Part, Risk, Sensed, Signal, SignalSource, Source};
use vetgate_capability::{OperationClass, ServerClass};
use vetgate_flow::provenance::NamedBy;
use vetgate_flow::{Alarm, Edge, Level};

impl Source {
    /// Every source, the weightiest first.
    pub const ALL: [Self; 5] = [Self::Flow, Self::Pii, Self::Static, Self::Behavioral, Self::AgentHint];

    /// How much it counts, by how reliable it is.
    pub const fn weight(self) -> f64 {
        match self {
            Self::Flow => 1.0,
            Self::Pii => 0.8,
            Self::Static => 0.6,
            Self::Behavioral => 0.5,
            Self::AgentHint => 0.3,
        }
    }

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flow => "flow",
            Self::Pii => "pii",
            Self::Static => "static",
            Self::Behavioral => "behavioral",
            Self::AgentHint => "agent_hint",
        }
    }
}

impl Band {
    /// The band of a score.
    pub const fn of(score: u8) -> Self {
        match score {
            0..=29 => Self::Low,
            30..=49 => Self::Medium,
            50..=69 => Self::High,
            _ => Self::Critical,
        }
    }
}

impl Part {
    /// What it adds to the score.
    pub fn points(&self) -> f64 {
        self.confidence.clamp(0.0, 1.0) * self.severity.clamp(0.0, 1.0) * self.source.weight() * 100.0
    }
}

impl Risk {
    /// The sum of `parts`. Two of the same source and reason count once, by the graver.
    ///
    /// ```
    /// use vetgate_guard::{Band, Part, Risk, Source};
    ///
    /// let part = |source, confidence, severity, reason: &str| Part { source, confidence, severity, reason: reason.to_owned() };
    /// let risk = Risk::of(vec![
    ///     part(Source::Static, 0.8, 0.8, "the agent lies"),
    ///     part(Source::Pii, 0.9, 0.5, "an e-mail address leaves"),
    /// ]);
    /// assert_eq!((risk.score, risk.band), (74, Band::Critical));
    /// ```
    pub fn of(mut parts: Vec<Part>) -> Self {
        parts.retain(|part| part.points() > 0.0);
        parts.sort_by(|one, other| other.points().total_cmp(&one.points()));
        let mut kept: Vec<Part> = Vec::with_capacity(parts.len());
        for part in parts {
            if !kept.iter().any(|known| known.source == part.source && known.reason == part.reason) {
                kept.push(part);
            }
        }
        let sum: f64 = kept.iter().map(Part::points).sum();
        // Sums of decimal fractions fall short of what they are on paper by less than this.
        let score = (sum + 1e-9).min(100.0) as u8;
        Self { score, band: Band::of(score), parts: kept }
    }
}

/// The parts that the risk of `assessment` is made of.
pub fn parts(assessment: &Assessment) -> Vec<Part> {
    let mut parts = vec![];
    parts.extend(moved(assessment));
    parts.extend(sent(assessment));
    parts.extend(assessment.alarms.iter().filter_map(|alarm| alarmed(alarm, assessment)));
    for contradiction in &assessment.contradictions {
        parts.push(Part {
            source: Source::Static,
            confidence: contradiction.signal1.trust().max(contradiction.signal2.trust()),
            severity: f64::from(contradiction.severity) / 100.0,
            reason: contradiction.explanation.clone(),
        });
    }
    if let Some(drift) = assessment.drifts.iter().max_by_key(|drift| drift.severity) {
        let (severity, reason) = (f64::from(drift.severity) / 100.0, drift.reason.clone());
        parts.push(Part { source: Source::Behavioral, confidence: 0.8, severity, reason });
    }
    parts.extend(hinted(assessment));
    parts
}

/// The gravest edge that is not safe.
fn gravest_edge(assessment: &Assessment) -> Option<&Edge> {
    assessment.edges.iter().filter(|edge| edge.level > Level::Safe).max_by_key(|edge| edge.level)
}

/// The gravest edge.
fn moved(assessment: &Assessment) -> Option<Part> {
    let gravest = gravest_edge(assessment)?;
    let (confidence, severity) = match gravest.level {
        Level::Safe => return None,
        Level::Suspicious => (0.8, 0.7),
        Level::Critical => (0.95, 1.0),
    };
    Some(Part { source: Source::Flow, confidence, severity, reason: gravest.reason.clone() })
}

/// Alarms that [`sent`] has spoken of.
const SAID: &[&str] = &["pii_to_external"];
/// The alarm about a command that is run, which is no matter of what leaves.
pub(crate) const HARMFUL_COMMAND: &str = "harmful_command";
/// Alarms about data that moved, not only about how or how often.
const MOVED: &[&str] =
    &["suspicious_endpoint", "dns_channel", "url_parameters", "too_much_data", "low_and_slow", HARMFUL_COMMAND];

fn alarmed(alarm: &Alarm, assessment: &Assessment) -> Option<Part> {
    if SAID.contains(&alarm.kind.as_str()) && !assessment.sensitive.is_empty() {
        return None;
    }
    let source = if MOVED.contains(&alarm.kind.as_str()) { Source::Flow } else { Source::Static };
    let severity = f64::from(alarm.severity) / 100.0;
    Some(Part { source, confidence: 0.9, severity, reason: alarm.evidence.clone() })
}

/// Personal data and secrets on their way outside.
fn sent(assessment: &Assessment) -> Option<Part> {
    let counted = |sensed: &&Sensed| !is_recipient(sensed) && !matches!(sensed.category.as_str(), "network" | "path");
    let mut found = assessment.sensitive.iter().filter(counted);
    let first = found.next()?;
    let share = match assessment.tool.side {
        ServerClass::External => 1.0,
        _ if assessment.operation != OperationClass::Read && is_addressed(assessment) => 1.0,
        ServerClass::Unknown => 0.5,
        ServerClass::Internal => return None,
    };
    let (mut gravest, mut kinds) = (first, 1);
    for sensed in found {
        kinds += 1;
        if severity(sensed) * sensed.confidence > severity(gravest) * gravest.confidence {
            gravest = sensed;
        }
    }
    // Where the user said whom it goes to, only a secret is too much.
    let is_wanted = matches!(assessment.named_by, Some(NamedBy::User | NamedBy::Configuration));
    if is_wanted && gravest.category != "secret" {
        return None;
    }
    if gravest.category == "contact" && kinds < MANY && gravest_edge(assessment).is_some() {
        return None;
    }
    // An unmistakable value is as good as certain, whatever its detector's figure.
    let confidence = if gravest.confidence >= 0.8 { gravest.confidence.max(0.9) } else { gravest.confidence };
    let severity = if kinds >= MANY { severity(gravest).max(0.98) } else { severity(gravest) };
    let reason = match kinds {
        1 => format!("{} in {} would be sent to an external destination", gravest.kind, place(&gravest.pointer)),
        _ => format!(
            "{} in {} and {} more kinds of sensitive data would be sent to an external destination",
            gravest.kind,
            place(&gravest.pointer),
            kinds - 1
        ),
    };
    Some(Part { source: Source::Pii, confidence, severity: severity * share, reason })
}

/// Whether the arguments are addressed to a place outside, or a link in them carries something there. A host that a text
/// only mentions is no destination: a note about somebody's address goes where notes go.
fn is_addressed(assessment: &Assessment) -> bool {
    let is_one =
        |signal: &Signal| signal.claim == Claim::ExternalSend && matches!(signal.basis(), "destination" | "payload");
    assessment.signals.iter().any(is_one)
}

/// How many kinds of personal data make a record of a person.
const MANY: usize = 3;

fn place(pointer: &str) -> String {
    if pointer.is_empty() { "the arguments".to_owned() } else { vetgate_text::render::safe(pointer, 80) }
}

fn severity(sensed: &Sensed) -> f64 {
    match (sensed.category.as_str(), sensed.severity.as_str()) {
        ("secret", _) => 1.0,
        (_, "critical") => 0.8,
        (_, "high") => 0.6,
        (_, "medium") => 0.4,
        _ => 0.3,
    }
}

/// What the agent says of itself: it is believed only where it speaks against itself.
fn hinted(assessment: &Assessment) -> Option<Part> {
    let is_hint = |claim: Claim| {
        let leaves = assessment.tool.side == ServerClass::External || is_addressed(assessment);
        claim == Claim::Destructive || (claim == Claim::Private && leaves)
    };
    let mut own = assessment.signals.iter().filter(|signal| signal.source == SignalSource::AgentIntent);
    let hint = own.find(|signal| is_hint(signal.claim))?;
    let (confidence, reason) = (SignalSource::AgentIntent.trust(), format!("the agent declares {}", hint.evidence));
    Some(Part { source: Source::AgentHint, confidence, severity: 0.5, reason })
}

#[cfg(test)]
mod tests;
