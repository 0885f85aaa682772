//! Commands that destroy: `rm -rf`, `mkfs`, `git push --force`.
//!
//! Read only where an argument takes a command or code. A command line is cut where a shell cuts it, and what counts is the
//! program that is run: `grep "rm -rf" notes.txt` removes nothing, `sh -c "rm -rf /srv"` does.

mod changes;

use super::flag::Place;
use super::statement;
use super::{Claim, Signal, SignalSource};
use crate::words::command::{CARRIERS, PREFIXES};

/// The command lines of a call: a program and its arguments may stand in several values.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    pointer: String,
}

impl Lines {
    /// Adds what stands in one value: the elements of a list and what is called arguments on the same line.
    pub(super) fn add(&mut self, place: &Place, text: &str) {
        if self.text.is_empty() {
            self.pointer = place.shown();
        } else {
            let is_same = place.arguments.is_element(place.leaf) || place.key_has(&["args", "argv"]);
            self.text.push(if is_same { ' ' } else { '\n' });
        }
        self.text.push_str(text);
    }

    /// What they destroy, or else change.
    pub(super) fn claims(&self, out: &mut Vec<Signal>) {
        let found = destroys(&self.text).map(|id| (Claim::Destructive, id));
        if let Some((claim, id)) = found.or_else(|| Some((Claim::Write, first(&self.text, changes::ROWS)?))) {
            let evidence = format!("command:{}:{id}", self.pointer);
            out.push(Signal::new(SignalSource::ArgumentAnalysis, claim, evidence));
        }
    }
}

/// One word of a command line.
#[derive(Debug, Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    /// Whether it stands in quotes.
    is_quoted: bool,
}

/// One command that destroys, or that changes something.
struct Row {
    id: &'static str,
    programs: &'static [&'static str],
    /// Letters of short options, of which one must be there; nothing or `long` where none has to be.
    short: &'static str,
    /// Words, of which one must be there in place of a short option.
    long: &'static [&'static str],
    /// Words that make it another command.
    unless: &'static [&'static str],
    /// Whether these arguments make it one.
    does: fn(&[Word]) -> bool,
    #[cfg_attr(not(test), allow(dead_code, reason = "the tests read it"))]
    example: &'static str,
    #[cfg_attr(not(test), allow(dead_code, reason = "the tests read it"))]
    harmless: &'static str,
}

impl Row {
    fn fits(&self, words: &[Word]) -> bool {
        let has_options = self.short.is_empty() && self.long.is_empty()
            || !self.short.is_empty() && short(words, self.short)
            || long(words, self.long);
        has_options && !long(words, self.unless) && (self.does)(words)
    }
}

/// For rows that need no more than their options.
fn always(_: &[Word]) -> bool {
    true
}

// Every command that destroys: `ROWS`.
include!(concat!(env!("OUT_DIR"), "/destroying_commands.rs"));

fn writes_device(words: &[Word]) -> bool {
    words.iter().any(|word| word.text.starts_with("of=/dev/") && word.text != "of=/dev/null")
}

fn rewrites_history(words: &[Word]) -> bool {
    match subcommand(words) {
        Some("push") => short(words, "f") || long(words, &["--force", "--mirror", "--delete"]),
        Some("reset") => long(words, &["--hard"]),
        Some("clean") => short(words, "f") || long(words, &["--force"]),
        Some("filter-branch" | "filter-repo") => true,
        _ => false,
    }
}

fn destroys_infrastructure(words: &[Word]) -> bool {
    let plain = words.iter().filter(|word| !word.is_quoted && !word.text.starts_with('-')).take(4);
    plain.map(|word| word.text).any(|word| matches!(word, "delete" | "destroy" | "uninstall"))
}

fn removes_all(words: &[Word]) -> bool {
    let removes = words.iter().any(|word| matches!(word.text, "rm" | "rb" | "purge" | "delete" | "-r"));
    let all = long(words, &["--recursive", "--force"]) || words.iter().any(|word| word.text == "purge");
    removes && all
}

fn removes_containers(words: &[Word]) -> bool {
    match subcommand(words) {
        Some("rm" | "rmi") => short(words, "f") || long(words, &["--force"]),
        Some("system" | "volume" | "image") => words.iter().any(|word| matches!(word.text, "prune" | "rm")),
        _ => false,
    }
}

fn flushes(words: &[Word]) -> bool {
    subcommand(words).is_some_and(|word| is_one(word, &["flushall", "flushdb"]))
}

fn runs_statement(words: &[Word]) -> bool {
    let line: Vec<&str> = words.iter().map(|word| word.text).collect();
    statement::destroys(&line.join(" "), false).is_some()
}

fn is_one(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether some word is a group of short options with one of `letters`.
fn short(words: &[Word], letters: &str) -> bool {
    words.iter().any(|word| {
        word.text.strip_prefix('-').is_some_and(|options| {
            !options.starts_with('-') && options.len() <= 8 && options.contains(|c| letters.contains(c))
        })
    })
}

/// Whether some word is one of `options`.
fn long(words: &[Word], options: &[&str]) -> bool {
    words.iter().any(|word| is_one(word.text, options))
}

/// The first word that is no option, nor the value of `-C` or `-c`.
fn subcommand<'t>(words: &[Word<'t>]) -> Option<&'t str> {
    let is_value = |at: usize| at > 0 && is_one(words[at - 1].text, &["-c"]);
    let mut plain = words.iter().enumerate().filter(|(at, word)| !word.text.starts_with('-') && !is_value(*at));
    plain.next().map(|(_, word)| word.text)
}

