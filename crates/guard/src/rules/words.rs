//! The words that a variable can be, where there are only so many.
//!
//! A rule that compares such a variable with another word never holds, or always does, and nobody sees why. So it is
//! refused when it is read.

use crate::contradiction::MATRIX;
use crate::{Band, KeyedBy};
use vetgate_capability::{OperationClass, ServerClass, Tag};
use vetgate_flow::{ALARMS, Leg, Level, Pattern};
use vetgate_sensitive::{Settings, catalogue};

/// Words that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    Side,
    Operation,
    Capability,
    Key,
    Leg,
    Band,
    Pattern,
    Level,
    Contradiction,
    Alarm,
    Sensitive,
    Sensitivity,
}

impl Words {
    /// Every word; `settings` has the kinds of sensitive data that the user has added.
    pub(super) fn all(self, settings: &Settings) -> Vec<&str> {
        match self {
            Self::Side => ServerClass::ALL.iter().map(|side| side.name()).collect(),
            Self::Operation => OperationClass::ALL.iter().map(|class| class.name()).collect(),
            Self::Capability => Tag::ALL.iter().map(|tag| tag.name()).collect(),
            Self::Key => KeyedBy::ALL.iter().map(|key| key.name()).collect(),
            Self::Leg => Leg::ALL.iter().map(|leg| leg.name()).collect(),
            Self::Band => Band::ALL.iter().map(|band| band.name()).collect(),
            Self::Pattern => Pattern::ALL.iter().map(|pattern| pattern.name()).collect(),
            Self::Level => Level::ALL.iter().map(|level| level.name()).collect(),
            Self::Contradiction => MATRIX.iter().map(|row| row.id).collect(),
            Self::Alarm => ALARMS.iter().map(|alarm| alarm.id).collect(),
            Self::Sensitive => {
                let own = settings.custom_patterns.iter().map(|own| own.name.as_str());
                let keywords = settings.keywords.iter().map(|own| own.name.as_str());
                catalogue().map(|listed| listed.kind.id.as_ref()).chain(own).chain(keywords).collect()
            }
            Self::Sensitivity => vec!["public", "internal", "private", "unknown"],
        }
    }

    /// What one of them is called.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Operation => "operation",
            Self::Capability => "capability",
            Self::Key => "key",
            Self::Leg => "leg",
            Self::Band => "band",
            Self::Pattern => "pattern",
            Self::Level => "level",
            Self::Contradiction => "contradiction",
            Self::Alarm => "alarm",
            Self::Sensitive => "kind of sensitive data",
            Self::Sensitivity => "sensitivity",
        }
    }
}
