//! From facts to capabilities.
//!
//! Each tag has weights for the features that speak for and against it; they are data (`weights.txt`, made by
//! `scripts/fit-capability`). Their sum decides between low, medium and high, and high takes two independent witnesses
//! besides: the name, the description, the parameters, the server, the annotations.

use crate::lexical::evidence;
use crate::lexical::facts::Facts;
use crate::lexical::features::{self, COUNT, Feature};
use crate::lexical::setting::Setting;
use crate::{Capability, Level, Operation, ParameterRole, Tag};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use vetgate_model::Hints;

/// The weights of one tag.
#[derive(Debug, Clone)]
struct Weights {
    bias: f32,
    /// From which sum on it is low, medium, high.
    low: f32,
    medium: f32,
    high: f32,
    of: [f32; COUNT],
}

static WEIGHTS: LazyLock<Vec<Weights>> = LazyLock::new(|| {
    let mut all = vec![Weights { bias: -9.0, low: -1.0, medium: 0.0, high: 2.0, of: [0.0; COUNT] }; Tag::ALL.len()];
    let numbers: BTreeMap<String, usize> = Feature::all().map(|feature| (feature.name(), feature.number())).collect();
    for (tag, name, weight) in rows() {
        let weights = &mut all[tag as usize];
        match name {
            "bias" => weights.bias = weight,
            "low" => weights.low = weight,
            "medium" => weights.medium = weight,
            "high" => weights.high = weight,
            name => {
                if let Some(number) = numbers.get(name) {
                    weights.of[*number] = weight;
                }
            }
        }
    }
    all
});

/// The rows of the file: tag, feature, weight.
fn rows() -> impl Iterator<Item = (Tag, &'static str, f32)> {
    let mut tag = None;
    include_str!("weights.txt").lines().filter_map(move |line| {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            tag = Tag::named(name);
            return None;
        }
        let (name, weight) = line.split_once('=')?;
        Some((tag?, name.trim(), weight.trim().parse().ok()?))
    })
}

/// How many witnesses must agree for high.
const WITNESSES: u32 = 2;

/// A weight below this is no reason worth telling.
const REASON: f32 = 0.25;

/// The capabilities that the facts speak for.
pub(crate) fn capabilities(
    facts: &Facts,
    hints: Hints,
    operation: &Operation,
    roles: &BTreeMap<String, ParameterRole>,
) -> Vec<Capability> {
    let shared = features::shared(facts, hints, operation);
    let strengths = features::frame_strengths(facts);
    let setting = Setting::of(facts);
    let mut found = vec![];
    let mut reasons: Vec<(Feature, f32)> = vec![];
    for (tag, weights) in Tag::ALL.into_iter().zip(WEIGHTS.iter()) {
        reasons.clear();
        let mut sum = weights.bias;
        let mut witnesses = 0u8;
        for feature in shared.iter().copied().chain(features::of_frames(&strengths, tag, setting)) {
            let weight = weights.of[feature.number()];
            sum += weight;
            if weight >= REASON {
                witnesses |= feature.witness(facts);
                reasons.push((feature, weight));
            }
        }
        if sum < weights.low || witnesses == 0 {
            continue;
        }
        let confidence = if sum >= weights.high && witnesses.count_ones() >= WITNESSES {
            Level::High
        } else if sum >= weights.medium {
            Level::Medium
        } else {
            Level::Low
        };
        found.push(Capability { tag, confidence, evidence: evidence::of(tag, &mut reasons, facts, roles) });
    }
    found
}

/// The features that a definition has for each tag, by name: what the weights are fitted on.
pub(crate) fn named_features(facts: &Facts, hints: Hints, operation: &Operation) -> BTreeMap<Tag, Vec<String>> {
    let shared = features::shared(facts, hints, operation);
    let strengths = features::frame_strengths(facts);
    let setting = Setting::of(facts);
    let of =
        |tag| shared.iter().copied().chain(features::of_frames(&strengths, tag, setting)).map(Feature::name).collect();
    Tag::ALL.into_iter().map(|tag| (tag, of(tag))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_weight_belongs_to_a_feature() {
        let names: BTreeSet<String> = Feature::all().map(Feature::name).collect();
        for (tag, name, weight) in rows() {
            let is_known = names.contains(name) || matches!(name, "bias" | "low" | "medium" | "high");
            assert!(is_known && weight.is_finite(), "[{tag}] {name}");
        }
        for tag in Tag::ALL {
            assert!(rows().any(|(row, name, _)| row == tag && name == "bias"), "{tag}");
        }
    }
}
