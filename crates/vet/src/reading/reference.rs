//! What a name in the text refers to.
//!
//! A description may name this tool, its own parameters, sibling tools of its server, tools of another
//! server, or tools that nobody in the scan declares. Who is named decides whether a sentence minds its
//! own business.

use super::lexicon::Tags;
use super::markup::Markup;
use crate::{Catalog, View};
use std::collections::BTreeSet;
use vetgate_model::FacetKind;
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
    for index in 0..markup.words.len() {
        let word = raw.get(markup.normal.raw_span(markup.token(index).span())).unwrap_or("");
        let reference = scene.refer(markup, index, word);
        if reference == Reference::Foreign {
            let text = markup.text(index);
            let owner = catalog.tools_named(text).find(|v| v.definition().server() != scene.server);
            markup.words[index].owner = owner.map(|v| format!("{}/{}", v.definition().server(), v.definition().name()));
        }
        markup.words[index].reference = reference;
    }
}

/// Who is speaking: the definition's own names.
struct Scene<'s, 'd> {
    name: String,
    server: &'s str,
    /// Own parameters, and the values they may take.
    own: BTreeSet<String>,
    /// Whether the text documents a parameter, where hyphenated names are usually its values.
    in_parameter: bool,
    catalog: &'s Catalog<'d>,
}

impl<'s, 'd> Scene<'s, 'd> {
    fn of(markup: &Markup, view: &'s View, catalog: &'s Catalog<'d>) -> Self {
        let definition = view.definition();
        let mut own: BTreeSet<String> = definition.parameters().iter().map(|p| p.name.to_lowercase()).collect();
        own.extend(view.facets_of(FacetKind::Enum).map(|f| f.raw().to_lowercase()));
        // `action='update'` in the text makes `update` a value of its own.
        for index in 2..markup.words.len() {
            let is_value = index > 2 && markup.token(index - 2).is_mark('=') && markup.words[index].quoted;
            if is_value && own.contains(markup.text(index - 3)) {
                own.insert(markup.text(index).to_owned());
            }
        }
        Self { name: definition.name().to_lowercase(), server: definition.server(), own, in_parameter: markup.is_parameter, catalog }
    }

    fn refer(&self, markup: &Markup, index: usize, raw: &str) -> Reference {
        let kind = markup.token(index).kind;
        let text = markup.text(index);
        let is_quoted = markup.words[index].quoted;
        match kind {
            TokenKind::Unspaced if is_quoted && is_assigned(markup, index) => Reference::Literal,
            TokenKind::Mark(_) | TokenKind::Break(_) | TokenKind::Unspaced => Reference::None,
            TokenKind::Path if is_secret_path(text) => Reference::Secret,
            // A bare file name is documentation; a place is a value.
            TokenKind::Path if !text.contains(['/', '\\']) && !text.starts_with(['~', '.']) => Reference::None,
            TokenKind::Path | TokenKind::Url | TokenKind::Email => unless_example(markup, index),
            TokenKind::Number if is_long_number(text) => unless_example(markup, index),
            TokenKind::Number => Reference::None,
            _ if text.starts_with('-') => Reference::None,
            _ if text == self.name && (is_code(text) || is_quoted || has_hump(raw) || tool_word_follows(markup, index)) => Reference::This,
            TokenKind::Word if this_word(text) && tool_word_near(markup, index) => Reference::This,
            TokenKind::Word if is_coded(raw) && raw.len() >= 8 => unless_example(markup, index),
            _ if is_constant(raw) => if is_coded(raw) { unless_example(markup, index) } else { Reference::None },
            _ => self.named(markup, index, raw),
        }
    }

