//! SARIF 2.1.0, for code scanning.
//!
//! One result per signal, and one more, marked as suppressed, per signal that an ignore rule holds back. What could
//! not be scanned is a notification of the invocation. The output always validates against the standard's schema, and
//! every result has a physical location, because GitHub refuses a whole file for one result without: where a
//! definition came from a live server, the location is the configuration file or the target it was declared by, or
//! else a path made of the server's and the tool's names, described as such.

mod log;
mod rule;
mod source;
mod uri;

pub(crate) use source::render as render_source;

use crate::digest::{self, Digest, EMPTY, Gap, named, pointer};
use crate::{Options, advice, escape, json};
use log::*;
use rule::Rules;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use vetgate_model::{Finding, Report, Severity, Signal, Suppressed, TargetKind};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The name under which results are recognised from one run to the next.
const FINGERPRINT: &str = "vetgate/v1";
/// The limits that mean that a part of the input was not read at all, so that the run was no success.
const UNREAD: &[&str] = &["input.unreadable", "config.entry"];

pub(crate) fn render(report: &Report, options: &Options<'_>) -> String {
    let digest = Digest::of(report);
    let rules = Rules::of(report, options.checks);
    let mut seen = Seen::default();
    let mut results = Vec::new();
    for finding in &report.findings {
        for signal in &finding.signals {
            results.push(result(report, &rules, finding, signal, &mut seen));
        }
    }
    for suppressed in &report.suppressed {
        results.push(held_back(report, &rules, suppressed, &mut seen));
    }
    let version = (!options.version.is_empty()).then(|| escape::line(options.version).into_owned());
    json::pretty(&Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver { name: "vetgate", semantic_version: version, rules: rules.into_descriptors() },
            },
            invocations: [invocation(&digest)],
            column_kind: "unicodeCodePoints",
            results,
        }],
    })
}

/// Strangers' text inside a message: SARIF reads `[text](target)` there as a link, so the two never touch.
fn plain(text: &str) -> String {
    escape::line(text).replace("](", "] (")
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low => "note",
    }
}

fn result(report: &Report, rules: &Rules, finding: &Finding, signal: &Signal, seen: &mut Seen) -> SarifResult {
    let mut text = match plain(&signal.detail) {
        detail if detail.trim().is_empty() => rules.summary(&signal.check).to_owned(),
        detail => detail,
    };
    if !signal.evidence.is_empty() {
        text = format!("{text} Evidence: {}", plain(&signal.evidence));
    }
    let key = [&finding.server, advice::noun(finding.subject), &finding.tool, &signal.check, signal.pointer.as_str()];
    SarifResult {
        rule_id: rule::id(&signal.check),
        rule_index: rules.index(&signal.check),
        level: level(finding.severity),
        message: Message { text },
        locations: [Location {
            physical_location: physical(report, &finding.server, &finding.tool, signal.location.as_ref()),
            logical_locations: [logical(&finding.server, &finding.tool, pointer_of(signal))],
        }],
        related_locations: vec![],
        code_flows: vec![],
        partial_fingerprints: seen.fingerprint(&key),
        suppressions: None,
        properties: Properties::Signal {
            action: finding.action,
            confidence: signal.confidence,
            pointer: escape::line(pointer(signal)).into_owned(),
            risk: finding.risk,
            severity: finding.severity,
            threat_type: signal.threat_type,
            tier: signal.tier,
        },
    }
}

fn held_back(report: &Report, rules: &Rules, suppressed: &Suppressed, seen: &mut Seen) -> SarifResult {
    let key = [&suppressed.server, "suppressed", &suppressed.tool, &suppressed.check, ""];
    SarifResult {
        rule_id: rule::id(&suppressed.check),
        rule_index: rules.index(&suppressed.check),
        level: "note",
        message: Message { text: format!("{} Suppressed by an ignore rule.", rules.summary(&suppressed.check)) },
        locations: [Location {
            physical_location: physical(report, &suppressed.server, &suppressed.tool, None),
            logical_locations: [logical(&suppressed.server, &suppressed.tool, String::new())],
        }],
        related_locations: vec![],
        code_flows: vec![],
        partial_fingerprints: seen.fingerprint(&key),
        suppressions: Some([Suppression {
            kind: "external",
            status: "accepted",
            justification: plain(&suppressed.reason),
        }]),
        properties: Properties::Suppressed { expires: escape::line(&suppressed.expires).into_owned() },
    }
}

