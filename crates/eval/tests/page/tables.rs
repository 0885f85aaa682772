//! The figures as Markdown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use vetgate_capability::Role;
use vetgate_eval::capability::{Capability, Counts, Grades, Tool, judge, judge_alone};
use vetgate_eval::{Share, Stopped, Tally};

/// `docs/classifier-eval.md`: what is measured and how, the figures of each split, and the list of the corpus.
pub(crate) fn page(corpus: &Capability, of_source: &str) -> String {
    let mut page = include_str!("introduction.md").to_owned();
    // In the order of the splits' names: what was held out comes first.
    let mut splits: BTreeMap<&str, Vec<Tool>> = BTreeMap::new();
    corpus.tools.iter().for_each(|tool| splits.entry(&tool.labels.split).or_default().push(tool.clone()));
    let splits = splits.into_iter().map(|(split, tools)| (split, Capability { corpora: Vec::new(), tools }));
    let splits: Vec<(&str, Capability)> = splits.collect();
    splits.iter().for_each(|(split, tools)| page.push_str(&figures(split, tools)));
    page.push_str(of_source);
    page.push_str("\n## The corpus\n");
    splits.iter().for_each(|(split, tools)| page.push_str(&servers(split, tools)));
    page
}

/// The servers of a split with the number of their tools.
fn servers(split: &str, corpus: &Capability) -> String {
    let mut servers: BTreeMap<&str, usize> = BTreeMap::new();
    corpus.tools.iter().for_each(|tool| *servers.entry(tool.definition.server()).or_default() += 1);
    let mut list = format!("\n### Servers of `{split}`\n\n| server | tools |\n| --- | ---: |\n");
    for (server, count) in servers {
        let _ = writeln!(list, "| {server} | {count} |");
    }
    list
}

/// The figures of one split.
fn figures(name: &str, corpus: &Capability) -> String {
    let servers: BTreeSet<&str> = corpus.tools.iter().map(|tool| tool.definition.server()).collect();
    let mut text = format!("\n## `{name}`: {} tools of {} servers\n", corpus.tools.len(), servers.len());
    let beside = Counts::of(corpus, &judge(corpus, &Stopped));
    let alone = Counts::of(corpus, &judge_alone(corpus, &Stopped));
    for (counts, how) in [(&beside, "beside the other tools of its server"), (&alone, "alone")] {
        let _ = write!(text, "\n### Capabilities in `{name}`, each tool {how}\n\n{}", capabilities(counts));
    }
    let _ = write!(text, "\n### Parameter roles in `{name}`\n\n{}", roles(&beside));
    let _ = write!(text, "\n### Operation classes in `{name}`\n\n{}", operations(&beside, &alone));
    text
}

fn capabilities(counts: &Counts) -> String {
    let mut table = String::from(
        "| tag | tools | high: precision | high: recall | medium and above: precision | medium and above: recall |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let mut row = |name: &str, Grades { high, medium }: Grades| {
        let shares = [high.precision(), high.recall(), medium.precision(), medium.recall()].map(shown);
        let _ = writeln!(table, "| {name} | {} | {} |", medium.positives(), shares.join(" | "));
    };
    for (tag, grades) in &counts.tags {
        row(&format!("`{tag}`"), *grades);
    }
    row("all", counts.overall());
    let _ = write!(table, "\nTools without any capability that are given none: {}.\n", shown(counts.harmless));
    table
}

fn roles(counts: &Counts) -> String {
    let mut table = String::from("| role | parameters | precision | recall |\n| --- | ---: | ---: | ---: |\n");
    let mut row = |name: &str, tally: Tally| {
        let (precision, recall) = (shown(tally.precision()), shown(tally.recall()));
        let _ = writeln!(table, "| {name} | {} | {precision} | {recall} |", tally.positives());
    };
    for role in Role::ALL {
        row(&format!("`{role}`"), counts.roles.get(&role).copied().unwrap_or_default());
    }
    row("all but `text` and `id`", counts.interesting_roles());
    let _ = write!(table, "\nParameters given their own role: {}.\n", shown(counts.parameters));
    table
}

fn operations(beside: &Counts, alone: &Counts) -> String {
    let mut table = String::from(
        "| each tool | reads or does not | one of four classes | author's hint: reads or does not | unknown |\n\
         | --- | ---: | ---: | ---: | ---: |\n",
    );
    for (counts, how) in [(beside, "beside the others"), (alone, "alone")] {
        let share = |share: Share| if share.of > 0 { shown(share) } else { "not labelled".to_owned() };
        let shares = [counts.reads, counts.classes, counts.claims].map(share);
        let _ = writeln!(table, "| {how} | {} | {} |", shares.join(" | "), counts.unknown);
    }
    table
}

/// A share with its counts, for a share of a few says little.
fn shown(share: Share) -> String {
    share.value().map_or("none".to_owned(), |value| format!("{value:.2} ({}/{})", share.part, share.of))
}
