//! Whatever strangers put into any field, no format lets it act.
#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod inert;
mod sample;

use inert::{assert_inert, assert_own_elements, assert_own_markdown, text, without_colour};
use proptest::prelude::*;
use std::sync::LazyLock;
use unicode_width::UnicodeWidthStr;
use vetgate_capability::Profile;
use vetgate_model::*;
use vetgate_report::{Format, Options, escape};

/// Builds a report of random shape, every string of which comes from `texts`.
fn report() -> impl Strategy<Value = Report> {
    (proptest::collection::vec(text(), 1..24), proptest::collection::vec(any::<u16>(), 64)).prop_map(
        |(texts, numbers)| {
            let mut texts = texts.into_iter().cycle();
            let mut numbers = numbers.into_iter().cycle();
            let mut next = move || texts.next().unwrap_or_default();
            let mut below = move |limit: usize| usize::from(numbers.next().unwrap_or_default()) % limit;
            build(&mut next, &mut below)
        },
    )
}

fn build(next: &mut impl FnMut() -> String, below: &mut impl FnMut(usize) -> usize) -> Report {
    const SUBJECTS: [Subject; 6] = [
        Subject::Tool,
        Subject::Prompt,
        Subject::Resource,
        Subject::ResourceTemplate,
        Subject::Instructions,
        Subject::Config,
    ];
    let targets = (0..below(4)).map(|_| Target {
        target: next(),
        kind: [TargetKind::File, TargetKind::Config, TargetKind::Url, TargetKind::Command][below(4)],
        server: (below(2) == 0).then(&mut *next),
        status: [TargetStatus::Scanned, TargetStatus::Skipped, TargetStatus::Failed][below(3)],
        tools: below(9),
        detail: (below(2) == 0).then(&mut *next),
    });
    let targets = targets.collect();
    let mut findings = Vec::new();
    for _ in 0..below(6) {
        let mut signals = Vec::new();
        for _ in 0..below(4) {
            let tier = Tier::ALL[below(Tier::ALL.len())];
            let threat = ThreatType::ALL[below(ThreatType::ALL.len())];
            signals.push(Signal {
                evidence: next(),
                detail: next(),
                escalated: below(2) == 0,
                location: (below(2) == 0).then(|| Location {
                    file: next(),
                    line: below(50),
                    column: (below(3) > 0).then(|| below(50)),
                }),
                ..sample::signal(&next(), tier, threat, below(101) as f64 / 100.0, &next())
            });
        }
        let mut finding = sample::finding(&next(), &next(), Severity::ALL[below(4)], signals);
        finding.subject = SUBJECTS[below(6)];
        finding.risk = below(101) as u8;
        findings.push(finding);
    }
    let suppressed = (0..below(3)).map(|_| Suppressed {
        server: next(),
        tool: next(),
        check: next(),
        reason: next(),
        expires: next(),
    });
    let suppressed = suppressed.collect();
    let failed: Vec<String> = (0..below(3)).map(|_| next()).collect();
    let caps = (0..below(3)).map(|_| Cap { cap: next(), place: next(), detail: next() }).collect();
    let coverage = Coverage {
        tools: below(9),
        others: below(2),
        facets: 5,
        checks_run: 3,
        checks_failed: failed.len(),
        failed,
        caps,
    };
    Report::new(targets, findings, suppressed, coverage)
}

/// Servers with these names, and what they can do.
fn profiles(names: Vec<String>) -> Vec<Profile> {
    names
        .into_iter()
        .zip(sample::profiles().into_iter().cycle())
        .map(|(server, profile)| Profile { server, ..profile })
        .collect()
}

fn names() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(text(), 0..4)
}

static SARIF: LazyLock<jsonschema::Validator> = LazyLock::new(sample::sarif_validator);
static SURVEY: LazyLock<jsonschema::Validator> = LazyLock::new(sample::survey_validator);
static REPORT: LazyLock<jsonschema::Validator> = LazyLock::new(sample::report_validator);

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn terminal_output_is_inert_and_fits(report in report(), names in names(), width in 40usize..130) {
        let options = Options { width, profiles: &profiles(names), ..Options::default() };
        let plain = Format::Terminal.render(&report, &options);
        assert_inert(&plain);
        for line in plain.lines() {
            prop_assert!(line.width() <= width.min(120), "{} > {width}: {line:?}", line.width());
        }
        let colour = Format::Terminal.render(&report, &Options { color: true, ..options });
        prop_assert_eq!(without_colour(&colour), plain);
    }

    #[test]
    fn markdown_output_is_inert_and_makes_no_markup(report in report(), names in names()) {
        let options = Options { profiles: &profiles(names), ..Options::default() };
        let text = Format::Markdown.render(&report, &options);
        assert_inert(&text);
        assert_own_markdown(&text);
        prop_assert!(text.len() < 65_536);
    }

    #[test]
    fn html_output_is_inert_and_has_only_our_elements(report in report(), names in names()) {
        let (checks, profiles) = (sample::checks(), profiles(names));
        let options = Options { checks: &checks, profiles: &profiles, ..Options::default() };
        let page = Format::Html.render(&report, &options);
        assert_inert(&page);
        assert_own_elements(&page);
    }

    #[test]
    fn json_output_is_inert_valid_and_reads_back(report in report(), names in names()) {
        let options = Options { profiles: &profiles(names), ..Options::default() };
        let text = Format::Json.render(&report, &options);
        assert_inert(&text);
        prop_assert_eq!(&serde_json::from_str::<Report>(&text).unwrap(), &report);
        prop_assert!(REPORT.is_valid(&serde_json::from_str(&text).unwrap()));
    }

    #[test]
    fn sarif_output_is_inert_and_valid(report in report()) {
        let checks = sample::checks();
        let text = Format::Sarif.render(&report, &Options { version: "0.1.0", checks: &checks, ..Options::default() });
        assert_inert(&text);
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        for result in log["runs"][0]["results"].as_array().unwrap() {
            prop_assert!(!result["message"]["text"].as_str().unwrap().contains("]("));
        }
        if let Err(error) = SARIF.validate(&log) {
            panic!("{}: {error}", error.instance_path());
        }
    }

    #[test]
    fn a_survey_is_inert_in_every_format(text in text(), width in 40usize..130, evidence in any::<bool>()) {
        let survey = sample::survey_of(&text);
        let options = Options { width, evidence, ..Options::default() };
        let render = |format: Format, options: &Options<'_>| format.render_survey(&survey, options).unwrap();
        for format in Format::of_surveys() {
            assert_inert(&render(format, &options));
        }
        let plain = render(Format::Terminal, &options);
        for line in plain.lines() {
            prop_assert!(line.width() <= width.min(120), "{} > {width}: {line:?}", line.width());
        }
        prop_assert_eq!(without_colour(&render(Format::Terminal, &Options { color: true, ..options })), plain);
        let text = render(Format::Markdown, &options);
        assert_own_markdown(&text);
        prop_assert!(text.len() < 65_536);
        assert_own_elements(&render(Format::Html, &options));
        prop_assert!(SURVEY.is_valid(&serde_json::from_str(&render(Format::Json, &options)).unwrap()));
    }

    #[test]
    fn escaping_any_text_is_total_and_final(text in text()) {
        let once = escape::line(&text).into_owned();
        assert_inert(&once);
        prop_assert_eq!(escape::line(&once).into_owned(), once);
    }
}
