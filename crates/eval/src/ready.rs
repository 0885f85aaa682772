//! Whether the product is fit for production, by the measures that its founding document sets.

use crate::run::Run;
use crate::scores::{Evaluation, Scores};
use crate::security::Category;
use crate::tally::rounded;
use serde::Serialize;

/// The figures that decide; one is `None` where nothing was measured.
#[derive(Debug, Clone, Serialize)]
pub struct SecurityTestMetrics {
    /// Attacks that are found, of all attacks: definitions and outputs together.
    pub attack_detection_rate: Option<f64>,
    /// Harmless items that are flagged at the hard tier, of all harmless items: what stops work.
    pub false_positive_rate: Option<f64>,
    /// Attacks that are missed.
    pub false_negative_rate: Option<f64>,
    /// Of definitions whose annotations are said to lie, those that are attacks.
    pub contradiction_precision: Option<f64>,
    /// Of definitions whose annotations lie, those that are said to.
    pub contradiction_recall: Option<f64>,
    /// Tools whose class of operation is right.
    pub classification_accuracy: Option<f64>,
    /// Precision and recall of personal data and secrets in one number.
    pub pii_detection_f1: Option<f64>,
    /// Definitions that turned bad and are found so.
    pub rug_pull_detection_rate: Option<f64>,
    /// Milliseconds for one definition or output.
    pub avg_detection_time_ms: Option<f64>,
    /// Whether all limits hold.
    pub is_production_ready: bool,
}

/// A condition for production.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Condition {
    /// The figure it is about.
    pub name: &'static str,
    /// What it must be, in words.
    pub demand: &'static str,
    /// What it is.
    pub reached: Option<f64>,
    /// Whether it holds; what was not measured does not.
    pub holds: bool,
}

impl SecurityTestMetrics {
    /// The figures of a run; `None` if neither definitions nor outputs were judged in it.
    pub fn of(run: &Run) -> Option<Self> {
        let find = |evaluation| run.detectors.iter().find(|scores| scores.evaluation == evaluation);
        let judged: Vec<&Scores> = [Evaluation::Security, Evaluation::Responses].into_iter().filter_map(find).collect();
        let mut engine = crate::Tally::default();
        let mut hard = crate::Tally::default();
        for scores in &judged {
            engine.join(scores.detector("engine")?.tally);
            hard.join(scores.detector("hard")?.tally);
        }
        let security = find(Evaluation::Security);
        let category = |name: Category| security?.per_category.iter().find(|group| group.name == name.name());
        let annotations = security.and_then(|scores| scores.detector("annotation.mismatch"));
        let lying = category(Category::AnnotationMismatch);
        let said = lying.map(|group| group.checks.get("annotation.mismatch").copied().unwrap_or(0));
        let measure = |evaluation, name: &str| {
            let share = find(evaluation)?.measures.iter().find(|measure| measure.name == name)?.share;
            share.value()
        };
        let time: f64 = judged.iter().map(|scores| scores.timing.mean_us * scores.timing.items as f64).sum();
        let items: usize = judged.iter().map(|scores| scores.timing.items).sum();
        let rate = |value: Option<f64>| value.map(rounded);
        let mut metrics = Self {
            attack_detection_rate: rate(engine.recall().value()),
            false_positive_rate: rate(hard.fpr().value()),
            false_negative_rate: rate(engine.recall().value().map(|recall| 1.0 - recall)),
            contradiction_precision: rate(
                lying.and(annotations).and_then(|detector| detector.tally.precision().value()),
            ),
            contradiction_recall: rate(said.zip(lying).and_then(|(said, lying)| {
                let of = lying.tally.positives();
                (of > 0).then(|| said as f64 / of as f64)
            })),
            classification_accuracy: rate(measure(Evaluation::Capability, crate::CLASSES)),
            pii_detection_f1: rate(find(Evaluation::Sensitive).and_then(|scores| scores.detector("spans")?.tally.f1())),
            rug_pull_detection_rate: rate(category(Category::RugPull).and_then(|group| group.tally.recall().value())),
            avg_detection_time_ms: (items > 0).then(|| rounded(time / items as f64 / 1000.0)),
            is_production_ready: false,
        };
        metrics.is_production_ready = metrics.conditions().iter().all(|condition| condition.holds);
        (!judged.is_empty()).then_some(metrics)
    }

    /// The conditions, each with what was reached.
    pub fn conditions(&self) -> [Condition; 4] {
        let condition = |name, demand, reached: Option<f64>, holds: fn(f64) -> bool| Condition {
            name,
            demand,
            reached,
            holds: reached.is_some_and(holds),
        };
        [
            condition("false_negative_rate", "under 1 %", self.false_negative_rate, |rate| rate < 0.01),
            condition("false_positive_rate", "under 5 %", self.false_positive_rate, |rate| rate < 0.05),
            condition("attack_detection_rate", "over 99 %", self.attack_detection_rate, |rate| rate > 0.99),
            condition("avg_detection_time_ms", "under 50 ms", self.avg_detection_time_ms, |time| time < 50.0),
        ]
    }
}
