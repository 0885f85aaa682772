//! Who is asking, and for what part of the gateway.

use crate::{Session, Trace};
use std::collections::BTreeSet;
use std::sync::Arc;
use vetgate_capability::OperationClass;

/// Who a client is, as far as the gateway can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    /// The agent's name from the configuration, or `anonymous`, or `stdio`.
    pub name: String,
    /// The servers it may use; `None` means all.
    pub servers: Option<BTreeSet<String>>,
    /// The operations it may call; `None` means all.
    pub operations: Option<BTreeSet<OperationClass>>,
}

impl Principal {
    /// Somebody who may use everything: the owner of the process, or a client on the same machine.
    pub fn unrestricted(name: &str) -> Self {
        Self { name: name.to_owned(), servers: None, operations: None }
    }

    /// Whether it may use `server`.
    pub fn may_use(&self, server: &str) -> bool {
        self.servers.as_ref().is_none_or(|servers| servers.contains(server))
    }

    /// Whether it may call tools that do `operation`.
    pub fn may_do(&self, operation: OperationClass) -> bool {
        self.operations.as_ref().is_none_or(|operations| operations.contains(&operation))
    }
}

/// Which servers an endpoint stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// All of them; names are `server__name`.
    All,
    /// One of them; names are as the server has them.
    One(String),
}

/// One client, for the length of one message.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Who.
    pub principal: Arc<Principal>,
    /// At which endpoint.
    pub scope: Scope,
    /// The session, for revisions that have one.
    pub session: Option<Arc<Session>>,
    /// What names the connection, where there is one client at its other end: standard streams.
    pub connection: Option<Arc<str>>,
    /// `Mcp-Param-*` headers, name behind the prefix and value as sent. `None` if there is no header layer.
    pub mirrored: Option<Vec<(String, String)>>,
    /// What it said about traces beside the message.
    pub trace: Trace,
}

impl Caller {
    /// The client of a session, where none of its messages is at hand.
    pub(crate) fn of(session: &Arc<Session>) -> Self {
        let (principal, scope) = (session.principal.clone(), session.scope.clone());
        Self {
            principal,
            scope,
            session: Some(session.clone()),
            connection: None,
            mirrored: None,
            trace: Trace::default(),
        }
    }

    /// What tells this client from others: its session, or who it is.
    pub(crate) fn key(&self) -> String {
        self.session.as_ref().map_or_else(|| format!("principal {}", self.principal.name), |session| session.id.clone())
    }

    /// Whether it may use `server` at its endpoint.
    pub(crate) fn sees(&self, server: &str) -> bool {
        let is_here = match &self.scope {
            Scope::All => true,
            Scope::One(name) => name == server,
        };
        is_here && self.principal.may_use(server)
    }
}
