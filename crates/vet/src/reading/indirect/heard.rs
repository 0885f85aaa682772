//! What one sentence of a response says to an agent, as a set of facts.

macro_rules! heard {
    ($($(#[doc = $doc:literal])+ $fact:ident),+ $(,)?) => {
        /// One thing that a sentence of a response says.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Fact { $($(#[doc = $doc])+ $fact),+ }
    };
}

heard! {
    /// Names an artificial agent.
    Agent,
    /// Speaks to one: "dear AI", "if you are an assistant", "AI agents must".
    Vocative,
    /// Claims to come from the user.
    ClaimsUser,
    /// Sets a task, or says that there is another.
    Task,
    /// Demands that certain instructions be followed.
    Obey,
    /// Makes the result depend on what is demanded.
    Gate,
    /// Has a tool used, and names it.
    Tooling,
    /// Acts without asking the user.
    Unasked,
    /// Asks for the system prompt.
    Discloses,
    /// Tells the model to hide something from the user.
    Conceals,
    /// Says "must" or "always".
    Must,
    /// Says "you".
    You,
    /// Orders something to be done.
    Order,
    /// Asks for it: "please", "can you", "todo".
    Asked,
    /// Speaks of the user in the third person.
    TheUser,
    /// Of something that belongs to whoever speaks: "my account".
    Mine,
    /// Of something that is said to be the reader's own.
    Yours,
    /// Something is fetched and passed on.
    Relay,
    /// Passed on to an address that the text gives.
    Recipient,
    /// Moves money, opens access, deletes, or acts on a device.
    Grave,
    /// Gives an id, a name in quotes, an amount.
    Value,
    /// Concerns what belongs to somebody: accounts, files, records.
    Asset,
    /// Stands inside code or an example.
    Sample,
    /// Opens its text.
    Opens,
    /// Stands in a part of a page that is not shown.
    Unseen,
    /// A few words that ask nobody.
    Curt,
    /// Calls a machine by a word that people are called by as well.
    Called,
    /// Says what the one who is called is to do.
    Bidden,
    /// Says of an agent, in the third person, what it has to do.
    Bound,
    /// Speaks of the reader's user, as only somebody does who knows that the reader has one.
    YourUser,
    /// Poses as the system, its makers or its masters.
    Poses,
    /// Has something said or left unsaid in the answer.
    Answer,
    /// Touches what is not the writer's to dispose of.
    Stake,
    /// Asks for data that only an agent has: its instructions, its tools.
    AsksOwn,
    /// Holds from now on, or as long as the session lasts.
    Standing,
    /// Sets aside what the reader was told.
    SetsAside,
    /// Tells what somebody else said.
    Reported,
    /// Names an assistant, an agent, a bot: a machine or a person.
    Helper,
    /// Has a tool called whose name says that it gives something away.
    Reaches,
    /// Orders more than one thing.
    Several,
    /// Writes out a call.
    Invokes,
    /// Gives an address outside.
    Outside,
    /// Reaches for secrets of other people: a file that holds them, every key, the session cookies.
    OthersSecret,
    /// Is of another language, where words are read without their grammar.
    Foreign,
    /// Has something put into the answer.
    IntoAnswer,
    /// Names the agent's own work as the occasion: before answering, before each call.
    AgentOccasion,
}

/// A set of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Heard(u64);

impl Heard {
    /// The set as bits, the first fact in the lowest.
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    pub(super) const fn of(facts: &[Fact]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < facts.len() {
            set |= 1 << facts[at] as u8;
            at += 1;
        }
        Self(set)
    }

    pub(super) fn set(&mut self, fact: Fact, holds: bool) {
        self.0 |= u64::from(holds) << fact as u8;
    }

    pub(super) const fn has(self, fact: Fact) -> bool {
        self.0 & (1 << fact as u8) != 0
    }

    pub(super) const fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    pub(super) const fn has_any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    pub(super) const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}
