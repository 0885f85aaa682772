//! What an agent says it means to do: one of the four signals that are held against each other. It can be a lie.

use super::{Refusal, Variant};
use vetgate_model::json::{Kind, Node};

/// How sensitive an agent says the data is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sensitivity {
    /// Anybody may know it.
    Public,
    /// Those inside may know it.
    Internal,
    /// Few may know it.
    Private,
    /// It cannot tell.
    Unknown,
}

impl Sensitivity {
    const ALL: [Self; 4] = [Self::Public, Self::Internal, Self::Private, Self::Unknown];

    /// The stable name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Internal => "internal",
            Self::Private => "private",
            Self::Unknown => "unknown",
        }
    }
}

/// The `intent` of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Intent {
    /// `operation_type`
    pub(crate) operation: Option<Variant>,
    /// `data_sensitivity`
    pub(crate) sensitivity: Option<Sensitivity>,
    /// `reason`
    pub(crate) reason: Option<String>,
    /// All of it, as written.
    pub(crate) raw: String,
}

impl Intent {
    pub(super) fn read(node: Node) -> Result<Self, Refusal> {
        if node.kind() != Kind::Object {
            return Err(Refusal::new(format!("`intent` has to be an object; it is {}.", node.kind().name())));
        }
        let word = |name: &str| match node.get(name) {
            None => Ok(None),
            Some(value) if value.kind() == Kind::Null => Ok(None),
            Some(value) => match value.string() {
                Some(string) => Ok(Some(string.text.into_owned())),
                None => {
                    Err(Refusal::new(format!("`intent.{name}` has to be a string; it is {}.", value.kind().name())))
                }
            },
        };
        let operation = word("operation_type")?.map(|name| {
            let wrong =
                || Refusal::new("`intent.operation_type` has to be `read`, `write` or `destructive`.".to_owned());
            Variant::named(&name).ok_or_else(wrong)
        });
        let sensitivity = word("data_sensitivity")?.map(|name| {
            let named = Sensitivity::ALL.into_iter().find(|sensitivity| sensitivity.name() == name);
            let wrong = "`intent.data_sensitivity` has to be `public`, `internal`, `private` or `unknown`.";
            named.ok_or_else(|| Refusal::new(wrong.to_owned()))
        });
        Ok(Self {
            operation: operation.transpose()?,
            sensitivity: sensitivity.transpose()?,
            reason: word("reason")?,
            raw: node.raw().to_owned(),
        })
    }
}
