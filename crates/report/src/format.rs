//! The formats: one row each.

use crate::capability::Survey;
use crate::sheet::Sheet;
use crate::{CheckInfo, html, json, markdown, sarif, terminal};
use std::fmt;
use std::str::FromStr;
use vetgate_capability::{Crossing, Profile};
use vetgate_model::{Report, SourceReport};

/// What a format may need to know besides the report.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// Whether the terminal format may use colour.
    pub color: bool,
    /// The width of the terminal in columns; narrower than 40 is taken as 40.
    pub width: usize,
    /// The version of the program, as SARIF and HTML state it.
    pub version: &'a str,
    /// What the checks say about themselves.
    pub checks: &'a [CheckInfo],
    /// What each server can do; SARIF has no place for it.
    pub profiles: &'a [Profile],
    /// What servers can do together, which the report of a scan counts.
    pub crossings: &'a [Crossing],
    /// Whether a survey gives the reasons for each label; JSON always does.
    pub evidence: bool,
}

impl Default for Options<'_> {
    /// No colour, 80 columns, no version, no descriptions, no profiles or crossings and no reasons.
    fn default() -> Self {
        Self { color: false, width: 80, version: "", checks: &[], profiles: &[], crossings: &[], evidence: false }
    }
}

type Render = fn(&Report, &Options<'_>) -> String;
type RenderSource = fn(&SourceReport, &Options<'_>) -> String;
type RenderSurvey = fn(&Survey, &Options<'_>) -> String;
type RenderSheet = fn(&Sheet, &Options<'_>) -> String;

macro_rules! formats {
    ($($(#[$doc:meta])+ $variant:ident => $name:literal, $render:expr, $source:expr, $survey:expr, $sheet:expr;)+) => {
        /// A way to show a report.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Format {
            $($(#[$doc])+ $variant,)+
        }

        impl Format {
            /// Every format.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            const fn function(self) -> Render {
                match self { $(Self::$variant => $render),+ }
            }

            const fn source(self) -> RenderSource {
                match self { $(Self::$variant => $source),+ }
            }

            const fn survey(self) -> Option<RenderSurvey> {
                match self { $(Self::$variant => $survey),+ }
            }

            const fn sheet(self) -> Option<RenderSheet> {
                match self { $(Self::$variant => $sheet),+ }
            }
        }
    };
}

formats! {
    /// For a developer at a terminal.
    Terminal => "terminal", terminal::render, terminal::render_source, Some(terminal::render_survey), Some(terminal::render_sheet);
    /// The stable JSON report, described by `docs/report.schema.json`.
    Json => "json", json::render, json::render_source, Some(json::render_survey), None;
    /// SARIF 2.1.0, for code scanning.
    Sarif => "sarif", sarif::render, sarif::render_source, None, None;
    /// Markdown, for a pull request or a ticket.
    Markdown => "markdown", markdown::render, markdown::render_source, Some(markdown::render_survey), Some(markdown::render_sheet);
    /// One self-contained HTML page.
    Html => "html", html::render, html::render_source, Some(html::render_survey), Some(html::render_sheet);
}

impl Format {
    /// The report in this format, ending in a newline.
    pub fn render(self, report: &Report, options: &Options<'_>) -> String {
        self.function()(report, options)
    }

    /// What was found in source in this format, ending in a newline.
    pub fn render_source(self, report: &SourceReport, options: &Options<'_>) -> String {
        self.source()(report, options)
    }

    /// What servers can do in this format, ending in a newline; `None` where the format is for findings only.
    pub fn render_survey(self, survey: &Survey, options: &Options<'_>) -> Option<String> {
        self.survey().map(|render| render(survey, options))
    }

    /// Figures in this format, ending in a newline; `None` where the format is for findings only, and for JSON, in which
    /// programs read the measurement itself and not what is laid out for people.
    pub fn render_sheet(self, sheet: &Sheet, options: &Options<'_>) -> Option<String> {
        self.sheet().map(|render| render(sheet, options))
    }

    /// The formats that can show figures: as a [`Sheet`], or as JSON.
    pub fn of_figures() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|format| *format == Self::Json || format.sheet().is_some())
    }

    /// The formats that can show a [`Survey`].
    pub fn of_surveys() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|format| format.survey().is_some())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no format's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        write!(f, "no format `{}`: expected one of {}", crate::escape::line(&self.0), names.join(", "))
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|format| format.name() == name).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_its_format() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(*format));
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = "pdf\u{1b}[2J".parse::<Format>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "no format `pdf\\u{1B}[2J`: expected one of terminal, json, sarif, markdown, html"
        );
    }
}
