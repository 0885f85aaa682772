//! The tables that the scan runs on, made once.

use crate::candidate::Candidate;
use crate::class::DIGIT;
use crate::custom::Pattern;
use crate::formats::{self, Format};
use crate::hit::{Hit, settle};
use crate::identifiers::{self, Identifier};
use crate::layout::{Layouts, Word};
use crate::names::Field;
use crate::plain;
use crate::prefix::Prefixes;
use crate::scan::Scan;
use crate::scan::number::is_date;
use crate::settings::{Checked, Settings, SettingsError};
use crate::structures::{self, path};
use crate::vocabulary::Vocabulary;
use crate::{Grade, Kind};
use regex::bytes::Regex;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Finds personal data and secrets. Made once, used from any thread.
pub struct Detector {
    pub(crate) identifiers: Vec<&'static Identifier>,
    pub(crate) layouts: Layouts,
    /// The words of the identifiers, group by group in their order.
    pub(crate) vocabulary: Vocabulary,
    pub(crate) formats: Vec<Compiled>,
    pub(crate) literals: Prefixes<Literal>,
    /// How the names of secret files start, behind a dot or a slash.
    pub(crate) paths: Prefixes<()>,
    pub(crate) custom: Vec<Pattern>,
    /// Whether a date on its own is never anything unless something names it.
    dates_need_names: bool,
    wanted: Option<BTreeSet<&'static str>>,
    pub(crate) least: Grade,
    /// Whether random strings without a name count.
    pub(crate) high_entropy: bool,
}

/// What to read where a literal stands.
#[derive(Clone, Copy)]
pub(crate) enum Literal {
    /// The format of this place in the table.
    Format(u16),
    /// A structure.
    Structure(fn(&[u8], usize) -> Option<Candidate>),
}

/// A format and its pattern, compiled when its literal is first seen.
pub(crate) struct Compiled {
    pub(crate) format: &'static Format,
    pattern: OnceLock<Regex>,
}

impl Compiled {
    /// Where the token ends that starts `rest`.
    pub(crate) fn end(&self, rest: &[u8]) -> Option<usize> {
        let pattern = self.pattern.get_or_init(|| {
            Regex::new(&format!(r"^(?-u:{})", self.format.pattern)).expect("a test compiles every row's pattern")
        });
        pattern.find(rest).map(|found| found.end())
    }
}

impl Default for Detector {
    fn default() -> Self {
        Self::new()
    }
}

impl Detector {
    /// A detector of every built-in kind that tells even what is only perhaps something.
    pub fn new() -> Self {
        Self::of(Checked { wanted: None, custom: Vec::new(), least: Grade::Low, high_entropy: false })
    }

    /// A detector of what the settings ask for.
    pub fn with(settings: &Settings) -> Result<Self, SettingsError> {
        Ok(Self::of(settings.compile()?))
    }

    fn of(settings: Checked) -> Self {
        let identifiers: Vec<_> = identifiers::all().collect();
        let formats: Vec<_> = formats::all().map(|format| Compiled { format, pattern: OnceLock::new() }).collect();
        let tokens = (0u16..)
            .zip(&formats)
            .flat_map(|(row, compiled)| compiled.format.starts.iter().map(move |start| (*start, Literal::Format(row))));
        let structures = structures::ALL
            .iter()
            .flat_map(|structure| structure.starts.iter().map(move |start| (*start, Literal::Structure(structure.at))));
        let literals = Prefixes::new(tokens.chain(structures));
        let layouts = Layouts::new(identifiers.iter().copied());
        Self {
            dates_need_names: dates_need_names(&layouts, &identifiers),
            layouts,
            vocabulary: Vocabulary::new(identifiers.iter().map(|row| row.words)),
            identifiers,
            formats,
            literals,
            paths: Prefixes::new(path::ROWS.iter().map(|row| (row.start, ()))),
            custom: settings.custom,
            wanted: settings.wanted,
            least: settings.least,
            high_entropy: settings.high_entropy,
        }
    }

    /// Whether a match of this kind is asked for.
    pub(crate) fn wants(&self, kind: &Kind) -> bool {
        self.wanted.as_ref().is_none_or(|ids| ids.contains(&*kind.id))
    }

    /// Whether nothing can be found in a text, told by a quick look.
    #[inline(always)]
    pub(crate) fn is_plain(&self, text: &[u8]) -> bool {
        plain::is_plain(text) && self.custom.is_empty()
    }

    /// Finds what is in one text from `from` on, and leaves it in `hits`, in order. The text may be a leaf of a document;
    /// a value that is all of it may stand alone, if `may_be_alone`. Who can, asks first whether the text is plain.
    #[inline(never)]
    pub(crate) fn scan<'d>(
        &'d self,
        text: &[u8],
        from: usize,
        field: Field<'_>,
        may_be_alone: bool,
        hits: &mut Vec<Hit<'d>>,
    ) {
        hits.clear();
        if field.is_quiet && self.is_plain_date(text) {
            return;
        }
        Scan::new(self, text, field, may_be_alone, hits).run(from);
        settle(hits);
    }

    /// Whether a text is a date of which nothing can be said where its field says nothing.
    #[inline]
    fn is_plain_date(&self, text: &[u8]) -> bool {
        text.len() == DATE.len()
            && is_date(text)
            && self.dates_need_names
            && self.custom.is_empty()
            // The year and the month; the day is too short for a literal.
            && [text, &text[YEAR + 1..]].iter().all(|rest| !self.literals.starts(rest))
    }
}

/// A date as it is written in JSON.
const DATE: &[u8] = b"2026-11-16";
/// How many digits a year has.
const YEAR: usize = 4;

/// Whether all that is written as a date is found only where something names it.
fn dates_need_names(layouts: &Layouts, identifiers: &[&Identifier]) -> bool {
    let mut need_names = true;
    let year = Word { span: 0..YEAR, classes: DIGIT };
    layouts.walk(
        DATE,
        &year,
        |end| end == DATE.len(),
        |layout, _| {
            let row = identifiers[layout.row as usize];
            need_names &= row.bare.is_none() && row.alone.is_none();
        },
    );
    need_names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_found_in_coloured_logs_and_aligned_settings() {
        let detector = Detector::new();
        for text in [
            "\x1b[32mpassword:\x1b[0m Summer2024!x",
            "\x1b[1mpassword\x1b[0m=Summer2024!x",
            "Stripe API key: hV9kQ2zr7LwXp4Tn",
            "password                 = Summer2024!x",
        ] {
            for document in [text.to_owned(), serde_json::json!({ "log": text }).to_string()] {
                assert_eq!(detector.inspect(document.as_bytes()).len(), 1, "{document}");
            }
        }
    }

    #[test]
    fn a_date_that_is_left_alone_is_nothing_to_a_full_scan_either() {
        let detector = Detector::new();
        let field = Field { name: b"updated", parent: b"author", is_quiet: true };
        let mut plain = 0;
        for (year, month, day) in (1900..2100)
            .flat_map(|year| (0..20).flat_map(move |month| [0, 1, 9, 17, 31, 39].map(|day| (year, month, day))))
        {
            let text = format!("{year}-{month:02}-{day:02}");
            if detector.is_plain_date(text.as_bytes()) {
                let mut hits = Vec::new();
                Scan::new(&detector, text.as_bytes(), field, true, &mut hits).run(0);
                assert!(hits.is_empty(), "{text}");
                plain += 1;
            }
        }
        assert!(plain > 20_000, "{plain}");
    }
}
