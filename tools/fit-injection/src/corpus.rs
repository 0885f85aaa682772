//! The labelled texts: our own authors, our older corpora, and the prose and settings of the crates that `Cargo.lock` pins.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use vetgate_injection::features;
use vetgate_model::{Definition, DefinitionKind, FacetKind};
use vetgate_vet::{Catalog, Response, learned_score, response_definition, rules_fired, statements};

/// The authors that take no part in fitting or choosing.
const TEST: [&str; 6] = ["outputs_U", "outputs_X", "outputs_Z", "definitions_AC", "definitions_AD", "declarations_AF"];

/// Most files of settings, and of code, of one crate.
const FILES: usize = 10;

/// Bytes of a file that are read: of prose, and of settings and comments.
const LONGEST_PROSE: usize = 24_000;
const LONGEST_SETTINGS: usize = 8_000;

/// Bytes of one piece of a long text.
const PIECE: usize = 3_000;

/// Bytes of comments that make a file of code worth reading.
const SHORTEST_COMMENTS: usize = 1_000;

/// Where a text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// One of the authors of `datasets/written`.
    Written,
    /// One of the older corpora of the repository.
    Older,
    /// A file of a pinned crate, harmless.
    Crate,
}

/// What kind of text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Output,
    Definition,
}

/// A labelled text.
#[derive(Debug, Clone)]
pub(crate) struct Example {
    pub(crate) author: usize,
    pub(crate) origin: Origin,
    pub(crate) kind: Kind,
    pub(crate) malicious: bool,
    pub(crate) pair: Option<String>,
    pub(crate) id: String,
    pub(crate) lang: String,
    pub(crate) carrier: String,
    pub(crate) attack: u64,
    /// Buckets of all words, and where those of each word start.
    pub(crate) features: Vec<u32>,
    pub(crate) starts: Vec<u32>,
    /// Words at which a string starts.
    pub(crate) fields: Vec<u32>,
    /// The words that a positive window must touch, where known.
    pub(crate) place: Option<(usize, usize)>,
    /// Families of rules that fired.
    pub(crate) rules: Vec<usize>,
    pub(crate) bytes: usize,
    /// What the product makes of it, with the compiled weights.
    pub(crate) product: f32,
    /// Sentences by their words, with the pairs of facts that the readers state of them.
    pub(crate) sentences: Vec<(usize, usize, Vec<u16>)>,
}

impl Example {
    pub(crate) fn words(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn of_word(&self, word: usize) -> &[u32] {
        &self.features[self.starts[word] as usize..self.starts[word + 1] as usize]
    }
}

/// The examples with the names of their authors.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    pub(crate) authors: Vec<String>,
    pub(crate) examples: Vec<Example>,
}

fn text<'v>(row: &'v Value, key: &str) -> &'v str {
    row[key].as_str().unwrap_or_default()
}

impl Corpus {
    fn author(&mut self, name: &str) -> usize {
        if let Some(at) = self.authors.iter().position(|a| a == name) {
            return at;
        }
        self.authors.push(name.to_owned());
        self.authors.len() - 1
    }

    fn add(&mut self, author: &str, origin: Origin, kind: Kind, row: &Value, definition: Definition) {
        let author = self.author(author);
        let definitions = [definition];
        let catalog = Catalog::of(&definitions);
        let view = &catalog.views()[0];
        let mut example = Example {
            author,
            origin,
            kind,
            malicious: matches!(text(row, "label"), "malicious" | "injection"),
            pair: row["pair"].as_str().map(|p| format!("{author}/{p}")),
            id: text(row, "id").to_owned(),
            lang: text(row, "lang").to_owned(),
            carrier: [text(row, "category"), text(row, "surface")].concat(),
            attack: row["attack"].as_u64().unwrap_or_default(),
            features: Vec::new(),
            starts: vec![0],
            fields: Vec::new(),
            place: None,
            rules: Vec::new(),
            bytes: 0,
            product: learned_score(view, &catalog),
            sentences: Vec::new(),
        };
        for facet in view.facets() {
            if matches!(facet.kind(), FacetKind::Schema) || facet.raw().len() < 2 {
                continue;
            }
            example.fields.push(example.starts.len() as u32 - 1);
            example.bytes += facet.raw().len();
            let from = example.starts.len() - 1;
            let mut spans = Vec::new();
            features::words(facet.raw(), |word| {
                spans.push(word.span.clone());
                example.features.extend_from_slice(word.features());
                example.starts.push(example.features.len() as u32);
            });
            for statement in statements(facet, view, &catalog) {
                let first = spans.partition_point(|s| s.end <= statement.span.start);
                let last = spans.partition_point(|s| s.start < statement.span.end);
                if first < last {
                    example.sentences.push((from + first, from + last, pairs(statement.facts)));
                }
            }
        }
        example.rules = rules_fired(view, &catalog);
        self.examples.push(example);
    }

    pub(crate) fn add_output(&mut self, author: &str, origin: Origin, row: &Value, output: &str) {
        let definition = response_definition(&Response { server: "server", tool: "tool", text: output });
        self.add(author, origin, Kind::Output, row, definition);
    }

