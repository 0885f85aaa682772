//! `VG-S-011 embedded-secret`: a secret stands in the source.
//!
//! # What it finds
//! Tokens, keys and passwords in any text file of the tree, by the formats that [`vetgate inspect`](commands/inspect.md)
//! knows; and files such as `.env` with values in them that are not kept out of the repository by `.gitignore`. Values are
//! shown masked.
//!
//! # Why it matters
//! What is committed is copied to every clone and stays in the history. Whoever gets the source gets what the key opens.
//!
//! # Attack
//! ```python
//! import httpx
//! TOKEN = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O53pFYPg"
//!
//! def issues() -> str:
//!     return httpx.get("https://api.github.com/issues", headers={"Authorization": "Bearer " + TOKEN}).text
//! ```
//!
//! # Harmless twin
//! ```python
//! import os
//! import httpx
//! TOKEN = os.environ["GITHUB_TOKEN"]
//!
//! def issues() -> str:
//!     return httpx.get("https://api.github.com/issues", headers={"Authorization": "Bearer " + TOKEN}).text
//! ```
//!
//! # Cannot see
//! Secrets without a known form and without a name that says what they are; whether a secret still opens anything.
//! Placeholders, templates such as `.env.example`, tests and fixtures are left alone.

use super::{Findings, Rule, RuleMeta, Subject};
use crate::mask;
use crate::words::embedded_secret::MADE_UP;
use vetgate_model::json::Lines;
use vetgate_model::{Lifecycle, Severity, ThreatType};
use vetgate_sensitive::{Category, Grade};
use vetgate_source::{Place, form::Span};

/// See the module documentation.
pub(super) struct EmbeddedSecret;

/// How many secrets of one file are shown.
const MOST: usize = 20;

impl Rule for EmbeddedSecret {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-011",
            name: "embedded-secret",
            severity: Severity::High,
            threat: ThreatType::Exfiltration,
            lifecycle: Lifecycle::Experimental,
            advice: "Remove and revoke it, and read the new one from the environment or a secret store. For a \
                     file such as `.env`, add it to `.gitignore`.",
            source: include_str!("embedded_secret.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        for file in subject.tree.files() {
            let Ok(text) = &file.text else { continue };
            if is_made_up(&file.path) {
                continue;
            }
            let lines = Lines::of(text);
            let at = |start: usize, end: usize| {
                let ((line, column), (end_line, end_column)) = (lines.position(text, start), lines.position(text, end));
                let span = Span { start: start as u32, end: end as u32 };
                Place { file: file.path.clone(), line, column, end_line, end_column, span }
            };
            let secrets = mask::matches(text)
                .into_iter()
                .filter(|found| found.category == Category::Secret && found.grade() == Grade::High);
            let mut any = false;
            for found in secrets.take(MOST) {
                any = true;
                let message = format!("Secret in source code: {} ({}).", found.kind, found.sample.as_str());
                // Some keys are meant to be shipped: a project key of PostHog sends events and reads nothing.
                let severity = found.severity.min(self.meta().severity);
                out.add(&at(found.span.start, found.span.end), found.confidence.value(), &message).severity(severity);
            }
            if !any && let Some((name, start, end)) = environment(&file.path, text) {
                let message = format!("A file with local settings is part of the source; `{name}` has a value.");
                out.add(&at(start, end), 0.5, &message).severity(Severity::Low).quoting(&format!("{name}=***"));
            }
        }
    }
}

/// Whether a file holds what is made up for tests or to be filled in.
fn is_made_up(path: &str) -> bool {
    let lower = path.to_lowercase();
    lower.split(['/', '.', '-', '_']).any(|part| MADE_UP.contains(&part))
        || [".lock", "-lock.json", ".min.js", ".map", ".svg"].iter().any(|ending| lower.ends_with(ending))
}

/// The first setting of a file such as `.env` whose name is that of a secret and that has a value.
fn environment<'t>(path: &str, text: &'t str) -> Option<(&'t str, usize, usize)> {
    let file = path.rsplit('/').next()?;
    if file != ".env" && !file.starts_with(".env.") {
        return None;
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let here = start;
        start += line.len();
        let setting = line.trim().strip_prefix("export ").unwrap_or(line.trim());
        let Some((name, value)) = setting.split_once('=') else { continue };
        let value = value.trim().trim_matches(['"', '\'']);
        let is_placeholder = value.len() < 6
            || value.contains(['<', '$', '{'])
            || ["your", "change", "xxx", "todo", "example", "placeholder"]
                .iter()
                .any(|w| value.to_lowercase().contains(w));
        if !name.starts_with('#') && mask::names_a_secret(name.trim()) && !is_placeholder {
            return Some((name.trim(), here, here + line.trim_end().len()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_settings_counts_only_with_a_value() {
        assert!(environment("a/.env", "PORT=80\nAPI_KEY=\"q8w7e6r5\"\n").is_some_and(|found| found.0 == "API_KEY"));
        for text in ["API_KEY=\n", "API_KEY=your-key-here", "# API_KEY=q8w7e6r5", "PORT=8080000", "API_KEY=${KEY_ID}"] {
            assert!(environment(".env", text).is_none(), "{text}");
        }
        assert!(environment("env.py", "API_KEY=q8w7e6r5").is_none());
    }

    #[test]
    fn what_is_made_up_is_told_by_its_path() {
        for path in ["tests/a.py", "src/__tests__/a.ts", ".env.example", "conf/settings.sample.toml", "a.test.ts"] {
            assert!(is_made_up(path), "{path}");
        }
        for path in ["src/server.py", ".env", "latest.py", "contest/a.py"] {
            assert!(!is_made_up(path), "{path}");
        }
    }
}
