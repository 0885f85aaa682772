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
        let room = args.check.trim_end_matches(['*', '.']);
        let family: Vec<String> =
            all.iter().filter(|m| m.id.split('.').next() == Some(room)).map(|m| format!("`{}`", m.id)).collect();
        match family.as_slice() {
            [] => bail!(nearest::unknown(&args.check, &all)),
            [one] => bail!("there is no check `{room}`; did you mean {one}?"),
            many => bail!("`{room}` is no check but several: {}", many.join(", ")),
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
