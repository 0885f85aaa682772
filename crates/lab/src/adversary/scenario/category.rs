//! What kinds of attacks there are.

use serde::{Deserialize, Serialize};

/// A row for each kind: its name in files and reports, and what it is.
macro_rules! categories {
    ($($variant:ident $name:literal $words:literal)*) => {
        /// The kind of an attack, or none.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Category {
            $(#[doc = $words] $variant,)*
        }

        impl Category {
            /// All of them, in the order in which they are shown.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name in files and reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it is.
            pub fn words(self) -> &'static str {
                match self { $(Self::$variant => $words),* }
            }
        }
    };
}

categories! {
    ToolPoisoning "tool_poisoning" "instructions to the model in a definition"
    AnsiEscape "ansi_escape" "terminal sequences that hide or rewrite text"
    HiddenUnicode "hidden_unicode" "invisible characters"
    RugPull "rug_pull" "a definition that changes after it was approved"
    Shadowing "shadowing" "a tool that imitates or influences a tool of another server"
    Preference "preference" "a tool that persuades the model to prefer it"
    ParameterSmuggling "parameter_smuggling" "parameters that exist to exfiltrate context"
    LineJumping "line_jumping" "instructions that take effect before any call"
    Exfiltration "exfiltration" "exfiltration of private data"
    ResponseInjection "response_injection" "instructions in a tool response"
    ClientAbuse "client_abuse" "servers that request data or actions they have no right to"
    AnnotationLie "annotation_lie" "a server with false annotations on a tool"
    IntentLie "intent_lie" "an agent that declares a false intent"
    Obfuscation "obfuscation" "encoded instructions"
    Exhaustion "exhaustion" "resource exhaustion"
    ProtocolAbuse "protocol_abuse" "messages that the protocol does not allow"
    Harmless "harmless" "ordinary work"
}

/// How much harm an attack does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// None: it is no attack.
    None,
    /// A nuisance.
    Low,
    /// Something is wrong afterwards.
    Medium,
    /// Something valuable is lost.
    High,
    /// Everything is lost.
    Critical,
}

/// A row of the RFC's table of expected detection rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RfcRow {
    /// Tool poisoning: description injection.
    DescriptionInjection,
    /// Tool poisoning: ANSI escape.
    AnsiEscape,
    /// Tool poisoning: Unicode hidden.
    HiddenUnicode,
    /// Rug pull: description change.
    RugPull,
    /// Exfiltration: webhook in arguments.
    Webhook,
    /// Shadowing: cross-tool poison.
    CrossTool,
    /// Obfuscation: base64 hidden.
    Base64,
}

impl RfcRow {
    /// The rows in the RFC's order: what each is called there, and the rate that it expects.
    pub const TABLE: &[(Self, &str, f64)] = &[
        (Self::DescriptionInjection, "Tool Poisoning: description injection", 0.95),
        (Self::AnsiEscape, "Tool Poisoning: ANSI escape", 0.99),
        (Self::HiddenUnicode, "Tool Poisoning: Unicode hidden", 0.90),
        (Self::RugPull, "Rug Pull: description change", 0.99),
        (Self::Webhook, "Exfiltration: webhook in args", 0.95),
        (Self::CrossTool, "Shadowing: cross-tool poison", 0.70),
        (Self::Base64, "Obfuscation: base64 hidden", 0.85),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_files() {
        for category in Category::ALL {
            assert_eq!(serde_json::to_value(category).unwrap(), category.name());
        }
    }
}
