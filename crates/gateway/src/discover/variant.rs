//! The three ways to call a tool, and which tool may be called which way.

use super::{Intent, Refusal};
use vetgate_capability::OperationClass;
use vetgate_model::Hints;

/// What a caller says by its choice of tool that the call will do. In order of what it allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Variant {
    /// It changes nothing.
    Read,
    /// It creates, changes or sends.
    Write,
    /// What it does cannot be taken back.
    Destructive,
}

impl Variant {
    const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Destructive];

    /// The variant that is just enough for a tool. What nobody can tell is taken for a change.
    pub(crate) const fn for_operation(operation: OperationClass) -> Self {
        match operation {
            OperationClass::Read => Self::Read,
            OperationClass::Write | OperationClass::Unknown => Self::Write,
            OperationClass::Destructive => Self::Destructive,
        }
    }

    /// The variant of an `operation_type`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name() == name)
    }

    /// The `operation_type` that goes with it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Destructive => "destructive",
        }
    }

    /// The tool that stands for it.
    pub(crate) const fn tool(self) -> &'static str {
        match self {
            Self::Read => "call_tool_read",
            Self::Write => "call_tool_write",
            Self::Destructive => "call_tool_destructive",
        }
    }
}

/// Whether a tool may be called by `variant`: it must allow what the tool does, and the intent, where there is one,
/// must say the same. What the server says of its tool can ask for more caution, never for less.
pub(crate) fn check_call(
    variant: Variant,
    intent: Option<&Intent>,
    operation: OperationClass,
    annotations: Hints,
) -> Result<(), Refusal> {
    let claimed = match annotations {
        Hints { destructive: Some(true), read_only, .. } if read_only != Some(true) => Variant::Destructive,
        Hints { read_only: Some(false), .. } => Variant::Write,
        _ => Variant::Read,
    };
    let needed = Variant::for_operation(operation).max(claimed);
    if variant < needed {
        let does = match needed {
            Variant::Read => "reads",
            Variant::Write => "changes or sends something, or may do so",
            Variant::Destructive => "is destructive (it cannot be undone)",
        };
        let (used, right) = (variant.tool(), needed.tool());
        return Err(Refusal::new(format!("Not called: this tool {does}, which {used} does not allow. Use {right}.")));
    }
    match intent.and_then(|intent| intent.operation) {
        Some(declared) if declared != variant => {
            let (said, used, right) = (declared.name(), variant.tool(), declared.tool());
            Err(Refusal::new(format!(
                "Not called: intent.operation_type is `{said}`, but you used {used}. If `{said}` is what you \
                 mean, use {right}; if not, say `{}`.",
                variant.name()
            )))
        }
        _ => Ok(()),
    }
}
