//! What a response holds besides what was asked for, and what becomes of it.
//!
//! [`Reader::read`] takes the result of a call apart into the parts that an agent takes in ([`part`]) and says what is in
//! them: orders to the agent, characters nobody sees, links that carry data out, personal data and secrets.
//! [`Reader::treat`] then does with the result what the settings say ([`treat`](mod@treat)): everything else stays byte for
//! byte what it was.
//!
//! Guarantees: total on any text, JSON or not; time and memory linear in it. Budget: 25 µs for a clean response of 4 KB
//! (bench `response`).

mod appeal;
mod credentials;
mod link;
mod media;
mod notice;
mod part;
mod passage;
mod strip;
mod treat;
mod whisper;

pub use appeal::Appeal;
pub(crate) use appeal::appeals;
pub(crate) use part::{Opened, Part, says_error};
use std::ops::Range;
pub use treat::Treated;
use vetgate_model::json::Document;
use vetgate_model::{Cap, Finding, Tier};
use vetgate_sensitive::{Detector, Grade, Links, Match};
use vetgate_text::{ansi, hidden};
use vetgate_vet::{Response, Told};
pub use whisper::Whisper;
pub(crate) use whisper::whispers;

/// How sure a value must be to count as sensitive.
const LEAST: Grade = Grade::Medium;

/// How many orders of one response are kept: more than anybody acts on.
const INSTRUCTIONS: usize = 64;

/// Reads responses. Made once, used from any thread.
pub struct Reader {
    detector: Detector,
    links: Links,
}

/// What was read in one response.
#[derive(Debug, Default)]
pub struct Read {
    /// What the text checks say, part by part; safe to show.
    pub findings: Vec<Finding>,
    /// Orders to the agent, the first ones.
    pub instructions: Vec<Instruction>,
    /// Lines that are kept from the user, the first ones: no findings, but held against later calls.
    pub whispers: Vec<Whisper>,
    /// Requests to software, the first ones: no findings, but held against later calls.
    pub appeals: Vec<Appeal>,
    /// How many invisible characters and terminal sequences that hide text there are.
    pub hidden: usize,
    /// Links and images that carry data to where it is collected.
    pub links: usize,
    /// Personal data and secrets; pointers lead into the response.
    pub sensitive: Vec<Match>,
    /// Limits that were hit while the text checks read it: something in it was not checked.
    pub gaps: Vec<Cap>,
    /// The parts in which something was found.
    parts: Vec<Found>,
}

/// An order to the agent in a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// Where it stands in the response; a JSON pointer. For a document in a string, the pointer of the string.
    pub pointer: String,
    /// What it says, with what stands around it, raw: later arguments are held against it. Never to be shown.
    pub text: String,
    /// Where in that text the order itself begins, in bytes.
    pub start: usize,
    /// How sure it is.
    pub tier: Tier,
    /// Whether one person asks another for it in a letter: no instruction to the agent.
    pub is_letter: bool,
}

/// What was found in one part of a response.
#[derive(Debug, Default)]
struct Found {
    /// Where the part stands in the response, in bytes.
    span: Range<usize>,
    told: Vec<Told>,
    hides: bool,
    carriers: bool,
    /// Whether one of them is an image that holds data already.
    shows: bool,
    is_sensitive: bool,
}

impl Found {
    fn is_nothing(&self) -> bool {
        self.told.is_empty() && !self.hides && !self.carriers && !self.is_sensitive
    }
}

impl Read {
    /// The gravest tier of an order to the agent.
    pub fn tier(&self) -> Option<Tier> {
        self.findings.iter().map(|finding| finding.tier).max()
    }
}

impl Reader {
    /// A reader that takes these domains for its own, and finds what `detector` finds.
    pub fn new(detector: Detector, links: Links) -> Self {
        Self { detector, links }
    }

    /// What finds personal data and secrets.
    pub fn detector(&self) -> &Detector {
        &self.detector
    }

