//! Reads names and prose into [`Facts`].
//!
//! There is no grammar here, and little is needed: definitions say what is done and then to what ("Reads the file at
//! the given path"). An act holds on to the things that follow it within a few words of its clause; a negation lets go
//! of it; a determiner before it makes it a noun ("the search"); what is written as an identifier names another tool
//! and means nothing here.

use crate::lexical::facts::{Brand, Facts, Voice};
use crate::lexical::lexicon::LEXICON;
use crate::lexical::meaning::{Act, Acts, Cue, Meaning, Thing, Things};
use crate::lexical::words::{Gap, Words};

/// How many words an act reaches.
const REACH: usize = 8;

/// How many words a negation reaches.
const NEGATION: usize = 5;

/// How many words of one text are read. Nobody describes a tool in so many, and a flood must stay cheap.
const WORDS: usize = 20_000;

/// Reads the tokens of a name: every act in it is done to everything in it, and a thing alone is shown. A participle is
/// an attribute: `list_deleted_items` deletes nothing.
pub(crate) fn name(facts: &mut Facts, voice: Voice, tokens: &[String]) {
    let (mut acts, mut things) = (Acts::default(), Things::default());
    let mut at = 0;
    while at < tokens.len() {
        let (mut meaning, length) = LEXICON.longest(|next| tokens.get(at + next).map(String::as_str));
        if meaning.is_empty() && is_unspaced(&tokens[at]) {
            meaning = LEXICON.cut(&tokens[at]).fold(meaning, |all, (_, part)| all.or(part));
        }
        if meaning.cues.has(Cue::Participle) {
            meaning.acts = Acts::default();
        }
        match length {
            1 => facts.word(voice, meaning, &tokens[at]),
            // `s3` and `pull_request` are more than their first token.
            _ => facts.word(voice, meaning, &spelled(&tokens[at..at + length])),
        }
        acts = acts.or(meaning.acts);
        things = things.or(meaning.things);
        at += length;
    }
    if things.is_empty() || matches!(voice, Voice::Server | Voice::Around | Voice::Parameter) {
        return;
    }
    if acts.is_empty() {
        acts = Acts::of(Act::Get);
    }
    if tokens.iter().any(|token| matches!(token.as_str(), "by" | "with" | "using")) {
        things = things.without(Thing::Secret).without(Thing::Env);
    }
    facts.pair(voice, acts, things, "");
}

/// Tokens as they may have stood in the name: `s3`, `pull_request`.
fn spelled(tokens: &[String]) -> String {
    let has_digit = tokens.iter().any(|token| token.bytes().all(|byte| byte.is_ascii_digit()));
    tokens.join(if has_digit { "" } else { "_" })
}

/// What is known about the clause so far.
#[derive(Default)]
struct Clause {
    acts: Acts,
    /// Where its latest act stands.
    act_at: usize,
    /// Where the first of its acts stands, for the evidence.
    first_act_at: usize,
    negated_until: usize,
    /// Whether it tells when to use the tool or gives an example, and not what the tool does.
    is_aside: bool,
    /// The thing before the current word.
    last_thing: Option<(usize, Things)>,
    /// Where the latest word of direction stands, and the act that it makes of what follows: "into a table" is written
    /// and "from a file" is read, whatever the verb.
    direction: Option<(usize, Act)>,
}

/// Reads a description or the text of a parameter.
pub(crate) fn prose(facts: &mut Facts, voice: Voice, text: &str, server: &[String]) {
    let words = Words::of(text);
    if voice == Voice::Lead && facts.first_word.is_none() {
        facts.first_word = words.text(0).map(Into::into);
    }
    let mut voice = voice;
    let mut clause = Clause::default();
    let mut at = 0;
    let end = words.len().min(WORDS);
    while at < end {
        let Some(word) = words.word(at) else { break };
        let Some(lower) = words.text(at) else { break };
        if word.gap == Gap::End && at > 0 {
            clause = Clause::default();
            if voice == Voice::Lead {
                close_lead(facts);
                voice = Voice::Body;
            }
            voice = section(lower, voice);
        }
        if word.gap >= Gap::Pause {
            clause.negated_until = 0;
            if clause.act_at + 3 < at {
                clause.acts = Acts::default();
            }
        }
        if word.is_identifier {
            at += 1;
            continue;
        }
        if !lower.is_ascii() && is_unspaced(lower) {
            unspaced(facts, voice, lower);
            at += 1;
            continue;
        }
        let (mut meaning, length) = LEXICON.longest(|next| {
            let is_broken = next > 0 && words.word(at + next).is_none_or(|word| word.gap != Gap::Space);
            if is_broken { None } else { words.text(at + next) }
        });
        if !word.is_capitalised {
            meaning.things = meaning.things.without(Thing::Common);
        }
        if word.is_path || (meaning.is_empty() && is_file_name(lower)) {
            meaning = Meaning::of_thing(Some(Thing::File));
        }
        brand(facts, voice, &words, at, meaning, server);
        step(facts, voice, &words, at, length, meaning, &mut clause);
        at += length;
    }
    if voice == Voice::Lead {
        close_lead(facts);
    }
}

