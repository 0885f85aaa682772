//! Discover mode: the five tools, answered.

use super::call::Resolved;
use super::lists::is_allowed;
use super::{Aside, Caller, Gateway, Reply, intent, route};
use crate::caching::{self, Audience};
use crate::discover::{self, CallArguments, Finder, Intent, Listed, Refusal, Surface, Variant, Wish, check_call};
use crate::failure::Failure;
use crate::server::{List, Shelf};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use vetgate_mcp::rpc::{Edit, Message, quote};

/// The search index and what it was made of.
#[derive(Default)]
pub(super) struct Desk {
    finder: Finder,
    indexed: BTreeMap<String, Arc<Shelf>>,
}

impl Desk {
    /// Takes in what has changed since the last search.
    fn update(&mut self, shelves: &BTreeMap<String, Arc<Shelf>>) {
        let gone: Vec<String> = self.indexed.keys().filter(|name| !shelves.contains_key(*name)).cloned().collect();
        for name in gone {
            self.finder.remove(&name);
            self.indexed.remove(&name);
        }
        for (name, shelf) in shelves {
            if self.indexed.get(name).is_none_or(|known| !Arc::ptr_eq(known, shelf)) {
                self.finder.replace(name, shelf.list(List::Tools).iter().map(|item| &item.definition));
                self.indexed.insert(name.clone(), shelf.clone());
            }
        }
    }
}

impl Gateway {
    /// `tools/call` where only the five tools are shown.
    pub(super) async fn discovered_call(
        &self,
        caller: &Caller,
        request: Message,
        aside: &Aside,
    ) -> Result<Reply, Failure> {
        let name = request.text_of("name").unwrap_or_default().into_owned();
        let Some(surface) = Surface::named(&name) else {
            return Err(Failure::Unknown(format!(
                "Unknown tool: {name}: `search_tools` finds tools, and `call_tool_read`, `call_tool_write` and \
                 `call_tool_destructive` call them"
            )));
        };
        if caller.mirrored.as_ref().is_some_and(|headers| !headers.is_empty()) {
            let reason = "the tools shown here declare no `Mcp-Param-*` headers; send the request without them";
            return Err(Failure::Mismatch(reason.to_owned()));
        }
        let id = request.id().unwrap_or("null").to_owned();
        let arguments = request.get("arguments").unwrap_or("{}").to_owned();
        let answered = match surface {
            Surface::Search => self.search(caller, &arguments).await,
            Surface::Describe => self.describe(caller, &arguments).await,
            Surface::Call(variant) => match prepared(caller, &request, &arguments) {
                Ok((caller, request, intent)) => {
                    let mut resolved = match route::resolve(&self.roster(), &caller, request.clone()).await {
                        Ok(resolved) => resolved,
                        Err(failure) => {
                            self.refuse_call(&caller, &request, failure.for_people()).await;
                            return Err(Failure::Recorded(Box::new(failure)));
                        }
                    };
                    match is_fit(variant, intent.as_ref(), &resolved) {
                        Ok(()) => {
                            resolved.intent = meant(variant, intent);
                            return self.perform(&caller, resolved, aside).await;
                        }
                        Err(refusal) => {
                            self.refuse_call(&caller, &request, refusal.to_string()).await;
                            Err(refusal)
                        }
                    }
                }
                Err(refusal) => {
                    self.refuse_call(caller, &request, refusal.to_string()).await;
                    Err(refusal)
                }
            },
        };
        let result = answered.unwrap_or_else(|refusal| refusal.result());
        let audience = if caller.session.is_none() { Audience::Stateless } else { Audience::Handshake };
        Ok(Reply::result(&id, &caching::shape(&result, "tools/call", audience)))
    }

    /// Records and tells that a call was refused: the one that was meant, where that is known.
    async fn refuse_call(&self, caller: &Caller, request: &Message, reason: String) {
        if let Some(draft) = self.draft(caller, request) {
            self.refused(self.aimed(caller, draft), reason).await;
        }
    }

    async fn search(&self, caller: &Caller, arguments: &str) -> Result<String, Refusal> {
        let (wish, sanitizes) = (Wish::read(arguments)?, self.conducts().sanitizes);
        self.settle(caller).await;
        let roster = self.roster();
        let mut shelves = BTreeMap::new();
        let mut troubled = BTreeMap::new();
        for server in roster.attended.iter().map(|attended| &attended.server) {
            shelves.insert(server.name().to_owned(), server.shelf());
            troubled.insert(server.name().to_owned(), server.trouble().is_some());
        }
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        desk.update(&shelves);
        let found = desk.finder.find(&wish, |server, name| {
            let (server, shelf) = shelves.get_key_value(server).filter(|_| caller.sees(server))?;
            let item = shelf.find(List::Tools, name).filter(|item| is_allowed(caller, item))?;
            Some(Listed {
                server,
                exposed: roster.names.expose(server, name),
                definition: item.served(sanitizes),
                operation: item.operation,
                available: !troubled.get(server).copied().unwrap_or_default(),
            })
        });
        Ok(discover::search(&found))
    }

    async fn describe(&self, caller: &Caller, arguments: &str) -> Result<String, Refusal> {
        let (name, sanitizes) = (discover::described(arguments)?, self.conducts().sanitizes);
        self.settle(caller).await;
        let roster = self.roster();
        let Ok((server, tool)) = route::named(&roster, caller, List::Tools, &name) else {
            return Ok(discover::describe(&name, None));
        };
        let shelf = server.fresh(List::Tools).await;
        let item = shelf.find(List::Tools, &tool).filter(|item| is_allowed(caller, item));
        let listed = item.map(|item| Listed {
            server: server.name(),
            exposed: name.clone(),
            definition: item.served(sanitizes),
            operation: item.operation,
            available: server.trouble().is_none(),
        });
        Ok(discover::describe(&name, listed.as_ref()))
    }
}

/// The call that a `call_tool_*` stands for: by whom, what, and what the agent says it means to do.
fn prepared(caller: &Caller, request: &Message, arguments: &str) -> Result<(Caller, Message, Option<Intent>), Refusal> {
    let call = CallArguments::read(arguments)?;
    let text = Edit::of(request)
        .set(&["params", "name"], quote(&call.name))
        .set(&["params", "arguments"], call.arguments)
        .finish();
    let request = Message::read(text).map_err(|error| Refusal::new(error.to_string()))?;
    // The headers were those of the tool that stands for the call, and have been looked at.
    let caller = Caller { mirrored: None, ..caller.clone() };
    Ok((caller, request, call.intent))
}

/// What the agent says it means to do. Who calls by the variant that reads says so too; the other two allow more than
/// they claim.
fn meant(variant: Variant, said: Option<Intent>) -> Option<String> {
    let is_said = said.as_ref().is_some_and(|intent| intent.operation.is_some());
    let said = said.map(|intent| intent.raw);
    if variant == Variant::Read && !is_said { Some(intent::completed(said, variant.name())) } else { said }
}

/// Whether a tool may be called this way, now that its server has said what it is.
fn is_fit(variant: Variant, intent: Option<&Intent>, resolved: &Resolved) -> Result<(), Refusal> {
    let shelf = resolved.server.shelf();
    match shelf.find(List::Tools, &resolved.name) {
        Some(item) => check_call(variant, intent, item.operation, item.definition.hints()),
        None => Err(Refusal::new(format!("the tool `{}` is no longer available", resolved.name))),
    }
}
