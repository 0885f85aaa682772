//! Plain data that every room of Vetgate shares.
//!
//! A server declares tools, prompts, resources and instructions. Each arrives as JSON and stays the
//! exact JSON that arrived ([`Definition::raw`]); what detection reads are its [`Facet`]s: every string of
//! the definition with its place (a JSON [`Pointer`]) and its [`FacetKind`]. Detection answers in
//! [`Signal`]s, which add up to [`Finding`]s, which make a [`Report`] together with the [`Coverage`]
//! record: what was looked at, what failed, which caps were hit.
//!
//! This room is pure: values in, values out; no file, network, clock or randomness.
//!
//! ```
//! use vetgate_model::{Definition, DefinitionKind, FacetKind};
//!
//! let raw = r#"{"name":"add","description":"Adds two numbers."}"#;
//! let tool = Definition::parse("math", DefinitionKind::Tool, raw).unwrap();
//! assert_eq!(tool.name(), "add");
//! let description = tool.facets().iter().find(|f| f.kind == FacetKind::Description).unwrap();
//! assert_eq!(description.pointer.as_str(), "/description");
//! ```

mod coverage;
mod definition;
mod facet;
mod finding;
mod fingerprint;
mod fold;
mod grade;
mod hints;
pub mod json;
mod namesakes;
mod pointer;
mod report;
mod server;
mod shape;
mod source;

pub use coverage::{Cap, Coverage};
pub use definition::{Definition, DefinitionError, DefinitionKind, Locator, Origin};
pub use facet::{Facet, FacetKind, Parameter};
pub use finding::{Finding, Signal, Subject};
pub use fingerprint::{FieldHash, Fingerprint};
pub use fold::fold_case;
pub use grade::{Action, Confidence, Severity, ThreatLevel, ThreatType, Tier};
pub use hints::Hints;
pub use namesakes::Namesakes;
pub use pointer::Pointer;
pub use report::{Location, Report, Summary, Suppressed, Target, TargetKind, TargetStatus};
pub use server::{Inventory, ServerEntry, Setting, Transport};
pub use source::{Lifecycle, Look, Region, SourceCoverage, SourceFinding, SourceReport, SourceTool, SourceTree, Step};
