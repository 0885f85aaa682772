//! What a tool is to the flow of data: whether what it returns is private, whether strangers write it, and whether what it is
//! given leaves.
//!
//! A person's word comes first, then the class of its server, then its capabilities, then the words of its name. What the
//! words alone say is a guess: enough to take note, and never enough to stop a call by itself.

use crate::tool::Content;
use crate::words::label::{OUTSIDE, PRIVATE, RECIPIENTS, SAFES, SENDS, TO_PEOPLE, TO_WHOM};
use vetgate_capability::{Classification, Level, OperationClass, Role, ServerClass, ServerClassification, Tag, tokens};
use vetgate_flow::Certainty;

/// What a tool is to the flow of data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    /// Whether what it returns is private.
    pub private: Certainty,
    /// Whether strangers may have written what it returns.
    pub outside: Certainty,
    /// Whether what it is given leaves.
    pub leaves: Certainty,
    /// Whether it runs what it is given.
    pub runs: bool,
    /// Whether it hands out what is kept where secrets are kept.
    pub is_secret: bool,
    /// Whether what it is given is what a model answers to a server that asked it.
    pub is_answer: bool,
    /// Whether it keeps what it is given for sessions to come.
    pub remembers: bool,
    /// Whether its author says that it reaches beyond its own server.
    pub is_open: bool,
    /// The words of its name.
    pub words: Vec<String>,
}

/// What agents call where they keep what they are to know in sessions to come.
const MEMORIES: &[&str] = &["memory", "memories", "remember", "memorize", "memorise", "mem0"];

