//! What an evaluation measured, for programs: the object of the one evaluation, or of several by name.

use serde::ser::{Serialize, SerializeMap, Serializer};
use vetgate_eval::{Evasion, Retrieval, Run, Scores, SecurityTestMetrics};
use vetgate_report::pretty_json;

/// One thing that was measured.
enum Part<'r> {
    Search(&'r Retrieval),
    Detector(&'r Scores),
    Evasion(&'r Evasion),
    Metrics(&'r SecurityTestMetrics),
}

impl Part<'_> {
    const fn name(&self) -> &'static str {
        match self {
            Self::Search(_) => "retrieval",
            Self::Detector(scores) => scores.evaluation.name(),
            Self::Evasion(_) => "evasion",
            Self::Metrics(_) => "metrics",
        }
    }
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Search(part) => part.serialize(serializer),
            Self::Detector(part) => part.serialize(serializer),
            Self::Evasion(part) => part.serialize(serializer),
            Self::Metrics(part) => part.serialize(serializer),
        }
    }
}

/// Several by name.
struct Whole<'r>(Vec<Part<'r>>);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for part in &self.0 {
            map.serialize_entry(part.name(), part)?;
        }
        map.end()
    }
}

pub(super) fn render(run: &Run) -> String {
    let search = run.retrieval.iter().map(Part::Search);
    let detectors = run.detectors.iter().map(Part::Detector);
    let evasion = run.evasion.iter().map(Part::Evasion);
    let parts: Vec<Part<'_>> =
        search.chain(detectors).chain(evasion).chain(run.metrics.iter().map(Part::Metrics)).collect();
    match parts.as_slice() {
        [part] => pretty_json(part),
        _ => pretty_json(&Whole(parts)),
    }
}
