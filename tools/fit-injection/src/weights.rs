//! The file of weights, as `vetgate-injection` reads it.

use crate::calibration::Calibration;
use crate::fit::Model;

/// Log odds of the words from which on a window is worth reading sentence by sentence.
pub(crate) const WORTH_READING: f32 = 1.0;

/// Log odds from which on a text is reported.
pub(crate) const REPORTED: f32 = 1.0;

/// The file, quantised to one byte a weight.
pub(crate) fn bytes(model: &Model, calibration: Calibration) -> Vec<u8> {
    let (words, word_scale) = quantised(&model.words);
    let (facts, fact_scale) = quantised(&model.facts);
    let numbers =
        [word_scale, fact_scale, model.bias, WORTH_READING, REPORTED, calibration.slope, calibration.offset, 0.0];
    let mut file = b"VGINJ\0\0\x01".to_vec();
    for number in numbers.iter().chain(&model.rules) {
        file.extend_from_slice(&number.to_le_bytes());
    }
    file.extend(facts.iter().chain(&words).map(|weight| *weight as u8));
    file
}

/// Weights as whole numbers of a unit.
fn quantised(weights: &[f32]) -> (Vec<i8>, f32) {
    let most = weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let unit = if most > 0.0 { most / 127.0 } else { 1.0 };
    (weights.iter().map(|weight| (weight / unit).round() as i8).collect(), unit)
}
