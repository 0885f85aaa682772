//! Layer 1: what a definition says, in its own words.

use crate::{Classification, Level, Mode, Operation, OperationClass};
use std::collections::BTreeMap;
use vetgate_model::Definition;

/// Classifies a tool by its definition alone.
pub fn classify(tool: &Definition) -> Classification {
    Classification {
        tool_name: tool.name().to_owned(),
        capabilities: vec![],
        parameter_roles: BTreeMap::new(),
        classification_mode: Mode::A,
        operation: Operation { class: OperationClass::Unknown, confidence: Level::Low, evidence: vec![] },
        warnings: vec![],
    }
}
