//! The Markdown format, as it looks.

mod sample;

use vetgate_report::{Format, Options};

#[test]
fn every_sample_looks_as_before() {
    for (name, report) in sample::all() {
        let text = Format::Markdown.render(&report, &Options::default());
        insta::assert_snapshot!(format!("markdown_{name}"), text);
    }
}

#[test]
fn five_hundred_findings_fit_a_comment_and_the_rest_is_counted() {
    let text = Format::Markdown.render(&sample::many(), &Options::default());
    assert!(text.len() < 65_536, "{}", text.len());
    assert!(text.contains("more** did not fit here"));
}
