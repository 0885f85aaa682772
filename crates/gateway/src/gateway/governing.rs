//! What calls are judged by and servers are trusted by: the configuration, and what people have added to it while the
//! gateway runs.

use super::Gateway;
use crate::additions::{AddedRule, AddedTrust, Additions, AdditionsFile};
use crate::config::Config;
use crate::events::What;
use crate::wall_clock;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;
use tokio::time::sleep;
use vetgate_guard::{Policy, PolicyError, RuleText, Settings};
use vetgate_ledger::{Entry, Kind, ServerKey, Trust};

/// How often it is looked whether another process has added something.
const EVERY: Duration = Duration::from_secs(1);
/// Servers that can be trusted otherwise than configured.
const TRUSTS: usize = 1000;

/// What is in force.
#[derive(Default)]
pub(super) struct Governing {
    config: RwLock<Arc<Config>>,
    /// Held while what is in force changes.
    added: Mutex<Additions>,
    /// What was wrong with the file at the last look, so that it is told once.
    wrong: Mutex<Option<String>>,
}

/// Why something was not saved.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unsaved {
    /// The rules are others by now; this is their revision.
    Moved(String),
    /// It is wrong.
    Wrong(String),
    /// It cannot be kept.
    Failed(String),
}

impl Gateway {
    /// Judges calls as `config` says from now on, and as the rules say that people have added; servers whose trust people
    /// have set are trusted so.
    pub fn govern(&self, config: &Config) -> Result<(), String> {
        let added = self.additions_file().map_or_else(|| Ok(Additions::default()), |file| file.read());
        let added = added.map_err(|error| error.to_string())?;
        let mut known = self.governing.added.lock().unwrap_or_else(PoisonError::into_inner);
        self.follow(config, &added).map_err(|error| error.to_string())?;
        *self.governing.config.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(config.clone());
        *known = added;
        Ok(())
    }

