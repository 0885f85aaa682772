//! What rules can speak of: the variables, their fields, and the functions.

/// What a value can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Schema {
    /// True or false.
    Bool,
    /// A whole number.
    Number,
    /// A text.
    Text,
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
}

/// Every variable.
pub(super) const VARIABLES: &[(&str, Schema)] = &[
    (
        "tool",
        Schema::Fields(&[
            ("server", Schema::Text),
            ("name", Schema::Text),
            ("side", Schema::Text),
            ("capabilities", Schema::List(&Schema::Text)),
            ("operation", Schema::Text),
        ]),
    ),
    ("args", Schema::Any),
    (
        "session",
        Schema::Fields(&[
            ("principal", Schema::Text),
            ("key", Schema::Text),
            ("call", Schema::Number),
            ("legs", Schema::List(&Schema::Text)),
            ("truncated", Schema::Bool),
        ]),
    ),
    ("risk", Schema::Fields(&[("score", Schema::Number), ("band", Schema::Text)])),
    (
        "flows",
        Schema::List(&Schema::Fields(&[
            ("pattern", Schema::Text),
            ("level", Schema::Text),
            ("from_server", Schema::Text),
            ("from_tool", Schema::Text),
            ("novel", Schema::Number),
        ])),
    ),
    ("contradictions", Schema::List(&Schema::Text)),
    ("alarms", Schema::List(&Schema::Text)),
    ("sensitive", Schema::List(&Schema::Text)),
    ("destinations", Schema::List(&Schema::Text)),
    ("intent", Schema::Fields(&[("operation", Schema::Text), ("sensitivity", Schema::Text)])),
];

/// Every function, and what it gives.
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
    // Numbers, texts or lists.
    ("_+_", Schema::Number),
];

/// What goes through lists; the parser knows them, so that they are only named in messages.
pub(super) const MACROS: &[&str] = &["has", "all", "exists", "exists_one", "map", "filter"];
