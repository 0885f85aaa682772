//! `vetgate explain`: a check in its own words.

use crate::cli::Explain;
use crate::exit::Exit;
use crate::{checks, console};
use anyhow::bail;
use vetgate_report::escape;
use vetgate_vet::{Explanation, Meta};

/// Explains one check.
pub(crate) fn run(args: &Explain) -> anyhow::Result<Exit> {
    let all = checks::all();
    let Some(meta) = all.iter().find(|meta| meta.id == args.check) else {
        let asked = escape::cut(&args.check, 60);
        match nearest(&args.check, &all) {
            Some(id) => bail!("there is no check `{asked}`; did you mean `{id}`?"),
            None => bail!("there is no check `{asked}`; `vetgate checks` lists them all"),
        }
    };
    let explanation = Explanation::of(meta.source);
    let mut text =
        format!("{} ({}, {})\n{}\n", meta.id, meta.tier, meta.threat, checks::capitalized(&explanation.summary));
    for (heading, section) in &explanation.sections {
        let indented: Vec<String> = section
            .lines()
            .filter(|line| !line.starts_with("```"))
            .map(|line| if line.is_empty() { String::new() } else { format!("  {line}") })
            .collect();
        text.push_str(&format!("\n{heading}\n{}\n", indented.join("\n")));
    }
    console::print(&text)?;
    Ok(Exit::Clean)
}

/// The id that is nearest to what was asked, if any is near.
fn nearest(asked: &str, all: &[Meta]) -> Option<&'static str> {
    let asked: Vec<char> = asked.to_lowercase().chars().take(60).collect();
    let tail = |id: &'static str| id.split('.').next_back().unwrap_or(id);
    let near = |id: &'static str| {
        let distance = |name: &str| distance(&asked, &name.chars().collect::<Vec<_>>());
        distance(id).min(distance(tail(id)))
    };
    let (best, id) = all.iter().map(|meta| (near(meta.id), meta.id)).min()?;
    (best <= asked.len() / 3 + 1).then_some(id)
}

/// Letters to add, drop or replace to get from one word to the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let cost = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_check() {
        let all = checks::all();
        assert_eq!(nearest("directive.imperativ", &all), Some("directive.imperative"));
        assert_eq!(nearest("unpined", &all), Some("config.unpinned"));
        assert_eq!(nearest("entirely different words", &all), None);
    }

    #[test]
    fn distance_counts_letters() {
        let of = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!((of("kitten", "sitting"), of("", "ab"), of("a", "a")), (3, 2, 0));
    }
}