fn physical(report: &Report, server: &str, tool: &str, location: Option<&vetgate_model::Location>) -> PhysicalLocation {
    let at = |uri: String, description: Option<&str>, line: usize, column: Option<usize>| PhysicalLocation {
        artifact_location: ArtifactLocation {
            uri,
            description: description.map(|text| Message { text: text.to_owned() }),
        },
        region: Region {
            start_line: line.max(1),
            start_column: column.map(|column| column.max(1)),
            end_line: None,
            end_column: None,
            snippet: None,
        },
    };
    if let Some(location) = location {
        return at(uri::of_path(&location.file), None, location.line, location.column);
    }
    let is_file = |kind: TargetKind| matches!(kind, TargetKind::File | TargetKind::Config);
    let declared = report.targets.iter().find(|t| is_file(t.kind) && t.server.as_deref() == Some(server));
    match declared {
        Some(target) => at(uri::of_path(&target.target), None, 1, None),
        None => {
            let uri = uri::of_segments(&["mcp-servers", named(server), named(tool)]);
            at(uri, Some("Declared by a running server: this path represents the server and the tool."), 1, None)
        }
    }
}

fn logical(server: &str, tool: &str, pointer: String) -> LogicalLocation {
    let (server, tool) = (escape::line(named(server)), escape::line(named(tool)));
    LogicalLocation {
        fully_qualified_name: format!("{server}/{tool}#{pointer}"),
        name: tool.into_owned(),
        kind: "member",
    }
}

fn pointer_of(signal: &Signal) -> String {
    escape::line(signal.pointer.as_str()).into_owned()
}

fn invocation(digest: &Digest<'_>) -> Invocation {
    let notifications = digest.gaps.iter().map(|gap| {
        let (place, detail) = (plain(named(gap.place())), plain(gap.detail()));
        let (id, level, text) = match gap {
            Gap::Target(_) => ("target.failed".to_owned(), "error", format!("{place} could not be scanned: {detail}")),
            Gap::Check(_) => ("check.failed".to_owned(), "error", format!("Check {place} failed: {detail}")),
            Gap::Cap(cap) => {
                let level = if UNREAD.contains(&cap.cap.as_str()) { "error" } else { "warning" };
                (plain(named(&cap.cap)), level, format!("{place}: {detail}"))
            }
        };
        Notification { descriptor: Descriptor { id }, level, message: Message { text } }
    });
    let notes = digest.notes.iter().map(|note| {
        let (place, detail) = (plain(named(&note.place)), plain(&note.detail));
        let text = match digest::note_subject(note) {
            Some(subject) => format!("{subject} at {place}: {detail}"),
            None => format!("{place}: {detail}"),
        };
        let id = plain(named(&note.cap));
        Notification { descriptor: Descriptor { id }, level: "note", message: Message { text } }
    });
    let is_empty = digest.report.coverage.caps.iter().any(|cap| cap.cap == EMPTY);
    let empty = is_empty.then(|| Notification {
        descriptor: Descriptor { id: EMPTY.to_owned() },
        level: "error",
        message: Message { text: digest.scope() },
    });
    let notifications: Vec<Notification> = empty.into_iter().chain(notifications).chain(notes).collect();
    Invocation {
        execution_successful: notifications.iter().all(|n| n.level != "error"),
        tool_execution_notifications: notifications,
    }
}

/// Keys already given out in this run, so that twins get fingerprints of their own.
#[derive(Default)]
struct Seen(BTreeMap<[u8; 32], usize>);

impl Seen {
    /// A name for a result that outlives changes of line and of evidence. Parts are length-prefixed, so that no two
    /// keys run together.
    fn fingerprint(&mut self, key: &[&str]) -> BTreeMap<&'static str, String> {
        let mut hash = Sha256::new();
        for part in key {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        let hash: [u8; 32] = hash.finalize().into();
        let twin = self.0.entry(hash).or_default();
        *twin += 1;
        BTreeMap::from([(FINGERPRINT, format!("{}:{twin}", data_encoding::HEXLOWER.encode(&hash[..16])))])
    }
}
