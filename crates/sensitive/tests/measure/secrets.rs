//! The shared texts with secrets: every one marked is to be found, every look-alike left alone.

use super::{Tally, lines, shared, show, shown};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    text: String,
    label: String,
    r#type: String,
}

#[test]
fn secrets_are_found_and_look_alikes_are_not() {
    let Some(path) = shared("secrets.jsonl.gz") else { return };
    let mut tally = Tally::default();
    let mut clear = 0;
    for line in lines(&path) {
        let row: Row = serde_json::from_str(&line).expect("every line is a row");
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
