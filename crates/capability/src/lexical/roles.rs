//! What kind of value a parameter takes.
//!
//! A parameter's name ends in its kind: `file_path` is a path, `file_path_type` is not. Where the name is not enough
//! (`query` of words or of SQL, `code` to run or to keep), the rest of the definition decides.

use crate::lexical::facts::{Facts, Voice};
use crate::lexical::lexicon::LEXICON;
use crate::lexical::meaning::{Act, Thing, Things};
use crate::lexical::phrases::Phrases;
use crate::{Level, ParameterRole, Role};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use vetgate_model::Parameter;

/// What a word at the end of a name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Is(Role),
    /// Code: run or kept, as the tool does.
    Code,
    /// A query: of a language or of words, as the tool does.
    Search,
    /// The word before decides.
    Neutral,
}

static WORDS: LazyLock<BTreeMap<&'static str, Kind>> = LazyLock::new(|| {
    let rows = include_str!("lexicon/roles.txt").lines().filter(|line| !line.starts_with(['#', 'v']));
    let words = rows.filter_map(|row| row.split_once('=')).flat_map(|(class, words)| {
        let kind = match class.trim() {
            "code" => Kind::Code,
            "search" => Kind::Search,
            "neutral" => Kind::Neutral,
            name => Kind::Is(Role::named(name).unwrap_or(Role::Text)),
        };
        words.split(',').map(move |word| (word.trim(), kind))
    });
    let mut known = BTreeMap::new();
    for (word, kind) in words {
        // The first row that has a word decides.
        known.entry(word).or_insert(kind);
    }
    known
});

/// A parameter's role as far as it tells by itself.
pub(crate) struct Reading {
    kind: Kind,
    word: String,
    level: Level,
    evidence: Vec<String>,
}

/// Reads a parameter alone, whose name has the tokens `name`; `values` tells whether it may take only certain values.
pub(crate) fn read(parameter: &Parameter, name: &[String], description: Option<&str>, values: bool) -> Reading {
    let mut evidence = vec![];
    let (mut kind, word) = by_name(name);
    let is_named = word.is_some();
    if let Some(word) = &word {
        evidence.push(format!("param_name:{word}"));
    }
    let mut level = match &word {
        Some(word) if kind == Kind::Is(Role::Path) && is_plainly_path(word) => Level::High,
        Some(_) => Level::Medium,
        None => Level::Low,
    };
    let format = parameter.format.as_deref().and_then(|format| Some((format, by_format(format)?)));
    if let Some((format, role)) = format {
        evidence.push(format!("format:{format}"));
        level = if kind == Kind::Is(role) { Level::High } else { Level::Medium };
        kind = Kind::Is(role);
    }
    let is_scalar = matches!(parameter.kind.as_deref(), Some("boolean" | "number" | "integer"));
    let is_id = kind == Kind::Is(Role::Id) && parameter.kind.as_deref() != Some("boolean");
    if values || (is_scalar && !is_id) {
        let reason =
            if values { "enum".to_owned() } else { format!("type:{}", parameter.kind.as_deref().unwrap_or("")) };
        return Reading { kind: Kind::Is(Role::Text), word: String::new(), level: Level::High, evidence: vec![reason] };
    }
    if let Some(description) = description
        && let Some((said, cue)) = by_description(description)
    {
        match kind {
            Kind::Is(role) if role == said => level = Level::High,
            Kind::Is(Role::Text) | Kind::Neutral if !is_named || kind == Kind::Neutral => {
                kind = Kind::Is(said);
                level = Level::Medium;
            }
            Kind::Search | Kind::Is(Role::Path) if said == Role::Query => {
                kind = Kind::Is(said);
                level = Level::High;
            }
            Kind::Code if said == Role::Command => {
                kind = Kind::Is(said);
                level = Level::High;
            }
            // `document`: "path of the .docx".
            Kind::Is(Role::Content | Role::Text | Role::Id) if said.is_interesting() => {
                kind = Kind::Is(said);
                level = Level::Medium;
            }
            _ => return Reading { kind, word: word.unwrap_or_default(), level, evidence },
        }
        evidence.push(format!("param_description:{cue}"));
    }
    Reading { kind, word: word.unwrap_or_default(), level, evidence }
}

