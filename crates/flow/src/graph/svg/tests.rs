//! The picture is XML whatever strangers call their tools, says what is left out, and stays as it is.

use super::super::tests::{edge, long, node, theft};
use super::*;
use crate::{Level, Pattern};
use proptest::prelude::*;

/// Reads XML as strictly as it needs to be read here: every element is closed in order, every attribute is quoted, no
/// sign of XML stands in text but as an entity. Gives the names of the elements.
fn elements(xml: &str) -> Result<Vec<String>, String> {
    let (mut open, mut names, mut rest) = (Vec::new(), Vec::new(), xml);
    while let Some(at) = rest.find('<') {
        text(&rest[..at])?;
        let end = rest[at..].find('>').ok_or("a tag without an end")? + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().as_deref() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let (tag, is_closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
        if !is_name {
            return Err(format!("<{name}> is no name"));
        }
        for (n, part) in attributes.split('"').enumerate() {
            match n % 2 {
                0 if !part.is_empty() && !part.trim_start().ends_with('=') => return Err(attributes.to_owned()),
                1 => text(part)?,
                _ => {}
            }
        }
        names.push(name.to_owned());
        if !is_closed {
            open.push(name.to_owned());
        }
    }
    if open.is_empty() && rest.trim().is_empty() { Ok(names) } else { Err(format!("{open:?} {rest}")) }
}

fn text(text: &str) -> Result<(), String> {
    let is_entity = |rest: &str| ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|name| rest.starts_with(name));
    for (at, c) in text.char_indices() {
        let is_wrong = matches!(c, '<' | '>') || c == '&' && !is_entity(&text[at + 1..]) || c.is_control() && c != '\n';
        if is_wrong {
            return Err(format!("{c:?} in {text:?}"));
        }
    }
    Ok(())
}

#[test]
fn a_session_is_drawn() {
    insta::assert_snapshot!(theft().to_svg());
}

#[test]
fn pictures_are_xml_of_any_size() {
    for graph in [theft(), long(30, 5, 2), long(200, 6, 3), long(2000, 30, 1), Graph::new("", vec![], vec![])] {
        let svg = graph.to_svg();
        let names = elements(&svg).expect("well-formed");
        assert_eq!(names[..3], ["svg", "title", "desc"]);
        assert!(names.iter().all(|name| name != "script" && name != "a" && name != "image"));
        assert_eq!(svg, graph.to_svg(), "the same bytes");
        assert!(svg.len() < 1 << 20, "{} bytes", svg.len());
    }
}

#[test]
fn what_is_left_out_is_said() {
    let svg = long(2000, 30, 1).to_svg();
    assert!(svg.contains("not drawn") && svg.contains("more servers"));
    assert!(!theft().to_svg().contains("not drawn"));
    let quiet = long(100, 3, 99).to_svg();
    assert!(quiet.contains("calls without a flow not drawn"), "{quiet}");
}

#[test]
fn each_level_differs_in_more_than_its_colour() {
    let svg = theft().to_svg();
    for rule in [".flow.safe{stroke:var(--safe);stroke-width:1.3", "stroke-dasharray:6 4", "stroke-width:2.6"] {
        assert!(svg.contains(rule), "{rule}");
    }
    assert!(svg.contains(r#"role="img" aria-labelledby="title description""#));
    assert!(svg.contains("prefers-color-scheme:dark"));
}

#[test]
fn names_are_text() {
    let hostile = "</text><script>alert(1)</script>";
    let (one, two) = (node(1, hostile, hostile, hostile, 0), node(2, "\" onload=\"x", "]]>&lt;\u{202e}\0", "deny", 0));
    let mut flow = edge(&one, &two, Pattern::PiiToExternal, Level::Critical);
    flow.reason = hostile.into();
    flow.transforms = vec![hostile.into()];
    let svg = Graph::new(hostile, vec![one, two], vec![flow]).to_svg();
    let names = elements(&svg).expect("well-formed");
    assert!(!names.contains(&"script".to_owned()) && !svg.contains('\u{202e}'));
}

#[test]
fn the_check_sees_what_is_wrong() {
    for wrong in ["<a><b></a></b>", "<a>&</a>", "<a x=1/>", "<a", "<a>", "<a x=\"<\"/>", "<a>></a>"] {
        assert!(elements(wrong).is_err(), "{wrong}");
    }
}

proptest! {
    #[test]
    fn no_name_breaks_the_picture(
        server in any::<String>(),
        tool in "[<>&\"'a-z\u{0}\u{202e}é\n]{0,40}",
        session in any::<String>(),
    ) {
        let (one, two) = (node(1, &server, &tool, &session, 255), node(2, &tool, &server, "hold", 99));
        let mut flow = edge(&one, &two, Pattern::CrossServer, Level::Suspicious);
        flow.reason = session.clone();
        let svg = Graph::new(session, vec![one, two], vec![flow]).to_svg();
        prop_assert!(elements(&svg).is_ok(), "{:?}", elements(&svg));
    }
}
