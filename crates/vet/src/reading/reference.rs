//! What a name in the text refers to.
//!
//! A description may name this tool, its own parameters, sibling tools of its server, tools of another
//! server, or tools that nobody in the scan declares. Who is named decides whether a sentence minds its
//! own business.

use super::lexicon::Tags;
use super::markup::Markup;
use super::naming::{
    VERBS, has_hump, is_coded, is_constant, is_grouped_number, is_long_number, is_secret_path, names_an_action,
    parts_of,
};
use crate::words::reference::TOOL_NOUNS;
use crate::{Catalog, View};
use std::collections::BTreeSet;
use std::ops::Range;
use vetgate_text::normal::stem;
use vetgate_text::prose::TokenKind;

/// What a token names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Reference {
    /// Nothing in particular.
    #[default]
    None,
    /// The tool whose definition this is.
    This,
    /// A tool of the same server.
    Sibling,
    /// A tool of another server in this scan.
    Foreign,
    /// By its shape or its use a tool, but nobody in this scan declares it.
    Unknown,
    /// One of the definition's own parameters.
    OwnParameter,
    /// A parameter of something else.
    Parameter,
    /// A value given word for word: a quoted text, an address, a path, a number.
    Literal,
    /// A file or variable that holds secrets.
    Secret,
}

impl Reference {
    /// Whether it names a tool other than this one.
    pub(super) fn is_other_tool(self) -> bool {
        matches!(self, Self::Sibling | Self::Foreign | Self::Unknown)
    }
}

/// Finds out what each token of `markup` refers to.
pub(super) fn resolve(markup: &mut Markup, raw: &str, view: &View, catalog: &Catalog) {
    let scene = Scene::of(markup, view, catalog);
    let shouted = shouted(markup, raw);
    for index in 0..markup.words.len() {
        let word = raw.get(markup.normal.raw_span(markup.token(index).span())).unwrap_or("");
        let before = shouted.partition_point(|sentence| sentence.start <= index);
        let is_shouted = before.checked_sub(1).is_some_and(|at| shouted[at].contains(&index));
        // Where capitals are no choice, and where letters are in disguise, the raw form says nothing about a name.
        let word =
            if is_shouted || !word.is_ascii() && markup.text(index).is_ascii() { markup.text(index) } else { word };
        let reference = scene.refer(markup, index, word);
        if reference == Reference::Foreign {
            let name = scene.tool_of_named_server(markup, index).unwrap_or_else(|| markup.text(index));
            let owner = catalog.namesakes(name, scene.server).next();
            markup.words[index].owner = owner.map(|v| format!("{}/{}", v.definition().server(), v.definition().name()));
        }
        if matches!(reference, Reference::Foreign | Reference::Unknown) {
            markup.words[index].unrelated = !is_related(word, view);
        }
        markup.words[index].reference = reference;
    }
}

/// Whether a tool's name shares a noun with what this definition is about. Tools of one server nearly always do.
fn is_related(name: &str, view: &View) -> bool {
    let subject = view.subject();
    parts_of(name)
        .iter()
        .filter(|part| VERBS.binary_search(&part.as_str()).is_err())
        .any(|part| subject.contains(stem(part).as_ref()))
}

/// Capitals of a sentence that are no longer constants and abbreviations.
const CAPITALS: usize = 20;

/// The sentences that are written in capitals throughout, by token.
fn shouted(markup: &Markup, raw: &str) -> Vec<Range<usize>> {
    let is_shouted = |tokens: &Range<usize>| {
        let span = markup.token(tokens.start).span().start..markup.token(tokens.end - 1).span().end;
        let text = raw.get(markup.normal.raw_span(span)).unwrap_or("");
        let count = |is: fn(&u8) -> bool| text.bytes().filter(is).count();
        let capitals = count(u8::is_ascii_uppercase);
        capitals >= CAPITALS && count(u8::is_ascii_lowercase) * 10 <= capitals
    };
    markup.sentences().iter().map(|sentence| sentence.tokens.clone()).filter(is_shouted).collect()
}

/// Who is speaking: the definition's own names.
struct Scene<'s, 'd> {
    name: String,
    server: &'s str,
    /// Own parameters, and the values they may take.
    own: &'s BTreeSet<String>,
    /// Values that the text itself gives to own parameters.
    values: BTreeSet<String>,
    /// Whether the text documents a parameter, where hyphenated names are usually its values.
    in_parameter: bool,
    /// Other servers that the text names.
    named: BTreeSet<&'s str>,
    catalog: &'s Catalog<'d>,
}

