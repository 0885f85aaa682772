//! What an evaluation measured, in every format that shows it.
#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

#[path = "../../report/tests/inert/mod.rs"]
mod inert;
mod sample;

use inert::{assert_inert, assert_own_elements, assert_own_markdown, assert_whole_tables, text, without_colour};
use proptest::prelude::*;
use sample::{passed, run, run_of, ungated, vacuous};
use serde_json::Value;
use unicode_width::UnicodeWidthStr as _;
use vetgate_eval::Run;
use vetgate_lab::evaluation;
use vetgate_report::{Format, Options};

fn render(format: Format, run: &Run, options: Options<'_>) -> String {
    evaluation::render(run, false, format, &Options { version: "0.1.0", ..options }).unwrap()
}

/// With what was judged wrongly.
fn with_errors(format: Format, run: &Run) -> String {
    evaluation::render(run, true, format, &Options { version: "0.1.0", ..Options::default() }).unwrap()
}

#[test]
fn the_terminal_at_several_widths() {
    for width in [40, 80, 120] {
        let text = render(Format::Terminal, &run(), Options { width, ..Options::default() });
        insta::assert_snapshot!(format!("evaluation_terminal_{width}"), text);
    }
    let text = render(Format::Terminal, &run(), Options { color: true, ..Options::default() });
    insta::assert_snapshot!("evaluation_terminal_color", text.replace('\u{1B}', "ESC"));
}

#[test]
fn errors_are_listed_where_they_are_asked_for() {
    insta::assert_snapshot!("evaluation_terminal_errors", with_errors(Format::Terminal, &run()));
    insta::assert_snapshot!("evaluation_markdown_errors", with_errors(Format::Markdown, &run()));
    insta::assert_snapshot!("evaluation_html_errors", body(&with_errors(Format::Html, &run())));
}

#[test]
fn markdown_html_and_json() {
    insta::assert_snapshot!("evaluation_markdown", render(Format::Markdown, &run(), Options::default()));
    insta::assert_snapshot!("evaluation_html", body(&render(Format::Html, &passed(), Options::default())));
    insta::assert_snapshot!("evaluation_json", render(Format::Json, &passed(), Options::default()));
}

/// The page without its head.
fn body(page: &str) -> &str {
    &page[page.find("<body>").unwrap()..]
}

#[test]
fn one_line_says_what_came_of_it() {
    let said = [
        (
            run(),
            "failed: security engine recall 0.900 is under 0.970 and 2 more · security recall 0.90, false alarms 10.0 % · \
             responses recall 0.90, false alarms 10.0 % · capability recall 0.94, false alarms 0.3 % · \
             search Recall@5 0.75 · recall on disguised attacks 0.52",
        ),
        (passed(), "passed: responses recall 0.90, false alarms 10.0 % · search Recall@5 0.75"),
        (
            vacuous(),
            "vacuous: security: every item should be flagged, so false alarms cannot be measured · security recall 0.90",
        ),
        (ungated(), "not gated: security recall 0.90, false alarms 10.0 %"),
        (Run::default(), "not gated"),
    ];
    for (run, line) in said {
        assert_eq!(evaluation::headline(&run), line);
    }
}

#[test]
fn json_is_one_object_of_one_evaluation_and_named_objects_of_several() {
    let json = |run: &Run| -> Value { serde_json::from_str(&render(Format::Json, run, Options::default())).unwrap() };
    assert_eq!(json(&ungated())["evaluation"], "security");
    let all = json(&run());
    let names: Vec<&str> = all.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, ["capability", "evasion", "metrics", "responses", "retrieval", "security"]);
    assert_eq!(json(&Run::default()), serde_json::json!({}));
}

#[test]
fn sarif_has_no_place_for_it() {
    assert_eq!(evaluation::render(&run(), false, Format::Sarif, &Options::default()), None);
    let names: Vec<&str> = Format::of_figures().map(Format::name).collect();
    assert_eq!(names, ["terminal", "json", "markdown", "html"]);
}

#[test]
fn the_page_asks_nothing_of_the_network_and_runs_nothing() {
    let page = with_errors(Format::Html, &run_of("x"));
    for attribute in [" src=", " srcset=", " action=", " style=", "@import", "url(", "<script", "href="] {
        assert!(!page.contains(attribute), "{attribute}");
    }
}

#[test]
fn what_no_gate_looked_at_is_not_said_to_have_passed() {
    let mut run = passed();
    run.detectors[0].gate = None;
    let line = "passed: responses not gated · responses recall 0.90, false alarms 10.0 % · search Recall@5 0.75";
    assert_eq!(evaluation::headline(&run), line);
}

#[test]
fn thousands_of_errors_fit_a_comment_and_the_rest_is_counted() {
    let mut run = run();
    let scores = &mut run.detectors[0];
    scores.missed = vec![scores.missed[0].clone(); 5_000];
    scores.per_category = vec![scores.per_category[0].clone(); 3_000];
    let text = with_errors(Format::Markdown, &run);
    assert!(text.len() < 65_536, "{}", text.len());
    for counted in ["- and 4", "| and 2"] {
        assert!(text.contains(counted), "{counted}");
    }
    for format in [Format::Terminal, Format::Html] {
        assert!(with_errors(format, &run).contains("and 4800 more; the JSON report lists all"), "{format}");
    }
    assert!(with_errors(Format::Json, &run).matches("\"item-02\"").count() >= 5_000);
}

/// Writes the pages to a folder, to be looked at: `VETGATE_GALLERY=dir cargo test -p vetgate-lab --test evaluation`.
#[test]
fn gallery() {
    let Some(folder) = std::env::var_os("VETGATE_GALLERY") else { return };
    let runs = [("failed", run()), ("passed", passed()), ("vacuous", vacuous()), ("ungated", ungated())];
    for (name, run) in runs {
        let page = with_errors(Format::Html, &run);
        std::fs::write(std::path::Path::new(&folder).join(format!("evaluation-{name}.html")), page).unwrap();
    }
}

proptest! {
    // One run has more tables than all other samples together.
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_evaluation_is_inert_in_every_format(text in text(), width in 40usize..130, errors in any::<bool>()) {
        let run = run_of(&text);
        let options = Options { width, ..Options::default() };
        let render = |format: Format, options: &Options<'_>| evaluation::render(&run, errors, format, options).unwrap();
        for format in Format::of_figures() {
            assert_inert(&render(format, &options));
        }
        assert_inert(&evaluation::headline(&run));
        let plain = render(Format::Terminal, &options);
        for line in plain.lines() {
            prop_assert!(line.width() <= width.min(120), "{} > {width}: {line:?}", line.width());
        }
        prop_assert_eq!(without_colour(&render(Format::Terminal, &Options { color: true, ..options })), plain);
        let text = render(Format::Markdown, &options);
        assert_own_markdown(&text);
        assert_whole_tables(&text);
        prop_assert!(text.len() < 65_536);
        assert_own_elements(&render(Format::Html, &options));
        prop_assert!(serde_json::from_str::<serde_json::Value>(&render(Format::Json, &options)).is_ok());
    }
}
