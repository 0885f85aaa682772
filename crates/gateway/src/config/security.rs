//! `security`: what the gateway is to watch for, and what is to happen then.
//!
//! The block is that of the RFC, with its defaults, and what the guard can be told besides. It is read and checked
//! whole, and all of it is acted on.

use super::Config;
use super::guard::{self, Guarding};
use super::secret::Secret;
use super::section::{Placed, Section};
use super::top;
use vetgate_guard::Action;
use vetgate_mcp::configs::Value;
use vetgate_model::Severity;
use vetgate_sensitive::{CustomPattern, Grade, Keyword, Settings, SettingsError, kinds_named};

/// What is configured of security.
#[derive(Debug, Clone, PartialEq)]
pub struct Security {
    /// Which personal data and secrets are looked for.
    pub pii_detection: Settings,
    /// From which risk on something happens.
    pub risk_assessment: RiskAssessment,
    /// What becomes of new and changed tools.
    pub tool_quarantine: ToolQuarantine,
    /// What becomes of calls, by what they do.
    pub tool_policy: ToolPolicy,
    /// How calls and responses are judged besides.
    pub guarding: Guarding,
    /// Who is told.
    pub alerts: Alerts,
}

/// From which risk on, 0 to 100, something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RiskAssessment {
    /// Whether risk is assessed.
    pub enabled: bool,
    /// A call is flagged for review from here on.
    pub auto_flag_threshold: u8,
    /// A call is held for approval from here on.
    pub require_approval_threshold: u8,
    /// Whether a critical call is refused.
    pub block_on_critical: bool,
}

/// What becomes of new and changed tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolQuarantine {
    /// Whether there is a quarantine.
    pub enabled: bool,
    /// Whether new tools start in it.
    pub auto_quarantine_new_tools: bool,
    /// Whether tools that change go back to it.
    pub rug_pull_detection: bool,
    /// What a change after the approval means for the other definitions of the server.
    pub on_rug_pull: OnRugPull,
    /// Whether agents get approved definitions without invisible characters and terminal sequences.
    pub sanitize: bool,
    /// Whether an agent that declares a call destructive puts a tool into it that says that it only reads, whatever else
    /// is known of the call.
    pub on_agent_word: bool,
}

impl Default for ToolQuarantine {
    fn default() -> Self {
        Config::default().security.tool_quarantine
    }
}

/// Reach of a change after the approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnRugPull {
    /// The changed definition is held; the others of its server are flagged for review and stay in use.
    Tool,
    /// Every definition of the server is withheld until a person has decided about the changed one.
    Server,
}

/// What becomes of calls, by what they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolPolicy {
    /// Calls that change nothing.
    pub read: Action,
    /// Calls that create, change, send or run.
    pub write: Action,
    /// Calls that cannot be taken back.
    pub destructive: Action,
    /// Calls whose signals disagree.
    pub contradiction: Action,
    /// How loudly this is logged.
    pub log_level: LogLevel,
}

/// How loudly something is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// For whoever looks for a fault.
    Debug,
    /// For the record.
    Info,
    /// Worth a look.
    Warn,
    /// Something to act on.
    Error,
}

/// Who is told of what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alerts {
    /// Whether data that leaves is told of.
    pub exfiltration_detection: bool,
    /// Whether personal data that shows up is told of.
    pub pii_exposure: bool,
    /// Where to; whoever knows the address can post there, so it is a secret.
    pub webhook_url: Option<Secret<String>>,
    /// What messages there are signed with, so that the receiver knows who sent them.
    pub webhook_secret: Option<Secret<String>>,
}

/// What becomes of a call.
pub(super) const ACTIONS: &[(&str, Action)] =
    &[("allow", Action::Allow), ("deny", Action::Deny), ("hold", Action::Hold), ("approve", Action::Hold)];

const LEVELS: &[(&str, LogLevel)] =
    &[("debug", LogLevel::Debug), ("info", LogLevel::Info), ("warn", LogLevel::Warn), ("error", LogLevel::Error)];

const RUG_PULLS: &[(&str, OnRugPull)] = &[("tool", OnRugPull::Tool), ("server", OnRugPull::Server)];

const SEVERITIES: &[(&str, Severity)] =
    &[("low", Severity::Low), ("medium", Severity::Medium), ("high", Severity::High), ("critical", Severity::Critical)];

const GRADES: &[(&str, Grade)] = &[("low", Grade::Low), ("medium", Grade::Medium), ("high", Grade::High)];

/// Reads the section, and the blocks of it that stand at the top of the file, `root`.
pub(super) fn read<'v>(section: &Section<'v, '_>, root: &'v Value) -> Security {
    let block = |key, name| top::block(root, section, key, name);
    Security {
        pii_detection: pii_detection(&block("pii_detection", "security.pii_detection")),
        risk_assessment: risk_assessment(&block("risk_assessment", "security.risk_assessment")),
        tool_quarantine: tool_quarantine(&block("tool_quarantine", "security.tool_quarantine")),
        tool_policy: tool_policy(&block("tool_policy", "security.tool_policy")),
        guarding: guard::read(section),
        alerts: alerts(&block("alerts", "security.alerts")),
    }
}

