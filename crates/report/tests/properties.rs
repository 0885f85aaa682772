//! Whatever strangers put into any field, no format lets it act.
#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use proptest::prelude::*;
use pulldown_cmark::{Event, Parser, Tag};
use std::sync::LazyLock;
use unicode_width::UnicodeWidthStr;
use vetgate_capability::Profile;
use vetgate_model::*;
use vetgate_report::{Format, Options, escape};

/// Pieces that mean something to a terminal, a Markdown renderer, a browser or a reader's eye.
const PIECES: &[&str] = &[
    "\u{1B}[31m",
    "\u{1B}]8;;http://x\u{1B}\\",
    "\u{9B}2J",
    "\u{7}",
    "\0",
    "\r\n",
    "\n",
    "\n\n",
    "\t",
    "\u{85}",
    "\u{7F}",
    "\u{202E}",
    "\u{2066}",
    "\u{2069}",
    "\u{200B}",
    "\u{200D}",
    "\u{FEFF}",
    "\u{E0041}",
    "\u{FE0F}",
    "⚠\u{FE0F}",
    "\u{2028}",
    "\u{301}",
    "\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{E000}",
    "\u{FFFE}",
    "天気",
    "🌦",
    "שלום",
    "<script>",
    "</script>",
    "</style>",
    "<!--",
    "-->",
    "]]>",
    "<img src=x onerror=alert(1)>",
    "<a href=\"javascript:1\">",
    "\"",
    "'",
    "&",
    "&lt;",
    "&#60;",
    "<",
    ">",
    "`",
    "``",
    "```",
    "~~~",
    "\n```\n",
    "|",
    "\\",
    "\\`",
    "\\|",
    "*",
    "**",
    "_",
    "[a](http://b)",
    "![a](http://b)",
    "[x]: http://y",
    "<http://auto.example>",
    "http://auto.example/",
    "www.auto.example",
    "@octocat",
    "@org/team",
    "#1",
    "GH-1",
    "owner/repo#2",
    "0123456789abcdef",
    "# h",
    "1. ",
    "- ",
    "> ",
    "    ",
    "---",
    "===",
    "$x$",
    ":tada:",
    "{{",
    "}}",
    "%",
    "/",
    "../",
    "C:\\",
    "http:",
    "~1",
    " ",
    "  ",
    "a",
    "weather",
    "get_forecast",
    "a long sentence of plain words",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![3 => proptest::sample::select(PIECES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

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

/// Nothing that acts or hides, but for line breaks of our own and the selector that belongs to a picture.
fn assert_inert(text: &str) {
    for c in text.chars() {
        assert!(c == '\n' || c == '\u{FE0F}' || !escape::is_unsafe(c), "{c:?} in {text:?}");
    }
}

fn without_colour(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1B}[") {
        out.push_str(before);
        let end = after.find('m').unwrap();
        assert!(after[..end].bytes().all(|b| b.is_ascii_digit() || b == b';'));
        rest = &after[end + 1..];
    }
    out + rest
}

/// Every element of the page is one of ours.
fn assert_own_elements(page: &str) {
    const OWN: &[&str] = &[
        "!doctype", "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "section", "article",
        "form", "label", "input", "fieldset", "legend", "output", "script", "h1", "h2", "h3", "h4", "p", "ul", "li",
        "dl", "dt", "dd", "div", "span", "strong", "small", "code", "pre", "a", "table", "thead", "tbody", "tr", "th",
        "td", "svg", "circle", "path", "text", "desc", "line", "polyline", "rect", "details", "summary",
    ];
    // Style and script are ours and may hold any sign.
    let script = page.matches("<script").count();
    assert!(script <= 1);
    let cut = |page: String, open: &str, close: &str| match (page.find(open), page.find(close)) {
        (Some(start), Some(end)) => page[..start].to_owned() + &page[end..],
        _ => page,
    };
    let page = cut(cut(page.to_owned(), "<style>", "</style>"), "<script>", "</script>");
    for tag in page.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split([' ', '>', '/', '\n']).next().unwrap();
        assert!(OWN.contains(&name), "<{tag:.60}");
        assert!(!tag.split('>').next().unwrap().contains(" on"), "<{tag:.60}");
    }
}

fn assert_own_markdown(text: &str) {
    let options = pulldown_cmark::Options::ENABLE_TABLES | pulldown_cmark::Options::ENABLE_GFM;
    let mut code = 0;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::FootnoteDefinition(_)) => {
                panic!("{event:?} in {text}")
            }
            Event::Start(Tag::CodeBlock(_)) => code += 1,
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => code -= 1,
            Event::InlineHtml(html) if &*html == "<code>" => code += 1,
            Event::InlineHtml(html) if &*html == "</code>" => code -= 1,
            Event::Html(html) | Event::InlineHtml(html) => {
                let inner =
                    html.trim().replace("<details><summary>", "").replace("</summary>", "").replace("</details>", "");
                assert!(!inner.contains(['<', '>']), "{html:?} in {text}");
            }
            Event::Text(words) if code == 0 => {
                for live in ["@", "#", "://", "www.", "GH-", "$"] {
                    assert!(!words.contains(live), "{live} live in {words:?} in {text}");
                }
            }
            _ => {}
        }
    }
    assert_eq!(code, 0);
}

/// Every line that starts a table row is in a table, and every row has the cells that its table has.
fn assert_whole_tables(text: &str) {
    let options = pulldown_cmark::Options::ENABLE_TABLES | pulldown_cmark::Options::ENABLE_GFM;
    let is_block = |line: &&str| line.starts_with("| ");
    let written = text.lines().filter(is_block).filter(|line| !line.starts_with("| ---")).count();
    let mut rows = 0;
    for event in Parser::new_ext(text, options) {
        rows += usize::from(matches!(event, Event::Start(Tag::TableHead | Tag::TableRow)));
    }
    assert_eq!(rows, written, "{text}");
    let mut cells = None;
    for line in text.lines() {
        // Pipes between cells stand between spaces; those of strangers are escaped or entities.
        let count = line.split(" | ").count();
        match cells {
            _ if !line.starts_with("| ") => cells = None,
            _ if line.starts_with("| and ") => {}
            None => cells = Some(count),
            Some(cells) => assert_eq!(cells, count, "{line}"),
        }
    }
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

proptest! {
    // One run has more tables than all other samples together.
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_evaluation_is_inert_in_every_format(text in text(), width in 40usize..130, errors in any::<bool>()) {
        let run = sample::evaluation::run_of(&text);
        let options = Options { width, errors, ..Options::default() };
        let render = |format: Format, options: &Options<'_>| format.render_evaluation(&run, options).unwrap();
        for format in Format::of_evaluations() {
            assert_inert(&render(format, &options));
        }
        assert_inert(&vetgate_report::evaluation_headline(&run));
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
