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
    WhenEvery = "applies to everything of a kind",
    WhenWork = "applies when certain work is done",
    WhenThis = "",
    Must = "binds the model",
    Always = "binds the model",
    Should = "",
    Normative = "makes a rule",
    Passive = "",
    Imperative = "gives an order",
    Other = "names another tool",
    Others = "names several other tools",
    SiblingOnly = "",
    Foreign = "names a tool of another server",
    This = "",
    OwnParameter = "",
    Spoken = "speaks of another tool",
    CallsOther = "has another tool called",
    CallsThis = "has itself called",
    Changes = "changes values",
    Appends = "adds to values",
    Alters = "alters what is passed on",
    SetsParameter = "sets a parameter that is not its own",
    Sends = "sends to an address it gives",
    SendsOutside = "sends outside",
    Touches = "touches a file it names",
    Deletes = "has something deleted or stopped",
    Redirects = "sends requests another way",
    Code = "gives a literal value",
    Given = "gives values word for word",
    Number = "",
    ParameterOfOther = "names a parameter that is not its own",
    Secret = "names a file that holds secrets",
    Sensitive = "concerns secrets",
    History = "concerns the conversation",
    Command = "concerns commands",
    Reason = "borrows a reason for it",
    Consequence = "threatens failure",
    Rank = "ranks itself above the user",
    UserInput = "sets aside what the user asked for",
    Handed = "",
    Instead = "takes another's place",
    Deprecated = "talks another tool down",
    Ties = "ties calls together",
    First = "",
    Also = "",
    Silent = "happens unseen",
    Deceives = "has a result misreported",
    Conceals = "keeps something from the user",
    Unasked = "goes without asking",
    Obtains = "",
    ConsultsUser = "",
    Alternative = "",
    Opening = "",
    Quantified = "covers all of a kind",
    Example = "",
    Item = "",
    Listing = "",
    InParameter = "",
    InSlot = "stands where no sentence belongs",
    InOutput = "",
    Addressed = "speaks to the model",
    Agent = "",
    You = "",
    Lasting = "outlives the call",
    Verbatim = "asks for a full copy",
    CallForm = "writes out a call of another tool",
    Heading = "heads a rule with another tool's name",
    OfOther = "settles what another tool is given or gives",
    Fixes = "fixes a value of another tool",
    Unseen = "is not to be shown",
    Personal = "concerns the user's data",
    Wish = "sets aside what was wished for",
    Unrelated = "names a tool that has nothing to do with it",
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

    pub(super) fn iter(self) -> impl Iterator<Item = Fact> {
        Fact::ALL.iter().copied().filter(move |fact| self.has(*fact))
    }
}

const _: () = assert!(Fact::ALL.len() <= 128, "facts are a 128-bit set");
