//! What servers can do, for a developer at a terminal: each server with a line for each tool, what is worse together,
//! and the heat map of all.

use super::canvas::{Canvas, Look};
use super::{ATTENTION, NAME, SENTENCE, heat, show_gaps, show_skipped};
use crate::capability::survey::{parts, risk, sides, warning};
use crate::capability::{Survey, SurveyedServer, blank};
use crate::digest::{Digest, named, plural};
use crate::wrap::width;
use crate::{Options, escape};
use vetgate_capability::{Classification, Level};

/// The narrowest terminal on which tools stand in columns.
const COLUMNS: usize = 72;
/// Columns that the name of a tool leaves to its operation and tags.
const REST: usize = 52;
/// Columns for an operation class.
const OPERATION: usize = 11;

pub(crate) fn render(survey: &Survey, options: &Options<'_>) -> String {
    let record = survey.record();
    let digest = Digest::of_survey(&record);
    let mut canvas = Canvas::new(options.color, options.width);
    for server in &survey.servers {
        show_server(&mut canvas, server, options.evidence);
    }
    if !survey.crossings.is_empty() {
        canvas.paragraph("", "", Look::Strong, "Across servers");
        for crossing in &survey.crossings {
            let text = format!("{} ({})", survey.sentence(crossing), crossing.rationale);
            canvas.marked("  ! ", ATTENTION, &escape::cut(&text, SENTENCE));
            canvas.paragraph("    ", "    ", Look::Faint, &sides(crossing, |name| escape::cut(name, NAME)));
        }
        canvas.blank();
    }
    if !survey.servers.is_empty() {
        heat::show(&mut canvas, &survey.profiles(), usize::MAX, true);
        canvas.blank();
    }
    let is_whole = !survey.servers.is_empty() && digest.gaps.is_empty();
    let (mark, look) = if is_whole { ("✓ ", Look::Good) } else { ("! ", ATTENTION) };
    canvas.marked(mark, look, &format!("{}.", survey.headline()));
    if let Some(text) = survey.left_out() {
        canvas.paragraph("", "", Look::Plain, &text);
    }
    show_skipped(&mut canvas, &digest);
    show_gaps(&mut canvas, &digest);
    canvas.finish()
}

fn show_server(canvas: &mut Canvas, server: &SurveyedServer, with_evidence: bool) {
    let SurveyedServer { class, profile } = server;
    let label = class.class.name().to_uppercase();
    let tools = plural(profile.tools.len(), "tool");
    canvas.heading((&label, Look::Faint), &escape::cut(named(&profile.server), NAME), &tools);
    if with_evidence && !class.evidence.is_empty() {
        reasons(canvas, &format!("{} {}", class.class, class.confidence), &class.evidence);
    }
    canvas.blank();
    let room = canvas.width().saturating_sub(REST);
    let longest = profile.tools.iter().map(|tool| width(&name(tool))).filter(|columns| *columns <= room).max();
    for tool in &profile.tools {
        show_tool(canvas, tool, longest.unwrap_or(0));
        if with_evidence {
            show_evidence(canvas, tool);
        }
    }
    canvas.blank();
    for combination in &profile.overbroad_combinations {
        let text =
            format!("{} ({})", escape::cut(&risk(combination), SENTENCE), escape::cut(&combination.rationale, NAME));
        canvas.marked("  ! ", ATTENTION, &text);
        let parts = parts(profile, combination, |name| escape::cut(name, NAME));
        canvas.paragraph("    ", "    ", Look::Faint, &parts);
    }
    if !profile.overbroad_combinations.is_empty() {
        canvas.blank();
    }
}

fn name(tool: &Classification) -> String {
    escape::cut(named(&tool.tool_name), NAME)
}

/// Name, operation and tags in columns, or in a sentence where there is no room for columns.
fn show_tool(canvas: &mut Canvas, tool: &Classification, column: usize) {
    let (name, operation) = (name(tool), tool.operation.class.name());
    let mut tags: Vec<(Look, String)> = tool
        .capabilities
        .iter()
        .map(|capability| (Look::Level(capability.confidence), format!("{} {}", capability.tag, capability.confidence)))
        .collect();
    if tags.is_empty() {
        tags.push((Look::Faint, blank(tool).to_owned()));
    }
    if canvas.width() < COLUMNS {
        let tags: Vec<&str> = tags.iter().map(|(_, text)| text.as_str()).collect();
        canvas.paragraph("  ", "    ", Look::Plain, &format!("{name} ({operation}): {}", tags.join(", ")));
        return;
    }
    let mut name = name;
    if width(&name) > column {
        canvas.paragraph("  ", "  ", Look::Plain, &name);
        name.clear();
    }
    let start = format!("  {name}{}  ", " ".repeat(column - width(&name)));
    canvas.flow(&start, (Look::Faint, &format!("{operation:<OPERATION$}  ")), &tags);
}

fn show_evidence(canvas: &mut Canvas, tool: &Classification) {
    for capability in &tool.capabilities {
        reasons(canvas, capability.tag.name(), &capability.evidence);
    }
    let operation = &tool.operation;
    if operation.confidence > Level::Low || !operation.evidence.is_empty() {
        reasons(canvas, &format!("operation {} {}", operation.class, operation.confidence), &operation.evidence);
    }
    for (parameter, role) in &tool.parameter_roles {
        let label = format!("parameter {} is {} {}", escape::cut(parameter, NAME), role.role, role.confidence);
        reasons(canvas, &label, &role.evidence);
    }
    for id in &tool.warnings {
        canvas.paragraph("      ", "        ", Look::Faint, &format!("! {}", escape::cut(&warning(id), NAME)));
    }
}

fn reasons(canvas: &mut Canvas, label: &str, evidence: &[String]) {
    let evidence: Vec<String> = evidence.iter().map(|reason| escape::cut(reason, NAME)).collect();
    let text = if evidence.is_empty() { label.to_owned() } else { format!("{label}: {}", evidence.join(", ")) };
    canvas.paragraph("      ", "        ", Look::Faint, &text);
}