    /// What an identifier, a camel-case word or a quoted word names.
    fn named(&self, markup: &Markup, index: usize, raw: &str) -> Reference {
        let text = markup.text(index);
        let is_quoted = markup.words[index].quoted && markup.prose.quotation_at(index).is_some_and(|q| q.len() == 1 || q.len() == 3 && markup.token(index + 1).is_mark('('));
        if markup.words.len() > index + 1 && (markup.token(index + 1).is_mark('=') || markup.token(index + 1).is_mark(':') && !text.contains('_')) {
            return if self.own.contains(text) { Reference::OwnParameter } else { Reference::Parameter };
        }
        let is_snake = text.contains('_') && text.len() > 3;
        let is_camel = has_hump(raw) && raw.starts_with(|c: char| c.is_ascii_lowercase());
        let is_kebab = text.contains('-');
        let is_call = markup.words.len() > index + 2 && markup.token(index + 1).is_mark('(') && markup.token(index + 1).span().start == markup.token(index).span().end && raw.starts_with(|c: char| c.is_ascii_lowercase()) && text.len() > 3;
        let is_name = is_call || is_snake || is_camel || has_hump(raw) || is_kebab || is_quoted || text.contains('.');
        if !is_name {
            return if is_coded(raw) { unless_example(markup, index) } else { Reference::None };
        }
        let by_noun = tool_word_follows(markup, index) || tool_word_precedes(markup, index);
        if self.own.contains(text) && !by_noun {
            return Reference::OwnParameter;
        }
        let by_use = by_noun || is_called(markup, index);
        let mut owners = self.catalog.tools_named(text).map(|view| view.definition().server()).peekable();
        if owners.peek().is_some() && (is_snake || is_camel || is_kebab || by_use) {
            return if owners.any(|owner| owner == self.server) { Reference::Sibling } else { Reference::Foreign };
        }
        if parameter_word_near(markup, index) {
            return Reference::Parameter;
        }
        let behind_colon = index > 0 && markup.token(index - 1).is_mark(':') && markup.token(index - 1).span().end == markup.token(index).span().start;
        let is_word = text.len() > 2 && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        let is_tool = !behind_colon
            && is_word
            && if is_snake || is_camel { by_use || names_an_action(raw) } else if is_quoted && (is_kebab || has_hump(raw)) { by_use || !self.in_parameter && names_an_action(raw) } else if is_quoted { by_use } else if is_call { markup.token(index + 2).is_mark(')') || VERBS.binary_search(&text).is_ok() } else { has_hump(raw) && by_noun && !noun_is_loose(markup, index) || is_kebab && (by_noun && !noun_is_loose(markup, index) || is_ordered(markup, index)) };
        match is_tool {
            true => Reference::Unknown,
            false if markup.words[index].quoted && is_assigned(markup, index) => unless_example(markup, index),
            false if is_snake || is_quoted && is_word => Reference::Parameter,
            false => Reference::None,
        }
    }
}

/// A value that is only shown as an example is not a value given.
fn unless_example(markup: &Markup, index: usize) -> Reference {
    let start = index.saturating_sub(4);
    let is_example = (start..index).any(|i| {
        matches!(markup.text(i), "e.g" | "eg" | "example" | "examples" | "like" | "default" | "defaults" | "format" | "i.e" | "instance" | "sample" | "p.ej" | "z.b" | "ex" | "error" | "subcode" | "maximum" | "max" | "exceed" | "version" | "port" | "limit" | "least" | "most" | "than" | "saved" | "code" | "codes")
    });
    if is_example { Reference::None } else { Reference::Literal }
}

/// An account, a phone number, a large amount; not a date, a range or a version.
fn is_long_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= 5 && (text.starts_with('+') || !text.contains(['-', '/', '.']))
}

