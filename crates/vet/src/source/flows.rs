//! Input that reaches a dangerous call: what the rules on injection share.

use super::{Findings, Subject};
use std::collections::BTreeMap;
use vetgate_capability::{Level, Role};
use vetgate_model::Severity;
use vetgate_source::{Danger, Flow, Place, Tool};
use vetgate_text::render;

/// How sure a flow is: nothing that was seen stands in its way.
const SURE: f64 = 0.9;
/// The same, where a check was made that does not count by what is known of it.
const CHECKED: f64 = 0.8;

/// The flows that reach one call, and the tool that they are of.
type Reaching<'f> = (Option<&'f Tool>, Vec<&'f Flow>);

/// Reports every flow of input to a call of that danger; `harm` says what comes of it.
pub(super) fn report(danger: Danger, harm: &str, subject: &Subject<'_>, out: &mut Findings<'_>) {
    let of_tools = subject.analysis.tools.iter().flat_map(|tool| tool.flows.iter().map(move |flow| (Some(tool), flow)));
    let others = subject.analysis.flows.iter().map(|flow| (None, flow));
    // Several parts of the input that reach one call are one finding.
    let mut calls: BTreeMap<(&str, &Place), Reaching<'_>> = BTreeMap::new();
    for (tool, flow) in of_tools.chain(others).filter(|(_, flow)| flow.danger == danger) {
        let key = (tool.map_or("", |tool| &*tool.name), &flow.reach.place);
        calls.entry(key).or_insert((tool, vec![])).1.push(flow);
    }
    for (tool, flows) in calls.into_values() {
        let first = flows[0];
        let message = format!("{} reaches `{}`, {harm}.", sources(&flows), first.reach.call);
        let message = match &first.near_miss {
            Some((_, why)) => format!("{message} The check before it is not sufficient: {why}."),
            None => message,
        };
        let sure = if first.near_miss.is_some() { CHECKED } else { SURE };
        let declared = tool.and_then(|tool| flows.iter().find_map(|flow| declared(subject, tool, flow)));
        let message = match declared {
            Some(_) => {
                format!("{message} The tool documents this input, so it may be intended; a person has to judge.")
            }
            None => message,
        };
        let mut draft = out.add(&first.reach.place, sure, &message).along(first);
        if let Some(severity) = declared {
            draft = draft.severity(severity);
        }
        if let Some(tool) = tool {
            draft.of(tool);
        }
    }
}

/// How bad a flow is that the tool declares: it takes a whole query, command or address by a parameter that says so. Input
/// that becomes a part of one is a hole whatever the parameter is called, and so is a path.
fn declared(subject: &Subject<'_>, tool: &Tool, flow: &Flow) -> Option<Severity> {
    let (role, severity) = match flow.danger {
        Danger::Sql => (Role::Query, Severity::Low),
        Danger::Command => (Role::Command, Severity::Medium),
        Danger::Url => (Role::Url, Severity::Medium),
        _ => return None,
    };
    // Nothing is known of the text but that the input is all of it.
    let is_whole = flow.reach.texts.iter().all(|text| text == "…");
    let said = subject.offered().find(|offered| offered.tool.name == tool.name)?.said;
    let name = flow.source.rsplit('.').next().unwrap_or(&flow.source);
    let is_said = said.parameter_roles.get(name).is_some_and(|p| p.role == role && p.confidence.reaches(Level::Medium));
    (is_whole && is_said).then_some(severity)
}

/// What goes there, as the start of a sentence.
pub(super) fn sources(flows: &[&Flow]) -> String {
    let mut names: Vec<String> = vec![];
    for flow in flows {
        let name = format!("`{}`", render::safe(&flow.source, 60));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [] => "Input".to_owned(),
        [one] => format!("Input {one}"),
        [most @ .., last] => format!("Input {} and {last}", most.join(", ")),
    }
}
