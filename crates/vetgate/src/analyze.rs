//! `vetgate analyze`: walk, read, judge, hold back, show.
//!
//! Guarantees: nothing of what is read is run; a file that cannot be read and a tool whose code is not found are named,
//! and make the exit code say that the answer is not whole.

pub(crate) mod walk;

use crate::cli::{Analyze, FailOn};
use crate::exit::Exit;
use crate::progress::Busy;
use crate::settings::Settings;
use crate::sink::{deliver, has_color};
use crate::today::today;
use crate::{console, static_rules};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use vetgate_model::{Cap, Look, Region, SourceCoverage, SourceFinding, SourceReport, SourceTool, SourceTree, Step};
use vetgate_report::{Format, Options};
use vetgate_source::{Analysis, Place, Tool, Tree};
use vetgate_vet::source;
use walk::Walked;

/// Analyzes what `args` names.
pub(crate) fn run(args: &Analyze) -> anyhow::Result<Exit> {
    let format: Format = args.format.parse()?;
    let settings = Settings::load(args.config.as_deref(), args.no_config)?;
    let mut whole = Whole::default();
    let mut is_unreadable = false;
    for path in &args.paths {
        match walk::walk(path) {
            Ok(walked) => whole.add(path, walked),
            Err(problem) => {
                console::complain(&problem.to_string());
                is_unreadable = true;
            }
        }
    }
    if whole.trees.is_empty() {
        // Each has been complained about, and there is nothing else to say.
        return Ok(Exit::Unusable);
    }
    whole.coverage.caps.extend(settings.note(args.fail_on));
    let report = whole.report(&settings);
    show(&report, format, args)?;
    let threshold = args.fail_on.or(settings.fail_on).unwrap_or(FailOn::High).threshold();
    let is_over = |finding: &SourceFinding| threshold.is_some_and(|threshold| finding.severity >= threshold);
    let exits = [
        (is_unreadable, Exit::Unusable),
        (report.findings.iter().any(is_over), Exit::Findings),
        (report.is_incomplete(), Exit::Incomplete),
    ];
    Ok(exits.into_iter().filter(|(holds, _)| *holds).map(|(_, exit)| exit).max().unwrap_or(Exit::Clean))
}

/// What is known of a tree; nothing if the analysis broke off.
pub(crate) fn read(tree: &Tree) -> Option<Analysis> {
    let _busy = Busy::new("analyzing");
    catch_unwind(AssertUnwindSafe(|| vetgate_source::analyze(tree))).ok()
}

/// Everything that was found, over all trees.
#[derive(Default)]
struct Whole {
    trees: Vec<SourceTree>,
    tools: Vec<SourceTool>,
    findings: Vec<SourceFinding>,
    coverage: SourceCoverage,
}

impl Whole {
    fn add(&mut self, path: &Path, walked: Walked) {
        let root = Root { shown: path.display().to_string(), is_file: walked.is_file };
        self.coverage.files += walked.tree.files().len();
        self.coverage.bytes += walked.bytes;
        self.coverage.caps.extend(walked.caps);
        let Some(analysis) = read(&walked.tree) else {
            let detail = Some("the analysis failed".to_owned());
            self.trees.push(SourceTree { path: root.shown, status: Look::NotAnalyzed, files: 0, tools: 0, detail });
            return;
        };
        let inspected = source::inspect(&walk::label(path), &walked.tree, &analysis);
        self.coverage.failed.extend(inspected.failed.into_iter().map(str::to_owned));
        self.coverage.caps.extend(inspected.caps);
        self.coverage.caps.extend(gaps(&root, &analysis));
        self.findings.extend(inspected.findings.into_iter().map(|finding| root.of(finding)));
        self.tools.extend(analysis.tools.iter().map(|tool| offered(&root, tool)));
        self.trees.push(judged(root.shown, &analysis));
    }

    fn report(self, settings: &Settings) -> SourceReport {
        let Self { trees, tools, mut findings, mut coverage } = self;
        source::order(&mut findings);
        let metas = || source::all().iter().map(|rule| rule.meta());
        let rules = settings.rules.about(metas().flat_map(|meta| [meta.id, meta.name]));
        let applied = rules.apply_to_source(findings, today());
        coverage.caps.extend(applied.caps);
        coverage.caps.sort();
        coverage.caps.dedup();
        coverage.failed.sort();
        coverage.failed.dedup();
        coverage.rules_run = source::all().len() - coverage.failed.len();
        SourceReport::new(trees, tools, applied.findings, applied.suppressed, coverage)
    }
}