/// Letters and digits mixed as in an account, a code, an address: `C07QJX2M1`, `LT12`, `GFT-200-USD`.
fn is_coded(raw: &str) -> bool {
    let digits = raw.bytes().filter(u8::is_ascii_digit).count();
    let letters = raw.bytes().filter(u8::is_ascii_alphabetic).count();
    raw.len() >= 4 && digits >= 2 && letters >= 1 && (raw.len() >= 7 || digits >= 3 && letters >= 2) && !matches!(raw.to_ascii_lowercase().as_str(), "base64" | "sha256" | "sha512" | "utf16" | "utf32" | "int32" | "int64" | "float32" | "float64" | "iso8601" | "rfc3339" | "sha1" | "md5" | "x86_64" | "oauth2" | "http2" | "gpt4")
        && raw.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
        && !is_version_or_date(raw)
}

fn is_version_or_date(raw: &str) -> bool {
    let body = raw.trim_start_matches(['v', 'V']);
    body.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | ':' | 'T' | 'Z' | 'x' | 'X' | 'k' | 'K' | 'M' | 'm' | 's' | 'h' | 'd' | 'p' | 'B' | 'G'))
        || raw.starts_with(|c: char| c.is_ascii_digit()) && raw.trim_start_matches(|c: char| c.is_ascii_digit()).len() <= 3
}

fn is_code(text: &str) -> bool {
    text.contains('_') || text.contains('-') && text.len() > 4 || text.contains('.')
}

/// `camelCase`, but neither `GitHub` at a sentence's start nor `macOS` decide anything alone.
fn has_hump(raw: &str) -> bool {
    raw.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

/// `API_KEY` is a constant, not a tool.
fn is_constant(raw: &str) -> bool {
    raw.len() > 2 && raw.chars().any(|c| c.is_ascii_uppercase()) && !raw.chars().any(|c| c.is_ascii_lowercase())
}

fn this_word(text: &str) -> bool {
    matches!(text, "this" | "esta" | "este" | "cet" | "cette" | "dieses" | "diese" | "dieser" | "este" | "этот" | "этого" | "itself" | "current")
}

fn skip_quotes(markup: &Markup, mut index: usize, forward: bool) -> Option<usize> {
    for _ in 0..3 {
        index = if forward { index + 1 } else { index.checked_sub(1)? };
        if index >= markup.words.len() {
            return None;
        }
        if !matches!(markup.token(index).kind, TokenKind::Mark('`' | '"' | '\'' | '(' | ')' | '*' | '[' | ']' | '«' | '»')) {
            return Some(index);
        }
    }
    None
}

const TOOL_NOUNS: &[&str] = &[
    "api", "call", "calls", "command", "endpoint", "ferramenta", "function", "función", "funktion", "herramienta", "method",
    "operation", "operations", "outil", "requests", "tool", "tools", "werkzeug", "инструмент", "функция",
];

fn tool_noun(markup: &Markup, index: usize) -> bool {
    let text = markup.text(index);
    TOOL_NOUNS.contains(&text)
        || markup.token(index).kind == TokenKind::Unspaced && ["工具", "ツール", "函数", "関数"].iter().any(|noun| text.starts_with(noun))
}

fn tool_word_follows(markup: &Markup, index: usize) -> bool {
    skip_quotes(markup, index, true).is_some_and(|next| tool_noun(markup, next))
}

fn tool_word_precedes(markup: &Markup, index: usize) -> bool {
    skip_quotes(markup, index, false).is_some_and(|previous| {
        tool_noun(markup, previous) || matches!(markup.text(previous), "named" | "called") && previous > 0 && tool_noun(markup, previous - 1)
    })
}

/// "get-records operation" may be one of this tool's own modes; "get-records tool" is not.
fn noun_is_loose(markup: &Markup, index: usize) -> bool {
    skip_quotes(markup, index, true).is_some_and(|next| matches!(markup.text(next), "operation" | "operations" | "command" | "call" | "calls" | "requests" | "api" | "method"))
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
    const NOUNS: &[&str] = &[
        "argument", "arguments", "argumento", "attribute", "campo", "champ", "feld", "field", "fields", "flag", "header", "option",
        "parameter", "parameters", "parametro", "param", "paramètre", "parámetro", "parâmetro", "property", "value", "поле", "параметр",
    ];
    let is_noun = |at: usize| {
        let text = markup.text(at);
        NOUNS.contains(&text) || ["参数", "字段", "パラメータ", "フィールド", "引数"].iter().any(|noun| text.starts_with(noun) || text.ends_with(noun))
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
                || matches!(markup.text(*i), "the" | "a" | "an" | "tool" | "function" | "to" | "of" | "both" | "either" | "and" | "or" | "using")
                || words[*i].tags.has(Tags::call)
        })
        .any(|i| words[i].tags.has(Tags::call));
    let after = (index + 1..(index + 8).min(words.len()))
        .take_while(|i| !matches!(markup.token(*i).kind, TokenKind::Mark(',' | '.' | ';' | ':')))
        .any(|i| words[i].tags.has(Tags::called) && words[i - 1].tags.has(Tags::called.or(Tags::must).or(Tags::should).or(Tags::first)) || words[i].tags.has(Tags::called) && matches!(markup.text(i - 1), "be" | "is" | "are" | "been" | "gets" | "get" | "being" | "was" | "being"));
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
        matches!(markup.text(before), "to" | "with" | "as" | "=" | "by" | ":" | "(" | "is" | "be" | "value" | "of" | "por" | "par" | "auf" | "durch" | "на" | "como")
    })
}

