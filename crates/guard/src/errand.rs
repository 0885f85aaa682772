//! Which call was made because of what another had returned.
//!
//! A text that wants something read names it: a file, a repository, a table. The call that reads it has that name in its arguments,
//! and what it returns goes where the text said. So every call is kept with the responses that named something in it, and
//! when what it returned moves on, the way back is looked up: to the server that named it, or to the place of the same
//! server at which it was named.
//!
//! Cost: a copy of short arguments for each call; what is read in them is read only where much of a response moves on.

use crate::words::errand::{PLACES, STRANGERS};
use crate::{Arguments, Tool};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::Arc;
use vetgate_flow::{Fetched, Found, Origin, Place, Way, canonical};

/// How many calls are kept, the latest.
const CALLS: usize = 64;
/// The longest arguments that are kept, in bytes.
const LONGEST: usize = 2 << 10;
/// How many names of one call are kept.
const NAMES: usize = 8;
/// How many characters a name has at least, and new ones among them.
const NAME: (u32, u32) = (12, 8);
/// From how many characters on it is asked why something was read.
const MOVED: u32 = 16;
/// How long a word is that tells one place from another.
const WORD: usize = 8;

/// The calls of a session, and what each was made for.
#[derive(Debug, Default)]
pub(crate) struct Errands {
    calls: VecDeque<Errand>,
    /// What all of them take, in bytes.
    bytes: usize,
}

/// One call.
#[derive(Debug)]
struct Errand {
    call: u64,
    tool: Arc<Tool>,
    arguments: Box<str>,
    /// The responses that named something in its arguments, and the letters of the name.
    named: Vec<(Arc<Origin>, String)>,
}

impl Errands {
    /// Keeps a call in whose arguments that was found, and says what of it was fetched, and how it goes on.
    pub(crate) fn run(&mut self, call: u64, tool: &Arc<Tool>, arguments: &Arguments, found: &[Found]) -> Vec<Fetched> {
        let fetched = self.fetched(tool, arguments.raw(), found);
        let is_name = |found: &&Found| {
            found.characters >= NAME.0 && found.novel >= NAME.1 && found.transforms.is_empty() && found.pieces == 1
        };
        let named = found.iter().filter(is_name).take(NAMES).map(|found| (found.origin.clone(), found.text.clone()));
        let named = named.collect();
        if self.calls.len() == CALLS {
            self.bytes -= self.calls.pop_front().map_or(0, |oldest| oldest.bytes());
        }
        let kept = if arguments.raw().len() <= LONGEST { arguments.raw() } else { "" };
        let errand = Errand { call, tool: tool.clone(), arguments: kept.into(), named };
        self.bytes += errand.bytes();
        self.calls.push_back(errand);
        fetched
    }

    fn fetched(&self, tool: &Tool, arguments: &str, found: &[Found]) -> Vec<Fetched> {
        let mut fetched: Vec<Fetched> = vec![];
        for one in found.iter().filter(|found| found.characters >= MOVED) {
            let call = one.origin.call;
            if fetched.iter().any(|known| known.call == call) {
                continue;
            }
            let Some(errand) = self.of(call) else { continue };
            let back = || errand.named.iter().find(|(by, _)| errand.is_back(tool, by)).map(|(by, _)| (by, Way::Back));
            let across = || {
                let is_across = |by: &Origin, name: &str| self.is_across(tool, arguments, errand, by, name);
                errand.named.iter().find(|(by, name)| is_across(by, name)).map(|(by, _)| (by, Way::Across))
            };
            let of = |(by, way): (&Arc<Origin>, Way)| (by.call, by.tool.clone(), way);
            let strangers = || {
                self.strangers(tool, arguments, errand)
                    .map(|by| (by.call, by.tool.name.as_str().into(), Way::ToStrangers))
            };
            if let Some((by, name, way)) = back().or_else(across).map(of).or_else(strangers) {
                let by = Place { call: by, server: tool.server.as_str().into(), tool: name, pointer: String::new() };
                fetched.push(Fetched { call, by, way });
            }
        }
        fetched
    }

    fn of(&self, call: u64) -> Option<&Errand> {
        self.calls.iter().rev().find(|errand| errand.call == call)
    }

    /// Whether what was read goes to the place of the same server where it was named, and no longer where it was read.
    fn is_across(&self, tool: &Tool, arguments: &str, errand: &Errand, by: &Origin, name: &str) -> bool {
        let Some(before) = self.of(by.call) else { return false };
        let is_same = errand.tool.server == tool.server && *by.server == *tool.server;
        is_same
            && !canonical(arguments).contains(name)
            && words(&before.arguments)
                .any(|word| words(arguments).any(|own| own == word) && !words(&errand.arguments).any(|own| own == word))
    }

    /// Whether the agent named something with these letters in a call up to that one, which returned an order.
    pub(crate) fn named_before(&self, call: u64, letters: &str) -> bool {
        let mut calls = self.calls.iter().take_while(|errand| errand.call <= call);
        !letters.is_empty() && calls.any(|errand| canonical(&errand.arguments).contains(letters))
    }

    /// The call that read what strangers wrote at the place to which something goes that was read at another place
    /// since, where nobody had been before.
    fn strangers(&self, tool: &Tool, arguments: &str, errand: &Errand) -> Option<&Errand> {
        if errand.tool.server != tool.server {
            return None;
        }
        let (to, from) = (place(arguments)?, place(&errand.arguments)?);
        let is_here = |other: &&Errand| other.tool.server == tool.server && other.call < errand.call;
        let mut before = self.calls.iter().filter(is_here);
        let is_told = |other: &Errand| {
            other.tool.labels.words.iter().any(|word| STRANGERS.contains(&word.as_str()))
                && place(&other.arguments).as_ref() == Some(&to)
        };
        let told = before.find(|other| is_told(other))?;
        let is_new = !self
            .calls
            .iter()
            .filter(is_here)
            .any(|other| other.call < told.call && place(&other.arguments).as_ref() == Some(&from));
        (to != from && is_new).then_some(told)
    }

