//! `vetgate classify`: gather, label, ask a model if told so, add up, show.
//!
//! Nothing here or beneath asks a model unless `--llm-classifier` is given: [`inference`] is made then and only then.

mod inference;

use crate::capability::{self, Server};
use crate::cli::Classify;
use crate::code::Code;
use crate::console;
use crate::exit::Exit;
use crate::gather::{Gathered, gather};
use crate::settings::Settings;
use crate::sink::{deliver, has_color};
use inference::Inference;
use std::collections::BTreeMap;
use std::time::Duration;
use vetgate_capability::{Profile, ServerClass};
use vetgate_model::{Cap, DefinitionKind, TargetKind, TargetStatus};
use vetgate_report::{Format, Options, Survey, SurveyedServer};

/// Seconds that a model may take for one answer, unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

/// Classifies what `args` names.
pub(crate) fn run(args: &Classify) -> anyhow::Result<Exit> {
    let format: Format = args.format.parse()?;
    let settings = Settings::load(args.config.as_deref(), args.no_config)?;
    let timeout = args.targets.timeout.map(Duration::from_secs).or(settings.timeout);
    let inference = match args.llm_classifier {
        true => Some(Inference::from_environment(args.llm_cache.as_deref(), timeout.unwrap_or(PATIENCE))?),
        false => None,
    };
    let gathered = gather(&args.targets, timeout)?;
    let is_for_people = format == Format::Terminal && args.output.is_none();
    let nothing_was_read = gathered.targets.iter().all(|target| target.status == TargetStatus::Failed);
    if gathered.unreadable && nothing_was_read && is_for_people {
        // Each has been complained about, and there is nothing else to say.
        return Ok(Exit::Unusable);
    }
    let (mut servers, mut caps) = capability::servers(&gathered.definitions, &gathered.roster);
    let code = Code::of(args.source.as_deref(), &gathered)?;
    caps.extend(code.confirm(&mut servers));
    if let Some(inference) = inference {
        caps.extend(inference.label(&mut servers, &code, usize::from(args.targets.jobs))?);
    }
    caps.extend(settings.note(None));
    let survey = survey(servers, caps, &gathered, &settings.servers, args.all_combinations);
    show(&survey, format, args)?;
    let is_cut = survey.caps.iter().any(|cap| !cap.is_note());
    Ok(match () {
        () if gathered.unreadable => Exit::Unusable,
        () if gathered.incomplete || is_cut => Exit::Incomplete,
        () => Exit::Clean,
    })
}

/// Adds up what was labelled.
fn survey(
    servers: Vec<Server<'_>>,
    mut caps: Vec<Cap>,
    gathered: &Gathered,
    said: &BTreeMap<String, (ServerClass, String)>,
    all_combinations: bool,
) -> Survey {
    let urls: BTreeMap<&str, &str> = gathered
        .targets
        .iter()
        .filter(|target| target.kind == TargetKind::Url)
        .filter_map(|target| Some((target.server.as_deref()?, target.target.as_str())))
        .collect();
    let servers: Vec<SurveyedServer> = servers
        .into_iter()
        .map(|server| {
            let profile = server.profile();
            let profile = if all_combinations { profile.with_all_combinations() } else { profile };
            let url = urls.get(profile.server.as_str()).copied();
            let names = gathered.roster.names(&profile.server);
            let configured = names.iter().find_map(|name| said.get(*name)).map(|(class, _)| *class);
            let known = vetgate_capability::Server { name: names[0], url, tools: &profile.tools, configured };
            SurveyedServer { class: known.classify(), profile }
        })
        .collect();
    let others = gathered.definitions.iter().filter(|definition| definition.kind() != DefinitionKind::Tool).count();
    caps.extend(gathered.caps.iter().cloned().chain(unused(gathered, said)));
    if servers.is_empty() {
        // An exit code of success would be one for nothing.
        caps.push(Cap::new("scan.empty", "classify", "No tools to classify"));
    }
    caps.sort();
    caps.dedup();
    let profiles: Vec<Profile> = servers.iter().map(|server| server.profile.clone()).collect();
    let crossings = capability::crossings(&profiles, &gathered.roster);
    Survey { targets: gathered.targets.clone(), servers, crossings, others, caps }
}

/// What a person says of servers that are not there, asked or not.
fn unused(gathered: &Gathered, said: &BTreeMap<String, (ServerClass, String)>) -> Vec<Cap> {
    let is_configured = |name: &str| gathered.entries.iter().any(|(_, entry)| entry.name == name);
    let unused = said.iter().filter(|(name, _)| !gathered.roster.has(name) && !is_configured(name));
    let detail = |name: &str| format!("there is no server `{name}`: correct or remove the line");
    unused.map(|(name, (_, place))| Cap::new("capability.unused", place, detail(name))).collect()
}

fn show(survey: &Survey, format: Format, args: &Classify) -> anyhow::Result<()> {
    let output = args.output.as_deref();
    let options = Options {
        color: has_color(output),
        width: if output.is_none() { console::width() } else { Options::default().width },
        version: env!("CARGO_PKG_VERSION"),
        evidence: args.evidence,
        ..Options::default()
    };
    let text = format.render_survey(survey, &options).unwrap_or_default();
    deliver(&text, output, &survey.headline())
}