/// A first sentence without an act ("Columns and indexes of a table") names what is shown.
fn close_lead(facts: &mut Facts) {
    let things = facts.things(Voice::Lead);
    if facts.acts(Voice::Lead).is_empty() && !things.is_empty() {
        facts.pair(Voice::Lead, Acts::of(Act::Get), things, "");
    }
}

/// One word or phrase of a clause.
fn step(
    facts: &mut Facts,
    voice: Voice,
    words: &Words,
    at: usize,
    length: usize,
    mut meaning: Meaning,
    clause: &mut Clause,
) {
    let is_start = words.word(at).is_some_and(|word| word.gap == Gap::End);
    if meaning.cues.has(Cue::Negation) {
        clause.negated_until = at + NEGATION;
    }
    if meaning.cues.has(Cue::Aside) && is_start {
        clause.is_aside = true;
    }
    if meaning.cues.has(Cue::Toward) || meaning.cues.has(Cue::From) {
        let act = if meaning.cues.has(Cue::From) { Act::Read } else { Act::Write };
        // What something is deleted from is changed, not read.
        clause.direction = (!clause.acts.has(Act::Delete)).then_some((at + length, act));
    } else if let Some((place, act)) = clause.direction
        && place == at
        && meaning.things.is_empty()
        && !meaning.acts.has(act)
        && is_attribute(words, at, meaning)
    {
        clause.direction = Some((at + length, act));
    }
    if is_start && !meaning.acts.is_empty() {
        // "Records changes": what opens a sentence is done.
        meaning.things = Things::default();
    }
    let last = at + length - 1;
    facts.word(voice, Meaning { acts: Acts::default(), ..meaning }, words.span(at, last));
    let is_noun = !meaning.acts.is_empty()
        && ((at > 0 && !is_start && has_cue_before(words, at, Cue::Determiner))
        || (meaning.cues.has(Cue::Participle) && !is_passive(words, at))
        || meaning.cues.has(Cue::Adjective)
        // "Shows changes", "run query": of two verbs in a row the second is a noun.
        || (!clause.acts.is_empty() && clause.act_at + 1 == at && words.word(at).is_some_and(|word| word.gap == Gap::Space)));
    let is_negated = at < clause.negated_until;
    if !meaning.acts.is_empty() && !is_noun && !is_negated && !clause.is_aside {
        facts.word(voice, Meaning { acts: meaning.acts, ..Meaning::default() }, words.span(at, last));
        if voice == Voice::Lead {
            facts.open(meaning.acts);
        }
        if let Some((thing_at, things)) = clause.last_thing
            && thing_at + 1 == at
        {
            facts.pair(voice, meaning.acts, things, words.span(thing_at, last));
        }
        // "Create, read and delete": one list of acts.
        if !clause.acts.is_empty() && at - clause.act_at <= 2 {
            clause.acts = clause.acts.or(meaning.acts);
        } else {
            clause.acts = meaning.acts;
            clause.first_act_at = at;
        }
        clause.act_at = last;
    }
    if !meaning.things.is_empty() {
        if !clause.acts.is_empty()
            && at - clause.act_at <= REACH
            && !is_negated
            && !clause.is_aside
            && at > clause.act_at
        {
            let mut things = meaning.things;
            if is_instrument(words, at) {
                // "by private key": it is given, not shown.
                things = things.without(Thing::Secret).without(Thing::Env);
            }
            let directed = clause.direction.filter(|(place, _)| *place == at).map(|(_, act)| Acts::of(act));
            let acts = directed.unwrap_or(clause.acts);
            facts.pair(voice, acts, things, words.span(clause.first_act_at, last));
            if directed.is_some() {
                // "from a MySQL database": what belongs to the thing has its direction.
                clause.direction = clause.direction.map(|(_, act)| (last + 1, act));
            }
        }
        clause.last_thing = Some((last, meaning.things));
    }
}

