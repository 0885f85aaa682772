//! The report on source: every format shows the finding, and nothing that a stranger wrote acts on the reader.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use serde_json::Value;
use vetgate_model::{
    Cap, Confidence, Lifecycle, Look, Region, Severity, SourceCoverage, SourceFinding, SourceReport, SourceTool,
    SourceTree, Step, ThreatType,
};
use vetgate_report::{Format, Options};

fn region(file: &str, line: usize) -> Region {
    Region { file: file.to_owned(), line, column: 5, end_line: line, end_column: 20 }
}

fn step(file: &str, line: usize, message: &str) -> Step {
    Step { location: region(file, line), message: message.to_owned(), snippet: "x = 1".to_owned() }
}

/// A report whose every string is `text` where a stranger can write it.
fn report(text: &str) -> SourceReport {
    let finding = SourceFinding {
        rule: "VG-S-006".to_owned(),
        name: "path-traversal".to_owned(),
        severity: Severity::High,
        confidence: Confidence::new(0.9),
        threat_type: ThreatType::Exfiltration,
        tree: text.to_owned(),
        tool: Some(text.to_owned()),
        message: format!("Input `{text}` reaches `open()`."),
        location: region(text, 7),
        snippet: text.to_owned(),
        calls: vec![step(text, 3, text)],
        flow: vec![step(text, 5, text), step(text, 7, "reaches open()")],
        near_miss: Some(step(text, 6, text)),
        advice: "Resolve the path first.".to_owned(),
        lifecycle: Lifecycle::Stable,
    };
    let tree = SourceTree { path: text.to_owned(), status: Look::Analyzed, files: 1, tools: 1, detail: None };
    let tool = SourceTool {
        tree: text.to_owned(),
        name: text.to_owned(),
        status: Look::NotAnalyzed,
        location: region(text, 4),
        reaches: [("fs_read".to_owned(), text.to_owned())].into(),
        detail: Some(text.to_owned()),
    };
    let coverage = SourceCoverage {
        files: 1,
        bytes: 10,
        rules_run: 19,
        failed: vec![],
        caps: vec![Cap::new("source.unread", text, text), Cap::new("source.left_out", text, text)],
    };
    SourceReport::new(vec![tree], vec![tool], vec![finding], vec![], coverage)
}

#[test]
fn every_format_shows_the_finding_and_what_was_not_analyzed() {
    let report = report("server.py");
    for format in Format::ALL {
        let text = format.render_source(&report, &Options::default());
        assert!(text.contains("VG-S-006") && text.contains("server.py"), "{format}");
        assert!(text.contains("not analyzed") || text.contains("not_analyzed"), "{format}: {text}");
        assert!(text.ends_with('\n'), "{format}");
    }
}

#[test]
fn nothing_of_a_stranger_acts_on_the_reader() {
    let report = report("a\u{1b}[2J\u{202E}<img src=x>[x](https://evil.example)\u{7}|`b`");
    for format in Format::ALL {
        let text = format.render_source(&report, &Options::default());
        let is_unsafe = |c: char| c != '\n' && vetgate_report::escape::is_unsafe(c);
        assert!(!text.contains(is_unsafe), "{format}: {text:?}");
    }
    let page = Format::Html.render_source(&report, &Options::default());
    assert!(!page.contains("<img"), "{page}");
}

#[test]
fn sarif_is_what_the_standard_says() {
    let validator = sample::sarif_validator();
    for text in ["server.py", "", "a\u{1b} b[x](y)"] {
        let log: Value =
            serde_json::from_str(&Format::Sarif.render_source(&report(text), &Options::default())).unwrap();
        let errors: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{text:?}: {errors:?}");
    }
}

#[test]
fn json_reads_back_as_the_same_report() {
    let report = report("a\u{1b} b");
    let text = Format::Json.render_source(&report, &Options::default());
    assert_eq!(serde_json::from_str::<SourceReport>(&text).unwrap(), report);
}