impl<'s, 'd> Scene<'s, 'd> {
    fn of(markup: &Markup, view: &'s View, catalog: &'s Catalog<'d>) -> Self {
        let own = view.own_names();
        // `action='update'` in the text makes `update` a value of its own.
        let values = (3..markup.words.len())
            .filter(|i| markup.token(i - 2).is_mark('=') && markup.words[*i].quoted && own.contains(markup.text(i - 3)))
            .map(|i| markup.text(i).to_owned())
            .collect();
        let server = view.definition().server();
        let texts = (0..markup.words.len()).map(|i| markup.text(i));
        let named = if catalog.has_other_servers(server) {
            texts.map(server_part).filter_map(|text| catalog.server_called(text)).filter(|s| *s != server).collect()
        } else {
            BTreeSet::new()
        };
        Self {
            named,
            name: view.definition().name().to_lowercase(),
            server: view.definition().server(),
            own,
            values,
            in_parameter: markup.is_parameter,
            catalog,
        }
    }

    fn is_own(&self, text: &str) -> bool {
        self.own.contains(text) || self.values.contains(text)
    }

    /// `checkout` where the text names the server that has it, `shop.checkout`: the tool's own name.
    fn tool_of_named_server<'m>(&self, markup: &Markup<'m>, index: usize) -> Option<&'m str> {
        let text = markup.text(index);
        let (server, name) = text.split_once('.').unwrap_or(("", text));
        let has = |owner: &&str| self.catalog.has_tool(owner, name);
        if !server.is_empty() {
            return self.catalog.server_called(server).filter(|s| *s != self.server).filter(has).map(|_| name);
        }
        // Many a tool is called like a common word: it must be pointed at.
        let is_pointed_at = markup.words[index].quoted
            || is_called(markup, index)
            || index > 0 && (markup.text(index - 1) == "its" || markup.text(index - 1).ends_with("'s"));
        let is_name = name.len() > 3 && name != self.name && !self.is_own(name);
        (is_name && is_pointed_at && self.named.iter().any(has)).then_some(name)
    }

    fn refer(&self, markup: &Markup, index: usize, raw: &str) -> Reference {
        let kind = markup.token(index).kind;
        let text = markup.text(index);
        let is_quoted = markup.words[index].quoted;
        if !self.named.is_empty() && self.tool_of_named_server(markup, index).is_some() {
            return Reference::Foreign;
        }
        match kind {
            TokenKind::Unspaced if is_quoted && is_assigned(markup, index) => Reference::Literal,
            TokenKind::Mark(_) | TokenKind::Break(_) | TokenKind::Unspaced => Reference::None,
            TokenKind::Path if is_secret_path(text) => Reference::Secret,
            // A bare file name is documentation; a place is a value.
            TokenKind::Path if !text.contains(['/', '\\']) && !text.starts_with(['~', '.']) => Reference::None,
            TokenKind::Path | TokenKind::Url | TokenKind::Email => unless_example(markup, index),
            TokenKind::Number if is_long_number(text) => unless_example(markup, index),
            TokenKind::Number | TokenKind::Word if begins_grouped_number(markup, index) => {
                unless_example(markup, index)
            }
            TokenKind::Number => Reference::None,
            _ if text.starts_with('-') => Reference::None,
            _ if text == self.name
                && (is_code(text) || is_quoted || has_hump(raw) || tool_word_follows(markup, index)) =>
            {
                Reference::This
            }
            TokenKind::Word if this_word(text) && tool_word_near(markup, index) => Reference::This,
            TokenKind::Word if is_coded(raw) && raw.len() >= 8 => unless_example(markup, index),
            _ if is_constant(raw) => {
                if is_coded(raw) {
                    unless_example(markup, index)
                } else {
                    Reference::None
                }
            }
            _ => self.named(markup, index, raw),
        }
    }

    /// What an identifier, a camel-case word or a quoted word names.
    fn named(&self, markup: &Markup, index: usize, raw: &str) -> Reference {
        let text = markup.text(index);
        let is_quoted = markup.words[index].quoted
            && markup
                .prose
                .quotation_at(index)
                .is_some_and(|q| q.len() == 1 || q.len() == 3 && markup.token(index + 1).is_mark('('));
        if markup.words.len() > index + 1
            && (markup.token(index + 1).is_mark('=') || markup.token(index + 1).is_mark(':') && !text.contains('_'))
        {
            return if self.is_own(text) { Reference::OwnParameter } else { Reference::Parameter };
        }
        let is_snake = text.contains('_') && text.len() > 3;
        let is_camel = has_hump(raw) && raw.starts_with(|c: char| c.is_ascii_lowercase());
        let is_kebab = text.contains('-');
        let is_call = markup.words.len() > index + 2
            && markup.token(index + 1).is_mark('(')
            && markup.token(index + 1).span().start == markup.token(index).span().end
            && raw.starts_with(|c: char| c.is_ascii_lowercase())
            && text.len() > 3;
        let is_name = is_call || is_snake || is_camel || has_hump(raw) || is_kebab || is_quoted || text.contains('.');
        if !is_name {
            return if is_coded(raw) { unless_example(markup, index) } else { Reference::None };
        }
        let by_noun = tool_word_follows(markup, index) || tool_word_precedes(markup, index);
        if self.is_own(text) && !by_noun {
            return Reference::OwnParameter;
        }
        let by_use = by_noun || is_called(markup, index);
        if (is_snake || is_camel || is_kebab || by_use) && self.catalog.has_name(text) {
            let is_sibling = self.catalog.has_tool(self.server, text);
            return if is_sibling { Reference::Sibling } else { Reference::Foreign };
        }
        if parameter_word_near(markup, index) {
            return Reference::Parameter;
        }
        if is_quoted && is_listed(markup, index) {
            return Reference::Parameter;
        }
        let behind_colon = index > 0
            && markup.token(index - 1).is_mark(':')
            && markup.token(index - 1).span().end == markup.token(index).span().start;
        // `vault.get_secret`: what stands behind the dot is the name.
        if let Some((_, last)) = text.rsplit_once('.')
            && last.contains('_')
            && names_an_action(last)
            && !last.contains('/')
        {
            return Reference::Unknown;
        }
        let is_word = text.len() > 2 && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        let is_tool = !behind_colon
            && is_word
            && if is_snake || is_camel {
                by_use || names_an_action(raw)
            } else if is_quoted && (is_kebab || has_hump(raw)) {
                by_use || !self.in_parameter && names_an_action(raw)
            } else if is_quoted {
                by_use
            } else if is_call {
                VERBS.binary_search(&text).is_ok()
            } else {
                has_hump(raw) && by_noun && !noun_is_loose(markup, index)
                    || is_kebab && (by_noun && !noun_is_loose(markup, index) || is_ordered(markup, index))
            };
        match is_tool {
            true => Reference::Unknown,
            false if markup.words[index].quoted && is_assigned(markup, index) => unless_example(markup, index),
            false if is_snake || is_quoted && is_word => Reference::Parameter,
            false => Reference::None,
        }
    }
}

