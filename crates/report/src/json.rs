//! The JSON report: the model as it is, for programs.
//!
//! The shape is stable and described by `docs/report.schema.json`; a change that breaks readers changes
//! [`Report::VERSION`]. Characters that could act on a terminal are written as `\uXXXX`, so that printing the file
//! is as safe as reading it, and it reads back as the same report.

mod evaluation;
mod survey;

pub(crate) use evaluation::render as render_evaluation;
pub(crate) use survey::render as render_survey;

use crate::capability::Cell;
use crate::{Options, escape};
use serde::Serialize;
use std::collections::BTreeMap;
use vetgate_capability::{Combination, Level, Profile, Tag};
use vetgate_eval::Scorecard;
use vetgate_model::{Report, SourceReport};

/// The report, and beside it what each server can do.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    report: &'a Report,
    capabilities: Vec<Server<'a>>,
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
    pretty(&Whole { report, capabilities: options.profiles.iter().map(Server::of).collect() })
}

/// What was found in source, described by `docs/analyze.schema.json`.
pub(crate) fn render_source(report: &SourceReport, _: &Options<'_>) -> String {
    pretty(report)
}

/// Any plain data as indented JSON that is safe to print, ending in a newline.
/// The scorecard as it is.
pub(crate) fn render_gauntlet(card: &Scorecard, _options: &Options<'_>) -> String {
    pretty(card)
}

pub(crate) fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("plain data with string keys always serializes");
    let mut out = escape::json(&text);
    out.push('\n');
    out
}
