//! What is known of libraries, as rows: which calls need what, what functions make of what they are given, and which calls
//! rules want to see.

use crate::analysis::Danger;
use crate::words::secret::{FILE_PARTS, NAME_WORDS};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use vetgate_capability::Tag;

/// A call that needs a capability, or is dangerous.
#[derive(Debug)]
pub(crate) struct SinkRow {
    /// Whether it is of JavaScript and TypeScript rather than of Python.
    pub(crate) is_script: bool,
    pub(crate) needs: Needs,
    pub(crate) danger: Option<Hazard>,
    /// Which argument is dangerous.
    pub(crate) argument: Selector,
    /// Further conditions.
    pub(crate) conditions: Vec<Condition>,
}

/// What a call needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// Nothing that has a tag.
    Nothing,
    /// This.
    Tag(Tag),
    /// A database: what for, the query says.
    Database,
}

/// How an argument is dangerous.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hazard {
    /// As it is.
    Plain(Danger),
    /// As a list whose first item is a program (Python), or a text.
    Program,
    /// As a program beside its list of arguments and its options (JavaScript).
    ProgramBeside,
}

/// Which argument: one of several names for it.
#[derive(Debug)]
pub(crate) struct Selector(pub(crate) Vec<Which>);

/// One name of an argument.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Place(usize),
    Named(&'static str),
    /// A member of the argument at a place.
    MemberOf(usize, &'static str),
    /// What the method is called on.
    Receiver,
    /// All of them.
    Every,
}

/// When a row holds.
#[derive(Debug)]
pub(crate) enum Condition {
    /// The text of an argument has one of these letters.
    Has(Selector, &'static str),
    /// It has none of them, or there is none.
    HasNot(Selector, &'static str),
    /// The text looks like a query, or the receiver is of a library for databases.
    IsQuery,
    /// The text looks like a query.
    LooksLikeQuery,
    /// An argument is none of these of a library.
    IsNot(Selector, &'static str),
}

/// What a function makes of what it is given.
#[derive(Debug)]
pub(crate) struct EffectRow {
    pub(crate) effect: Effect,
    /// What the result is of.
    pub(crate) result: Option<&'static str>,
}

/// What a function makes of what it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The first argument, or the receiver: a fact about one is a fact about the other.
    Same,
    /// A number, a truth, a digest: nothing of it is left.
    Plain,
    /// It, harmless for some uses.
    Clean(super::clean::Clean),
    /// A path without `..` and links.
    Resolved,
    /// A path of all arguments, in which an absolute one drops those before it.
    Joined,
    /// A path of all arguments, in which each stays below the one before.
    JoinedBelow,
    /// What an address is against a base: an absolute one drops it.
    Address,
    /// Something that tells where a path lies: a test of it is a test of the path.
    Relative,
    /// The folder of a path.
    Folder,
    /// It, decoded: what was tested before says nothing.
    Decoded,
    /// Never comes back.
    Exit,
    /// The function that is given.
    Function,
}

/// Calls that need something; whether they are those of JavaScript and TypeScript.
const SINKS: [(&str, bool); 2] =
    [(include_str!("table/sinks_python.txt"), false), (include_str!("table/sinks_script.txt"), true)];
const EFFECTS: &str = include_str!("table/effects.txt");
const CALLS: &str = include_str!("table/calls.txt");
const PURE: &str = include_str!("table/pure.txt");

/// Rows by what their path ends with.
#[derive(Debug)]
pub(crate) struct Table<R> {
    rows: Vec<(&'static str, R)>,
    /// By the last part of the path.
    by_end: BTreeMap<&'static str, Vec<usize>>,
    /// Rows whose last part has a `*`.
    open: Vec<usize>,
}

impl<R> Table<R> {
    fn of(rows: Vec<(&'static str, R)>) -> Self {
        let mut table = Self { by_end: BTreeMap::new(), open: Vec::new(), rows };
        for (at, (path, _)) in table.rows.iter().enumerate() {
            let end = last(path);
            if end.contains('*') { table.open.push(at) } else { table.by_end.entry(end).or_default().push(at) }
        }
        table
    }

    /// All rows that a path fits, in their order.
    pub(crate) fn rows_for<'t>(&'t self, path: &'t str) -> impl Iterator<Item = &'t R> {
        let by_end = self.by_end.get(last(path)).map_or(&[][..], Vec::as_slice);
        by_end.iter().chain(&self.open).filter_map(move |&at| {
            let (pattern, row) = &self.rows[at];
            fits(pattern, path).then_some(row)
        })
    }
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// Whether a path fits a pattern in which `*` stands for anything.
pub(crate) fn fits(pattern: &str, path: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// The calls that need something.
pub(crate) fn sinks() -> &'static Table<SinkRow> {
    static TABLE: OnceLock<Table<SinkRow>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = SINKS.iter().flat_map(|(text, is_script)| lines(text).map(|line| (line, *is_script)));
        Table::of(lines.map(|(line, is_script)| sink(line, is_script).unwrap_or_else(|| unreadable(line))).collect())
    })
}

/// What functions make of what they are given.
pub(crate) fn effects() -> &'static Table<EffectRow> {
    static TABLE: OnceLock<Table<EffectRow>> = OnceLock::new();
    TABLE.get_or_init(|| {
        Table::of(lines(EFFECTS).map(|line| effect(line).unwrap_or_else(|| unreadable(line))).collect())
    })
}

/// The calls that rules want to see.
pub(crate) fn calls() -> &'static Table<()> {
    static TABLE: OnceLock<Table<()>> = OnceLock::new();
    TABLE.get_or_init(|| Table::of(lines(CALLS).map(|line| (line.trim(), ())).collect()))
}

/// The calls that need nothing.
pub(crate) fn pure() -> &'static Table<()> {
    static TABLE: OnceLock<Table<()>> = OnceLock::new();
    TABLE.get_or_init(|| Table::of(lines(PURE).map(|line| (line.trim(), ())).collect()))
}

/// Whether the effect of a library's function is known though no row of the sinks fits the call: it needs nothing, it
/// makes the object whose methods are rows, or it is a method of what a row returned.
pub(crate) fn is_resolved(path: &str) -> bool {
    let needs = |row: &SinkRow| row.needs != Needs::Nothing;
    pure().rows_for(path).next().is_some()
        || is_constructor_of_rows(path)
        || path.match_indices("()").any(|(at, _)| sinks().rows_for(&path[..at]).any(needs))
}

/// Whether rows of the sinks speak of the methods of what this returns: `requests.Session`, `axios.create`.
fn is_constructor_of_rows(path: &str) -> bool {
    static CONSTRUCTORS: OnceLock<Table<()>> = OnceLock::new();
    let constructors = CONSTRUCTORS.get_or_init(|| {
        let rows = sinks().rows.iter().filter_map(|(path, _)| Some((path.rsplit_once("().")?.0, ())));
        // `*().save` says nothing of what makes the object.
        Table::of(rows.filter(|(path, ())| !path.starts_with('*') && !path.starts_with('?')).collect())
    });
    constructors.rows_for(path).next().is_some()
}

/// The tables are part of the program; a test reads every row.
fn unreadable<T>(line: &str) -> T {
    panic!("a row of the tables cannot be read: {line}")
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .map(|line| line.split(" #").next().unwrap_or(line))
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

fn sink(line: &'static str, is_script: bool) -> Option<(&'static str, SinkRow)> {
    let mut columns = line.split_whitespace();
    let (path, needs, danger, argument) = (columns.next()?, columns.next()?, columns.next()?, columns.next()?);
    let needs = match needs {
        "-" => Needs::Nothing,
        "db" => Needs::Database,
        tag => Needs::Tag(Tag::ALL.into_iter().find(|known| known.to_string() == tag)?),
    };
    let danger = match danger {
        "-" => None,
        "path" => Some(Hazard::Plain(Danger::Path)),
        "command" => Some(Hazard::Plain(Danger::Command)),
        "sql" => Some(Hazard::Plain(Danger::Sql)),
        "url" => Some(Hazard::Plain(Danger::Url)),
        "code" => Some(Hazard::Plain(Danger::Code)),
        "log" => Some(Hazard::Plain(Danger::Log)),
        "argv" => Some(Hazard::Program),
        "spawn" => Some(Hazard::ProgramBeside),
        _ => return None,
    };
    let conditions = columns.map(condition).collect::<Option<Vec<_>>>()?;
    Some((path, SinkRow { is_script, needs, danger, argument: selector(argument)?, conditions }))
}

fn condition(word: &'static str) -> Option<Condition> {
    match word {
        "query" => return Some(Condition::IsQuery),
        "querylike" => return Some(Condition::LooksLikeQuery),
        _ => {}
    }
    let (kind, rest) = word.split_once(':')?;
    let (argument, letters) = rest.split_once('~')?;
    match kind {
        "if" => Some(Condition::Has(selector(argument)?, letters)),
        "without" => Some(Condition::IsNot(selector(argument)?, letters)),
        "unless" => Some(Condition::HasNot(selector(argument)?, letters)),
        _ => None,
    }
}

fn selector(word: &'static str) -> Option<Selector> {
    let names = word.split('|').map(|name| match name {
        "-" => None,
        "this" => Some(Which::Receiver),
        "all" => Some(Which::Every),
        _ => Some(match name.parse() {
            Ok(place) => Which::Place(place),
            Err(_) => match name.split_once('.') {
                Some((place, member)) => Which::MemberOf(place.parse().ok()?, member),
                None => Which::Named(name),
            },
        }),
    });
    if word == "-" { Some(Selector(Vec::new())) } else { names.collect::<Option<Vec<_>>>().map(Selector) }
}

fn effect(line: &'static str) -> Option<(&'static str, EffectRow)> {
    use super::clean::Clean;
    let (line, result) = match line.split_once("->") {
        Some((line, result)) => (line, Some(result.trim())),
        None => (line, None),
    };
    let mut columns = line.split_whitespace();
    let (path, effect) = (columns.next()?, columns.next()?);
    let effect = match effect {
        "same" => Effect::Same,
        "plain" => Effect::Plain,
        "resolved" => Effect::Resolved,
        "joined" => Effect::Joined,
        "below" => Effect::JoinedBelow,
        "address" => Effect::Address,
        "relative" => Effect::Relative,
        "folder" => Effect::Folder,
        "decoded" => Effect::Decoded,
        "exit" => Effect::Exit,
        "function" => Effect::Function,
        "clean" => {
            let mut clean = Clean::NONE;
            for word in columns.next()?.split(',') {
                clean |= match word {
                    "path" => Clean::PATH,
                    "command" => Clean::COMMAND,
                    "sql" => Clean::SQL,
                    "url" => Clean::URL,
                    "code" => Clean::CODE,
                    "log" => Clean::LOG,
                    "prompt" => Clean::PROMPT,
                    _ => return None,
                };
            }
            Effect::Clean(clean)
        }
        _ => return None,
    };
    Some((path, EffectRow { effect, result }))
}

/// Whether a variable of the environment, a parameter or a member is a secret by its name.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace('-', "_");
    let words: Vec<&str> = name.split('_').collect();
    let has_word = words.iter().any(|word| NAME_WORDS.contains(word));
    let is_key = words.last() == Some(&"KEY")
        && words.iter().any(|word| {
            matches!(*word, "API" | "SECRET" | "PRIVATE" | "ACCESS" | "AUTH" | "SIGNING" | "ENCRYPTION" | "MASTER")
        });
    let is_joined = ["APITOKEN", "APISECRET", "ACCESSTOKEN", "CLIENTSECRET", "PRIVATEKEY", "APIKEY", "SECRETKEY"]
        .iter()
        .any(|word| name.replace('_', "").ends_with(word));
    // `CSS_TOKEN`-like names are rare; counts of tokens are not.
    let is_count = words.iter().any(|word| matches!(*word, "MAX" | "LIMIT" | "COUNT" | "NUM" | "TOKENS"));
    (has_word || is_key || is_joined) && !is_count && &*name != "PWD"
}

/// Whether a file holds secrets, by its name.
pub(crate) fn is_secret_file(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let name = path.rsplit(['/', '\\']).next().unwrap_or(&path);
    FILE_PARTS.iter().any(|part| path.contains(part))
        || name == ".env"
        || (name.starts_with(".env.") && !name.ends_with("example") && !name.ends_with("sample"))
}

/// Types that say nothing of what an object can do.
pub(crate) fn is_plain_type(path: &str) -> bool {
    matches!(
        path.split('[').next().unwrap_or(path).rsplit('.').next().unwrap_or(path),
        "str"
            | "int"
            | "float"
            | "bool"
            | "bytes"
            | "dict"
            | "list"
            | "tuple"
            | "set"
            | "Any"
            | "Optional"
            | "Union"
            | "List"
            | "Dict"
            | "object"
            | "Literal"
            | "Annotated"
            | "Sequence"
            | "Mapping"
            | "Callable"
            | "Iterable"
            | "None"
            | "type"
            | "Awaitable"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_read() {
        assert!(sinks().rows.len() > 150 && effects().rows.len() > 80 && calls().rows.len() > 40);
        assert!(pure().rows.len() > 100);
    }

    #[test]
    fn a_pattern_fits_what_it_says() {
        assert!(fits("requests.*", "requests.get") && !fits("requests.*", "myrequests.get"));
        assert!(fits("*.execute", "sqlite3.connect().execute") && !fits("*.execute", "execute"));
        assert!(fits("fs*.readFile", "fs.promises.readFile") && fits("open", "open") && !fits("open", "opener"));
    }

    #[test]
    fn secrets_are_known_by_their_names() {
        for name in ["API_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN", "apiKey", "db_password", "authorization"] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in ["MAX_TOKENS", "KEY", "HOME", "PATH", "PORT", "KEYBOARD", "primary_key"] {
            assert!(!is_secret_name(name), "{name}");
        }
        assert!(is_secret_file("~/.ssh/id_rsa") && is_secret_file("/srv/app/.env") && !is_secret_file(".env.example"));
    }
}
