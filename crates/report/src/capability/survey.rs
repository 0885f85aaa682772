//! What `vetgate classify` found out, and the sentences that its formats share.

use crate::digest::plural;
use vetgate_capability::{Combination, Crossing, Profile, ServerClassification};
use vetgate_model::{Cap, Report, Target};

/// What the servers of a run can do, each by itself and together.
#[derive(Debug, Clone)]
pub struct Survey {
    /// What was asked for, and how that went.
    pub targets: Vec<Target>,
    /// Servers with at least one tool, in the order in which they were read.
    pub servers: Vec<SurveyedServer>,
    /// What servers can do together that none of them does alone.
    pub crossings: Vec<Crossing>,
    /// Prompts, resources, templates and instructions, which are not classified.
    pub others: usize,
    /// Limits that were hit, sorted.
    pub caps: Vec<Cap>,
}

/// One server of a survey.
#[derive(Debug, Clone)]
pub struct SurveyedServer {
    /// Whether it holds private data or takes data out.
    pub class: ServerClassification,
    /// What its tools can do.
    pub profile: Profile,
}

impl Survey {
    /// The version of the JSON shape that `docs/classify.schema.json` describes.
    pub const VERSION: u32 = 1;

    /// How many tools were classified.
    pub fn tools(&self) -> usize {
        self.servers.iter().map(|server| server.profile.tools.len()).sum()
    }

    /// `Classified 7 tools of 2 servers`, or why there are none; nothing of a stranger's text is in it.
    pub fn headline(&self) -> String {
        if self.servers.is_empty() {
            return crate::headline(&self.record());
        }
        format!("Classified {} of {}", plural(self.tools(), "tool"), plural(self.servers.len(), "server"))
    }

    /// What was left out because it is no tool.
    pub(crate) fn left_out(&self) -> Option<String> {
        let definitions = plural(self.others, "other definition");
        let are = if self.others == 1 { "was" } else { "were" };
        (self.others > 0).then(|| {
            format!("{definitions} (prompts, resources, instructions) {are} left out: only tools are classified.")
        })
    }

    /// Targets and limits as a report has them, for the parts that are shown in the same way.
    pub(crate) fn record(&self) -> Report {
        let coverage = vetgate_model::Coverage {
            tools: self.tools(),
            others: self.others,
            caps: self.caps.clone(),
            ..Default::default()
        };
        Report::new(self.targets.clone(), vec![], vec![], coverage)
    }

    /// The profiles, for the heat map.
    pub(crate) fn profiles(&self) -> Vec<&Profile> {
        self.servers.iter().map(|server| &server.profile).collect()
    }
}

/// The risk of a combination; an id of a later version speaks for itself.
pub(crate) fn risk(combination: &Combination) -> String {
    match combination.risk() {
        Some(risk) => risk.trim_end_matches('.').to_owned(),
        None => combination.rationale.replace('_', " "),
    }
}

/// Most tools named in one sentence.
const TOOLS: usize = 8;

/// The first names of `tools`, each as `show` has it, and how many more there are.
pub(crate) fn names(tools: &[String], show: impl Fn(&str) -> String) -> String {
    let mut names: Vec<String> = tools.iter().take(TOOLS).map(|name| show(crate::digest::named(name))).collect();
    if tools.len() > TOOLS {
        names.push(format!("{} more", tools.len() - TOOLS));
    }
    names.join(", ")
}
