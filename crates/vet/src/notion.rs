//! What a text speaks of, in any language.
//!
//! A *notion* is an idea that an attack cannot do without and that every language has a word for: the conversation so
//! far, the system prompt, other tools, to choose, never. Each language is one file of rows `notion = phrase, phrase`; a
//! `*` leaves the end of a word open, or its beginning. Grammar differs too much between languages to be read here, so checks ask which
//! notions stand close together in one sentence, in whatever order.
//!
//! The cost is linear in the text: phrases are matched from a trie, at the beginnings of words only where a script has
//! such beginnings, and what stands close together is looked up in a window of bounded length.

pub(crate) mod choice;
pub(crate) mod holding;

use std::ops::Range;
use std::sync::LazyLock;
use vetgate_text::normal::Normal;

macro_rules! notions {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the rows of the files are")]
        enum Bit { $($name),+ }

        #[allow(non_upper_case_globals, reason = "read as words of the files")]
        impl Notions {
            $($(#[$doc])* pub(crate) const $name: Notions = Notions(1 << Bit::$name as u32);)+

            fn named(name: &str) -> Option<Notions> {
                match name {
                    $(stringify!($name) => Some(Notions::$name),)+
                    _ => None,
                }
            }
        }
    };
}

/// A set of notions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Notions(u64);

notions! {
    /// A conversation.
    talk,
    /// A single message; also a word for what mail and chat tools are about.
    message,
    /// What was said, as a record: a chat history.
    record,
    /// Messages of the user or of the model.
    utterance,
    /// Up to this moment; the conversation that is going on.
    sofar,
    /// Before this.
    prior,
    /// In full, word for word.
    entire,
    /// All, every.
    all,
    /// The model.
    you,
    /// The user.
    user,
    /// The system prompt.
    prompt,
    /// What the model thinks or has in memory.
    mind,
    /// To know or remember of somebody.
    know,
    /// What other tools have returned.
    results,
    /// Files, tabs, mails that are at hand, and papers that are nobody's business.
    files,
    /// Files that hold secrets.
    vault,
    /// Secrets themselves.
    secret,
    /// Met with on the way: seen, mentioned, stored.
    seen,
    /// What something contains.
    content,
    /// To put into a parameter.
    give,
    /// Tools of correspondence: mail, chat, meetings.
    correspondence,
    /// Tools about models and agents.
    agency,
    /// Tools about secrets, sign-in and payment.
    custody,
    /// To choose or use a tool.
    choose,
    /// This tool.
    this,
    /// Other, another.
    other,
    /// A tool, a server, a vendor.
    tool,
    /// Instead of, over.
    over,
    /// Never, not.
    never,
    /// To avoid, refuse, hide.
    shun,
    /// Always, for everything.
    always,
    /// Best, superior.
    best,
    /// The only one.
    only,
    /// Outdated, unsafe, wrong.
    bad,
    /// To treat as.
    regard,
    /// Whatever the user says.
    anyway,
    /// What a model gets for obeying, or for not obeying.
    reward,
    /// To tell, to mention.
    tell,
    /// Together with others, or where others fail: no word against them.
    along,
    /// A tool of another server in this scan; found by name, in no file.
    foreign,
    /// A parameter of the definition itself; found by name, in no file.
    own,
}

impl Notions {
    /// The empty set.
    pub(crate) const NONE: Notions = Notions(0);

    pub(crate) const fn or(self, other: Notions) -> Notions {
        Notions(self.0 | other.0)
    }

    /// Whether any of `other` is among these.
    pub(crate) const fn has(self, other: Notions) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every one of `other` is among these.
    pub(crate) const fn holds(self, other: Notions) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A phrase that was found.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) notions: Notions,
    /// Where in the text.
    pub(crate) span: Range<usize>,
    /// Which sentence of the text.
    pub(crate) sentence: usize,
}

