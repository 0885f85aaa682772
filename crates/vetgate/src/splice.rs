//! Edits a configuration where it stands: entries are put in and taken out, and everything else stays byte for byte.
//!
//! Guarantee: what comes out was read back, and says what the text said before but for the edits. A text in which that
//! cannot be done is left alone, and its owner is told what to paste.

mod entry;
mod json;
mod table;

pub(crate) use entry::{Entry, flag, list, text};

use std::path::Path;
use vetgate_mcp::configs::{self, Data, Format, Value};

/// One change to the servers of a file.
#[derive(Debug, Clone)]
pub(crate) enum Edit {
    /// Puts an entry in, or in the place of the one of its name.
    Put(Entry),
    /// Takes the entry of this name out.
    Remove(String),
}

/// The text of the file at `path` with `edits` made to the servers at `key`; `/` in the key goes down one level. Nothing
/// if that cannot be done safely.
pub(crate) fn edit(path: &Path, text: &str, key: &str, edits: &[Edit]) -> Option<String> {
    let keys: Vec<&str> = key.split('/').collect();
    let one = match Format::of(path) {
        Format::Json => json::edit,
        Format::Toml => table::edit,
        Format::Yaml => return None,
    };
    let mut after = text.to_owned();
    for edit in edits {
        after = one(&after, &keys, edit)?;
    }
    let mut expected = configs::tree(path, text).ok()?;
    for edit in edits {
        apply(&mut expected, &keys, edit)?;
    }
    let mut found = configs::tree(path, &after).ok()?;
    if Format::of(path) == Format::Toml {
        // There a table is where something stands in it.
        prune(&mut expected, &keys);
        prune(&mut found, &keys);
    }
    is_same(&expected, &found).then_some(after)
}

/// The entry `name` of the servers at `key`, as it is written in the file at `path`.
pub(crate) fn find(path: &Path, text: &str, key: &str, name: &str) -> Option<Entry> {
    let root = configs::tree(path, text).ok()?;
    let value = key.split('/').chain([name]).try_fold(&root, |value, key| value.get(key))?;
    value.is_map().then(|| Entry { name: name.to_owned(), value: value.clone() })
}

/// The one of `keys` at which the file at `path` has servers already, or else the usual one.
pub(crate) fn key_in<'k>(path: &Path, text: &str, keys: &[&'k str]) -> Option<&'k str> {
    let root = configs::tree(path, text).ok();
    let plain = || keys.iter().copied().filter(|key| !key.contains('*'));
    let is_there = |key: &&str| {
        let root = root.as_ref()?;
        key.split('/').try_fold(root, |value, key| value.get(key))
    };
    plain().find(|key| is_there(key).is_some()).or_else(|| plain().next())
}

/// Makes an edit to the value instead of the text.
fn apply(root: &mut Value, keys: &[&str], edit: &Edit) -> Option<()> {
    if root.data == Data::Null {
        root.data = Data::Map(vec![]);
    }
    let Data::Map(members) = &mut root.data else { return None };
    let Some((first, rest)) = keys.split_first() else {
        match edit {
            Edit::Put(entry) => {
                members.retain(|(name, _)| *name != entry.name);
                members.push((entry.name.clone(), entry.value.clone()));
            }
            Edit::Remove(name) => members.retain(|(other, _)| other != name),
        }
        return Some(());
    };
    if !members.iter().any(|(name, _)| name == first) {
        if let Edit::Remove(_) = edit {
            return Some(());
        }
        members.push(((*first).to_owned(), Value { line: 0, data: Data::Null }));
    }
    let (_, value) = members.iter_mut().rfind(|(name, _)| name == first)?;
    apply(value, rest, edit)
}

/// Drops the maps along `keys` that hold nothing.
fn prune(value: &mut Value, keys: &[&str]) {
    let (Some((first, rest)), Data::Map(members)) = (keys.split_first(), &mut value.data) else { return };
    members.iter_mut().filter(|(name, _)| name == first).for_each(|(_, member)| prune(member, rest));
    members.retain(|(name, member)| name != first || !member.is_map() || !member.members().is_empty());
}

/// Whether two values say the same. Lines do not count, nor does the order of members.
fn is_same(one: &Value, other: &Value) -> bool {
    match (&one.data, &other.data) {
        (Data::Map(a), Data::Map(b)) => {
            let sorted = |members: &[(String, Value)]| {
                let mut order: Vec<usize> = (0..members.len()).collect();
                order.sort_by(|x, y| members[*x].0.cmp(&members[*y].0));
                order
            };
            let pairs = sorted(a).into_iter().zip(sorted(b));
            a.len() == b.len() && pairs.into_iter().all(|(x, y)| a[x].0 == b[y].0 && is_same(&a[x].1, &b[y].1))
        }
        (Data::List(a), Data::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests;
