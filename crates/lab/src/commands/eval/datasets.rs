//! Where the project's datasets lie, and which evaluation takes which.

use std::path::{Path, PathBuf};
use vetgate_eval::Evaluation;

/// A folder of datasets.
pub(super) struct Datasets(PathBuf);

/// What a folder of datasets holds, for one who named another.
pub(super) const EXAMPLE: &str = "security_corpus_v1.json";

/// The items of each evaluation.
const FILES: &[(Evaluation, &str)] = &[
    (Evaluation::Retrieval, "corpus_v2.json"),
    (Evaluation::Security, EXAMPLE),
    (Evaluation::Responses, "responses_corpus_v1.json"),
    (Evaluation::Sensitive, "sensitive_corpus_v1.json"),
    (Evaluation::Capability, "capability_corpus_v1.json"),
    (Evaluation::Flow, "flow_corpus_v1.json"),
    (Evaluation::Contradiction, "contradiction_corpus_v1.json"),
];

/// The queries over the tools of [`Evaluation::Retrieval`].
const GOLDEN: &str = "retrieval_golden_v2.json";

/// The tools that the queries are over.
pub(super) const TOOLS: &str = "corpus_v2.json";

impl Datasets {
    /// Those of `folder`.
    pub(super) fn of(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    /// Those of the project, for one who stands in it.
    pub(super) fn here() -> Self {
        Self(PathBuf::from("datasets"))
    }

    /// The items of an evaluation, which must be there.
    pub(super) fn corpus(&self, evaluation: Evaluation) -> anyhow::Result<Vec<PathBuf>> {
        let path = self.path(evaluation);
        if path.is_file() {
            return Ok(vec![path]);
        }
        anyhow::bail!("{}: no such file; name the data with --corpus FILE", path.display())
    }

    /// The queries over tools.
    pub(super) fn golden(&self) -> PathBuf {
        self.0.join(GOLDEN)
    }

    /// The items and the queries of an evaluation, if they are there.
    pub(super) fn of_evaluation(&self, evaluation: Evaluation) -> Option<(Vec<PathBuf>, Vec<PathBuf>)> {
        let path = self.path(evaluation);
        let golden = if evaluation == Evaluation::Retrieval { vec![self.golden()] } else { Vec::new() };
        (path.is_file() && golden.iter().all(|path| path.is_file())).then(|| (vec![path], golden))
    }

    fn path(&self, evaluation: Evaluation) -> PathBuf {
        let (_, file) = FILES.iter().find(|(known, _)| *known == evaluation).expect("every evaluation has its file");
        self.0.join(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluation_has_its_file() {
        for evaluation in Evaluation::ALL {
            assert_eq!(FILES.iter().filter(|(known, _)| known == evaluation).count(), 1, "{}", evaluation.name());
        }
    }
}
