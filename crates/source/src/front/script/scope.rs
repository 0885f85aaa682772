//! Which names belong to a function: those that it declares. All others that it assigns belong to somebody around it.

use super::Reader;
use crate::form::Name;
use std::collections::BTreeSet;
use std::mem;

/// The names of one function.
#[derive(Default)]
pub(super) struct Scope {
    declared: BTreeSet<Name>,
    assigned: BTreeSet<Name>,
    recent: Vec<Name>,
}

/// How a name is bound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    /// By a declaration: it belongs to this function.
    Declared,
    /// By an assignment: it belongs to whoever declares it.
    Assigned,
}

impl Scope {
    /// The names that are assigned here and declared elsewhere.
    pub(super) fn outer(&self) -> Vec<Name> {
        self.assigned.difference(&self.declared).cloned().collect()
    }

    /// Whether the name is declared here, so far.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// The names declared since this was last asked.
    pub(super) fn take_recent(&mut self) -> Vec<Name> {
        mem::take(&mut self.recent)
    }
}

impl Reader<'_, '_> {
    /// Notes that a name is bound in the current function.
    pub(super) fn bind(&mut self, name: &Name, binding: Binding) {
        let scope = self.scope();
        match binding {
            Binding::Declared => {
                scope.declared.insert(name.clone());
                scope.recent.push(name.clone());
            }
            Binding::Assigned => {
                scope.assigned.insert(name.clone());
            }
        }
    }
}
