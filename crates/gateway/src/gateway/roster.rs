//! The servers behind the gateway, in the order of the configuration.

use crate::Caller;
use crate::failure::Failure;
use crate::names::Names;
use crate::server::Server;
use crate::trouble::{Reason, Trouble};
use std::sync::Arc;
use tokio::task::AbortHandle;

/// A server that cannot even be tried, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Its name.
    pub name: String,
    /// What is wrong with its configuration.
    pub reason: String,
}

/// One server and the task that attends it.
#[derive(Clone)]
pub(super) struct Attended {
    pub(super) server: Arc<Server>,
    pub(super) task: AbortHandle,
}

/// The servers. Replaced as a whole when the configuration changes.
pub(crate) struct Roster {
    pub(super) attended: Vec<Attended>,
    pub(super) misfits: Vec<Misfit>,
    pub(super) names: Names,
}

impl Roster {
    pub(super) fn new(attended: Vec<Attended>, misfits: Vec<Misfit>) -> Self {
        let names = Names::new(attended.iter().map(|attended| attended.server.name()));
        Self { attended, misfits, names }
    }

    /// The servers that a caller may use at its endpoint.
    pub(super) fn visible<'r>(&'r self, caller: &'r Caller) -> impl Iterator<Item = Arc<Server>> + 'r {
        let servers = self.attended.iter().map(|attended| attended.server.clone());
        servers.filter(|server| caller.sees(server.name()))
    }

    /// Whether there is an entry of this name, right or wrong.
    pub(super) fn has(&self, name: &str) -> bool {
        self.attended.iter().any(|attended| attended.server.name() == name)
            || self.misfits.iter().any(|misfit| misfit.name == name)
    }

    /// The server with this name, if the caller may use it.
    pub(super) fn server(&self, caller: &Caller, name: &str) -> Result<Arc<Server>, Failure> {
        let found = self.attended.iter().map(|attended| &attended.server).find(|server| server.name() == name);
        let misfit = self.misfits.iter().find(|misfit| misfit.name == name);
        match (found, misfit) {
            _ if !caller.principal.may_use(name) => Err(Failure::Unknown(format!("no server named `{name}`"))),
            (Some(server), _) => Ok(server.clone()),
            (None, Some(misfit)) => {
                let trouble = Trouble::new(Reason::Misconfigured, misfit.reason.clone());
                Err(Failure::Unavailable { server: name.to_owned(), trouble })
            }
            (None, None) => Err(Failure::Unknown(format!("no server named `{name}`"))),
        }
    }
}
