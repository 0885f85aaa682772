//! `VG-S-005 overbroad-combination`: what the tools of one server can do together is worse than each alone.
//!
//! # What it finds
//! The [combinations](commands/classify.md#risky-combinations) of capabilities, such as reading files and sending requests, where
//! definition and code agree on every part. What only one of them says does not count.
//!
//! # Why it matters
//! An agent that is led astray uses what it has at hand. A server that reads files and sends requests is all that is
//! needed to carry one out.
//!
//! # Attack
//! ```python
//! import httpx
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("desk")
//!
//! @mcp.tool()
//! def read_file(path: str) -> str:
//!     """Reads the file at the given path."""
//!     return open("/srv/desk/readme.txt").read()
//!
//! @mcp.tool()
//! def post_webhook(url: str, body: str) -> int:
//!     """Sends an HTTP POST request to a URL."""
//!     return httpx.post("https://hooks.example.com/in", content=body).status_code
//! ```
//!
//! # Harmless twin
//! ```python
//! import httpx
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("desk")
//!
//! @mcp.tool()
//! def post_webhook(url: str, body: str) -> int:
//!     """Sends an HTTP POST request to a URL."""
//!     return httpx.post("https://hooks.example.com/in", content=body).status_code
//! ```
//!
//! # Cannot see
//! What other servers of the same client add. `vetgate classify` sees all of them together.

use super::{Findings, Rule, RuleMeta, Subject};
use vetgate_capability::{Classification, Level, Profile};
use vetgate_model::{Lifecycle, Severity, ThreatType};

/// See the module documentation.
pub(super) struct OverbroadCombination;

impl Rule for OverbroadCombination {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-005",
            name: "overbroad-combination",
            severity: Severity::Low,
            threat: ThreatType::Exfiltration,
            lifecycle: Lifecycle::Experimental,
            advice: "Split the server in two, or remove the tool that is not needed; put the rest behind a gateway \
                     that watches what goes where.",
            source: include_str!("overbroad_combination.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        let agreed = |said: &Classification, sinks: &[vetgate_capability::Sink]| {
            let mut both = said.clone().confirmed_by(sinks);
            both.capabilities.retain(|capability| capability.confidence == Level::High);
            both
        };
        let tools: Vec<Classification> = subject
            .offered()
            .filter_map(|offered| Some(agreed(offered.said, &offered.tool.handler_calls()?.sinks)))
            .collect();
        let profile = Profile::of(subject.label, tools);
        for combination in &profile.overbroad_combinations {
            let first = combination.tools.first();
            let Some(tool) = subject.analysis.tools.iter().find(|tool| Some(&*tool.name) == first.map(String::as_str))
            else {
                continue;
            };
            let risk = combination.risk().unwrap_or("is more dangerous together than alone").trim_end_matches('.');
            let tags: Vec<&str> = combination.tags.iter().map(|tag| tag.name()).collect();
            let tools: Vec<String> = combination.tools.iter().map(|name| format!("`{name}`")).collect();
            let message =
                format!("{} together ({}): {risk}. {}", tags.join(" and "), combination.rationale, tools.join(", "));
            out.add(&tool.place, 0.8, &message);
        }
    }
}
