//! The verdict: which gates do not hold, by how much, and what got worse or better.

use super::{Standing, names};
use vetgate_eval::{Gate, Gated, Run, Status};
use vetgate_report::sheet::{Block, Cell, Column, Phrase, Piece, Row, Section, Table, Tone};

/// What the gates of evaluations without a name of their own are called.
const SEARCH: &str = "search";
const EVASION: &str = "evasion";

/// Each evaluation by the name it has in a sentence, with its gates if they were asked.
fn parts(run: &Run) -> impl Iterator<Item = (&'static str, Option<&Gated>)> {
    let detectors = run.detectors.iter().map(|scores| (scores.evaluation.name(), scores.gate.as_ref()));
    let search = run.retrieval.iter().map(|retrieval| (SEARCH, retrieval.gate.as_ref()));
    detectors.chain(search).chain(run.evasion.iter().map(|evasion| (EVASION, evasion.gate.as_ref())))
}

/// What is wrong, of several things the first, or what was not held to anything.
pub(super) fn reason(run: &Run) -> Phrase {
    let mut reason = Phrase::new();
    let gated: Vec<_> = parts(run).filter_map(|(name, gated)| Some((name, gated?))).collect();
    let failed: Vec<(&str, &Gate)> =
        gated.iter().flat_map(|(name, gated)| gated.failed().map(|gate| (*name, gate))).collect();
    match Standing::of(run) {
        Standing::Failed => {
            if let Some((name, gate)) = failed.first() {
                reason.extend(sentence(name, gate));
            }
            if failed.len() > 1 {
                reason.push(Piece::words(format!(" and {} more", failed.len() - 1)));
            }
        }
        Standing::Vacuous => {
            let reasons = gated.iter().filter_map(|(name, gated)| Some((*name, gated.vacuous.as_deref()?)));
            for (index, (name, why)) in reasons.enumerate() {
                reason.push(Piece::words(format!("{}{name}: ", if index == 0 { "" } else { "; " })));
                reason.push(Piece::said(why));
            }
        }
        // Figures that no gate looked at did not pass one.
        Standing::Passed => {
            let ungated: Vec<&str> = parts(run)
                .filter(|(_, gated)| gated.is_none_or(|gated| gated.gates.is_empty()))
                .map(|(name, _)| name)
                .collect();
            if !ungated.is_empty() {
                reason.push(Piece::words(format!("{} not gated", ungated.join(", "))));
            }
        }
        Standing::NotGated => {}
    }
    reason
}

/// `security engine recall 0.910 is under 0.970`.
fn sentence(name: &str, gate: &Gate) -> Phrase {
    let side = if gate.is_ceiling { "over" } else { "under" };
    let whose = (gate.detector != name).then(|| Piece::name(&gate.detector));
    let mut phrase = vec![Piece::words(format!("{name} "))];
    if let Some(whose) = whose {
        phrase.extend([whose, Piece::words(" ")]);
    }
    phrase.push(Piece::words(format!("{} {:.3} is {side} {:.3}", measure(gate), gate.reached, gate.limit)));
    phrase
}

fn measure(gate: &Gate) -> &'static str {
    match gate.measure {
        "recall_at_5" => "Recall@5",
        "fpr" => "FPR",
        "relative_recall" => "recall left",
        measure => measure,
    }
}

/// The section on gates; nothing where none was asked.
pub(super) fn section(run: &Run) -> Option<Section> {
    let mut blocks = Vec::new();
    let failed: Vec<Row> = parts(run)
        .filter_map(|(name, gated)| Some((name, gated?)))
        .flat_map(|(name, gated)| gated.failed().map(move |gate| row(name, gate)))
        .collect();
    for (name, gated) in parts(run) {
        blocks.push(standing(name, gated));
    }
    if !failed.is_empty() {
        let columns = vec![
            Column::text("Evaluation", 3),
            Column::text("Detector", 0),
            Column::text("Measure", 0),
            Column::number("Limit", 1),
            Column::number("Measured", 0),
            Column::number("Beyond by", 2),
        ];
        blocks.push(Block::Table(Table { title: "Failed gates".to_owned(), columns, rows: failed }));
    }
    for (name, gated) in parts(run) {
        let Some(changed) = gated.and_then(|gated| gated.changed.as_ref()) else { continue };
        for (what, tone, ids) in [("worse", Tone::Bad, &changed.worse), ("better", Tone::Good, &changed.better)] {
            blocks.extend((!ids.is_empty()).then(|| named(name, what, tone, ids)));
        }
    }
    run.gates().next().map(|_| Section { heading: "Gates", about: "comparison with the baseline".to_owned(), blocks })
}

/// How one evaluation fares, in a sentence.
fn standing(name: &str, gated: Option<&Gated>) -> Block {
    let Some(gated) = gated else {
        return Block::Text(Tone::Faint, vec![Piece::words(format!("{name}: not gated"))]);
    };
    let (all, failed) = (gated.gates.len(), gated.failed().count());
    let (tone, text) = match (gated.status, all) {
        (Status::Vacuous, _) => {
            let reason = gated.vacuous.as_deref().unwrap_or("no result is possible");
            return Block::Text(Tone::Open, vec![Piece::words(format!("{name}: vacuous: ")), Piece::said(reason)]);
        }
        (Status::Passed, 0) => (Tone::Faint, "no limit in the baseline".to_owned()),
        (Status::Passed, 1) => (Tone::Good, "the gate passed".to_owned()),
        (Status::Passed, _) => (Tone::Good, format!("all {all} gates passed")),
        (Status::Failed, 1) => (Tone::Bad, "the gate failed".to_owned()),
        (Status::Failed, _) => (Tone::Bad, format!("{failed} of {all} gates failed")),
    };
    Block::Text(tone, vec![Piece::words(format!("{name}: {text}"))])
}

fn row(name: &'static str, gate: &Gate) -> Row {
    let limit = format!("{} {:.3}", if gate.is_ceiling { "≤" } else { "≥" }, gate.limit);
    vec![
        Cell::words(name),
        Cell::name(&gate.detector),
        Cell::words(measure(gate)),
        Cell::words(limit),
        Cell::words(format!("{:.3}", gate.reached)).toned(Tone::Bad),
        Cell::words(format!("{:.3}", gate.excess())),
    ]
    .into()
}

/// The items that changed, by id.
fn named(name: &str, what: &str, tone: Tone, ids: &[String]) -> Block {
    let mut phrase = vec![Piece::words(format!("{name}, {what} than the baseline ({}): ", ids.len()))];
    phrase.extend(names(ids));
    Block::Text(tone, phrase)
}
