//! What a text can hold that fits a pattern.

use super::clean::Clean;
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::{ParserBuilder, hir};

/// What a text is harmless for that fits `pattern` from end to end; `None` if it may hold something else before or behind.
///
/// A pattern that cannot be read (look-around, back references) is taken to be meant well.
pub(super) fn allowed(pattern: &str, is_held_at_start: bool, is_held_at_end: bool) -> Option<Clean> {
    let Some(hir) = parse(pattern) else { return Some(Clean::ALL) };
    let (starts, ends) = anchors(&hir);
    if starts && fixes_host(pattern) {
        return Some(Clean::URL);
    }
    if !((starts || is_held_at_start) && (ends || is_held_at_end)) {
        return None;
    }
    let mut letters = Letters::default();
    letters.add(&hir);
    Some(letters.clean())
}

/// What is left of a text from which everything that fits `pattern` is taken: for `[^a-z]`, letters.
pub(super) fn left_without(pattern: &str) -> Option<Clean> {
    let hir = parse(pattern)?;
    let mut kind = hir.kind();
    while let HirKind::Repetition(repetition) = kind {
        kind = repetition.sub.kind();
    }
    let HirKind::Class(Class::Unicode(class)) = kind else { return None };
    let mut left = class.clone();
    left.negate();
    let mut letters = Letters::default();
    letters.add_class(&left);
    Some(letters.clean())
}

fn parse(pattern: &str) -> Option<Hir> {
    // `\Z` is Python's end of text; `\/` a slash in JavaScript.
    let pattern = pattern.replace(r"\Z", r"\z").replace(r"\/", "/");
    ParserBuilder::new().nest_limit(100).build().parse(&pattern).ok()
}

/// Whether it holds on to the start and to the end.
fn anchors(hir: &Hir) -> (bool, bool) {
    let properties = hir.properties();
    let start = |look| matches!(look, Look::Start | Look::StartLF | Look::StartCRLF);
    let end = |look| matches!(look, Look::End | Look::EndLF | Look::EndCRLF);
    (properties.look_set_prefix().iter().any(start), properties.look_set_suffix().iter().any(end))
}

/// Whether a pattern begins with a scheme, a whole host and what ends it.
fn fixes_host(pattern: &str) -> bool {
    let Some((scheme, rest)) = pattern.split_once(":/").or_else(|| pattern.split_once(r":\/")) else { return false };
    let is_scheme = scheme
        .trim_start_matches('^')
        .trim_start_matches("(?:")
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "?()|".contains(c));
    let rest = rest.trim_start_matches(r"\/").trim_start_matches('/');
    let host_end = rest.find(['/', '[', '(', '*', '+', '$']).unwrap_or(rest.len());
    let host = rest[..host_end].trim_end_matches('\\').replace(r"\.", "");
    let ends =
        rest[host_end..].starts_with('/') || rest[..host_end].ends_with('\\') || rest[host_end..].starts_with('$');
    is_scheme && ends && !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == ':')
}

/// The letters that a text can be made of.
#[derive(Debug, Default)]
struct Letters {
    has_slash: bool,
    has_shell: bool,
    has_sql: bool,
    has_dot: bool,
    has_code: bool,
    letters: u32,
    is_long: bool,
}

impl Letters {
    fn add(&mut self, hir: &Hir) {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(hir::Literal(bytes)) => {
                String::from_utf8_lossy(bytes).chars().for_each(|letter| self.add_range(letter, letter));
            }
            HirKind::Class(Class::Unicode(class)) => self.add_class(class),
            HirKind::Class(Class::Bytes(_)) => self.add_range('\0', char::MAX),
            HirKind::Repetition(repetition) => {
                self.is_long |= repetition.max.is_none_or(|most| most > 3);
                self.add(&repetition.sub);
            }
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().for_each(|part| self.add(part)),
        }
    }

    fn add_class(&mut self, class: &hir::ClassUnicode) {
        class.iter().for_each(|range| self.add_range(range.start(), range.end()));
    }

    fn add_range(&mut self, start: char, end: char) {
        let has = |letters: &str| letters.chars().any(|letter| start <= letter && letter <= end);
        self.has_slash |= has("/\\");
        self.has_dot |= has(".");
        self.has_shell |= has(";&|$`<>(){}'\"\\*?!\n");
        self.has_sql |= has("'\"`;\\") || has(" ");
        self.has_code |= has("[=`'\"{;");
        let letters = |first: char, last: char| (last.min(end) as u32 + 1).saturating_sub(first.max(start) as u32);
        self.letters += letters('a', 'z') + letters('A', 'Z');
    }

    fn clean(&self) -> Clean {
        let mut clean = Clean::NONE;
        if !self.has_slash {
            clean |= Clean::PATH;
        }
        if !self.has_dot {
            clean |= Clean::NO_DOTS;
            // Without a dot there is no host but the ones in the house, which are named there.
            clean |= Clean::URL;
        }
        if !self.has_shell {
            clean |= Clean::COMMAND;
        }
        if !self.has_sql {
            clean |= Clean::SQL;
        }
        // Without quotes, brackets and more than a few letters nothing can be named, and so nothing called.
        if !self.has_code && self.letters <= 3 {
            clean |= Clean::CODE;
        }
        // What a pattern of letters lets through is no secret by itself, and hardly an order.
        clean | Clean::PROMPT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_counts_for_what_it_keeps_out() {
        let of = |pattern| allowed(pattern, false, false);
        assert!(of(r"^[a-z0-9_]+$").unwrap().has(Clean::PATH | Clean::COMMAND | Clean::SQL));
        assert!(of(r"^[\w.-]+$").unwrap().has(Clean::PATH));
        assert!(!of(r"^[\w.-]+$").unwrap().has(Clean::URL), "any host fits");
        assert!(!of(r"^[\w./-]+$").unwrap().has(Clean::PATH), "a slash leads out");
        assert!(!of(r"^.+$").unwrap().has(Clean::COMMAND));
        assert_eq!(of(r"[a-z]+"), None, "can occur anywhere");
        assert_eq!(of(r"^[a-z]+"), None);
        assert!(allowed("[a-z]+", true, true).unwrap().has(Clean::PATH), "held by how it is used");
        assert!(of(r"(?<!x)y").unwrap().has(Clean::ALL), "cannot be read");
    }

    #[test]
    fn an_address_is_held_to_its_host_by_what_ends_it() {
        assert_eq!(allowed(r"^https://api\.example\.com/", false, false), Some(Clean::URL));
        assert_eq!(allowed(r"^https:\/\/api\.example\.com\/v1\/", false, false), Some(Clean::URL));
        assert_eq!(allowed(r"^https://api\.example\.com", false, false), None);
        assert_eq!(allowed(r"^https?://", false, false), None);
    }

    #[test]
    fn taking_away_all_but_letters_leaves_letters() {
        assert!(left_without(r"[^a-zA-Z0-9_-]").unwrap().has(Clean::PATH | Clean::COMMAND));
        assert!(left_without(r"[^\w]+").unwrap().has(Clean::PATH | Clean::SQL));
        assert!(!left_without(r"[;|&]").unwrap().has(Clean::COMMAND), "a list of a few bad letters");
        assert_eq!(left_without(r"\.\."), None);
    }
}
