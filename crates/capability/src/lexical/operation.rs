//! Whether a tool reads, writes or destroys.
//!
//! The name speaks first: on tokens, so that `get_deleted_items` reads and `postal_code` posts nothing. A verb at the
//! front counts before one at the end (`registry_list`), and that before one in between. A word that is a verb elsewhere is
//! none where the name has it as a noun: see `object`. Where the name has no verb the description's first act speaks, then the values that a parameter like `action` may take, then the capabilities. What
//! the author's annotations claim is not asked: they are compared with this.

mod object;

use crate::lexical::facts::{Facts, Voice, cut};
use crate::lexical::lexicon::LEXICON;
use crate::lexical::meaning::{Act, Cue, Thing};
use crate::words::operation::STATES;
use crate::{Capability, Level, Operation, Tag, tokens};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use vetgate_model::{Definition, FacetKind};

/// What calling a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationClass {
    /// Nothing tells. To be treated as potentially risky.
    Unknown,
    /// It changes nothing.
    Read,
    /// It creates, changes, sends or runs.
    Write,
    /// It is destructive.
    Destructive,
}

impl OperationClass {
    /// Every class.
    pub const ALL: [Self; 4] = [Self::Unknown, Self::Read, Self::Write, Self::Destructive];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Read => "read",
            Self::Write => "write",
            Self::Destructive => "destructive",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }
}

impl fmt::Display for OperationClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a verb does, and whether it is a noun as often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Verb {
    class: OperationClass,
    is_noun: bool,
    /// Whether it is a thing first: an order, a build, a store.
    is_thing: bool,
}

static VERBS: LazyLock<BTreeMap<&'static str, Verb>> = LazyLock::new(|| {
    let mut verbs = BTreeMap::new();
    for (head, words) in include_str!("lexicon/operations.txt").lines().filter_map(|line| line.split_once('=')) {
        let (class, kind) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
        let Some(class) = OperationClass::named(class) else { continue };
        for word in words.split(',').map(str::trim) {
            let is_thing = kind == "thing";
            verbs.entry(word).or_insert(Verb { class, is_noun: is_thing || kind == "noun", is_thing });
        }
    }
    verbs
});

/// The class of a tool whose name has the tokens `name`, by what it says.
pub(crate) fn spoken(name: &[String], facts: &Facts, tool: &Definition) -> Operation {
    let told = by_text(facts);
    let named = by_name(name).map(|named| named.in_place(name, facts, told.as_ref()));
    let values = by_values(tool);
    let mut operation = Operation { class: OperationClass::Unknown, confidence: Level::Low, evidence: vec![] };
    // A verb that may be a noun gives way to a verb of the description, unless both say the same: `slack_post_message`
    // posts where the description says so too.
    let is_sure = named.as_ref().is_some_and(|named| named.is_sure);
    let gives_way = |named: &Named| {
        let is_other = |told: &Told| told.is_verb && (told.class != named.class || named.class < OperationClass::Write);
        !named.is_sure && told.as_ref().is_some_and(is_other)
    };
    if let Some(named) = named
        && !gives_way(&named)
    {
        operation.class = named.class;
        operation.confidence = if is_sure { Level::Medium } else { Level::Low };
        operation.evidence.push(format!("name_token:{}", named.verb));
    }
    if let Some(told) = told {
        if operation.class == OperationClass::Unknown {
            operation.class = told.class;
            operation.confidence = if told.is_verb { Level::Medium } else { Level::Low };
            operation.evidence.push(told.evidence);
        } else if operation.class == told.class && told.is_verb {
            operation.confidence = if is_sure { Level::High } else { Level::Medium };
            operation.evidence.push(told.evidence);
        }
    }
    if let Some((class, value)) = values
        && class > operation.class
    {
        operation.class = class;
        operation.confidence = Level::Medium;
        operation.evidence.push(format!("param_value:{}", cut(value)));
    }
    if operation.class == OperationClass::Read && facts.takes_output {
        operation.class = OperationClass::Write;
        operation.confidence = Level::Medium;
        operation.evidence.push("param_kind:output_path".to_owned());
    }
    let erases = facts.acts(Voice::Lead).has(Act::Delete) && facts.opening_acts.has(Act::Compute);
    if operation.class == OperationClass::Read && erases && !only_computes(facts) {
        // "Formats a drive, erasing all data on it": the second verb is the one that counts.
        operation.class = OperationClass::Destructive;
        operation.confidence = Level::Low;
        operation.evidence.push(format!("description:{}", facts.words(Voice::Lead, Some(Act::Delete), None)));
    }
    if operation.class >= OperationClass::Write && only_computes(facts) {
        // "Adds two numbers", "removes duplicates from a text": nothing outside is touched.
        operation.class = OperationClass::Read;
        operation.confidence = Level::Low;
        operation.evidence.push("kind:computation".to_owned());
    }
    operation
}