    pub(crate) fn add_definition(&mut self, author: &str, origin: Origin, row: &Value) {
        let mut raw =
            json!({"name": row["name"], "description": row["description"], "inputSchema": row["input_schema"]});
        if row["input_schema"].is_null() && row["schema"].is_object() {
            raw["inputSchema"] = row["schema"].clone();
        }
        let mut kind = DefinitionKind::Tool;
        let mut raw = raw.to_string();
        match text(row, "surface") {
            "instructions" => {
                kind = DefinitionKind::Instructions;
                raw = row["description"].to_string();
            }
            "title" | "output_schema" | "parameter" if row["declaration"].is_object() => {
                raw = row["declaration"].to_string();
            }
            "prompt" if row["declaration"].is_object() => {
                kind = DefinitionKind::Prompt;
                raw = row["declaration"].to_string();
            }
            "resource" if row["declaration"].is_object() => {
                kind = DefinitionKind::Resource;
                raw = row["declaration"].to_string();
            }
            _ => {}
        }
        match Definition::parse(text(row, "server"), kind, &raw) {
            Ok(definition) => self.add(author, origin, Kind::Definition, row, definition),
            Err(error) => eprintln!("{}: {error}", text(row, "id")),
        }
    }

    pub(crate) fn add_row(&mut self, author: &str, origin: Origin, row: &Value) {
        if let Some(steps) = row["steps"].as_array() {
            let injected = row["injected_from"].as_u64();
            for (at, step) in steps.iter().enumerate() {
                let mut row = row.clone();
                let is_attack = injected.is_some_and(|n| n == at as u64 || n == at as u64 + 1);
                if is_attack && injected != Some(at as u64 + 1) {
                    continue;
                }
                row["label"] = if injected == Some(at as u64 + 1) { "malicious" } else { "benign" }.into();
                row["pair"] = Value::Null;
                if let Some(output) = step["output"].as_str() {
                    self.add_output(author, origin, &row, output);
                }
            }
        } else if let Some(output) = row["text"].as_str() {
            self.add_output(author, origin, row, output);
        } else {
            self.add_definition(author, origin, row);
        }
    }

    /// The rows of one file of other origin, by their source and label or kind of attack.
    pub(crate) fn of_file(file: &Path) -> Self {
        let mut corpus = Self::default();
        let lines = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for line in lines.lines() {
            let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
            if row["synthetic"] != true {
                let name = format!("{} {} {}", text(&row, "source"), text(&row, "label"), text(&row, "signal"));
                corpus.add_row(name.trim_end_matches(" none").trim(), Origin::Older, &row);
            }
        }
        corpus
    }

    /// The examples of one origin.
    pub(crate) fn of_origin(&self, origin: Origin) -> Self {
        let examples = self.examples.iter().filter(|example| example.origin == origin).cloned().collect();
        Self { authors: self.authors.clone(), examples }
    }

    pub(crate) fn add_lines(&mut self, author: &str, origin: Origin, lines: &str) {
        for line in lines.lines().filter(|l| !l.trim().is_empty()) {
            if let Ok(row) = serde_json::from_str::<Value>(line) {
                self.add_row(author, origin, &row);
            }
        }
    }

