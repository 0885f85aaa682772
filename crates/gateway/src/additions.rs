//! What people add to the configuration while the gateway runs, rules and trust in servers: a file in the data folder.
//!
//! The configuration is its owner's text, with comments and an order of its own, and is never written by a program. What
//! is decided in the console, or over the management API, stands in this file instead. Rules count behind the rules of the
//! configuration: what is refused there cannot be allowed here. Trust stands in the place of that of the configuration, for
//! the server that was meant: another one under its name is trusted as configured. Whoever can write to the data folder can
//! write to the file, as to the configuration.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use vetgate_guard::{Action, RuleText};
use vetgate_ledger::{ServerKey, Trust, private};

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

/// How much a server is trusted in the place of what the configuration says, and who has said so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddedTrust {
    /// Which server: its name, and what it really is.
    pub server: ServerKey,
    /// How much it is trusted.
    pub trust: Trust,
    /// Who has said so.
    #[serde(default)]
    pub by: String,
    /// When, in milliseconds since 1970.
    #[serde(default)]
    pub time_ms: u64,
}

/// What was added, as it stood at some moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Additions {
    /// The rules, in their order.
    pub rules: Vec<AddedRule>,
    /// What tells these rules from others.
    pub revision: String,
    /// The servers that are trusted otherwise than configured, each of them once.
    pub trusts: Vec<AddedTrust>,
}

impl Additions {
    /// What was said of a server, if anything was.
    pub(crate) fn trust_in(&self, server: &ServerKey) -> Option<&AddedTrust> {
        self.trusts.iter().find(|added| added.server == *server)
    }

    /// How much each of the servers is trusted.
    pub(crate) fn trust(&self) -> BTreeMap<ServerKey, Trust> {
        self.trusts.iter().map(|added| (added.server.clone(), added.trust)).collect()
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    rules: Vec<AddedRule>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    trust: Vec<AddedTrust>,
}

/// Why the file cannot be used.
#[derive(Debug, Error)]
#[error("{}: {why}; fix the file, or remove it to discard the added rules and trust settings", path.display())]
pub struct AdditionsError {
    path: PathBuf,
    why: String,
}

/// The file of a data folder.
#[derive(Debug, Clone)]
pub(crate) struct AdditionsFile {
    path: PathBuf,
    lock: PathBuf,
}

impl AdditionsFile {
    pub(crate) fn of(folder: &Path) -> Self {
        Self { path: folder.join(FILE), lock: folder.join(LOCK) }
    }

    /// What it says; nothing where there is none.
    pub(crate) fn read(&self) -> Result<Additions, AdditionsError> {
        let failed = |why: String| AdditionsError { path: self.path.clone(), why };
        let bytes = match private::read(&self.path, MOST_BYTES + 1) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => vec![],
            Err(error) => return Err(failed(error.to_string())),
        };
        if bytes.len() as u64 > MOST_BYTES {
            return Err(failed(format!("larger than {MOST_BYTES} bytes")));
        }
        let Written { rules, trust: trusts } = match bytes.is_empty() {
            true => Written::default(),
            false => serde_json::from_slice(&bytes).map_err(|error| failed(error.to_string()))?,
        };
        let revision = revision(&rules).map_err(|error| failed(error.to_string()))?;
        let added = Additions { rules, revision, trusts };
        if added.trust().len() < added.trusts.len() {
            return Err(failed("`trust` names a server twice".to_owned()));
        }
        Ok(added)
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

    /// Writes this in its place.
    pub(crate) fn write(&self, added: &Additions) -> io::Result<()> {
        let written = Written { rules: added.rules.clone(), trust: added.trusts.clone() };
        let text = serde_json::to_string_pretty(&written)?;
        private::replace(&self.path, format!("{text}\n").as_bytes())
    }
}

/// Of the rules alone: whoever writes rules is not disturbed by whoever trusts a server.
fn revision(rules: &[AddedRule]) -> serde_json::Result<String> {
    let text = if rules.is_empty() { String::new() } else { serde_json::to_string(rules)? };
    Ok(HEXLOWER.encode(&Sha256::digest(text))[..16].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_has_another_revision() {
        let folder = tempfile::tempdir().unwrap();
        let file = AdditionsFile::of(folder.path());
        let before = file.read().unwrap();
        assert!(before.rules.is_empty());
        let rule = AddedRule {
            when: "tool.name == 'a'".into(),
            action: Action::Allow,
            reason: "why".into(),
            by: "api:Jo".into(),
            time_ms: 7,
        };
        file.write(&Additions { rules: vec![rule.clone()], ..before.clone() }).unwrap();
        let after = file.read().unwrap();
        assert_eq!(after.rules, [rule]);
        assert_ne!(before.revision, after.revision);
    }

    fn trust(identity: &str, trust: Trust) -> AddedTrust {
        let server = ServerKey { name: "notes".into(), identity: identity.into() };
        AddedTrust { server, trust, by: "api:Jo".into(), time_ms: 7 }
    }

    #[test]
    fn trust_is_kept_beside_the_rules_and_leaves_their_revision() {
        let folder = tempfile::tempdir().unwrap();
        let file = AdditionsFile::of(folder.path());
        let before = file.read().unwrap();
        let trusts = vec![trust("a", Trust::Auto), trust("b", Trust::Scan)];
        file.write(&Additions { trusts: trusts.clone(), ..before.clone() }).unwrap();
        let after = file.read().unwrap();
        assert_eq!((&after.trusts, &after.revision), (&trusts, &before.revision));
        assert_eq!(after.trust_in(&trusts[1].server), Some(&trusts[1]));
        let other = ServerKey { name: "notes".into(), identity: "c".into() };
        assert_eq!(after.trust_in(&other), None, "another server under the same name is not meant");
    }

    #[test]
    fn a_file_that_says_two_things_of_one_server_or_an_unknown_one_is_broken() {
        let folder = tempfile::tempdir().unwrap();
        let file = AdditionsFile::of(folder.path());
        let trusts = vec![trust("a", Trust::Manual), trust("a", Trust::Auto)];
        file.write(&Additions { trusts, ..Additions::default() }).unwrap();
        assert!(file.read().unwrap_err().to_string().contains("names a server twice"));
        let text = r#"{"trust": [{"server": {"name": "notes", "identity": "a"}, "trust": "blind"}]}"#;
        private::replace(&folder.path().join(FILE), text.as_bytes()).unwrap();
        assert!(file.read().unwrap_err().to_string().contains("blind"));
    }

    #[test]
    fn a_broken_file_is_an_error_that_says_where() {
        let folder = tempfile::tempdir().unwrap();
        let file = AdditionsFile::of(folder.path());
        private::replace(&folder.path().join(FILE), b"{\"rules\": [{}]}").unwrap();
        let error = file.read().unwrap_err().to_string();
        assert!(error.contains("rules.json") && error.contains("missing field"), "{error}");
    }
}
