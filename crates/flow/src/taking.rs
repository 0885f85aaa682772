//! What is taken, whatever the labels say.
//!
//! Where data comes from and where it goes is often a guess: most servers are neither known to be inside nor outside.
//! Some ways to move it tell by themselves that somebody takes what is not theirs: it is wrapped up, it comes out of a safe, it goes
//! to whom a stranger named, it is what the receiver asked for. Each is one rule here; what is known to be inside may have it.

use crate::following::{Following, Naming, Suggested, is_for_people, name_of};
use crate::memory::Found;
use crate::order::{chunks, is_target};
use crate::transform::Transform;
use crate::{Certainty, Pattern, Place, canonical};

/// From how many characters on, and new ones among them, a copy that is wrapped up or put into a link is on purpose.
const HIDDEN: (u32, u32) = (16, 8);
/// The same for what is wrapped up: no text of so many characters reads as another one by chance.
const WRAPPED: (u32, u32) = (16, 12);
/// How many letters a text has at least that is turned by thirteen.
const LETTERS: usize = 8;
/// From how many new characters on it counts what comes out of a safe.
const SCRAP: u32 = 12;
/// From how many new characters on it counts what was read because somebody said so.
const FETCHED: u32 = 16;
/// From how many new characters on a copy is worth a look, and from how many it is grave.
const NOTEWORTHY: u32 = 24;
const GRAVE: u32 = 32;

/// What a call read because an earlier response had named it.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// The call that read it.
    pub call: u64,
    /// Where it was named, or what was read before.
    pub by: Place,
    /// How it goes on from there.
    pub way: Way,
}

/// How what was read goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the server that named it.
    Back,
    /// To the place of the same server at which it was named, which is not the one where it was read.
    Across,
    /// To a place of the same server at which strangers wrote before, and which is not the one where it was read.
    ToStrangers,
}

/// Why a copy is taken.
pub(crate) struct Taken {
    pub(crate) pattern: Pattern,
    pub(crate) why: String,
}

