//! What `vetgate classify` found out, and the sentences that its formats share.

use crate::digest::{Digest, named, plural};
use vetgate_capability::{Combination, Crossing, Party, Profile, ServerClassification};
use vetgate_model::{Cap, Report, Target, TargetKind};

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
            let reason = Digest::of(&self.record()).reason().map(|reason| format!(": {reason}"));
            return format!("No tools to classify{}", reason.unwrap_or_default());
        }
        format!("Classified {} of {}", plural(self.tools(), "tool"), plural(self.servers.len(), "server"))
    }

    /// What a crossing means, without the full stop: who can do it, and through which servers.
    pub(crate) fn sentence(&self, crossing: &Crossing) -> String {
        let clients = self.targets.iter().filter(|target| target.kind == TargetKind::Config).count();
        let subject = match &crossing.client {
            None => "Together, these servers",
            Some(_) if clients < 2 => "This client",
            Some(file) => &format!("The client of {file}"),
        };
        crossing.sentence(subject).trim_end_matches('.').to_owned()
    }

    /// What was left out because it is no tool.
    pub(crate) fn left_out(&self) -> Option<String> {
        let definitions = plural(self.others, "other definition");
        let are = if self.others == 1 { "was" } else { "were" };
        (self.others > 0).then(|| {
            format!("{definitions} (prompts, resources, instructions) {are} not included: only tools are classified.")
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

/// Most tools named for one tag or server.
const TOOLS: usize = 4;
/// Most servers named on one side of a crossing.
const SERVERS: usize = 3;

/// The first names of `tools`, each as `show` has it, and how many more there are.
fn names(tools: &[String], show: impl Fn(&str) -> String) -> String {
    let mut names: Vec<String> = tools.iter().take(TOOLS).map(|name| show(named(name))).collect();
    if tools.len() > TOOLS {
        names.push(format!("{} more", tools.len() - TOOLS));
    }
    names.join(", ")
}

/// The tools of a combination by what they bring to it, so that the one that sends is not lost among those that read.
/// Names are as `show` has them.
pub(crate) fn parts(profile: &Profile, combination: &Combination, show: impl Fn(&str) -> String) -> String {
    let parts = profile.parts(combination);
    if parts.is_empty() {
        return names(&combination.tools, show);
    }
    let part = |(tag, tools): &(_, Vec<String>)| format!("{tag}: {}", names(tools, &show));
    parts.iter().map(part).collect::<Vec<_>>().join("; ")
}

/// The tools of each side of a crossing, with names as `show` has them.
pub(crate) fn sides(crossing: &Crossing, show: impl Fn(&str) -> String) -> String {
    let side = |parties: &[Party]| {
        let party = |party: &Party| format!("{} ({})", show(named(&party.server)), names(&party.tools, &show));
        let mut shown: Vec<String> = parties.iter().take(SERVERS).map(party).collect();
        if parties.len() > SERVERS {
            shown.push(plural(parties.len() - SERVERS, "more server"));
        }
        shown.join(", ")
    };
    format!("from {}; to {}", side(&crossing.from), side(&crossing.to))
}

/// What stands in the way of a better answer, in words; an id of a later version speaks for itself.
pub(crate) fn warning(id: &str) -> String {
    match id.split_once(':') {
        None if id == "no_name" => "it has no name".to_owned(),
        None if id == "no_description" => "it has no description".to_owned(),
        None if id == "nothing_understood" => "no known wording was found in it".to_owned(),
        Some(("cut", cap)) => format!("part of it was not read ({cap})"),
        Some(("weak_signal", tag)) => format!("its source does not confirm {tag}"),
        Some(("not_analyzed", call)) => format!("its source was not analyzed completely: unknown effect of {call}"),
        Some(("llm_unknown_parameters", count)) => {
            format!("the model named parameters that the tool does not have ({count})")
        }
        _ => id.to_owned(),
    }
}
