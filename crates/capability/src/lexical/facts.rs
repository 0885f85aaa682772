//! What the texts of a definition state: which acts, which things, which act on which thing, and who says so.

use crate::Role;
use crate::lexical::meaning::{Act, Acts, Cues, Meaning, Thing, Things};
use std::ops::Range;

/// Who states a fact. Those of one witness are not independent: see [`Voice::witness`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Voice {
    /// The name of the tool.
    Name,
    /// Its title.
    Title,
    /// The first sentence of its description: what it is for.
    Lead,
    /// The rest of its description.
    Body,
    /// Its parameters: their names, descriptions and values.
    Parameter,
    /// The name of its server.
    Server,
    /// The other tools of its server, taken together.
    Around,
}

impl Voice {
    pub(crate) const ALL: [Self; 7] =
        [Self::Name, Self::Title, Self::Lead, Self::Body, Self::Parameter, Self::Server, Self::Around];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Title => "title",
            Self::Lead => "lead",
            Self::Body => "body",
            Self::Parameter => "param",
            Self::Server => "server",
            Self::Around => "around",
        }
    }

    /// Which of the independent witnesses it belongs to, as a bit: the name, the description, the parameters, the
    /// server. A title repeats the name, and the two parts of a description are one.
    pub(crate) const fn witness(self) -> u8 {
        match self {
            Self::Name | Self::Title => 1,
            Self::Lead | Self::Body => 2,
            Self::Parameter => 4,
            Self::Server | Self::Around => 8,
        }
    }
}

const VOICES: usize = Voice::ALL.len();
const ACTS: usize = Act::ALL.len();

/// The facts of one definition.
#[derive(Debug)]
pub(crate) struct Facts {
    /// By voice and act, the things it is done to.
    pairs: [[Things; ACTS]; VOICES],
    acts: [Acts; VOICES],
    things: [Things; VOICES],
    cues: [Cues; VOICES],
    /// The act that the description opens with.
    pub(crate) opening: Option<Act>,
    /// The first word of the description.
    pub(crate) first_word: Option<Box<str>>,
    /// Everything that act can be.
    pub(crate) opening_acts: Acts,
    /// A name of a product that no list knows, in the description; and whether the server is called so.
    pub(crate) brand: Option<Brand>,
    /// The roles of the parameters at medium or above, as a set of bits.
    roles: u8,
    /// Whether a parameter is a path to be written, and whether one is any other path.
    pub(crate) takes_output: bool,
    pub(crate) takes_input: bool,
    /// Whether a parameter is surely a command or code to run.
    pub(crate) takes_command: bool,
    /// Where the first words that state each fact stand in `words`.
    seen: Vec<Seen>,
    words: String,
}

/// A name of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Brand {
    pub(crate) word: String,
    pub(crate) is_server: bool,
}

/// The words that first state a fact.
#[derive(Debug)]
struct Seen {
    voice: Voice,
    act: Option<Act>,
    thing: Option<Thing>,
    span: Range<usize>,
}

/// How long the words of a piece of evidence are, in bytes.
const EVIDENCE: usize = 60;

impl Facts {
    pub(crate) fn new() -> Self {
        Self {
            pairs: [[Things::default(); ACTS]; VOICES],
            acts: [Acts::default(); VOICES],
            things: [Things::default(); VOICES],
            cues: [Cues::default(); VOICES],
            opening: None,
            first_word: None,
            opening_acts: Acts::default(),
            brand: None,
            roles: 0,
            takes_output: false,
            takes_input: false,
            takes_command: false,
            seen: Vec::with_capacity(24),
            words: String::with_capacity(256),
        }
    }

