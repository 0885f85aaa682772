//! Seeing what calls need, and what of a stranger's input they are given.

use super::clean::Symbol;
use super::effect::receiver_of;
use super::table::{self, Condition, Hazard, Needs, Selector, SinkRow, Which};
use super::value::{Argument, Library, Shape, Spot, Strand, Trail, Value};
use super::{Machine, Running};
use crate::analysis::Danger;
use crate::form::Name;
use crate::words::libraries::DATABASES;
use std::rc::Rc;
use vetgate_capability::Tag;

/// How many calls and flows are kept.
const KEPT: usize = 2_000;

/// What was seen, with places that are not worked out yet.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) reaches: Vec<RawReach>,
    pub(crate) flows: Vec<RawFlow>,
    pub(crate) at_import: Vec<RawReach>,
    /// What goes into logs outside of handlers.
    pub(crate) elsewhere: Vec<RawFlow>,
    pub(crate) calls: Vec<RawCall>,
    /// The first call of the handler whose effect is not known, as it is written.
    pub(crate) unresolved: Option<(Name, Spot)>,
}

/// A call that needs something.
#[derive(Debug, Clone)]
pub(crate) struct RawReach {
    pub(crate) tag: Option<Tag>,
    pub(crate) danger: Option<Danger>,
    pub(crate) path: Name,
    pub(crate) spot: Spot,
    pub(crate) through: Vec<(Name, Spot)>,
    pub(crate) texts: Vec<String>,
}

/// Input that reaches a call.
#[derive(Debug, Clone)]
pub(crate) struct RawFlow {
    pub(crate) danger: Danger,
    pub(crate) source: Symbol,
    pub(crate) trail: Option<Rc<Trail>>,
    pub(crate) reach: RawReach,
    pub(crate) near_miss: Option<(Spot, &'static str)>,
}

/// A call that a rule wants to see.
#[derive(Debug, Clone)]
pub(crate) struct RawCall {
    pub(crate) path: Name,
    pub(crate) arguments: Vec<(String, crate::analysis::Given)>,
    pub(crate) spot: Spot,
}

impl Machine<'_> {
    /// Looks at a call of a library; whether it needs something, so that what comes back is not the client's.
    pub(super) fn observe(&mut self, library: &Library, arguments: &[Argument], spot: Spot) -> bool {
        let mut needs_something = false;
        for row in table::sinks().rows_for(&library.path) {
            // The `open` of Python and the package `open` of npm are two things.
            if !library.path.contains('.') && row.is_script != self.is_script() {
                continue;
            }
            let selected = self.select(&row.argument, library, arguments, spot);
            if !self.holds(row, library, arguments, &selected, spot) {
                continue;
            }
            // What is in memory is no file.
            let is_in_memory = |value: &Value| value.libraries().any(|library| library.path.starts_with("io."));
            if row.danger == Some(Hazard::Plain(Danger::Path)) && selected.iter().any(is_in_memory) {
                continue;
            }
            needs_something |= row.needs != Needs::Nothing;
            let texts: Vec<String> =
                selected.iter().map(|value| self.text_of(value, 0)).filter(|text| text != "…").collect();
            let danger = row.danger.map(Hazard::danger);
            if row.needs == Needs::Tag(Tag::NetEgress) {
                self.observe_environment(arguments, spot);
            }
            for tag in self.tags(row.needs, &texts) {
                self.reach(tag, danger, &library.path, &texts, spot);
            }
            let Some(hazard) = row.danger else { continue };
            let exposed = match hazard {
                Hazard::Plain(Danger::Url) => {
                    let follows = self.follows(arguments);
                    selected.iter().flat_map(|value| self.exposed_host(value, follows)).collect()
                }
                Hazard::Plain(danger) => selected.iter().flat_map(|value| self.exposed(value, danger)).collect(),
                Hazard::Program => self.exposed_program(selected.first(), None, arguments),
                Hazard::ProgramBeside => self.exposed_program(selected.first(), Some(arguments), arguments),
            };
            self.flows(hazard.danger(), exposed, &selected, &library.path, &texts, spot);
        }
        needs_something
    }