    /// The bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Errand {
    /// The bytes that it takes; it never changes.
    fn bytes(&self) -> usize {
        let names: usize = self.named.iter().map(|(_, name)| name.capacity() + 32).sum();
        size_of::<Self>() + self.arguments.len() + names
    }

    /// Whether another server named what was read, and now gets it.
    fn is_back(&self, tool: &Tool, by: &Origin) -> bool {
        self.tool.server != tool.server && *by.server == *tool.server
    }
}

/// The argument that says which place of a server is meant.
fn place(arguments: &str) -> Option<String> {
    let Ok(Value::Object(arguments)) = serde_json::from_str(arguments) else { return None };
    PLACES.iter().find_map(|name| arguments.get(*name)?.as_str().map(str::to_lowercase))
}

/// The words of arguments that tell one place from another: long ones that are no words of a language.
fn words(arguments: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    arguments
        .split(move |c| !is_part(c))
        .filter(|word| word.len() >= WORD && word.contains(|c: char| !c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_capability::{Server, classify};
    use vetgate_model::{Definition, DefinitionKind};

    fn tool(server: &str, name: &str) -> Arc<Tool> {
        let raw = format!(r#"{{"name":"{name}","description":"Does it."}}"#);
        let definition = Definition::parse(server, DefinitionKind::Tool, &raw).expect("it is a tool");
        let side = Server { name: server, url: None, tools: &[], configured: None }.classify();
        Arc::new(Tool::of(&definition, classify(&definition), side))
    }

    /// What `call` of `server` returned, found in arguments.
    fn found(call: u64, server: &str, text: &str) -> Found {
        let origin = Origin { call, server: server.into(), tool: "t".into(), ..Origin::default() };
        let characters = text.len() as u32;
        Found {
            origin: Arc::new(origin),
            from: String::new(),
            to: "/a".to_owned(),
            characters,
            novel: characters,
            transforms: vec![],
            atom: None,
            pieces: 1,
            text: text.to_owned(),
        }
    }

    /// How the last of these calls goes on with what was read: each is a server, a tool, arguments and what was found in them.
    fn ways(calls: &[(&str, &str, &str, &[Found])]) -> Vec<Way> {
        let mut errands = Errands::default();
        let mut last = vec![];
        for (number, (server, name, arguments, found)) in calls.iter().enumerate() {
            last = errands.run(number as u64 + 1, &tool(server, name), &Arguments::read(arguments), found);
        }
        last.into_iter().map(|fetched| fetched.way).collect()
    }

    const DATA: &str = "somethingthatstoodinthere";

    #[test]
    fn a_server_that_names_a_file_and_gets_it_has_had_it_read() {
        let named = [found(1, "money", "keysbackuptxt")];
        let first = ("money", "convert", r#"{"amount":100}"#, [].as_slice());
        let read = ("files", "read", r#"{"path":"keys/backup.txt"}"#, named.as_slice());
        let data = [found(2, "files", DATA)];
        assert_eq!(ways(&[first, read, ("money", "convert", r#"{"context":"x"}"#, &data)]), [Way::Back]);
        assert_eq!(ways(&[first, read, ("mail", "send", r#"{"context":"x"}"#, &data)]), []);
        let own = ("files", "read", r#"{"path":"keys/backup.txt"}"#, [].as_slice());
        assert_eq!(ways(&[first, own, ("money", "convert", r#"{"context":"x"}"#, &data)]), []);
    }

    #[test]
    fn what_is_read_at_one_place_and_written_where_it_was_named_goes_across() {
        let named = [found(1, "code", "acmeinfraprivate")];
        let data = [found(2, "code", DATA)];
        let first = ("code", "get", r#"{"repo":"open/site-1"}"#, [].as_slice());
        let read = ("code", "get", r#"{"repo":"acme/infra-private"}"#, named.as_slice());
        assert_eq!(ways(&[first, read, ("code", "branch", r#"{"repo":"open/site-1"}"#, &data)]), [Way::Across]);
        let edit = ("code", "put", r#"{"repo":"acme/infra-private"}"#, data.as_slice());
        assert_eq!(ways(&[first, read, edit]), [], "it is written where it was read");
    }

    #[test]
    fn what_is_read_elsewhere_after_a_strangers_word_goes_to_strangers() {
        let data = [found(2, "code", DATA)];
        let issue = ("code", "get_issue", r#"{"repo":"game"}"#, [].as_slice());
        let read = ("code", "get_file", r#"{"repo":"diary"}"#, [].as_slice());
        let request = ("code", "create_request", r#"{"repo":"game"}"#, data.as_slice());
        assert_eq!(ways(&[issue, read, request]), [Way::ToStrangers]);
        assert_eq!(ways(&[("code", "get_file", r#"{"repo":"game"}"#, &[]), read, request]), []);
        assert_eq!(ways(&[issue, read, ("code", "put", r#"{"repo":"diary"}"#, &data)]), []);
    }

    #[test]
    fn memory_is_bounded() {
        let mut errands = Errands::default();
        let arguments = format!(r#"{{"a":"{}"}}"#, "x".repeat(4000));
        let short = format!(r#"{{"a":"{}"}}"#, "x".repeat(2000));
        let tool = tool("s", "t");
        for call in 0..500 {
            errands.run(call, &tool, &Arguments::read(if call % 2 == 0 { &arguments } else { &short }), &[]);
        }
        assert!(errands.bytes() < CALLS * (LONGEST + 256), "{}", errands.bytes());
    }
}
