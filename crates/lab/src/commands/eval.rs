//! `vetgate eval`: reads labelled data, asks the detectors, holds the figures to their gates, shows them.

mod datasets;
mod files;
mod stopwatch;
mod validate;

use anyhow::Context;
use datasets::Datasets;
use files::Files;
use std::path::{Path, PathBuf};
use stopwatch::Stopwatch;
use vetgate_command::console;
use vetgate_command::exit::Exit;
use vetgate_command::input;
use vetgate_command::lab::eval::{All, Detector, Evade, Eval, How, Search, What};
use vetgate_command::sink::{Sink, deliver, has_color};
use vetgate_eval::security::Security;
use vetgate_eval::{
    Baseline, Data, Evaluation, Evasion, Flaw, Part, Run, SecurityTestMetrics, Status, gate, gate_evasion, gate_search,
};
use vetgate_lab::evaluation;
use vetgate_report::{Format, Options};

/// Evaluates what `args` names.
pub(crate) fn run(args: &Eval) -> anyhow::Result<Exit> {
    match &args.what {
        What::Retrieval(search) => retrieval(search),
        What::All(all) => everything(all),
        What::Evade(evade) => disguised(evade),
        What::Validate(files) => validate::run(files),
        What::Security(args) => one(Evaluation::Security, args, false),
        What::Responses(args) => one(Evaluation::Responses, args, false),
        What::Sensitive(args) => one(Evaluation::Sensitive, args, false),
        What::Capability(args) => one(Evaluation::Capability, args, false),
        What::Flow(flow) => one(Evaluation::Flow, &flow.detector, flow.with_user_words),
        What::Contradiction(args) => one(Evaluation::Contradiction, args, false),
    }
}

fn one(evaluation: Evaluation, args: &Detector, with_user_words: bool) -> anyhow::Result<Exit> {
    let corpus = match args.corpus.is_empty() {
        true => Datasets::here().corpus(evaluation)?,
        false => args.corpus.clone(),
    };
    measured(evaluation, (&corpus, &[]), with_user_words, args.verdicts.as_deref(), &args.how)
}

fn retrieval(args: &Search) -> anyhow::Result<Exit> {
    let evaluation = Evaluation::Retrieval;
    let (corpus, golden) = match args.corpus.is_empty() {
        true => (Datasets::here().corpus(evaluation)?, vec![Datasets::here().golden()]),
        false => (args.corpus.clone(), args.golden.clone()),
    };
    measured(evaluation, (&corpus, &golden), false, args.verdicts.as_deref(), &args.how)
}

fn measured(
    evaluation: Evaluation,
    (corpus, golden): (&[PathBuf], &[PathBuf]),
    with_user_words: bool,
    verdicts: Option<&Path>,
    how: &How,
) -> anyhow::Result<Exit> {
    let (corpus, golden) = (Files::read(corpus)?, Files::read(golden)?);
    let baseline = baseline(how)?;
    let data = Data { corpus: &corpus.files(), golden: &golden.files(), with_user_words };
    let measured = match vetgate_eval::measure(evaluation, data, &Stopwatch::new(evaluation.name())) {
        Ok(measured) => measured,
        Err(flaws) => return Ok(broken(&flaws)),
    };
    if let Some(path) = verdicts {
        let lines: String = measured.verdicts.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        Sink::open(Some(path))?.write(lines.as_bytes())?;
    }
    let mut run = Run::default();
    take(measured.part, baseline.as_ref(), &mut run);
    finish(&run, how)
}

fn disguised(args: &Evade) -> anyhow::Result<Exit> {
    let corpus = match args.corpus.is_empty() {
        true => Datasets::here().corpus(Evaluation::Security)?,
        false => args.corpus.clone(),
    };
    let files = Files::read(&corpus)?;
    let baseline = baseline(&args.how)?;
    let mut evasion = match evasion(&files, args.seed) {
        Ok(evasion) => evasion,
        Err(flaws) => return Ok(broken(&flaws)),
    };
    evasion.gate = baseline.as_ref().map(|baseline| gate_evasion(&evasion, baseline));
    finish(&Run { evasion: Some(evasion), ..Run::default() }, &args.how)
}

fn evasion(files: &Files, seed: u64) -> Result<Evasion, Vec<Flaw>> {
    let corpus = Security::read(&files.files())?;
    Ok(vetgate_eval::evade(&corpus, seed, &Stopwatch::new("disguising")))
}

