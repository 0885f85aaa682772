//! `tools/list` and its siblings: what the servers declare, as one list, under names without clashes.

use super::{Caller, Gateway, intent};
use crate::caching::{self, Audience};
use crate::config::Mode;
use crate::failure::Failure;
use crate::revision::{VETGATE, key};
use crate::server::{Item, LIST_PATIENCE, List, Server};
use crate::trouble::Trouble;
use crate::{Scope, discover};
use futures_util::future::join_all;
use std::sync::Arc;
use tokio::time::{Instant, timeout, timeout_at};
use vetgate_capability::OperationClass;
use vetgate_mcp::rpc::{Edit, Message, quote};

/// Has all of these reviewed beside what others have come to show: whoever is shown two of them is shown neither before
/// what one says of the other was looked at. Costs next to nothing if nobody has come.
pub(super) async fn heed_neighbours(servers: &[Arc<Server>], deadline: Instant) {
    let _ = timeout_at(deadline, join_all(servers.iter().map(|server| server.heed_neighbours()))).await;
}

/// Entries of one page.
const PAGE: usize = 1_000;

impl Gateway {
    /// The result of a list request; JSON.
    pub(super) async fn list(&self, caller: &Caller, list: List, request: &Message) -> Result<String, Failure> {
        let start = match request.get("cursor") {
            None | Some("null") => 0,
            Some(cursor) => {
                place(cursor).ok_or_else(|| Failure::Invalid("Vetgate did not issue this cursor".into()))?
            }
        };
        let entries = if list == List::Tools && self.mode() == Mode::Discover && caller.scope == Scope::All {
            discover::definitions()
        } else {
            self.entries(caller, list).await?
        };
        let end = entries.len().min(start.saturating_add(PAGE));
        let page = entries.get(start..end).unwrap_or_default().join(",");
        let mut result = format!(r#"{{"{}":[{page}]"#, list.member());
        if end < entries.len() {
            result.push_str(&format!(r#","nextCursor":"{end}""#));
        }
        let audience = if caller.session.is_none() { Audience::Stateless } else { Audience::Handshake };
        if audience == Audience::Stateless {
            result.push_str(&format!(r#","_meta":{{"{}":{VETGATE}}}"#, key::SERVER));
        }
        result.push('}');
        Ok(caching::shape(&result, list.method(), audience))
    }

    /// Every entry that the caller may see; JSON each.
    async fn entries(&self, caller: &Caller, list: List) -> Result<Vec<String>, Failure> {
        let roster = self.roster();
        if let Scope::One(name) = &caller.scope {
            roster.server(caller, name)?;
        }
        let servers: Vec<Arc<Server>> = roster.visible(caller).collect();
        // All of them at once and all within the same time: no server makes a list later than the slowest one does.
        let deadline = Instant::now() + LIST_PATIENCE;
        join_all(servers.iter().map(|server| async move {
            let fresh = async {
                if server.is_starting() {
                    // What is known of it is shown, and why it cannot be used.
                    let _ = server.home().await;
                }
                server.fresh(list).await;
            };
            // If it takes longer the last shelf is the best there is.
            let _ = timeout_at(deadline, fresh).await;
        }))
        .await;
        heed_neighbours(&servers, deadline).await;
        let mut entries = Vec::new();
        for server in &servers {
            let (shelf, trouble) = (server.shelf(), server.trouble());
            for item in shelf.list(list).iter().filter(|item| is_allowed(caller, item)) {
                entries.push(self.entry(caller, &roster.names, server, list, item, trouble.as_ref()));
            }
        }
        Ok(entries)
    }

    /// Waits a little for servers that are starting, all of them at once.
    pub(super) async fn settle(&self, caller: &Caller) {
        let starting: Vec<Arc<Server>> = self.roster().visible(caller).filter(|server| server.is_starting()).collect();
        let settled = join_all(starting.iter().map(|server| server.home()));
        if !starting.is_empty() {
            let _ = timeout(LIST_PATIENCE, settled).await;
        }
    }

    fn entry(
        &self,
        caller: &Caller,
        names: &crate::names::Names,
        server: &Arc<Server>,
        list: List,
        item: &Item,
        trouble: Option<&Trouble>,
    ) -> String {
        let conduct = self.conducts();
        let raw = item.served(conduct.sanitizes).raw();
        let has_name = matches!(list, List::Tools | List::Prompts);
        let offers_intent = list == List::Tools && conduct.offers_intent;
        if trouble.is_none() && !offers_intent && (caller.scope != Scope::All || !has_name) {
            return raw.to_owned();
        }
        let mut edit = Edit::of_json(raw);
        if offers_intent {
            edit = intent::offered(item, edit);
        }
        if caller.scope == Scope::All && has_name {
            edit = edit.set(&["name"], quote(&names.expose(server.name(), &item.key)));
        }
        if let Some(trouble) = trouble {
            let said = crate::server::member(raw, "description");
            let said = said.as_deref().and_then(vetgate_mcp::rpc::unquote).unwrap_or_default();
            let description =
                format!("(unavailable now: the server `{}` cannot be used: {trouble}) {said}", server.name());
            edit = edit
                .set(&["description"], quote(description.trim_end()))
                .set(&["_meta", "dev.vetgate/unavailable"], quote(&trouble.to_string()));
        }
        edit.finish()
    }
}

/// Whether the caller may use what it would see.
pub(super) fn is_allowed(caller: &Caller, item: &Item) -> bool {
    let operation = match item.operation {
        OperationClass::Unknown => OperationClass::Write,
        operation => operation,
    };
    caller.principal.may_do(operation)
}

fn place(cursor: &str) -> Option<usize> {
    vetgate_mcp::rpc::unquote(cursor)?.parse().ok()
}