/// Whether a participle tells what is done: "is written", "saved to disk". Otherwise it is an attribute.
fn is_passive(words: &Words, at: usize) -> bool {
    let cues = |at: usize| words.text(at).map(|word| LEXICON.word(word).cues).unwrap_or_default();
    (at > 0 && cues(at - 1).has(Cue::Auxiliary))
        || (words.word(at + 1).is_some_and(|next| next.gap == Gap::Space) && cues(at + 1).has(Cue::Preposition))
}

/// Whether a word between a preposition and its noun leaves them together: "from the given file".
fn is_attribute(words: &Words, at: usize, meaning: Meaning) -> bool {
    let goes_on = words.word(at + 1).is_some_and(|next| next.gap == Gap::Space);
    goes_on && (meaning.cues.has(Cue::Determiner) || meaning.cues.has(Cue::Adjective) || meaning.is_empty())
}

/// Whether what stands at `at` is a means: "by", "with" or "using" it, with few words between.
fn is_instrument(words: &Words, at: usize) -> bool {
    (1..=4).any(|back| {
        at.checked_sub(back)
            .and_then(|at| words.text(at))
            .is_some_and(|word| LEXICON.word(word).cues.has(Cue::Instrument))
    })
}

fn has_cue_before(words: &Words, at: usize, cue: Cue) -> bool {
    words.text(at - 1).is_some_and(|before| LEXICON.word(before).cues.has(cue))
}

/// The voice of the lines under a heading of a docstring.
fn section(heading: &str, voice: Voice) -> Voice {
    match heading {
        "args" | "arguments" | "parameters" | "params" | "inputs" if voice == Voice::Body => Voice::Parameter,
        "returns" | "return" | "raises" | "example" | "examples" | "output" | "notes" if voice == Voice::Parameter => {
            Voice::Body
        }
        _ => voice,
    }
}

/// Notes a word that is written as a name and that no list knows: what the tool is a client of, as likely as not.
fn brand(facts: &mut Facts, voice: Voice, words: &Words, at: usize, meaning: Meaning, server: &[String]) {
    let Some(word) = words.word(at) else { return };
    if !word.is_capitalised || !meaning.is_empty() || !matches!(voice, Voice::Lead | Voice::Body) {
        return;
    }
    let Some(lower) = words.text(at) else { return };
    let is_server = lower.len() >= 4 && server.iter().any(|token| token == lower);
    let is_first = word.gap >= Gap::Pause;
    let is_better = facts.brand.as_ref().is_none_or(|known| is_server && !known.is_server);
    if is_better && (is_server || (!is_first && voice == Voice::Lead && lower.len() >= 4)) {
        facts.brand = Some(Brand { word: lower.to_owned(), is_server });
    }
}

/// Whether a word is the name of a file: it ends in a known extension.
fn is_file_name(word: &str) -> bool {
    use crate::words::reading::EXTENSIONS;
    word.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}

/// Whether `text` is of a script that puts no spaces between words, or particles to its words, as Korean does.
fn is_unspaced(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{E00}'..='\u{E7F}')
    })
}

/// Reads a run of text without spaces: in its order words mean little, so that every act in the run is done to every
/// thing in it.
fn unspaced(facts: &mut Facts, voice: Voice, run: &str) {
    let (mut acts, mut things) = (Acts::default(), Things::default());
    let mut start = 0;
    for (length, meaning) in LEXICON.cut(run) {
        facts.word(voice, meaning, &run[start..start + length]);
        if voice == Voice::Lead {
            facts.open(meaning.acts);
        }
        acts = acts.or(meaning.acts);
        things = things.or(meaning.things);
        start += length;
    }
    if !things.is_empty() {
        facts.pair(voice, acts, things, run);
    }
}
