//! `vetgate explain`: a check in its own words.

use crate::cli::Explain;
use crate::exit::Exit;
use crate::{checks, console, nearest};
use anyhow::bail;
use vetgate_vet::Explanation;

/// Explains one check.
pub(crate) fn run(args: &Explain) -> anyhow::Result<Exit> {
    let all = checks::all();
    let Some(meta) = all.iter().find(|meta| meta.id == args.check) else {
        bail!(nearest::unknown(&args.check, &all));
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
