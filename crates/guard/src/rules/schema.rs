//! What rules can speak of: the variables, their fields, and the functions.

use super::words::Words;

/// What a value can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Schema {
    /// True or false.
    Bool,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// One of a few words.
    Word(Words),
    /// A list of one kind of thing.
    List(&'static Schema),
    /// Named fields, and no others.
    Fields(&'static [(&'static str, Schema)]),
    /// Nothing is known before the call.
    Any,
}

impl Schema {
    /// Whether it can be true or false.
    pub(super) fn may_be_bool(self) -> bool {
        matches!(self, Self::Bool | Self::Any)
    }

    /// What it is, for people; nothing where that is not known before the call.
    pub(super) fn in_words(self) -> Option<&'static str> {
        match self {
            Self::Bool => Some("true or false"),
            Self::Number => Some("a number"),
            Self::Text | Self::Word(_) => Some("text"),
            Self::List(_) => Some("a list"),
            Self::Fields(_) => Some("a value with fields"),
            Self::Any => None,
        }
    }
}

/// Every variable.
// table: the variables that Vetgate itself offers to rules, each with its type.
pub(super) const VARIABLES: &[(&str, Schema)] = &[
    (
        "tool",
        Schema::Fields(&[
            ("server", Schema::Text),
            ("name", Schema::Text),
            ("side", Schema::Word(Words::Side)),
            ("capabilities", Schema::List(&Schema::Word(Words::Capability))),
            ("operation", Schema::Word(Words::Operation)),
        ]),
    ),
    ("args", Schema::Any),
    (
        "session",
        Schema::Fields(&[
            ("principal", Schema::Text),
            ("key", Schema::Word(Words::Key)),
            ("call", Schema::Number),
            ("legs", Schema::List(&Schema::Word(Words::Leg))),
            ("truncated", Schema::Bool),
        ]),
    ),
    ("risk", Schema::Fields(&[("score", Schema::Number), ("band", Schema::Word(Words::Band))])),
    (
        "flows",
        Schema::List(&Schema::Fields(&[
            ("pattern", Schema::Word(Words::Pattern)),
            ("level", Schema::Word(Words::Level)),
            ("from_server", Schema::Text),
            ("from_tool", Schema::Text),
            ("novel", Schema::Number),
        ])),
    ),
    ("contradictions", Schema::List(&Schema::Word(Words::Contradiction))),
    ("alarms", Schema::List(&Schema::Word(Words::Alarm))),
    ("sensitive", Schema::List(&Schema::Word(Words::Sensitive))),
    ("destinations", Schema::List(&Schema::Text)),
    (
        "intent",
        Schema::Fields(&[
            ("operation", Schema::Word(Words::Operation)),
            ("sensitivity", Schema::Word(Words::Sensitivity)),
        ]),
    ),
];

/// Every function, and what it gives.
// table: the functions that rules may call; the type checker of Vetgate has a row for each.
pub(super) const FUNCTIONS: &[(&str, Schema)] = &[
    ("size", Schema::Number),
    ("contains", Schema::Bool),
    ("startsWith", Schema::Bool),
    ("endsWith", Schema::Bool),
    ("matches", Schema::Bool),
    ("lowerAscii", Schema::Text),
    ("int", Schema::Number),
    ("uint", Schema::Number),
    ("double", Schema::Number),
    ("string", Schema::Text),
];

/// Every operator, and what it gives. `Any` is one of its operands.
// table: the operators that rules may use; the type checker of Vetgate has a row for each.
pub(super) const OPERATORS: &[(&str, Schema)] = &[
    ("_&&_", Schema::Bool),
    ("_||_", Schema::Bool),
    ("!_", Schema::Bool),
    ("_==_", Schema::Bool),
    ("_!=_", Schema::Bool),
    ("_>=_", Schema::Bool),
    ("_<=_", Schema::Bool),
    ("_>_", Schema::Bool),
    ("_<_", Schema::Bool),
    ("@in", Schema::Bool),
    ("@not_strictly_false", Schema::Bool),
    ("_?_:_", Schema::Any),
    ("_[_]", Schema::Any),
    ("_-_", Schema::Number),
    ("_*_", Schema::Number),
    ("_/_", Schema::Number),
    ("_%_", Schema::Number),
    ("-_", Schema::Number),
    // Numbers, texts or lists, which are told from what it is given.
    ("_+_", Schema::Number),
];

/// What goes through lists; the parser knows them, so that they are only named in messages.
pub(super) const MACROS: &[&str] = &["has", "all", "exists", "exists_one", "map", "filter"];
