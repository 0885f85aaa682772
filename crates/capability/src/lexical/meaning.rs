//! What a word can mean to the classifier: something that is done, something it is done to, or a cue about the words
//! beside it.

macro_rules! classes {
    ($(#[$doc:meta])* $name:ident, $set:ident: $bits:ty { $($variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name {
            $($variant),+
        }

        impl $name {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name in the lexicon's files.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The class called `name`.
            pub(crate) fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|class| class.name() == name)
            }
        }

        #[doc = concat!("A set of [`", stringify!($name), "`].")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(crate) struct $set($bits);

        impl $set {
            pub(crate) const fn of(class: $name) -> Self {
                Self(1 << class as $bits)
            }

            pub(crate) const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            pub(crate) const fn is_empty(self) -> bool {
                self.0 == 0
            }

            pub(crate) const fn has(self, class: $name) -> bool {
                self.0 & (1 << class as $bits) != 0
            }

            pub(crate) fn iter(self) -> impl Iterator<Item = $name> {
                let mut bits = self.0;
                std::iter::from_fn(move || {
                    let class = $name::ALL.get(bits.trailing_zeros() as usize)?;
                    bits &= bits - 1;
                    Some(*class)
                })
            }
        }
    };
}

classes! {
    /// What is done.
    Act, Acts: u32 {
        Get = "get", Read = "read", Open = "open", List = "list", Search = "search", Fetch = "fetch",
        Download = "download", Query = "query", Run = "run", Create = "create", Write = "write", Modify = "modify",
        Delete = "delete", Send = "send", Listen = "listen", Start = "start", Install = "install",
        Compute = "compute",
    }
}

classes! {
    /// What it is done to or with. `None` takes the meaning from a phrase.
    Thing, Things: u64 {
        None = "none", File = "file", Folder = "folder", Local = "local", Doc = "doc", Git = "git", Url = "url",
        Web = "web", Http = "http", Network = "network", Api = "api", Shell = "shell", Command = "command",
        Code = "code", Suite = "suite", Package = "package", Process = "process", Container = "container",
        Database = "database", Table = "table", Collection = "collection", Key = "key", Secret = "secret",
        Env = "env", Listener = "listener", Saas = "saas", Cloud = "cloud", Chain = "chain", Subject = "subject",
        State = "state", Static = "static", Math = "math", Device = "device", Service = "service", Common = "common",
        Engine = "engine", Hosted = "hosted", Desktop = "desktop",
    }
}

impl Things {
    /// These without `thing`.
    pub(crate) const fn without(self, thing: Thing) -> Self {
        Self(self.0 & !(1 << thing as u64))
    }
}

classes! {
    /// What a word says about the words beside it.
    Cue, Cues: u16 {
        Negation = "negation", Determiner = "determiner", Preposition = "preposition", Conjunction = "conjunction",
        Adjective = "adjective", Aside = "aside", Paging = "paging", Account = "account", ReadOnly = "read only",
        Fresh = "fresh", Pure = "pure", Auxiliary = "auxiliary", Toward = "toward", From = "from", Instrument = "instrument", Participle = "participle",
    }
}

impl Cue {
    /// Whether it says something about the tool, and not only about the words beside it.
    pub(crate) fn is_telling(self) -> bool {
        matches!(self, Self::Paging | Self::Account | Self::ReadOnly | Self::Fresh | Self::Pure)
    }
}

/// Everything a word or phrase means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Meaning {
    pub(crate) acts: Acts,
    pub(crate) things: Things,
    pub(crate) cues: Cues,
}

impl Meaning {
    pub(crate) fn of_act(act: Option<Act>) -> Self {
        Self { acts: act.map(Acts::of).unwrap_or_default(), ..Self::default() }
    }

    pub(crate) fn of_thing(thing: Option<Thing>) -> Self {
        Self { things: thing.map(Things::of).unwrap_or_default(), ..Self::default() }
    }

    pub(crate) fn of_cue(cue: Option<Cue>) -> Self {
        Self { cues: cue.map(Cues::of).unwrap_or_default(), ..Self::default() }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self { acts: self.acts.or(other.acts), things: self.things.or(other.things), cues: self.cues.or(other.cues) }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.acts.is_empty() && self.things.is_empty() && self.cues.is_empty()
    }
}
