//! Starting a stranger's command is a person's decision.

use crate::console;
use crate::plan::Server;
use std::io::{self, BufRead, IsTerminal, Write};
use vetgate_report::escape;

/// What was decided about the commands of client configurations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consent {
    /// There is nothing to decide, or the answer is yes.
    Given,
    /// A person said no.
    Refused,
    /// There is nobody to ask.
    Nobody,
}

impl Consent {
    /// Shows what would be started and asks, unless `yes` was said already.
    pub(crate) fn ask(servers: &[Server], yes: bool) -> Self {
        let commands: Vec<&Server> = servers.iter().filter(|server| server.needs_consent).collect();
        if commands.is_empty() || yes {
            return Self::Given;
        }
        let can_ask = io::stdin().is_terminal() && io::stderr().is_terminal();
        console::note(if commands.len() == 1 {
            "This command would be started:"
        } else {
            "These commands would be started:"
        });
        let width = commands.iter().map(|server| server.name().chars().count()).max().unwrap_or(0).min(40);
        for server in &commands {
            console::note(&format!(
                "  {:width$}  {}",
                escape::line(server.name()),
                escape::line(&server.target.target)
            ));
        }
        if !can_ask {
            console::note("Nothing was started, because there is no terminal to ask on: use --yes to start them.");
            return Self::Nobody;
        }
        let _ = write!(io::stderr(), "Start {}? [y/N] ", if commands.len() == 1 { "it" } else { "them" });
        let mut answer = String::new();
        let _ = io::stdin().lock().read_line(&mut answer);
        match answer.trim().to_ascii_lowercase().as_str() {
            "y" | "yes" => Self::Given,
            _ => Self::Refused,
        }
    }
}