impl Reading {
    /// True for a parameter that is a query by its name alone: `sql`.
    pub(crate) fn is_query(&self) -> bool {
        self.kind == Kind::Is(Role::Query)
    }

    /// The role, where the rest of the definition is known; `has_query` if a parameter of it is a query by itself.
    pub(crate) fn role(mut self, facts: &Facts, has_query: bool) -> ParameterRole {
        let role = match self.kind {
            // A domain of knowledge, of a home, of a game.
            Kind::Is(Role::Host) if self.word == "domain" && self.level < Level::High && !is_networked(facts) => {
                Role::Text
            }
            // A repository of the host is a folder.
            Kind::Is(Role::Id) if self.word.starts_with("repo") && is_local_git(facts) => Role::Path,
            // The commands of a database are its language, unless they stand beside it.
            Kind::Is(Role::Command) if asks_database(facts) && !has_shell(facts) && !has_query => Role::Query,
            Kind::Is(role) => role,
            // `source` and `destination` of a file that is moved.
            Kind::Neutral if is_end_of_move(&self.word) && is_about_files(facts) => {
                self.level = Level::Medium;
                Role::Path
            }
            Kind::Neutral => {
                self.level = Level::Low;
                Role::Text
            }
            Kind::Code if self.word == "expression" && !has_shell(facts) => Role::Text,
            Kind::Code if runs_code(facts) => Role::Command,
            Kind::Code => Role::Content,
            Kind::Search if asks_database(facts) => Role::Query,
            Kind::Search => Role::Text,
        };
        if self.evidence.is_empty() {
            self.evidence.push("no_signal".to_owned());
        }
        ParameterRole { role, confidence: self.level, evidence: self.evidence }
    }
}

/// Returns true for a name that means a path and nothing else.
fn is_plainly_path(word: &str) -> bool {
    matches!(word, "path" | "paths" | "filepath" | "file path" | "file paths")
}

/// Whether a path is only where something runs: nothing is read or written there by name.
pub(crate) fn is_surrounding(name: &[String]) -> bool {
    match name {
        [one] => matches!(one.as_str(), "cwd" | "workdir" | "workingdir"),
        [first, second] => {
            matches!(first.as_str(), "work" | "working" | "current")
                && matches!(second.as_str(), "dir" | "directory" | "folder" | "path")
        }
        _ => false,
    }
}

/// Whether a path is where something is put.
pub(crate) fn is_output(name: &[String], description: Option<&str>) -> bool {
    use crate::words::roles::NAMES;
    const PHRASES: &[&str] = &["to save", "to write", "be saved", "be written", "to store", "output", "destination"];
    let said = |description: &str| {
        let lower = description[..description.floor_char_boundary(OPENING)].to_ascii_lowercase();
        PHRASES.iter().any(|phrase| lower.contains(phrase))
    };
    name.iter().any(|token| NAMES.contains(&token.as_str())) || description.is_some_and(said)
}

/// Whether the tool runs what it is given.
fn runs_code(facts: &Facts) -> bool {
    let is_code = |things: Things| things.has(Thing::Code) || things.has(Thing::Shell) || things.has(Thing::Command);
    let says_so = |voice| facts.pairs(voice).any(|(act, things)| act == Act::Run && is_code(things));
    facts.acts(Voice::Name).has(Act::Run)
        || facts.opening == Some(Act::Run)
        || [Voice::Title, Voice::Lead, Voice::Parameter].into_iter().any(says_so)
}

fn is_end_of_move(word: &str) -> bool {
    matches!(word, "source" | "destination" | "src" | "dst" | "dest" | "target" | "from" | "to")
}

/// Whether the tool says that it is about files.
fn is_about_files(facts: &Facts) -> bool {
    [Voice::Name, Voice::Lead].into_iter().any(|voice| {
        let things = facts.things(voice);
        things.has(Thing::File) || things.has(Thing::Folder)
    })
}

/// Whether the tool speaks of the network.
fn is_networked(facts: &Facts) -> bool {
    let all = Voice::ALL.into_iter().fold(Things::default(), |all, voice| all.or(facts.things(voice)));
    [Thing::Network, Thing::Web, Thing::Http, Thing::Url].into_iter().any(|thing| all.has(thing))
}

