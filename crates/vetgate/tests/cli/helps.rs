//! Help at the widths that terminals have: nothing is wider, and prose is broken where a line is full and nowhere else.

use crate::run::command;

/// Commands whose prose is left to the terminal's width.
const COMMANDS: &[&[&str]] = &[
    &["flows"],
    &["replay"],
    &["baselines"],
    &["baselines", "show"],
    &["baselines", "reset"],
    &["holds"],
    &["approve-call"],
    &["deny-call"],
    &["run"],
    &["completions"],
    &["man"],
];

#[test]
fn help_is_broken_where_lines_are_full() {
    for (columns, widest) in [("80", 80), ("120", 100)] {
        for args in COMMANDS {
            let output = command().args(*args).arg("--help").env("COLUMNS", columns).output().unwrap();
            let help = String::from_utf8(output.stdout).unwrap();
            let lines: Vec<&str> = help.lines().collect();
            for pair in lines.windows(2) {
                let (line, next) = (pair[0], pair[1]);
                assert!(line.chars().count() <= widest, "{args:?} at {columns}: {line}");
                let is_prose = |line: &str| line.starts_with(|c: char| c.is_alphabetic()) && !line.ends_with(':');
                let word = next.split(' ').next().unwrap_or_default();
                let has_room = line.chars().count() + 1 + word.chars().count() <= widest;
                assert!(!(is_prose(line) && is_prose(next) && has_room), "{args:?} at {columns}: {line}\n{next}");
            }
        }
    }
}

#[test]
fn no_example_is_broken() {
    for args in COMMANDS {
        let output = command().args(*args).arg("--help").env("COLUMNS", "80").output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let examples = help.split("Examples:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
        for line in examples.lines() {
            assert!(line.starts_with("  vetgate ") || line.starts_with(&" ".repeat(12)), "{args:?}: {line}");
        }
    }
}
