//! `VG-S-015 unguarded-http`: anybody who reaches the port may call the tools.
//!
//! # What it finds
//! A server that speaks MCP over HTTP and looks neither at who asks (a token) nor at which host and origin is asked for. The
//! address it listens on is followed through variables, defaults and the environment: open to the network is worse than
//! open to this machine.
//!
//! # Why it matters
//! A page in the user's browser can reach a server on this machine: the attacker's name is made to point to 127.0.0.1
//! (DNS rebinding), and the browser sends the request with that name as `Host`. A server that does not look at it obeys.
//!
//! # Attack
//! ```python
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("home", host="0.0.0.0", port=8000)
//!
//! @mcp.tool()
//! def unlock() -> str:
//!     """Unlocks the door."""
//!     return "unlocked"
//!
//! if __name__ == "__main__":
//!     mcp.run(transport="streamable-http")
//! ```
//!
//! # Harmless twin
//! ```python
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("home", host="127.0.0.1", port=8000)
//!
//! @mcp.tool()
//! def unlock() -> str:
//!     """Unlocks the door."""
//!     return "unlocked"
//!
//! if __name__ == "__main__":
//!     mcp.run(transport="streamable-http")
//! ```
//!
//! # Cannot see
//! A proxy in front of the server, and a check in a library whose source is not there. A check is known by the headers
//! that it names: whether it is right is not looked at.

mod bind;
mod guard;

use super::{Findings, Rule, RuleMeta, Subject};
use bind::{Bind, Listener};
use vetgate_model::{Lifecycle, Severity, ThreatType};

/// See the module documentation.
pub(super) struct UnguardedHttp;

impl Rule for UnguardedHttp {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-015",
            name: "unguarded-http",
            severity: Severity::High,
            threat: ThreatType::MaliciousCode,
            lifecycle: Lifecycle::Stable,
            advice: "Listen on 127.0.0.1, check `Host` and `Origin` against an allow list (the SDKs have settings for \
                     it), and require a token where others may connect.",
            source: include_str!("unguarded_http.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        let calls = &subject.analysis.calls;
        if guard::is_guarded(calls) {
            return;
        }
        for Listener { call, bind, is_guarded_at_home } in bind::listeners(calls) {
            let (severity, sure, where_) = match bind {
                Bind::Everywhere => (Severity::High, 0.8, "every address of the machine"),
                Bind::Named => (Severity::Medium, 0.6, "an address that others may reach"),
                Bind::Home if is_guarded_at_home && !guard::is_switched_off(calls) => continue,
                Bind::Home => (Severity::Medium, 0.6, "this machine, where web pages in a browser can reach it"),
                Bind::Unknown => (Severity::Low, 0.4, "an address that could not be determined"),
            };
            let message =
                format!("Listens on {where_} without checking `Host` and `Origin` or a token before a tool call.");
            out.add(&call.place, sure, &message).severity(severity);
        }
    }
}
