//! What a value is harmless for, though a stranger had a part in it.

use crate::analysis::Danger;
use std::collections::BTreeMap;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A set of uses that a value is harmless for, and of what is half of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Clean(u16);

impl Clean {
    /// Harmless for nothing.
    pub(crate) const NONE: Self = Self(0);
    /// Cannot leave its folder.
    pub(crate) const PATH: Self = Self(1);
    /// Is one word to a shell.
    pub(crate) const COMMAND: Self = Self(1 << 1);
    /// Cannot change a query.
    pub(crate) const SQL: Self = Self(1 << 2);
    /// Goes to a host that was chosen by somebody else.
    pub(crate) const URL: Self = Self(1 << 3);
    /// Is no code.
    pub(crate) const CODE: Self = Self(1 << 4);
    /// Is no secret and no whole request.
    pub(crate) const LOG: Self = Self(1 << 5);
    /// Is no instruction.
    pub(crate) const PROMPT: Self = Self(1 << 6);
    /// Half: has no `..` and no links left in it. A test of where it lies means something only then.
    pub(crate) const RESOLVED: Self = Self(1 << 7);
    /// Half: has no `..` in it.
    pub(crate) const NO_DOTS: Self = Self(1 << 8);
    /// Half: does not begin at the root, so that what it is joined to stays in front of it.
    pub(crate) const NOT_ABSOLUTE: Self = Self(1 << 9);
    /// Was given to a call of unknown effect: what comes back does not have to hold it, so a secret is not followed
    /// through it into an answer.
    pub(crate) const INDIRECT: Self = Self(1 << 10);
    /// Harmless for everything: a number, one of a list.
    pub(crate) const ALL: Self = Self(0x7f);

    /// Whether it holds all of `other`.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Without `other`.
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether a value with this is harmless for a use.
    pub(crate) fn allows(self, danger: Danger) -> bool {
        match danger {
            Danger::Path => self.has(Self::PATH) || self.has(Self::NO_DOTS | Self::NOT_ABSOLUTE),
            Danger::Command => self.has(Self::COMMAND),
            Danger::Sql => self.has(Self::SQL),
            Danger::Url => self.has(Self::URL),
            Danger::Code => self.has(Self::CODE),
            Danger::Log => self.has(Self::LOG),
            Danger::Prompt => self.has(Self::PROMPT),
        }
    }
}

impl std::ops::BitOr for Clean {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Clean {
    fn bitor_assign(&mut self, other: Self) {
        *self = BitOr::bitor(*self, other);
    }
}

impl BitAnd for Clean {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// A value whose history is followed, by its number. 0 is no value.
pub(crate) type Symbol = u32;

/// What holds of values on the way that execution has taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Facts(BTreeMap<Symbol, Clean>);

impl Facts {
    /// What holds of one value.
    pub(crate) fn of(&self, symbol: Symbol) -> Clean {
        self.0.get(&symbol).copied().unwrap_or_default()
    }

    /// Notes that something holds.
    pub(crate) fn add(&mut self, symbol: Symbol, clean: Clean) {
        if symbol != 0 && clean != Clean::NONE {
            *self.0.entry(symbol).or_default() |= clean;
        }
    }

    /// Notes all that another set knows.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for (&symbol, &clean) in &other.0 {
            self.add(symbol, clean);
        }
    }

    /// What holds in both.
    pub(crate) fn common(&self, other: &Self) -> Self {
        let both = self.0.iter().filter_map(|(&symbol, &clean)| {
            let shared = clean & other.of(symbol);
            (shared != Clean::NONE).then_some((symbol, shared))
        });
        Self(both.collect())
    }

    /// Whether nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of it, by symbol.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Symbol, Clean)> + '_ {
        self.0.iter().map(|(&symbol, &clean)| (symbol, clean))
    }
}
