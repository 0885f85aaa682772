//! Any entry is sealed into a record whose hash covers it, and exported as one line of JSON; any line holds witnesses that are
//! read back, or none; and hashes and keys are read as they are written.
//!
//! Pieces: an entry, and a line.

use super::pieces;
use serde_json::Value;
use vetgate_ledger::{Entry, Hash, PublicKey, Record, to_json, witnesses};

pub(crate) fn run(input: &str) {
    let [entry, line] = pieces(input);
    if let Ok(entry) = serde_json::from_str::<Entry>(entry) {
        let record = Record::seal(entry, 7, Hash::NONE, [[1; 16], [2; 16]]);
        assert_eq!(record.digest(), record.hash);
        assert!(record.arguments.iter().chain(&record.response).all(|body| body.is_whole()));
        let exported = to_json(&record);
        assert!(!exported.contains('\n'));
        let exported: Value = serde_json::from_str(&exported).expect("an exported record is JSON");
        assert_eq!(exported["note"], *record.note);
        let changed = Record { note: format!("{}.", record.note), ..record.clone() };
        assert_ne!(changed.digest(), record.hash, "no field can be changed unseen");
    }
    for checkpoint in witnesses(line).into_iter().flatten() {
        assert_eq!(witnesses(&checkpoint.to_line()), Some(vec![checkpoint]));
    }
    if let Some(hash) = Hash::from_hex(line) {
        assert_eq!(hash.to_string(), line);
    }
    let _ = PublicKey::from_hex(line);
}
