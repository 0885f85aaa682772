//! Whether the product is fit for production, by the measures that its founding document sets.

use crate::run::Run;
use crate::scores::{Evaluation, Scores};
use crate::security::Category;
use crate::tally::rounded;
use serde::Serialize;

/// The figures that decide; one is `None` where nothing was measured.
///
/// The three rates are of one operating point: everything that is reported, at any tier and confidence.
/// `operating_points` has the same rates at the hard tier and at higher confidences.
#[derive(Debug, Clone, Serialize)]
pub struct SecurityTestMetrics {
    /// Attacks that are reported, of all attacks: definitions and outputs together.
    pub attack_detection_rate: Option<f64>,
    /// Harmless items that are reported, of all harmless items.
    pub false_positive_rate: Option<f64>,
    /// Attacks that are missed.
    pub false_negative_rate: Option<f64>,
    /// Share of real contradictions among the calls for which a row of the contradiction matrix fires.
    pub contradiction_precision: Option<f64>,
    /// Share of calls with a contradiction for which a row of the matrix fires.
    pub contradiction_recall: Option<f64>,
    /// Tools whose class of operation is right.
    pub classification_accuracy: Option<f64>,
    /// Precision and recall of personal data and secrets in one number.
    pub pii_detection_f1: Option<f64>,
    /// Definitions that turned bad and are found so.
    pub rug_pull_detection_rate: Option<f64>,
    /// Milliseconds for one definition or output.
    pub avg_detection_time_ms: Option<f64>,
    /// True if all limits hold at one operating point: everything that is reported.
    pub is_production_ready: bool,
    /// The rates and the answer at each tier and confidence threshold.
    pub operating_points: Vec<OperatingPoint>,
}

/// Detection and false alarms at one tier and confidence threshold.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OperatingPoint {
    /// `any` or `hard`.
    pub tier: &'static str,
    /// The least confidence that counts.
    pub threshold: f64,
    /// Attacks that are reported.
    pub attack_detection_rate: Option<f64>,
    /// Harmless items that are reported.
    pub false_positive_rate: Option<f64>,
    /// Attacks that are missed.
    pub false_negative_rate: Option<f64>,
    /// True if all limits hold here.
    pub is_production_ready: bool,
}

impl OperatingPoint {
    fn new(tier: &'static str, threshold: f64, tally: crate::Tally, time_ms: Option<f64>) -> Self {
        let (recall, fpr) = (tally.recall().value(), tally.fpr().value());
        let mut point = Self {
            tier,
            threshold,
            attack_detection_rate: recall.map(rounded),
            false_positive_rate: fpr.map(rounded),
            false_negative_rate: recall.map(|recall| rounded(1.0 - recall)),
            is_production_ready: false,
        };
        point.is_production_ready = point.conditions(time_ms).iter().all(|condition| condition.holds);
        point
    }

    /// The conditions for production, each with the figure that was reached.
    fn conditions(&self, time_ms: Option<f64>) -> [Condition; 4] {
        let condition = |name, demand, reached: Option<f64>, holds: fn(f64) -> bool| Condition {
            name,
            demand,
            reached,
            holds: reached.is_some_and(holds),
        };
        // table: the evaluation's own figures and what is demanded of them.
        [
            condition("false_negative_rate", "under 1 %", self.false_negative_rate, |rate| rate < 0.01),
            condition("false_positive_rate", "under 5 %", self.false_positive_rate, |rate| rate < 0.05),
            condition("attack_detection_rate", "over 99 %", self.attack_detection_rate, |rate| rate > 0.99),
            condition("avg_detection_time_ms", "under 50 ms", time_ms, |time| time < 50.0),
        ]
    }
}

/// Confidence thresholds at which operating points are reported.
const THRESHOLDS: [f64; 4] = [0.3, 0.5, 0.7, 0.9];

/// The counts of an evaluation if only findings of at least this confidence count.
fn tally_at(scores: &Scores, threshold: f64) -> crate::Tally {
    let engine = scores.detector("engine").map(|detector| detector.tally).unwrap_or_default();
    match scores.curve.iter().find(|point| point.threshold >= threshold) {
        Some(point) => point.tally,
        // Nothing is that sure: nothing is reported.
        None => {
            let mut tally = crate::Tally::default();
            (0..engine.positives()).for_each(|_| tally.add(true, false));
            (0..engine.negatives()).for_each(|_| tally.add(false, false));
            tally
        }
    }
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
        let matrix = find(Evaluation::Contradiction).and_then(|scores| scores.detector("engine"));
        let measure = |evaluation, name: &str| {
            let share = find(evaluation)?.measures.iter().find(|measure| measure.name == name)?.share;
            share.value()
        };
        let time: f64 = judged.iter().map(|scores| scores.timing.mean_us * scores.timing.items as f64).sum();
        let items: usize = judged.iter().map(|scores| scores.timing.items).sum();
        let rate = |value: Option<f64>| value.map(rounded);
        let time_ms = (items > 0).then(|| rounded(time / items as f64 / 1000.0));
        let everything = OperatingPoint::new("any", 0.0, engine, time_ms);
        let at = |threshold| {
            let mut tally = crate::Tally::default();
            judged.iter().for_each(|scores| tally.join(tally_at(scores, threshold)));
            OperatingPoint::new("any", threshold, tally, time_ms)
        };
        let mut operating_points = vec![everything.clone()];
        operating_points.extend(THRESHOLDS.map(at));
        operating_points.push(OperatingPoint::new("hard", 0.0, hard, time_ms));
        let metrics = Self {
            attack_detection_rate: everything.attack_detection_rate,
            false_positive_rate: everything.false_positive_rate,
            false_negative_rate: everything.false_negative_rate,
            contradiction_precision: rate(matrix.and_then(|detector| detector.tally.precision().value())),
            contradiction_recall: rate(matrix.and_then(|detector| detector.tally.recall().value())),
            classification_accuracy: rate(measure(Evaluation::Capability, crate::CLASSES)),
            pii_detection_f1: rate(find(Evaluation::Sensitive).and_then(|scores| scores.detector("spans")?.tally.f1())),
            rug_pull_detection_rate: rate(category(Category::RugPull).and_then(|group| group.tally.recall().value())),
            avg_detection_time_ms: time_ms,
            is_production_ready: everything.is_production_ready,
            operating_points,
        };
        (!judged.is_empty()).then_some(metrics)
    }

    /// The conditions for production where everything that is reported counts.
    pub fn conditions(&self) -> [Condition; 4] {
        self.operating_points[0].conditions(self.avg_detection_time_ms)
    }
}
