//! The figures as Markdown.

use crate::labelled::Labelled;
use crate::score::{Grades, Score, Share, Tally, View};
use std::collections::BTreeMap;
use std::fmt::Write;
use vetgate_capability::Role;

/// `docs/classifier-eval.md`: what is measured and how, the figures of each split, and the list of the corpus.
pub(crate) fn page(corpus: &[Labelled]) -> String {
    let mut page = include_str!("introduction.md").to_owned();
    page.push_str(&figures_by_split(corpus));
    page.push_str(&list(corpus));
    page
}

/// The servers of each split with the number of their tools.
fn list(corpus: &[Labelled]) -> String {
    let mut list = String::from("\n## The corpus\n");
    for (split, tools) in by_split(corpus) {
        let mut servers: BTreeMap<&str, usize> = BTreeMap::new();
        tools.iter().for_each(|tool| *servers.entry(tool.definition.server()).or_default() += 1);
        let _ = write!(list, "\n### Servers of `{split}`\n\n| server | tools |\n| --- | ---: |\n");
        for (server, count) in servers {
            let _ = writeln!(list, "| {server} | {count} |");
        }
    }
    list
}

/// The figures of each split of a corpus.
pub(crate) fn figures_by_split(corpus: &[Labelled]) -> String {
    by_split(corpus).iter().map(|(split, tools)| figures(split, tools)).collect()
}

/// The tools of each split, in the order of the splits' names: what was held out comes first.
fn by_split(corpus: &[Labelled]) -> BTreeMap<&str, Vec<&Labelled>> {
    let mut splits: BTreeMap<&str, Vec<&Labelled>> = BTreeMap::new();
    corpus.iter().for_each(|tool| splits.entry(&tool.labels.split).or_default().push(tool));
    splits
}

/// The figures of one set of tools.
pub(crate) fn figures(name: &str, tools: &[&Labelled]) -> String {
    let servers: BTreeMap<&str, ()> = tools.iter().map(|tool| (tool.definition.server(), ())).collect();
    let mut text = format!("\n## `{name}`: {} tools of {} servers\n", tools.len(), servers.len());
    let (beside, alone) = (Score::of(tools, View::Beside), Score::of(tools, View::Alone));
    for (score, how) in [(&beside, "beside the other tools of its server"), (&alone, "alone")] {
        if !score.tags.is_empty() {
            let _ = write!(text, "\n### Capabilities in `{name}`, each tool {how}\n\n{}", capabilities(score));
        }
    }
    if beside.parameters.of > 0 {
        let _ = write!(text, "\n### Parameter roles in `{name}`\n\n{}", roles(&beside));
    }
    let _ = write!(text, "\n### Operation classes in `{name}`\n\n{}", operations(&beside, &alone));
    text
}

fn capabilities(score: &Score) -> String {
    let mut table = String::from(
        "| tag | tools | high: precision | high: recall | medium and above: precision | medium and above: recall |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let mut row = |name: &str, grades: Grades| {
        let Grades { high, medium } = grades;
        let _ = writeln!(
            table,
            "| {name} | {} | {} | {} | {} | {} |",
            medium.positives(),
            high.precision(),
            high.recall(),
            medium.precision(),
            medium.recall(),
        );
    };
    for (tag, grades) in &score.tags {
        row(&format!("`{tag}`"), *grades);
    }
    row("all", score.overall());
    if score.harmless.of > 0 {
        let _ = write!(table, "\nTools without any capability that are given none: {}.\n", score.harmless);
    }
    table
}

fn roles(score: &Score) -> String {
    let mut table = String::from("| role | parameters | precision | recall |\n| --- | ---: | ---: | ---: |\n");
    let mut row = |name: &str, tally: Tally| {
        let _ = writeln!(table, "| {name} | {} | {} | {} |", tally.positives(), tally.precision(), tally.recall());
    };
    for role in Role::ALL {
        row(&format!("`{role}`"), score.roles.get(&role).copied().unwrap_or_default());
    }
    row("all but `text` and `id`", score.interesting_roles());
    let _ = write!(table, "\nParameters given their own role: {}.\n", score.parameters);
    table
}

fn operations(beside: &Score, alone: &Score) -> String {
    let mut table = String::from(
        "| each tool | reads or does not | one of four classes | author's hint: reads or does not | unknown |\n\
         | --- | ---: | ---: | ---: | ---: |\n",
    );
    for (score, how) in [(beside, "beside the others"), (alone, "alone")] {
        let shown = |share: Share| if share.of > 0 { share.to_string() } else { "not labelled".to_owned() };
        let _ = writeln!(
            table,
            "| {how} | {} | {} | {} | {} |",
            shown(score.reads),
            shown(score.classes),
            shown(score.claims),
            score.unknown,
        );
    }
    table
}
