//! The JSON report: the model as it is, for programs.
//!
//! The shape is stable and described by `docs/report.schema.json`; a change that breaks readers changes
//! [`Report::VERSION`]. Characters that could act on a terminal are written as `\uXXXX`, so that printing the file
//! is as safe as reading it, and it reads back as the same report.

mod survey;

pub(crate) use survey::render as render_survey;

use crate::capability::Cell;
use crate::{Options, escape};
use serde::Serialize;
use std::collections::BTreeMap;
use vetgate_capability::{Combination, Level, Profile, Tag};
use vetgate_model::{Coverage, Finding, Report, SourceReport, Summary, Suppressed, Target};

/// The report with the values that are derived from it, and the capabilities of each server.
#[derive(Serialize)]
struct Whole<'a> {
    version: &'a str,
    degraded: bool,
    targets: &'a [Target],
    findings: Vec<CheckedFinding<'a>>,
    suppressed: &'a [Suppressed],
    coverage: &'a Coverage,
    summary: &'a Summary,
    capabilities: Vec<Server<'a>>,
}

/// A finding and the ids of the checks that contributed, each once, strongest first.
#[derive(Serialize)]
struct CheckedFinding<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    check_ids: Vec<&'a str>,
}

impl<'a> CheckedFinding<'a> {
    fn new(finding: &'a Finding) -> Self {
        let mut check_ids: Vec<&str> = Vec::new();
        for signal in &finding.signals {
            if !check_ids.contains(&signal.check.as_str()) {
                check_ids.push(&signal.check);
            }
        }
        Self { finding, check_ids }
    }
}

/// What one server can do, without its tools: `vetgate classify` has those.
#[derive(Serialize)]
struct Server<'a> {
    server: &'a str,
    server_capability_set: &'a [Tag],
    tags: BTreeMap<Tag, Heat>,
    overbroad_combinations: &'a [Combination],
}

/// One cell of the heat map.
#[derive(Serialize)]
struct Heat {
    tools: usize,
    confidence: Level,
}

impl<'a> Server<'a> {
    fn of(profile: &'a Profile) -> Self {
        let heat = |tag: &Tag| Cell::of(profile, *tag).map(|Cell { tools, level }| Heat { tools, confidence: level });
        Self {
            server: &profile.server,
            server_capability_set: &profile.server_capability_set,
            tags: Tag::ALL.iter().filter_map(|tag| Some((*tag, heat(tag)?))).collect(),
            overbroad_combinations: &profile.overbroad_combinations,
        }
    }
}

pub(crate) fn render(report: &Report, options: &Options<'_>) -> String {
    pretty(&Whole {
        version: &report.version,
        degraded: report.coverage.is_degraded(),
        targets: &report.targets,
        findings: report.findings.iter().map(CheckedFinding::new).collect(),
        suppressed: &report.suppressed,
        coverage: &report.coverage,
        summary: &report.summary,
        capabilities: options.profiles.iter().map(Server::of).collect(),
    })
}

/// What was found in source, described by `docs/analyze.schema.json`.
pub(crate) fn render_source(report: &SourceReport, _: &Options<'_>) -> String {
    pretty(report)
}

/// Any plain data as indented JSON that is safe to print, ending in a newline.
pub fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("plain data with string keys always serializes");
    let mut out = escape::json(&text);
    out.push('\n');
    out
}
