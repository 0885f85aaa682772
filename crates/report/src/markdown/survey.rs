//! What servers can do, for a pull request or a ticket: the map and what is worse together first, then every tool, as
//! far as there is room.

use super::quote::{code, prose};
use super::{BUDGET, LIST, SHARE, gaps, heat, list, short};
use crate::Options;
use crate::capability::survey::{names, risk};
use crate::capability::{NONE, Survey, SurveyedServer};
use crate::digest::{Digest, named, plural};
use std::fmt::Write;
use vetgate_capability::Classification;

pub(crate) fn render(survey: &Survey, options: &Options<'_>) -> String {
    let record = survey.record();
    let digest = Digest::of(&record);
    // Writing to a string cannot fail.
    let mut out = format!("## Vetgate: {}\n\n", survey.headline());
    if let Some(text) = survey.left_out() {
        let _ = writeln!(out, "{text}\n");
    }
    gaps(&mut out, &digest);
    if !survey.servers.is_empty() {
        heat::write(&mut out, &survey.profiles(), SHARE);
    }
    together(&mut out, survey);
    let mut left = survey.tools();
    for server in &survey.servers {
        left -= tools(&mut out, server, options.evidence);
    }
    if left > 0 {
        let _ =
            writeln!(out, "**{} more** did not fit here; the JSON and HTML reports have all.\n", plural(left, "tool"));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// What is worse together than alone, within a server and across servers.
fn together(out: &mut String, survey: &Survey) {
    let within = survey.servers.iter().flat_map(|SurveyedServer { profile, .. }| {
        profile.overbroad_combinations.iter().map(|combination| {
            let tools = names(&combination.tools, |name| code(&short(name)));
            let server = code(&short(named(&profile.server)));
            format!(
                "- {server}: {}: {tools} ({})",
                prose(&short(&risk(combination))),
                code(&short(&combination.rationale))
            )
        })
    });
    let across = survey.crossings.iter().map(|crossing| {
        format!(
            "- {} ({})",
            prose(&short(crossing.sentence().trim_end_matches('.'))),
            code(&short(&crossing.rationale))
        )
    });
    let lines: Vec<String> = within.chain(across).collect();
    if !lines.is_empty() {
        let count = lines.len();
        out.push_str("### Worse together\n\n");
        list(out, lines.into_iter(), count, "- ", LIST);
    }
}

/// The tools of one server as a table; how many of them had room.
fn tools(out: &mut String, server: &SurveyedServer, with_evidence: bool) -> usize {
    let name = code(&short(named(&server.profile.server)));
    let head =
        format!("### {name} ({})\n\n| Tool | Operation | Capabilities |\n| --- | --- | --- |\n", server.class.class);
    let mut shown = 0;
    let mut text = head;
    for tool in &server.profile.tools {
        let row = row(tool, with_evidence);
        if out.len() + text.len() + row.len() > BUDGET {
            break;
        }
        text.push_str(&row);
        shown += 1;
    }
    if shown > 0 {
        let _ = writeln!(out, "{text}");
    }
    shown
}

fn row(tool: &Classification, with_evidence: bool) -> String {
    let tags = tool.capabilities.iter().map(|capability| {
        let why = match with_evidence && !capability.evidence.is_empty() {
            true => format!(": {}", code(&short(&capability.evidence.join(", ")))),
            false => String::new(),
        };
        format!("{} {}{why}", code(capability.tag.name()), capability.confidence)
    });
    let tags: Vec<String> = tags.collect();
    let tags = if tags.is_empty() { NONE.to_owned() } else { tags.join(", ") };
    format!("| {} | {} | {tags} |\n", code(&short(named(&tool.tool_name))), tool.operation.class)
}
