//! A call that waits, shown so that it cannot deceive.

use crate::exhibit::quoted;
use crate::grid::{ATTENTION, FAINT, STRONG, Screen};
use crate::moment;
use std::fmt::Write;
use vetgate_ledger::Hold;
use vetgate_report::escape;

/// Longest name and longest sentence.
const NAME: usize = 120;
const SENTENCE: usize = 600;
/// Levels of JSON that are moved to the right.
const DEEPEST: usize = 8;

/// `files › delete (tool)`.
pub(crate) fn title(hold: &Hold) -> String {
    let item = match hold.method.as_str() {
        "tools/call" => "tool",
        "prompts/get" => "prompt",
        "resources/read" => "resource",
        method => method,
    };
    let [server, name, item] = [&hold.server, &hold.name, item].map(|text| escape::cut(text, NAME));
    format!("{server} › {name} ({item})")
}

/// Everything that a person needs to decide.
pub(crate) fn show(screen: Screen, hold: &Hold) -> String {
    let mut out = format!("{}\n", screen.paint(STRONG, &title(hold)));
    let session = match hold.session.as_str() {
        "" => String::new(),
        session => format!(", session {}", escape::cut(session, NAME)),
    };
    for line in [
        format!("call   {}", escape::cut(&hold.id, NAME)),
        format!("agent  {}{session}", escape::cut(&hold.principal, NAME)),
        format!(
            "since  {}, denied automatically without a decision by {}",
            moment::shown(hold.since_ms),
            moment::shown(hold.until_ms)
        ),
        format!("risk   {}", hold.risk),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", screen.paint(FAINT, &line));
    }
    let _ = writeln!(out, "\n{}", screen.paint(ATTENTION, &escape::cut(&hold.reason, SENTENCE)));
    if !hold.explanation.is_empty() {
        let _ = write!(out, "\n{}\n{}", screen.paint(STRONG, "Why"), quoted(screen, &hold.explanation));
    }
    let _ = write!(out, "\n{}\n{}", screen.paint(STRONG, "Arguments"), quoted(screen, &spread(&hold.arguments.text)));
    if hold.arguments.is_cut {
        let text = format!("! Only the beginning of {} bytes is shown.", hold.arguments.bytes);
        let _ = writeln!(out, "{}", screen.paint(ATTENTION, &text));
    }
    out
}

/// JSON over several lines: every character of it, in its order, because a member that stands there twice, or a number
/// that nobody else writes so, may be the point.
fn spread(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    let mut rest = text.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        // What nests deeper is not moved out of sight.
        (0..depth.min(DEEPEST)).for_each(|_| out.push_str("  "));
    };
    while let Some(c) = rest.next() {
        if is_string {
            out.push(c);
            (is_string, is_escaped) = (is_escaped || c != '"', !is_escaped && c == '\\');
            continue;
        }
        match c {
            '{' | '[' => {
                out.push(c);
                if rest.next_if(|next| matches!((c, next), ('{', '}') | ('[', ']'))).is_some() {
                    out.push(if c == '{' { '}' } else { ']' });
                } else {
                    depth += 1;
                    line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            ' ' | '\n' | '\r' | '\t' => {}
            c => {
                is_string = c == '"';
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_ledger::Body;

    fn hold(arguments: &str) -> Hold {
        Hold {
            id: "00ff00ff00ff00ff".into(),
            run: String::new(),
            principal: "coder".into(),
            session: "s1".into(),
            server: "files".into(),
            method: "tools/call".into(),
            name: "delete".into(),
            arguments: Body::whole(arguments),
            risk: 60,
            reason: "it deletes".into(),
            explanation: "name: destructive\narguments: force".into(),
            judgement: String::new(),
            since_ms: 1_794_839_400_000,
            until_ms: 1_794_839_700_000,
            call: None,
            seal: String::new(),
            decision: None,
        }
    }

    const PLAIN: Screen = Screen { has_color: false, width: usize::MAX };

    #[test]
    fn a_call_is_shown_with_all_that_is_needed_to_decide() {
        let expected = "\
files › delete (tool)
call   00ff00ff00ff00ff
agent  coder, session s1
since  2026-11-16 14:30:00, denied automatically without a decision by 2026-11-16 14:35:00
risk   60

it deletes

Why
    name: destructive
    arguments: force

Arguments
    {
      \"path\": \"/srv\"
    }
";
        assert_eq!(show(PLAIN, &hold(r#"{"path":"/srv"}"#)), expected);
    }

    #[test]
    fn json_is_spread_with_all_that_stands_in_it() {
        for (text, expected) in [
            ("{}", "{}"),
            (r#"{"a":[],"b":{"c":1e400}}"#, "{\n  \"a\": [],\n  \"b\": {\n    \"c\": 1e400\n  }\n}"),
            (r#"{"path":"a","path":"b"}"#, "{\n  \"path\": \"a\",\n  \"path\": \"b\"\n}"),
            (r#""{\"a\":[1,2]} \\""#, r#""{\"a\":[1,2]} \\""#),
            ("no JSON", "noJSON"),
            ("]]}", "\n]\n]\n}"),
        ] {
            assert_eq!(spread(text), expected);
        }
        let characters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let odd = format!("{}{}", "[{".repeat(2000), r#"{"a b":[1,"x\"y",{}]}"#);
        assert_eq!(characters(&spread(&odd)), characters(&odd));
        assert!(spread(&odd).len() < odd.len() * 30);
    }

    #[test]
    fn nothing_in_it_acts_on_a_terminal_or_stands_before_the_margin() {
        let mut bad = hold("{\"path\":\"a\\nApproved\\u001b[2K\u{202E}\"");
        bad.name = "x\u{1B}[31m\nrisk   0".into();
        bad.reason = "r\u{202E}\n\nNothing to see".into();
        bad.explanation = "one\n\n\n\n\n\nrisk   0\u{9B}".into();
        bad.arguments.is_cut = true;
        let shown = show(PLAIN, &bad);
        assert!(!shown.chars().any(|c| escape::is_unsafe(c) && c != '\n'), "{shown:?}");
        let ours = |line: &&str| !line.starts_with("    ");
        assert!(!shown.lines().filter(ours).any(|line| line.starts_with("risk   0") || line == "Approved"), "{shown}");
        assert!(shown.contains("Only the beginning"));
    }
}
