//! What is wrong with a dataset, said so that it can be mended: where, which entry, which rule, and what to do.

use std::fmt;

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident => $name:literal;)+) => {
        /// What every dataset must hold.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Rule {
            /// Every rule with what it demands, as the documentation lists them.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, concat!($($doc),+))),+];

            /// The name under which a broken rule is reported.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

rules! {
    /// It is JSON, or JSON Lines.
    Json => "json";
    /// A document of the project's shape holds the JSON Schema of its kind in `contracts/`.
    Schema => "schema";
    /// It has the members that its kind of dataset has, each of the right type.
    Shape => "shape";
    /// Every entry has an id of its own.
    Id => "id";
    /// Every entry says what it is, in a known word.
    Label => "label";
    /// Every entry has a known category, and it agrees with the label.
    Category => "category";
    /// Every entry names a licence under which it may be passed on.
    License => "license";
    /// Every category of attack has a harmless look-alike.
    HardNegative => "hard_negative";
    /// A pair is one attack and at least one harmless look-alike.
    Pair => "pair";
    /// What an entry refers to is there.
    Dangling => "dangling";
    /// Every query has a relevant tool.
    Relevant => "relevant";
    /// A query does not name the tool that it asks for.
    Names => "names";
    /// Every span lies within its text.
    Span => "span";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The file, with the line where that is known.
    pub place: String,
    /// The entry, where it has an id.
    pub id: Option<String>,
    /// The rule it breaks.
    pub rule: Rule,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if let Some(id) = &self.id {
            write!(f, "`{id}`: ")?;
        }
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

impl std::error::Error for Flaw {}