    /// The configuration that is in force.
    pub fn config(&self) -> Arc<Config> {
        self.governing.config.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What people have added.
    pub fn additions(&self) -> Additions {
        self.governing.added.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts other rules in the place of those that were added, if they still are those of `revision`. That `by` does so is
    /// on record before they are in force. Blocks.
    pub(crate) fn save_rules(&self, rules: &[AddedRule], revision: &str, by: &str) -> Result<Additions, Unsaved> {
        self.save(|mut there| {
            if there.revision != revision {
                return Err(Unsaved::Moved(there.revision));
            }
            there.rules = rules.to_vec();
            let note = serde_json::json!({ "rules": rules }).to_string();
            let entry = Entry { method: "save_rules".into(), principal: by.into(), note, ..Entry::new(Kind::Decision) };
            Ok((there, entry))
        })
    }

    /// Trusts a server so much, or as `configured` if `trust` is none. That `by` does so is on record before it is in
    /// force. What waits already goes on waiting, as if the configuration had said so. Blocks.
    pub(crate) fn set_trust(
        &self,
        server: &ServerKey,
        configured: Trust,
        trust: Option<Trust>,
        by: &str,
    ) -> Result<Additions, Unsaved> {
        let time_ms = u64::try_from(wall_clock::now().as_millis()).unwrap_or(u64::MAX);
        self.save(|mut there| {
            there.trusts.retain(|added| added.server != *server);
            if let Some(trust) = trust {
                there.trusts.push(AddedTrust { server: server.clone(), trust, by: by.to_owned(), time_ms });
            }
            if there.trusts.len() > TRUSTS {
                let text = format!("at most {TRUSTS} servers can have a trust that differs from the configuration");
                return Err(Unsaved::Wrong(text));
            }
            let word = trust.map_or("configured", Trust::name);
            let note = serde_json::json!({ "trust": word, "configured": configured }).to_string();
            let (server, principal) = (server.name.clone(), by.to_owned());
            let entry = Entry { method: "set_trust".into(), server, principal, note, ..Entry::new(Kind::Decision) };
            Ok((there, entry))
        })
    }

    /// Writes what `change` makes of what was added, puts the entry on record, and only then all of it in force.
    fn save(
        &self,
        change: impl FnOnce(Additions) -> Result<(Additions, Entry), Unsaved>,
    ) -> Result<Additions, Unsaved> {
        let none = || Unsaved::Failed("this gateway has no data folder".to_owned());
        let (file, ledger) = (self.additions_file().ok_or_else(none)?, self.ledger().ok_or_else(none)?);
        let failed = |error: std::io::Error| {
            Unsaved::Failed(format!("the file with the added rules cannot be written: {error}"))
        };
        let _lock = file.lock().map_err(failed)?;
        let mut known = self.governing.added.lock().unwrap_or_else(PoisonError::into_inner);
        let there = file.read().map_err(|error| Unsaved::Failed(error.to_string()))?;
        let (wanted, entry) = change(there)?;
        let config = self.config();
        Policy::compile(&settings(&config, &wanted.rules)).map_err(|error| Unsaved::Wrong(error.to_string()))?;
        let recorded = ledger.record(entry).wait();
        recorded
            .map_err(|error| Unsaved::Failed(format!("not saved, because the change cannot be recorded: {error}")))?;
        file.write(&wanted).map_err(failed)?;
        let saved = file.read().map_err(|error| Unsaved::Failed(error.to_string()))?;
        self.follow(&config, &saved).map_err(|error| Unsaved::Wrong(error.to_string()))?;
        *known = saved.clone();
        Ok(saved)
    }

    /// Takes up, for as long as the gateway lives, what other processes add.
    pub fn watch_additions(self: &Arc<Self>) {
        let gateway = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                sleep(EVERY).await;
                let Some(gateway) = gateway.upgrade() else { return };
                let _ = tokio::task::spawn_blocking(move || gateway.heed_additions()).await;
            }
        });
    }

    fn heed_additions(&self) {
        let Some(file) = self.additions_file() else { return };
        let read = file.read().map_err(|error| error.to_string());
        let taken = read.and_then(|there| {
            let mut known = self.governing.added.lock().unwrap_or_else(PoisonError::into_inner);
            if *known == there {
                return Ok(None);
            }
            self.follow(&self.config(), &there).map_err(|error| format!("the added rules are not valid: {error}"))?;
            *known = there.clone();
            Ok(Some(there))
        });
        let wrong = match taken {
            Ok(None) => None,
            Ok(Some(added)) => {
                self.tell_added(&added);
                None
            }
            Err(reason) => Some(reason),
        };
        let mut told = self.governing.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reason) = wrong.clone().filter(|_| *told != wrong) {
            self.events().tell(What::ReloadFailed { reason });
        }
        *told = wrong;
    }

    /// Tells what there is now beside the configuration.
    pub(crate) fn tell_added(&self, added: &Additions) {
        let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let rules = counted(added.rules.len(), "rule");
        let trust = match added.trusts.len() {
            0 => String::new(),
            count => format!(" and trust in {}", counted(count, "server")),
        };
        self.events().tell(What::Reloaded { changes: format!("{rules}{trust} in addition to the configuration") });
    }

    /// Has the guard follow the rules, if all of them are right, whatever the guard makes of them, and the curtain the
    /// trust.
    fn follow(&self, config: &Config, added: &Additions) -> Result<(), PolicyError> {
        let settings = settings(config, &added.rules);
        Policy::compile(&settings)?;
        self.guard.configure(&settings)?;
        self.curtain.trust(added.trust());
        Ok(())
    }

    fn additions_file(&self) -> Option<AdditionsFile> {
        self.ledger().map(|ledger| AdditionsFile::of(ledger.folder()))
    }
}

/// What the guard is told: the rules of the configuration come first.
pub(crate) fn settings(config: &Config, added: &[AddedRule]) -> Settings {
    let mut settings = config.guard();
    settings.rules.extend(added.iter().map(RuleText::from));
    settings
}