const LANGUAGES: &[&str] = &[
    include_str!("notion/en.txt"),
    include_str!("notion/de.txt"),
    include_str!("notion/es.txt"),
    include_str!("notion/fr.txt"),
    include_str!("notion/pt.txt"),
    include_str!("notion/it.txt"),
    include_str!("notion/nl.txt"),
    include_str!("notion/pl.txt"),
    include_str!("notion/cs.txt"),
    include_str!("notion/sv.txt"),
    include_str!("notion/ru.txt"),
    include_str!("notion/uk.txt"),
    include_str!("notion/tr.txt"),
    include_str!("notion/vi.txt"),
    include_str!("notion/id.txt"),
    include_str!("notion/ar.txt"),
    include_str!("notion/fa.txt"),
    include_str!("notion/he.txt"),
    include_str!("notion/hi.txt"),
    include_str!("notion/th.txt"),
    include_str!("notion/zh.txt"),
    include_str!("notion/ja.txt"),
    include_str!("notion/ko.txt"),
];

static TRIE: LazyLock<Trie> = LazyLock::new(Trie::read);

/// The phrases of `text`, which should be in normal form, in the order of their beginnings.
pub(crate) fn read(text: &str) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut sentence = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if ends_sentence(before, c) {
            sentence += 1;
        }
        let is_inside = has_words(c) && before.is_alphanumeric();
        if c.is_alphanumeric() || matches!(c, '~' | '.' | '$') {
            let root = if is_inside { Trie::INSIDE } else { Trie::START };
            TRIE.find(root, text, at, |end, notions| hits.push(Hit { notions, span: at..end, sentence }));
        }
        before = c;
    }
    hits
}

/// Everything that `text` speaks of.
pub(crate) fn all_of(text: &str) -> Notions {
    read(text).iter().fold(Notions::NONE, |all, hit| all.or(hit.notions))
}

/// The notions that stand together within `reach` bytes of one sentence, from each phrase on, with where they stand.
pub(crate) fn together(hits: &[Hit], reach: usize) -> impl Iterator<Item = (Notions, Range<usize>)> + '_ {
    hits.iter().enumerate().map(move |(first, hit)| {
        let mut span = hit.span.clone();
        let mut notions = Notions::NONE;
        for near in hits[first..]
            .iter()
            .take(PHRASES_TOGETHER)
            .take_while(|near| near.sentence == hit.sentence && near.span.start <= hit.span.start + reach)
        {
            notions = notions.or(near.notions);
            span.end = span.end.max(near.span.end);
        }
        (notions, span)
    })
}

/// The phrases that begin within `span`.
pub(crate) fn within<'h>(hits: &'h [Hit], span: &Range<usize>) -> &'h [Hit] {
    let from = hits.partition_point(|hit| hit.span.start < span.start);
    let to = hits.partition_point(|hit| hit.span.start < span.end);
    &hits[from..to]
}

/// Whether a phrase of `one` and a phrase of `other` stand within `reach` bytes of each other in one sentence.
pub(crate) fn are_close(hits: &[Hit], one: Notions, other: Notions, reach: usize) -> Option<Range<usize>> {
    hits.iter().enumerate().find_map(|(first, hit)| {
        let wanted = match (hit.notions.has(one), hit.notions.has(other)) {
            (true, true) => return Some(hit.span.clone()),
            (true, false) => other,
            (false, true) => one,
            (false, false) => return None,
        };
        let near = hits[first + 1..]
            .iter()
            .take(PHRASES_TOGETHER)
            .take_while(|near| near.sentence == hit.sentence && near.span.start <= hit.span.end + reach)
            .find(|near| near.notions.has(wanted))?;
        Some(hit.span.start..near.span.end)
    })
}

/// How many phrases a window looks at: a flood of them must stay cheap.
const PHRASES_TOGETHER: usize = 48;

fn ends_sentence(before: char, c: char) -> bool {
    matches!(before, '。' | '！' | '？' | '।' | '؟' | '\n') || matches!(before, '.' | '!' | '?') && c.is_whitespace()
}

/// Whether words of the script that `c` belongs to have beginnings and ends that can be told.
fn has_words(c: char) -> bool {
    matches!(c as u32, 0..0x0590 | 0x1E00..0x2000)
}

/// All phrases, byte by byte.
struct Trie {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    next: Vec<(u8, u32)>,
    /// What a phrase means that ends here, where its word ends too.
    closed: Notions,
    /// What a phrase means that ends here, wherever its word ends.
    open: Notions,
}

