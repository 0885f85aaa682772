//! What findings mean and what to do about them, in the words all formats share.

use vetgate_model::{Action, Finding, Subject, ThreatType};

/// What a finding is about, as a noun.
pub(crate) const fn noun(subject: Subject) -> &'static str {
    match subject {
        Subject::Tool => "tool",
        Subject::Prompt => "prompt",
        Subject::Resource => "resource",
        Subject::ResourceTemplate => "resource template",
        Subject::Instructions => "server instructions",
        Subject::Config => "configuration entry",
        Subject::Response => "response",
    }
}

/// The kind of harm, as people say it.
pub(crate) const fn threat(threat: ThreatType) -> &'static str {
    match threat {
        ThreatType::ToolPoisoning => "tool poisoning",
        ThreatType::PromptInjection => "prompt injection",
        ThreatType::RugPull => "rug pull",
        ThreatType::Exfiltration => "data exfiltration",
        ThreatType::MaliciousCode => "malicious code",
        ThreatType::Uncategorized => "suspicious",
    }
}

/// What a finding means for somebody who has not met its kind before.
pub(crate) const fn meaning(finding: &Finding) -> &'static str {
    match (finding.subject, finding.threat_type) {
        (_, ThreatType::RugPull) => {
            "It differs from the approved version, so the earlier review does not cover what agents see now."
        }
        (Subject::Config, ThreatType::MaliciousCode) => {
            "The way this server is started lets unreviewed code run on this machine."
        }
        (Subject::Config, ThreatType::Exfiltration) => {
            "The configuration of this server exposes data, such as a key in clear text or unencrypted traffic."
        }
        (Subject::Config, _) => "The configuration of this server makes an attack possible.",
        (_, ThreatType::ToolPoisoning) => {
            "The definition contains instructions for the AI model that the user never sees. An agent that loads it can \
             follow them, even if this tool is never called."
        }
        (_, ThreatType::PromptInjection) => {
            "The text tries to replace the agent's own instructions, so that it works for the author of the text."
        }
        (_, ThreatType::Exfiltration) => {
            "The definition is built to exfiltrate private data, such as files, keys or the conversation."
        }
        (_, ThreatType::MaliciousCode) => {
            "The definition contains code or commands that do harm when an agent runs them."
        }
        (_, ThreatType::Uncategorized) => "The definition has a property that is rare in harmless definitions.",
    }
}

/// What a person should do about a finding.
pub(crate) fn remedy(finding: &Finding) -> String {
    let (this, them, they_are) = match finding.subject {
        Subject::Instructions => ("these server instructions".to_owned(), "them", "they are"),
        subject => (format!("this {}", noun(subject)), "it", "it is"),
    };
    match (finding.subject, finding.threat_type, finding.action) {
        (Subject::Config, _, Action::Quarantine) => {
            "Disable this server in the client's configuration until the entry is fixed.".to_owned()
        }
        (Subject::Config, _, Action::Review) => {
            "Fix the entry in the client's configuration, or add an ignore rule with a reason.".to_owned()
        }
        (_, ThreatType::RugPull, _) => {
            format!("Keep {this} from agents, review the change, and lock again only if you expected it.")
        }
        (_, _, Action::Quarantine) => {
            format!("Quarantine: do not give {this} to agents until a person has reviewed {them}.")
        }
        (_, _, Action::Review) => {
            format!("Review {this} before agents use {them}. If {they_are} harmless, add an ignore rule with a reason.")
        }
    }
}
