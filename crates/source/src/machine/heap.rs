//! Lists, dictionaries and objects of classes of the tree.
//!
//! An object is shared by all ways that execution can take: what one of them writes is added to what is there. A value that was
//! there once can be there again, so nothing is lost where ways meet.

use super::value::{ClassRef, Value};
use crate::form::Name;
use std::collections::BTreeMap;

/// How many items or members are kept apart. What comes later is in `rest`.
const MEMBERS: usize = 4_096;

/// What an object is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Made {
    /// A list, tuple, set or array.
    List,
    /// A dictionary or an object literal; `Map` too.
    Dict,
    /// An object of a class.
    Instance(ClassRef),
    /// What a class holds itself.
    Class,
}

/// A list, dictionary or object.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) made: Made,
    /// The items of a list, in order.
    pub(crate) items: Vec<Value>,
    /// The members by name.
    pub(crate) members: BTreeMap<Name, Value>,
    /// The order in which members came.
    pub(crate) order: Vec<Name>,
    /// What else is in it, under names or at places that are not known.
    pub(crate) rest: Option<Value>,
}

impl Object {
    /// An empty one.
    pub(crate) fn new(made: Made) -> Self {
        Self { made, items: Vec::new(), members: BTreeMap::new(), order: Vec::new(), rest: None }
    }

    /// Adds an item to a list.
    pub(crate) fn push(&mut self, value: Value) {
        if self.items.len() < MEMBERS { self.items.push(value) } else { self.scatter(value) }
    }

    /// Sets a member for the first time, or to something else besides what it is.
    pub(crate) fn put(&mut self, name: &Name, value: Value) {
        if let Some(known) = self.members.get_mut(name) {
            *known = known.or(&value);
        } else if self.members.len() < MEMBERS {
            self.members.insert(name.clone(), value);
            self.order.push(name.clone());
        } else {
            self.scatter(value);
        }
    }

    /// Sets a member to something else: the last of two with the same key counts.
    pub(crate) fn set(&mut self, name: Name, value: Value) {
        match self.members.get_mut(&name) {
            Some(known) => *known = value,
            None => self.put(&name, value),
        }
    }

    /// Puts a value somewhere.
    pub(crate) fn scatter(&mut self, value: Value) {
        self.rest = Some(self.rest.as_ref().map_or_else(|| value.clone(), |rest| rest.or(&value)));
    }

    /// All values in it.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        self.items.iter().chain(self.order.iter().filter_map(|name| self.members.get(name))).chain(&self.rest)
    }

    /// Whether it is a list whose items are all known.
    pub(crate) fn is_exact_list(&self) -> bool {
        self.made == Made::List && self.rest.is_none()
    }
}
