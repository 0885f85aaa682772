//! Leaves one author out after the other, and says how the rest of them recognises that one.

use crate::calibration::Calibration;
use crate::corpus::{Corpus, Example, Kind, Origin};
use crate::fit::{Model, Scratch, Settings, fit};
use crate::weights::{REPORTED_OF_DEFINITION, WORTH_READING, reported};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What an author's text got from the model that was fitted on the others.
#[derive(Debug, Clone)]
pub(crate) struct Scored {
    pub(crate) example: usize,
    pub(crate) joint: f32,
    pub(crate) words: f32,
    /// With harmless prose before and behind it, of 1, 10 and 50 KB.
    pub(crate) padded: [f32; 3],
}

/// Sizes of the padding, in bytes.
const PADDING: [usize; 3] = [1_000, 10_000, 50_000];

/// What the product reports: words that are not worth reading are never read.
fn is_reported(example: &Example, scored: &Scored) -> bool {
    scored.words >= WORTH_READING && scored.joint >= reported(example.kind)
}

/// Scores the texts of every author of our own by a model that was fitted without that author.
pub(crate) fn leave_one_out(corpus: &Corpus, settings: &Settings, padding: &[Example]) -> Vec<Scored> {
    let authors: Vec<usize> = (0..corpus.authors.len())
        .filter(|author| corpus.examples.iter().any(|e| e.author == *author && e.origin == Origin::Written))
        .collect();
    let next = AtomicUsize::new(0);
    let all: Mutex<Vec<Scored>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(&out) = authors.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let others: Vec<&Example> = corpus.examples.iter().filter(|e| e.author != out).collect();
                    let model = fit(&others, settings);
                    let scored = of_author(corpus, out, &model, padding);
                    all.lock().unwrap_or_else(|error| error.into_inner()).extend(scored);
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap_or_else(|error| error.into_inner());
    all.sort_by_key(|scored| scored.example);
    all
}

fn of_author(corpus: &Corpus, author: usize, model: &Model, padding: &[Example]) -> Vec<Scored> {
    let mut scratch = Scratch::default();
    let examples = corpus.examples.iter().enumerate().filter(|(_, example)| example.author == author);
    examples
        .map(|(at, example)| {
            let (joint, words) = model.score(example, &mut scratch);
            let mut padded = [0.0; 3];
            if example.kind == Kind::Output && example.malicious {
                for (result, size) in padded.iter_mut().zip(PADDING) {
                    *result = model.score(&within(example, padding, at, size), &mut scratch).0;
                }
            }
            Scored { example: at, joint, words, padded }
        })
        .collect()
}

/// The example in the middle of so many bytes of harmless prose.
fn within(example: &Example, padding: &[Example], nth: usize, size: usize) -> Example {
    let mut parts: Vec<&Example> = Vec::new();
    let mut bytes = 0;
    for step in 0..padding.len() {
        if bytes >= size {
            break;
        }
        let part = &padding[(nth + step) % padding.len()];
        bytes += part.bytes;
        parts.push(part);
    }
    parts.insert(parts.len() / 2, example);
    let mut whole =
        Example { features: Vec::new(), starts: vec![0], fields: Vec::new(), sentences: Vec::new(), ..example.clone() };
    for part in parts {
        let (words, features) = (whole.starts.len() - 1, whole.features.len());
        whole.features.extend_from_slice(&part.features);
        whole.starts.extend(part.starts[1..].iter().map(|start| start + features as u32));
        whole
            .sentences
            .extend(part.sentences.iter().map(|(from, to, pairs)| (from + words, to + words, pairs.clone())));
        whole.rules.extend_from_slice(&part.rules);
    }
    whole.fields.push(0);
    whole.rules.sort_unstable();
    whole.rules.dedup();
    whole
}