/// Whether the description speaks of numbers and words alone, and of no place that could keep them.
fn only_computes(facts: &Facts) -> bool {
    let things = facts.things(Voice::Lead);
    let kept = things.iter().any(|thing| !matches!(thing, Thing::Math | Thing::None | Thing::Static));
    things.has(Thing::Math) && !kept && !facts.takes_output && !facts.takes_input
}

impl Operation {
    /// The same class; where nothing told, the one that the capabilities imply.
    pub(crate) fn or_implied_by(mut self, capabilities: &[Capability]) -> Self {
        let runs =
            |capability: &Capability| capability.tag == Tag::Exec && capability.confidence.reaches(Level::Medium);
        let surely_runs = |capability: &Capability| capability.tag == Tag::Exec && capability.confidence == Level::High;
        let is_run = if self.confidence < Level::High {
            capabilities.iter().any(runs)
        } else {
            capabilities.iter().any(surely_runs)
        };
        if self.class == OperationClass::Read && is_run {
            // "Evaluates JavaScript in the page": what is run can do anything.
            self.class = OperationClass::Write;
            self.confidence = Level::Low;
            self.evidence.push(format!("capability:{}", Tag::Exec));
        }
        if self.class != OperationClass::Unknown {
            return self;
        }
        for (tags, implied) in [(CHANGING, OperationClass::Write), (SHOWING, OperationClass::Read)] {
            let is_one = |capability: &&Capability| {
                tags.contains(&capability.tag) && capability.confidence.reaches(Level::Medium)
            };
            if let Some(capability) = capabilities.iter().find(is_one) {
                self.class = implied;
                self.evidence.push(format!("capability:{}", capability.tag));
                break;
            }
        }
        self
    }
}

const CHANGING: &[Tag] = &[Tag::Exec, Tag::FsWrite, Tag::DbWrite, Tag::NetIngress];
const SHOWING: &[Tag] = &[Tag::FsRead, Tag::DbQuery, Tag::SecretAccess];

fn known(word: &str) -> Option<Verb> {
    VERBS.get(word).copied()
}

/// `untrash`, `unblock`: to undo is to write, whatever is undone.
fn undone(word: &str) -> Option<Verb> {
    let verb = known(word.strip_prefix("un")?).filter(|verb| verb.class >= OperationClass::Write)?;
    Some(Verb { class: OperationClass::Write, ..verb })
}

/// The verb that a token of a name is.
fn verb_in(name: &[String], position: usize) -> Option<Verb> {
    let token = name.get(position)?;
    known(token).or_else(|| undone(token))
}

/// What a name says.
struct Named<'n> {
    class: OperationClass,
    verb: &'n str,
    /// Whether its verb can be nothing but a verb, or stands where verbs stand.
    is_sure: bool,
}

/// First words of names that say something to others.
const SAYING: &[&str] = &["comment", "email", "message", "post", "reply", "share", "tweet"];

/// What the name says: by its first token, its last, or any. What is destroyed counts wherever it stands, and of two
/// verbs side by side the graver: a name must not hide the one behind the other.
fn by_name(name: &[String]) -> Option<Named<'_>> {
    let found = |position: usize| Some((verb_in(name, position)?, name.get(position)?.as_str()));
    let plain = |position: usize| found(position).filter(|(verb, _)| !verb.is_noun);
    let last = name.len().checked_sub(1)?;
    let destroys = |(verb, _): &(Verb, &str)| verb.class == OperationClass::Destructive;
    let gravest = || (0..=last).filter_map(plain).find(destroys);
    let joined = || {
        let pairs = (0..last).filter_map(|at| {
            // `get_or_create`, `read_write`: with nothing or a small word between them.
            let next = if matches!(name[at + 1].as_str(), "and" | "or" | "then") { at + 2 } else { at + 1 };
            let (one, other) = (plain(at)?, plain(next)?);
            Some(if other.0.class > one.0.class { other } else { one })
        });
        pairs.max_by_key(|(verb, _)| verb.class)
    };
    let anywhere = || (1..last).find_map(plain);
    let sure = gravest().or_else(joined).or_else(|| plain(0)).or_else(|| plain(last)).or_else(anywhere);
    if let Some((verb, word)) = sure {
        return Some(Named { class: verb.class, verb: word, is_sure: true });
    }
    // `book_status`, `order_history`, `run_select`: the state of something is looked at, unless the description says more.
    // But a status is also what is posted.
    let is_asked_for = last > 0 && STATES.contains(&name[last].as_str()) && !SAYING.contains(&name[0].as_str());
    if is_asked_for && found(0).is_some_and(|(verb, _)| verb.is_noun) {
        return Some(Named { class: OperationClass::Read, verb: &name[last], is_sure: false });
    }
    if let Some((verb, word)) = found(0) {
        return Some(Named { class: verb.class, verb: word, is_sure: name.len() > 1 });
    }
    // Of several as grave the first: what comes behind a verb is what it acts on.
    let (verb, word) = (1..=last).rev().filter_map(found).max_by_key(|(verb, _)| verb.class)?;
    Some(Named { class: verb.class, verb: word, is_sure: false })
}