    /// Sees the environment leave with a request.
    pub(super) fn observe_environment(&mut self, arguments: &[Argument], spot: Spot) {
        let leaves = arguments.iter().any(|argument| {
            let taint = self.taint_within(&argument.value);
            taint
                .iter()
                .flat_map(|taint| taint.iter())
                .any(|strand| self.sources.get(&strand.source).is_some_and(|source| source.label == "the environment"))
        });
        if leaves {
            self.reach(Some(Tag::SecretAccess), None, &"process.env".into(), &[], spot);
        }
    }

    pub(super) fn tags(&self, needs: Needs, texts: &[String]) -> Vec<Option<Tag>> {
        match needs {
            Needs::Nothing => vec![None],
            Needs::Tag(tag) => {
                let mut tags = vec![Some(tag)];
                if tag == Tag::FsRead && texts.iter().any(|text| table::is_secret_file(text)) {
                    tags.push(Some(Tag::SecretAccess));
                }
                tags
            }
            Needs::Database => match texts.first().and_then(|text| query_kind(text)) {
                Some(Query::Reads) => vec![Some(Tag::DbQuery)],
                Some(Query::Writes) => vec![Some(Tag::DbWrite)],
                Some(Query::Neither) => vec![],
                None => vec![Some(Tag::DbQuery), Some(Tag::DbWrite)],
            },
        }
    }

    pub(super) fn reach(
        &mut self,
        tag: Option<Tag>,
        danger: Option<Danger>,
        path: &Name,
        texts: &[String],
        spot: Spot,
    ) {
        if tag.is_none() && danger != Some(Danger::Code) {
            return;
        }
        let is_known = |known: &RawReach| known.spot == spot && known.tag == tag && known.path == *path;
        let kept = match self.running {
            Running::Import => &self.found.at_import,
            _ => &self.found.reaches,
        };
        if kept.len() >= KEPT || kept.iter().any(is_known) {
            return;
        }
        let reach = RawReach { tag, danger, path: path.clone(), spot, through: self.way_here(), texts: texts.to_vec() };
        match self.running {
            Running::Import => self.found.at_import.push(reach),
            _ => self.found.reaches.push(reach),
        }
    }

    /// Notes that the effect of a call in a tool's handler is not known, as it is written there.
    pub(super) fn unresolved(&mut self, spot: Spot) {
        const LONGEST: usize = 60;
        if self.running != Running::Tool || self.found.unresolved.is_some() {
            return;
        }
        let text = &self.program.texts[spot.module as usize];
        let call = text.get(spot.span.start as usize..spot.span.end as usize).unwrap_or_default();
        let callee = callee_of(call);
        let words: String = callee.split_whitespace().collect::<Vec<_>>().join(" ");
        let shown: String = words.chars().take(LONGEST).collect();
        self.found.unresolved = Some((format!("{shown}()").into(), spot));
    }

    pub(super) fn flows(
        &mut self,
        danger: Danger,
        exposed: Vec<Strand>,
        selected: &[Value],
        path: &Name,
        texts: &[String],
        spot: Spot,
    ) {
        let is_handled = matches!(self.running, Running::Tool | Running::Prompt);
        if !is_handled && danger != Danger::Log {
            return;
        }
        for strand in exposed {
            let is_known =
                |flow: &RawFlow| (flow.danger, flow.source, flow.reach.spot) == (danger, strand.source, spot);
            if self.found.flows.len() >= KEPT || self.found.flows.iter().any(is_known) {
                continue;
            }
            let symbols = selected.iter().map(|value| value.symbol).chain([strand.source]);
            let near_miss = symbols.into_iter().find_map(|symbol| self.near_misses.get(&symbol).copied());
            let reach = RawReach {
                tag: None,
                danger: Some(danger),
                path: path.clone(),
                spot,
                through: self.way_here(),
                texts: texts.to_vec(),
            };
            let flow = RawFlow { danger, source: strand.source, trail: strand.trail.clone(), reach, near_miss };
            if is_handled {
                self.found.flows.push(flow);
            } else if !self.found.elsewhere.iter().any(|known| (known.source, known.reach.spot) == (flow.source, spot))
            {
                self.found.elsewhere.push(flow);
            }
        }
    }

