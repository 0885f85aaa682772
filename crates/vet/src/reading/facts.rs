//! What one sentence says, as a set of facts.

macro_rules! facts {
    ($($fact:ident = $says:literal),+ $(,)?) => {
        /// One thing a sentence says.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Fact { $($fact),+ }

        impl Fact {
            pub(super) const ALL: &'static [Fact] = &[$(Fact::$fact),+];

            /// The name by which the weights refer to it.
            pub(super) const fn name(self) -> &'static str {
                match self { $(Fact::$fact => stringify!($fact)),+ }
            }

            /// What it means, for a finding; empty where it says nothing by itself.
            pub(super) const fn says(self) -> &'static str {
                match self { $(Fact::$fact => $says),+ }
            }
        }
    };
}

facts! {
    WhenOther = "applies when another tool is used",
    WhenEvery = "applies to every use of a kind of tool",
    WhenWork = "applies to a task, not to a call of this tool",
    WhenThis = "",
    Must = "uses binding words",
    Always = "uses binding words",
    Should = "",
    Normative = "is worded as a rule",
    Passive = "",
    Imperative = "is worded as a command",
    Other = "names another tool",
    Others = "names several other tools",
    SiblingOnly = "",
    Foreign = "names a tool of another server",
    This = "",
    OwnParameter = "",
    Spoken = "mentions another tool",
    CallsOther = "requires a call of another tool",
    CallsThis = "requires a call of this tool",
    Changes = "changes values",
    Appends = "appends to values",
    Alters = "changes values that are passed on",
    SetsParameter = "sets a parameter of another tool",
    Sends = "sends data to an address it names",
    SendsOutside = "sends outside",
    Touches = "uses a file it names",
    Deletes = "asks for a deletion or a stop",
    Redirects = "redirects requests",
    Code = "gives a fixed value",
    Given = "gives fixed values",
    Number = "",
    ParameterOfOther = "names a parameter of another tool",
    Secret = "names a file that contains secrets",
    Sensitive = "concerns secrets",
    History = "is about the conversation",
    Command = "concerns commands",
    Reason = "gives a pretext",
    Consequence = "threatens failure",
    Rank = "ranks itself above the user",
    UserInput = "overrides the user's request",
    Handed = "",
    Instead = "takes the place of another tool",
    Deprecated = "disparages another tool",
    Ties = "requires one call together with another",
    First = "",
    Also = "",
    Silent = "happens unseen",
    Deceives = "asks for a false report to the user",
    Conceals = "tells the model to hide something from the user",
    Unasked = "acts without asking the user",
    Obtains = "",
    ConsultsUser = "",
    Alternative = "",
    Opening = "",
    Quantified = "covers every item of a kind",
    Example = "",
    Item = "",
    Listing = "",
    InParameter = "",
    InSlot = "is a sentence in a field that is no text",
    InOutput = "",
    Addressed = "addresses the model",
    Agent = "",
    You = "",
    Lasting = "lasts beyond the call",
    Verbatim = "asks for a complete copy",
    CallForm = "contains a complete call of another tool",
    Heading = "starts with the name of another tool",
    OfOther = "decides the input or output of another tool",
    Fixes = "fixes a value of another tool",
    Unseen = "is meant to stay hidden",
    Personal = "is about the user's data",
    Wish = "overrides what was asked for",
    Unrelated = "names an unrelated tool",
    Choice = "",
    Optional = "",
    Denied = "",
    Reserved = "",
}

/// A set of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Facts(u128);

impl Facts {
    pub(super) fn set(&mut self, fact: Fact, holds: bool) {
        if holds {
            self.0 |= 1 << fact as u8;
        }
    }

    pub(super) fn has(self, fact: Fact) -> bool {
        self.0 & (1 << fact as u8) != 0
    }

    /// Whether all of `others` are among these.
    pub(super) fn has_all(self, others: Facts) -> bool {
        self.0 & others.0 == others.0
    }

    /// These and `others`.
    pub(super) fn or(self, others: Facts) -> Facts {
        Facts(self.0 | others.0)
    }

    /// The set as bits, the first fact in the lowest.
    pub(super) fn bits(self) -> u128 {
        self.0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Fact> {
        Fact::ALL.iter().copied().filter(move |fact| self.has(*fact))
    }
}

const _: () = assert!(Fact::ALL.len() <= 128, "facts are a 128-bit set");
