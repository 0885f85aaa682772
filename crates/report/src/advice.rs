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
            "It is not what was approved. What was reviewed then says nothing about what agents see now."
        }
        (Subject::Config, ThreatType::MaliciousCode) => {
            "The way this server is started lets code run on this machine that nobody has looked at."
        }
        (Subject::Config, ThreatType::Exfiltration) => {
            "The way this server is set up exposes data, such as a key in clear text or traffic that others can read."
        }
        (Subject::Config, _) => "The way this server is set up gives an attacker an opening.",
        (_, ThreatType::ToolPoisoning) => {
            "The definition carries orders for the AI model that the user never sees. An agent that loads it may \
             follow them, even if this tool is never called."
        }
        (_, ThreatType::PromptInjection) => {
            "The text tries to replace the agent's own instructions, so that it works for whoever wrote the text."
        }
        (_, ThreatType::Exfiltration) => {
            "The definition is built so that private data, such as files, keys or the conversation, leaves through it."
        }
        (_, ThreatType::MaliciousCode) => {
            "The definition carries code or commands that do harm when an agent runs them."
        }
        (_, ThreatType::Uncategorized) => "The definition does something that honest ones rarely do.",
    }
}

/// What a person should do about a finding.
pub(crate) fn remedy(finding: &Finding) -> String {
    let this = match finding.subject {
        Subject::Instructions => "these server instructions".to_owned(),
        subject => format!("this {}", noun(subject)),
    };
    match (finding.subject, finding.threat_type, finding.action) {
        (Subject::Config, _, Action::Quarantine) => {
            "Switch this server off in the client's configuration until the entry is put right.".to_owned()
        }
        (Subject::Config, _, Action::Review) => {
            "Put the entry right in the client's configuration, or record why it is meant with an ignore rule."
                .to_owned()
        }
        (_, ThreatType::RugPull, _) => {
            format!("Keep {this} from agents, read what changed, and lock again only if you expected the change.")
        }
        (_, _, Action::Quarantine) => {
            format!("Quarantine: keep {this} from agents until a person has looked and decided.")
        }
        (_, _, Action::Review) => {
            format!("Review: read {this} before an agent does. If all is well, record why with an ignore rule.")
        }
    }
}
