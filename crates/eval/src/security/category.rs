//! The kinds of entry that the project's security corpus has.

macro_rules! categories {
    ($($(#[$doc:meta])+ $variant:ident => $name:literal;)+) => {
        /// What an entry is an example of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Category {
            $($(#[$doc])+ $variant,)+
        }

        impl Category {
            /// Every category.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name in a corpus.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

categories! {
    /// A definition that tells the model what to do with other tools, their arguments or the user's data.
    ToolPoisoning => "tool_poisoning";
    /// A definition that overrides what the model was told.
    PromptInjection => "prompt_injection";
    /// A definition that takes the place of another server's tool, or rules over it.
    Shadowing => "shadowing";
    /// A definition that was harmless when it was approved.
    RugPull => "rug_pull";
    /// Text that people cannot see and models can.
    UnicodeSmuggling => "unicode_smuggling";
    /// An attack that has to be decoded first.
    DecodedPayload => "decoded_payload";
    /// Terminal sequences that hide or rewrite text.
    AnsiEscape => "ansi_escape";
    /// A tool that is not what it says.
    CapabilityMismatch => "capability_mismatch";
    /// A tool that does what its annotations deny.
    AnnotationMismatch => "annotation_mismatch";
    /// A parameter that exists to carry context out.
    ParameterSink => "parameter_sink";
    /// A definition that steers the model's choice of tools.
    PreferenceManipulation => "preference_manipulation";
    /// Letters of other scripts in names and words.
    ScriptMixed => "script_mixed";
    /// A credential in a definition.
    SecretEmbedded => "secret_embedded";
    /// A schema that does more than describe.
    SchemaSuspect => "schema_suspect";
    /// An ordinary tool.
    Benign => "benign";
    /// A harmless tool that looks like an attack.
    HardNegative => "hard_negative";
}

impl Category {
    /// The category of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|category| category.name() == name)
    }

    /// Whether its entries are attacks.
    pub const fn is_attack(self) -> bool {
        !matches!(self, Self::Benign | Self::HardNegative)
    }
}
