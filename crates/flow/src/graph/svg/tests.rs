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

/// The numbers of an attribute or a path, in order.
fn numbers(text: &str) -> Vec<f64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').filter_map(|part| part.parse().ok()).collect()
}

/// The boxes of the calls: left, top, width, height.
fn boxes(svg: &str) -> Vec<[f64; 4]> {
    let rects = svg.split("<rect x=\"").skip(1).filter_map(|rest| rest.split("rx=").next());
    rects.map(|rect| numbers(rect)[..4].try_into().expect("four numbers")).collect()
}

#[test]
fn no_arrow_runs_behind_a_call() {
    for graph in [theft(), long(30, 5, 2), long(60, 8, 1), long(240, 3, 1)] {
        let svg = graph.to_svg();
        let boxes = boxes(&svg);
        let arrows: Vec<Vec<f64>> = svg
            .lines()
            .filter(|line| line.starts_with("<path class=\"flow") && line.contains("<title>"))
            .map(|line| numbers(line.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a path")))
            .collect();
        assert!(!arrows.is_empty() && !boxes.is_empty());
        for arrow in arrows {
            // Out of the call, to the corner, down, and in: M x y H x Q .. V y Q .. H x.
            let (x, y, track, down, end) = (arrow[0], arrow[1], arrow[3], (arrow[6], arrow[7]), arrow[12]);
            let legs = [
                (x.min(track), y, x.max(track), y),
                (track, y.min(down.1), track, y.max(down.1)),
                (track.min(end), arrow[11], track.max(end), arrow[11]),
            ];
            for [left, top, width, high] in &boxes {
                for (x1, y1, x2, y2) in legs {
                    let is_behind =
                        x1 < left + width - 1.0 && x2 > left + 1.0 && y1 < top + high - 1.0 && y2 > top + 1.0;
                    assert!(!is_behind, "{arrow:?} behind {left} {top}");
                }
            }
        }
    }
}

#[test]
fn the_leak_itself_is_told_first_and_nothing_grave_is_hidden_behind_a_number() {
    let calls = [
        node(1, "files", "read", "allow", 0),
        node(2, "web", "fetch", "allow", 0),
        node(3, "chat", "post", "deny", 95),
    ];
    let mut one = edge(&calls[0], &calls[2], Pattern::InternalToExternal, Level::Critical);
    one.characters = 1;
    let told = edge(&calls[1], &calls[2], Pattern::UntrustedToDestination, Level::Critical);
    let svg = Graph::new("s", calls.to_vec(), vec![told, one]).to_svg();
    let leak = svg.find(">internal_to_external</tspan> from call 1 · 1 character<").expect("the leak");
    let steered = svg.find(">untrusted_to_destination</tspan> from call 2 · 64 characters<").expect("what steered it");
    assert!(leak < steered && !svg.contains("more"), "{svg}");
}

#[test]
fn one_kind_from_one_call_is_one_line() {
    let calls = [node(1, "files", "read", "allow", 0), node(2, "chat", "post", "deny", 95)];
    let flow = |level| edge(&calls[0], &calls[1], Pattern::SecretToExternal, level);
    let edges = vec![flow(Level::Critical), flow(Level::Critical), flow(Level::Suspicious)];
    let svg = Graph::new("s", calls.to_vec(), edges).to_svg();
    assert!(svg.contains(">secret_to_external</tspan> from call 1 · 128 characters in 2 places<"), "{svg}");
    assert_eq!(svg.matches("class=\"dot").count(), 1);
}

#[test]
fn the_words_on_a_call_are_what_is_known_of_it() {
    for (verdict, is_answered, risk, expected) in [
        ("mask", true, 0, ">changed<"),
        ("hold", false, 0, ">held<"),
        ("hold", true, 0, ">held, then sent<"),
        ("deny", false, 96, ">denied<"),
        ("allow", true, 72, ">risk 72<"),
    ] {
        let call = Node { is_answered, ..node(1, "s", "t", verdict, risk) };
        let svg = Graph::new("s", vec![call], vec![]).to_svg();
        assert!(svg.contains(expected), "{verdict} {expected}");
    }
}

#[test]
fn a_name_and_what_became_of_its_call_do_not_touch() {
    let call = node(1, "slack", "slack_post_message_to_channel", "deny", 95);
    let svg = Graph::new("s", vec![call], vec![]).to_svg();
    assert!(svg.contains(">slack_post_message_to_channel<") && svg.contains(">denied<"), "{svg}");
}

#[test]
fn a_session_of_ordinary_work_has_no_room_for_words() {
    let calls = [node(1, "files", "read", "allow", 0), node(2, "web", "fetch", "allow", 0)];
    let width = |level| {
        let edges = vec![edge(&calls[0], &calls[1], Pattern::CrossServer, level)];
        let svg = Graph::new("a session", calls.to_vec(), edges).to_svg();
        numbers(svg.split("width=").nth(1).expect("a width"))[0]
    };
    assert!(width(Level::Safe) < 480.0, "{}", width(Level::Safe));
    assert!(width(Level::Suspicious) > 640.0);
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
