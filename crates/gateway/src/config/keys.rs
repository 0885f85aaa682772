//! The table of keys: everything that the configuration understands, and what holds where nothing is said.
//!
//! To add a setting, add its row and read it where its section is read. Unknown keys are told by this table, defaults
//! come from it, and a test holds `docs/gateway-configuration.md` to it.

/// One key of the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The section it stands in, with a dot for each level and `[]` for an element of a list. `vetgate` is the one in a
    /// server's entry.
    pub section: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its default as it would be written in JSON; empty where there is none, or where it follows from other keys.
    pub default: &'static str,
}

const fn key(section: &'static str, name: &'static str, default: &'static str) -> Key {
    Key { section, name, default }
}

/// Every key, section by section.
// table: the keys of the gateway's own configuration file.
pub const KEYS: &[Key] = &[
    key("vetgate", "trust", "\"manual\""),
    key("vetgate", "timeout", "\"60s\""),
    key("vetgate", "connect_timeout", "\"30s\""),
    key("vetgate", "concurrency", "32"),
    key("vetgate", "queue", "256"),
    key("vetgate", "isolate", "false"),
    key("vetgate", "max_response_bytes", "\"16MiB\""),
    key("vetgate", "inherit_environment", "false"),
    key("vetgate", "class", ""),
    key("vetgate", "content", ""),
    key("gateway", "listen", "\"127.0.0.1:7332\""),
    key("gateway", "mode", "\"direct\""),
    key("gateway", "tls", ""),
    key("gateway", "allow_plaintext", "false"),
    key("gateway", "allowed_hosts", "[]"),
    key("gateway", "allowed_origins", "[]"),
    key("gateway", "data_dir", ""),
    key("gateway", "agents", "[]"),
    key("gateway", "anonymous", ""),
    key("gateway", "limits", ""),
    key("gateway", "ledger", ""),
    key("gateway", "telemetry", ""),
    key("gateway.tls", "cert", ""),
    key("gateway.tls", "key", ""),
    key("gateway.agents[]", "name", ""),
    key("gateway.agents[]", "token", ""),
    key("gateway.agents[]", "servers", ""),
    key("gateway.agents[]", "operations", ""),
    key("gateway.limits", "request_bytes", "\"4MiB\""),
    key("gateway.limits", "depth", "128"),
    key("gateway.limits", "requests_per_second", "20000"),
    key("gateway.limits", "burst", ""),
    key("gateway.limits", "connections", "2048"),
    key("gateway.limits", "sessions", "4096"),
    key("gateway.limits", "in_flight", "1024"),
    key("gateway.limits", "session_idle", "\"1h\""),
    key("gateway.ledger", "on_failure", "\"deny\""),
    key("gateway.ledger", "survive", "\"crash\""),
    key("gateway.ledger", "body_bytes", "\"64KiB\""),
    key("gateway.ledger", "keep_days", "365"),
    key("gateway.ledger", "keep_records", "0"),
    key("gateway.ledger", "keep_bytes", "\"0B\""),
    key("gateway.telemetry", "traces", ""),
    key("security", "mode", "\"enforce\""),
    key("security", "trifecta", "\"warn\""),
    key("security", "session_key", "\"auto\""),
    key("security", "intent_argument", "false"),
    key("security", "rules", "[]"),
    key("security", "pii_detection", ""),
    key("security", "risk_assessment", ""),
    key("security", "tool_quarantine", ""),
    key("security", "tool_policy", ""),
    key("security", "responses", ""),
    key("security", "masking", ""),
    key("security", "exfiltration", ""),
    key("security", "flow", ""),
    key("security", "baselines", ""),
    key("security", "holds", ""),
    key("security", "alerts", ""),
    key("security.rules[]", "when", ""),
    key("security.rules[]", "action", ""),
    key("security.rules[]", "reason", ""),
    key("security.pii_detection", "enabled", "true"),
    key("security.pii_detection", "patterns", ""),
    key("security.pii_detection", "except", "[]"),
    key("security.pii_detection", "custom_patterns", "[]"),
    key("security.pii_detection", "keywords", "[]"),
    key("security.pii_detection", "min_confidence", "\"medium\""),
    key("security.pii_detection", "high_entropy", "false"),
    key("security.pii_detection", "auto_redact_after_days", "30"),
    key("security.pii_detection.custom_patterns[]", "name", ""),
    key("security.pii_detection.custom_patterns[]", "regex", ""),
    key("security.pii_detection.custom_patterns[]", "severity", "\"medium\""),
    key("security.pii_detection.custom_patterns[]", "confidence", "\"high\""),
    key("security.pii_detection.keywords[]", "name", ""),
    key("security.pii_detection.keywords[]", "words", ""),
    key("security.pii_detection.keywords[]", "severity", "\"medium\""),
    key("security.risk_assessment", "enabled", "true"),
    key("security.risk_assessment", "auto_flag_threshold", "70"),
    key("security.risk_assessment", "require_approval_threshold", "70"),
    key("security.risk_assessment", "block_on_critical", "false"),
    key("security.tool_quarantine", "enabled", "true"),
    key("security.tool_quarantine", "auto_quarantine_new_tools", "true"),
    key("security.tool_quarantine", "rug_pull_detection", "true"),
    key("security.tool_quarantine", "on_rug_pull", "\"tool\""),
    key("security.tool_quarantine", "sanitize", "false"),
    key("security.tool_quarantine", "on_agent_word", "false"),
    key("security.tool_policy", "read", "\"allow\""),
    key("security.tool_policy", "write", "\"allow\""),
    key("security.tool_policy", "destructive", "\"deny\""),
    key("security.tool_policy", "contradiction", "\"deny\""),
    key("security.tool_policy", "log_level", "\"warn\""),
    key("security.responses", "injection", "\"annotate\""),
    key("security.responses", "suspicious", "\"pass\""),
    key("security.responses", "hidden", "\"strip\""),
    key("security.responses", "links", "\"annotate\""),
    key("security.responses", "sensitive", "\"pass\""),
    key("security.masking", "external", "\"pass\""),
    key("security.masking", "unknown", "\"pass\""),
    key("security.masking", "internal", "\"pass\""),
    key("security.exfiltration", "max_external_calls_per_minute", "10"),
    key("security.exfiltration", "max_pii_external_sends", "3"),
    key("security.exfiltration", "max_data_volume", "\"1MiB\""),
    key("security.exfiltration", "window", "\"5m\""),
    key("security.exfiltration", "suspicious_endpoints", "[]"),
    key("security.flow", "enabled", "true"),
    key("security.flow", "session_characters", "200000"),
    key("security.flow", "memory", "\"256MiB\""),
    key("security.flow", "internal_domains", "[]"),
    key("security.flow", "unknown_servers", "\"potentially_internal\""),
    key("security.flow", "read_urls", "\"carrying_data\""),
    key("security.flow", "guarantee", "\"content\""),
    key("security.flow", "user_words", "true"),
    key("security.baselines", "enabled", "true"),
    key("security.baselines", "learning_calls", "50"),
    key("security.holds", "timeout", "\"5m\""),
    key("security.holds", "elicitation", "true"),
    key("security.holds", "max", "256"),
    key("security.alerts", "exfiltration_detection", "true"),
    key("security.alerts", "pii_exposure", "true"),
    key("security.alerts", "webhook_url", ""),
    key("security.alerts", "webhook_secret", ""),
];

/// The names of the keys in `section`.
pub(super) fn names(section: &str) -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter(move |key| key.section == section).map(|key| key.name)
}

/// The default of a key that has one, without the quotes of a string.
pub(super) fn default(section: &str, name: &str) -> &'static str {
    let key = KEYS.iter().find(|key| key.section == section && key.name == name);
    key.expect("what is read is in the table").default.trim_matches('"')
}
