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
    ToolPoisoning "tool_poisoning" "orders to the model in a definition"
    AnsiEscape "ansi_escape" "terminal sequences that hide or rewrite text"
    HiddenUnicode "hidden_unicode" "characters that nobody sees"
    RugPull "rug_pull" "a definition that changes after it was approved"
    Shadowing "shadowing" "a tool that trades on another server's"
    Preference "preference" "a tool that steers the choice to itself"
    ParameterSmuggling "parameter_smuggling" "parameters that exist to carry context out"
    LineJumping "line_jumping" "orders that act before anything is called"
    Exfiltration "exfiltration" "private data on its way out"
    ResponseInjection "response_injection" "orders in what a tool returns"
    ClientAbuse "client_abuse" "servers that ask the client for what is not theirs"
    AnnotationLie "annotation_lie" "a server that lies about what a tool does"
    IntentLie "intent_lie" "an agent that lies about what it means to do"
    Obfuscation "obfuscation" "orders in an encoding"
    Exhaustion "exhaustion" "more than anybody can take"
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
