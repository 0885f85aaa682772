//! The scorecard of a gauntlet: what became of every attack, and of the harmless work beside them.

use serde::Serialize;

/// What became of one scenario.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GauntletRow {
    /// Its id.
    pub id: String,
    /// One line.
    pub title: String,
    /// The kind of attack, or `harmless`.
    pub category: &'static str,
    /// How much harm it does.
    pub severity: String,
    /// `prevented`, `detected` or `missed`; `undisturbed` or `false_alarm`.
    pub outcome: &'static str,
    /// Whether what was expected was done in time; for harmless work, whether it was left alone.
    pub caught: bool,
    /// What a defender must do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<GauntletDuty>,
    /// The strongest thing that the defender did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did: Option<&'static str>,
    /// The step at which it first said something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// How long after the start that was, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detected_after_ms: Option<f64>,
    /// The defender's words, or what has happened.
    pub reason: String,
}

/// What a defender must do, and by which step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GauntletDuty {
    /// What.
    #[serde(rename = "do")]
    pub duty: &'static str,
    /// The step, or `start`.
    pub at: String,
}

/// How often attacks of a kind were caught.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GauntletTally {
    /// The kind.
    pub category: &'static str,
    /// How many there are.
    pub scenarios: usize,
    /// The defender stepped in and the harm did not come about.
    pub prevented: usize,
    /// It said so, and the harm came about.
    pub detected: usize,
    /// Neither.
    pub missed: usize,
    /// What was expected was done in time.
    pub caught: usize,
}

/// A rate that the RFC expects, and what was reached.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GauntletRate {
    /// The row in the RFC's words.
    pub row: &'static str,
    /// What it expects.
    pub expected: f64,
    /// How many scenarios count for it.
    pub scenarios: usize,
    /// How many of them were caught.
    pub caught: usize,
    /// Whether that is enough; nothing can be said of a row without scenarios.
    pub holds: Option<bool>,
}

impl GauntletRate {
    /// A row and what was reached of it.
    pub fn new(row: &'static str, expected: f64, scenarios: usize, caught: usize) -> Self {
        #[allow(clippy::cast_precision_loss, reason = "there are not that many scenarios")]
        let holds = (scenarios > 0).then_some(caught as f64 >= expected * scenarios as f64);
        Self { row, expected, scenarios, caught, holds }
    }
}

/// The figures that matter most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GauntletSummary {
    /// How many attacks were played.
    pub scenarios: usize,
    /// How many of them were caught.
    pub caught: usize,
    /// How many harmless scenarios were played.
    pub harmless: usize,
    /// How many of them were disturbed.
    pub false_alarms: usize,
}

impl GauntletSummary {
    /// The share of harmless scenarios that may be disturbed.
    pub const FALSE_ALARMS: f64 = 0.05;

    /// Whether few enough harmless scenarios were disturbed.
    #[allow(clippy::cast_precision_loss, reason = "there are not that many scenarios")]
    pub fn is_quiet(&self) -> bool {
        self.false_alarms == 0 || (self.false_alarms as f64) < Self::FALSE_ALARMS * self.harmless as f64
    }
}

/// Everything that a gauntlet has shown.
///
/// ```
/// use vetgate_eval::{GauntletRow, Scorecard};
///
/// let row = |category, outcome, caught| GauntletRow {
///     id: "x".into(), title: "t".into(), category, severity: "high".into(), outcome, caught, expected: None, did: None,
///     at: None, detected_after_ms: None, reason: "r".into(),
/// };
/// let rows = vec![row("rug_pull", "prevented", true), row("harmless", "false_alarm", false)];
/// let card = Scorecard::new("vetgate".into(), rows, vec![]);
/// assert_eq!((card.summary.scenarios, card.summary.caught, card.summary.false_alarms), (1, 1, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scorecard {
    /// Who was tried.
    pub defender: String,
    /// The figures that matter most.
    pub summary: GauntletSummary,
    /// The RFC's rates beside what was reached.
    pub rates: Vec<GauntletRate>,
    /// By kind of attack.
    pub categories: Vec<GauntletTally>,
    /// A row for each scenario; harmless ones last.
    #[serde(rename = "scenarios")]
    pub rows: Vec<GauntletRow>,
}

/// What harmless scenarios have for a category.
const HARMLESS: &str = "harmless";

impl Scorecard {
    /// The scorecard of rows that are in their order.
    pub fn new(defender: String, rows: Vec<GauntletRow>, rates: Vec<GauntletRate>) -> Self {
        let (mut categories, mut summary) =
            (Vec::<GauntletTally>::new(), GauntletSummary { scenarios: 0, caught: 0, harmless: 0, false_alarms: 0 });
        for row in &rows {
            if row.category == HARMLESS {
                summary.harmless += 1;
                summary.false_alarms += usize::from(!row.caught);
                continue;
            }
            summary.scenarios += 1;
            summary.caught += usize::from(row.caught);
            let at = categories.iter().position(|tally| tally.category == row.category).unwrap_or_else(|| {
                let category = row.category;
                categories.push(GauntletTally {
                    category,
                    scenarios: 0,
                    prevented: 0,
                    detected: 0,
                    missed: 0,
                    caught: 0,
                });
                categories.len() - 1
            });
            let tally = &mut categories[at];
            tally.scenarios += 1;
            tally.caught += usize::from(row.caught);
            match row.outcome {
                "prevented" => tally.prevented += 1,
                "detected" => tally.detected += 1,
                _ => tally.missed += 1,
            }
        }
        Self { defender, summary, rates, categories, rows }
    }

    /// Whether every rate of the RFC that has scenarios is reached and false alarms are few.
    pub fn is_passed(&self) -> bool {
        self.summary.is_quiet() && self.rates.iter().all(|rate| rate.holds != Some(false))
    }

    /// Attacks that were not caught.
    pub fn uncaught(&self) -> impl Iterator<Item = &GauntletRow> {
        self.rows.iter().filter(|row| row.category != HARMLESS && !row.caught)
    }

    /// Harmless scenarios that were disturbed.
    pub fn false_alarms(&self) -> impl Iterator<Item = &GauntletRow> {
        self.rows.iter().filter(|row| row.category == HARMLESS && !row.caught)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_reached_from_its_share_on_and_nothing_says_nothing() {
        let cases =
            [(20, 19, Some(true)), (20, 18, Some(false)), (10, 9, Some(false)), (10, 10, Some(true)), (0, 0, None)];
        for (scenarios, caught, holds) in cases {
            assert_eq!(GauntletRate::new("r", 0.95, scenarios, caught).holds, holds, "{caught} of {scenarios}");
        }
    }

    #[test]
    fn false_alarms_must_be_under_a_twentieth() {
        let quiet =
            |harmless, false_alarms| GauntletSummary { scenarios: 0, caught: 0, harmless, false_alarms }.is_quiet();
        assert!(quiet(40, 1) && quiet(0, 0) && !quiet(40, 2) && !quiet(1, 1));
    }
}