/// The share of attacks above the score that so large a share of the harmless texts exceeds.
fn recall_at(scored: &[(f32, bool)], rate: f32) -> f32 {
    let mut harmless: Vec<f32> = scored.iter().filter(|(_, label)| !label).map(|(score, _)| *score).collect();
    harmless.sort_by(|a, b| b.total_cmp(a));
    let allowed = (harmless.len() as f32 * rate) as usize;
    let threshold = harmless.get(allowed).copied().unwrap_or(f32::NEG_INFINITY);
    let attacks = scored.iter().filter(|(_, label)| *label);
    let found = attacks.clone().filter(|(score, _)| *score > threshold).count();
    found as f32 / attacks.count().max(1) as f32
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => values[middle],
        _ => (values[middle - 1] + values[middle]) / 2.0,
    }
}

/// Attacks found and harmless texts flagged.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    attacks: usize,
    found: usize,
    harmless: usize,
    flagged: usize,
}

impl Count {
    fn add(&mut self, is_attack: bool, is_flagged: bool) {
        let (all, hits) =
            if is_attack { (&mut self.attacks, &mut self.found) } else { (&mut self.harmless, &mut self.flagged) };
        *all += 1;
        *hits += usize::from(is_flagged);
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |part: usize, all: usize| 100.0 * part as f32 / all.max(1) as f32;
        write!(
            f,
            "{:>5} of {:<5} {:>5.1} % | {:>5} of {:<5} {:>5.2} %",
            self.found,
            self.attacks,
            share(self.found, self.attacks),
            self.flagged,
            self.harmless,
            share(self.flagged, self.harmless)
        )
    }
}

/// Prints everything that is known of how the weights generalise over our own authors.
pub(crate) fn report(corpus: &Corpus, all: &[Scored]) {
    by_author(corpus, all);
    let of = |key: &dyn Fn(&Example) -> Option<String>, title: &str| {
        let mut counts: BTreeMap<String, Count> = BTreeMap::new();
        for scored in all {
            let example = &corpus.examples[scored.example];
            if let Some(key) = key(example) {
                counts.entry(key).or_default().add(example.malicious, is_reported(example, scored));
            }
        }
        println!("\n{title:<34} found | flagged, at the threshold of the product");
        let mut counts: Vec<_> = counts.into_iter().filter(|(_, c)| c.attacks + c.harmless >= 20).collect();
        counts.sort_by(|a, b| (b.1.attacks + b.1.harmless).cmp(&(a.1.attacks + a.1.harmless)).then(a.0.cmp(&b.0)));
        for (key, count) in counts.iter().take(40) {
            println!("{key:<34} {count}");
        }
    };
    of(&|e| Some(format!("{:?}", e.kind)), "kind");
    of(&|e| Some(e.lang.clone()), "language");
    of(&|e| (e.kind == Kind::Output).then(|| e.carrier.clone()), "carrier");
    of(&|e| (e.attack > 0).then(|| e.attack.to_string()), "kind of attack");
    calibration(corpus, all);
    dilution(corpus, all);
    beside_rules(corpus, all);
}

/// Prints what is found and flagged among texts with these scores.
pub(crate) fn line(name: &str, scored: &[(f32, bool)]) {
    let is_definition = name.starts_with("def") || name.starts_with("decl");
    let mut count = Count::default();
    let threshold = reported(if is_definition { Kind::Definition } else { Kind::Output });
    scored.iter().for_each(|(score, label)| count.add(*label, *score >= threshold));
    println!("{name:<24} {:.3} | {count}", recall_at(scored, if is_definition { 0.08 } else { 0.05 }));
}

