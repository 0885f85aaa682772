//! Whether a tool reads, writes or destroys.
//!
//! The name speaks first: on tokens, so that `get_deleted_items` reads and `postal_code` posts nothing. A verb at the
//! front counts before one at the end (`registry_list`), and that before one in between. Where the name has no verb the
//! description's first act speaks, then the values that a parameter like `action` may take, then the capabilities. What
//! the author's annotations claim is not asked: they are compared with this.

use crate::facts::{Facts, Voice, cut};
use crate::meaning::{Act, Cue};
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
    /// What it does cannot be taken back.
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

static VERBS: LazyLock<BTreeMap<&'static str, OperationClass>> = LazyLock::new(|| {
    let mut verbs = BTreeMap::new();
    for (class, words) in include_str!("lexicon/operations.txt").lines().filter_map(|line| line.split_once('=')) {
        let Some(class) = OperationClass::named(class.trim()) else { continue };
        for word in words.split(',').map(str::trim) {
            verbs.entry(word).or_insert(class);
        }
    }
    verbs
});

/// The class of a tool whose name has the tokens `name`, by what it says.
pub(crate) fn spoken(name: &[String], facts: &Facts, tool: &Definition) -> Operation {
    let mut evidence = vec![];
    let mut class = OperationClass::Unknown;
    let mut confidence = Level::Low;
    if let Some((said, verb)) = by_name(name) {
        class = said;
        confidence = Level::Medium;
        evidence.push(format!("name_token:{verb}"));
    }
    if let Some((said, word)) = by_text(facts) {
        if class == OperationClass::Unknown {
            (class, confidence) = (said, Level::Medium);
            evidence.push(word);
        } else if class == said {
            confidence = Level::High;
            evidence.push(word);
        }
    }
    if let Some((said, value)) = by_values(tool)
        && said > class
    {
        (class, confidence) = (said, Level::Medium);
        evidence.push(format!("param_value:{}", cut(value)));
    }
    Operation { class, confidence, evidence }
}

impl Operation {
    /// The same class; where nothing told, the one that the capabilities imply.
    pub(crate) fn or_implied_by(mut self, capabilities: &[Capability]) -> Self {
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

/// What the name says, and by which token.
fn by_name(name: &[String]) -> Option<(OperationClass, &str)> {
    let verb = |token: &String| VERBS.get(token.as_str()).copied();
    // `get_or_create`, `search_and_replace`: the graver of the two.
    if let Some(at) = name.iter().position(|token| token == "or" || token == "and")
        && at > 0
        && let (Some(one), Some(other)) = (verb(&name[at - 1]), name.get(at + 1).and_then(verb))
    {
        return Some(if other > one { (other, &name[at + 1]) } else { (one, &name[at - 1]) });
    }
    let first = name.first().and_then(|token| Some((verb(token)?, token.as_str())));
    let last = name.last().and_then(|token| Some((verb(token)?, token.as_str())));
    let between = || {
        name.iter().filter_map(|token| Some((verb(token)?, token.as_str()))).max_by_key(|(class, _)| *class)
    };
    first.or(last).or_else(between)
}

/// What the description's first act says. A description that names a thing and no act shows it.
fn by_text(facts: &Facts) -> Option<(OperationClass, String)> {
    let Some(act) = facts.opening else {
        let thing = facts.things(Voice::Lead).iter().next()?;
        return Some((OperationClass::Read, format!("description:{}", facts.words(Voice::Lead, None, Some(thing)))));
    };
    let class = match act {
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
        Act::Get
        | Act::Read
        | Act::Open
        | Act::List
        | Act::Search
        | Act::Fetch
        | Act::Query
        | Act::Compute => OperationClass::Read,
    };
    let is_read_only = facts.cues(Voice::Lead).has(Cue::ReadOnly);
    let class = if is_read_only { OperationClass::Read } else { class };
    Some((class, format!("description:{}", facts.words(Voice::Lead, Some(act), None))))
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
        Some((VERBS.get(first.as_str()).copied()?, facet.text.as_str()))
    });
    classes.filter(|(class, _)| *class >= OperationClass::Write).max_by_key(|(class, _)| *class)
}