    /// The arguments that a row speaks of.
    pub(super) fn select(
        &mut self,
        selector: &Selector,
        library: &Library,
        arguments: &[Argument],
        spot: Spot,
    ) -> Vec<Value> {
        let mut selected = Vec::new();
        for which in &selector.0 {
            let found: Vec<Value> = match which {
                Which::Place(at) => {
                    let places = arguments.iter().filter(|argument| argument.name.is_none());
                    places.map(|argument| argument.value.clone()).nth(*at).into_iter().collect()
                }
                Which::Named(name) => {
                    let named = arguments.iter().filter(|argument| argument.name.as_deref() == Some(name));
                    named.map(|argument| argument.value.clone()).collect()
                }
                Which::MemberOf(at, name) => match arguments.get(*at) {
                    Some(argument) => {
                        let objects: Vec<u32> = argument.value.objects().collect();
                        objects.iter().filter_map(|&id| self.heap[id as usize].members.get(*name).cloned()).collect()
                    }
                    None => Vec::new(),
                },
                Which::Receiver => receiver_of(library).into_iter().collect(),
                Which::Every => arguments.iter().map(|argument| argument.value.clone()).collect(),
            };
            selected.extend(found);
            // The other names are for the same argument.
            if !selected.is_empty() && !matches!(which, Which::Receiver) {
                break;
            }
        }
        if selected.is_empty()
            && let Some(spread) = arguments.iter().find(|argument| argument.is_spread)
        {
            selected.push(self.item_of(&spread.value.clone(), spot));
        }
        selected
    }

    pub(super) fn holds(
        &mut self,
        row: &SinkRow,
        library: &Library,
        arguments: &[Argument],
        selected: &[Value],
        spot: Spot,
    ) -> bool {
        row.conditions.iter().all(|condition| match condition {
            Condition::Has(selector, letters) => {
                let values = self.select(selector, library, arguments, spot);
                values.iter().flat_map(Value::texts).any(|text| text.contains(|c| letters.contains(c)))
            }
            Condition::HasNot(selector, letters) => {
                let values = self.select(selector, library, arguments, spot);
                !values.iter().flat_map(Value::texts).any(|text| text.contains(|c| letters.contains(c)))
            }
            Condition::IsQuery => {
                let text = selected.first().map(|value| self.text_of(value, 0)).unwrap_or_default();
                let is_text = selected.first().is_some_and(|value| value.closures().next().is_none());
                is_text && (query_kind(&text).is_some() || is_database(&library.path))
            }
            Condition::LooksLikeQuery => {
                let text = selected.first().map(|value| self.text_of(value, 0)).unwrap_or_default();
                query_kind(&text).is_some()
            }
            Condition::IsNot(selector, names) => {
                let values = self.select(selector, library, arguments, spot);
                let is_one = |path: &str| names.split(',').any(|name| path.rsplit('.').next() == Some(name));
                !values.iter().flat_map(Value::libraries).any(|library| is_one(&library.path))
            }
        })
    }

