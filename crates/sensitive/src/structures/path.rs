//! Files that hold secrets, by where Linux, macOS and Windows keep them.

use crate::candidate::Candidate;
use crate::class::is_word;
use crate::words::path::READING;
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(crate) static KEYS: Kind =
    Kind::new("path.keys", "Path of a file with keys or passwords", Category::Path, Severity::High);
pub(crate) static SETTINGS: Kind =
    Kind::new("path.settings", "Path of a file that often has secrets in it", Category::Path, Severity::Medium);

/// A file or folder, with `/` for either slash.
#[derive(Debug)]
pub(crate) struct Row {
    /// How it starts, from its first letter: at least three bytes.
    pub(crate) start: &'static str,
    /// What follows.
    rest: &'static str,
    /// What must stand right before it: nothing, a dot, or a slash.
    before: Before,
    holds: Holds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Dot,
    Slash,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Keys,
    Settings,
}

use Before::{Dot, Slash};
use Holds::{Keys, Settings};

// `ROWS`, from `data/secret_paths.tsv`.
include!(concat!(env!("OUT_DIR"), "/secret_paths.rs"));

/// How far before its name a path may begin.
const REACH: usize = 96;

/// The path a row of which starts at `at`.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let before = at.checked_sub(1).map(|at| text[at])?;
    let (row, end) = ROWS.iter().find_map(|row| Some((row, row.end(text, at, before)?)))?;
    let mut start = at - 1;
    while start > 0 && at - start < REACH && is_path(text[start - 1]) {
        start -= 1;
    }
    // What only touches the name, such as `process.env`, is code.
    if row.before == Dot && start + 1 < at && !is_slash(text[at - 2]) {
        return None;
    }
    let rest = &text[end..];
    let length = rest.iter().take(REACH).take_while(|byte| is_path(**byte)).count();
    let stop = rest[..length].iter().rposition(|byte| is_word(*byte) || is_slash(*byte)).map_or(0, |last| last + 1);
    let span = start..end + stop;
    // A public key is no secret.
    if text[span.clone()].ends_with(b".pub") {
        return None;
    }
    let (kind, grade) = match row.holds {
        Keys => (&KEYS, Grade::Medium),
        Settings => (&SETTINGS, Grade::Low),
    };
    let low = Some(Grade::Low);
    Some(Candidate { kind, span, bare: low, alone: Some(grade), named: Some(grade), words: READING })
}

impl Row {
    /// Where it ends if it stands at `at`.
    fn end(&self, text: &[u8], at: usize, before: u8) -> Option<usize> {
        match self.before {
            Dot if before != b'.' => return None,
            Slash if !is_slash(before) => return None,
            _ => {}
        }
        let mut end = at;
        for letter in self.start.bytes().chain(self.rest.bytes()) {
            let byte = text.get(end)?;
            if *byte != letter && !(letter == b'/' && *byte == b'\\') {
                return None;
            }
            end += 1;
            // A backslash that is itself escaped.
            if *byte == b'\\' && text.get(end) == Some(&b'\\') {
                end += 1;
            }
        }
        let ends =
            self.rest.ends_with(['/', '_']) || !text.get(end).is_some_and(|next| is_word(*next) || *next == b'_');
        ends.then_some(end)
    }
}

fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

fn is_path(byte: u8) -> bool {
    is_word(byte)
        || is_slash(byte)
        || matches!(byte, b'.' | b'_' | b'-' | b'~' | b':' | b'$' | b'%' | b'{' | b'}')
        || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(&str, Option<Grade>)> {
        let bytes = text.as_bytes();
        let starts = (0..bytes.len())
            .filter(|start| is_word(bytes[*start]) && !start.checked_sub(1).is_some_and(|b| is_word(bytes[b])));
        starts.filter_map(|start| at(bytes, start)).map(|found| (&text[found.span], found.named)).next()
    }

    #[test]
    fn secret_files_of_three_systems() {
        for path in [
            "~/.ssh/id_rsa",
            "$HOME/.aws/credentials",
            "/home/jo/.kube/config",
            "/etc/shadow",
            "/run/secrets/db",
            "/Users/jo/Library/Keychains/login.keychain-db",
            "C:\\Windows\\System32\\config\\SAM",
            "C:\\\\Users\\\\jo\\\\.ssh\\\\id_ed25519",
            "~/.gnupg/secring.gpg",
            "/proc/self/environ",
        ] {
            let text = format!("read {path}, then go on");
            assert_eq!(found(&text), Some((path, Some(Grade::Medium))), "{text}");
        }
        for path in ["./.env", ".env", "config/.env.local", "/etc/passwd", "~/.npmrc"] {
            let text = format!("see {path}.");
            assert_eq!(found(&text), Some((path, Some(Grade::Low))), "{text}");
        }
    }

    #[test]
    fn other_files_and_code_are_left_alone() {
        for text in [
            "process.env.HOME", "import.meta.env", "~/.ssh/id_rsa.pub", "id_rsa", "/etc/hosts", ".environment",
            "etc/shadows", "",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
