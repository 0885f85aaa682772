//! `VG-S-009 server-side-request-forgery`: input decides where a request goes.
//!
//! # What it finds
//! A parameter of a tool that becomes an address, or the part of one that decides the host, and reaches a call that
//! sends a request, without a check that counts: comparing the parsed host with a list of what is allowed.
//!
//! # Why it matters
//! The server stands inside the house. `http://169.254.169.254/` hands out the keys of a cloud machine, and
//! `http://localhost:8080/` is the admin page that nobody outside can reach.
//!
//! # Attack
//! ```javascript
//! import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
//! import { z } from "zod";
//! const server = new McpServer({ name: "status", version: "1.0.0" });
//! server.tool("status", "Status of a host.", { host: z.string() }, async ({ host }) => {
//!   const reply = await fetch(`https://${host}/status`);
//!   return { content: [{ type: "text", text: await reply.text() }] };
//! });
//! ```
//!
//! # Harmless twin
//! ```javascript
//! import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
//! import { z } from "zod";
//! const server = new McpServer({ name: "status", version: "1.0.0" });
//! const HOSTS = new Set(["a.example.com", "b.example.com"]);
//! server.tool("status", "Status of a host.", { host: z.string() }, async ({ host }) => {
//!   if (!HOSTS.has(host)) throw new Error("unknown host");
//!   const reply = await fetch(`https://${host}/status`);
//!   return { content: [{ type: "text", text: await reply.text() }] };
//! });
//! ```
//!
//! # Cannot see
//! Redirects, and names that resolve to another address when they are asked for again. A tool whose declared purpose is to
//! fetch any page is found as well, as medium: an ignore rule can say that the network keeps it out of the house.

use super::{Findings, Rule, RuleMeta, Subject, flows};
use vetgate_model::{Lifecycle, Severity, ThreatType};
use vetgate_source::Danger;

/// See the module documentation.
pub(super) struct ServerSideRequestForgery;

impl Rule for ServerSideRequestForgery {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-009",
            name: "server-side-request-forgery",
            severity: Severity::High,
            threat: ThreatType::Exfiltration,
            lifecycle: Lifecycle::Stable,
            advice: "Parse the URL and check its host against an allow list before sending the request; \
                     do not follow redirects to other hosts.",
            source: include_str!("server_side_request_forgery.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        flows::report(Danger::Url, "so the caller controls the URL that is requested (SSRF)", subject, out);
    }
}
