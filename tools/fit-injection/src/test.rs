//! The authors that took no part, and the compiled weights.

use crate::corpus::Corpus;
use std::path::Path;

/// Measures the test authors with what the product itself says of them.
pub(crate) fn report(root: &Path) {
    let mut corpus = Corpus::default();
    corpus.add_written(root, true);
    println!("author                   recall at 5 % (definitions: 8 %) | found | flagged, at the threshold");
    let mut all = Vec::new();
    for (author, name) in corpus.authors.iter().enumerate() {
        let examples = corpus.examples.iter().filter(|example| example.author == author);
        let scored: Vec<(f32, bool)> = examples.map(|example| (example.product, example.malicious)).collect();
        crate::measure::line(name, &scored);
        all.push((name.starts_with("outputs"), scored));
    }
    for (title, is_output) in [("outputs, together", true), ("definitions, together", false)] {
        let together = all.iter().filter(|(of, _)| *of == is_output).flat_map(|(_, scored)| scored.iter().copied());
        crate::measure::line(title, &together.collect::<Vec<_>>());
    }
}
