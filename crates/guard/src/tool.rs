//! What is known of a tool before it is called.

use crate::label::Labels;
use std::collections::BTreeMap;
use vetgate_capability::{Classification, Level, Mode, Operation, OperationClass, ServerClassification};
use vetgate_model::{Definition, Hints};

/// Who writes what a server returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Strangers may: mail, web pages, issues of a public repository.
    Outside,
    /// Only those inside do.
    Inside,
}

/// A tool, read once when its server declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// Its server.
    pub server: String,
    /// Its name.
    pub name: String,
    /// What its author claims.
    pub hints: Hints,
    /// What its definition says it can do.
    pub classification: Classification,
    /// Whether its server is inside or outside.
    pub side: ServerClassification,
    /// What it is to the flow of data.
    pub labels: Labels,
    /// True for a message of the protocol itself, such as `initialize` or `completion/complete`. What it carries is
    /// inspected, and the policy for classes of operations does not apply to it.
    pub is_protocol: bool,
}

impl Tool {
    /// What `definition` tells, of a server of that side.
    pub fn of(definition: &Definition, classification: Classification, side: ServerClassification) -> Self {
        let (server, name) = (definition.server().to_owned(), definition.name().to_owned());
        let hints = definition.hints();
        let is_open = hints.open_world == Some(true);
        let labels = Labels { is_open, ..Labels::of((&server, &name), &classification, &side, None) };
        Self { server, name, hints, classification, side, labels, is_protocol: false }
    }

    /// A prompt or a resource: a tool that reads, and of which nothing else is known.
    pub fn reading(server: &str, name: &str, side: ServerClassification) -> Self {
        Self::plain(server, name, side, OperationClass::Read)
    }

    /// A message of the protocol itself, by its method.
    pub fn protocol(server: &str, method: &str, side: ServerClassification) -> Self {
        Self { is_protocol: true, ..Self::reading(server, method, side) }
    }

    /// What a server asks its client for: what is answered goes to that server, as the arguments of a call that writes do.
    pub fn asking(server: &str, method: &str, side: ServerClassification) -> Self {
        let mut tool = Self::plain(server, method, side, OperationClass::Write);
        // A form is filled in by a person, who sees what it asks for.
        tool.labels.is_answer = method == "sampling/createMessage";
        tool
    }

    fn plain(server: &str, name: &str, side: ServerClassification, class: OperationClass) -> Self {
        let classification = Classification {
            tool_name: name.to_owned(),
            capabilities: vec![],
            parameter_roles: BTreeMap::new(),
            classification_mode: Mode::A,
            operation: Operation { class, confidence: Level::High, evidence: vec![] },
            warnings: vec![],
        };
        let labels = Labels::of((server, name), &classification, &side, None);
        let (server, name) = (server.to_owned(), name.to_owned());
        Self { server, name, hints: Hints::default(), classification, side, labels, is_protocol: false }
    }

    /// The same tool of a server of which a person has said who writes what it returns.
    pub fn with_content(self, content: Content) -> Self {
        let mut labels = Labels::of((&self.server, &self.name), &self.classification, &self.side, Some(content));
        labels.is_answer = self.labels.is_answer;
        labels.is_open = self.labels.is_open;
        Self { labels, ..self }
    }

    /// Whether it reads, writes or destroys, by its definition.
    pub fn operation(&self) -> OperationClass {
        self.classification.operation.class
    }
}
