//! Where a text of a response stands, and for whom it was written.
//!
//! In a letter, a runbook or a manual a request is normal; in a name, a biography or a product description it is not. The
//! place is told by the names of the members around the text, the form by the text itself.

use super::super::excuse::WORDS_OF_A_HEADING;
use super::super::lexicon::Tags;
use super::super::markup::Markup;
use super::claim;
use super::heard::{Fact, Heard};
use crate::words::setting::{ABOUT_ATTACKS, CHAT, GREETINGS, GUIDANCE, MAIL, SIGNATURES, WORK};
use vetgate_model::Pointer;
use vetgate_text::prose::TokenKind;

/// What kind of place a text stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The response is this text.
    Whole,
    /// A field that describes something; nobody is spoken to.
    Record,
    /// A mail.
    Mail,
    /// A chat or a thread of comments: people speak to each other.
    Chat,
    /// A list of what is to be done, or a log of what was.
    Work,
    /// Help for whoever called: errors, hints, usage, code.
    Guidance,
}

/// What is known of a text as a whole.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    pub(super) place: Place,
    /// Greeting or signature: from one person to another.
    pub(super) is_letter: bool,
    /// Headings, steps, code, or simply long: written for many readers.
    pub(super) is_document: bool,
    /// One or two sentences.
    pub(super) is_short: bool,
    /// The text is about attacks on agents.
    pub(super) is_about_attacks: bool,
    /// The place says that a system or its masters speak.
    pub(super) is_posed: bool,
    /// The place says that it is meant for a machine: `hint_for_model`, `llm_note`.
    pub(super) is_called: bool,
}

/// Names of members, by the kind of place that they make.
static PLACES: [(Place, &[&str]); 4] =
    [(Place::Guidance, GUIDANCE), (Place::Work, WORK), (Place::Chat, CHAT), (Place::Mail, MAIL)];

/// A text of so many sentences is written for many readers.
const SENTENCES_OF_A_DOCUMENT: usize = 14;

impl Setting {
    /// What the place and the form of a text add to the weight of a request in it.
    pub(super) fn weight(self) -> i32 {
        let place = match self.place {
            Place::Record => 10,
            Place::Mail => 0,
            Place::Whole if self.is_short => -25,
            Place::Whole => -5,
            Place::Chat => -20,
            Place::Work => -20,
            Place::Guidance => -40,
        };
        let between_people = if self.is_letter { -40 } else { 0 };
        let for_many = if self.is_document { -30 } else { 0 };
        place + between_people + for_many
    }

    /// What the place says before anything is said in it.
    pub(super) fn said(self) -> Heard {
        let mut heard = Heard::default();
        heard.set(Fact::Poses, self.is_posed);
        heard.set(Fact::Called, self.is_called);
        heard
    }

    /// What kind of text it is, in the bits that facts of sentences leave free.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.is_letter) << 58
            | u64::from(self.is_document) << 59
            | u64::from(self.is_short) << 60
            | u64::from(self.is_about_attacks) << 61
            | u64::from(matches!(self.place, Place::Guidance)) << 62
    }

    pub(super) fn of(markup: &Markup, pointer: &Pointer) -> Self {
        let sentences = markup.sentences().iter().filter(|sentence| !sentence.is_cell).count();
        let text = markup.prose.text();
        Self {
            place: place(pointer),
            is_letter: greets(markup) || signs(markup),
            is_document: sentences >= SENTENCES_OF_A_DOCUMENT || is_laid_out(text),
            is_short: sentences <= 3,
            is_called: pointer.tokens().last().is_some_and(|name| claim::is_for_a_machine(&name.to_lowercase())),
            is_posed: pointer.tokens().last().is_some_and(|name| claim::is_master(&name.to_lowercase())),
            is_about_attacks: ABOUT_ATTACKS.iter().any(|phrase| text.contains(phrase)),
        }
    }
}

fn place(pointer: &Pointer) -> Place {
    let names: Vec<String> =
        pointer.tokens().map(|token| token.to_lowercase()).filter(|t| !t.bytes().all(|b| b.is_ascii_digit())).collect();
    let Some(last) = names.last() else { return Place::Whole };
    let is_named = |names: &[&str], member: &str| {
        names.contains(&member) || member.split(['_', '-', ' ']).any(|part| part.len() > 2 && names.contains(&part))
    };
    // The member itself says more than what is around it.
    let by_last = PLACES.iter().find(|(place, names)| *place != Place::Chat && is_named(names, last));
    let by_around = || PLACES.iter().rev().find(|(_, words)| names.iter().any(|name| is_named(words, name)));
    by_last.or_else(by_around).map_or(Place::Record, |(place, _)| *place)
}

/// "Hi Tom," opens the text.
fn greets(markup: &Markup) -> bool {
    let mut words = (0..markup.words.len().min(8)).filter(|i| !markup.is_mark(*i));
    words.next().is_some_and(|first| {
        GREETINGS.contains(&markup.text(first))
            && !markup.any(first..(first + 5).min(markup.words.len()), Tags::agent)
            && (first + 1..(first + 7).min(markup.words.len())).any(|i| {
                matches!(markup.token(i).kind, TokenKind::Mark(',' | '!' | '-' | ':' | '.') | TokenKind::Break(_))
            })
    })
}

/// "Thanks, Ana" closes it.
fn signs(markup: &Markup) -> bool {
    let end = markup.words.len();
    (end.saturating_sub(16)..end).any(|i| {
        SIGNATURES.contains(&markup.text(i))
            && end - i > 1
            && (i + 1..end).any(|j| !markup.is_mark(j))
            && (i + 1..(i + 4).min(end))
                .any(|j| matches!(markup.token(j).kind, TokenKind::Mark(',' | '!' | '-') | TokenKind::Break(_)))
    })
}

/// Fewer items of lists make no document: notes, records and search results have some too.
const ITEMS_OF_A_DOCUMENT: usize = 6;

/// Headings, fenced code, numbered steps or many items.
fn is_laid_out(text: &str) -> bool {
    let mut headings = 0;
    let mut steps = 0;
    let mut items = 0;
    for line in text.lines().take(400) {
        let line = line.trim_start();
        let opens_with_digit = line.bytes().next().is_some_and(|b| b.is_ascii_digit());
        let is_marked =
            line.starts_with("# ") || line.starts_with("## ") || line.starts_with("===") || line.starts_with("<h");
        // A whole sentence behind the marker is no heading.
        let is_heading = line.split_whitespace().count() <= WORDS_OF_A_HEADING + 1 && !line.ends_with(['.', '!']);
        headings += usize::from(is_marked && is_heading);
        steps += usize::from(
            opens_with_digit && line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ')']),
        );
        steps += usize::from(line.starts_with("$ "));
        items += usize::from(line.starts_with("- ") || line.starts_with("* "));
    }
    headings >= 1 || steps >= 3 || steps + items >= ITEMS_OF_A_DOCUMENT || text.contains("```")
}
