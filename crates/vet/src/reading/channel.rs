//! Channels to the model that the user does not see: tags, comments, chat markers, labels, padding.

use super::act;
use super::force::is_imperative;
use super::lexicon::Tags;
use super::markup::Markup;
use super::reference::Reference;
use super::{Family, Order};
use crate::words::channel::{CHAT_MARKERS, PARTS_OF_TAGS, SECRETIVE, TAGS};
use std::ops::Range;
use vetgate_model::Tier;
use vetgate_text::prose::TokenKind;
use vetgate_text::shell::{self, ShellHit};

// The words of labels that claim authority over the model: `LABELS`.
include!(concat!(env!("OUT_DIR"), "/labels.rs"));

pub(super) fn find(markup: &Markup, raw: &str, out: &mut Vec<Order>) {
    // Data is laid out in columns, and its images have addresses of their own.
    if !markup.is_data {
        padding(markup, raw, out);
    }
    let text = markup.prose.text();
    if text.contains(['<', '[']) {
        chat_markers(markup, text, out);
        enclosed(markup, text, out);
    }
    if !markup.is_data && text.contains("![") {
        beacons(markup, text, out);
    }
    if !markup.is_data {
        dialogue(markup, out);
    }
    labels(markup, out);
    commands(markup, out);
}

// Names of the speakers of a chat, person and model: `SPEAKERS`.
include!(concat!(env!("OUT_DIR"), "/speakers.rs"));

/// `Human: ... Assistant: ...`: turns of a chat that never took place. A sample of one says that it is one.
fn dialogue(markup: &Markup, out: &mut Vec<Order>) {
    let opens_line = |i: usize| i == 0 || matches!(markup.token(i - 1).kind, TokenKind::Break(_));
    let speaks = |i: usize| {
        i + 1 < markup.words.len() && opens_line(i) && matches!(markup.token(i + 1).kind, TokenKind::Mark(':' | '：'))
    };
    let turns: Vec<usize> = (0..markup.words.len()).filter(|i| speaks(*i)).collect();
    for (at, person) in turns.iter().enumerate() {
        let answer = turns[at + 1..].iter().find(|model| {
            SPEAKERS.iter().any(|(one, other)| markup.text(*person) == *one && markup.text(**model) == *other)
        });
        let Some(answer) = answer else { continue };
        let before = person.saturating_sub(WORDS_OF_A_HEADING)..*person;
        let is_sample = before.clone().any(|i| {
            matches!(
                markup.text(i),
                "example"
                    | "examples"
                    | "sample"
                    | "dialogue"
                    | "dialog"
                    | "conversation"
                    | "beispiel"
                    | "ejemplo"
                    | "exemple"
                    | "exemplo"
                    | "пример"
                    | "e.g"
            )
        });
        if !is_sample && !markup.is_sample(*person) {
            out.push(Order {
                family: Family::HiddenChannel,
                tier: Tier::Soft,
                confidence: 0.75,
                tokens: *person..*answer + 1,
                detail: "contains a made-up exchange between user and model".to_owned(),
            });
            return;
        }
    }
}

/// How far before a turn its heading may stand, in tokens.
const WORDS_OF_A_HEADING: usize = 8;

/// `![](https://host/p?d=...)`: an image that carries data to where it is loaded from.
fn beacons(markup: &Markup, text: &str, out: &mut Vec<Order>) {
    let mut from = 0;
    while let Some(at) = text[from..].find("![").map(|at| from + at) {
        let line = text[at..].split('\n').next().unwrap_or_default();
        let target = line.split_once("](").and_then(|(_, rest)| rest.split(')').next()).unwrap_or_default();
        let span = at..at + line.len().min(BEACON);
        // An image that can be seen has a caption; one that is there for its address has not, or is wanted everywhere.
        let is_unseen = line.starts_with("![]") || {
            let tokens = tokens_in(markup, span.clone());
            let around = tokens.start.saturating_sub(BEFORE_A_BEACON)..tokens.end;
            markup.any(around, Tags::prompt.or(Tags::history).or(Tags::sensitive).or(Tags::always).or(Tags::lasting))
        };
        if is_unseen && target.contains("://") && target.contains('?') && target.contains('=') {
            out.push(Order {
                family: Family::HiddenChannel,
                tier: Tier::Soft,
                confidence: 0.6,
                tokens: tokens_in(markup, span),
                detail: "loads an image from a URL that can carry data out".to_owned(),
            });
            return;
        }
        from = at + line.len().max(2);
    }
}