fn risk_assessment(section: &Section) -> RiskAssessment {
    let whole = |number: u64| u8::try_from(number).unwrap_or(100);
    let flag = whole(section.whole("auto_flag_threshold", 0..=100));
    // Whoever only says that fewer calls are flagged wants no call to wait that is not.
    let approve = match section.get("require_approval_threshold") {
        Some(_) => whole(section.whole("require_approval_threshold", 0..=100)),
        None => whole(section.whole("require_approval_threshold", 0..=100)).max(flag),
    };
    if flag > approve {
        let message =
            format!("is {flag}, above `require_approval_threshold`, {approve}; a held call is always flagged too");
        section.wrong("auto_flag_threshold", message, Some("lower this one, or raise the other"));
    }
    RiskAssessment {
        enabled: section.bool("enabled"),
        auto_flag_threshold: flag,
        require_approval_threshold: approve,
        block_on_critical: section.bool("block_on_critical"),
    }
}

fn tool_quarantine(section: &Section) -> ToolQuarantine {
    ToolQuarantine {
        enabled: section.bool("enabled"),
        auto_quarantine_new_tools: section.bool("auto_quarantine_new_tools"),
        rug_pull_detection: section.bool("rug_pull_detection"),
        on_rug_pull: section.choice("on_rug_pull", RUG_PULLS),
        sanitize: section.bool("sanitize"),
        on_agent_word: section.bool("on_agent_word"),
    }
}

fn tool_policy(section: &Section) -> ToolPolicy {
    ToolPolicy {
        read: section.choice("read", ACTIONS),
        write: section.choice("write", ACTIONS),
        destructive: section.choice("destructive", ACTIONS),
        contradiction: section.choice("contradiction", ACTIONS),
        log_level: section.choice("log_level", LEVELS),
    }
}

fn alerts(section: &Section) -> Alerts {
    let webhook_url = section.secret("webhook_url");
    if let Some(url) = &webhook_url
        && !["http://", "https://"]
            .iter()
            .any(|scheme| url.expose().strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
    {
        section.wrong("webhook_url", "expected a URL that starts with http:// or https://", None);
    }
    Alerts {
        exfiltration_detection: section.bool("exfiltration_detection"),
        pii_exposure: section.bool("pii_exposure"),
        webhook_url,
        webhook_secret: section.secret("webhook_secret"),
    }
}

fn pii_detection(section: &Section) -> Settings {
    let kinds = |key: &str| {
        let names = section.texts(key)?;
        names.iter().for_each(|name| check_kind(section, name));
        Some(names.iter().map(|name| name.text.to_owned()).collect::<Vec<_>>())
    };
    let settings = Settings {
        enabled: section.bool("enabled"),
        patterns: kinds("patterns"),
        except: kinds("except").unwrap_or_default(),
        custom_patterns: custom_patterns(section),
        keywords: keywords(section),
        min_confidence: section.choice("min_confidence", GRADES),
        high_entropy: section.bool("high_entropy"),
        auto_redact_after_days: u32::try_from(section.whole("auto_redact_after_days", 0..=36_500)).ok(),
    };
    // What is wrong in one element was told with its line; what is left concerns several, such as a name that is taken.
    let several = Settings { patterns: None, except: vec![], ..settings.clone() };
    if let Err(error @ SettingsError::Twice { .. }) = several.check() {
        section.context.wrong(section.value.line, &section.place, error, None);
    }
    settings
}

fn check_kind(section: &Section, name: &Placed) {
    if let Err(error) = kinds_named(name.text) {
        section.context.wrong(name.value.line, &name.place, error, None);
    }
}

fn custom_patterns(section: &Section) -> Vec<CustomPattern> {
    let mut patterns = vec![];
    for own in section.sections("custom_patterns", "security.pii_detection.custom_patterns[]") {
        let (severity, confidence) = (own.choice("severity", SEVERITIES), own.choice("confidence", GRADES));
        let (Some(name), Some(regex)) = (own.needed("name"), own.needed("regex")) else { continue };
        let pattern = CustomPattern { name: name.text.to_owned(), regex: regex.text.to_owned(), severity, confidence };
        let alone = Settings { custom_patterns: vec![pattern.clone()], ..Settings::default() };
        check_alone(&own, "regex", &alone);
        patterns.push(pattern);
    }
    patterns
}

fn keywords(section: &Section) -> Vec<Keyword> {
    let mut keywords = vec![];
    for own in section.sections("keywords", "security.pii_detection.keywords[]") {
        let severity = own.choice("severity", SEVERITIES);
        let Some(name) = own.needed("name") else { continue };
        let words = own.texts("words").unwrap_or_default().iter().map(|word| word.text.to_owned()).collect();
        let keyword = Keyword { name: name.text.to_owned(), words, severity };
        let alone = Settings { keywords: vec![keyword.clone()], ..Settings::default() };
        check_alone(&own, "words", &alone);
        keywords.push(keyword);
    }
    keywords
}

/// Says what is wrong with one pattern, at its name or at `key`.
fn check_alone(section: &Section, key: &str, alone: &Settings) {
    match alone.check() {
        Ok(()) => {}
        Err(error @ (SettingsError::Name { .. } | SettingsError::Twice { .. })) => section.wrong("name", error, None),
        Err(error) => section.wrong(key, error, None),
    }
}
