//! What speaks against a request.

use vetgate_model::Tier;

/// What a sign is a sign of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// A form that asks for a secret.
    Secret,
    /// An address that is not what it seems.
    Address,
    /// A model that is to hand over what it knows.
    Conversation,
    /// What other servers said is asked for.
    Context,
    /// An order that no server has a reason to give.
    Order,
}

/// One sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) tier: Tier,
    pub(super) manner: Manner,
    /// In words; safe to show.
    pub(super) text: String,
}

impl Sign {
    pub(super) fn new(tier: Tier, manner: Manner, text: &str) -> Self {
        Self { tier, manner, text: text.to_owned() }
    }
}

impl Manner {
    /// The stable name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Secret => "request.secret",
            Self::Address => "request.address",
            Self::Conversation => "request.conversation",
            Self::Context => "request.context",
            Self::Order => "request.order",
        }
    }
}
