//! What a new configuration changes.

use super::{Config, Server};

/// What is different between two configurations. Servers by name, settings by their place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Servers that are new.
    pub added: Vec<String>,
    /// Servers that are gone.
    pub removed: Vec<String>,
    /// Servers that are reached or used in another way.
    pub changed: Vec<String>,
    /// Settings that apply from now on.
    pub applied: Vec<&'static str>,
    /// Settings that apply only after a restart.
    pub restart: Vec<&'static str>,
}

impl Changes {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether two configurations say the same about one setting.
type Same = fn(&Config, &Config) -> bool;

/// Settings that are looked at anew for every request.
// table: the gateway's own settings, each with its comparison.
const AT_ONCE: &[(&str, Same)] = &[
    ("/gateway/mode", |a, b| a.gateway.mode == b.gateway.mode),
    ("/gateway/allowed_hosts", |a, b| a.gateway.allowed_hosts == b.gateway.allowed_hosts),
    ("/gateway/allowed_origins", |a, b| a.gateway.allowed_origins == b.gateway.allowed_origins),
    ("/gateway/agents", |a, b| a.gateway.agents == b.gateway.agents),
    ("/gateway/anonymous", |a, b| a.gateway.anonymous == b.gateway.anonymous),
    ("/gateway/limits", |a, b| a.gateway.limits == b.gateway.limits),
    ("/gateway/telemetry", |a, b| a.gateway.telemetry == b.gateway.telemetry),
    ("/gateway/ledger/on_failure", |a, b| a.gateway.ledger.on_failure == b.gateway.ledger.on_failure),
    ("/gateway/ledger/keep_*", |a, b| {
        let kept = |config: &Config| {
            let ledger = &config.gateway.ledger;
            (ledger.keep_days, ledger.keep_records, ledger.keep_bytes)
        };
        kept(a) == kept(b)
    }),
    ("/security/pii_detection/auto_redact_after_days", |a, b| {
        let days = |config: &Config| config.security.pii_detection.auto_redact_after_days;
        days(a) == days(b)
    }),
    ("/security/risk_assessment", |a, b| a.security.risk_assessment == b.security.risk_assessment),
    ("/security/tool_quarantine", |a, b| a.security.tool_quarantine == b.security.tool_quarantine),
    ("/security/tool_policy", |a, b| a.security.tool_policy == b.security.tool_policy),
    ("/security/alerts", |a, b| a.security.alerts == b.security.alerts),
    ("/security/mode", |a, b| a.security.guarding.mode == b.security.guarding.mode),
    ("/security/trifecta", |a, b| a.security.guarding.trifecta == b.security.guarding.trifecta),
    ("/security/session_key", |a, b| a.security.guarding.session_key == b.security.guarding.session_key),
    ("/security/intent_argument", |a, b| a.security.guarding.intent_argument == b.security.guarding.intent_argument),
    ("/security/rules", |a, b| a.security.guarding.rules == b.security.guarding.rules),
    ("/security/responses", |a, b| a.security.guarding.responses == b.security.guarding.responses),
    ("/security/masking", |a, b| a.security.guarding.masking == b.security.guarding.masking),
    ("/security/exfiltration", |a, b| a.security.guarding.exfiltration == b.security.guarding.exfiltration),
    ("/security/flow", |a, b| a.security.guarding.flow == b.security.guarding.flow),
    ("/security/baselines", |a, b| a.security.guarding.baselines == b.security.guarding.baselines),
    ("/security/holds", |a, b| a.security.guarding.holds == b.security.guarding.holds),
];

/// Settings that are looked at when the gateway starts.
const AT_START: &[(&str, Same)] = &[
    ("/gateway/listen", |a, b| a.gateway.listen == b.gateway.listen),
    ("/gateway/tls", |a, b| a.gateway.tls == b.gateway.tls),
    ("/gateway/allow_plaintext", |a, b| a.gateway.allow_plaintext == b.gateway.allow_plaintext),
    ("/gateway/data_dir", |a, b| a.gateway.data_dir == b.gateway.data_dir),
    ("/gateway/ledger/survive", |a, b| a.gateway.ledger.survive == b.gateway.ledger.survive),
    ("/gateway/ledger/body_bytes", |a, b| a.gateway.ledger.body_bytes == b.gateway.ledger.body_bytes),
    // What is masked is decided when the record is opened.
    ("/security/pii_detection", |a, b| {
        let masked = |config: &Config| {
            let settings = config.security.pii_detection.clone();
            vetgate_sensitive::Settings { auto_redact_after_days: None, ..settings }
        };
        masked(a) == masked(b)
    }),
];

/// What `new` changes in `old`.
pub(super) fn between(old: &Config, new: &Config) -> Changes {
    let different = |settings: &[(&'static str, Same)]| {
        settings.iter().filter(|(_, is_same)| !is_same(old, new)).map(|(place, _)| *place).collect()
    };
    let names = |keep: &dyn Fn(&Server) -> bool, of: &Config| -> Vec<String> {
        of.servers.values().filter(|server| keep(server)).map(|server| server.name.clone()).collect()
    };
    let is_changed = |server: &Server| old.servers.get(&server.name).is_some_and(|before| before != server);
    Changes {
        added: names(&|server| !old.servers.contains_key(&server.name), new),
        removed: names(&|server| !new.servers.contains_key(&server.name), old),
        changed: names(&is_changed, new),
        applied: different(AT_ONCE),
        restart: different(AT_START),
    }
}