/// Whether the tool works on repositories of the host.
fn is_local_git(facts: &Facts) -> bool {
    let all = Voice::ALL.into_iter().fold(Things::default(), |all, voice| all.or(facts.things(voice)));
    all.has(Thing::Git) && !all.has(Thing::Service) && !all.has(Thing::Url)
}

/// Whether the tool speaks of a shell or of code.
fn has_shell(facts: &Facts) -> bool {
    [Voice::Name, Voice::Title, Voice::Lead].into_iter().any(|voice| {
        let things = facts.things(voice);
        things.has(Thing::Shell) || things.has(Thing::Code)
    })
}

/// Whether the tool speaks to a database in the database's language.
fn asks_database(facts: &Facts) -> bool {
    let is_database = |voice| {
        let things = facts.things(voice);
        things.has(Thing::Database) || things.has(Thing::Engine)
    };
    [Voice::Name, Voice::Title, Voice::Lead, Voice::Server, Voice::Parameter].into_iter().any(is_database)
}

/// What the end of a name says: the longest phrase at its end that the list knows; else what its last word is in any
/// language; else its first word.
fn by_name(tokens: &[String]) -> (Kind, Option<String>) {
    // `image_path_to_remove` is an image path.
    let end = tokens.iter().rposition(|token| token == "to").filter(|at| *at > 0 && *at + 2 >= tokens.len() - 1);
    let tokens = &tokens[..end.unwrap_or(tokens.len())];
    let mut end = tokens.len();
    let mut neutral = None;
    while end > 0 {
        let last = &tokens[end - 1];
        if last.bytes().all(|b| b.is_ascii_digit()) {
            end -= 1;
            continue;
        }
        if end > 1 {
            let phrase = format!("{} {last}", tokens[end - 2]);
            if let Some(kind) = WORDS.get(phrase.as_str()) {
                return (*kind, Some(phrase));
            }
        }
        match WORDS.get(last.as_str()) {
            Some(Kind::Neutral) => neutral = neutral.or(Some(last.clone())),
            Some(kind) => return (*kind, Some(last.clone())),
            None => break,
        }
        end -= 1;
    }
    if let Some(word) = end.checked_sub(1).map(|at| &tokens[at])
        && let Some(role) = by_thing(LEXICON.word(word).things)
    {
        return (Kind::Is(role), Some(word.clone()));
    }
    if let Some(first) = tokens.first()
        && let Some(kind @ Kind::Is(Role::Url | Role::Path | Role::Command)) = WORDS.get(first.as_str())
    {
        return (*kind, Some(first.clone()));
    }
    match neutral {
        // A name of something is what selects it.
        Some(word) if word.starts_with("name") && tokens.len() > 1 => (Kind::Is(Role::Id), Some(word)),
        neutral => (Kind::Neutral, neutral),
    }
}

/// What a word for a thing takes as its value, in whichever language it is.
fn by_thing(things: Things) -> Option<Role> {
    let roles = [
        (Thing::File, Role::Path),
        (Thing::Folder, Role::Path),
        (Thing::Url, Role::Url),
        (Thing::Shell, Role::Command),
    ];
    roles.into_iter().find(|(thing, _)| things.has(*thing)).map(|(_, role)| role)
}

fn by_format(format: &str) -> Option<Role> {
    match format {
        "uri" | "url" | "uri-reference" | "iri" | "uri-template" => Some(Role::Url),
        "hostname" | "idn-hostname" | "ipv4" | "ipv6" | "ip" => Some(Role::Host),
        "uuid" => Some(Role::Id),
        "path" | "file-path" | "directory-path" => Some(Role::Path),
        "date" | "date-time" | "time" | "duration" | "email" | "regex" | "int32" | "int64" | "float" | "double" => {
            Some(Role::Text)
        }
        _ => None,
    }
}

/// Phrases that give a value away wherever they stand; the first that fits counts. Lower case.
static PHRASES: Phrases<Role> = Phrases::new(PHRASE_ROWS);

// The phrases and their roles: `PHRASE_ROWS`.
include!(concat!(env!("OUT_DIR"), "/role_phrases.rs"));

/// How much of a description is looked through: what a value is, is said first.
const OPENING: usize = 160;

fn by_description(description: &str) -> Option<(Role, &'static str)> {
    let opening = &description[..description.floor_char_boundary(OPENING)];
    PHRASES.first_in(opening).map(|(phrase, role)| (*role, phrase.trim()))
}
