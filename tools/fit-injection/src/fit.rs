//! Fits a linear model over the best window of each text.
//!
//! The window whose words weigh most stands for its text; what its sentences state and the rules that fired are added to its
//! score. The weights are moved towards the label by stochastic gradient (AdaGrad), in a fixed order, and the mean of
//! the later rounds is kept. A feature that one author alone uses says more of the author than of the attack, so it is left out.

use crate::corpus::{Example, Origin};
use vetgate_injection::features::BUCKETS;
use vetgate_injection::{FACTS, WINDOW};

/// Facts and pairs of them.
pub(crate) const PAIRS: usize = FACTS * (FACTS + 1) / 2;

/// Families of rules, each of two tiers.
pub(crate) const RULES: usize = 26;

/// How it is fitted.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// Passes over the examples.
    pub(crate) rounds: usize,
    /// Step of a weight of a word.
    pub(crate) rate: f32,
    /// Step of a weight of a fact or a pair of facts.
    pub(crate) fact_rate: f32,
    /// Step of a weight of a rule.
    pub(crate) rule_rate: f32,
    /// How much a harmless example counts, beside an attack.
    pub(crate) harmless: f32,
    /// How much an example of the older corpora counts.
    pub(crate) older: f32,
    /// How much an example of the crates counts.
    pub(crate) crates: f32,
    /// Orders in which the examples are gone through; the mean of the weights is kept.
    pub(crate) orders: usize,
    /// How many authors must use a feature.
    pub(crate) authors: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rounds: 14,
            rate: 0.03,
            fact_rate: 0.007,
            rule_rate: 0.03,
            harmless: 1.5,
            older: 1.0,
            crates: 1.0,
            orders: 3,
            authors: 2,
        }
    }
}

impl Settings {
    /// Changes one setting, given as `name=value`.
    pub(crate) fn set(&mut self, pair: &str) -> Option<()> {
        let (name, value) = pair.split_once('=')?;
        let number: f32 = value.parse().ok()?;
        match name {
            "rounds" => self.rounds = number as usize,
            "rate" => self.rate = number,
            "fact_rate" => self.fact_rate = number,
            "rule_rate" => self.rule_rate = number,
            "harmless" => self.harmless = number,
            "older" => self.older = number,
            "crates" => self.crates = number,
            "orders" => self.orders = number as usize,
            "authors" => self.authors = number as u32,
            _ => return None,
        }
        Some(())
    }
}

/// The fitted weights.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) words: Vec<f32>,
    pub(crate) facts: Vec<f32>,
    pub(crate) rules: [f32; RULES],
    pub(crate) bias: f32,
}

/// The window of an example that weighs most.
#[derive(Debug, Clone, Copy)]
struct Window {
    score: f32,
    first: usize,
    end: usize,
}

/// Space that is used again for every example.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    sums: Vec<f32>,
    pairs: Vec<u16>,
}

/// The best window of an example, of those that touch `place`.
fn best(example: &Example, words: &[f32], place: Option<(usize, usize)>, sums: &mut Vec<f32>) -> Window {
    sums.clear();
    sums.push(0.0);
    let mut sum = 0.0;
    for word in 0..example.words() {
        sum += example.of_word(word).iter().map(|bucket| words[*bucket as usize]).sum::<f32>();
        sums.push(sum);
    }
    let mut best: Option<Window> = None;
    let (mut field, mut start) = (0, 0);
    for last in 0..example.words() {
        while field < example.fields.len() && example.fields[field] as usize <= last {
            start = example.fields[field] as usize;
            field += 1;
        }
        let first = start.max((last + 1).saturating_sub(WINDOW));
        let is_outside = place.is_some_and(|(from, to)| last < from || to <= first);
        let score = sums[last + 1] - sums[first];
        if !is_outside && best.is_none_or(|best| score > best.score) {
            best = Some(Window { score, first, end: last + 1 });
        }
    }
    best.unwrap_or(Window { score: 0.0, first: 0, end: 0 })
}