fn begins_grouped_number(markup: &Markup, index: usize) -> bool {
    let text = markup.text(index);
    let groups = (index..markup.words.len().min(index + 6)).map(|i| markup.text(i));
    text.len() <= 5 && text.bytes().any(|b| b.is_ascii_digit()) && is_grouped_number(groups)
}

/// A value that is only shown as an example is not a value given.
fn unless_example(markup: &Markup, index: usize) -> Reference {
    let start = index.saturating_sub(4);
    let is_example = (start..index).any(|i| {
        matches!(
            markup.text(i),
            "e.g"
                | "eg"
                | "example"
                | "examples"
                | "like"
                | "default"
                | "defaults"
                | "format"
                | "i.e"
                | "instance"
                | "sample"
                | "p.ej"
                | "z.b"
                | "ex"
                | "error"
                | "subcode"
                | "maximum"
                | "max"
                | "exceed"
                | "version"
                | "port"
                | "limit"
                | "least"
                | "most"
                | "than"
                | "saved"
                | "code"
                | "codes"
        )
    });
    if is_example { Reference::None } else { Reference::Literal }
}

/// The server in `server's` and in `server.tool`.
fn server_part(text: &str) -> &str {
    let text = text.strip_suffix("'s").unwrap_or(text);
    text.split_once('.').map_or(text, |(server, _)| server)
}

fn is_code(text: &str) -> bool {
    text.contains('_') || text.contains('-') && text.len() > 4 || text.contains('.')
}

fn this_word(text: &str) -> bool {
    use crate::words::reference::THIS;
    THIS.contains(&text)
}

fn skip_quotes(markup: &Markup, mut index: usize, forward: bool) -> Option<usize> {
    for _ in 0..3 {
        index = if forward { index + 1 } else { index.checked_sub(1)? };
        if index >= markup.words.len() {
            return None;
        }
        if !matches!(
            markup.token(index).kind,
            TokenKind::Mark('`' | '"' | '\'' | '(' | ')' | '*' | '[' | ']' | '«' | '»')
        ) {
            return Some(index);
        }
    }
    None
}