/// Measures every dataset that is there. One that the baseline knows and that is missing makes the whole vacuous.
fn everything(args: &All) -> anyhow::Result<Exit> {
    let datasets = Datasets::of(&args.datasets);
    let baseline = baseline(&args.how)?;
    let mut run = Run::default();
    let mut missing = Vec::new();
    for evaluation in Evaluation::ALL.iter().copied() {
        let Some((corpus, golden)) = datasets.of_evaluation(evaluation) else {
            missing.push(evaluation);
            continue;
        };
        let (corpus, golden) = (Files::read(&corpus)?, Files::read(&golden)?);
        let data = Data { corpus: &corpus.files(), golden: &golden.files(), with_user_words: false };
        match vetgate_eval::measure(evaluation, data, &Stopwatch::new(evaluation.name())) {
            Ok(measured) => take(measured.part, baseline.as_ref(), &mut run),
            Err(flaws) => return Ok(broken(&flaws)),
        }
        if evaluation == Evaluation::Security {
            match evasion(&corpus, args.seed) {
                Ok(evasion) => run.evasion = Some(evasion),
                Err(flaws) => return Ok(broken(&flaws)),
            }
        }
    }
    if missing.len() == Evaluation::ALL.len() {
        anyhow::bail!("{}: contains no dataset; expected files such as {}", args.datasets.display(), datasets::EXAMPLE);
    }
    if let Some(evasion) = &mut run.evasion {
        evasion.gate = baseline.as_ref().map(|baseline| gate_evasion(evasion, baseline));
    }
    run.metrics = SecurityTestMetrics::of(&run);
    if let Some(path) = &args.write_baseline {
        write_baseline(path, &run)?;
    }
    let exit = finish(&run, &args.how)?;
    let is_known = |evaluation: &Evaluation| baseline.as_ref().is_some_and(|baseline| baseline.knows(*evaluation));
    for evaluation in &missing {
        console::note(&format!("{}: no dataset in {}, not measured", evaluation.name(), args.datasets.display()));
    }
    match missing.iter().any(is_known) {
        true => {
            console::complain("a dataset of the baseline is missing, so the evaluation cannot pass");
            Ok(exit.max(Exit::Vacuous))
        }
        false => Ok(exit),
    }
}

/// Adds one evaluation to the run, with what its gates say.
fn take(part: Part, baseline: Option<&Baseline>, run: &mut Run) {
    match part {
        Part::Search(mut retrieval) => {
            if let Some(baseline) = baseline {
                retrieval.compare(baseline);
                retrieval.gate = Some(gate_search(&retrieval, baseline));
            }
            run.retrieval = Some(*retrieval);
        }
        Part::Detector(mut scores) => {
            scores.gate = baseline.map(|baseline| gate(&scores, baseline));
            run.detectors.push(*scores);
        }
    }
}

/// The limits to hold figures to, unless there are to be none.
fn baseline(how: &How) -> anyhow::Result<Option<Baseline>> {
    match &how.baseline {
        None if how.no_gate => Ok(None),
        None => Ok(Some(Baseline::own())),
        Some(path) => {
            let text = input::read_whole(path)?;
            Ok(Some(Baseline::parse(&text).with_context(|| format!("{}: is not a baseline", path.display()))?))
        }
    }
}

fn write_baseline(path: &Path, run: &Run) -> anyhow::Result<()> {
    let mut baseline = Baseline { version: Baseline::own().version, ..Baseline::default() };
    if let Some(retrieval) = &run.retrieval {
        baseline.take_search(retrieval);
    }
    run.detectors.iter().for_each(|scores| baseline.take(scores));
    if let Some(evasion) = &run.evasion {
        baseline.take_evasion(evasion);
    }
    let text = serde_json::to_string_pretty(&baseline).context("the baseline cannot be written")?;
    Sink::open(Some(path))?.write(format!("{text}\n").as_bytes())
}

/// Says what is wrong with the data: each entry and the rule it breaks, as far as anyone reads.
fn broken(flaws: &[Flaw]) -> Exit {
    const SHOWN: usize = 20;
    flaws.iter().take(SHOWN).for_each(|flaw| console::complain(&flaw.to_string()));
    if flaws.len() > SHOWN {
        console::complain(&format!("and {} more", flaws.len() - SHOWN));
    }
    Exit::Unusable
}

fn finish(run: &Run, how: &How) -> anyhow::Result<Exit> {
    let format: Format = how.format.parse()?;
    let output = how.output.as_deref();
    let options = Options {
        color: has_color(output),
        width: if output.is_none() { console::width() } else { Options::default().width },
        version: env!("CARGO_PKG_VERSION"),
        ..Options::default()
    };
    let text = evaluation::render(run, how.errors, format, &options).unwrap_or_default();
    deliver(&text, output, &evaluation::headline(run))?;
    Ok(match run.status() {
        Status::Passed => Exit::Clean,
        Status::Vacuous => Exit::Vacuous,
        Status::Failed => Exit::Findings,
    })
}
