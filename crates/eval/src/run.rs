//! Everything that one call of `vetgate eval` measured.

use crate::{Evasion, Gated, Retrieval, Scores, SecurityTestMetrics, Status};

/// One or several evaluations.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// Tool search.
    pub retrieval: Option<Retrieval>,
    /// The detectors, in the order in which they ran.
    pub detectors: Vec<Scores>,
    /// The detectors against attacks in disguise.
    pub evasion: Option<Evasion>,
    /// What it all says about being fit for production; only where everything was measured.
    pub metrics: Option<SecurityTestMetrics>,
}

impl Run {
    /// What all gates say together: the worst of them. `Passed` where none was asked.
    pub fn status(&self) -> Status {
        self.gates().map(|gated| gated.status).max().unwrap_or(Status::Passed)
    }

    /// The gates that were asked.
    pub fn gates(&self) -> impl Iterator<Item = &Gated> {
        let retrieval = self.retrieval.iter().filter_map(|retrieval| retrieval.gate.as_ref());
        let detectors = self.detectors.iter().filter_map(|scores| scores.gate.as_ref());
        retrieval.chain(detectors).chain(self.evasion.iter().filter_map(|evasion| evasion.gate.as_ref()))
    }
}
