//! Where in a tool a word can stand.

use serde::Serialize;
use vetgate_model::FacetKind;

/// A part of a tool's definition that is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The tool's name.
    Name,
    /// Its display title.
    Title,
    /// Its description.
    Description,
    /// The names of its parameters.
    ParameterName,
    /// The descriptions of its parameters.
    ParameterDescription,
    /// The name of its server.
    Server,
}

/// How many fields there are.
pub(crate) const FIELDS: usize = Field::ALL.len();

impl Field {
    /// Every field.
    pub const ALL: [Self; 6] =
        [Self::Name, Self::Title, Self::Description, Self::ParameterName, Self::ParameterDescription, Self::Server];

    /// What it is called where people read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Title => "title",
            Self::Description => "description",
            Self::ParameterName => "parameter",
            Self::ParameterDescription => "parameter description",
            Self::Server => "server",
        }
    }

    /// The field that a string of a definition belongs to, if it is searched.
    pub(crate) const fn of(kind: FacetKind) -> Option<Self> {
        match kind {
            FacetKind::Name => Some(Self::Name),
            FacetKind::Title => Some(Self::Title),
            FacetKind::Description => Some(Self::Description),
            FacetKind::ParameterName => Some(Self::ParameterName),
            FacetKind::ParameterDescription => Some(Self::ParameterDescription),
            _ => None,
        }
    }
}
