//! A text read as a shell script: lists of pipelines of commands.
//!
//! Forgiving, because the text may be prose with a command in it: an apostrophe opens no quotation, a
//! quotation closes on its line, and a program may stand after other words.

use super::vocabulary;
use std::borrow::Cow;
use std::ops::Range;

/// The most bytes of one substitution.
const SUBSTITUTION_LIMIT: usize = 4096;
/// The most words of a command that a rule looks at from a program on.
const ARGUMENT_LIMIT: usize = 32;
const LONGEST_PROGRAM: usize = 24;

pub(super) struct Script<'t> {
    pub(super) text: &'t str,
    pub(super) pipelines: Vec<Pipeline<'t>>,
}

/// Commands joined by `|`.
#[derive(Default)]
pub(super) struct Pipeline<'t> {
    pub(super) commands: Vec<Command<'t>>,
}

#[derive(Default)]
pub(super) struct Command<'t> {
    pub(super) words: Vec<Word<'t>>,
    pub(super) redirects: Vec<Redirect<'t>>,
}

#[derive(Clone)]
pub(super) struct Word<'t> {
    /// Without the quotes around it.
    pub(super) text: &'t str,
    /// The program it would call: lower case, without directory and `.exe`. Empty for what can be none.
    pub(super) program: Cow<'t, str>,
    pub(super) span: Range<usize>,
    pub(super) quoted: bool,
    /// The inside of the first `$( )` or `<( )` in it.
    pub(super) substitution: Option<Range<usize>>,
}

pub(super) struct Redirect<'t> {
    pub(super) output: bool,
    pub(super) append: bool,
    pub(super) target: &'t str,
    pub(super) span: Range<usize>,
}

/// A program with what follows it.
pub(super) struct Invocation<'c, 't> {
    /// Its name, as in [`Word::program`].
    pub(super) program: &'c str,
    pub(super) arguments: &'c [Word<'t>],
    pub(super) span: Range<usize>,
}

impl<'t> Script<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Reader { text, bytes: text.as_bytes(), at: 0, unclosed: [0; 2], budget: text.len() * 8 }.script()
    }

    /// The insides of quotations and substitutions that may hold commands of their own.
    pub(super) fn inner(&self) -> impl Iterator<Item = Range<usize>> {
        let words = self.pipelines.iter().flat_map(|pipeline| &pipeline.commands).flat_map(|command| &command.words);
        words.filter_map(|word| {
            let spaced = word.quoted && word.text.contains([' ', '|', '(', '>']);
            let quoted = spaced.then(|| word.span.start + 1..word.span.start + 1 + word.text.len());
            quoted.or_else(|| word.substitution.clone())
        })
    }
}

impl<'t> Pipeline<'t> {
    pub(super) fn span(&self) -> Range<usize> {
        let first = self.commands.first().map_or(0, |command| command.span().start);
        let last = self.commands.last().map_or(first, |command| command.span().end);
        first..last.max(first)
    }
}

impl<'t> Command<'t> {
    pub(super) fn span(&self) -> Range<usize> {
        let ends =
            || self.words.iter().map(|word| &word.span).chain(self.redirects.iter().map(|redirect| &redirect.span));
        ends().map(|span| span.start).min().unwrap_or(0)..ends().map(|span| span.end).max().unwrap_or(0)
    }

    /// The program the command starts with, wrappers (`sudo`, `env`, assignments) aside.
    pub(super) fn lead(&self) -> Option<Invocation<'_, 't>> {
        let first = self.words.iter().position(|word| {
            let flag = word.text.starts_with('-') && !word.quoted;
            let assignment = word.text.split_once('=').is_some_and(|(name, _)| {
                !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            });
            !flag && !assignment && !vocabulary::is_wrapper(&word.program)
        })?;
        Some(self.invocation(first))
    }

    /// Every word that names a program of `names`, as if the command started there.
    pub(super) fn invocations(&self, names: fn(&str) -> bool) -> impl Iterator<Item = Invocation<'_, 't>> {
        let named = move |(index, word): (usize, &Word)| names(&word.program).then_some(index);
        self.words.iter().enumerate().filter_map(named).map(|index| self.invocation(index))
    }