/// How far before an image is read what it is for, in tokens.
const BEFORE_A_BEACON: usize = 16;
/// How much of an image's line is shown.
const BEACON: usize = 160;

/// A harmful command that the model is told to run, in the clear.
fn commands(markup: &Markup, out: &mut Vec<Order>) {
    // Parsing text as shell is dear; without the name of a program there is nothing to parse.
    if !markup.any(0..markup.words.len(), Tags::command) {
        return;
    }
    let Some(hit) = shell::looks_like_command(markup.prose.text()).or_else(|| folded_command(markup)) else { return };
    // The parsed command line begins with the words of its sentence, so the program is looked for.
    let tokens = tokens_in(markup, hit.span);
    let program = tokens.clone().find(|i| markup.tags(*i).has(Tags::command)).unwrap_or(tokens.start);
    let Some(sentence) = markup.sentences().iter().find(|s| s.tokens.contains(&program)) else { return };
    let before = sentence.tokens.start..program;
    let binding = Tags::must.or(Tags::append).or(Tags::before);
    if gives_order(markup, before) || markup.any(sentence.tokens.clone(), binding) {
        out.push(Order {
            family: Family::Command,
            tier: Tier::Soft,
            confidence: 0.7,
            tokens: sentence.tokens.clone(),
            detail: format!("tells the model to run a command: {}", hit.kind.name()),
        });
    }
}

/// A harmful command that is folded over several lines of one sentence, or is in a cell of a table, where its bars
/// are escaped: both are undone without moving anything.
fn folded_command(markup: &Markup) -> Option<ShellHit> {
    let text = markup.prose.text();
    markup.sentences().iter().find_map(|sentence| {
        let span = markup.token(sentence.tokens.start).span().start..markup.token(sentence.tokens.end - 1).span().end;
        let line = text.get(span.clone())?;
        if !markup.any(sentence.tokens.clone(), Tags::command) || !line.contains('\n') && !line.contains("\\|") {
            return None;
        }
        let hit = shell::looks_like_command(&line.replace('\n', " ").replace("\\|", " |"))?;
        Some(ShellHit { kind: hit.kind, span: span.start + hit.span.start..span.start + hit.span.end })
    })
}

/// So much white space in one run pushes what follows out of sight.
const PADDING_SPACES: usize = 80;
const PADDING_LINES: usize = 12;

/// Text behind a long run of blanks: a person who scrolls a list of tools does not see it.
fn padding(markup: &Markup, raw: &str, out: &mut Vec<Order>) {
    let mut run = 0;
    let mut lines = 0;
    for (at, c) in raw.char_indices() {
        if c.is_whitespace() || c == '\u{2800}' || c == '\u{3164}' {
            lines += usize::from(c == '\n');
            // Indentation repeats on every line; only a run within a line, or many empty lines, hides.
            run = if c == '\n' { 0 } else { run + 1 };
            continue;
        }
        if (run >= PADDING_SPACES || lines >= PADDING_LINES) && at > run {
            let start = markup.prose.tokens().partition_point(|t| markup.normal.raw_span(t.span()).start < at);
            let tokens = start..markup.words.len();
            if gives_order(markup, tokens.clone()) {
                out.push(Order {
                    family: Family::HiddenChannel,
                    tier: Tier::Hard,
                    confidence: 0.85,
                    tokens,
                    detail: "hides an instruction behind white space".to_owned(),
                });
            }
            return;
        }
        run = 0;
        lines = 0;
    }
}