impl Following<'_> {
    /// Why what was found is taken, if it is. `all` is everything that was found in the call.
    pub(crate) fn taken(&self, found: &Found, all: &[Found], suggested: &[Suggested]) -> Option<Taken> {
        let (origin, sink) = (&found.origin, &self.sink);
        if origin.server.is_empty() || sink.is_familiar {
            return None;
        }
        let taken = |pattern, why: &str| Some(Taken { pattern, why: why.to_owned() });
        let is_other = *origin.server != *sink.server;
        let leaves_the_house = is_other && !sink.is_inside;
        if leaves_the_house && origin.is_secret && found.novel >= SCRAP && !is_for_secrets(&found.to) {
            return taken(Pattern::SecretToExternal, "would go to another server, from a secret store");
        }
        let is_private = origin.private > Certainty::Possible;
        if leaves_the_house && is_wrapped(found) && reaches(found, WRAPPED) {
            return taken(Pattern::InternalToExternal, "would go to another server in encoded form");
        }
        let least = if origin.private == Certainty::Known { FETCHED } else { NOTEWORTHY };
        if leaves_the_house && sink.is_answer && is_private && found.novel >= least {
            return taken(Pattern::InternalToExternal, "are in the answer to a server's request to the model");
        }
        if is_private && reaches(found, HIDDEN) && self.is_in_given_link(found, all) {
            return taken(Pattern::InternalToExternal, "are written into a link from an earlier response");
        }
        if is_other && sink.remembers && self.is_planted(found) {
            return taken(Pattern::UntrustedToDestination, "would be stored as a memory that names a destination");
        }
        self.led(found, suggested).or_else(|| self.fetched(found)).or_else(|| self.handed_over(found))
    }

    /// Whether what strangers wrote is to be remembered word by word, with an address or an account in it: whoever goes by it
    /// in a later session no longer knows whose word it is.
    fn is_planted(&self, found: &Found) -> bool {
        let names_target = || self.value(&found.to).is_some_and(|value| chunks(&value).any(is_target));
        found.origin.outside == Certainty::Known && found.novel >= SCRAP && self.is_whole(found) && names_target()
    }

    /// What is handed to a tool that a stranger's text has named, out of another server than that text.
    fn handed_over(&self, found: &Found) -> Option<Taken> {
        let Place { server, tool, call, .. } = self.named_by?;
        let is_anothers = *found.origin.server != *self.sink.server && found.origin.server != *server;
        let counts = is_anothers && !self.sink.is_inside && found.origin.private > Certainty::Possible;
        (counts && found.novel >= NOTEWORTHY).then(|| Taken {
            pattern: Pattern::InternalToExternal,
            why: format!("would go to a tool that the response of `{tool}` named (call {call})"),
        })
    }

    /// What goes where somebody's prose wants it, or says what somebody's prose wants said there.
    fn led(&self, found: &Found, suggested: &[Suggested]) -> Option<Taken> {
        let (origin, sink) = (&found.origin, &self.sink);
        let goes = sink.leaves > Certainty::No || sink.changes;
        let by = suggested.iter().find(|suggested| suggested.pointer != found.to)?;
        if !goes
            || suggested.iter().any(|suggested| suggested.pointer == found.to)
            || self.addressees.contains(&found.to)
        {
            return None;
        }
        let is_anothers = *origin.server != *sink.server || *by.from.server != *sink.server;
        if is_anothers && origin.private > Certainty::Possible && found.novel >= NOTEWORTHY {
            let Place { tool, call, .. } = &by.from;
            let why = match by.naming {
                Naming::LookAlike => "would go to a recipient whose domain looks like another one".to_owned(),
                _ => format!("would go to a recipient that only the response of `{tool}` named (call {call})"),
            };
            return Some(Taken { pattern: Pattern::InternalToExternal, why });
        }
        let is_body = is_for_people(&found.to) && !matches!(name_of(&found.to), "subject" | "title");
        let is_dictated = is_body && by.from.call == origin.call && found.novel >= SCRAP && self.is_whole(found);
        is_dictated.then(|| Taken {
            pattern: Pattern::UntrustedToDestination,
            why: "are the whole message, to a recipient that the same text named".to_owned(),
        })
    }

    /// What was read because somebody said so, and goes to them.
    fn fetched(&self, found: &Found) -> Option<Taken> {
        let fetched = self.fetched.iter().filter(|fetched| fetched.call == found.origin.call);
        for Fetched { by: Place { tool, call, .. }, way, .. } in fetched {
            let counts = match way {
                Way::Back => {
                    !self.sink.is_inside && found.origin.private > Certainty::Possible && found.novel >= FETCHED
                }
                Way::Across => self.sink.changes && found.characters >= FETCHED && self.is_key(found),
                Way::ToStrangers => self.sink.changes && found.novel >= GRAVE,
            };
            if counts {
                let (pattern, why) = match way {
                    Way::Back => (
                        Pattern::InternalToExternal,
                        format!("would go to the server whose tool `{tool}` asked to read them (call {call})"),
                    ),
                    Way::Across => (
                        Pattern::SecretToExternal,
                        format!("would go, including a key, to the destination named by `{tool}` (call {call})"),
                    ),
                    Way::ToStrangers => (
                        Pattern::InternalToExternal,
                        format!(
                            "would go to another destination, after untrusted content in the response of `{tool}` (call {call})"
                        ),
                    ),
                };
                return Some(Taken { pattern, why });
            }
        }
        None
    }

    /// Whether it stands in the query of a link whose host came out of a response.
    fn is_in_given_link(&self, found: &Found, all: &[Found]) -> bool {
        let mut links = self.links.iter().filter(|link| link.pointer == found.to && !found.text.contains(&link.host));
        links.any(|link| {
            let is_given = all.iter().any(|other| other.to == found.to && other.text.contains(&link.host));
            is_given && self.value(&found.to).is_some_and(|value| in_query(&value, &link.host, &found.text))
        })
    }

    /// Whether it is all that an argument says.
    fn is_whole(&self, found: &Found) -> bool {
        let letters = |value: String| value.chars().filter(|c| c.is_alphanumeric()).count();
        self.value(&found.to).is_some_and(|value| letters(value) == found.characters as usize)
    }

    /// Whether it holds what looks like a key: letters of both cases and digits by turns, as nobody writes by hand.
    fn is_key(&self, found: &Found) -> bool {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        self.value(&found.to).is_some_and(|value| {
            value.split(|c| !is_part(c)).any(|token| looks_like_key(token) && found.text.contains(&canonical(token)))
        })
    }

    /// Whether an argument is there for what opens something, and holds nothing else.
    pub(crate) fn is_set_up(&self, pointer: &str) -> bool {
        is_for_secrets(pointer) && self.value(pointer).is_none_or(|value| !value.trim().contains(char::is_whitespace))
    }

    /// The text of an argument. Only where something was found that may be taken: it is parsed anew.
    fn value(&self, pointer: &str) -> Option<String> {
        let arguments: serde_json::Value = serde_json::from_str(self.arguments).ok()?;
        arguments.pointer(pointer)?.as_str().map(str::to_owned)
    }
}

