//! `VG-S-013 unread-roots`: roots are declared and never read.
//!
//! # What it finds
//! A server whose code speaks of the client's roots, by declaring them among its abilities or by listening for their
//! changes, and that nowhere asks for them.
//!
//! # Why it matters
//! Roots are how a client says which folders a server may touch. A server that claims to know them and never asks
//! works wherever it likes, while people believe that it stays inside.
//!
//! # Attack
//! ```javascript
//! import { Server } from "@modelcontextprotocol/sdk/server/index.js";
//! const server = new Server({ name: "files", version: "1.0.0" }, { capabilities: { tools: {}, roots: { listChanged: true } } });
//! ```
//!
//! # Harmless twin
//! ```javascript
//! import { Server } from "@modelcontextprotocol/sdk/server/index.js";
//! const server = new Server({ name: "files", version: "1.0.0" }, { capabilities: { tools: {}, roots: { listChanged: true } } });
//! export async function allowed() {
//!   const { roots } = await server.listRoots();
//!   return roots.map((root) => root.uri);
//! }
//! ```
//!
//! # Cannot see
//! Whether a server that asks for the roots then keeps to them.

use super::{Findings, Rule, RuleMeta, Subject};
use vetgate_model::{Lifecycle, Severity, ThreatType};
use vetgate_source::{Given, LibraryCall};

/// See the module documentation.
pub(super) struct UnreadRoots;

impl Rule for UnreadRoots {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-013",
            name: "unread-roots",
            severity: Severity::Low,
            threat: ThreatType::Uncategorized,
            lifecycle: Lifecycle::Experimental,
            advice: "Request the client's roots (`listRoots`, `list_roots`) and respect them, or do not declare them.",
            source: include_str!("unread_roots.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        let calls = &subject.analysis.calls;
        let asks = |call: &LibraryCall| {
            let last = call.path.trim_end_matches("()").rsplit('.').next().unwrap_or_default();
            matches!(last, "listRoots" | "list_roots")
        };
        // A function that nobody calls may be what a client of this code calls.
        let says = |text: &str| ["listRoots", "list_roots", "roots/list"].iter().any(|word| text.contains(word));
        let is_said = subject.tree.files().iter().filter_map(|file| file.text.as_deref().ok()).any(says);
        if calls.iter().any(asks) || is_said {
            return;
        }
        if let Some(call) = calls.iter().find(|call| declares(call)) {
            out.add(&call.place, 0.6, "The server declares roots support and never requests the client's roots.");
        }
    }
}

/// Whether a call declares roots: `1.capabilities.roots.listChanged`, or the schema of the notice about their changes.
fn declares(call: &LibraryCall) -> bool {
    call.arguments.iter().any(|(name, given)| {
        let is_capability = name.contains("capabilities") && name.split('.').any(|part| part == "roots");
        let is_notice = matches!(given, Given::Library(path) if path.contains("RootsListChanged"));
        is_capability || is_notice
    })
}
