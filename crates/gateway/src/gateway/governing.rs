//! What calls are judged by: the configuration, and the rules that people have added to it while the gateway runs.

use super::Gateway;
use crate::added_rules::{AddedRule, AddedRules, RulesFile};
use crate::config::Config;
use crate::events::What;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;
use tokio::time::sleep;
use vetgate_guard::{Policy, PolicyError, RuleText, Settings};
use vetgate_ledger::{Entry, Kind};

/// How often it is looked whether another process has written rules.
const EVERY: Duration = Duration::from_secs(1);

/// What is in force.
#[derive(Default)]
pub(super) struct Governing {
    config: RwLock<Arc<Config>>,
    /// Held while what is in force changes.
    added: Mutex<AddedRules>,
    /// What was wrong with the file at the last look, so that it is told once.
    wrong: Mutex<Option<String>>,
}

/// Why rules were not saved.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unsaved {
    /// They are others by now; this is their revision.
    Moved(String),
    /// One of them is wrong.
    Wrong(String),
    /// They cannot be kept.
    Failed(String),
}

impl Gateway {
    /// Judges calls as `config` says from now on, and as the rules say that people have added.
    pub fn govern(&self, config: &Config) -> Result<(), String> {
        let added = self.rules_file().map_or_else(|| Ok(AddedRules::default()), |file| file.read());
        let added = added.map_err(|error| error.to_string())?;
        let mut known = self.governing.added.lock().unwrap_or_else(PoisonError::into_inner);
        self.follow(&settings(config, &added.rules)).map_err(|error| error.to_string())?;
        *self.governing.config.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(config.clone());
        *known = added;
        Ok(())
    }

    /// The configuration that is in force.
    pub fn config(&self) -> Arc<Config> {
        self.governing.config.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The rules that people have added.
    pub fn added_rules(&self) -> AddedRules {
        self.governing.added.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts other rules in the place of those that were added, if they still are those of `revision`. That `by` does so is
    /// on record before they are in force. Blocks.
    pub(crate) fn save_rules(&self, rules: &[AddedRule], revision: &str, by: &str) -> Result<AddedRules, Unsaved> {
        let none = || Unsaved::Failed("this gateway keeps no data folder".to_owned());
        let (file, ledger) = (self.rules_file().ok_or_else(none)?, self.ledger().ok_or_else(none)?);
        let failed = |error: std::io::Error| Unsaved::Failed(format!("the rules cannot be written: {error}"));
        let _lock = file.lock().map_err(failed)?;
        let mut known = self.governing.added.lock().unwrap_or_else(PoisonError::into_inner);
        let there = file.read().map_err(|error| Unsaved::Failed(error.to_string()))?;
        if there.revision != revision {
            return Err(Unsaved::Moved(there.revision));
        }
        let settings = settings(&self.config(), rules);
        Policy::compile(&settings).map_err(|error| Unsaved::Wrong(error.to_string()))?;
        let note = serde_json::json!({ "rules": rules }).to_string();
        let entry = Entry { method: "save_rules".into(), principal: by.into(), note, ..Entry::new(Kind::Decision) };
        let recorded = ledger.record(entry).wait();
        recorded.map_err(|error| Unsaved::Failed(format!("nothing is saved that cannot be recorded: {error}")))?;
        file.write(rules).map_err(failed)?;
        let saved = file.read().map_err(|error| Unsaved::Failed(error.to_string()))?;
        self.follow(&settings).map_err(|error| Unsaved::Wrong(error.to_string()))?;
        *known = saved.clone();
        Ok(saved)
    }

    /// Takes up, for as long as the gateway lives, what other processes add to the rules.
    pub fn watch_rules(self: &Arc<Self>) {
        let gateway = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                sleep(EVERY).await;
                let Some(gateway) = gateway.upgrade() else { return };
                let _ = tokio::task::spawn_blocking(move || gateway.heed_rules()).await;
            }
        });
    }

    fn heed_rules(&self) {
        let Some(file) = self.rules_file() else { return };
        let read = file.read().map_err(|error| error.to_string());
        let taken = read.and_then(|there| {
            let mut known = self.governing.added.lock().unwrap_or_else(PoisonError::into_inner);
            if known.revision == there.revision {
                return Ok(None);
            }
            let followed = self.follow(&settings(&self.config(), &there.rules));
            followed.map_err(|error| format!("the rules that were added: {error}"))?;
            let count = there.rules.len();
            *known = there;
            Ok(Some(count))
        });
        let wrong = match taken {
            Ok(None) => None,
            Ok(Some(count)) => {
                self.tell_rules(count);
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

    /// Tells that there are other rules now.
    pub(crate) fn tell_rules(&self, count: usize) {
        let plural = if count == 1 { "" } else { "s" };
        self.events().tell(What::Reloaded { changes: format!("{count} rule{plural} beside the configuration") });
    }

    /// Has the guard follow these settings, if all rules are right, whatever the guard makes of them.
    fn follow(&self, settings: &Settings) -> Result<(), PolicyError> {
        Policy::compile(settings)?;
        self.guard.configure(settings)
    }

    fn rules_file(&self) -> Option<RulesFile> {
        self.ledger().map(|ledger| RulesFile::of(ledger.folder()))
    }
}

/// What the guard is told: the rules of the configuration come first.
pub(crate) fn settings(config: &Config, added: &[AddedRule]) -> Settings {
    let mut settings = config.guard();
    settings.rules.extend(added.iter().map(RuleText::from));
    settings
}