fn tool_noun(markup: &Markup, index: usize) -> bool {
    let text = markup.text(index);
    TOOL_NOUNS.contains(&text)
        || markup.token(index).kind == TokenKind::Unspaced
            && ["工具", "ツール", "函数", "関数"].iter().any(|noun| text.starts_with(noun))
}

fn tool_word_follows(markup: &Markup, index: usize) -> bool {
    skip_quotes(markup, index, true).is_some_and(|next| tool_noun(markup, next))
}

fn tool_word_precedes(markup: &Markup, index: usize) -> bool {
    skip_quotes(markup, index, false).is_some_and(|previous| {
        tool_noun(markup, previous)
            || matches!(markup.text(previous), "named" | "called") && previous > 0 && tool_noun(markup, previous - 1)
    })
}

/// "get-records operation" may be one of this tool's own modes; "get-records tool" is not.
fn noun_is_loose(markup: &Markup, index: usize) -> bool {
    skip_quotes(markup, index, true).is_some_and(|next| {
        matches!(
            markup.text(next),
            "operation" | "operations" | "command" | "call" | "calls" | "requests" | "api" | "method"
        )
    })
}

/// `'a' | 'b' | 'c'`: one of the values something may take.
fn is_listed(markup: &Markup, index: usize) -> bool {
    let is_bar = |at: usize| markup.words.len() > at && markup.token(at).is_mark('|');
    is_bar(index + 2) || index > 2 && is_bar(index - 2) || index > 1 && is_bar(index - 1)
}

/// Directly behind "call" or "invoke".
fn is_ordered(markup: &Markup, index: usize) -> bool {
    index > 0 && matches!(markup.text(index - 1), "call" | "invoke" | "execute" | "calling" | "invoking")
}

fn tool_word_near(markup: &Markup, index: usize) -> bool {
    let end = (index + 4).min(markup.words.len());
    (index + 1..end).take_while(|i| !markup.is_mark(*i)).any(|i| tool_noun(markup, i) && markup.text(i) != "call")
}

fn parameter_word_near(markup: &Markup, index: usize) -> bool {
    use crate::words::reference::NOUNS;
    let is_noun = |at: usize| {
        let text = markup.text(at);
        NOUNS.contains(&text)
            || ["参数", "字段", "パラメータ", "フィールド", "引数"]
                .iter()
                .any(|noun| text.starts_with(noun) || text.ends_with(noun))
    };
    skip_quotes(markup, index, true).is_some_and(is_noun) || skip_quotes(markup, index, false).is_some_and(is_noun)
}

/// Object of "call", "invoke", ... or subject of "must be called", "runs", or written with parentheses.
fn is_called(markup: &Markup, index: usize) -> bool {
    let words = &markup.words;
    let before = (index.saturating_sub(5)..index)
        .rev()
        .take_while(|i| {
            matches!(markup.token(*i).kind, TokenKind::Mark('`' | '"' | '\'' | '*' | '('))
                || matches!(
                    markup.text(*i),
                    "the" | "a" | "an" | "tool" | "function" | "to" | "of" | "both" | "either" | "and" | "or" | "using"
                )
                || words[*i].tags.has(Tags::call)
        })
        .any(|i| words[i].tags.has(Tags::call));
    let after = (index + 1..(index + 8).min(words.len()))
        .take_while(|i| !matches!(markup.token(*i).kind, TokenKind::Mark(',' | '.' | ';' | ':')))
        .any(|i| {
            words[i].tags.has(Tags::called)
                && words[i - 1].tags.has(Tags::called.or(Tags::must).or(Tags::should).or(Tags::first))
                || words[i].tags.has(Tags::called)
                    && matches!(markup.text(i - 1), "be" | "is" | "are" | "been" | "gets" | "get" | "being" | "was")
        });
    let parentheses = markup.words.len() > index + 1
        && markup.token(index + 1).is_mark('(')
        && markup.token(index + 1).span().start == markup.token(index).span().end;
    before || after || parentheses
}

/// Behind `to`, `with`, `as`, `=`, `:` a quoted word is a value.
fn is_assigned(markup: &Markup, index: usize) -> bool {
    if markup.token(index).kind == TokenKind::Unspaced {
        return true;
    }
    let start = markup.prose.quotation_at(index).map_or(index, |q| q.open);
    start.checked_sub(1).is_some_and(|before| {
        matches!(
            markup.text(before),
            "to" | "with"
                | "as"
                | "="
                | "by"
                | ":"
                | "("
                | "is"
                | "be"
                | "value"
                | "of"
                | "por"
                | "par"
                | "auf"
                | "durch"
                | "на"
                | "como"
        )
    })
}
