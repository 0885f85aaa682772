//! Retired words: terms that a reader has to decode, replaced by terms of the trade.

use crate::ratchet::Violations;
use crate::source::{self, root};
use std::fs;
use std::path::Path;

const LIST: &str = include_str!("../retired_words.txt");

/// The retired words and phrases: those for every text, and those for messages and pages only.
struct Retired {
    words: Vec<&'static str>,
    phrases: Vec<&'static str>,
}

impl Retired {
    fn read() -> Self {
        let rows = || LIST.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let of = |kind: &'static str| rows().filter_map(move |row| row.strip_prefix(kind)).map(str::trim).collect();
        Self { words: of("word"), phrases: of("phrase") }
    }

    /// The retired words of a line of code or text.
    fn in_line(&self, line: &str) -> Vec<&str> {
        let words = split(line);
        let is_retired = |word: &&str| {
            self.words.contains(word) || word.strip_suffix('s').is_some_and(|word| self.words.contains(&word))
        };
        let mut found: Vec<&str> = Vec::new();
        for word in words.iter().map(String::as_str).filter(is_retired) {
            let listed =
                self.words.iter().find(|listed| word.strip_suffix('s').unwrap_or(word) == **listed || word == **listed);
            found.extend(listed);
        }
        found
    }

    /// The retired phrases of a text for people.
    fn in_text(&self, text: &str) -> Vec<&str> {
        let text = format!(" {} ", split_text(text).join(" "));
        self.phrases.iter().filter(|phrase| text.contains(&format!(" {phrase} "))).copied().collect()
    }
}

/// The words of identifiers and prose, in lower case: `HeldCall` and `held_call` are two words each.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut was_lower = false;
    for letter in line.chars() {
        let ends = !letter.is_alphabetic() || (letter.is_uppercase() && was_lower);
        if ends && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphabetic() {
            word.extend(letter.to_lowercase());
        }
        was_lower = letter.is_lowercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn split_text(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphabetic() && letter != '\'');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Retired words in the crates' production code, and in the pages as `docs`.
pub fn violations() -> Violations {
    let retired = Retired::read();
    let mut found = Violations::new();
    for krate in source::crates() {
        let mut places = Vec::new();
        for file in source::files(&krate) {
            for (index, line) in file.text.lines().enumerate() {
                let place = format!("{}:{}", file.path.display(), index + 1);
                places.extend(retired.in_line(line).iter().map(|word| format!("{place}: {word}")));
            }
            for (line, text) in strings(&file) {
                let place = format!("{}:{line}", file.path.display());
                places.extend(retired.in_text(&text).iter().map(|phrase| format!("{place}: \"{phrase}\"")));
            }
        }
        found.insert(krate, places);
    }
    let mut places = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).expect("a page");
        for (index, line) in text.lines().enumerate() {
            let words = retired.in_line(line).into_iter().chain(retired.in_text(line));
            places.extend(words.map(|word| format!("{page}:{}: {word}", index + 1)));
        }
    }
    found.insert("docs".to_owned(), places);
    found
}

/// The string literals of a file outside test-only items, with their lines.
fn strings(file: &source::SourceFile) -> Vec<(usize, String)> {
    struct Strings(Vec<(usize, String)>);
    impl Strings {
        fn read(&mut self, tokens: proc_macro2::TokenStream) {
            for token in tokens {
                match token {
                    proc_macro2::TokenTree::Group(group) => self.read(group.stream()),
                    proc_macro2::TokenTree::Literal(literal) => {
                        let line = literal.span().start().line;
                        if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                            self.0.push((line, text.value()));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    let code: String = file.text.lines().map(without_doc_comment).collect::<Vec<_>>().join("\n");
    let mut strings = Strings(Vec::new());
    strings.read(code.parse().unwrap_or_else(|error| panic!("{}: {error}", file.path.display())));
    strings.0
}

/// A doc comment would be read as a string literal.
fn without_doc_comment(line: &str) -> &str {
    if line.trim_start().starts_with("//") { "" } else { line }
}

fn pages() -> Vec<String> {
    let mut pages: Vec<String> =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].map(str::to_owned).to_vec();
    collect(Path::new("docs"), &mut pages);
    pages.sort();
    pages
}

fn collect(folder: &Path, pages: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder of pages") {
        let entry = entry.expect("a folder entry");
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path.display().to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_and_prose_are_split_into_words() {
        assert_eq!(split("let heldCall = HOLD_TIMEOUT; // Waits"), ["let", "held", "call", "hold", "timeout", "waits"]);
    }

    #[test]
    fn retired_words_are_found_in_any_case_and_number() {
        let retired = Retired { words: vec!["errand"], phrases: vec!["is no"] };
        assert_eq!(retired.in_line("struct ServerErrand; // two errands"), ["errand", "errand"]);
        assert!(retired.in_line("struct Errands2D").len() == 1 && retired.in_line("gerrander").is_empty());
        assert_eq!(retired.in_text("this is no method"), ["is no"]);
        assert!(retired.in_text("this is not a method").is_empty());
    }
}
