//! Starting a stranger's command and calling a stranger's address are a person's decisions.

use crate::console;
use crate::plan::Server;
use std::io::{self, BufRead, IsTerminal, Write};
use vetgate_model::Transport;
use vetgate_report::escape;
use vetgate_vet::config;

/// What was decided about the servers of client configurations.
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
    /// Shows what would be started and contacted and asks, unless `yes` was said already.
    pub(crate) fn ask(servers: &[Server], yes: bool) -> Self {
        let asked: Vec<&Server> = servers.iter().filter(|s| s.needs_consent && s.obstacle().is_none()).collect();
        if asked.is_empty() || yes {
            return Self::Given;
        }
        for line in question(&asked) {
            console::note(&line);
        }
        if !has_somebody() {
            console::note(
                "Nothing was started or contacted, because there is no terminal for the question; use --yes to agree.",
            );
            return Self::Nobody;
        }
        Self::answer(&prompt(&asked))
    }

    /// Asks whether a change that was shown is to be made, unless `yes` was said already.
    pub(crate) fn to_change(question: &str, yes: bool) -> Self {
        if yes {
            return Self::Given;
        }
        if !has_somebody() {
            console::note("Nothing was changed, because there is no terminal for the question; use --yes to agree.");
            return Self::Nobody;
        }
        let answer = Self::answer(question);
        if answer == Self::Refused {
            console::note("Nothing was changed.");
        }
        answer
    }

    fn answer(question: &str) -> Self {
        let _ = write!(io::stderr(), "{question} [y/N] ");
        let mut answer = String::new();
        let _ = io::stdin().lock().read_line(&mut answer);
        match answer.trim().to_ascii_lowercase().as_str() {
            "y" | "yes" => Self::Given,
            _ => Self::Refused,
        }
    }
}

/// Whether there is a person to ask.
fn has_somebody() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

fn is_command(server: &Server) -> bool {
    matches!(server.transport, Transport::Stdio { .. })
}

fn prompt(servers: &[&Server]) -> String {
    let verb = match servers.iter().filter(|server| is_command(server)).count() {
        0 => "Contact",
        count if count == servers.len() => "Start",
        _ => "Start and contact",
    };
    format!("{verb} {}?", if servers.len() == 1 { "it" } else { "them" })
}

/// What would happen: a line for each server, and for a command one each for its folder and its variables. Headers are
/// named and their values never shown.
fn question(servers: &[&Server]) -> Vec<String> {
    let width = servers.iter().map(|server| server.name().chars().count()).max().unwrap_or(0).min(40);
    let about = |server: &&&Server| {
        let mut line = format!("  {:width$}  {}", escape::line(server.name()), escape::line(&server.target.target));
        if let Transport::Http { headers, .. } = &server.transport
            && !headers.is_empty()
        {
            let names: Vec<_> = headers.keys().map(|name| escape::line(name)).collect();
            line = format!("{line} (sends {})", names.join(", "));
        }
        let indent = width + 4;
        let more = config::surroundings(&server.written);
        let more = more.iter().map(|text| format!("{:indent$}{}", "", escape::line(text)));
        std::iter::once(line).chain(more).collect::<Vec<String>>()
    };
    let (commands, urls): (Vec<&&Server>, Vec<&&Server>) = servers.iter().partition(|server| is_command(server));
    let groups = [
        (commands, "This command would be started:", "These commands would be started:"),
        (urls, "This URL would be contacted:", "These URLs would be contacted:"),
    ];
    let mut lines = Vec::new();
    for (group, one, many) in groups {
        if !group.is_empty() {
            lines.push(if group.len() == 1 { one } else { many }.to_owned());
            lines.extend(group.iter().flat_map(about));
        }
    }
    lines
}
