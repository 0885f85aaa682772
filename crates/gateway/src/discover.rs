//! Discover mode: five tools instead of all of them.
//!
//! A model that is shown ten thousand tools reads little else. In this mode it is shown five: `search_tools` finds
//! tools by what they do, `describe_tool` shows one in full, and three `call_tool_*` call them. There are three so that
//! a client can ask its user before anything is changed, by the annotations alone; the gateway holds each call to the
//! variant it came by ([`check_call`]).
//!
//! The one thing here that is kept is the [`Finder`]; what a caller may see comes in with each question.

mod arguments;
mod definitions;
mod finder;
mod intent;
mod outcome;
pub(crate) mod tokens;
mod variant;

pub(crate) use arguments::{CallArguments, Wish, described};
pub(crate) use definitions::definitions;
pub(crate) use finder::{Finder, Found};
pub(crate) use intent::Intent;
pub(crate) use outcome::{Refusal, describe, search};
pub(crate) use variant::{Variant, check_call};

use vetgate_capability::OperationClass;
use vetgate_model::Definition;

/// A tool of a server, as a caller may see it.
#[derive(Debug, Clone)]
pub(crate) struct Listed<'c> {
    /// The server that has it.
    pub(crate) server: &'c str,
    /// What the caller calls it by.
    pub(crate) exposed: String,
    /// What the server declares.
    pub(crate) definition: &'c Definition,
    /// What calling it does.
    pub(crate) operation: OperationClass,
    /// Whether the server can be reached.
    pub(crate) available: bool,
}

/// One of the five tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surface {
    /// `search_tools`
    Search,
    /// `describe_tool`
    Describe,
    /// `call_tool_read` and its siblings
    Call(Variant),
}

impl Surface {
    const ALL: [Self; 5] = [
        Self::Search,
        Self::Describe,
        Self::Call(Variant::Read),
        Self::Call(Variant::Write),
        Self::Call(Variant::Destructive),
    ];

    /// The tool that goes by `name`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// What it goes by.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Search => "search_tools",
            Self::Describe => "describe_tool",
            Self::Call(variant) => variant.tool(),
        }
    }
}

#[cfg(test)]
mod tests;