fn reaches(found: &Found, (characters, novel): (u32, u32)) -> bool {
    found.characters >= characters && found.novel >= novel
}

/// Whether it was made unreadable. Percent signs and escapes are how texts are written down, and figures are what they
/// are in every alphabet.
pub(crate) fn is_wrapped(found: &Found) -> bool {
    use Transform::Rot13;
    let has_letters = || found.text.bytes().filter(u8::is_ascii_alphabetic).count() >= LETTERS;
    found.transforms.iter().any(|transform| match transform {
        written if Transform::WRITTEN.contains(written) => false,
        Rot13 => has_letters(),
        _ => true,
    })
}

/// Whether an argument is there for what opens something, by its name.
fn is_for_secrets(pointer: &str) -> bool {
    use crate::words::taking::NAMES;
    let name = name_of(pointer).to_ascii_lowercase();
    NAMES.iter().any(|part| name.contains(part))
}

/// Whether `letters` stand in the query of a link of `value` to that host.
fn in_query(value: &str, host: &str, letters: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || "\"'<>)]}".contains(c);
    value.split("://").skip(1).any(|rest| {
        let link = rest.split(ends).next().unwrap_or_default();
        let (place, query) = link.split_once(['?', '#']).unwrap_or((link, ""));
        canonical(place).contains(host) && canonical(query).contains(letters)
    })
}

/// From how many changes between letters and digits on a token is nobody's word.
const TURNS: usize = 4;
/// The shortest key, in bytes.
const KEY: usize = 10;