/// Whether a name is a tool's: it acts, at its front or its back. `read_file`, `file_read`, `sendEmail` do;
/// `start_time` and `query_id` begin with a word that is a verb elsewhere, but name an attribute.
fn names_an_action(raw: &str) -> bool {
    let parts = parts_of(raw);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    let is_attribute = ATTRIBUTES.binary_search(&last.as_str()).is_ok();
    parts.len() > 1
        && (VERBS.binary_search(&first.as_str()).is_ok()
            || NOUNS_THAT_ACT.binary_search(&first.as_str()).is_ok() && !is_attribute
            || VERBS.binary_search(&last.as_str()).is_ok()
            || NOUNS_THAT_ACT.binary_search(&last.as_str()).is_ok() && parts.len() == 2)
}

/// `send_email`, `send-email`, `sendEmail` and `SendEmail` have the parts `send` and `email`.
fn parts_of(raw: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in raw.chars() {
        if matches!(c, '_' | '-' | '.') || c.is_uppercase() && was_lower {
            parts.push(String::new());
        }
        was_lower = c.is_lowercase();
        if !matches!(c, '_' | '-' | '.')
            && let Some(part) = parts.last_mut()
        {
            part.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Verbs that open a tool's name and nothing else; sorted.
const VERBS: &[&str] = &[
    "accept", "activate", "add", "aggregate", "analyze", "append", "apply", "archive", "ask", "assign", "attach", "authenticate", "authorize", "browse", "buy", "calculate", "cancel", "capture", "clear", "clone", "collect", "compare", "compile", "compress", "compute", "configure", "confirm", "connect", "convert", "crawl", "create", "decode", "decrypt", "delete", "deploy", "describe", "detach", "detect", "disable", "disarm", "disconnect", "dispatch", "download", "drop", "duplicate", "edit", "enable", "encode", "encrypt", "evaluate", "exec", "execute", "expand", "export", "extract", "fetch", "fill", "finalize", "find", "flush", "fork", "forward", "freeze", "generate", "geocode", "get", "grant", "hide", "import", "init", "insert", "inspect", "invoke", "join", "kill", "launch", "leave", "list", "lookup", "make", "manage", "merge", "mint", "modify", "monitor", "mute", "navigate", "notify", "open", "parse", "pause", "pay", "perform", "ping", "prescribe", "provision", "publish", "pull", "purchase", "purge", "push", "put", "read", "rebase", "reboot", "redeem", "refresh", "register", "reject", "reload", "remove", "rename", "replace", "reply", "reserve", "reset", "resize", "resolve", "restart", "restore", "resume", "retrieve", "reveal", "revoke", "rotate", "save", "scrape", "search", "sell", "send", "set", "silence", "skip", "solve", "spawn", "split", "submit", "subscribe", "suggest", "summarize", "swap", "sync", "take", "terminate", "toggle", "transform", "translate", "trigger", "truncate", "turn", "undo", "uninstall", "unlock", "unpin", "unsubscribe", "update", "upload", "upsert", "validate", "verify", "vote", "withdraw", "write",
];

/// Verbs that are nouns as well: `order_status` is an attribute, `order_pizza` a tool; sorted.
const NOUNS_THAT_ACT: &[&str] = &[
    "approve", "backup", "begin", "block", "book", "build", "call", "change", "check", "checkout", "click", "close", "commit", "complete", "control", "copy", "count", "draw", "dump", "exchange", "filter", "follow", "index", "install", "issue", "link", "load", "lock", "log", "login", "logout", "map", "mark", "move", "order", "patch", "pin", "place", "play", "post", "preview", "print", "process", "prompt", "query", "quote", "record", "refund", "report", "request", "review", "run", "scale", "scan", "schedule", "select", "share", "show", "sign", "start", "stop", "store", "stream", "switch", "tag", "test", "track", "trade", "transfer", "transition", "type", "view", "wait",
];

/// What an attribute's name ends in; sorted.
const ATTRIBUTES: &[&str] = &[
    "action", "address", "arn", "at", "by", "code", "color", "config", "count", "cursor", "date", "day", "enabled", "end", "error", "expression", "field", "fields", "filter", "flag", "format", "from", "id", "ids", "index", "info", "input", "interval", "key", "keys", "length", "level", "limit", "list", "location", "message", "method", "mode", "name", "names", "number", "offset", "only", "option", "options", "order", "output", "page", "params", "path", "paths", "pattern", "period", "phrase", "point", "price", "property", "reason", "response", "result", "results", "row", "rows", "score", "size", "source", "start", "state", "status", "step", "steps", "string", "symbol", "tag", "tags", "target", "template", "term", "text", "threshold", "time", "timeout", "timestamp", "title", "to", "token", "tokens", "type", "types", "uri", "url", "urls", "user", "value", "values", "version", "width", "window", "zone",
];

/// Files and folders that hold secrets, by the name of a part of the path.
fn is_secret_path(path: &str) -> bool {
    const PARTS: &[&str] = &[
        ".aws", ".bash_history", ".boto", ".claude", ".claude.json", ".cursor", ".docker", ".env", ".git-credentials", ".gnupg", ".kube", ".netrc", ".npmrc",
        ".pgpass", ".pypirc", ".ssh", ".vault-token", ".zsh_history", "authorized_keys", "claude_desktop_config.json", "confidential", "cookies",
        "credentials", "credentials.json", "id_dsa", "id_ecdsa", "id_ed25519", "id_rsa", "keychain", "keychains", "master.key", "mcp.json",
        "passwd", "secrets", "secrets.json", "secrets.yaml", "service-account.json", "serviceaccount", "shadow", "wallet.dat",
    ];
    path.split(['/', '\\']).any(|part| PARTS.binary_search(&part).is_ok() || part.starts_with(".env.") || part.ends_with(".pem") || part.ends_with(".p12") || part.ends_with(".key"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn word_lists_are_sorted() {
        assert!(super::VERBS.is_sorted() && super::NOUNS_THAT_ACT.is_sorted() && super::ATTRIBUTES.is_sorted());
    }

    #[test]
    fn an_action_is_read_off_either_end_of_a_name() {
        for name in ["read_file", "file_read", "send-email", "getWeather", "kubectl_get", "order_pizza"] {
            assert!(super::names_an_action(name), "{name}");
        }
        for name in ["next_token", "user_id", "JavaScript", "well-known", "start_time", "query_id", "completedDetails"] {
            assert!(!super::names_an_action(name), "{name}");
        }
    }
}
