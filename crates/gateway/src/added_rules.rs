//! Rules that people add while the gateway runs, beside those of the configuration: a file in the data folder.
//!
//! The configuration is its owner's text, with comments and an order of its own, and is never written by a program. What
//! is decided in the console, or over the management API, stands in this file instead, and counts behind the rules of the
//! configuration: what is refused there cannot be allowed here. Whoever can write to the data folder can write to it, as to
//! the configuration.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use vetgate_guard::{Action, RuleText};
use vetgate_ledger::private;

const FILE: &str = "rules.json";
const LOCK: &str = "rules.lock";
/// More than the file can have.
const MOST_BYTES: u64 = 4 << 20;

/// One rule, and who has added it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddedRule {
    /// When it holds; CEL.
    pub when: String,
    /// What is done then.
    pub action: Action,
    /// Why, for whoever is stopped by it.
    pub reason: String,
    /// Who has added it.
    #[serde(default)]
    pub by: String,
    /// When, in milliseconds since 1970.
    #[serde(default)]
    pub time_ms: u64,
}

impl From<&AddedRule> for RuleText {
    fn from(rule: &AddedRule) -> Self {
        Self { when: rule.when.clone(), action: rule.action, reason: rule.reason.clone() }
    }
}

/// The rules as they stood at some moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AddedRules {
    /// In their order.
    pub rules: Vec<AddedRule>,
    /// What tells this state of the file from others.
    pub revision: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rules: Vec<AddedRule>,
}

/// Why the file cannot be used.
#[derive(Debug, Error)]
#[error("{}: {why}; mend it, or remove it to do without the rules that were added", path.display())]
pub struct AddedRulesError {
    path: PathBuf,
    why: String,
}

/// The file of a data folder.
#[derive(Debug, Clone)]
pub(crate) struct RulesFile {
    path: PathBuf,
    lock: PathBuf,
}

impl RulesFile {
    pub(crate) fn of(folder: &Path) -> Self {
        Self { path: folder.join(FILE), lock: folder.join(LOCK) }
    }

    /// What it says; nothing where there is none.
    pub(crate) fn read(&self) -> Result<AddedRules, AddedRulesError> {
        let failed = |why: String| AddedRulesError { path: self.path.clone(), why };
        let bytes = match private::read(&self.path, MOST_BYTES + 1) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => vec![],
            Err(error) => return Err(failed(error.to_string())),
        };
        if bytes.len() as u64 > MOST_BYTES {
            return Err(failed(format!("larger than {MOST_BYTES} bytes")));
        }
        let revision = HEXLOWER.encode(&Sha256::digest(&bytes))[..16].to_owned();
        let rules = match bytes.is_empty() {
            true => vec![],
            false => serde_json::from_slice::<Written>(&bytes).map_err(|error| failed(error.to_string()))?.rules,
        };
        Ok(AddedRules { rules, revision })
    }

    /// Keeps others from writing for as long as what it returns is there.
    pub(crate) fn lock(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&self.lock)?;
        file.lock()?;
        Ok(file)
    }

    /// Writes other rules in its place.
    pub(crate) fn write(&self, rules: &[AddedRule]) -> io::Result<()> {
        let text = serde_json::to_string_pretty(&Written { rules: rules.to_vec() })?;
        private::replace(&self.path, format!("{text}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_has_another_revision() {
        let folder = tempfile::tempdir().unwrap();
        let file = RulesFile::of(folder.path());
        let before = file.read().unwrap();
        assert!(before.rules.is_empty());
        let rule = AddedRule {
            when: "tool.name == 'a'".into(),
            action: Action::Allow,
            reason: "why".into(),
            by: "api:Jo".into(),
            time_ms: 7,
        };
        file.write(std::slice::from_ref(&rule)).unwrap();
        let after = file.read().unwrap();
        assert_eq!(after.rules, [rule]);
        assert_ne!(before.revision, after.revision);
    }

    #[test]
    fn a_broken_file_is_an_error_that_says_where() {
        let folder = tempfile::tempdir().unwrap();
        let file = RulesFile::of(folder.path());
        private::replace(&folder.path().join(FILE), b"{\"rules\": [{}]}").unwrap();
        let error = file.read().unwrap_err().to_string();
        assert!(error.contains("rules.json") && error.contains("missing field"), "{error}");
    }
}
