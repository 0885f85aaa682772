//! `VG-S-012 sensitive-logging`: a secret or a whole request is written to a log.
//!
//! # What it finds
//! A value whose name is that of a secret (a token, a password, a key), or the whole of a request, of its headers or of
//! its arguments, that reaches a log or is printed.
//!
//! # Why it matters
//! Logs are kept, shipped and read by many. What an agent was entrusted with for one call then lies in clear text where
//! nobody guards it.
//!
//! # Attack
//! ```python
//! import logging
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("mail")
//! log = logging.getLogger("mail")
//!
//! @mcp.tool()
//! def sign_in(account: str, password: str) -> str:
//!     """Signs in to a mail account."""
//!     log.info("signing in %s with %s", account, password)
//!     return "signed in"
//! ```
//!
//! # Harmless twin
//! ```python
//! import logging
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("mail")
//! log = logging.getLogger("mail")
//!
//! @mcp.tool()
//! def sign_in(account: str, password: str) -> str:
//!     """Signs in to a mail account."""
//!     log.info("signing in, password of %d characters", len(password))
//!     return "signed in"
//! ```
//!
//! # Cannot see
//! Secrets that are called something else, and filters that a log has.

use super::flows::sources;
use super::{Findings, Rule, RuleMeta, Subject};
use crate::mask::names_a_secret;
use crate::words::sensitive_logging::WHOLE;
use std::collections::BTreeMap;
use vetgate_model::{Lifecycle, Severity, ThreatType};
use vetgate_source::{Danger, Flow, Place, Tool};

/// See the module documentation.
pub(super) struct SensitiveLogging;

/// Parts of the names of functions that log.
const LOGS: &[&str] = &["audit", "debug", "log", "print", "trace", "warn"];

/// Names of secrets that are too short or too plain to be masked wherever they stand.
const SHORT: &[&str] = &["bearer", "cvc", "cvv", "otp", "pin", "ssn"];

impl Rule for SensitiveLogging {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-012",
            name: "sensitive-logging",
            severity: Severity::Medium,
            threat: ThreatType::Exfiltration,
            lifecycle: Lifecycle::Stable,
            advice: "Log what happened, not what was given: the tool's name, the names of the arguments, lengths.",
            source: include_str!("sensitive_logging.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        let analysis = subject.analysis;
        let of_tools = analysis.tools.iter().flat_map(|tool| tool.flows.iter().map(move |flow| (Some(tool), flow)));
        let others = analysis.flows.iter().map(|flow| (None, flow));
        // A dispatcher logs for all of its tools at once: one place is one finding.
        let mut places: BTreeMap<&Place, (Option<&Tool>, Vec<&Flow>)> = BTreeMap::new();
        for (tool, flow) in of_tools.chain(others) {
            if flow.danger == Danger::Log && (is_secret(&flow.source) || is_whole(&flow.source)) {
                places.entry(place_of(flow, subject)).or_insert((tool, vec![])).1.push(flow);
            }
        }
        for (place, (tool, flows)) in places {
            let is_secret = flows.iter().any(|flow| is_secret(&flow.source));
            let message = format!("{} is written to a log by `{}`.", sources(&flows), flows[0].reach.call);
            let draft = out.add(place, if is_secret { 0.8 } else { 0.6 }, &message).along(flows[0]);
            if let Some(tool) = tool {
                draft.of(tool);
            }
        }
    }
}

/// Where a secret is handed to a log. A function of the server's own that only logs, by its name or by what it is called
/// through (`logger.info`), is part of the log.
fn place_of<'f>(flow: &'f Flow, subject: &Subject<'_>) -> &'f Place {
    let is_log = |name: &str| {
        let name = name.to_lowercase();
        LOGS.iter().any(|word| name.contains(word))
    };
    let callee = |called: &Place| {
        let text = subject.tree.text(&called.file).and_then(|text| text.get(called.span.range()));
        text.and_then(|text| text.split('(').next()).is_some_and(is_log)
    };
    match flow.reach.through.as_slice() {
        [_, .., (name, called)] if is_log(name) || callee(called) => called,
        _ => &flow.reach.place,
    }
}

/// The name at the end of a source: `arguments.url`, `body["access_token"]`, `environment variable API_KEY`.
fn last_name(source: &str) -> &str {
    let mut parts = source.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
    parts.rfind(|part| !part.is_empty()).unwrap_or_default()
}

fn is_secret(source: &str) -> bool {
    let name = last_name(source);
    names_a_secret(name) || SHORT.contains(&name.to_lowercase().as_str())
}

fn is_whole(source: &str) -> bool {
    WHOLE.contains(&last_name(source).to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_whole_requests_are_told_by_the_last_name() {
        for source in
            ["api_key", "arguments.password", "body[\"access_token\"]", "environment variable MAIL_TOKEN", "pin"]
        {
            assert!(is_secret(source), "{source}");
        }
        for source in ["arguments", "req.headers", "request"] {
            assert!(is_whole(source) && !is_secret(source), "{source}");
        }
        for source in ["city", "arguments.url", "name", "req.path"] {
            assert!(!is_whole(source) && !is_secret(source), "{source}");
        }
    }
}