    fn invocation(&self, index: usize) -> Invocation<'_, 't> {
        let end = self.words.len().min(index + 1 + ARGUMENT_LIMIT);
        let last = &self.words[end - 1];
        Invocation {
            program: &self.words[index].program,
            arguments: &self.words[index + 1..end],
            span: self.words[index].span.start..last.span.end,
        }
    }
}

impl Invocation<'_, '_> {
    /// Whether a short flag (alone or in a cluster, `-rf`) or a long one of that name is given.
    pub(super) fn has_flag(&self, short: char, long: &str) -> bool {
        self.arguments.iter().any(|word| match word.text.strip_prefix("--") {
            Some(name) => {
                !long.is_empty() && (name == long || name.strip_prefix(long).is_some_and(|rest| rest.starts_with('=')))
            }
            None => word.text.strip_prefix('-').is_some_and(|cluster| {
                cluster.len() < 8 && cluster.bytes().all(|b| b.is_ascii_alphanumeric()) && cluster.contains(short)
            }),
        })
    }

    /// The word after a flag of `names`, or after its `=`.
    pub(super) fn value(&self, names: &[&str]) -> Option<&str> {
        self.arguments.iter().enumerate().find_map(|(index, word)| {
            if names.contains(&word.text) {
                return self.arguments.get(index + 1).map(|next| next.text);
            }
            word.text.split_once('=').filter(|(name, _)| names.contains(name)).map(|(_, value)| value)
        })
    }

    /// The arguments that are no flags.
    pub(super) fn operands(&self) -> impl Iterator<Item = &str> {
        self.arguments.iter().map(|word| word.text).filter(|text| !text.starts_with('-'))
    }
}

/// The name of the program that a word calls: lower case, without directory, extension, parentheses around it,
/// and an opening parenthesis with what follows it.
fn program(word: &str) -> Cow<'_, str> {
    let word = word.trim_start_matches('(').split('(').next().unwrap_or_default().trim_end_matches(')');
    let name = word.rsplit(['/', '\\']).next().unwrap_or_default().trim_start_matches(['@', '&', '"', '\'']);
    let name = name.strip_suffix(".exe").or_else(|| name.strip_suffix(".EXE")).unwrap_or(name);
    match name {
        _ if name.len() > LONGEST_PROGRAM => Cow::Borrowed(""),
        _ if name.bytes().any(|b| b.is_ascii_uppercase()) => Cow::Owned(name.to_ascii_lowercase()),
        _ => Cow::Borrowed(name),
    }
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// Up to where it is known that no quote (single, double) closes.
    unclosed: [usize; 2],
    /// Bytes that may still be looked at for the ends of substitutions, so that a thousand open ones stay cheap.
    budget: usize,
}

