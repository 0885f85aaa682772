//! What is done to a link so that people or filters misread it.

use std::fmt;

/// One way to hide a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trick {
    /// Made unclickable: `hxxp`, `[.]`, `(dot)`, `[at]`.
    Defanged,
    /// An address as another number: decimal, octal, hexadecimal, too few parts, IPv4 inside IPv6.
    Number,
    /// Letters of other scripts that look Latin.
    Homograph,
    /// A host before the `@` that is only a user name.
    UserInfo,
    /// Percent signs inside the host.
    Percent,
    /// Backslashes for slashes, or slashes missing or too many.
    Separator,
    /// Whitespace, control or unseen characters inside the host.
    Hidden,
    /// Letters or dots in another form: fullwidth, circled, mathematical.
    Folded,
    /// A label that travels as `xn--`.
    Punycode,
}

impl Trick {
    /// Every trick.
    pub const ALL: &'static [Self] = &[
        Self::Defanged,
        Self::Number,
        Self::Homograph,
        Self::UserInfo,
        Self::Percent,
        Self::Separator,
        Self::Hidden,
        Self::Folded,
        Self::Punycode,
    ];

    /// The stable name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Defanged => "defanged",
            Self::Number => "number",
            Self::Homograph => "homograph",
            Self::UserInfo => "user_info",
            Self::Percent => "percent",
            Self::Separator => "separator",
            Self::Hidden => "hidden",
            Self::Folded => "folded",
            Self::Punycode => "punycode",
        }
    }
}

impl fmt::Display for Trick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of tricks.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tricks(u16);

impl Tricks {
    /// No trick at all.
    pub const NONE: Self = Self(0);

    /// The set of one trick.
    pub(super) const fn of(trick: Trick) -> Self {
        Self(1 << trick as u16)
    }

    /// Adds a trick.
    pub(super) fn add(&mut self, trick: Trick) {
        self.0 |= 1 << trick as u16;
    }

    /// The tricks of both.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `trick` is one of them.
    pub const fn contains(self, trick: Trick) -> bool {
        self.0 & 1 << trick as u16 != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each trick of the set, in the order of [`Trick::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Trick> {
        Trick::ALL.iter().copied().filter(move |trick| self.contains(*trick))
    }
}

impl fmt::Debug for Tricks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