    /// Takes what one word or phrase means by itself.
    pub(crate) fn word(&mut self, voice: Voice, meaning: Meaning, words: &str) {
        let at = voice as usize;
        let (acts, things) = (self.acts[at], self.things[at]);
        for act in meaning.acts.iter().filter(|act| !acts.has(*act)) {
            self.note(voice, Some(act), None, words);
        }
        for thing in meaning.things.iter().filter(|thing| !things.has(*thing)) {
            self.note(voice, None, Some(thing), words);
        }
        self.acts[at] = acts.or(meaning.acts);
        self.things[at] = things.or(meaning.things);
        self.cues[at] = self.cues[at].or(meaning.cues);
    }

    /// Takes that `acts` are done to `things`.
    pub(crate) fn pair(&mut self, voice: Voice, acts: Acts, things: Things, words: &str) {
        for act in acts.iter() {
            let known = self.pairs[voice as usize][act as usize];
            for thing in things.iter().filter(|thing| !known.has(*thing)) {
                self.note(voice, Some(act), Some(thing), words);
            }
            self.pairs[voice as usize][act as usize] = known.or(things);
        }
    }

    /// Keeps the words that state a fact for the first time: at most once for each act, thing and voice, so that no
    /// text makes this grow.
    fn note(&mut self, voice: Voice, act: Option<Act>, thing: Option<Thing>, words: &str) {
        let start = self.words.len();
        self.words.push_str(cut(words));
        self.seen.push(Seen { voice, act, thing, span: start..self.words.len() });
    }

    /// Takes the first act of the description.
    pub(crate) fn open(&mut self, acts: Acts) {
        if self.opening.is_none() {
            self.opening = acts.iter().next();
            self.opening_acts = acts;
        }
    }

    /// Takes what the other tools of the server speak of.
    pub(crate) fn surround(&mut self, things: Things) {
        self.word(Voice::Around, Meaning { things, ..Meaning::default() }, "");
    }

    /// What this tool tells about the others of its server: what its name and its description speak of.
    pub(crate) fn told(&self) -> Things {
        let voices = [Voice::Name, Voice::Title, Voice::Lead];
        let things = voices.into_iter().fold(Things::default(), |all, voice| all.or(self.things(voice)));
        // A name that is also a word is too easily read into a neighbour.
        things.without(Thing::Common)
    }

    pub(crate) fn role(&mut self, role: Role) {
        self.roles |= 1 << role as u8;
    }

    pub(crate) fn has_role(&self, role: Role) -> bool {
        self.roles & (1 << role as u8) != 0
    }

    /// Whether the name or the description's first act says that something is made, changed or deleted, and not only
    /// sent, run or started.
    pub(crate) fn changes(&self) -> bool {
        const CHANGES: [Act; 5] = [Act::Create, Act::Write, Act::Modify, Act::Delete, Act::Download];
        CHANGES.into_iter().any(|act| self.acts[Voice::Name as usize].has(act) || self.opening == Some(act))
    }

    pub(crate) fn acts(&self, voice: Voice) -> Acts {
        self.acts[voice as usize]
    }

    pub(crate) fn things(&self, voice: Voice) -> Things {
        self.things[voice as usize]
    }

    pub(crate) fn cues(&self, voice: Voice) -> Cues {
        self.cues[voice as usize]
    }

    /// Which acts on which things a voice states.
    pub(crate) fn pairs(&self, voice: Voice) -> impl Iterator<Item = (Act, Things)> + '_ {
        let pairs = &self.pairs[voice as usize];
        Act::ALL.iter().zip(pairs).filter(|(_, things)| !things.is_empty()).map(|(act, things)| (*act, *things))
    }

    /// The words that first stated it.
    pub(crate) fn words(&self, voice: Voice, act: Option<Act>, thing: Option<Thing>) -> &str {
        let is_it = |seen: &&Seen| seen.voice == voice && seen.act == act && seen.thing == thing;
        self.seen.iter().find(is_it).and_then(|seen| self.words.get(seen.span.clone())).unwrap_or_default()
    }

    /// Whether nothing at all was understood.
    pub(crate) fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }
}

/// The beginning of what a stranger wrote, short enough for evidence.
pub(crate) fn cut(words: &str) -> &str {
    &words[..words.floor_char_boundary(EVIDENCE)]
}