impl Trie {
    /// Where a phrase begins that begins a word.
    const START: usize = 0;
    /// Where a phrase begins that may begin inside a word.
    const INSIDE: usize = 1;

    fn read() -> Self {
        let mut trie = Self { nodes: vec![Node::default(), Node::default()] };
        for line in LANGUAGES.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#')) {
            let Some((name, phrases)) = line.split_once('=') else { continue };
            let notions = Notions::named(name.trim()).unwrap_or_default();
            for phrase in phrases.split(',').map(str::trim).filter(|phrase| !phrase.is_empty()) {
                if let Some(ending) = phrase.strip_prefix('*') {
                    trie.insert(Self::INSIDE, ending, notions);
                } else {
                    trie.insert(Self::START, phrase, notions);
                }
            }
        }
        trie
    }

    fn insert(&mut self, root: usize, phrase: &str, notions: Notions) {
        let (word, is_open) = phrase.strip_suffix('*').map_or((phrase, false), |word| (word, true));
        let normal = Normal::of(word);
        let mut at = root;
        for byte in unified(normal.text()) {
            at = match self.step(at, byte) {
                Some(next) => next,
                None => {
                    let next = self.nodes.len();
                    let place = self.nodes[at].next.partition_point(|(b, _)| *b < byte);
                    self.nodes[at].next.insert(place, (byte, next as u32));
                    self.nodes.push(Node::default());
                    next
                }
            };
        }
        let node = &mut self.nodes[at];
        if is_open || !normal.text().chars().next_back().is_some_and(has_words) {
            node.open = node.open.or(notions);
        } else {
            node.closed = node.closed.or(notions);
        }
    }

    fn step(&self, at: usize, byte: u8) -> Option<usize> {
        let next = &self.nodes[at].next;
        next.binary_search_by_key(&byte, |(b, _)| *b).ok().map(|place| next[place].1 as usize)
    }

    /// Reports the end and the meaning of each phrase behind `root` that begins at `start`.
    fn find(&self, root: usize, text: &str, start: usize, mut report: impl FnMut(usize, Notions)) {
        let mut at = root;
        for (offset, byte) in unified(&text[start..]).enumerate() {
            let Some(next) = self.step(at, byte) else { return };
            at = next;
            let end = start + offset + 1;
            let node = &self.nodes[at];
            if node.closed == Notions::NONE && node.open == Notions::NONE {
                continue;
            }
            let ends_word = text.is_char_boundary(end) && !text[end..].starts_with(char::is_alphanumeric);
            let notions = if ends_word { node.closed.or(node.open) } else { node.open };
            if notions != Notions::NONE {
                report(end, notions);
            }
        }
    }
}

/// The bytes of `text`; what separates words in a name or a path separates them in a phrase.
fn unified(text: &str) -> impl Iterator<Item = u8> + '_ {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().map(|(at, byte)| match byte {
        b'_' | b'-' | b'\n' | b'/' => b' ',
        b'.' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) => b' ',
        byte => *byte,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_known_notion() {
        for line in LANGUAGES.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#')) {
            let (name, phrases) = line.split_once('=').expect(line);
            assert!(Notions::named(name.trim()).is_some(), "{line}");
            let stars = phrases.split(',').filter(|phrase| phrase.trim().trim_matches('*').contains('*'));
            assert_eq!(stars.count(), 0, "only the ends of a phrase can be open: {line}");
        }
    }

    #[test]
    fn phrases_are_found_in_prose_and_in_names() {
        assert!(all_of("the whole conversation so far").holds(Notions::talk.or(Notions::entire).or(Notions::sofar)));
        assert!(all_of("full_chat_history").holds(Notions::record.or(Notions::entire)));
        assert!(!all_of("chatter").has(Notions::talk));
    }

    #[test]
    fn only_what_stands_in_one_sentence_stands_together() {
        let hits = read("never do that. use other tools.");
        assert!(!together(&hits, 100).any(|(notions, _)| notions.holds(Notions::never.or(Notions::tool))));
        assert!(are_close(&hits, Notions::other, Notions::tool, 10).is_some());
    }
}
