//! The shared texts with secrets: every one marked is to be found, every look-alike left alone.

use super::{Tally, shared, show, shown};
use flate2::read::GzDecoder;
use serde::Deserialize;
use std::io::Read;

#[derive(Deserialize)]
struct Row {
    text: String,
    label: String,
    r#type: String,
}

#[test]
fn secrets_are_found_and_look_alikes_are_not() {
    let Some(path) = shared("secrets.jsonl.gz") else { return };
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("the dataset can be opened");
    GzDecoder::new(file).take(1 << 26).read_to_string(&mut text).expect("the dataset can be read");
    let mut tally = Tally::default();
    let mut clear = 0;
    for line in text.lines() {
        let row: Row = serde_json::from_str(line).expect("every line is a row");
        let found: Vec<_> =
            shown(row.text.as_bytes()).into_iter().filter(|found| found.category.name() == "secret").collect();
        let kinds = || found.iter().map(|found| found.kind.as_str()).collect::<Vec<_>>().join(" ");
        match (row.label.as_str(), found.is_empty()) {
            ("secret", false) => tally.right += 1,
            ("secret", true) => {
                tally.missed += 1;
                show("missed", &format!("{} {:?}", row.r#type, row.text));
            }
            (_, false) => {
                tally.wrong += 1;
                show("wrong", &format!("{} {} {:?}", kinds(), row.r#type, row.text));
            }
            (_, true) => clear += 1,
        }
    }
    println!("secrets: {tally}; {clear} look-alikes left alone");
    assert!(tally.recall() >= 0.85 && tally.precision() >= 0.9, "{tally}");
}
