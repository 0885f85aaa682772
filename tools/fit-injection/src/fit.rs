//! Fits a linear model over the best window of each text.

use crate::corpus::{Example, Origin};
use vetgate_injection::features::BUCKETS;

/// How it is fitted.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) window: usize,
    pub(crate) rounds: usize,
    pub(crate) rate: f32,
    pub(crate) harmless: f32,
    pub(crate) authors: u32,
    pub(crate) decay: f32,
    pub(crate) average: bool,
    pub(crate) older: f32,
    pub(crate) crates: f32,
    pub(crate) across: bool,
    pub(crate) rules: bool,
    pub(crate) mean: bool,
    pub(crate) initial: f32,
    pub(crate) scale: f32,
    pub(crate) facts: f32,
    pub(crate) fact_initial: f32,
}

/// Facts and pairs of them.
pub(crate) const PAIRS: usize = 256 * 257 / 2;

/// The facts and pairs of facts of the sentences that a window touches, each once.
fn stated(example: &Example, first: usize, last: usize, out: &mut Vec<u16>) {
    out.clear();
    for (from, to, pairs) in &example.sentences {
        if *from < last && first < *to {
            out.extend_from_slice(pairs);
        }
    }
    out.sort_unstable();
    out.dedup();
}

/// The fitted weights.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) weights: Vec<f32>,
    pub(crate) rules: [f32; 26],
    pub(crate) bias: f32,
    pub(crate) facts: Vec<f32>,
}

/// The best window of an example that touches `place`: its sum, first and last word.
pub(crate) fn best(example: &Example, weights: &[f32], s: &Settings, place: Option<(usize, usize)>, sums: &mut Vec<f32>) -> (f32, usize, usize) {
    sums.clear();
    sums.push(0.0);
    let mut sum = 0.0;
    for word in 0..example.words() {
        sum += example.of_word(word).iter().map(|f| weights[*f as usize]).sum::<f32>();
        sums.push(sum);
    }
    let mut best = (f32::NEG_INFINITY, 0, 0);
    let mut field = 0;
    let mut start = 0;
    for end in 0..example.words() {
        while !s.across && field < example.fields.len() && example.fields[field] as usize <= end {
            start = example.fields[field] as usize;
            field += 1;
        }
        let first = start.max((end + 1).saturating_sub(s.window));
        if let Some((low, high)) = place
            && (end < low || first >= high)
        {
            continue;
        }
        let score = sums[end + 1] - sums[first];
        if score > best.0 {
            best = (score, first, end + 1);
        }
    }
    if best.0 == f32::NEG_INFINITY { (0.0, 0, 0) } else { best }
}

impl Model {
    pub(crate) fn score(&self, example: &Example, s: &Settings, sums: &mut Vec<f32>) -> f32 {
        let (window, first, last) = best(example, &self.weights, s, None, sums);
        let mut pairs = Vec::new();
        if s.facts > 0.0 {
            stated(example, first, last, &mut pairs);
        }
        let facts: f32 = pairs.iter().map(|f| self.facts[*f as usize]).sum();
        window + facts + self.bias + if s.rules { example.rules.iter().map(|r| self.rules[*r]).sum::<f32>() } else { 0.0 }
    }
}

pub(crate) fn fit(examples: &[&Example], s: &Settings) -> Model {
    // A feature must occur in texts of enough authors.
    let mut seen = vec![0_u64; BUCKETS];
    for example in examples {
        for feature in &example.features {
            seen[*feature as usize] |= 1 << example.author;
        }
    }
    let keep: Vec<bool> = seen.iter().map(|s_| s_.count_ones() >= s.authors).collect();
    let filtered: Vec<Example> = examples
        .iter()
        .map(|e| {
            let mut example = Example { features: Vec::new(), starts: vec![0], ..(*e).clone() };
            for word in 0..e.words() {
                example.features.extend(e.of_word(word).iter().filter(|f| keep[**f as usize]));
                example.starts.push(example.features.len() as u32);
            }
            example
        })
        .collect();
    let mut model = Model { weights: vec![0.0; BUCKETS], rules: [0.0; 26], bias: 0.0, facts: vec![0.0; PAIRS] };
    let mut squares = vec![s.initial; BUCKETS];
    let scale: Vec<f32> = seen.iter().map(|m| if s.scale > 0.0 { (m.count_ones() as f32 / s.scale).min(1.0) } else { 1.0 }).collect();
    let mut rule_squares = [1e-3_f32; 26];
    let mut fact_squares = vec![s.fact_initial; PAIRS];
    let mut bias_squares = 1e-3_f32;
    let mut total = vec![0.0_f32; if s.average { BUCKETS } else { 0 }];
    let mut order: Vec<usize> = (0..filtered.len()).collect();
    let mut state = 0x1234_5678_9ABC_DEF1_u64;
    let mut sums = Vec::new();
    let mut pairs = Vec::new();
    for round in 0..s.rounds {
        for i in (1..order.len()).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            order.swap(i, (state % (i as u64 + 1)) as usize);
        }
        for &at in &order {
            let example = &filtered[at];
            let place = if example.malicious { example.place } else { None };
            let (sum, first, last) = best(example, &model.weights, s, place, &mut sums);
            let rules = if s.rules { example.rules.iter().map(|r| model.rules[*r]).sum() } else { 0.0 };
            if s.facts > 0.0 {
                stated(example, first, last, &mut pairs);
            }
            let facts: f32 = pairs.iter().map(|f| model.facts[*f as usize]).sum();
            let p = 1.0 / (1.0 + (-(sum + rules + facts + model.bias)).exp());
            let weight = if example.malicious { 1.0 } else { s.harmless }
                * match example.origin {
                    Origin::Written => 1.0,
                    Origin::Older => s.older,
                    Origin::Crate => s.crates,
                };
            let error = (f32::from(u8::from(example.malicious)) - p) * weight;
            if error.abs() < 1e-4 {
                continue;
            }
            for word in first..last {
                for &f in example.of_word(word) {
                    let f = f as usize;
                    let g = error - s.decay * model.weights[f];
                    squares[f] += g * g;
                    model.weights[f] += s.rate * scale[f] * g / squares[f].sqrt();
                }
            }
            if s.rules {
                for &r in &example.rules {
                    rule_squares[r] += error * error;
                    model.rules[r] += s.rate * error / rule_squares[r].sqrt();
                }
            }
            if s.facts > 0.0 {
                for &f in &pairs {
                    let f = f as usize;
                    fact_squares[f] += error * error;
                    model.facts[f] += s.facts * error / fact_squares[f].sqrt();
                }
            }
            bias_squares += error * error;
            model.bias += s.rate * error / bias_squares.sqrt();
        }
        if s.average && round >= s.rounds / 2 {
            for (t, w) in total.iter_mut().zip(&model.weights) {
                *t += w;
            }
        }
    }
    if s.average {
        let n = (s.rounds - s.rounds / 2) as f32;
        model.weights = total.into_iter().map(|t| t / n).collect();
    }
    model
}
