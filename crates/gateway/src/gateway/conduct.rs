//! What the gateway itself is told of guarding: how sessions are told apart, and who hears of what.

use super::Gateway;
use crate::config::{Config, Keying, LogLevel};
use crate::hub::Hub;
use std::sync::PoisonError;

/// How calls are seen and told of, around the guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conduct {
    /// What tells one session from others.
    pub keying: Keying,
    /// Whether tools are offered with an argument in which an agent says what it means to do.
    pub offers_intent: bool,
    /// Whether somebody is alerted of data that leaves.
    pub alerts_exfiltration: bool,
    /// Whether somebody is alerted of personal data that shows up.
    pub alerts_exposure: bool,
    /// How loudly verdicts are logged.
    pub log_level: LogLevel,
    /// Whether agents get definitions without invisible characters and terminal sequences.
    pub sanitizes: bool,
}

impl Conduct {
    /// What a configuration says of it.
    pub fn of(config: &Config) -> Self {
        let (alerts, guarding) = (&config.security.alerts, &config.security.guarding);
        Self {
            keying: guarding.session_key,
            offers_intent: guarding.intent_argument,
            alerts_exfiltration: alerts.exfiltration_detection,
            alerts_exposure: alerts.pii_exposure,
            log_level: config.security.tool_policy.log_level,
            sanitizes: config.security.tool_quarantine.sanitize,
        }
    }
}

impl Default for Conduct {
    fn default() -> Self {
        Self::of(&Config::default())
    }
}

impl Gateway {
    /// Conducts itself like this from now on.
    pub fn conduct(&self, conduct: Conduct) {
        *self.hub.conduct.write().unwrap_or_else(PoisonError::into_inner) = conduct;
    }

    pub(super) fn conducts(&self) -> Conduct {
        self.hub.conducts()
    }
}

impl Hub {
    pub(crate) fn conducts(&self) -> Conduct {
        *self.conduct.read().unwrap_or_else(PoisonError::into_inner)
    }
}
