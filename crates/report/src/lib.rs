//! How a scan is shown: one [`vetgate_model::Report`] in, one string out.
//!
//! Each [`Format`] is a function from the report and a few [`Options`] to text. This room is pure: no file, no
//! clock, no environment; whether to use colour, how wide the terminal is and what the checks say about
//! themselves all come in as arguments, and the same report gives the same bytes.
//!
//! A [`Survey`] and a [`sheet::Sheet`] of figures are shown in the same way.
//!
//! A report quotes strangers: the names of servers and tools, paths, error messages, evidence. None of it may
//! act on the reader, so every format passes every such string through [`escape`] and then through the
//! escaping of its own syntax. What comes out holds no control character, no ANSI sequence, no bidirectional
//! control and no invisible character; Markdown output makes no link, image or mention of a stranger's text,
//! and HTML output no element.
//!
//! ```
//! use vetgate_model::{Coverage, Report};
//! use vetgate_report::{Format, Options};
//!
//! let report = Report::new(vec![], vec![], vec![], Coverage::default());
//! let format: Format = "json".parse().unwrap();
//! assert!(format.render(&report, &Options::default()).starts_with("{\n  \"version\": \"1\""));
//! ```

mod advice;
mod capability;
mod check;
mod digest;
pub mod escape;
mod format;
mod html;
mod json;
mod markdown;
mod sarif;
pub mod sheet;
mod source;
mod terminal;
mod wrap;

pub use capability::{Survey, SurveyedServer};
pub use check::CheckInfo;
pub use digest::plural;
pub use format::{Format, Options, UnknownFormat};
pub use json::pretty as pretty_json;
pub use source::headline as source_headline;

/// The result in one line, such as `3 findings: 1 critical, 2 low`; nothing of a stranger's text is in it.
pub fn headline(report: &vetgate_model::Report) -> String {
    digest::Digest::of(report).headline()
}