fn chat_markers(markup: &Markup, text: &str, out: &mut Vec<Order>) {
    let is_escaped = text.contains("\\|");
    for marker in CHAT_MARKERS {
        // In a table the bars of a marker are escaped.
        let escaped = is_escaped.then(|| marker.replace('|', "\\|"));
        if let Some(at) = text.find(marker).or_else(|| text.find(escaped.as_deref()?)) {
            let behind = tokens_in(markup, at + marker.len()..(at + 120).min(text.len()));
            // `[inst]` is a word elsewhere; with an order behind it, it is a marker.
            if marker.starts_with('[') && !gives_order(markup, behind) {
                continue;
            }
            // Quoted by itself it is spoken of; what follows it is then no part of it.
            let marked = tokens_in(markup, at..at + marker.len());
            let is_shown = !markup.is_data && markup.prose.quotation_at(marked.start).is_some();
            out.push(Order {
                family: Family::HiddenChannel,
                tier: Tier::Hard,
                confidence: 0.9,
                tokens: if is_shown { marked } else { tokens_in(markup, at..(at + 120).min(text.len())) },
                detail: format!("contains the chat marker {marker}, which models read as a change of speaker"),
            });
            return;
        }
    }
}

/// The channel that a tag which addresses the model is, as details name it.
pub(super) const MODEL_TAG: &str = "a tag that addresses the model";

/// Link definitions that Markdown swallows: the usual way to write a comment.
const MARKDOWN_COMMENTS: &[&str] = &["[//]:", "[comment]:", "[]:"];

/// Tags, HTML comments and Markdown comments with an order inside.
fn enclosed(markup: &Markup, text: &str, out: &mut Vec<Order>) {
    let mut from = 0;
    // Tags that nothing further on closes: looked for once, not once for each.
    let mut unclosed: Vec<&str> = Vec::new();
    while let Some(at) = text[from..].find(['<', '[']).map(|at| from + at) {
        from = at + 1;
        let rest = &text[at..];
        let (name, is_unseen, inner): (&str, bool, Range<usize>) = if rest.starts_with("<!--") {
            let end = rest.find("-->").unwrap_or(rest.len());
            ("a comment that is not rendered", true, at + 4..at + end.max(4))
        } else if let Some(label) = MARKDOWN_COMMENTS.iter().find(|label| rest.starts_with(**label)) {
            let end = rest.find('\n').unwrap_or(rest.len());
            ("a Markdown comment that is not rendered", true, at + label.len()..at + end.max(label.len()))
        } else if let Some(tag) = tag_name(&rest[1..]) {
            // A tag that nothing closes is a placeholder: `https://user:<secret>@host`.
            let open = 1 + tag.len();
            if unclosed.contains(&tag) {
                continue;
            }
            if !rest[open..].contains(&format!("</{tag}")) && !rest[open..].contains(&format!("<{tag}>")) {
                unclosed.push(tag);
                continue;
            }
            let close = rest.find(&format!("</{tag}")).or_else(|| rest.find("[/")).unwrap_or(rest.len());
            (MODEL_TAG, SECRETIVE.contains(&tag), at + open..at + close.max(open))
        } else {
            continue;
        };
        let tokens = tokens_in(markup, inner.clone());
        if gives_order(markup, tokens.clone()) && !is_for_maintainers(markup, tokens.clone()) {
            if !is_unseen && !reaches_beyond(markup, tokens.clone()) {
                continue;
            }
            out.push(Order {
                family: Family::HiddenChannel,
                tier: Tier::Hard,
                confidence: 0.85,
                tokens,
                detail: format!("gives instructions inside {name}"),
            });
        }
        from = inner.end.max(from);
    }
}

/// "generated, do not edit": a comment for those who keep the file, as long as it speaks of nothing else.
fn is_for_maintainers(markup: &Markup, tokens: Range<usize>) -> bool {
    let others = Tags::addressee
        .or(Tags::model)
        .or(Tags::user)
        .or(Tags::sensitive)
        .or(Tags::history)
        .or(Tags::prompt)
        .or(Tags::tool);
    tokens
        .clone()
        .any(|i| matches!(markup.text(i), "generated" | "autogenerated" | "auto-generated" | "todo" | "fixme"))
        && !markup.any(tokens.clone(), others)
        && !tokens.clone().any(|i| markup.reference(i).is_other_tool() || markup.reference(i) == Reference::Secret)
}

