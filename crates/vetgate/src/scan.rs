//! `vetgate scan`: gather, look, compare, hold back, show.

use crate::cli::{FailOn, Scan};
use crate::code::Code;
use crate::exit::Exit;
use crate::gather::{Gathered, gather};
use crate::settings::Settings;
use crate::sink::deliver;
use crate::today::today;
use crate::{capability, checks, console, lock};
use std::path::Path;
use std::time::Duration;
use vetgate_capability::{Crossing, Profile};
use vetgate_model::{Cap, Definition, Finding, Report, Target, TargetKind, TargetStatus};
use vetgate_report::{Format, Options};
use vetgate_vet::lock::merge;
use vetgate_vet::{Catalog, config};

/// Scans what `args` names.
pub(crate) fn run(args: &Scan) -> anyhow::Result<Exit> {
    let format: Format = args.format.parse()?;
    let settings = Settings::load(args.config.as_deref(), args.no_config)?;
    let lock = args.locked.then(|| lock::read(&args.lockfile)).transpose()?;
    let timeout = args.targets.timeout.map(Duration::from_secs).or(settings.timeout);
    let gathered = gather(&args.targets, timeout)?;
    let is_for_people = format == Format::Terminal && args.output.is_none();
    let nothing_was_read = gathered.targets.iter().all(|target| target.status == TargetStatus::Failed);
    if gathered.unreadable && nothing_was_read && is_for_people {
        // Each has been complained about, and there is nothing else to say. A program reads the report of an earlier
        // run if it gets none of this one.
        return Ok(Exit::Unusable);
    }
    let (mut servers, mut caps) = capability::servers(&gathered.definitions, &gathered.roster);
    caps.extend(Code::of(args.source.as_deref(), &gathered)?.confirm(&mut servers));
    let known = servers.iter().flat_map(|server| server.tools.iter().map(|(tool, can)| (*tool, can)));
    let catalog = Catalog::of(&gathered.definitions).knowing(known);
    let mut report =
        report(&catalog, &gathered, &settings, lock.as_ref().map(|lock| (lock, &*args.lockfile)), args.targets.no_exec);
    drop(catalog);
    report.coverage.caps.extend(caps.into_iter().chain(settings.note(args.fail_on)));
    report.coverage.caps.sort();
    let profiles: Vec<Profile> = match has_map(format, &gathered.definitions) {
        true => servers.into_iter().map(capability::Server::profile).collect(),
        false => vec![],
    };
    show(&report, &profiles, &capability::crossings(&profiles, &gathered.roster), format, args)?;
    let threshold = args.fail_on.or(settings.fail_on).unwrap_or(FailOn::High).threshold();
    let is_over = |finding: &Finding| threshold.is_some_and(|threshold| finding.severity >= threshold);
    let exits = [
        (gathered.unreadable, Exit::Unusable),
        (report.findings.iter().any(is_over), Exit::Findings),
        (gathered.incomplete || report.coverage.is_degraded(), Exit::Incomplete),
    ];
    Ok(exits.into_iter().filter(|(holds, _)| *holds).map(|(_, exit)| exit).max().unwrap_or(Exit::Clean))
}

fn report(
    catalog: &Catalog,
    gathered: &Gathered,
    settings: &Settings,
    lock: Option<(&vetgate_vet::lock::Lock, &Path)>,
    no_exec: bool,
) -> Report {
    let outcome = vetgate_vet::scan(catalog, vetgate_vet::checks::all());
    let configured = config::inspect(&gathered.entries);
    let (mut findings, mut caps) = merge(outcome.findings, configured.findings);
    if let Some((lock, path)) = lock {
        let changed = lock.findings(&gathered.definitions, &gathered.servers, &gathered.identities(path));
        let (merged, more) = merge(findings, changed);
        findings = merged;
        caps.extend(more);
    }
    let ids = checks::all();
    let mut applied = settings.rules.about(ids.iter().map(|meta| meta.id)).apply(findings, today());
    settings.critical.apply(&mut applied.findings);
    let mut coverage = outcome.coverage;
    caps.extend(configured.caps.into_iter().chain(gathered.caps.iter().cloned()).chain(applied.caps));
    coverage.caps.extend(caps.into_iter().chain(emptiness(gathered, no_exec)));
    coverage.caps.sort();
    coverage.caps.dedup();
    if !gathered.entries.is_empty() {
        coverage.checks_run += config::all().len() - configured.failed.len();
        coverage.checks_failed += configured.failed.len();
        coverage.failed.extend(configured.failed.into_iter().map(str::to_owned));
        coverage.failed.sort();
    }
    Report::new(gathered.targets.clone(), applied.findings, applied.suppressed, coverage)
}

/// That nothing was scanned, where more was asked for: a pass would be a pass of nothing. A file that declares nothing
/// and, where `configurations_suffice`, a look at those alone are what they were asked to be.
fn emptiness(gathered: &Gathered, configurations_suffice: bool) -> Option<Cap> {
    let is_asked = |target: &Target| target.status == TargetStatus::Scanned && target.kind != TargetKind::Config;
    if !gathered.definitions.is_empty() || gathered.targets.iter().any(is_asked) {
        return None;
    }
    let detail = if gathered.targets.is_empty() {
        "no MCP client configuration was found, and no target was named"
    } else if gathered.withheld > 0 && (!configurations_suffice || gathered.entries.is_empty()) {
        "no server was contacted"
    } else {
        return None;
    };
    Some(Cap::new("scan.empty", "scan", format!("nothing was scanned: {detail}")))
}

/// Whether the result shows what servers can do: on a terminal, several of them.
fn has_map(format: Format, definitions: &[Definition]) -> bool {
    match format {
        Format::Sarif => false,
        Format::Terminal => definitions.windows(2).any(|pair| pair[0].server() != pair[1].server()),
        Format::Json | Format::Markdown | Format::Html => true,
    }
}

fn show(
    report: &Report,
    profiles: &[Profile],
    crossings: &[Crossing],
    format: Format,
    args: &Scan,
) -> anyhow::Result<()> {
    let checks = if matches!(format, Format::Terminal | Format::Json) { vec![] } else { checks::infos() };
    let to_screen = args.output.is_none();
    let options = Options {
        color: to_screen && console::has_color(),
        width: if to_screen { console::width() } else { Options::default().width },
        version: env!("CARGO_PKG_VERSION"),
        checks: &checks,
        profiles,
        crossings,
        ..Options::default()
    };
    let text = format.render(report, &options);
    deliver(&text, args.output.as_deref(), &vetgate_report::headline(report))
}
