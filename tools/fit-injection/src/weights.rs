//! The file of weights, as `vetgate-injection` reads it.

use crate::calibration::Calibration;
use crate::corpus::Kind;
use crate::fit::Model;

/// Log odds of the words from which on a window is worth reading sentence by sentence.
pub(crate) const WORTH_READING: f32 = 1.5;

/// Log odds from which on a definition is reported: of the real tools that were looked at, less than one in a hundred.
pub(crate) const REPORTED_OF_DEFINITION: f32 = 1.5;

/// Log odds from which on a response is reported: of real READMEs and manuals, about one in two hundred. They are longer than
/// definitions, and the window that weighs most is the one that counts.
pub(crate) const REPORTED_OF_RESPONSE: f32 = 2.5;

/// Log odds from which on a text of the kind is reported.
pub(crate) fn reported(kind: Kind) -> f32 {
    match kind {
        Kind::Output => REPORTED_OF_RESPONSE,
        Kind::Definition => REPORTED_OF_DEFINITION,
    }
}

/// The file, quantised to one byte a weight.
pub(crate) fn bytes(model: &Model, calibration: Calibration) -> Vec<u8> {
    let (words, word_scale) = quantised(&model.words);
    let (facts, fact_scale) = quantised(&model.facts);
    let numbers = [
        word_scale, fact_scale, model.bias, WORTH_READING, REPORTED_OF_DEFINITION, calibration.slope,
        calibration.offset, REPORTED_OF_RESPONSE,
    ];
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
