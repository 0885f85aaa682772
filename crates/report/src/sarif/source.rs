//! What was found in source, in SARIF: one result per finding with its line, and the way of the data as a code flow.

use super::log::*;
use super::rule::Rules;
use super::{SCHEMA, Seen, level, plain, uri};
use crate::digest::named;
use crate::source::Reading;
use crate::{Options, escape, json};
use vetgate_model::{Look, SourceFinding, SourceReport, Step};

pub(crate) fn render(report: &SourceReport, options: &Options<'_>) -> String {
    let reading = Reading::of(report);
    let named = report.findings.iter().map(|finding| finding.rule.as_str());
    let rules = Rules::named(named.chain(report.suppressed.iter().map(|s| s.check.as_str())), options.checks);
    let mut seen = Seen::default();
    let results = report.findings.iter().map(|finding| result(&rules, finding, &mut seen)).collect();
    let version = (!options.version.is_empty()).then(|| escape::line(options.version).into_owned());
    json::pretty(&Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver { name: "vetgate", semantic_version: version, rules: rules.into_descriptors() },
            },
            invocations: [invocation(&reading)],
            column_kind: "unicodeCodePoints",
            results,
        }],
    })
}

fn result(rules: &Rules, finding: &SourceFinding, seen: &mut Seen) -> SarifResult {
    let tool = finding.tool.as_deref().unwrap_or_default();
    let text = format!("{} {}", plain(&finding.message), plain(&finding.advice));
    // A line moves; what stands there, in which file and of which tool, tells a finding from its twins.
    let key = [&finding.tree, &finding.rule, &finding.location.file, tool, finding.snippet.as_str()];
    let calls = (!finding.calls.is_empty()).then(|| thread(&finding.calls));
    let flow = (!finding.flow.is_empty()).then(|| thread(&finding.flow));
    let flows: Vec<CodeFlow> = flow.or(calls).into_iter().map(|thread| CodeFlow { thread_flows: [thread] }).collect();
    SarifResult {
        rule_id: super::rule::id(&finding.rule),
        rule_index: rules.index(&finding.rule),
        level: level(finding.severity),
        message: Message { text },
        locations: [Location {
            physical_location: physical(&finding.location, Some(&finding.snippet)),
            logical_locations: [logical(finding)],
        }],
        related_locations: finding.near_miss.iter().map(related).collect(),
        code_flows: flows,
        partial_fingerprints: seen.fingerprint(&key),
        suppressions: None,
        properties: Properties::Source {
            confidence: finding.confidence,
            severity: finding.severity,
            threat_type: finding.threat_type,
        },
    }
}

fn logical(finding: &SourceFinding) -> LogicalLocation {
    let tree = escape::line(named(&finding.tree)).into_owned();
    match &finding.tool {
        Some(tool) => {
            let tool = escape::line(named(tool));
            LogicalLocation {
                fully_qualified_name: format!("{tree}/{tool}"),
                name: tool.into_owned(),
                kind: "function",
            }
        }
        None => LogicalLocation { fully_qualified_name: tree.clone(), name: tree, kind: "module" },
    }
}

fn physical(region: &vetgate_model::Region, snippet: Option<&str>) -> PhysicalLocation {
    PhysicalLocation {
        artifact_location: ArtifactLocation { uri: uri::of_path(&region.file), description: None },
        region: Region {
            start_line: region.line.max(1),
            start_column: Some(region.column.max(1)),
            end_line: Some(region.end_line.max(region.line).max(1)),
            end_column: Some(region.end_column.max(1)),
            snippet: snippet.filter(|text| !text.is_empty()).map(|text| Message { text: plain(text) }),
        },
    }
}

fn thread(steps: &[Step]) -> ThreadFlow {
    ThreadFlow { locations: steps.iter().map(|step| ThreadFlowLocation { location: related(step) }).collect() }
}

fn related(step: &Step) -> RelatedLocation {
    RelatedLocation {
        physical_location: physical(&step.location, Some(&step.snippet)),
        message: Message { text: plain(&step.message) },
    }
}

fn invocation(reading: &Reading<'_>) -> Invocation {
    let not_analyzed = reading.trees.iter().filter(|tree| tree.status == Look::NotAnalyzed).count();
    let mut notes: Vec<Notification> = reading
        .unseen()
        .into_iter()
        .enumerate()
        .map(|(index, (place, detail))| Notification {
            descriptor: Descriptor { id: "not.analyzed".to_owned() },
            // Trees come first: one that was not analyzed at all is an error.
            level: if index < reading.trees.len() && not_analyzed > 0 { "error" } else { "warning" },
            message: Message { text: format!("{}: {}", plain(&place), plain(&detail)) },
        })
        .collect();
    notes.extend(reading.notes.iter().map(|note| Notification {
        descriptor: Descriptor { id: note.cap.clone() },
        level: "note",
        message: Message { text: format!("{}: {}", plain(&note.place), plain(&note.detail)) },
    }));
    Invocation {
        execution_successful: notes.iter().all(|note| note.level != "error"),
        tool_execution_notifications: notes,
    }
}
