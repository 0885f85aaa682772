//! `vetgate search`: read the tools, look, show.

mod corpus;
mod listing;

use crate::cli::{ListFormat, Search};
use crate::console;
use crate::exit::Exit;
use corpus::Corpus;
use listing::{Found, Screen};
use vetgate_search::Index;

/// Searches the corpus that `args` names.
pub(crate) fn run(args: &Search) -> anyhow::Result<Exit> {
    let corpus = Corpus::read(&args.corpus)?;
    corpus.problems.iter().for_each(|problem| console::complain(&problem.to_string()));
    let exit = if corpus.problems.is_empty() { Exit::Clean } else { Exit::Unusable };
    if corpus.tools.is_empty() && exit == Exit::Unusable {
        return Ok(exit);
    }
    let mut index = Index::new();
    corpus.tools.values().for_each(|tool| index.insert(tool));
    let hits = index.search(&args.query, args.limit as usize);
    let found: Vec<Found> = hits.iter().zip(1..).map(|(hit, rank)| Found::of(hit, rank, &corpus)).collect();
    let text = match args.format {
        ListFormat::Json => listing::json(&found, args.explain)?,
        ListFormat::Terminal => {
            let screen = Screen { color: console::has_color(), width: console::width(), explain: args.explain };
            screen.list(&found, &args.query, corpus.tools.len())
        }
    };
    console::print(&text)?;
    Ok(exit)
}
