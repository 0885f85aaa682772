//! Spans that were found, missed and wrongly found.

use super::data_type::{self, Type};
use super::entry::{Entry, Sensitive, Span};
use super::{Found, Inspected};
use crate::judged::Judged;
use crate::scores::{Detector, DetectorKind, Item, Measure};
use crate::tally::Share;
use crate::{Evaluation, Scores, Tally, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_model::Tier;
use vetgate_sensitive::{Grade, sample};

/// What of `found` counts, for or against: what is sure enough, of what the text's file is about.
pub(super) fn scored<'f>(
    corpus: &'f Sensitive,
    entry: &'f Entry,
    found: &'f [Found],
) -> impl Iterator<Item = (&'f Found, &'static Type)> {
    let typed = found.iter().filter(|found| found.is_shown()).filter_map(|found| {
        let of = data_type::of_kind(&found.r#type)?;
        Some((found, of))
    });
    typed.filter(|(_, of)| corpus.scores(entry, of))
}

fn is_it(span: &Span, found: &Found) -> bool {
    span.of.covers(&found.r#type) && found.start < span.place.end && span.place.start < found.end
}

/// The figures of texts that were looked through.
pub fn score(corpus: &Sensitive, inspected: &[Inspected]) -> Scores {
    let mut counts = Counts::default();
    let texts: Vec<Judged> =
        corpus.entries.iter().zip(inspected).map(|(entry, said)| counts.add(corpus, entry, said)).collect();
    let mut scores = Scores::of(Evaluation::Sensitive, corpus.corpora.clone(), &texts, std::iter::empty());
    scores.per_detector.retain(|detector| detector.kind == DetectorKind::Engine);
    scores.per_detector.push(Detector::new("spans", DetectorKind::Tier, counts.all()));
    let types = counts.types.iter().map(|(name, tally)| Detector::new(*name, DetectorKind::Type, *tally));
    scores.per_detector.extend(types);
    if counts.asserted.of > 0 {
        scores.measures.push(Measure { name: "asserted negatives not flagged".to_owned(), share: counts.asserted });
    }
    (scores.missed, scores.false_alarms) = (counts.missed, counts.false_alarms);
    scores
}

/// Counts over all texts.
#[derive(Default)]
struct Counts {
    types: BTreeMap<&'static str, Tally>,
    /// Types that a text is said not to have, and that were not found in it.
    asserted: Share,
    /// Texts in which a span was missed, with the types.
    missed: Vec<Item>,
    /// Texts in which something was wrongly found, with the kinds.
    false_alarms: Vec<Item>,
}

impl Counts {
    /// Counts the spans of one text, and gives the text as a whole.
    fn add(&mut self, corpus: &Sensitive, entry: &Entry, said: &Inspected) -> Judged {
        let found: Vec<(&Found, &'static Type)> = scored(corpus, entry, &said.spans).collect();
        let (mut missed, mut wrong) = (BTreeSet::new(), BTreeSet::new());
        for span in &entry.spans {
            let is_found = found.iter().any(|(found, _)| is_it(span, found));
            self.of(span.of).add(true, is_found);
            if !is_found {
                missed.insert(span.of.name.to_owned());
            }
        }
        for (found, of) in &found {
            if !entry.spans.iter().any(|span| is_it(span, found)) {
                self.of(of).add(false, true);
                wrong.insert(found.r#type.clone());
            }
        }
        for negative in &entry.negatives {
            self.asserted.add(!found.iter().any(|(found, _)| negative.covers(&found.r#type)));
        }
        let judged = text(entry, said, &found);
        let item = |checks: BTreeSet<String>| Item { checks: checks.into_iter().collect(), ..Item::of(&judged) };
        if !missed.is_empty() {
            self.missed.push(item(missed));
        }
        if !wrong.is_empty() {
            self.false_alarms.push(item(wrong));
        }
        judged
    }

    fn of(&mut self, of: &Type) -> &mut Tally {
        self.types.entry(of.name).or_insert_with(Tally::without_negatives)
    }

    /// All types together.
    fn all(&self) -> Tally {
        let mut all = Tally::without_negatives();
        self.types.values().for_each(|tally| all.join(*tally));
        all
    }
}

/// A text as a whole: it is positive if anything is to be found in it.
fn text(entry: &Entry, said: &Inspected, found: &[(&Found, &'static Type)]) -> Judged {
    let surest = found.iter().map(|(found, _)| found.confidence).max_by(|a, b| a.value().total_cmp(&b.value()));
    let kinds: BTreeSet<&str> = found.iter().map(|(found, _)| found.r#type.as_str()).collect();
    let verdict = Verdict {
        flagged: said.flagged,
        tier: surest.map(|surest| if Grade::of(surest) == Grade::High { Tier::Hard } else { Tier::Soft }),
        severity: None,
        checks: kinds.into_iter().map(str::to_owned).collect(),
        confidence: surest.map_or(0.0, |surest| surest.value()),
    };
    let category = match entry.split.as_str() {
        "" => entry.category.clone(),
        split => format!("{split} {}", entry.category),
    };
    Judged {
        id: entry.id.clone(),
        is_positive: !entry.spans.is_empty(),
        category,
        source: entry.source.clone(),
        pair: None,
        text: masked(entry, found),
        verdict,
        took: said.took,
    }
}

/// The text with every value that is marked or was found masked: figures may go where the values must not.
fn masked(entry: &Entry, found: &[(&Found, &'static Type)]) -> String {
    let marked = entry.spans.iter().map(|span| (span.place.clone(), span.of));
    let found = found.iter().map(|(found, of)| (found.start..found.end, *of));
    let mut places: Vec<_> = marked.chain(found).collect();
    places.sort_by_key(|(place, _)| (place.start, std::cmp::Reverse(place.end)));
    let characters: Vec<char> = entry.text.chars().collect();
    let (mut text, mut at) = (String::new(), 0);
    for (place, of) in places {
        let start = place.start.max(at);
        if start < place.end {
            text.extend(&characters[at..start]);
            let value: String = characters[start..place.end].iter().collect();
            text.push_str(sample(of.kind, &value).as_str());
            at = place.end;
        }
    }
    text.extend(&characters[at..]);
    text
}

#[cfg(test)]
mod tests {
    use crate::{File, Scores, Stopped, sensitive};

    fn score(text: &str) -> Scores {
        let corpus = sensitive::Sensitive::read(&[File { name: "rows.jsonl", text }]).expect("sound rows");
        sensitive::score(&corpus, &sensitive::judge(&corpus, &Stopped))
    }

    fn counts(scores: &Scores, detector: &str) -> (usize, usize, usize) {
        let tally = scores.detector(detector).unwrap_or_else(|| panic!("no {detector}")).tally;
        (tally.true_positives, tally.false_positives, tally.false_negatives)
    }

    const MAIL: &str = r#"{"id": "a", "text": "Grüße an jo.miller@acme.io", "spans": [{"type": "EMAIL_ADDRESS", "start": 9, "end": 26}]}"#;

    #[test]
    fn a_span_is_found_by_what_overlaps_it_and_its_value_is_not_shown() {
        let missed = r#"{"id": "b", "text": "call the number", "spans": [{"type": "PHONE", "start": 0, "end": 4}]}"#;
        let scores = score(&format!("{MAIL}\n{missed}\n"));
        assert_eq!(counts(&scores, "spans"), (1, 0, 1));
        assert_eq!((counts(&scores, "email"), counts(&scores, "phone")), ((1, 0, 0), (0, 0, 1)));
        assert_eq!(scores.detector("spans").and_then(|spans| spans.tally.fpr().value()), None);
        assert_eq!(
            (scores.missed[0].id.as_str(), scores.missed[0].checks.as_slice()),
            ("b", &["phone".to_owned()][..])
        );
        assert!(!scores.missed[0].text.contains("call"), "{}", scores.missed[0].text);
    }

    #[test]
    fn what_is_found_where_nothing_is_marked_is_wrong() {
        let scores = score(&format!("{MAIL}\n{}\n", r#"{"id": "b", "text": "from 81.2.69.142", "spans": []}"#));
        assert_eq!(counts(&scores, "ip_address"), (0, 1, 0));
        assert_eq!(scores.false_alarms[0].id, "b");
        assert_eq!(scores.detector("engine").and_then(|engine| engine.tally.fpr().value()), Some(1.0));
        assert_eq!(scores.detector("spans").and_then(|spans| spans.tally.precision().value()), Some(0.5));
    }

    #[test]
    fn what_a_file_marks_nowhere_is_not_scored_in_it() {
        let secret =
            r#"{"id": "b", "text": "mail jo.miller@acme.io, password=tr0ub4dor&3", "label": "secret", "type": "x.1"}"#;
        let harmless = r#"{"id": "c", "text": "mail jo.miller@acme.io", "label": "not_secret", "type": "x.1"}"#;
        let scores = score(&format!("{secret}\n{harmless}\n"));
        assert_eq!((counts(&scores, "secret"), counts(&scores, "spans")), ((1, 0, 0), (1, 0, 0)));
        let scores = score(&format!("{MAIL}\n{}\n", r#"{"id": "b", "text": "password=tr0ub4dor&3", "spans": []}"#));
        assert_eq!(counts(&scores, "spans"), (1, 0, 0));
    }

    #[test]
    fn types_without_a_rule_are_left_out_and_counted() {
        let scores = score(&format!(
            "{MAIL}\n{}\n",
            r#"{"id": "b", "text": "Jo", "spans": [{"type": "PERSON", "start": 0, "end": 2}]}"#
        ));
        assert_eq!(scores.corpora[0].left_out["spans of PERSON"], 1);
        assert_eq!(counts(&scores, "engine"), (1, 0, 0));
    }

    #[test]
    fn an_asserted_negative_that_is_found_is_wrong() {
        let told =
            r#"{"id": "b", "text": "IBAN DE89 3704 0044 0532 0130 00", "spans": [], "negative_for": ["IBAN_CODE"]}"#;
        let scores = score(&format!("{told}\n"));
        assert_eq!((counts(&scores, "iban"), scores.measures[0].share.part), ((0, 1, 0), 0));
    }

    #[test]
    fn a_span_outside_of_its_text_is_told() {
        let text = r#"{"id": "a", "text": "Jo", "spans": [{"type": "EMAIL", "start": 0, "end": 3}]}"#;
        let flaws = sensitive::Sensitive::read(&[File { name: "f", text }]).expect_err("a broken span");
        assert_eq!(flaws[0].to_string(), "f:1: `a`: has a span of EMAIL from 0 to 3 in a text of 2 characters [span]");
    }
}
