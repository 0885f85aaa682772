//! Texts of strangers that would act if they could, and what must not be in any output.
#![allow(dead_code, reason = "not every test asks everything")]

use proptest::prelude::*;
use pulldown_cmark::{Event, Parser, Tag};
use vetgate_report::escape;

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

pub(crate) fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![3 => proptest::sample::select(PIECES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

/// Nothing that acts or hides, but for line breaks of our own and the selector that belongs to a picture.
pub(crate) fn assert_inert(text: &str) {
    for c in text.chars() {
        assert!(c == '\n' || c == '\u{FE0F}' || !escape::is_unsafe(c), "{c:?} in {text:?}");
    }
}

pub(crate) fn without_colour(text: &str) -> String {
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
pub(crate) fn assert_own_elements(page: &str) {
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

pub(crate) fn assert_own_markdown(text: &str) {
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
pub(crate) fn assert_whole_tables(text: &str) {
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
