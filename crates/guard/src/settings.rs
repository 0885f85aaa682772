//! What can be set of the guard, with the RFC's defaults.

use crate::Action;
use vetgate_flow::Thresholds;

/// Everything that can be set.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Whether verdicts are acted on.
    pub mode: Mode,
    /// What becomes of calls, by what they do.
    pub tool_policy: ToolPolicy,
    /// From which risk on something happens.
    pub risk: RiskSettings,
    /// What becomes of a call that closes the trifecta.
    pub trifecta: TrifectaPolicy,
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
    /// Which personal data and secrets are looked for, and whether they are.
    pub sensitive: vetgate_sensitive::Settings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            mode: Mode::Enforce,
            tool_policy: ToolPolicy::default(),
            risk: RiskSettings::default(),
            trifecta: TrifectaPolicy::Warn,
            rules: vec![],
            responses: ResponseSettings::default(),
            masking: Masking::default(),
            exfiltration: Thresholds::default(),
            flow: FlowSettings::default(),
            baselines: BaselineSettings::default(),
            sensitive: vetgate_sensitive::Settings::default(),
        }
    }
}

/// Whether verdicts are acted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// They are.
    Enforce,
    /// They are written down, and everything goes through as it is.
    LogOnly,
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
    /// Whether an agent's word alone puts a tool into quarantine whose server says that it only reads.
    pub quarantines_on_word: bool,
}

impl Default for ToolPolicy {
    fn default() -> Self {
        Self {
            read: Action::Allow,
            write: Action::Allow,
            destructive: Action::Deny,
            contradiction: Action::Deny,
            quarantines_on_word: false,
        }
    }
}

/// From which risk on, 0 to 100, something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RiskSettings {
    /// Whether risk decides anything.
    pub enabled: bool,
    /// A call is flagged for review from here on.
    pub auto_flag_threshold: u8,
    /// A call is held for approval from here on.
    pub require_approval_threshold: u8,
    /// Whether a critical call is refused.
    pub block_on_critical: bool,
}

impl Default for RiskSettings {
    fn default() -> Self {
        Self { enabled: true, auto_flag_threshold: 70, require_approval_threshold: 70, block_on_critical: false }
    }
}

/// What becomes of a call that stands on all three legs of the trifecta.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrifectaPolicy {
    /// Nothing is said.
    Off,
    /// It is told once, when the third leg closes.
    Warn,
    /// Every call outside waits for a person once the first two are there.
    Hold,
    /// No call outside goes through once the first two are there.
    Deny,
}

/// One rule as it is written: an expression in CEL, and what holds where it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    /// The expression.
    pub when: String,
    /// What is done.
    pub action: Action,
    /// Why, for whoever is stopped by it.
    pub reason: String,
}

/// What becomes of a response, or of a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// It goes on as it is; the record says what was found.
    Pass,
    /// It goes on, wrapped in words that say that it is untrusted content.
    Annotate,
    /// What was found is taken out.
    Strip,
    /// What was found is masked.
    Mask,
    /// It does not go on.
    Block,
}

/// What becomes of responses, by what was found in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResponseSettings {
    /// An instruction to the agent at the hard tier.
    pub injection: Treatment,
    /// An instruction to the agent at the soft tier.
    pub suspicious: Treatment,
    /// Characters nobody sees and escape sequences of terminals.
    pub hidden: Treatment,
    /// Links and images that carry data to a collector.
    pub links: Treatment,
    /// Personal data and secrets.
    pub sensitive: Treatment,
}

impl Default for ResponseSettings {
    fn default() -> Self {
        Self {
            injection: Treatment::Annotate,
            suspicious: Treatment::Pass,
            hidden: Treatment::Strip,
            links: Treatment::Annotate,
            sensitive: Treatment::Pass,
        }
    }
}

/// What becomes of personal data and secrets in the arguments of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Towards {
    /// They go on.
    Pass,
    /// They are masked for good.
    Mask,
    /// They are replaced by tokens, which are replaced back on the way to a server that may know them.
    Tokenize,
}

/// What becomes of personal data and secrets on their way, by where they go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Masking {
    /// Towards servers outside.
    pub external: Towards,
    /// Towards servers of which nothing is known.
    pub unknown: Towards,
    /// Towards servers inside. Tokens are always restored there.
    pub internal: Towards,
}

impl Default for Masking {
    fn default() -> Self {
        Self { external: Towards::Pass, unknown: Towards::Pass, internal: Towards::Pass }
    }
}

/// How data is followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowSettings {
    /// Whether it is.
    pub enabled: bool,
    /// How many canonical characters a session remembers.
    pub session_characters: usize,
    /// How many bytes all sessions together may take.
    pub memory_bytes: usize,
    /// Domains that are inside, each with all that lies below it.
    pub internal_domains: Vec<String>,
    /// What it means that a server is neither known to be inside nor outside.
    pub unknown_servers: UnknownServers,
    /// Which links outside contradict that a call only reads.
    pub read_urls: ReadUrls,
    /// What is guaranteed: by what the data looks like, or by who named where it goes.
    pub guarantee: Guarantee,
    /// Whether the user's words that a client reports widen trust.
    pub user_words: bool,
}

/// What is guaranteed of data that leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guarantee {
    /// What is copied is found, in the encodings that are listed.
    Content,
    /// Once a session has read private data and untrusted content, nothing goes to a destination that neither the user nor
    /// the agent before that nor the configuration named, without a person.
    Strict,
}

/// What it means that a server is neither known to be inside nor outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownServers {
    /// What it returns may be private: a copy of it that leaves is suspicious.
    PotentiallyInternal,
    /// What it returns is private, as if a person had said that the server is inside.
    Internal,
}

/// Which links outside contradict that a call only reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadUrls {
    /// Those that carry data, and those that say where something is delivered to.
    CarryingData,
    /// Any, as RFC-004 has it.
    Any,
}

impl Default for FlowSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            session_characters: 200_000,
            memory_bytes: 256 << 20,
            internal_domains: vec![],
            unknown_servers: UnknownServers::PotentiallyInternal,
            read_urls: ReadUrls::CarryingData,
            guarantee: Guarantee::Content,
            user_words: true,
        }
    }
}

/// How tools are held to what was usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaselineSettings {
    /// Whether they are.
    pub enabled: bool,
    /// How many calls a tool is watched before its baseline stands.
    pub learning_calls: u32,
}

impl Default for BaselineSettings {
    fn default() -> Self {
        Self { enabled: true, learning_calls: 50 }
    }
}
