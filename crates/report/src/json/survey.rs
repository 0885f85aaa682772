//! What servers can do, for programs. The shape is stable and described by `docs/classify.schema.json`.

use super::pretty;
use crate::Options;
use crate::capability::{Survey, SurveyedServer};
use serde::Serialize;
use vetgate_capability::{Classification, Combination, Crossing, ServerClassification, Tag};
use vetgate_model::{Cap, Target};

#[derive(Serialize)]
struct Whole<'a> {
    schema_version: u32,
    targets: &'a [Target],
    servers: Vec<Server<'a>>,
    crossings: &'a [Crossing],
    coverage: Coverage<'a>,
}

#[derive(Serialize)]
struct Server<'a> {
    server: &'a str,
    class: &'a ServerClassification,
    server_capability_set: &'a [Tag],
    overbroad_combinations: &'a [Combination],
    tools: &'a [Classification],
}

#[derive(Serialize)]
struct Coverage<'a> {
    tools: usize,
    others: usize,
    caps: &'a [Cap],
}

impl<'a> From<&'a SurveyedServer> for Server<'a> {
    fn from(SurveyedServer { class, profile }: &'a SurveyedServer) -> Self {
        Self {
            server: &profile.server,
            class,
            server_capability_set: &profile.server_capability_set,
            overbroad_combinations: &profile.overbroad_combinations,
            tools: &profile.tools,
        }
    }
}

pub(crate) fn render(survey: &Survey, _options: &Options<'_>) -> String {
    pretty(&Whole {
        schema_version: Survey::VERSION,
        targets: &survey.targets,
        servers: survey.servers.iter().map(Server::from).collect(),
        crossings: &survey.crossings,
        coverage: Coverage { tools: survey.tools(), others: survey.others, caps: &survey.caps },
    })
}