/// The first command of `text` that destroys.
pub(super) fn destroys(text: &str) -> Option<&'static str> {
    first(text, ROWS)
}

/// The first command of `text` that is one of `rows`.
fn first(text: &str, rows: &[Row]) -> Option<&'static str> {
    let mut words: Vec<Word> = vec![];
    let mut cutter = Cutter { text, at: 0, quote: None };
    loop {
        match cutter.next() {
            Piece::Word(word) => words.push(word),
            piece => {
                if let Some(id) = command(&words, rows) {
                    return Some(id);
                }
                words.clear();
                if matches!(piece, Piece::End) {
                    return None;
                }
            }
        }
    }
}

/// Which of `rows` one command is.
fn command(words: &[Word], rows: &[Row]) -> Option<&'static str> {
    let mut program = 0;
    while let Some(word) = words.get(program) {
        let is_assignment = word.text.find('=').is_some_and(|at| at > 0);
        if is_one(word.text, &["-u", "-g"]) {
            // `sudo -u name`
            program += 2;
        } else if is_one(word.text, PREFIXES) || word.text.starts_with('-') || is_assignment {
            program += 1;
        } else {
            break;
        }
    }
    let name = base(words.get(program)?.text);
    let run = |at: usize| {
        let rest = words.get(at + 1..).unwrap_or_default();
        let rest = &rest[..rest.len().min(MOST)];
        let end = rest.iter().position(|word| word.text == ";").unwrap_or(rest.len());
        let name = base(words[at].text);
        rows.iter().find(|row| is_one(name, row.programs) && row.fits(&rest[..end])).map(|row| row.id)
    };
    if is_one(name, CARRIERS) { (program..words.len()).find_map(run) } else { run(program) }
}

/// How many arguments of a program are looked at.
const MOST: usize = 64;

/// The name of a program without the folder that it is in.
fn base(word: &str) -> &str {
    word.rsplit(['/', '\\']).next().unwrap_or(word)
}

enum Piece<'t> {
    Word(Word<'t>),
    /// The end of a command.
    Cut,
    /// The end of the text.
    End,
}

/// Cuts a text into commands and their words. Quotes divide words; within them a separator is a word of its own, which only
/// programs that run what they are given look at.
struct Cutter<'t> {
    text: &'t str,
    at: usize,
    quote: Option<u8>,
}

impl<'t> Cutter<'t> {
    fn next(&mut self) -> Piece<'t> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at).copied() {
            match byte {
                b'"' | b'\'' => {
                    self.at += 1;
                    match self.quote {
                        None => self.quote = Some(byte),
                        Some(quote) if quote == byte => self.quote = None,
                        Some(_) => {}
                    }
                }
                // What stands in them is run, but for single quotes.
                b'`' | b'(' | b')' if self.quote != Some(b'\'') => {
                    self.at += 1;
                    return Piece::Cut;
                }
                b';' | b'|' | b'&' | b'\n' => {
                    let start = self.at;
                    self.at += 1;
                    if self.quote.is_none() {
                        return Piece::Cut;
                    }
                    if byte != b'&' || bytes.get(start + 1) == Some(&b'&') {
                        return Piece::Word(Word { text: ";", is_quoted: true });
                    }
                }
                b' ' | b'\t' | b'\r' | b'$' | b'\\' | b',' | b'[' | b']' | b'`' | b'(' | b')' => self.at += 1,
                _ => {
                    let start = self.at;
                    let is_end = |byte: &u8| b" \t\r\n\"'`();|&,[]".contains(byte);
                    self.at = start + bytes[start..].iter().position(is_end).unwrap_or(bytes.len() - start);
                    let text = &self.text[start..self.at];
                    return Piece::Word(Word { text, is_quoted: self.quote.is_some() });
                }
            }
        }
        Piece::End
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_command_has_an_example_and_a_harmless_twin() {
        let mut ids: Vec<_> = ROWS.iter().map(|row| row.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), ROWS.len());
        for row in ROWS {
            assert_eq!(destroys(row.example), Some(row.id), "{}", row.example);
            assert_eq!(destroys(row.harmless), None, "{}", row.harmless);
        }
    }

    #[test]
    fn what_is_run_counts_and_what_is_said_does_not() {
        let table: &[(&str, Option<&str>)] = &[
            ("rm -rf /", Some("rm_recursive")),
            ("/bin/rm -fr build", Some("rm_recursive")),
            ("bash -c 'cd /; rm -rf x'", Some("rm_recursive")),
            ("echo \"$(rm -rf x)\"", Some("rm_recursive")),
            ("find . -name x | xargs rm -rf", Some("rm_recursive")),
            ("FOO=1 sudo -u root rm -rf x", Some("rm_recursive")),
            ("find . -exec rm -rf {} +", Some("rm_recursive")),
            ("ls; git -C repo push -f", Some("git_rewrite")),
            ("echo '(`a`)'", None),
            ("git push -f", Some("git_rewrite")),
            ("git push --force-with-lease", None),
            ("echo 'rm -rf /'", None),
            ("echo never run rm -rf", None),
            ("git commit -m \"drop rm -rf; use trash\"", None),
            ("rm draft.txt", None),
            ("python3 -c 'print(1)'", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(destroys(text), *expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>()) {
            destroys(&text);
        }
    }
}
