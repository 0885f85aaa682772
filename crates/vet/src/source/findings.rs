//! Collects what one rule finds in one tree.

use super::rule::RuleMeta;
use super::subject::{Subject, region};
use crate::mask;
use vetgate_model::{Cap, Confidence, Severity, SourceFinding, Step};
use vetgate_source::{Flow, Place, Reach, Tool};
use vetgate_text::render;

/// How many findings of one rule a report takes: nobody reads more, and a flood must stay cheap.
const MOST: usize = 200;
/// How long a message may be, in characters.
const MESSAGE: usize = 400;
/// How many steps of a way are shown.
const STEPS: usize = 24;

/// What one rule found so far.
#[derive(Debug)]
pub struct Findings<'s> {
    meta: RuleMeta,
    subject: &'s Subject<'s>,
    found: Vec<SourceFinding>,
    left_out: usize,
}

/// A finding that is being described.
pub(super) struct Draft<'f> {
    finding: &'f mut SourceFinding,
    subject: &'f Subject<'f>,
}

impl<'s> Findings<'s> {
    /// Nothing yet.
    pub(super) fn new(meta: RuleMeta, subject: &'s Subject<'s>) -> Self {
        Self { meta, subject, found: vec![], left_out: 0 }
    }

    /// A finding at `place`, with the severity of the rule and the given certainty.
    pub(super) fn add(&mut self, place: &Place, confidence: f64, message: &str) -> Draft<'_> {
        let meta = self.meta;
        if self.found.len() == MOST {
            self.left_out += 1;
            self.found.pop();
        }
        self.found.push(SourceFinding {
            rule: meta.id.to_owned(),
            name: meta.name.to_owned(),
            severity: meta.severity,
            confidence: Confidence::new(confidence),
            threat_type: meta.threat,
            tree: self.subject.label.to_owned(),
            tool: None,
            message: render::safe(&mask::text(message), MESSAGE),
            location: region(place),
            snippet: self.subject.snippet(place),
            calls: vec![],
            flow: vec![],
            near_miss: None,
            advice: meta.advice.to_owned(),
            lifecycle: meta.lifecycle,
        });
        let last = self.found.len() - 1;
        Draft { finding: &mut self.found[last], subject: self.subject }
    }

    /// Whether nothing was found so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What was found, and the limit that was hit.
    pub(super) fn finish(self) -> (Vec<SourceFinding>, Option<Cap>) {
        let Self { meta, subject, found, left_out } = self;
        let detail = || format!("{} findings; the first {MOST} are shown", MOST + left_out);
        let cap =
            (left_out > 0).then(|| Cap::new("source.findings", format!("{}/{}", subject.label, meta.id), detail()));
        (found, cap)
    }
}

impl Draft<'_> {
    /// It is about this tool.
    pub(super) fn of(self, tool: &Tool) -> Self {
        self.of_name(&tool.name)
    }

    /// It is about the tool or prompt of this name.
    pub(super) fn of_name(self, name: &str) -> Self {
        self.finding.tool = Some(render::safe(name, 120));
        self
    }

    /// It is this bad.
    pub(super) fn severity(self, severity: Severity) -> Self {
        self.finding.severity = severity;
        self
    }

    /// These calls lead there.
    pub(super) fn through(self, reach: &Reach) -> Self {
        let steps = reach.through.iter().take(STEPS);
        self.finding.calls = steps.map(|(name, place)| self.step(place, &format!("in {name}"))).collect();
        self
    }

    /// This is how the data gets there.
    pub(super) fn along(self, flow: &Flow) -> Self {
        let steps = flow.steps.iter().take(STEPS);
        self.finding.flow = steps.map(|(place, word)| self.step(place, word)).collect();
        self.finding.near_miss = flow.near_miss.as_ref().map(|(place, word)| self.step(place, word));
        self.through(&flow.reach)
    }

    /// What is quoted in place of the line.
    pub(super) fn quoting(self, text: &str) -> Self {
        self.finding.snippet = render::safe(&mask::text(text), 240);
        self
    }

    fn step(&self, place: &Place, word: &str) -> Step {
        Step {
            location: region(place),
            message: render::safe(&mask::text(word), MESSAGE),
            snippet: self.subject.snippet(place),
        }
    }
}