/// The facts and pairs of facts of the sentences that a window touches, each once.
fn stated(example: &Example, window: Window, pairs: &mut Vec<u16>) {
    pairs.clear();
    for (from, to, of_sentence) in &example.sentences {
        if *from < window.end && window.first < *to {
            pairs.extend_from_slice(of_sentence);
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
}

impl Model {
    fn of(word: f32, fact: f32, rest: f32) -> Self {
        Self { words: vec![word; BUCKETS], facts: vec![fact; PAIRS], rules: [rest; RULES], bias: rest }
    }

    fn joint(&self, example: &Example, place: Option<(usize, usize)>, scratch: &mut Scratch) -> (f32, Window) {
        let window = best(example, &self.words, place, &mut scratch.sums);
        stated(example, window, &mut scratch.pairs);
        let facts: f32 = scratch.pairs.iter().map(|pair| self.facts[*pair as usize]).sum();
        let rules: f32 = example.rules.iter().map(|rule| self.rules[*rule]).sum();
        (window.score + facts + rules + self.bias, window)
    }

    /// The log odds that the example is an attack, and what its words alone say.
    pub(crate) fn score(&self, example: &Example, scratch: &mut Scratch) -> (f32, f32) {
        let (joint, window) = self.joint(example, None, scratch);
        (joint, window.score)
    }
}

/// Features that texts of enough authors have.
fn shared(examples: &[&Example], authors: u32) -> Vec<bool> {
    let mut seen = vec![0_u64; BUCKETS];
    for example in examples {
        for bucket in &example.features {
            seen[*bucket as usize] |= 1 << example.author;
        }
    }
    seen.into_iter().map(|of| of.count_ones() >= authors).collect()
}

/// The same example with only some of its features.
fn reduced(example: &Example, keep: &[bool]) -> Example {
    let mut reduced = Example { features: Vec::new(), starts: vec![0], ..example.clone() };
    for word in 0..example.words() {
        reduced.features.extend(example.of_word(word).iter().filter(|bucket| keep[**bucket as usize]));
        reduced.starts.push(reduced.features.len() as u32);
    }
    reduced
}

/// Fits the weights to the examples.
pub(crate) fn fit(examples: &[&Example], settings: &Settings) -> Model {
    let keep = shared(examples, settings.authors);
    let examples: Vec<Example> = examples.iter().map(|example| reduced(example, &keep)).collect();
    let mut mean = Mean::default();
    for nth in 0..settings.orders {
        in_order(&examples, settings, 0x1234_5678_9ABC_DEF1 ^ (nth as u64) << 32, &mut mean);
    }
    mean.model()
}

/// One pass through the rounds, in an order of its own; the models after the later rounds go into the mean.
fn in_order(examples: &[Example], settings: &Settings, mut state: u64, mean: &mut Mean) {
    let mut model = Model::of(0.0, 0.0, 0.0);
    let mut squares = Model::of(1e-3, 1.0, 1e-3);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut scratch = Scratch::default();
    for round in 0..settings.rounds {
        shuffle(&mut order, &mut state);
        for &at in &order {
            step(&mut model, &mut squares, &examples[at], settings, &mut scratch);
        }
        if round >= settings.rounds / 2 {
            mean.add(&model);
        }
    }
}

/// The mean of several models.
#[derive(Debug, Default)]
struct Mean {
    sum: Option<Model>,
    count: f32,
}

impl Mean {
    fn add(&mut self, model: &Model) {
        let sum = self.sum.get_or_insert_with(|| Model::of(0.0, 0.0, 0.0));
        let add = |sum: &mut [f32], of: &[f32]| sum.iter_mut().zip(of).for_each(|(sum, weight)| *sum += weight);
        add(&mut sum.words, &model.words);
        add(&mut sum.facts, &model.facts);
        add(&mut sum.rules, &model.rules);
        sum.bias += model.bias;
        self.count += 1.0;
    }

    fn model(self) -> Model {
        let mut model = self.sum.unwrap_or_else(|| Model::of(0.0, 0.0, 0.0));
        let share = |of: &mut [f32]| of.iter_mut().for_each(|weight| *weight /= self.count.max(1.0));
        share(&mut model.words);
        share(&mut model.facts);
        share(&mut model.rules);
        model.bias /= self.count.max(1.0);
        model
    }
}

/// Moves the weights of one example towards its label.
fn step(model: &mut Model, squares: &mut Model, example: &Example, settings: &Settings, scratch: &mut Scratch) {
    let place = example.place.filter(|_| example.malicious);
    let (joint, window) = model.joint(example, place, scratch);
    let expected = 1.0 / (1.0 + (-joint).exp());
    let origin = match example.origin {
        Origin::Written => 1.0,
        Origin::Older => settings.older,
        Origin::Crate => settings.crates,
    };
    let weight = if example.malicious { 1.0 } else { settings.harmless };
    let error = (f32::from(u8::from(example.malicious)) - expected) * weight * origin;
    if error.abs() < 1e-4 {
        return;
    }
    let square = error * error;
    for word in window.first..window.end {
        for bucket in example.of_word(word).iter().map(|bucket| *bucket as usize) {
            squares.words[bucket] += square;
            model.words[bucket] += settings.rate * error / squares.words[bucket].sqrt();
        }
    }
    for pair in scratch.pairs.iter().map(|pair| usize::from(*pair)) {
        squares.facts[pair] += square;
        model.facts[pair] += settings.fact_rate * error / squares.facts[pair].sqrt();
    }
    for &rule in &example.rules {
        squares.rules[rule] += square;
        model.rules[rule] += settings.rule_rate * error / squares.rules[rule].sqrt();
    }
    squares.bias += square;
    model.bias += settings.rule_rate * error / squares.bias.sqrt();
}

/// A fixed sequence of orders.
fn shuffle(order: &mut [usize], state: &mut u64) {
    for at in (1..order.len()).rev() {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        order.swap(at, (*state % (at as u64 + 1)) as usize);
    }
}
