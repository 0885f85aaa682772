//! `vetgate scan`: gather, look, compare, hold back, show.

use crate::cli::{FailOn, Scan};
use crate::exit::Exit;
use crate::gather::{Gathered, gather};
use crate::settings::Settings;
use crate::today::today;
use crate::{checks, console, lock};
use anyhow::Context;
use std::time::Duration;
use vetgate_model::{Coverage, Finding, Report, TargetStatus};
use vetgate_report::{Format, Options};
use vetgate_vet::lock::merge;
use vetgate_vet::{Catalog, config};

/// Limits after which nothing is missing from the result.
const HARMLESS_CAPS: &[&str] =
    &["ignore.expired", "ignore.unused", "mcp.stray", "mcp.utf8", "mcp.duplicate", "config.entry"];

/// Scans what `args` names.
pub(crate) fn run(args: &Scan) -> anyhow::Result<Exit> {
    let format: Format = args.format.parse()?;
    let settings = Settings::load(args.config.as_deref())?;
    let lock = args.locked.then(|| lock::read(&args.lockfile)).transpose()?;
    let timeout = args.targets.timeout.map(Duration::from_secs).or(settings.timeout);
    let gathered = gather(&args.targets, timeout)?;
    if gathered.unreadable && gathered.targets.iter().all(|target| target.status == TargetStatus::Failed) {
        // Each has been complained about, and there is nothing else to say.
        return Ok(Exit::Unusable);
    }
    let report = report(&gathered, &settings, lock.as_ref());
    show(&report, format, args)?;
    let threshold = args.fail_on.or(settings.fail_on).unwrap_or(FailOn::High).threshold();
    let is_over = |finding: &Finding| threshold.is_some_and(|threshold| finding.severity >= threshold);
    let exits = [
        (gathered.unreadable, Exit::Unusable),
        (report.findings.iter().any(is_over), Exit::Findings),
        (gathered.incomplete || is_incomplete(&report.coverage), Exit::Incomplete),
    ];
    Ok(exits.into_iter().filter(|(holds, _)| *holds).map(|(_, exit)| exit).max().unwrap_or(Exit::Clean))
}

fn report(gathered: &Gathered, settings: &Settings, lock: Option<&vetgate_vet::lock::Lock>) -> Report {
    let outcome = vetgate_vet::scan(&Catalog::of(&gathered.definitions), vetgate_vet::checks::all());
    let mut findings = merge(outcome.findings, config::findings(&gathered.entries));
    if let Some(lock) = lock {
        findings = merge(findings, lock.findings(&gathered.definitions, &gathered.servers));
    }
    let applied = settings.rules.apply(findings, today());
    let mut coverage = outcome.coverage;
    coverage.caps.extend(gathered.caps.iter().cloned().chain(applied.caps));
    coverage.caps.sort();
    coverage.caps.dedup();
    if !gathered.entries.is_empty() {
        coverage.checks_run += config::all().len();
    }
    Report::new(gathered.targets.clone(), applied.findings, applied.suppressed, coverage)
}

fn is_incomplete(coverage: &Coverage) -> bool {
    coverage.checks_failed > 0 || coverage.caps.iter().any(|cap| !HARMLESS_CAPS.contains(&cap.cap.as_str()))
}

fn show(report: &Report, format: Format, args: &Scan) -> anyhow::Result<()> {
    let checks = if matches!(format, Format::Terminal | Format::Json) { vec![] } else { checks::infos() };
    let to_screen = args.output.is_none();
    let options = Options {
        color: to_screen && console::has_color(),
        width: if to_screen { console::width() } else { Options::default().width },
        version: env!("CARGO_PKG_VERSION"),
        checks: &checks,
    };
    let text = format.render(report, &options);
    match &args.output {
        Some(path) => std::fs::write(path, text).with_context(|| format!("{}: cannot be written", path.display())),
        None => console::print(&text).context("the report cannot be written"),
    }
}
