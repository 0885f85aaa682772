//! The HTML format: as it looks, and what it must never do.
#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use vetgate_report::{Format, Options};

fn render(report: &vetgate_model::Report) -> String {
    Format::Html.render(report, &Options { version: "0.1.0", checks: &sample::checks(), ..Options::default() })
}

#[test]
fn every_sample_looks_as_before() {
    for (name, report) in sample::all() {
        insta::assert_snapshot!(format!("html_{name}"), body(&render(&report)));
    }
}

/// The page without its style and script, which have files of their own.
fn body(page: &str) -> String {
    let style = page.find("<style>").unwrap()..page.find("</style>").unwrap();
    let mut page = page.replacen(&page[style], "<style>", 1);
    if let (Some(start), Some(end)) = (page.find("<script>"), page.find("</script>")) {
        page.replace_range(start..end, "<script>");
    }
    page
}

#[test]
fn the_page_asks_nothing_of_the_network() {
    for (name, report) in sample::all() {
        let page = render(&report);
        for attribute in [" src=", " srcset=", " action=", " style=", "@import", "url("] {
            let own = page.replace("&lt;img src=", "");
            assert!(!own.contains(attribute), "{name}: {attribute}");
        }
        for link in page.split("href=\"").skip(1) {
            assert!(link.starts_with('#'), "{name}: {link:.40}");
        }
    }
}

#[test]
fn every_inner_link_has_its_target() {
    let page = render(&sample::mixed());
    for link in page.split("href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

/// Writes the samples to a folder, to be looked at: `VETGATE_GALLERY=dir cargo test -p vetgate-report gallery`.
#[test]
fn gallery() {
    let Some(folder) = std::env::var_os("VETGATE_GALLERY") else { return };
    for (name, report) in sample::all().into_iter().chain([("many", sample::many())]) {
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}.html")), render(&report)).unwrap();
    }
}