/// Whether a word is one for whom a message goes to, in another language than English.
pub(crate) fn says_to_whom(word: &str) -> bool {
    TO_WHOM.iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// Whether the argument at `pointer` says whom or what something is meant for.
pub(crate) fn is_recipient(pointer: &str) -> bool {
    let is_name = |part: &&str| !part.is_empty() && !part.bytes().all(|byte| byte.is_ascii_digit());
    pointer.rsplit('/').find(is_name).is_some_and(is_recipient_name)
}

/// Whether an argument of this name says whom or what something is meant for.
pub(crate) fn is_recipient_name(name: &str) -> bool {
    let is_one = |word: &str| {
        let stem = word.strip_suffix(['s', 'S']).unwrap_or(word);
        RECIPIENTS.iter().any(|name| word.eq_ignore_ascii_case(name) || stem.eq_ignore_ascii_case(name))
    };
    vetgate_text::name::parts(name).any(is_one)
}

impl Labels {
    /// The labels of a tool.
    pub(crate) fn of(
        (server, name): (&str, &str),
        classification: &Classification,
        side: &ServerClassification,
        content: Option<Content>,
    ) -> Self {
        let words = tokens(name);
        let server_words = tokens(server);
        let says = |list: &[&str]| {
            let is_in = |word: &String| {
                list.contains(&word.as_str()) || word.strip_suffix('s').is_some_and(|stem| list.contains(&stem))
            };
            if words.iter().any(is_in) || (list != SENDS && list != TO_PEOPLE && server_words.iter().any(is_in)) {
                Certainty::Guessed
            } else {
                Certainty::No
            }
        };
        let has = |tag| classification.has(tag, Level::Medium);
        let takes = |role: Role| {
            classification.parameter_roles.values().any(|own| own.role == role && own.confidence.reaches(Level::Medium))
        };
        let is_sure = side.confidence.reaches(Level::Medium);
        let reads = classification.operation.class == OperationClass::Read;
        let private = match side.class {
            ServerClass::Internal if is_sure => Certainty::Known,
            _ if has(Tag::SecretAccess) => Certainty::Known,
            ServerClass::Internal => Certainty::Guessed,
            // What an outside service keeps for its user is the user's all the same: mail, chats, accounts.
            ServerClass::External => says(PRIVATE),
            ServerClass::Unknown if has(Tag::FsRead) || has(Tag::DbQuery) => Certainty::Known,
            ServerClass::Unknown => says(PRIVATE).max(possibly_private(server, classification)),
        };
        let outside = match (content, side.class) {
            (Some(Content::Outside), _) => Certainty::Known,
            (Some(Content::Inside), _) => Certainty::No,
            // What a tool answers to what it was given to write is a receipt.
            (None, _)
                if matches!(classification.operation.class, OperationClass::Write | OperationClass::Destructive) =>
            {
                Certainty::No
            }
            (None, ServerClass::External) if is_sure => Certainty::Known,
            (None, _) if reads && has(Tag::NetEgress) => Certainty::Known,
            (None, _) => says(OUTSIDE),
        };
        let leaves = match side.class {
            ServerClass::External if is_sure && !reads => Certainty::Known,
            ServerClass::External => Certainty::Guessed,
            // What a person or a name calls inside stays there, unless it is told to go to a place outside.
            ServerClass::Internal if is_sure && !reads && says(TO_PEOPLE) == Certainty::Guessed => Certainty::Guessed,
            ServerClass::Internal if is_sure => {
                if takes(Role::Url) && has(Tag::NetEgress) {
                    Certainty::Guessed
                } else {
                    Certainty::No
                }
            }
            _ if has(Tag::NetEgress) || takes(Role::Url) || takes(Role::Host) || has(Tag::Exec) => Certainty::Guessed,
            _ if reads => Certainty::No,
            _ => says(SENDS),
        };
        // A stranger's statement in a database does what a stranger's command does in a shell.
        let runs =
            has(Tag::Exec) || takes(Role::Command) || (takes(Role::Query) && (has(Tag::DbQuery) || has(Tag::DbWrite)));
        let is_safe = |word: &String| SAFES.contains(&word.strip_suffix('s').unwrap_or(word));
        let keeps = server_words.iter().any(is_safe) || classification.has(Tag::SecretAccess, Level::High);
        let is_secret = reads && keeps && !lists(&words);
        let keeps_for_later = |word: &String| MEMORIES.contains(&word.as_str());
        let remembers = !reads && words.iter().chain(&server_words).any(keeps_for_later);
        Self { private, outside, leaves, runs, is_secret, is_answer: false, remembers, is_open: false, words }
    }
}

/// Whether what a server returns may be private where nothing says so: RFC-004 treats a server that it cannot place as
/// potentially internal. What a tool answers to what it was given to write is a receipt, and what it fetches from an address
/// that its caller names belongs to whoever answers there. A tool without a server speaks for itself.
fn possibly_private(server: &str, classification: &Classification) -> Certainty {
    let is_receipt = matches!(classification.operation.class, OperationClass::Write | OperationClass::Destructive);
    let goes = |role| matches!(role, Role::Url | Role::Host);
    let mut roles = classification.parameter_roles.values();
    let fetches = classification.has(Tag::NetEgress, Level::Medium)
        && roles.any(|own| goes(own.role) && own.confidence.reaches(Level::Medium));
    if server.is_empty() || is_receipt || fetches { Certainty::No } else { Certainty::Possible }
}

/// Whether a tool says what there is, and not what it says.
fn lists(words: &[String]) -> bool {
    const LISTS: &[&str] = &["list", "names", "count", "status", "search", "generate", "check"];
    words.iter().any(|word| LISTS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tool;
    use vetgate_capability::{Server, classify};
    use vetgate_model::{Definition, DefinitionKind};

    fn labels(server: &str, tool: &str, parameter: &str) -> Labels {
        let raw = format!(
            r#"{{"name":"{tool}","inputSchema":{{"type":"object","properties":{{"{parameter}":{{"type":"string"}}}}}}}}"#
        );
        let definition = Definition::parse(server, DefinitionKind::Tool, &raw).expect("a tool");
        let side = Server { name: server, url: None, tools: &[], configured: None }.classify();
        Tool::of(&definition, classify(&definition), side).labels
    }

    #[test]
    fn servers_of_the_rfc_are_sources_and_sinks() {
        let github = labels("github", "get_file", "path");
        assert_eq!((github.private, github.leaves), (Certainty::Known, Certainty::No));
        let slack = labels("slack", "post_message", "text");
        assert_eq!((slack.outside, slack.leaves), (Certainty::No, Certainty::Known), "a receipt is nobody's text");
        assert_eq!(labels("slack", "get_messages", "channel").outside, Certainty::Known);
        let database = labels("db", "query", "sql");
        assert_eq!((database.private, database.leaves), (Certainty::Known, Certainty::No));
    }

    #[test]
    fn what_a_safe_hands_out_is_secret_and_what_it_lists_is_not() {
        assert!(labels("secrets-store", "get", "name").is_secret);
        assert!(labels("password-manager", "get_entry", "entry").is_secret);
        for (server, tool) in [("secrets-store", "list_names"), ("password-manager", "generate"), ("notes", "get_note")]
        {
            assert!(!labels(server, tool, "name").is_secret, "{server}/{tool}");
        }
    }

    #[test]
    fn without_a_server_the_tool_speaks_for_itself() {
        let send = labels("", "GmailSendEmail", "to");
        assert!(send.leaves >= Certainty::Guessed, "{send:?}");
        let read = labels("", "get_most_recent_transactions", "n");
        assert!(
            read.private >= Certainty::Guessed && read.outside >= Certainty::Guessed && read.leaves == Certainty::No,
            "{read:?}"
        );
        let add = labels("", "add", "a");
        assert_eq!(
            (add.private, add.outside, add.leaves, add.runs),
            (Certainty::No, Certainty::No, Certainty::No, false)
        );
        assert!(labels("", "run_shell", "command").runs);
    }
}