    /// What knows which hosts are inside.
    pub fn links(&self) -> &Links {
        &self.links
    }

    /// Reads the result of a call of `tool` of `server`, as JSON.
    pub fn read(&self, server: &str, tool: &str, response: &str) -> Read {
        let parts = Self::parts(Document::parse(response).ok().as_ref(), response);
        let parts: Vec<Opened> = parts.iter().map(Part::open).collect();
        self.read_parts(server, tool, response, &parts)
    }

    /// Takes a response apart; `document` is what it is as JSON.
    pub(crate) fn parts<'t>(document: Option<&Document<'t>>, response: &'t str) -> Vec<Part<'t>> {
        part::parts(document, response)
    }

    /// The same as [`read`](Self::read), where the response has been taken apart.
    pub(crate) fn read_parts(&self, server: &str, tool: &str, response: &str, parts: &[Opened]) -> Read {
        let mut read = Read::default();
        for part in parts {
            self.read_part(server, tool, response, part, &mut read);
        }
        read
    }

    fn read_part(&self, server: &str, tool: &str, response: &str, opened: &Opened, read: &mut Read) {
        let part = opened.part;
        let mut found = Found { span: part.span.clone(), ..Found::default() };
        let said = Response { server, tool, text: &part.text };
        let reading = match &opened.document {
            Some(document) => vetgate_vet::read_parsed_response(&said, document),
            None => vetgate_vet::read_response(&said),
        };
        read.findings.extend(reading.outcome.findings);
        read.gaps.extend(reading.outcome.coverage.caps.into_iter().filter(|cap| !cap.is_note()));
        let room = INSTRUCTIONS.saturating_sub(read.instructions.len());
        read.instructions.extend(passage::instructions(&part.pointer, &reading.told).take(room));
        found.told = reading.told;
        let may_whisper = read.whispers.len() < INSTRUCTIONS && whisper::may_whisper(&part.text);
        opened.each_string(&mut |text| {
            if may_whisper {
                read.whispers.extend(whispers(text, &part.pointer));
            }
            if read.appeals.len() < INSTRUCTIONS {
                read.appeals.extend(appeals(text, &part.pointer));
            }
            // It is either handed over as it is or not at all, and for less than an order it is.
            if part.data.is_some() {
                return;
            }
            let count = hidden_in(text);
            read.hidden += count;
            found.hides |= count > 0;
            for carrier in link::carriers(&self.links, text) {
                read.links += 1;
                found.carriers = true;
                found.shows |= carrier.is_shown;
            }
        });
        if part.is_unseen() && read.whispers.len() < INSTRUCTIONS {
            read.whispers.push(whisper::of_media(&part.text, &part.pointer));
        }
        let raw = &response[part.span.clone()];
        let values = match &opened.document {
            // What is decoded has no place in the response.
            _ if part.data.is_some() => vec![],
            Some(document) if part.is_text => self.detector.inspect_parsed_string(raw, document),
            None if part.is_text => self.detector.inspect_string(raw, &part.text),
            _ => self.detector.inspect(raw.as_bytes()),
        };
        for mut value in values {
            if value.grade() >= LEAST {
                let inner = value.pointer.take().unwrap_or_default();
                value.pointer = Some(inner.under(&part.pointer.as_str().into()));
                value.span = value.span.start + part.span.start..value.span.end + part.span.start;
                found.is_sensitive = true;
                read.sensitive.push(value);
            }
        }
        if !found.is_nothing() {
            read.parts.push(found);
        }
    }
}

/// How many hidden characters and hiding sequences `text` holds.
fn hidden_in(text: &str) -> usize {
    let unseen: usize = hidden::scan(text).iter().map(|run| run.count).sum();
    unseen + ansi::scan(text).iter().filter(|escape| strip::is_taken_out(escape)).count()
}

#[cfg(test)]
mod tests;
