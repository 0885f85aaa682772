//! Which server a request is for.
//!
//! At an endpoint of one server everything is for that server. Where all servers are behind one endpoint, tools and
//! prompts say so in their names, and a resource belongs to the first server, in the order of the configuration, that
//! lists it or has a template for it.

use super::call::Resolved;
use super::roster::Roster;
use crate::failure::Failure;
use crate::server::{List, Server};
use crate::{Caller, Scope};
use std::sync::Arc;
use vetgate_mcp::rpc::{Edit, Message, quote};

/// Finds the server for a call, and writes the request with the server's own names.
pub(super) async fn resolve(roster: &Roster, caller: &Caller, request: Message) -> Result<Resolved, Failure> {
    let (list, member) = match request.method() {
        "tools/call" => (List::Tools, "name"),
        "prompts/get" => (List::Prompts, "name"),
        _ => (List::Resources, "uri"),
    };
    let Some(asked) = request.text_of(member).map(std::borrow::Cow::into_owned) else {
        return Err(Failure::Invalid(format!("`{}` needs a string `{member}`", request.method())));
    };
    if list == List::Resources {
        let server = owner(roster, caller, &asked)?;
        await_shown(&server, list, &asked).await?;
        return Ok(Resolved { server, request, name: asked, intent: None, user_words: None });
    }
    let (server, name) = named(roster, caller, list, &asked)?;
    // What is hidden, and what a tool does, is known once the server has declared it. Nothing passes before.
    if server.is_starting() || server.shelf().find(list, &name).is_none() {
        server.home().await?;
    }
    await_shown(&server, list, &name).await?;
    // A list that may have changed without a word is read again before its entry is said not to exist.
    let is_known = server.shelf().find(list, &name).is_some() || server.fresh(list).await.find(list, &name).is_some();
    if !is_known {
        return Err(unknown(list, &asked));
    }
    let request = if name == asked {
        request
    } else {
        let text = Edit::of(&request).set(&["params", "name"], quote(&name)).finish();
        Message::read(text).map_err(|error| Failure::Invalid(error.to_string()))?
    };
    Ok(Resolved { server, request, name, intent: None, user_words: None })
}

/// The server and the name behind a name that a client uses.
pub(super) fn named(
    roster: &Roster,
    caller: &Caller,
    list: List,
    asked: &str,
) -> Result<(Arc<Server>, String), Failure> {
    match &caller.scope {
        Scope::One(server) => Ok((roster.server(caller, server)?, asked.to_owned())),
        Scope::All => {
            let (server, name) = roster.names.resolve(asked).ok_or_else(|| unknown(list, asked))?;
            let server = roster.server(caller, server).map_err(|_| unknown(list, asked))?;
            Ok((server, name.to_owned()))
        }
    }
}

/// What is hidden cannot be used by its name either. What a server hides is known once it has declared it, and once what
/// it says has changed was read: nothing passes before.
pub(super) async fn await_shown(server: &Server, list: List, name: &str) -> Result<(), Failure> {
    if server.is_starting() {
        server.home().await?;
    }
    server.settled(list).await?;
    if is_shown(server, list, name).is_err() {
        // A person may have approved it a moment ago, in another process.
        server.heed_latest().await;
    }
    is_shown(server, list, name)
}

/// Whether something is not hidden, as far as is known now.
pub(super) fn is_shown(server: &Server, list: List, name: &str) -> Result<(), Failure> {
    match server.shelf().hidden(list, name) {
        Some(reason) => Err(Failure::Held {
            server: server.name().to_owned(),
            item: match list {
                List::Tools => "tool",
                List::Prompts => "prompt",
                List::Resources | List::Templates => "resource",
            },
            name: name.to_owned(),
            reason: reason.to_owned(),
        }),
        None => Ok(()),
    }
}

/// Whether what a call is for can still be used, right before it is sent: it has waited since it was resolved, and the
/// server may have come back with something else meanwhile, or a person may have decided.
pub(super) fn is_still_shown(server: &Server, method: &str, name: &str) -> Result<(), Failure> {
    let (list, asked) = match method {
        "tools/call" => (List::Tools, name),
        "prompts/get" => (List::Prompts, name),
        "resources/read" => return is_shown(server, List::Resources, name),
        _ => return Ok(()),
    };
    is_shown(server, list, name)?;
    server.shelf().find(list, name).map(|_| ()).ok_or_else(|| unknown(list, asked))
}

/// The server, and the name there, of what a request was about that went no further. Nothing if it leads to no server
/// that the caller may use.
pub(super) fn aimed_at(roster: &Roster, caller: &Caller, method: &str, asked: &str) -> Option<(Arc<Server>, String)> {
    match method {
        "tools/call" => named(roster, caller, List::Tools, asked).ok(),
        "prompts/get" | "completion/complete" => named(roster, caller, List::Prompts, asked).ok(),
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
            Some((owner(roster, caller, asked).ok()?, asked.to_owned()))
        }
        _ => None,
    }
}

fn unknown(list: List, asked: &str) -> Failure {
    let what = if list == List::Tools { "tool" } else { "prompt" };
    Failure::Unknown(format!("Unknown {what}: {asked}"))
}

/// The server a resource belongs to.
pub(super) fn owner(roster: &Roster, caller: &Caller, uri: &str) -> Result<Arc<Server>, Failure> {
    if let Scope::One(server) = &caller.scope {
        return roster.server(caller, server);
    }
    let servers: Vec<Arc<Server>> = roster.visible(caller).collect();
    let lists = |server: &&Arc<Server>| server.shelf().find(List::Resources, uri).is_some();
    let fits =
        |server: &&Arc<Server>| server.shelf().list(List::Templates).iter().any(|template| fits(&template.key, uri));
    let found = servers.iter().find(lists).or_else(|| servers.iter().find(fits));
    let mut with_resources = servers.iter().filter(|server| {
        let shelf = server.shelf();
        !shelf.list(List::Resources).is_empty() || !shelf.list(List::Templates).is_empty()
    });
    let only = with_resources.next().filter(|_| with_resources.next().is_none());
    found.or(only).cloned().ok_or_else(|| {
        Failure::Unknown(format!(
            "Resource not found: {uri}: no server lists it or has a template for it; ask its server at /mcp/{{server}}"
        ))
    })
}

/// Whether a URI can come of a template: what stands between its expressions is there, in order.
fn fits(template: &str, uri: &str) -> bool {
    let mut rest = uri;
    let mut is_first = true;
    let mut parts = template.split('{');
    let literal = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(literal) else { return false };
    rest = after;
    for part in parts {
        is_first = false;
        let Some((_, literal)) = part.split_once('}') else { return false };
        if literal.is_empty() {
            continue;
        }
        let Some(at) = rest.find(literal) else { return false };
        rest = &rest[at + literal.len()..];
    }
    // A template that ends in an expression takes the rest.
    rest.is_empty() || (!is_first && template.ends_with('}'))
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_uri_fits_a_template_if_its_fixed_parts_are_there_in_order() {
        for (template, uri, expected) in [
            ("file:///{path}", "file:///etc/hosts", true),
            ("file:///{path}", "http:///etc/hosts", false),
            ("db://{table}/schema", "db://users/schema", true),
            ("db://{table}/schema", "db://users/rows", false),
            ("db://{table}/schema", "db://users/schema/x", false),
            ("a://{x}{y}", "a://1", true),
            ("a://fixed", "a://fixed", true),
            ("a://fixed", "a://fixed/more", false),
            ("a://{broken", "a://1", false),
        ] {
            assert_eq!(fits(template, uri), expected, "{template} {uri}");
        }
    }
}
