//! Which tools, prompts or instructions a command is about.

use clap::Args;
use vetgate_ledger::{Item, Standing};

/// Something that a server declares.
#[derive(Debug, Args)]
pub(crate) struct Subjects {
    /// The server's name
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,

    /// The names of its tools
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,

    /// The names are names of prompts
    #[arg(long)]
    pub(crate) prompt: bool,

    /// The instructions that the server sends to every client
    #[arg(long, conflicts_with_all = ["prompt", "names"])]
    pub(crate) instructions: bool,

    /// The identity of the server, if several servers have this name: a prefix is enough
    #[arg(long, value_name = "PREFIX")]
    pub(crate) identity: Option<String>,
}

impl Subjects {
    /// What the names are the names of.
    pub(crate) fn item(&self) -> Item {
        match (self.instructions, self.prompt) {
            (true, _) => Item::Instructions,
            (_, true) => Item::Prompt,
            _ => Item::Tool,
        }
    }

    /// Whether this is named; without names and flags, everything is.
    pub(crate) fn names(&self, standing: &Standing) -> bool {
        let subject = &standing.subject;
        let is_item = subject.item == self.item();
        match (self.names.is_empty(), self.prompt || self.instructions) {
            (true, is_limited) => is_item || !is_limited,
            (false, _) => is_item && self.names.contains(&subject.name),
        }
    }
}
