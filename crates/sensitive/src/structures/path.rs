//! Files that hold secrets, by where Linux, macOS and Windows keep them.

use crate::candidate::Candidate;
use crate::class::is_word;
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(crate) static KEYS: Kind =
    Kind::new("path.keys", "Path of a file with keys or passwords", Category::Path, Severity::High);
pub(crate) static SETTINGS: Kind =
    Kind::new("path.settings", "Path of a file that often has secrets in it", Category::Path, Severity::Medium);

/// A file or folder, with `/` for either slash.
pub(crate) struct Row {
    /// How it starts, from its first letter: at least three bytes.
    pub(crate) start: &'static str,
    /// What follows.
    rest: &'static str,
    /// What must stand right before it: nothing, a dot, or a slash.
    before: Before,
    holds: Holds,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Dot,
    Slash,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Keys,
    Settings,
}

const fn row(before: Before, start: &'static str, rest: &'static str, holds: Holds) -> Row {
    Row { start, rest, before, holds }
}

use Before::{Dot, Slash};
use Holds::{Keys, Settings};

/// One row each. A name that ends in `/` is a folder: anything in it counts.
pub(crate) const ROWS: &[Row] = &[
    row(Dot, "ssh", "/id_", Keys),
    row(Dot, "ssh", "/authorized_keys", Settings),
    row(Dot, "ssh", "/config", Settings),
    row(Dot, "aws", "/credentials", Keys),
    row(Dot, "aws", "/config", Settings),
    row(Dot, "azure", "/", Keys),
    row(Dot, "config", "/gcloud/", Keys),
    row(Dot, "config", "/gh/hosts.yml", Keys),
    row(Dot, "config", "/rclone/rclone.conf", Keys),
    row(Dot, "kube", "/config", Keys),
    row(Dot, "docker", "/config.json", Keys),
    row(Dot, "gnupg", "/", Keys),
    row(Dot, "netrc", "", Keys),
    row(Dot, "pgpass", "", Keys),
    row(Dot, "my.cnf", "", Settings),
    row(Dot, "git-credentials", "", Keys),
    row(Dot, "npmrc", "", Settings),
    row(Dot, "pypirc", "", Settings),
    row(Dot, "cargo", "/credentials", Keys),
    row(Dot, "gem", "/credentials", Keys),
    row(Dot, "terraform.d", "/credentials", Keys),
    row(Dot, "vault-token", "", Keys),
    row(Dot, "password-store", "/", Keys),
    row(Dot, "local", "/share/keyrings/", Keys),
    row(Dot, "mozilla", "/firefox/", Settings),
    row(Dot, "env", "", Settings),
    row(Dot, "htpasswd", "", Keys),
    row(Dot, "bash_history", "", Settings),
    row(Dot, "zsh_history", "", Settings),
    row(Dot, "cursor", "/mcp.json", Settings),
    row(Dot, "claude", "/.credentials.json", Keys),
    row(Dot, "codex", "/auth.json", Keys),
    row(Slash, "etc", "/shadow", Keys),
    row(Slash, "etc", "/gshadow", Keys),
    row(Slash, "etc", "/sudoers", Settings),
    row(Slash, "etc", "/passwd", Settings),
    row(Slash, "etc", "/ssl/private/", Keys),
    row(Slash, "etc", "/kubernetes/admin.conf", Keys),
    row(Slash, "proc", "/self/environ", Keys),
    row(Slash, "var", "/run/secrets/", Keys),
    row(Slash, "run", "/secrets/", Keys),
    row(Slash, "Library", "/Keychains/", Keys),
    row(Slash, "Library", "/Cookies/", Keys),
    row(Slash, "Library", "/Application Support/Google/Chrome/", Settings),
    row(Slash, "Library", "/Application Support/Claude/", Settings),
    row(Slash, "Login Data", "", Keys),
    row(Slash, "System32", "/config/SAM", Keys),
    row(Slash, "System32", "/config/SYSTEM", Keys),
    row(Slash, "system32", "/config/sam", Keys),
    row(Slash, "NTDS", ".dit", Keys),
    row(Slash, "ntds", ".dit", Keys),
    row(Slash, "Microsoft", "/Credentials/", Keys),
    row(Slash, "Microsoft", "/Protect/", Keys),
    row(Slash, "Microsoft", "/Vault/", Keys),
    row(Slash, "PowerShell", "/PSReadLine/ConsoleHost_history.txt", Settings),
    row(Slash, "unattend", ".xml", Settings),
    row(Slash, "id_rsa", "", Keys),
    row(Slash, "id_ed25519", "", Keys),
    row(Slash, "id_ecdsa", "", Keys),
    row(Slash, "wallet", ".dat", Keys),
    row(Slash, "credentials", ".json", Keys),
    row(Slash, "service-account", ".json", Keys),
];

/// Commands that read a file, and names of values that are paths: a path that is only mentioned is no more than that.
const READING: &[&str] =
    &["path", "filename", "filepath", "cat", "less", "head", "tail", "cp", "scp", "curl", "tar", "zip", "base64"];

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
