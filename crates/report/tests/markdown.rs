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
    assert!(text.contains("**Not shown here: "));
}

#[test]
fn a_flood_of_marks_still_fits_a_comment() {
    let mut report = sample::hostile();
    let flood = "|\u{202E}".repeat(50_000);
    for finding in &mut report.findings {
        finding.server = flood.clone();
        finding.signals.iter_mut().for_each(|signal| signal.detail = flood.clone());
    }
    report.targets[0].target = flood.clone();
    report.suppressed[0].reason = flood.clone();
    report.coverage.caps[0].detail = flood;
    let mut profiles: Vec<_> = sample::profiles().into_iter().cycle().take(40).collect();
    profiles.iter_mut().for_each(|profile| profile.server = report.findings[0].server.clone());
    let text = Format::Markdown.render(&report, &Options { profiles: &profiles, ..Options::default() });
    assert!(text.len() < 65_536, "{}", text.len());
}