    /// The authors of `datasets/written`: those that are fitted on, or those of the test.
    pub(crate) fn add_written(&mut self, root: &Path, test: bool) {
        let mut files: Vec<PathBuf> = fs::read_dir(root.join("datasets/written"))
            .expect("datasets/written")
            .map(|e| e.expect("entry").path())
            .collect();
        files.sort();
        for file in files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if file.extension().is_some_and(|e| e == "jsonl") && TEST.contains(&&*name) == test {
                self.add_lines(&name, Origin::Written, &fs::read_to_string(&file).expect("a readable corpus"));
            }
        }
    }

    /// The older corpora: `held` gives the parts that are only measured.
    pub(crate) fn add_older(&mut self, root: &Path, held: bool) {
        let read = |name: &str| -> Value {
            let file = root.join("datasets").join(name);
            serde_json::from_str(&fs::read_to_string(file).expect("a corpus")).expect("JSON")
        };
        let rows = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
        let is_held = |row: &Value| text(row, "split") == "held_out";
        let take = |rows: Vec<Value>| rows.into_iter().filter(move |row| is_held(row) == held);
        for row in take(rows(&read("responses_corpus_v1.json"), "entries")) {
            self.add_row("older_responses", Origin::Older, &row);
        }
        for row in take(rows(&read("flow_corpus_v1.json"), "sessions")) {
            self.add_row("older_sessions", Origin::Older, &row);
        }
        if held {
            for row in rows(&read("security_held_out_v1.json"), "entries") {
                self.add_row("older_held_out_definitions", Origin::Older, &row);
            }
            return;
        }
        const TOLD: [&str; 5] =
            ["tool_poisoning", "prompt_injection", "shadowing", "rug_pull", "preference_manipulation"];
        for row in rows(&read("security_corpus_v1.json"), "entries") {
            if text(&row, "label") == "benign" || TOLD.contains(&text(&row, "category")) {
                self.add_row("older_definitions", Origin::Older, &row);
            }
        }
        for mut row in rows(&read("corpus_v2.json"), "tools")
            .into_iter()
            .chain(take(rows(&read("capability_corpus_v1.json"), "tools")))
        {
            row["label"] = "benign".into();
            row["name"] = row["tool"].clone();
            self.add_row("older_tools", Origin::Older, &row);
        }
        for mut row in take(rows(&read("sensitive_corpus_v1.json"), "entries")) {
            row["label"] = "benign".into();
            self.add_row("older_sensitive", Origin::Older, &row);
        }
    }

    /// A long text in pieces, so that more than one of its windows is told to be harmless; whole where it is measured.
    fn add_pieces(&mut self, author: &str, row: &Value, text: &str, whole: bool) {
        let mut rest = text;
        while !rest.is_empty() {
            let limit = if whole { rest.len() } else { rest.floor_char_boundary(PIECE) };
            let end = if limit < rest.len() { rest[..limit].rfind("\n\n").map_or(limit, |at| at + 2) } else { limit };
            self.add_output(author, Origin::Crate, row, &rest[..end]);
            rest = &rest[end..];
        }
    }

    /// Files of the crates: prose, and settings.
    pub(crate) fn add_crates(&mut self, crates: &[(String, PathBuf)], held: bool) {
        for (name, folder) in crates {
            let is_held = hash(name).is_multiple_of(4);
            if is_held != held {
                continue;
            }
            let mut files = Vec::new();
            walk(folder, 0, &mut files);
            files.sort();
            let (mut settings, mut comments) = (0, 0);
            for file in files {
                let extension = file.extension().unwrap_or_default().to_string_lossy().into_owned();
                let id = format!("{name}/{}", file.file_name().unwrap_or_default().to_string_lossy());
                let row = json!({"label": "benign", "id": id});
                if extension == "rs" {
                    let Ok(content) = fs::read_to_string(&file) else { continue };
                    let text = doc_comments(&content);
                    if comments < FILES && text.len() >= SHORTEST_COMMENTS {
                        comments += 1;
                        let end = text.floor_char_boundary(LONGEST_PROSE);
                        self.add_pieces("crate_comments", &row, &text[..end], held);
                    }
                    continue;
                }
                let is_prose = extension == "md";
                settings += usize::from(!is_prose);
                if !is_prose && settings > FILES {
                    continue;
                }
                let Ok(content) = fs::read_to_string(&file) else { continue };
                let end = content.floor_char_boundary(if is_prose { LONGEST_PROSE } else { LONGEST_SETTINGS });
                let author = if is_prose { "crate_prose" } else { "crate_settings" };
                self.add_pieces(author, &row, &content[..end], held || !is_prose);
            }
        }
    }

    /// Finds, in attacks that have a harmless twin, the words that the twin does not have.
    pub(crate) fn place_pairs(&mut self) {
        let mut pairs: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, example) in self.examples.iter().enumerate() {
            if let Some(pair) = &example.pair {
                pairs.entry(pair.clone()).or_default().push(at);
            }
        }
        for members in pairs.values() {
            let Some(&benign) = members.iter().find(|m| !self.examples[**m].malicious) else { continue };
            let attacks: Vec<usize> = members.iter().copied().filter(|m| self.examples[*m].malicious).collect();
            for attack in attacks {
                let (a, b) = (&self.examples[attack], &self.examples[benign]);
                let same = |i: usize, j: usize| a.of_word(i)[0] == b.of_word(j)[0];
                let most = a.words().min(b.words());
                let front = (0..most).take_while(|i| same(*i, *i)).count();
                let back = (0..most - front).take_while(|i| same(a.words() - 1 - i, b.words() - 1 - i)).count();
                let end = a.words() - back;
                if front < end && front + back > 0 {
                    self.examples[attack].place = Some((front, end));
                }
            }
        }
    }
}

/// The facts and pairs of facts of a sentence.
fn pairs(facts: [u64; 4]) -> Vec<u16> {
    let set: Vec<usize> = (0..256).filter(|bit| facts[bit / 64] >> (bit % 64) & 1 == 1).collect();
    let mut pairs = Vec::new();
    for (at, one) in set.iter().enumerate() {
        for other in &set[..=at] {
            pairs.push((one * (one + 1) / 2 + other) as u16);
        }
    }
    pairs
}

/// The documentation in a file of Rust code.
fn doc_comments(code: &str) -> String {
    let mut text = String::new();
    for line in code.lines().map(str::trim_start) {
        if let Some(comment) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) {
            text.push_str(comment.trim());
            text.push('\n');
        } else if !text.is_empty() && !text.ends_with("\n\n") {
            text.push('\n');
        }
    }
    text
}

fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if depth < 3 {
                walk(&path, depth + 1, files);
            }
        } else if path.extension().is_some_and(|e| ["md", "json", "yml", "yaml", "rs"].iter().any(|x| e == *x)) {
            files.push(path);
        }
    }
}

fn hash(name: &str) -> u64 {
    name.bytes().fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01B3)) >> 7
}