/// Where a tree is, as the user gave it.
struct Root {
    shown: String,
    is_file: bool,
}

impl Root {
    /// A path of the tree as the user would write it.
    fn path(&self, file: &str) -> String {
        if self.is_file {
            return self.shown.clone();
        }
        match self.shown.trim_end_matches(['/', '\\']) {
            "." => file.to_owned(),
            "" => format!("/{file}"),
            root => format!("{root}/{file}"),
        }
    }

    fn region(&self, region: Region) -> Region {
        Region { file: self.path(&region.file), ..region }
    }

    fn steps(&self, steps: Vec<Step>) -> Vec<Step> {
        steps.into_iter().map(|step| Step { location: self.region(step.location), ..step }).collect()
    }

    fn of(&self, finding: SourceFinding) -> SourceFinding {
        SourceFinding {
            tree: self.shown.clone(),
            location: self.region(finding.location),
            calls: self.steps(finding.calls),
            flow: self.steps(finding.flow),
            near_miss: finding.near_miss.map(|step| Step { location: self.region(step.location), ..step }),
            ..finding
        }
    }

    fn place(&self, place: &Place) -> Region {
        Region {
            file: self.path(&place.file),
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
        }
    }
}

fn judged(path: String, analysis: &Analysis) -> SourceTree {
    let files = analysis.files.iter().filter(|file| file.unread.is_none()).count();
    let tools = analysis.tools.len();
    let (status, detail) = if files == 0 {
        (Look::NotAnalyzed, Some("no Python, JavaScript or TypeScript that could be read".to_owned()))
    } else if tools == 0 && analysis.prompts.is_empty() {
        (Look::NotAnalyzed, Some("no tool of an MCP server was found in the code".to_owned()))
    } else if !analysis.cut.is_empty() {
        (Look::PartlyAnalyzed, Some(analysis.cut.join("; ")))
    } else {
        (Look::Analyzed, None)
    };
    SourceTree { path, status, files, tools, detail }
}

fn offered(root: &Root, tool: &Tool) -> SourceTool {
    let (status, detail) = match (&tool.handler, tool.is_cut) {
        (None, _) => (Look::NotAnalyzed, Some("the code that handles it was not found")),
        (Some(_), true) => (Look::PartlyAnalyzed, Some("its code was not analyzed completely")),
        (Some(_), false) => (Look::Analyzed, None),
    };
    let mut reaches = BTreeMap::new();
    for sink in tool.reaches.iter().filter_map(|reach| reach.sink()) {
        let at = format!("{} at {}:{}", sink.call, root.path(&sink.file), sink.line);
        reaches.entry(sink.tag.name().to_owned()).or_insert(at);
    }
    SourceTool {
        tree: root.shown.clone(),
        name: tool.name.to_string(),
        status,
        location: root.place(&tool.place),
        reaches,
        detail: detail.map(str::to_owned),
    }
}

/// Files that could not be read, or not to the end.
fn gaps(root: &Root, analysis: &Analysis) -> Vec<Cap> {
    let mut caps = vec![];
    for file in &analysis.files {
        let path = root.path(&file.path);
        if let Some(reason) = &file.unread {
            caps.push(Cap::new("source.unread", path, format!("not analyzed: {reason}")));
        } else if let [(line, what), more @ ..] = file.problems.as_slice() {
            let others = if more.is_empty() { String::new() } else { format!(", and {} more", more.len()) };
            let detail = format!("{what}{others}; the rest of the file was analyzed");
            caps.push(Cap::new("source.syntax", format!("{path}:{line}"), detail));
        }
    }
    caps
}

fn show(report: &SourceReport, format: Format, args: &Analyze) -> anyhow::Result<()> {
    let output = args.output.as_deref();
    let checks = if format == Format::Sarif { static_rules::infos() } else { vec![] };
    let options = Options {
        color: has_color(output),
        width: if output.is_none() { console::width() } else { Options::default().width },
        version: env!("CARGO_PKG_VERSION"),
        checks: &checks,
        ..Options::default()
    };
    deliver(&format.render_source(report, &options), output, &vetgate_report::source_headline(report))
}
