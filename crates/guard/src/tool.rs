//! What is known of a tool before it is called.

use vetgate_capability::{Classification, OperationClass, ServerClassification};
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
    /// Who writes what it returns, where a person has said so.
    pub content: Option<Content>,
}

impl Tool {
    /// What `definition` tells, of a server of that side.
    pub fn of(definition: &Definition, classification: Classification, side: ServerClassification) -> Self {
        let (server, name) = (definition.server().to_owned(), definition.name().to_owned());
        Self { server, name, hints: definition.hints(), classification, side, content: None }
    }

    /// Whether it reads, writes or destroys, by its definition.
    pub fn operation(&self) -> OperationClass {
        self.classification.operation.class
    }
}