/// What the description says it does.
struct Told {
    class: OperationClass,
    evidence: String,
    /// Whether it says so by a verb; a thing alone is shown, if nothing else tells.
    is_verb: bool,
}

/// What the description says: by its first word, by its first act, or by the thing that it names.
fn by_text(facts: &Facts) -> Option<Told> {
    let is_read_only = facts.cues(Voice::Lead).has(Cue::ReadOnly);
    // "Converts", "generates": what is made is returned, unless it is put somewhere.
    let is_returned = facts.opening_acts.has(Act::Compute) && !facts.takes_output;
    if let Some(verb) = facts.first_word.as_deref().and_then(verb_of)
        && !is_returned
    {
        let class = if is_read_only { OperationClass::Read } else { verb.class };
        let word = facts.first_word.as_deref().unwrap_or_default();
        return Some(Told { class, evidence: format!("description:{word}"), is_verb: true });
    }
    let Some(act) = facts.opening else {
        let thing = facts.things(Voice::Lead).iter().next()?;
        let evidence = format!("description:{}", facts.words(Voice::Lead, None, Some(thing)));
        return Some(Told { class: OperationClass::Read, evidence, is_verb: false });
    };
    let class = class_of(act);
    let class = if is_read_only || is_returned { OperationClass::Read } else { class };
    let evidence = format!("description:{}", facts.words(Voice::Lead, Some(act), None));
    Some(Told { class, evidence, is_verb: true })
}

/// What an act does to the world.
fn class_of(act: Act) -> OperationClass {
    match act {
        Act::Delete => OperationClass::Destructive,
        Act::Create
        | Act::Write
        | Act::Modify
        | Act::Send
        | Act::Run
        | Act::Listen
        | Act::Start
        | Act::Install
        | Act::Download => OperationClass::Write,
        Act::Get | Act::Read | Act::Open | Act::List | Act::Search | Act::Fetch | Act::Query | Act::Compute => {
            OperationClass::Read
        }
    }
}

/// What a word says is done, if it is a word for something that is done: in lower case, in any language of the lexicon.
///
/// Far cheaper than classifying a sentence, so that a reader of many sentences can pass most of them over.
///
/// ```
/// use vetgate_capability::{OperationClass, act_class};
/// assert_eq!(act_class("deletes"), Some(OperationClass::Destructive));
/// assert_eq!(act_class("the"), None);
/// ```
pub fn act_class(word: &str) -> Option<OperationClass> {
    let by_lexicon = || LEXICON.word(word).acts.iter().next().map(class_of);
    verb_of(word).map(|verb| verb.class).or_else(by_lexicon)
}

/// The verb that a word of a description is: as it stands, or in the third person.
fn verb_of(word: &str) -> Option<Verb> {
    known(word).or_else(|| known(word.strip_suffix('s')?)).or_else(|| known(word.strip_suffix("es")?))
}

/// What the values of a parameter that chooses the action say: the gravest of them.
fn by_values(tool: &Definition) -> Option<(OperationClass, &str)> {
    const CHOOSERS: &[&str] = &["action", "operation", "method", "mode", "command", "op", "verb"];
    let values = tool.facets().iter().filter(|facet| facet.kind == FacetKind::Enum);
    let of_chooser = values.filter(|facet| {
        let schema = facet.pointer.as_str().rsplit_once("/enum").map_or("", |(schema, _)| schema);
        let parameter = schema.rsplit('/').next().unwrap_or_default();
        CHOOSERS.contains(&parameter)
    });
    let classes = of_chooser.filter_map(|facet| {
        let first = tokens(&facet.text).into_iter().next()?;
        let class = VERBS.get(first.as_str())?.class;
        // A method of HTTP does what the address makes of it.
        let is_method = facet.text.bytes().all(|byte| byte.is_ascii_uppercase());
        Some((if is_method { class.min(OperationClass::Write) } else { class }, facet.text.as_str()))
    });
    classes.filter(|(class, _)| *class >= OperationClass::Write).max_by_key(|(class, _)| *class)
}