/// Whether a passage reaches for secrets, for addresses, or around the user. Important notes in tags are
/// common; these are not.
fn reaches_beyond(markup: &Markup, tokens: Range<usize>) -> bool {
    let takes = tokens.clone().any(|i| markup.reference(i) == Reference::Secret)
        || tokens.clone().any(|i| matches!(markup.token(i).kind, TokenKind::Email) || act::sends(markup, i, &tokens));
    let ignores = tokens.clone().any(|i| markup.tags(i).has(Tags::ignore) && is_imperative(markup, i, tokens.start));
    takes
        || ignores
        || act::conceals(markup, &tokens)
        || markup.any(tokens, Tags::jailbreak.or(Tags::prompt).or(Tags::task))
}

/// The name of a tag that addresses the model: `<important>`, `<system_requirement priority="critical">`.
fn tag_name(rest: &str) -> Option<&str> {
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'))?;
    let name = &rest[..end];
    let is_tag =
        rest[end..].starts_with('>') || rest[end..].starts_with(' ') && rest[end..].find('>').is_some_and(|at| at < 60);
    (is_tag && addresses_model(name)).then_some(name)
}

/// Returns whether a tag of this name, in lower case, addresses the model.
pub(super) fn addresses_model(name: &str) -> bool {
    TAGS.binary_search(&name).is_ok()
        || name.contains(['_', '-']) && name.split(['_', '-']).any(|part| PARTS_OF_TAGS.binary_search(&part).is_ok())
}

/// `SYSTEM: ...`, `[HIDDEN INSTRUCTION]: ...`, `### NEW SYSTEM MESSAGE ###` at the start of a sentence.
fn labels(markup: &Markup, out: &mut Vec<Order>) {
    for sentence in markup.sentences() {
        let tokens = sentence.tokens.clone();
        let words: Vec<usize> = tokens.clone().filter(|i| !markup.is_mark(*i)).take(6).collect();
        let Some(label) =
            LABELS.iter().filter(|label| is_label(markup, &words, label, &tokens)).max_by_key(|l| l.len())
        else {
            continue;
        };
        let behind = words[label.len() - 1] + 1..tokens.end;
        if gives_order(markup, behind) {
            out.push(Order {
                family: Family::Impersonation,
                tier: Tier::Soft,
                confidence: 0.75,
                tokens,
                detail: format!("poses as an authority: \"{}\"", label.join(" ")),
            });
        }
    }
}

fn is_label(markup: &Markup, words: &[usize], label: &[&str], tokens: &Range<usize>) -> bool {
    let spelled =
        words.len() > label.len() && label.iter().zip(words).all(|(word, index)| markup.text(*index) == *word);
    let last = words.get(label.len() - 1).copied().unwrap_or(tokens.end);
    spelled
        && last + 1 < tokens.end
        && matches!(markup.token(last + 1).kind, TokenKind::Mark(':' | ']' | '#' | ')' | '(' | '*' | '}'))
}

/// Whether the passage tells the reader to do or not to do something.
fn gives_order(markup: &Markup, tokens: Range<usize>) -> bool {
    let start = tokens.start;
    markup.any(tokens.clone(), Tags::must.or(Tags::always).or(Tags::jailbreak).or(Tags::model))
        || markup.any(tokens.clone(), Tags::not) && markup.any(tokens.clone(), Tags::tell.or(Tags::call))
        || tokens.clone().any(|i| is_imperative(markup, i, start))
}

/// The tokens that lie in a span of the text.
fn tokens_in(markup: &Markup, span: Range<usize>) -> Range<usize> {
    let tokens = markup.prose.tokens();
    let start = tokens.partition_point(|t| t.span().start < span.start);
    let end = tokens.partition_point(|t| t.span().end <= span.end);
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    #[test]
    fn tag_names_are_sorted() {
        assert!(super::TAGS.is_sorted() && super::PARTS_OF_TAGS.is_sorted());
    }
}
