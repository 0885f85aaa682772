//! What servers can do, in every format that shows it.
#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use serde_json::Value;
use std::collections::BTreeSet;
use vetgate_report::{Format, Options, Survey};

fn render(format: Format, options: Options<'_>) -> String {
    format.render_survey(&sample::survey(), &Options { version: "0.1.0", ..options }).unwrap()
}

#[test]
fn the_terminal_at_several_widths() {
    for width in [40, 80, 120] {
        let text = render(Format::Terminal, Options { width, ..Options::default() });
        insta::assert_snapshot!(format!("survey_terminal_{width}"), text);
    }
    let text = render(Format::Terminal, Options { color: true, ..Options::default() });
    insta::assert_snapshot!("survey_terminal_color", text.replace('\u{1B}', "ESC"));
}

#[test]
fn the_reasons_are_shown_where_they_are_asked_for() {
    let options = Options { evidence: true, ..Options::default() };
    insta::assert_snapshot!("survey_terminal_evidence", render(Format::Terminal, options));
    insta::assert_snapshot!("survey_markdown_evidence", render(Format::Markdown, options));
    let page = render(Format::Html, options);
    let table = &page[page.find("<h2 id=\"server-3\"").unwrap()..page.find("<h2 id=\"server-4\"").unwrap()];
    insta::assert_snapshot!("survey_html_evidence", table);
}

#[test]
fn markdown_html_and_json() {
    insta::assert_snapshot!("survey_markdown", render(Format::Markdown, Options::default()));
    let page = render(Format::Html, Options::default());
    insta::assert_snapshot!("survey_html", &page[page.find("<body>").unwrap()..]);
    insta::assert_snapshot!("survey_json", render(Format::Json, Options::default()));
}

#[test]
fn the_page_asks_nothing_of_the_network_and_runs_nothing() {
    let page = render(Format::Html, Options { evidence: true, ..Options::default() });
    for attribute in [" src=", " srcset=", " action=", " style=", "@import", "url(", "<script"] {
        assert!(!page.contains(attribute), "{attribute}");
    }
    for link in page.split("href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn sarif_has_no_place_for_it() {
    assert_eq!(Format::Sarif.render_survey(&sample::survey(), &Options::default()), None);
    let names: Vec<&str> = Format::of_surveys().map(Format::name).collect();
    assert_eq!(names, ["terminal", "json", "markdown", "html"]);
}

#[test]
fn nothing_is_said_to_be_nothing() {
    let empty = Survey { targets: vec![], servers: vec![], crossings: vec![], others: 0, caps: vec![] };
    let text = Format::Terminal.render_survey(&empty, &Options::default()).unwrap();
    assert_eq!(text, "! No tools to classify: no target was found.\n");
}

#[test]
fn the_one_tool_that_sends_is_named_among_hundreds_that_read() {
    let mut survey = sample::survey();
    let reads = survey.servers[0].profile.tools[0].clone();
    let tools = &mut survey.servers[0].profile.tools;
    let many = (0..300).map(|n| vetgate_capability::Classification { tool_name: format!("read_{n}"), ..reads.clone() });
    *tools = many.chain(tools.drain(..)).collect();
    for format in Format::of_surveys().filter(|format| *format != Format::Json) {
        let text = format.render_survey(&survey, &Options { width: 120, ..Options::default() }).unwrap();
        let text = text.replace("<code>", "").replace("</code>", "").replace('`', "");
        let expected = "fs_read: read_0, read_1, read_2, read_3, 298 more; net_egress: ask_anything";
        assert!(text.contains(expected), "{format}: {text}");
    }
}

#[test]
fn a_client_is_named_by_its_file_where_there_are_several() {
    let mut survey = sample::survey();
    let text = |survey: &Survey| Format::Markdown.render_survey(survey, &Options::default()).unwrap();
    assert!(text(&survey).contains("- This client can read files through notes"), "{}", text(&survey));
    survey.targets.push(survey.targets[0].clone());
    assert!(text(&survey).contains("- The client of clients.json can read files"), "{}", text(&survey));
    survey.crossings[0].client = None;
    assert!(text(&survey).contains("- Together, these servers can read files"), "{}", text(&survey));
}

#[test]
fn five_thousand_tools_fit_a_comment_and_the_rest_is_counted() {
    let mut survey = sample::survey();
    let tool = survey.servers[0].profile.tools[1].clone();
    survey.servers[0].profile.tools = vec![tool; 5_000];
    for evidence in [false, true] {
        let text = Format::Markdown.render_survey(&survey, &Options { evidence, ..Options::default() }).unwrap();
        assert!(text.len() < 65_536, "{}", text.len());
        assert!(text.contains(" tools.** The JSON and HTML reports list all."), "{}", &text[text.len() - 200..]);
    }
}

#[test]
fn the_schema_describes_every_member_that_is_written() {
    fn walk(value: &Value, schema: &Value, root: &Value, path: &str, missing: &mut BTreeSet<String>) {
        let schema = match schema["$ref"].as_str() {
            Some(reference) => root.pointer(reference.trim_start_matches('#')).unwrap(),
            None => schema,
        };
        match value {
            Value::Object(members) => members.iter().for_each(|(key, value)| {
                let named = schema["properties"].get(key).or_else(|| schema.get("additionalProperties"));
                match named {
                    Some(schema) => walk(value, schema, root, &format!("{path}/{key}"), missing),
                    None => _ = missing.insert(format!("{path}/{key}")),
                }
            }),
            Value::Array(items) => items.iter().for_each(|item| walk(item, &schema["items"], root, path, missing)),
            _ => {}
        }
    }
    let schema: Value = serde_json::from_str(include_str!("../../../docs/classify.schema.json")).unwrap();
    let text = Format::Json.render_survey(&sample::survey_of("x"), &Options::default()).unwrap();
    let mut missing = BTreeSet::new();
    walk(&serde_json::from_str(&text).unwrap(), &schema, &schema, "", &mut missing);
    assert!(missing.is_empty(), "{missing:?}");
}

/// Writes the pages to a folder, to be looked at: `VETGATE_GALLERY=dir cargo test -p vetgate-report --test survey`.
#[test]
fn gallery() {
    let Some(folder) = std::env::var_os("VETGATE_GALLERY") else { return };
    let page = render(Format::Html, Options { evidence: true, ..Options::default() });
    std::fs::write(std::path::Path::new(&folder).join("survey.html"), page).unwrap();
}
