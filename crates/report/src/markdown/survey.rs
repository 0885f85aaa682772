//! What servers can do, for a pull request or a ticket: the map and what is worse together first, then every tool, as
//! far as there is room.

use super::quote::{code, prose};
use super::{BUDGET, LIST, SHARE, gaps, heat, list, short};
use crate::Options;
use crate::capability::survey::{parts, risk, sides, warning};
use crate::capability::{Survey, SurveyedServer, blank};
use crate::digest::{Digest, named, plural};
use std::fmt::Write;
use vetgate_capability::{Classification, Level};

/// Most parameters whose roles are told of one tool.
const PARAMETERS: usize = 12;

pub(crate) fn render(survey: &Survey, options: &Options<'_>) -> String {
    let record = survey.record();
    let digest = Digest::of_survey(&record);
    // Writing to a string cannot fail.
    let mut out = format!("## Vetgate: {}\n\n", survey.headline());
    if let Some(text) = survey.left_out() {
        let _ = writeln!(out, "{text}\n");
    }
    gaps(&mut out, &digest);
    if !survey.servers.is_empty() {
        heat::write(&mut out, &survey.profiles(), SHARE, true);
    }
    together(&mut out, survey);
    let mut left = survey.tools();
    for server in &survey.servers {
        left -= tools(&mut out, server, options.evidence);
    }
    if left > 0 {
        let _ = writeln!(out, "**Not shown here: {}.** The JSON and HTML reports list all.\n", plural(left, "tool"));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// What is more dangerous together than alone, within a server and across servers.
fn together(out: &mut String, survey: &Survey) {
    let within = survey.servers.iter().flat_map(|SurveyedServer { profile, .. }| {
        profile.overbroad_combinations.iter().map(|combination| {
            let tools = parts(profile, combination, |name| code(&short(name)));
            let server = code(&short(named(&profile.server)));
            let (risk, rationale) = (prose(&short(&risk(combination))), code(&short(&combination.rationale)));
            format!("- {server}: {risk} ({rationale}): {tools}")
        })
    });
    let across = survey.crossings.iter().map(|crossing| {
        let tools = sides(crossing, |name| code(&short(name)));
        let (sentence, rationale) = (prose(&short(&survey.sentence(crossing))), code(&short(&crossing.rationale)));
        format!("- {sentence} ({rationale}): {tools}")
    });
    let lines: Vec<String> = within.chain(across).collect();
    if !lines.is_empty() {
        let count = lines.len();
        out.push_str("### Risky combinations\n\n");
        list(out, lines.into_iter(), count, "- ", LIST);
    }
}

/// The tools of one server as a table; how many of them had room.
fn tools(out: &mut String, server: &SurveyedServer, with_evidence: bool) -> usize {
    let name = code(&short(named(&server.profile.server)));
    let (column, rule) = if with_evidence { (" Parameters |", " --- |") } else { ("", "") };
    let mut text = format!(
        "### {name} ({})\n\n| Tool | Operation | Capabilities |{column}\n| --- | --- | --- |{rule}\n",
        server.class.class
    );
    let mut shown = 0;
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
    let why = |evidence: &[String]| match with_evidence && !evidence.is_empty() {
        true => format!(": {}", code(&short(&evidence.join(", ")))),
        false => String::new(),
    };
    let tags = tool.capabilities.iter().map(|capability| {
        format!("{} {}{}", code(capability.tag.name()), capability.confidence, why(&capability.evidence))
    });
    let tags: Vec<String> = tags.collect();
    let tags = if tags.is_empty() { blank(tool).to_owned() } else { tags.join(", ") };
    let (name, operation) = (code(&short(named(&tool.tool_name))), &tool.operation);
    if !with_evidence {
        return format!("| {name} | {} | {tags} |\n", operation.class);
    }
    let is_told = operation.confidence > Level::Low || !operation.evidence.is_empty();
    let level = if is_told { format!(" {}", operation.confidence) } else { String::new() };
    let warnings = tool.warnings.iter().map(|id| format!("; {}", prose(&short(&warning(id)))));
    let warnings: String = warnings.collect();
    let roles = tool.parameter_roles.iter().take(PARAMETERS).map(|(parameter, role)| {
        let parameter = code(&short(named(parameter)));
        format!("{parameter} is {} {}{}", role.role, role.confidence, why(&role.evidence))
    });
    let more = tool.parameter_roles.len().saturating_sub(PARAMETERS);
    let more = (more > 0).then(|| format!("{more} more"));
    let roles: Vec<String> = roles.chain(more).collect();
    let operation = format!("{}{level}{}", operation.class, why(&operation.evidence));
    format!("| {name} | {operation} | {tags}{warnings} | {} |\n", roles.join(", "))
}
