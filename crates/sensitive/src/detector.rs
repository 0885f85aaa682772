//! The tables that the scan runs on, made once.

use crate::candidate::Candidate;
use crate::custom::Pattern;
use crate::formats::{self, Format};
use crate::hit::{Hit, settle};
use crate::identifiers::{self, Identifier};
use crate::layout::Layouts;
use crate::names::Field;
use crate::plain;
use crate::prefix::Prefixes;
use crate::scan::Scan;
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
    wanted: Option<BTreeSet<&'static str>>,
    pub(crate) least: Grade,
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
        Self::of(Checked { wanted: None, custom: Vec::new(), least: Grade::Low })
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
        Self {
            layouts: Layouts::new(identifiers.iter().copied()),
            vocabulary: Vocabulary::new(identifiers.iter().map(|row| row.words)),
            identifiers,
            formats,
            literals,
            paths: Prefixes::new(path::ROWS.iter().map(|row| (row.start, ()))),
            custom: settings.custom,
            wanted: settings.wanted,
            least: settings.least,
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
        Scan::new(self, text, field, may_be_alone, hits).run(from);
        settle(hits);
    }
}
