//! The map of what servers can do, in the reports of a scan.
#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use vetgate_report::{Format, Options};

fn render(format: Format, options: Options<'_>) -> String {
    format.render(&sample::clean(), &Options { profiles: &sample::profiles(), ..options })
}

#[test]
fn the_terminal_shows_the_map_where_there_are_several_servers() {
    for width in [40, 80, 120] {
        let text = render(Format::Terminal, Options { width, ..Options::default() });
        insta::assert_snapshot!(format!("heat_terminal_{width}"), text);
    }
    let one = &sample::profiles()[..1];
    let text = Format::Terminal.render(&sample::clean(), &Options { profiles: one, ..Options::default() });
    let plain = Format::Terminal.render(&sample::clean(), &Options::default());
    assert_eq!(text, plain, "one server is no map");
    let idle: Vec<_> = sample::profiles().into_iter().skip(1).cycle().take(2).collect();
    let text = Format::Terminal.render(&sample::clean(), &Options { profiles: &idle, ..Options::default() });
    assert_eq!(text, plain, "servers that can do nothing are no map");
}

#[test]
fn colour_says_no_more_than_the_shades() {
    let text = render(Format::Terminal, Options { color: true, ..Options::default() });
    insta::assert_snapshot!("heat_terminal_color", text.replace('\u{1B}', "ESC"));
}

#[test]
fn markdown_and_html_show_the_map_of_any_tool() {
    insta::assert_snapshot!("heat_markdown", render(Format::Markdown, Options::default()));
    let page = render(Format::Html, Options::default());
    let map = &page[page.find("<h2>What the servers can do").unwrap()..page.find("<h2>Targets").unwrap()];
    insta::assert_snapshot!("heat_html", map);
}

#[test]
fn the_json_report_counts_by_tag() {
    let report: serde_json::Value = serde_json::from_str(&render(Format::Json, Options::default())).unwrap();
    insta::assert_json_snapshot!("heat_json", report["capabilities"]);
    assert!(sample::report_validator().is_valid(&report));
}

#[test]
fn a_hundred_servers_stay_readable() {
    let profiles: Vec<_> = sample::profiles().into_iter().cycle().take(100).collect();
    let options = Options { profiles: &profiles, ..Options::default() };
    let text = Format::Terminal.render(&sample::clean(), &options);
    assert!(text.contains("… and 88 more servers; vetgate classify shows all."), "{text}");
    assert!(text.lines().count() < 22, "{text}");
    assert!(Format::Markdown.render(&sample::clean(), &options).contains("| and "));
}