impl<'t> Reader<'t> {
    fn script(mut self) -> Script<'t> {
        let mut pipelines = Vec::new();
        let mut pipeline = Pipeline::default();
        let mut command = Command::default();
        while let Some(&byte) = self.bytes.get(self.at) {
            let next = self.bytes.get(self.at + 1).copied();
            match byte {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' if next == Some(b'\n') => self.at += 2,
                b'|' if next != Some(b'|') => {
                    self.at += 1 + usize::from(next == Some(b'&'));
                    pipeline.commands.push(std::mem::take(&mut command));
                }
                // `IEX (New-Object ...)`: an argument, not a subshell.
                b'(' if !command.words.is_empty() => self.word(&mut command),
                b'\n' | b';' | b'|' | b'`' | b'{' | b'}' | b'(' | b')' => {
                    self.at += 1;
                    close(&mut pipelines, &mut pipeline, &mut command);
                }
                b'&' if next != Some(b'>') => {
                    self.at += 1;
                    close(&mut pipelines, &mut pipeline, &mut command);
                }
                b'<' if next == Some(b'(') => self.word(&mut command),
                b'>' | b'<' | b'&' => self.redirect(&mut command),
                _ => self.word(&mut command),
            }
        }
        close(&mut pipelines, &mut pipeline, &mut command);
        Script { text: self.text, pipelines }
    }

    fn redirect(&mut self, command: &mut Command<'t>) {
        let start = self.at;
        let operator = self.bytes[start..].iter().take_while(|b| matches!(b, b'>' | b'<' | b'&')).count();
        let spelled = &self.text[start..start + operator];
        // The number of what is redirected: `2>&1`.
        let numbers = |word: &mut Word| word.span.end == start && word.text.bytes().all(|b| b.is_ascii_digit());
        command.words.pop_if(numbers);
        self.at += operator;
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let before = command.words.len();
        if self
            .bytes
            .get(self.at)
            .is_some_and(|b| !matches!(b, b'\n' | b'|' | b';' | b'&' | b'(' | b')' | b'`' | b'{' | b'}' | b'>' | b'<'))
        {
            self.word(command);
        }
        let target = command.words.drain(before..).next();
        let end = target.as_ref().map_or(self.at, |word| word.span.end);
        command.redirects.push(Redirect {
            output: spelled.contains('>'),
            append: spelled.contains(">>"),
            target: target.map_or("", |word| word.text),
            span: start..end,
        });
    }

    /// One word: to the next space or operator, with quotations and substitutions as parts of it.
    fn word(&mut self, command: &mut Command<'t>) {
        let start = self.at;
        let quote = self.bytes[start];
        if matches!(quote, b'\'' | b'"')
            && let Some(end) = self.closing(quote, start + 1)
        {
            let inner = &self.text[start + 1..end];
            let substitution = inner.find("$(").and_then(|at| self.substitution(start + 1 + at + 1, end));
            self.at = end + 1;
            command.words.push(Word {
                text: inner,
                program: program(inner),
                span: start..end + 1,
                quoted: true,
                substitution,
            });
            return;
        }
        let mut substitution = None;
        while let Some(&byte) = self.bytes.get(self.at) {
            let opens = self.bytes.get(self.at + 1) == Some(&b'(') && matches!(byte, b'$' | b'<');
            match byte {
                _ if opens => match self.substitution(self.at + 1, self.bytes.len()) {
                    Some(inner) => {
                        self.at = inner.end + 1;
                        substitution.get_or_insert(inner);
                    }
                    None => self.at += 2,
                },
                b' ' | b'\t' | b'\r' | b'\n' | b'|' | b';' | b'`' | b'<' | b'>' | b'&'
                    if self.at > start || byte != b'<' =>
                {
                    break;
                }
                b'\'' | b'"' if self.at > start => match self.closing(byte, self.at + 1) {
                    // A quotation inside a word, as in `--data='x y'`; an apostrophe inside one is a letter.
                    Some(end) if !self.bytes[self.at - 1].is_ascii_alphanumeric() => {
                        let inner = &self.text[self.at + 1..end];
                        if let Some(at) = inner.find("$(") {
                            substitution = substitution.or(self.substitution(self.at + 2 + at, end));
                        }
                        self.at = end + 1;
                    }
                    _ => self.at += 1,
                },
                b'(' | b')' if self.at > start => {
                    // Calls such as `DownloadString('x')` stay one word.
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.max(start + 1).min(self.bytes.len());
        let end = self.text.ceil_char_boundary(self.at);
        self.at = end;
        let text = &self.text[start..end];
        command.words.push(Word { text, program: program(text), span: start..end, quoted: false, substitution });
    }

    /// Where the quotation that starts before `from` closes on its line.
    fn closing(&mut self, quote: u8, from: usize) -> Option<usize> {
        let unclosed = &mut self.unclosed[usize::from(quote == b'"')];
        if from < *unclosed {
            return None;
        }
        let found = self.bytes[from..].iter().position(|b| *b == quote || *b == b'\n').map(|offset| from + offset);
        match found {
            Some(end) if self.bytes[end] == quote => Some(end),
            other => {
                *unclosed = other.unwrap_or(self.bytes.len());
                None
            }
        }
    }

    /// The inside of the parenthesis at `open`.
    fn substitution(&mut self, open: usize, limit: usize) -> Option<Range<usize>> {
        let mut depth = 0_usize;
        for (offset, byte) in self.bytes[open..limit].iter().take(SUBSTITUTION_LIMIT).enumerate() {
            self.budget = self.budget.checked_sub(1)?;
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(open + 1..open + offset);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

fn close<'t>(pipelines: &mut Vec<Pipeline<'t>>, pipeline: &mut Pipeline<'t>, command: &mut Command<'t>) {
    if !command.words.is_empty() || !command.redirects.is_empty() {
        pipeline.commands.push(std::mem::take(command));
    }
    if !pipeline.commands.is_empty() {
        pipelines.push(std::mem::take(pipeline));
    }
}
