//! The static rules: what the source of a server says about it that its definitions do not.
//!
//! The room `source` finds the tools in the code, what they reach and what of their input gets there. A rule reads that
//! and judges. Each is one file, whose doc comment is what `vetgate explain` shows and whose examples are run as tests.
//! Adding a rule is adding its file and its row in [`all`].
//!
//! Guarantees: pure, total and deterministic; a rule that panics is named and costs only itself; what is quoted is
//! escaped, cut and masked.
//!
//! ```
//! use vetgate_source::{Tree, TreeFile};
//! use vetgate_vet::source;
//!
//! let tree = Tree::of(vec![TreeFile { path: "notes.txt".into(), text: Ok("no code here".into()) }]);
//! let read = source::inspect("notes", &tree, &vetgate_source::analyze(&tree));
//! assert!(read.findings.is_empty() && read.failed.is_empty());
//! ```

mod annotation_contradiction;
mod code_at_import;
mod code_at_install;
mod code_injection;
mod command_injection;
mod description_instructions;
mod dynamic_loading;
mod embedded_secret;
mod findings;
mod flows;
mod overbroad_combination;
mod path_traversal;
mod prompt_interpolation;
mod rule;
mod said;
mod schema_instructions;
mod sensitive_logging;
mod server_side_request_forgery;
mod sql_injection;
mod subject;
mod tool_reference;
mod undeclared_behaviour;
mod unguarded_http;
mod unread_roots;

pub use findings::Findings;
pub use rule::{Rule, RuleMeta};
pub use subject::Subject;

use rayon::prelude::*;
use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vetgate_model::{Cap, SourceFinding};
use vetgate_source::{Analysis, Tree};

/// Every rule, in the order of their ids.
pub fn all() -> &'static [&'static dyn Rule] {
    &[
        &description_instructions::DescriptionInstructions,
        &schema_instructions::SchemaInstructions,
        &tool_reference::ToolReference,
        &annotation_contradiction::AnnotationContradiction,
        &overbroad_combination::OverbroadCombination,
        &path_traversal::PathTraversal,
        &command_injection::CommandInjection,
        &sql_injection::SqlInjection,
        &server_side_request_forgery::ServerSideRequestForgery,
        &code_injection::CodeInjection,
        &embedded_secret::EmbeddedSecret,
        &sensitive_logging::SensitiveLogging,
        &unread_roots::UnreadRoots,
        &prompt_interpolation::PromptInterpolation,
        &unguarded_http::UnguardedHttp,
        &code_at_import::CodeAtImport,
        &code_at_install::CodeAtInstall,
        &dynamic_loading::DynamicLoading,
        &undeclared_behaviour::UndeclaredBehaviour,
    ]
}

/// What the rules said of a tree.
#[derive(Debug, Clone, Default)]
pub struct Inspected {
    /// Most severe first.
    pub findings: Vec<SourceFinding>,
    /// Ids of the rules that broke off, sorted.
    pub failed: Vec<&'static str>,
    /// Limits that were hit.
    pub caps: Vec<Cap>,
}

/// Runs every rule on a tree of source, which is called `label` in the findings.
pub fn inspect(label: &str, tree: &Tree, analysis: &Analysis) -> Inspected {
    inspect_with(label, tree, analysis, all())
}

fn inspect_with(label: &str, tree: &Tree, analysis: &Analysis, rules: &[&dyn Rule]) -> Inspected {
    let subject = Subject::new(label, tree, analysis);
    let run = |rule: &&dyn Rule| {
        let mut found = Findings::new(rule.meta(), &subject);
        // As with definitions: what one rule cannot bear costs its own findings and no others.
        match catch_unwind(AssertUnwindSafe(|| rule.inspect(&subject, &mut found))) {
            Ok(()) => Ok(found.finish()),
            Err(_) => Err(rule.meta().id),
        }
    };
    let results: Vec<_> = rules.par_iter().map(run).collect();
    let mut inspected = Inspected::default();
    for result in results {
        match result {
            Ok((findings, cap)) => {
                inspected.findings.extend(findings);
                inspected.caps.extend(cap);
            }
            Err(id) => inspected.failed.push(id),
        }
    }
    order(&mut inspected.findings);
    inspected
}

/// Most severe first; ties by certainty and place, so that the order is total.
pub fn order(findings: &mut [SourceFinding]) {
    findings.sort_by(|a, b| {
        let rank = |f: &SourceFinding| (Reverse(f.severity), Reverse((f.confidence.value() * 100.0) as u32));
        let key = |f: &SourceFinding| (f.tree.clone(), f.location.clone(), f.rule.clone(), f.tool.clone());
        rank(a).cmp(&rank(b)).then_with(|| key(a).cmp(&key(b)))
    });
}

#[cfg(test)]
mod tests;
