//! What the guard is told: how calls and responses are judged, beyond what the RFC's block says.
//!
//! The types are the guard's own, so that there is one place that says what a setting means. A test holds every default
//! of the table of keys to the guard's.

mod flow;
mod responses;
mod rules;

use super::Config;
use super::section::Section;
use crate::HoldSettings;
use std::time::Duration;
use vetgate_flow::Thresholds;
use vetgate_guard::{
    BaselineSettings, FlowSettings, Masking, Mode, ResponseSettings, RiskSettings, RuleText, Settings, ToolPolicy,
    TrifectaPolicy,
};

/// How calls and responses are judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Guarding {
    /// Whether verdicts are acted on.
    pub mode: Mode,
    /// What becomes of a call that closes the trifecta.
    pub trifecta: TrifectaPolicy,
    /// What tells one session from others.
    pub session_key: Keying,
    /// Whether agents are offered an argument to say what they mean to do.
    pub intent_argument: bool,
    /// Rules on top, in their order.
    pub rules: Vec<RuleText>,
    /// What becomes of responses.
    pub responses: ResponseSettings,
    /// What becomes of personal data and secrets on their way.
    pub masking: Masking,
    /// From where on what leaves is too much.
    pub exfiltration: Thresholds,
    /// How data is followed.
    pub flow: FlowSettings,
    /// How tools are held to what was usual.
    pub baselines: BaselineSettings,
    /// How calls wait for a person.
    pub holds: HoldSettings,
}

/// What tells one session of calls from others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Keying {
    /// The best there is: the connection, the protocol's session, the trace, the agent.
    #[default]
    Auto,
    /// The connection or the protocol's session, else the agent: for clients whose every call is a trace of its own.
    Session,
    /// The agent's token and the client's name alone: for an agent that opens sessions as it likes.
    Agent,
}

const MODES: &[(&str, Mode)] = &[("enforce", Mode::Enforce), ("log_only", Mode::LogOnly)];

const TRIFECTA: &[(&str, TrifectaPolicy)] = &[
    ("off", TrifectaPolicy::Off),
    ("warn", TrifectaPolicy::Warn),
    ("hold", TrifectaPolicy::Hold),
    ("deny", TrifectaPolicy::Deny),
    ("approve", TrifectaPolicy::Hold),
];

const KEYINGS: &[(&str, Keying)] = &[("auto", Keying::Auto), ("session", Keying::Session), ("agent", Keying::Agent)];

/// Reads what the section `security` says of it.
pub(super) fn read(section: &Section) -> Guarding {
    Guarding {
        mode: section.choice("mode", MODES),
        trifecta: section.choice("trifecta", TRIFECTA),
        session_key: section.choice("session_key", KEYINGS),
        intent_argument: section.bool("intent_argument"),
        rules: rules::read(section),
        responses: responses::responses(&section.section("responses", "security.responses")),
        masking: responses::masking(&section.section("masking", "security.masking")),
        exfiltration: flow::exfiltration(&section.section("exfiltration", "security.exfiltration")),
        flow: flow::flow(&section.section("flow", "security.flow")),
        baselines: baselines(&section.section("baselines", "security.baselines")),
        holds: holds(&section.section("holds", "security.holds")),
    }
}

fn baselines(section: &Section) -> BaselineSettings {
    let learning_calls = u32::try_from(section.whole("learning_calls", 1..=1_000_000)).unwrap_or(u32::MAX);
    BaselineSettings { enabled: section.bool("enabled"), learning_calls }
}

fn holds(section: &Section) -> HoldSettings {
    HoldSettings {
        timeout: section.duration("timeout", Duration::from_secs(1)..=Duration::from_secs(86_400)),
        elicitation: section.bool("elicitation"),
        most: usize::try_from(section.whole("max", 1..=100_000)).unwrap_or(usize::MAX),
    }
}

impl Config {
    /// What the guard is told.
    ///
    /// ```
    /// use vetgate_gateway::config::Config;
    /// assert_eq!(Config::default().guard(), vetgate_guard::Settings::default());
    /// ```
    pub fn guard(&self) -> Settings {
        let (risk, policy, guarding) =
            (self.security.risk_assessment, self.security.tool_policy, &self.security.guarding);
        Settings {
            mode: guarding.mode,
            tool_policy: ToolPolicy {
                read: policy.read,
                write: policy.write,
                destructive: policy.destructive,
                contradiction: policy.contradiction,
                quarantines_on_word: self.security.tool_quarantine.on_agent_word,
            },
            risk: RiskSettings {
                enabled: risk.enabled,
                auto_flag_threshold: risk.auto_flag_threshold,
                require_approval_threshold: risk.require_approval_threshold,
                block_on_critical: risk.block_on_critical,
            },
            trifecta: guarding.trifecta,
            rules: guarding.rules.clone(),
            responses: guarding.responses,
            masking: guarding.masking,
            exfiltration: guarding.exfiltration.clone(),
            flow: guarding.flow.clone(),
            baselines: guarding.baselines,
            // How long records keep what they hold is no business of the guard's.
            sensitive: vetgate_sensitive::Settings {
                auto_redact_after_days: None,
                ..self.security.pii_detection.clone()
            },
        }
    }
}
