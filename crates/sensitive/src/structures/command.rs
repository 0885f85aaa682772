//! Passwords on a command line: `mysql -u root -p…`, `docker login -p …`, `Connect-VIServer -Password …`.

use crate::candidate::Candidate;
use crate::credential::{PASSWORD, value_at};
use crate::placeholder::is_placeholder;
use crate::{Grade, class::is_word};
use std::ops::Range;

/// A command and the flag whose value is a password.
#[derive(Debug)]
struct Row {
    command: &'static str,
    flag: &'static str,
    /// What the value is: the password, or a name, a colon and the password.
    holds: Holds,
    joined: Joined,
}

/// Whether the value follows the flag without a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joined {
    No,
    May,
    Must,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Password,
    NameAndPassword,
}

use Holds::{NameAndPassword, Password};

// `ROWS`, from `data/command_passwords.tsv`.
include!(concat!(env!("OUT_DIR"), "/command_passwords.rs"));

/// How far from the command the flag may stand.
const REACH: usize = 400;

/// The password of the command that starts at `at`.
pub(super) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let line = &text[at..text.len().min(at + REACH)];
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
    let is_command = |row: &&Row| {
        line.get(..row.command.len()).is_some_and(|start| start.eq_ignore_ascii_case(row.command.as_bytes()))
            && !line.get(row.command.len()).is_some_and(|next| is_word(*next))
    };
    ROWS.iter().filter(is_command).find_map(|row| row.value(line)).and_then(|(value, holds)| {
        let span = at + value.start..at + value.end;
        let value = &text[span.clone()];
        let password = match holds {
            Password => span,
            NameAndPassword => span.start + memchr::memchr(b':', value)? + 1..span.end,
        };
        let value = &text[password.clone()];
        if value.len() < 4 || value.starts_with(b"/") {
            return None;
        }
        let grade = if is_placeholder(value) { Grade::Low } else { Grade::Medium };
        Some(Candidate { kind: &PASSWORD, span: password, bare: Some(grade), alone: None, named: None, words: &[] })
    })
}

impl Row {
    /// Where the flag's value stands in the line.
    fn value(&self, line: &[u8]) -> Option<(Range<usize>, Holds)> {
        let flag = self.flag.as_bytes();
        let mut from = self.command.len();
        loop {
            let found = from + memchr::memmem::find(line.get(from..)?, flag)?;
            from = found + flag.len();
            if line[found - 1] != b' ' {
                continue;
            }
            let start = found + flag.len();
            let is_joined = line.get(start).is_some_and(|next| !matches!(next, b' ' | b'='));
            match (self.joined, is_joined) {
                (Joined::No, true) => continue,
                // `mysql -p` alone asks for it.
                (Joined::Must, false) => return None,
                _ => {}
            }
            let start = start + usize::from(!is_joined);
            let (value, _) = value_at(line, found, start)?;
            return (line[start] != b'-').then_some((value, self.holds));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(&str, Option<Grade>)> {
        at(text.as_bytes(), 0).map(|found| (&text[found.span], found.bare))
    }

    #[test]
    fn flags_that_take_a_password() {
        let medium = Some(Grade::Medium);
        assert_eq!(found("mysql -u root -p'73Y!h#K5' -h db shop"), Some(("73Y!h#K5", medium)));
        assert_eq!(found("docker login -u deploy -p k7zNEFz registry.acme.io"), Some(("k7zNEFz", medium)));
        assert_eq!(found("PsExec.exe \\\\host -u Administrator -p braksha cmd"), Some(("braksha", medium)));
        assert_eq!(found("curl -u jo:sw0rdfish https://acme.io"), Some(("sw0rdfish", medium)));
        assert_eq!(found("curl --user 'jo:sw0rdfish' https://acme.io"), Some(("sw0rdfish", medium)));
    }

    #[test]
    fn flags_that_do_not() {
        for text in [
            "mysql -u root -p shop",
            "mysqlx -pabcd",
            "docker login -p",
            "curl -u jo https://acme.io",
            "mysql",
            "curl -user",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
        assert_eq!(found("sshpass -p $PASSWORD ssh"), Some(("$PASSWORD", Some(Grade::Low))));
    }
}