fn by_author(corpus: &Corpus, all: &[Scored]) {
    println!("author                   recall at 5 % (definitions: 8 %) | at the threshold of the product");
    let (mut outputs, mut definitions) = (Vec::new(), Vec::new());
    for (author, name) in corpus.authors.iter().enumerate() {
        let own: Vec<&Scored> = all.iter().filter(|s| corpus.examples[s.example].author == author).collect();
        if own.is_empty() {
            continue;
        }
        let scored: Vec<(f32, bool)> = own.iter().map(|s| (s.joint, corpus.examples[s.example].malicious)).collect();
        let is_definition = name.starts_with("def") || name.starts_with("decl");
        let recall = recall_at(&scored, if is_definition { 0.08 } else { 0.05 });
        if is_definition {
            definitions.push(recall);
        } else if name.starts_with("outputs") {
            outputs.push(recall);
        }
        let mut count = Count::default();
        for scored in own {
            let example = &corpus.examples[scored.example];
            count.add(example.malicious, is_reported(example, scored));
        }
        println!("{name:<24} {recall:.3} | {count}");
    }
    let worst = |of: &[f32]| of.iter().copied().fold(1.0_f32, f32::min);
    println!("outputs: median {:.3}, worst {:.3}", median(outputs.clone()), worst(&outputs));
    println!("definitions: median {:.3}, worst {:.3}", median(definitions.clone()), worst(&definitions));
    let pooled: Vec<(f32, bool)> = all.iter().map(|s| (s.joint, corpus.examples[s.example].malicious)).collect();
    for odds in [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0] {
        let mut count = Count::default();
        pooled.iter().for_each(|(joint, label)| count.add(*label, *joint >= odds));
        println!("odds of {odds:.1}: {count}");
    }
    for rate in [0.05, 0.02, 0.01] {
        println!("all texts together, at {} % false alarms: {:.3}", 100.0 * rate, recall_at(&pooled, rate));
    }
}

/// How often a text with such a probability is an attack, each author judged by the curve of the others.
fn calibration(corpus: &Corpus, all: &[Scored]) {
    let mut bins = [(0_usize, 0_usize, 0.0_f32); 10];
    for author in 0..corpus.authors.len() {
        let is_own = |s: &&Scored| corpus.examples[s.example].author == author;
        if !all.iter().any(|s| is_own(&s)) {
            continue;
        }
        let others: Vec<(f32, bool)> =
            all.iter().filter(|s| !is_own(s)).map(|s| (s.joint, corpus.examples[s.example].malicious)).collect();
        let curve = Calibration::fit(&others);
        for scored in all.iter().filter(is_own) {
            let p = curve.probability(scored.joint);
            let bin = &mut bins[((p * 10.0) as usize).min(9)];
            bin.0 += 1;
            bin.1 += usize::from(corpus.examples[scored.example].malicious);
            bin.2 += p;
        }
    }
    println!("\nprobability   texts   said   attacks among them");
    let mut error = 0.0;
    for (nth, (count, attacks, sum)) in bins.iter().enumerate() {
        let n = (*count).max(1) as f32;
        let (said, share) = (sum / n, *attacks as f32 / n);
        error += (said - share).abs() * *count as f32 / all.len() as f32;
        println!("{:.1} to {:.1}   {count:>6}   {said:.2}   {share:.2}", nth as f32 / 10.0, (nth + 1) as f32 / 10.0);
    }
    println!("expected calibration error {error:.3}");
}

/// What is saved and lost where texts whose words weigh little are not read sentence by sentence.
pub(crate) fn worth(corpus: &Corpus, all: &[Scored]) {
    println!("\nwords from     harmless outputs read   reported attacks lost");
    for odds in [0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0] {
        let of = |s: &&Scored| &corpus.examples[s.example];
        let harmless = all.iter().filter(|s| !of(s).malicious && of(s).kind == Kind::Output);
        let reported = all.iter().filter(|s| of(s).malicious && s.joint >= reported(of(s).kind));
        let read = harmless.clone().filter(|s| s.words >= odds).count() as f32 / harmless.count().max(1) as f32;
        let lost = reported.clone().filter(|s| s.words < odds).count() as f32 / reported.count().max(1) as f32;
        println!("{odds:.1}            {:>5.1} %                {:>5.1} %", 100.0 * read, 100.0 * lost);
    }
}

