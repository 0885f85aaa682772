//! The page about flows says what the code does.

use vetgate_flow::{ALARMS, Pattern};

const PAGE: &str = include_str!("../../../docs/flow.md");

#[test]
fn every_alarm_stands_on_the_page_as_it_is() {
    for alarm in ALARMS {
        let row = format!("| `{}` | {} | {} |\n", alarm.id, alarm.severity, alarm.meaning);
        assert!(PAGE.contains(&row), "docs/flow.md lacks {row}");
    }
}

#[test]
fn every_pattern_stands_on_the_page() {
    for pattern in Pattern::ALL {
        assert!(PAGE.contains(&format!("| `{pattern}` |")), "docs/flow.md lacks {pattern}");
    }
}
