//! The authors that took no part, and the compiled weights.

use crate::corpus::Corpus;
use std::path::Path;

/// Measures the test authors with what the product itself says of them.
pub(crate) fn report(root: &Path) {
    let mut corpus = Corpus::default();
    corpus.add_written(root, true);
    let reported = vetgate_injection::weights().reported();
    println!("author                   recall at 5 % (definitions: 8 %) | found | flagged, at the threshold");
    let mut all = Vec::new();
    for (author, name) in corpus.authors.iter().enumerate() {
        let examples = corpus.examples.iter().filter(|example| example.author == author);
        let scored: Vec<(f32, bool)> = examples.map(|example| (example.product, example.malicious)).collect();
        crate::measure::line(name, &scored, reported);
        all.extend(scored);
    }
    crate::measure::line("together", &all, reported);
}