fn dilution(corpus: &Corpus, all: &[Scored]) {
    let attacks: Vec<&Scored> = all
        .iter()
        .filter(|s| corpus.examples[s.example].malicious && corpus.examples[s.example].kind == Kind::Output)
        .collect();
    let share = |count: usize| 100.0 * count as f32 / attacks.len().max(1) as f32;
    println!("\nattacks in outputs within harmless prose: found");
    println!(
        "as they are {:.1} %",
        share(attacks.iter().filter(|s| is_reported(&corpus.examples[s.example], s)).count())
    );
    for (nth, size) in PADDING.iter().enumerate() {
        println!(
            "in {} KB {:.1} %",
            size / 1000,
            share(attacks.iter().filter(|s| s.padded[nth] >= reported(Kind::Output)).count())
        );
    }
}

/// What could be reported.
type Decision = fn(&Example, &Scored) -> bool;

fn is_hard(example: &Example) -> bool {
    example.rules.iter().any(|rule| rule % 2 == 1)
}

fn has_rule(example: &Example, scored: &Scored, odds: f32) -> bool {
    is_hard(example) || !example.rules.is_empty() && scored.joint > odds
}

const DECISIONS: [(&str, Decision); 11] = [
    ("odds of 1", |_, s| s.words >= WORTH_READING && s.joint >= 1.0),
    ("odds of 1.5", |_, s| s.words >= WORTH_READING && s.joint >= 1.5),
    ("odds of 2", |_, s| s.words >= WORTH_READING && s.joint >= 2.0),
    ("odds of 2.5", |_, s| s.words >= WORTH_READING && s.joint >= 2.5),
    ("rules, hard", |e, _| is_hard(e)),
    ("rules", |e, _| !e.rules.is_empty()),
    ("rules, soft ones with odds of -3", |e, s| has_rule(e, s, -3.0)),
    ("rules, soft ones with odds of -2", |e, s| has_rule(e, s, -2.0)),
    ("rules, soft ones with odds of -1", |e, s| has_rule(e, s, -1.0)),
    ("learned", is_reported),
    ("rules or learned", |e, s| !e.rules.is_empty() || is_reported(e, s)),
];

/// Rules and learned reader, alone and together.
fn beside_rules(corpus: &Corpus, all: &[Scored]) {
    println!("\nrules and learned reader               found | flagged");
    for kind in [Kind::Output, Kind::Definition] {
        for (name, decides) in DECISIONS {
            let mut count = Count::default();
            for scored in all {
                let example = &corpus.examples[scored.example];
                if example.kind == kind {
                    count.add(example.malicious, decides(example, scored));
                }
            }
            println!("{:<11} {name:<36} {count}", format!("{kind:?}"));
        }
    }
}

/// Prints, source by source, what a model finds and flags in texts of other origins.
pub(crate) fn sources(title: &str, corpus: &Corpus, model: &Model) {
    println!("\n{title:<40} found | flagged");
    let mut scratch = Scratch::default();
    for (author, name) in corpus.authors.iter().enumerate() {
        let mut counts = [Count::default(); DECISIONS.len()];
        let mut harmless = Vec::new();
        for example in corpus.examples.iter().filter(|example| example.author == author) {
            let (joint, words) = model.score(example, &mut scratch);
            let scored = Scored { example: 0, joint, words, padded: [0.0; 3] };
            for (count, (_, decides)) in counts.iter_mut().zip(DECISIONS) {
                count.add(example.malicious, decides(example, &scored));
            }
            if !example.malicious {
                harmless.push((joint, example.id.clone()));
            }
        }
        if counts[0].attacks + counts[0].harmless == 0 {
            continue;
        }
        println!("{name}");
        for (count, (title, _)) in counts.iter().zip(DECISIONS) {
            println!("    {title:<36} {count}");
        }
        harmless.sort_by(|a, b| b.0.total_cmp(&a.0));
        if let Some((odds, _)) = harmless.get(harmless.len() / 200) {
            println!("{:<40} 0.5 % of the harmless texts lie above odds of {odds:.2}", "");
        }
        for (joint, id) in harmless.iter().take_while(|(joint, _)| *joint >= REPORTED_OF_DEFINITION).take(6) {
            println!("    flagged {joint:.2} {id}");
        }
    }
}
