//! What an evaluation says, put in the order in which people read it: the verdict, then each detector, tool search,
//! attacks in disguise, and whether it all is fit for production.

mod detector;
mod evasion;
mod figure;
mod json;
mod production;
mod search;
mod verdict;

use vetgate_eval::{Gated, Run, Status};
use vetgate_report::sheet::{Item, Items, Key, Phrase, Piece, Sheet, Tone};
use vetgate_report::{Format, Options};

/// Most items of one list; the JSON has all.
const LISTED: usize = 200;
/// Most ids named in a sentence.
const NAMED: usize = 20;
/// Most lines shown of an item's text.
const LINES: usize = 4;
/// Longest line shown of an item's text.
const LINE: usize = 240;

/// What comes of all gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Passed,
    Failed,
    Vacuous,
    NotGated,
}

impl Standing {
    fn of(run: &Run) -> Self {
        match run.status() {
            Status::Failed => Self::Failed,
            Status::Vacuous => Self::Vacuous,
            Status::Passed if run.gates().all(|gated| gated.gates.is_empty()) => Self::NotGated,
            Status::Passed => Self::Passed,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Vacuous => "vacuous",
            Self::NotGated => "not gated",
        }
    }

    const fn tone(self) -> Tone {
        match self {
            Self::Passed => Tone::Good,
            Self::Failed => Tone::Bad,
            Self::Vacuous => Tone::Open,
            Self::NotGated => Tone::Plain,
        }
    }
}

/// The run in a format; `with_errors` lists what was judged wrongly. `None` where the format is for findings only.
pub fn render(run: &Run, with_errors: bool, format: Format, options: &Options<'_>) -> Option<String> {
    match format {
        Format::Json => Some(json::render(run)),
        _ => format.render_sheet(&sheet(run, with_errors), options),
    }
}

fn sheet(run: &Run, with_errors: bool) -> Sheet {
    let standing = Standing::of(run);
    let mut sections: Vec<_> = verdict::section(run).into_iter().collect();
    sections.extend(run.detectors.iter().map(|scores| detector::section(scores, with_errors)));
    sections.extend(run.retrieval.iter().map(|retrieval| search::section(retrieval, with_errors)));
    sections.extend(run.evasion.iter().map(|evasion| evasion::section(evasion, with_errors)));
    sections.extend(run.metrics.iter().map(production::section));
    Sheet {
        kind: "evaluation",
        verdict: standing.word(),
        tone: standing.tone(),
        reason: verdict::reason(run),
        keys: keys(run),
        sections,
    }
}

/// The result in one line, such as `passed: security recall 0.98, false alarms 0.4 % · search Recall@5 0.91`; what a
/// stranger may have named in it is escaped.
pub fn headline(run: &Run) -> String {
    sheet(run, false).headline()
}

/// The figures that matter most, one for each evaluation.
fn keys(run: &Run) -> Vec<Key> {
    let detectors = run.detectors.iter().filter_map(detector::key);
    let search = run.retrieval.iter().map(search::key);
    detectors.chain(search).chain(run.evasion.iter().map(evasion::key)).collect()
}

/// What the gates of one evaluation say of a figure.
fn tone(gated: Option<&Gated>) -> Tone {
    match gated.map(|gated| gated.status) {
        Some(Status::Failed) => Tone::Bad,
        Some(Status::Vacuous) => Tone::Open,
        Some(Status::Passed) if gated.is_some_and(|gated| !gated.gates.is_empty()) => Tone::Good,
        _ => Tone::Plain,
    }
}

/// Ids with commas between them; of many the first and how many more there are.
fn names(ids: &[String]) -> Phrase {
    let mut phrase = Phrase::new();
    for (index, id) in ids.iter().take(NAMED).enumerate() {
        phrase.extend((index > 0).then(|| Piece::words(", ")));
        phrase.push(Piece::name(id));
    }
    if ids.len() > NAMED {
        phrase.push(Piece::words(format!(" and {} more", ids.len() - NAMED)));
    }
    phrase
}

/// Items judged wrongly, with the first lines of their text.
fn items(title: &str, items: &[vetgate_eval::Item]) -> Items {
    let item = |item: &vetgate_eval::Item| {
        let mut fact = vec![Piece::words("category "), Piece::name(&item.category)];
        for (index, check) in item.checks.iter().enumerate() {
            fact.push(Piece::words(if index == 0 { " · said by " } else { ", " }));
            fact.push(Piece::name(check));
        }
        Item { name: item.id.clone(), facts: vec![fact], text: excerpt(&item.text) }
    };
    Items {
        title: format!("{title} ({})", items.len()),
        of: None,
        items: items.iter().take(LISTED).map(item).collect(),
        more: items.len().saturating_sub(LISTED),
    }
}

/// The first lines of a text, each cut; the last says that there is more.
fn excerpt(text: &str) -> Vec<String> {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let cut = |line: &str| match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    let more = lines().nth(LINES).map(|_| "…".to_owned());
    lines().take(LINES).map(cut).chain(more).collect()
}
