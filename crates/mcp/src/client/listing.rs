//! Everything a server declares, list by list and page by page.
//!
//! Each definition is cut out of the answer as the bytes that arrived. Lists are bounded in pages and in
//! entries, a cursor that comes back ends its list, and whatever was left out is a cap.

use super::conversation::Conversation;
use super::handshake::Greeting;
use super::{ConnectError, Options, Phase};
use crate::transport::revision::NO_SUCH_METHOD;
use std::collections::BTreeSet;
use std::sync::Arc;
use vetgate_model::json::{Document, Kind};
use vetgate_model::{Cap, Definition, DefinitionKind, Namesakes, fold_case};

/// One list of the protocol.
struct List {
    capability: &'static str,
    method: &'static str,
    member: &'static str,
    kind: DefinitionKind,
}

// The lists, in the order in which they are asked for: `LISTS`.
include!(concat!(env!("OUT_DIR"), "/lists.rs"));

/// What has been collected.
pub(super) struct Listing<'o> {
    server: Arc<str>,
    options: &'o Options,
    namesakes: Namesakes,
    pub(super) definitions: Vec<Definition>,
    pub(super) caps: Vec<Cap>,
}

impl<'o> Listing<'o> {
    pub(super) fn new(server: &str, options: &'o Options) -> Self {
        Self { server: server.into(), options, namesakes: Namesakes::default(), definitions: vec![], caps: vec![] }
    }

    /// Asks for everything that `greeting` declares. Fails if there is not even a first page of tools; what
    /// fails later is a cap.
    pub(super) async fn collect(
        &mut self,
        conversation: &mut Conversation<'_>,
        greeting: &Greeting,
    ) -> Result<(), ConnectError> {
        for raw in &greeting.instructions {
            self.add(DefinitionKind::Instructions, raw, "instructions");
        }
        let mut is_lost = false;
        for list in
            LISTS.iter().filter(|list| greeting.capabilities.iter().any(|have| fold_case(have) == list.capability))
        {
            if is_lost {
                self.cap("mcp.list", list.method, "was not requested, because the connection was lost".to_owned());
                continue;
            }
            conversation.phase = Phase::List(list.method);
            let mut pages = 0;
            match self.pages(conversation, list, &mut pages).await {
                Ok(()) => {}
                Err(error) if list.kind == DefinitionKind::Tool && pages == 0 => return Err(error),
                Err(error) => {
                    is_lost = !matches!(error, ConnectError::Refused { .. } | ConnectError::Shape { .. });
                    self.cap("mcp.list", list.method, format!("stopped after {pages} pages: {error}"));
                }
            }
        }
        Ok(())
    }

    async fn pages(
        &mut self,
        conversation: &mut Conversation<'_>,
        list: &List,
        pages: &mut usize,
    ) -> Result<(), ConnectError> {
        let mut cursor: Option<String> = None;
        let mut seen = BTreeSet::new();
        let before = self.definitions.len();
        loop {
            let params =
                conversation.era.as_ref().map_or_else(|| "{}".to_owned(), |r| r.list_params(cursor.as_deref()));
            let answer = conversation.call(list.method, &params).await?;
            if let Err(error) = &answer.outcome {
                if error.code == NO_SUCH_METHOD && *pages == 0 {
                    return Ok(());
                }
                let message = conversation.wire().show(&error.message);
                return Err(ConnectError::Refused { phase: conversation.phase.clone(), code: error.code, message });
            }
            let results: Vec<&str> = answer.results().collect();
            if results.len() > 1 {
                self.cap("mcp.duplicate", list.method, "the answer has several results; all were scanned".to_owned());
            }
            let mut next = None;
            for result in results {
                next = self.page(conversation, list, result, before)?.or(next);
            }
            *pages += 1;
            if self.definitions.len() - before >= self.options.definitions {
                let limit = self.options.definitions;
                self.cap("mcp.definitions", list.method, format!("only the first {limit} were scanned"));
                return Ok(());
            }
            let Some(next) = next else { return Ok(()) };
            if !seen.insert(next.clone()) {
                self.cap("mcp.cursor", list.method, format!("the list repeats itself after {pages} pages"));
                return Ok(());
            }
            if *pages >= self.options.pages {
                self.cap("mcp.pages", list.method, format!("only the first {pages} pages were scanned"));
                return Ok(());
            }
            cursor = Some(next);
        }
    }

    /// Reads one page and returns the cursor of the next, as written.
    fn page(
        &mut self,
        conversation: &Conversation<'_>,
        list: &List,
        result: &str,
        before: usize,
    ) -> Result<Option<String>, ConnectError> {
        let shape = |found: &str| ConnectError::Shape {
            phase: conversation.phase.clone(),
            expected: "an object with the list",
            found: conversation.wire().show(found),
        };
        let document = Document::parse(result).map_err(|_| shape(result))?;
        let (mut next, mut lists) = (None, 0);
        for (key, value) in document.root().members() {
            let name = fold_case(&key.text);
            if name == "nextcursor" && value.kind() != Kind::Null {
                if value.kind() != Kind::String {
                    let found = conversation.wire().show(value.raw());
                    self.cap("mcp.cursor", list.method, format!("expected a string as cursor, found `{found}`"));
                    continue;
                }
                next = Some(value.raw().to_owned());
            }
            if name != fold_case(list.member) || value.kind() != Kind::Array {
                continue;
            }
            lists += 1;
            let room = self.options.definitions.saturating_sub(self.definitions.len() - before);
            for entry in value.elements().take(room) {
                self.add(list.kind, entry.raw(), list.method);
            }
        }
        match lists {
            0 => Err(shape(result)),
            1 => Ok(next),
            _ => {
                let detail =
                    format!("`{}` occurs {lists} times in one answer (ignoring case); all were scanned", list.member);
                self.cap("mcp.duplicate", list.method, detail);
                Ok(next)
            }
        }
    }

    fn add(&mut self, kind: DefinitionKind, raw: &str, place: &str) {
        match Definition::parse(self.server.clone(), kind, raw) {
            Ok(definition) => self.definitions.push(self.namesakes.marked(definition)),
            Err(error) => self.cap("mcp.definition", place, format!("an entry could not be read: {error}")),
        }
    }

    fn cap(&mut self, id: &str, method: &str, detail: String) {
        let cap = Cap::new(id, format!("{} {method}", self.server), detail);
        if !self.caps.contains(&cap) {
            self.caps.push(cap);
        }
    }
}
