//! What one sentence says, as a set of facts.

/// One thing a sentence says. The order is the order in which findings list them.
macro_rules! facts {
    ($($fact:ident),+ $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Fact { $($fact),+ }

        impl Fact {
            pub(super) const ALL: &'static [Fact] = &[$(Fact::$fact),+];
        }
    };
}

facts! {
    WhenOther, WhenEvery, WhenWork, WhenThis,
    Must, Should, Passive, Imperative,
    Other, Others, SiblingOnly, This, OwnParameter,
    CallsOther, CallsThis, Changes, Appends, Sends, SendsOutside, Touches, Deletes, Redirects,
    Code, Given, ParameterOfOther, Secret, Sensitive, History, Command,
    Reason, Consequence, Rank, Instead, Deprecated, First, Also, Silent, Deceives,
    Obtains, ConsultsUser, Alternative, Opening, Quantified, Example, Item, Listing, Ties, InParameter, Foreign,
}

/// A set of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Facts(u64);

impl Facts {
    pub(super) fn set(&mut self, fact: Fact, holds: bool) {
        if holds {
            self.0 |= 1 << fact as u8;
        }
    }

    pub(super) fn has(self, fact: Fact) -> bool {
        self.0 & (1 << fact as u8) != 0
    }

    pub(super) fn has_any(self, facts: &[Fact]) -> bool {
        facts.iter().any(|fact| self.has(*fact))
    }
}
