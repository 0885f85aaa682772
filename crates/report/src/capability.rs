//! What servers can do, as a heat map of servers and tags: the signs and words that all formats share.
//!
//! A cell counts the tools that have the tag at medium or above. Its shade is the surest level among all tools of the
//! server, so that a cell whose shade is `low` has no number: nothing is sure enough to count.

pub(crate) mod survey;

pub use survey::{Survey, SurveyedServer};

use crate::digest::plural;
use vetgate_capability::{Classification, Crossing, Level, Profile, Tag};

/// One server and one tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    /// How many tools have the tag at medium or above.
    pub(crate) tools: usize,
    /// The surest level.
    pub(crate) level: Level,
}

impl Cell {
    /// The cell of `profile` and `tag`, if any tool has the tag at all.
    pub(crate) fn of(profile: &Profile, tag: Tag) -> Option<Self> {
        profile.heat(tag).map(|(tools, level)| Self { tools, level })
    }

    /// The number in the cell; there is none where nothing is sure enough to count.
    pub(crate) fn number(self) -> Option<usize> {
        (self.tools > 0).then_some(self.tools)
    }
}

/// The sign of a cell without a tool, and of a tool without a tag.
pub(crate) const NONE: &str = "·";

/// The sign of a tool of which nothing can be told.
pub(crate) const UNCLEAR: &str = "?";

/// What stands in place of the tags of a tool that has none. Nothing found in a definition that was understood is an
/// answer; nothing found in one that was not is none.
pub(crate) fn blank(tool: &Classification) -> &'static str {
    let is_unclear = |warning: &String| matches!(warning.as_str(), "nothing_understood" | "no_description");
    if tool.warnings.iter().any(is_unclear) { UNCLEAR } else { NONE }
}

/// What the signs without a shade mean; the second only beside a list of tools that has one.
pub(crate) fn blanks(profiles: &[&Profile], has_tools: bool) -> String {
    let is_unclear = |tool: &Classification| tool.capabilities.is_empty() && blank(tool) == UNCLEAR;
    let has_unclear = has_tools && profiles.iter().any(|profile| profile.tools.iter().any(is_unclear));
    if has_unclear { format!("{NONE} none, {UNCLEAR} unclear") } else { format!("{NONE} none") }
}

/// That servers can do more together or at once than they should, if they can.
pub(crate) fn risky(profiles: &[Profile], crossings: &[Crossing]) -> Option<String> {
    let within: usize = profiles.iter().map(|profile| profile.overbroad_combinations.len()).sum();
    let count = within + crossings.len();
    (count > 0).then(|| format!("{}: see vetgate classify", plural(count, "risky combination")))
}

/// What the numbers of the map are.
pub(crate) const COUNTS: &str = "Numbers count tools at medium or above.";

/// The shade of a level where there is no colour.
pub(crate) const fn shade(level: Level) -> &'static str {
    match level {
        Level::High => "█",
        Level::Medium => "▓",
        Level::Inferred => "▒",
        Level::Low => "░",
    }
}

/// Whether any tool of `profiles` has any tag.
pub(crate) fn has_heat(profiles: &[&Profile]) -> bool {
    profiles.iter().any(|profile| profile.tools.iter().any(|tool| !tool.capabilities.is_empty()))
}

/// The levels that the map of `profiles` needs explained, surest first: a model's word only where there is one.
pub(crate) fn legend(profiles: &[&Profile]) -> Vec<(Level, &'static str)> {
    let is_inferred = |profile: &&Profile| {
        Tag::ALL.iter().any(|tag| Cell::of(profile, *tag).is_some_and(|cell| cell.level == Level::Inferred))
    };
    let has_inferred = profiles.iter().any(is_inferred);
    let levels = Level::ALL.into_iter().rev().filter(|level| *level != Level::Inferred || has_inferred);
    levels.map(|level| (level, if level == Level::Low { "low only" } else { level.name() })).collect()
}
