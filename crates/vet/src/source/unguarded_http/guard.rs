//! What stands between a request and the tools.

use super::bind::{argument, last, path};
use crate::words::guard::{GUARDS, HEADERS};
use vetgate_source::{Given, LibraryCall};

/// Arguments of a server by which it asks for a token.
const AUTH: &[&str] = &["auth", "auth_server_provider", "token_verifier", "0.authenticate", "0.auth"];

/// The last names of calls that are told where to listen and what to do then: no guard, whatever their functions name.
const LISTENS: &[&str] = &["listen", "run", "serve", "start", "on", "once"];

/// Whether something looks at the requests.
pub(super) fn is_guarded(calls: &[LibraryCall]) -> bool {
    calls.iter().any(|call| {
        let name = last(path(call));
        match name {
            "TransportSecuritySettings" => {
                argument(call, "enable_dns_rebinding_protection") != Some(&Given::Bool(false))
            }
            "TrustedHostMiddleware" => !allows_all(call),
            _ if GUARDS.contains(&name) || path(call).starts_with("fastmcp.server.auth.") => true,
            _ => protects(call) || asks_for_a_token(call) || is_looked_at(call),
        }
    })
}

/// Whether the protection of the SDK is switched off.
pub(super) fn is_switched_off(calls: &[LibraryCall]) -> bool {
    calls.iter().any(|call| {
        last(path(call)) == "TransportSecuritySettings"
            && argument(call, "enable_dns_rebinding_protection") == Some(&Given::Bool(false))
    })
}

/// A transport that is told to look at `Host`.
fn protects(call: &LibraryCall) -> bool {
    argument(call, "0.enableDnsRebindingProtection") == Some(&Given::Bool(true))
        || last(path(call)) == "createMcpExpressApp" && argument(call, "0.allowedHosts").is_some()
}

fn asks_for_a_token(call: &LibraryCall) -> bool {
    let is_server = matches!(last(path(call)), "FastMCP" | "MCPServer" | "start");
    let is_given = |name: &&str| argument(call, name).is_some_and(|given| *given != Given::Nothing);
    is_server && AUTH.iter().any(is_given)
}

/// A middleware or a handler that names a header which tells who asks.
fn is_looked_at(call: &LibraryCall) -> bool {
    let listens = LISTENS.contains(&last(path(call)));
    !listens && call.arguments.iter().any(|(_, given)| looks(given)) && !allows_all(call)
}

fn looks(given: &Given) -> bool {
    match given {
        Given::Function(texts) => texts.iter().any(|text| HEADERS.contains(&&**text)),
        Given::Library(path) => GUARDS.contains(&last(path.strip_suffix("()").unwrap_or(path))),
        Given::OneOf(many) => many.iter().any(looks),
        _ => false,
    }
}

/// A list of hosts that has all in it.
fn allows_all(call: &LibraryCall) -> bool {
    fn is_star(given: &Given) -> bool {
        match given {
            Given::Text(text) => text == "*",
            Given::OneOf(many) => many.iter().any(is_star),
            _ => false,
        }
    }
    argument(call, "allowed_hosts").is_some_and(is_star)
}
