//! Classifications made by hand, for tests.

use crate::{Capability, Classification, Level, Mode, Operation, OperationClass, ParameterRole, Profile, Role, Tag};

/// A tool with these tags, each at medium.
pub(crate) fn tool(name: &str, tags: &[Tag]) -> Classification {
    tool_at(name, &tags.iter().map(|tag| (*tag, Level::Medium)).collect::<Vec<_>>())
}

/// A tool with these tags at these levels, and with a text of its caller's choice.
pub(crate) fn tool_at(name: &str, tags: &[(Tag, Level)]) -> Classification {
    let tool = Classification {
        tool_name: name.to_owned(),
        capabilities: tags
            .iter()
            .map(|(tag, confidence)| Capability {
                tag: *tag,
                confidence: *confidence,
                evidence: vec!["name_token:x".to_owned()],
            })
            .collect(),
        parameter_roles: Default::default(),
        classification_mode: Mode::A,
        operation: Operation { class: OperationClass::Unknown, confidence: Level::Low, evidence: vec![] },
        warnings: vec![],
    };
    taking(tool, &[("text", Role::Text, Level::Medium)])
}

/// The same tool with these parameters.
pub(crate) fn taking(mut tool: Classification, parameters: &[(&str, Role, Level)]) -> Classification {
    tool.parameter_roles = parameters
        .iter()
        .map(|(name, role, confidence)| {
            let evidence = vec![format!("param_name:{name}")];
            ((*name).to_owned(), ParameterRole { role: *role, confidence: *confidence, evidence })
        })
        .collect();
    tool
}

/// A server with one tool for each tag, named after it.
pub(crate) fn server(name: &str, tags: &[Tag]) -> Profile {
    Profile::of(name, tags.iter().map(|tag| tool(tag.name(), &[*tag])).collect())
}