    /// What is known of a text; `…` stands for the rest.
    pub(super) fn text_of(&self, value: &Value, depth: usize) -> String {
        const LONGEST: usize = 300;
        let value = self.path_text(value);
        // One of several texts stands for all of them: they are versions of one.
        let is_text = |shape: &&Shape| matches!(shape, Shape::Text(_) | Shape::Joined(_));
        let shape = value.only().or_else(|| value.shapes().iter().find(is_text));
        let text = match shape {
            Some(Shape::Text(text)) => text.to_string(),
            Some(Shape::Joined(parts)) if depth < 4 => parts.iter().map(|part| self.text_of(part, depth + 1)).collect(),
            Some(Shape::Object(id)) if depth < 3 => {
                let words: Vec<String> =
                    self.heap[*id as usize].items.iter().take(12).map(|item| self.text_of(item, depth + 1)).collect();
                if words.is_empty() { "…".to_owned() } else { words.join(" ") }
            }
            Some(Shape::Environment(name, _)) => format!("${{{name}}}"),
            Some(Shape::Library(library)) if &*library.path == "pathlib.Path.home()" => "~".to_owned(),
            Some(Shape::Library(library)) if statement_verb(&library.path).is_some() => {
                let given = library.call.as_ref().and_then(|call| call.arguments.first());
                match (statement_verb(&library.path), given) {
                    (Some("TEXT"), Some(given)) if depth < 3 => self.text_of(&given.value, depth + 1),
                    (Some("TEXT") | None, _) => "…".to_owned(),
                    (Some(verb), _) => format!("{verb} …"),
                }
            }
            _ => super::expression::plain_text(&value).unwrap_or_else(|| "…".to_owned()),
        };
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    /// Sees a call of a library that rules want to know of, and an environment that is handed over whole.
    pub(super) fn observe_call(&mut self, library: &Library, arguments: &[Argument], spot: Spot) {
        // The result of a copy is followed instead.
        let is_copy = super::environment::copies_environment(&library.path);
        let handed = arguments.iter().filter(|argument| argument.name.as_deref() != Some("env") && !is_copy);
        for argument in handed {
            let whole =
                argument.value.libraries().find(|library| matches!(&*library.path, "os.environ" | "process.env"));
            if let Some(whole) = whole {
                let path = whole.path.clone();
                self.reach(Some(Tag::SecretAccess), None, &path, &[], spot);
            }
        }
        let path = &library.path;
        let is_wanted = table::calls().rows_for(path).next().is_some();
        let is_known = |call: &RawCall| call.spot == spot && call.path == *path;
        if !is_wanted || self.found.calls.len() >= KEPT || self.found.calls.iter().any(is_known) {
            return;
        }
        let arguments = self.given(arguments);
        self.found.calls.push(RawCall { path: path.clone(), arguments, spot });
    }
}

/// A call without its last list of arguments: `client.pages.create` of `client.pages.create({ title })`.
fn callee_of(call: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in call.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' if depth == 1 => return &call[..at],
            '(' => depth -= 1,
            _ => {}
        }
    }
    call
}

impl Hazard {
    pub(super) fn danger(self) -> Danger {
        match self {
            Self::Plain(danger) => danger,
            Self::Program | Self::ProgramBeside => Danger::Command,
        }
    }
}

/// What a query is for.
enum Query {
    Reads,
    Writes,
    Neither,
}

/// What a statement that is built of objects does: <https://docs.sqlalchemy.org/en/20/core/expression_api.html>.
fn statement_verb(path: &str) -> Option<&'static str> {
    let (of, rest) = path.split_once('(')?;
    let (module, function) = of.rsplit_once('.')?;
    if !rest.starts_with(')') || !(module.starts_with("sqlalchemy") || module.starts_with("sqlmodel")) {
        return None;
    }
    match function {
        "select" => Some("SELECT"),
        "insert" => Some("INSERT"),
        "update" => Some("UPDATE"),
        "delete" => Some("DELETE"),
        "text" => Some("TEXT"),
        _ => None,
    }
}

fn query_kind(text: &str) -> Option<Query> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '(');
    let verb: String = text.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_ascii_uppercase();
    let rest = &text[verb.len()..];
    let is_word = rest.is_empty()
        || rest.starts_with(|c: char| c.is_whitespace() || c == '…' || c == '*' || c == ';' || c == '(');
    if !is_word {
        return None;
    }
    match verb.as_str() {
        "SELECT" | "SHOW" | "PRAGMA" | "EXPLAIN" | "DESCRIBE" | "WITH" | "VALUES" | "TABLE" => Some(Query::Reads),
        "INSERT" | "UPDATE" | "DELETE" | "DROP" | "CREATE" | "ALTER" | "REPLACE" | "TRUNCATE" | "MERGE" | "GRANT"
        | "REVOKE" | "VACUUM" | "COPY" | "CALL" => Some(Query::Writes),
        "BEGIN" | "COMMIT" | "ROLLBACK" | "SET" | "USE" => Some(Query::Neither),
        _ => None,
    }
}

/// Whether a receiver is of a library for databases.
fn is_database(path: &str) -> bool {
    DATABASES.iter().any(|library| path.starts_with(library))
}
