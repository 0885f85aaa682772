//! Any settings of the detector are taken or refused with a reason; with those that are taken, a text is looked through, and every
//! match stands inside.
//!
//! Pieces: the settings as JSON, and the text.

use super::pieces;
use vetgate_sensitive::{Detector, Settings};

pub(crate) fn run(input: &str) {
    let [settings, text] = pieces(input);
    let Ok(settings) = serde_json::from_str::<Settings>(settings) else { return };
    match Detector::with(&settings) {
        Ok(detector) => {
            assert!(settings.check().is_ok());
            for found in detector.inspect(text.as_bytes()) {
                assert!(found.span.end <= text.len() && !found.span.is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty() && settings.check().is_err()),
    }
}