fn looks_like_key(token: &str) -> bool {
    let bytes = token.as_bytes();
    let has = |is: fn(&u8) -> bool| bytes.iter().any(is);
    let turns = bytes
        .windows(2)
        .filter(|pair| {
            pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic()
                || pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit()
        })
        .count();
    bytes.len() >= KEY && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && turns >= TURNS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::following::{Link, Sink};
    use crate::{Level, Origin};
    use std::sync::Arc;

    const SINK: Sink = Sink {
        call: 9,
        server: "games",
        tool: "save",
        leaves: Certainty::No,
        changes: true,
        runs: false,
        is_addressed: false,
        is_familiar: false,
        named_by: None,
        is_exposed: false,
        is_inside: false,
        is_answer: false,
        remembers: false,
    };

    fn found(server: &str, text: &str, to: &str) -> Found {
        let origin = Origin { call: 1, server: server.into(), tool: "read".into(), ..Origin::default() };
        let characters = text.len() as u32;
        Found {
            origin: Arc::new(Origin { private: Certainty::Guessed, ..origin }),
            from: String::new(),
            to: to.to_owned(),
            characters,
            novel: characters,
            transforms: vec![],
            atom: None,
            pieces: 1,
            text: text.to_owned(),
        }
    }

    fn with(found: &Found, change: impl FnOnce(&mut Origin)) -> Found {
        let mut origin = Origin::clone(&found.origin);
        change(&mut origin);
        Found { origin: Arc::new(origin), ..found.clone() }
    }

    fn levels(following: &Following, found: &[Found], suggested: &[Suggested]) -> Vec<(String, Level)> {
        let edges = following.edges(found, None, suggested);
        edges.into_iter().map(|edge| (edge.to.pointer, edge.level)).collect()
    }

    fn following<'f>(sink: Sink<'f>, arguments: &'f str) -> Following<'f> {
        Following { sink, arguments, carried: &[], links: &[], addressees: &[], fetched: &[], named_by: None }
    }

    fn is_critical(sink: Sink, found: &Found) -> bool {
        levels(&following(sink, "{}"), std::slice::from_ref(found), &[])[0].1 == Level::Critical
    }

    #[test]
    fn what_is_wrapped_up_for_another_server_is_taken() {
        let plain = found("crm", "oyelaranfreightpetrovandsons", "/state");
        let wrapped = |transform| Found { transforms: vec![transform], ..plain.clone() };
        assert!(!is_critical(SINK, &plain));
        for transform in [Transform::Base64, Transform::Hex, Transform::Gzip, Transform::Reversed, Transform::Rot13] {
            assert!(is_critical(SINK, &wrapped(transform)), "{transform:?}");
        }
        for transform in [Transform::Percent, Transform::Escape, Transform::Html, Transform::QuotedPrintable] {
            assert!(!is_critical(SINK, &wrapped(transform)), "{transform:?}");
        }
        let base64 = wrapped(Transform::Base64);
        assert!(!is_critical(Sink { is_inside: true, ..SINK }, &base64));
        assert!(!is_critical(Sink { is_familiar: true, ..SINK }, &base64), "a person let it through");
        assert!(!is_critical(Sink { server: "crm", ..SINK }, &base64), "it is the server's own");
        let figures = found("crm", "20240119931284756102938475", "/rows");
        assert!(
            !is_critical(SINK, &Found { transforms: vec![Transform::Rot13], ..figures }),
            "figures turn into themselves"
        );
    }

    #[test]
    fn what_comes_out_of_a_safe_goes_only_where_secrets_go() {
        let secret = with(&found("store", "k4dwz9srt1xv", "/station"), |origin| origin.is_secret = true);
        assert!(is_critical(SINK, &secret));
        assert!(!is_critical(SINK, &Found { to: "/env/API_TOKEN".to_owned(), ..secret.clone() }));
        assert!(!is_critical(Sink { server: "store", ..SINK }, &secret));
    }

    #[test]
    fn a_model_answers_a_server_with_nothing_of_another() {
        let note = found("notes", "lenastartsatnorthgateinmay", "/content/text");
        assert!(is_critical(Sink { is_answer: true, ..SINK }, &note));
        assert!(!is_critical(SINK, &note));
        assert!(!is_critical(Sink { is_answer: true, server: "notes", ..SINK }, &note));
    }

    #[test]
    fn private_data_goes_to_nobody_whom_only_prose_has_named() {
        let named = |server: &str, pointer: &str| Suggested {
            naming: Naming::Prose,
            from: Place { call: 1, server: server.into(), tool: "read".into(), pointer: String::new() },
            pointer: pointer.to_owned(),
            characters: 30,
            is_outside: false,
        };
        let note = found("notes", "projectheronshipsonmarchwithoutthem", "/steps/0/value");
        let other = found("games", "projectheronshipsonmarchwithoutthem", "/steps/0/value");
        let following = following(SINK, "{}");
        let level = |found: &Found, by: &Suggested| {
            let edges = following.edges(std::slice::from_ref(found), None, std::slice::from_ref(by));
            edges.into_iter().find(|edge| edge.to.pointer == found.to).map(|edge| edge.level)
        };
        assert_eq!(level(&note, &named("notes", "/steps/0/url")), Some(Level::Critical));
        assert_eq!(
            level(&other, &named("facts", "/to")),
            Some(Level::Critical),
            "of the same server, by another's word"
        );
        assert_ne!(level(&other, &named("games", "/to")), Some(Level::Critical));
        let public = with(&note, |origin| origin.private = Certainty::No);
        assert_ne!(level(&public, &named("notes", "/steps/0/url")), Some(Level::Critical));
    }

    #[test]
    fn a_text_may_not_say_both_whom_to_write_to_and_what() {
        let sink = Sink { server: "notes", leaves: Certainty::Guessed, ..SINK };
        let by = Suggested {
            naming: Naming::Prose,
            from: Place { call: 1, server: "notes".into(), tool: "read".into(), pointer: String::new() },
            pointer: "/to".to_owned(),
            characters: 20,
            is_outside: false,
        };
        for (arguments, pointer, expected) in [
            (r#"{"body":"We accept all terms."}"#, "/body", Level::Critical),
            (r#"{"body":"They want that we accept all terms, shall I?"}"#, "/body", Level::Safe),
            (r#"{"subject":"We accept all terms."}"#, "/subject", Level::Safe),
        ] {
            let said = found("notes", "weacceptallterms", pointer);
            let levels = levels(&following(sink, arguments), &[said], std::slice::from_ref(&by));
            assert!(levels.contains(&(pointer.to_owned(), expected)), "{arguments}: {levels:?}");
        }
    }

    #[test]
    fn a_link_that_was_read_is_not_filled_with_what_was_read() {
        let arguments = r#"{"text":"See [here](https://reauth.status.example/?s=eldrake-key-5Vn8Tt2QwJ)"}"#;
        let links = [Link { pointer: "/text".to_owned(), host: "statusexample".to_owned(), is_addressed: false }];
        let sink = Sink { server: "chat", ..SINK };
        let following = Following { links: &links, ..following(sink, arguments) };
        let key = found("chat", "eldrakekey5vn8tt2qwj", "/text");
        let link = found("chat", "herehttpsreauthstatusexamples", "/text");
        let is_held =
            |found: &[Found]| levels(&following, found, &[]).iter().any(|(_, level)| *level == Level::Critical);
        assert!(is_held(&[key.clone(), link.clone()]));
        assert!(!is_held(&[key]), "the link is the agent's own");
        assert!(!is_held(&[link]), "a link is passed on as it is");
    }

    #[test]
    fn what_was_read_because_a_server_said_so_does_not_go_to_it() {
        let by = Place { call: 0, server: "games".into(), tool: "convert".into(), pointer: String::new() };
        let level = |way, sink: Sink, arguments: &str, text: &str| {
            let fetched = [Fetched { call: 1, by: by.clone(), way }];
            let following = Following { fetched: &fetched, ..following(sink, arguments) };
            levels(&following, &[found("files", text, "/it")], &[])[0].1
        };
        let text = "somethingofafilethatismine";
        assert_eq!(level(Way::Back, SINK, "{}", text), Level::Critical);
        assert_ne!(level(Way::Back, Sink { is_inside: true, ..SINK }, "{}", text), Level::Critical);
        let key = r#"{"it":"ci/glx-4Wd7RkPz2mVt9QyB"}"#;
        assert_eq!(level(Way::Across, SINK, key, "glx4wd7rkpz2mvt9qyb"), Level::Critical);
        assert_ne!(level(Way::Across, SINK, r#"{"it":"a plain sentence"}"#, "aplainsentenceofit"), Level::Critical);
        assert_eq!(level(Way::ToStrangers, SINK, "{}", &text.repeat(2)), Level::Critical);
    }

    #[test]
    fn keys_are_told_from_names() {
        for key in ["glx-4Wd7RkPz2mVt9QyB", "xtok.9bYr2.Lf7PqWm0sVd"] {
            assert!(looks_like_key(key), "{key}");
        }
        for other in ["iPhone15Pro", "README-V2.md", "3f786850e387550fdab836ed7e6dc881de23001b", "IMG_20240101", ""] {
            assert!(!looks_like_key(other), "{other}");
        }
    }
}
