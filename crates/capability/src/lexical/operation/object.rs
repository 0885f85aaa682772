//! Where a word that writes elsewhere is a thing: `read_resume` resumes nothing, and `build_log` builds nothing.
//!
//! The place in the name says that it may be one: behind a verb that reads (`get_silence`), before a word for what is looked
//! at (`push_message_list`), or at the front, for words that are things first (`order_items`). Whether it is one, the
//! description says: it opens with a verb that reads, and its first sentence does nothing else. So a name cannot hide a verb
//! behind another one (`find_replace`), and a description alone cannot talk a verb away (`send_report`). What a name destroys
//! is never a thing here: that costs too much where it is wrong.

use super::{Named, OperationClass, SAYING, STATES, Told, class_of, known, verb_in, verb_of};
use crate::lexical::facts::{Facts, Voice};
use crate::words::object::{ALSO_THINGS, LOOKED_AT, WHICH};

/// Last words of names that are texts which somebody else has written.
const WRITTEN: &[&str] = &["calendar", "guide", "manual", "notes", "policy", "text"];

/// Verbs that read and that no other verb stands beside: what follows them is what they get.
const GETTING: &[&str] = &["count", "describe", "get", "list"];

/// Words between two verbs that are both meant.
const BETWEEN: &[&str] = &["and", "or", "then"];

impl<'n> Named<'n> {
    /// The same, or what the name says if the word that writes is a thing in it.
    pub(super) fn in_place(self, name: &'n [String], facts: &Facts, told: Option<&Told>) -> Self {
        if self.class != OperationClass::Write {
            return self;
        }
        let Some(at) = name.iter().position(|token| token == self.verb) else { return self };
        let reader = (0..at).rev().find(|place| reads(name, *place));
        let is_joined = at > 0 && BETWEEN.contains(&name[at - 1].as_str());
        let is_silent = told.is_none() && facts.first_word.is_none();
        match reader {
            // Another verb that writes is no thing because a reading one stands before the first.
            Some(reader) if !is_joined && !writes_behind(name, at) => {
                let is_getting = GETTING.contains(&name[reader].as_str());
                if only_reads(facts, told) || (is_silent && is_getting && reader + 1 == at) {
                    return Self { class: OperationClass::Read, verb: &name[reader], is_sure: true };
                }
                self
            }
            Some(_) => self,
            // `last_update`: which one is meant can be said of things alone.
            None if at > 0 && WHICH.contains(&name[at - 1].as_str()) && !writes(told) => {
                Self { class: OperationClass::Read, verb: &name[at - 1], is_sure: false }
            }
            None => match name.last().map(String::as_str) {
                Some(last) if at + 1 < name.len() && can_be_thing(name, at) && is_looked_at(last) => {
                    if !only_reads(facts, told) {
                        return self;
                    }
                    Self { class: OperationClass::Read, verb: last, is_sure: false }
                }
                _ if is_thing(name, at) && only_reads(facts, told) => Self { is_sure: false, ..self },
                // `release_notes`: things that only lie there. Nothing that writes is said of them either.
                Some(last) if at == 0 && is_thing(name, at) && WRITTEN.contains(&last) && !writes(told) => {
                    Self { class: OperationClass::Read, verb: last, is_sure: false }
                }
                _ => self,
            },
        }
    }
}

fn reads(name: &[String], place: usize) -> bool {
    verb_in(name, place).is_some_and(|verb| verb.class == OperationClass::Read && !verb.is_noun)
}

fn writes_behind(name: &[String], at: usize) -> bool {
    let joined = name.iter().skip(at + 1).any(|token| BETWEEN.contains(&token.as_str()));
    joined && (at + 1..name.len()).any(|place| verb_in(name, place).is_some_and(|v| v.class >= OperationClass::Write))
}

fn is_looked_at(word: &str) -> bool {
    STATES.contains(&word) || LOOKED_AT.contains(&word)
}

fn can_be_thing(name: &[String], at: usize) -> bool {
    known(&name[at]).is_some_and(|verb| verb.is_noun) || ALSO_THINGS.contains(&name[at].as_str())
}

/// Whether the word is a thing first; one that says something to others is none at the front.
fn is_thing(name: &[String], at: usize) -> bool {
    let is_first = known(&name[at]).is_some_and(|verb| verb.is_thing);
    if at == 0 {
        is_first && !SAYING.contains(&name[at].as_str())
    } else {
        is_first || ALSO_THINGS.contains(&name[at].as_str())
    }
}

fn writes(told: Option<&Told>) -> bool {
    told.is_some_and(|told| told.class >= OperationClass::Write)
}

/// Whether the description opens with a verb that reads, and its first sentence does nothing else.
fn only_reads(facts: &Facts, told: Option<&Told>) -> bool {
    let opens = facts.first_word.as_deref().and_then(verb_of).is_some_and(|verb| verb.class == OperationClass::Read);
    let is_told = told.is_some_and(|told| told.is_verb && told.class == OperationClass::Read);
    opens && is_told && facts.acts(Voice::Lead).iter().all(|act| class_of(act) == OperationClass::Read)
}

#[cfg(test)]
mod tests {
    use crate::{OperationClass, classify};
    use vetgate_model::{Definition, DefinitionKind};

    fn class(name: &str, description: &str) -> OperationClass {
        let raw = format!(r#"{{"name":"{name}","description":"{description}","inputSchema":{{"type":"object"}}}}"#);
        classify(&Definition::parse("s", DefinitionKind::Tool, &raw).unwrap()).operation.class
    }

    #[test]
    fn a_thing_that_is_named_like_a_verb_is_only_looked_at() {
        for (name, description) in [
            ("get_pause", "Gets the length of the pause."),
            ("hr_list_leave_requests", "Lists the leave requests of a team."),
            ("read_draft_commit", "Reads a commit."),
            ("release_list", "Lists the releases of a project."),
            ("build_artifacts", "Returns what a build has left."),
            ("store_hours", "Shows when a shop is open."),
            ("commit_history", "Shows the commits of a branch."),
            ("get_resume", ""),
            ("comment_details", "Shows a comment."),
            ("release_calendar", "What comes out when."),
            ("latest_change", "When the schema was changed last."),
            ("last_update", "How old the prices are."),
        ] {
            assert_eq!(class(name, description), OperationClass::Read, "{name}: {description}");
        }
    }

    #[test]
    fn a_verb_is_hidden_neither_by_another_nor_by_the_description() {
        for (name, description) in [
            ("get_or_create_user", "Gets a user."),
            ("find_replace", "Finds a text and replaces it."),
            ("read_write", ""),
            ("send_report", "Shows a report."),
            ("message_team", "Shows a text to a team."),
            ("order_pizza", "Orders a pizza."),
            ("post_status", "Posts a status for all followers."),
            ("release_notes", "Publishes notes."),
            ("next_transfer", "Transfers the next amount."),
            ("get_and_update_settings", "Gets the settings."),
            ("check_install", "Checks for a package and installs it."),
        ] {
            assert!(class(name, description) >= OperationClass::Write, "{name}: {description}");
        }
        assert_eq!(class("get_purge_result", "Gets a result."), OperationClass::Destructive);
    }
}
