//! The figures of layers 1 and 1+2 on the same tools: those of the small servers in `crates/vet/tests` whose code does what
//! it says (`source_servers`) and whose code does not (`lying_servers`).
//!
//! Labels are what the code of a tool does, by reading it; a tool that is not named has none.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use vetgate_capability::{Classification, Level, Tag, classify_server};
use vetgate_model::{Definition, DefinitionKind};
use vetgate_source::{Tree, TreeFile, analyze};

/// Tools by server and name: labels, or tags that are not scored, by their names.
type Labels = BTreeMap<String, BTreeMap<String, BTreeMap<String, Vec<String>>>>;

/// What was found of a tag, and what was there.
#[derive(Default, Clone, Copy)]
struct Count {
    right: usize,
    given: usize,
    there: usize,
}

impl Count {
    fn shown(self) -> String {
        let share = |part: usize, of: usize| match of {
            0 => "none".to_owned(),
            of => format!("{:.2} ({part}/{of})", part as f64 / of as f64),
        };
        format!("{} | {}", share(self.right, self.given), share(self.right, self.there))
    }
}

/// The section of the page.
pub(crate) fn section(root: &Path) -> String {
    let labels: Labels = serde_json::from_str(include_str!("source_labels.json")).expect("labels");
    let mut text = include_str!("source.md").to_owned();
    for (kind, title) in [("source_servers", "Honest servers"), ("lying_servers", "Servers that lie")] {
        let tools = tools(&root.join("crates/vet/tests").join(kind), &labels[kind]);
        let _ = write!(text, "\n### {title}: {} tools\n\n", tools.len());
        text.push_str("| tag | tools | 1: precision | 1: recall | 1+2: precision | 1+2: recall |\n");
        text.push_str("| --- | ---: | ---: | ---: | ---: | ---: |\n");
        let (mut one_in_all, mut both_in_all) = (Count::default(), Count::default());
        for tag in Tag::ALL {
            let (one, both) = (count(&tools, tag, |tool| &tool.one), count(&tools, tag, |tool| &tool.both));
            for (sum, part) in [(&mut one_in_all, one), (&mut both_in_all, both)] {
                sum.right += part.right;
                sum.given += part.given;
                sum.there += part.there;
            }
            if one.there + one.given + both.given > 0 {
                let _ = writeln!(text, "| `{tag}` | {} | {} | {} |", one.there, one.shown(), both.shown());
            }
        }
        let _ = writeln!(text, "| all | {} | {} | {} |", one_in_all.there, one_in_all.shown(), both_in_all.shown());
    }
    text
}

/// A tool with its labels and what both layers say.
struct Judged {
    labels: Vec<String>,
    one: Classification,
    both: Classification,
}

fn tools(folder: &Path, labels: &BTreeMap<String, BTreeMap<String, Vec<String>>>) -> Vec<Judged> {
    let mut servers: Vec<_> = fs::read_dir(folder).expect("servers").map(|entry| entry.expect("one").path()).collect();
    servers.retain(|path| path.is_dir());
    servers.sort();
    let mut judged = vec![];
    for path in servers {
        let server = path.file_name().expect("a name").to_string_lossy().into_owned();
        let mut files = vec![];
        gather(&path, &path, &mut files);
        let analysis = analyze(&Tree::of(files));
        let parse = |raw: &String| Definition::parse(server.as_str(), DefinitionKind::Tool, raw).expect("a definition");
        let definitions: Vec<Definition> = analysis.tools.iter().map(|tool| parse(&tool.definition)).collect();
        let known: Vec<&Definition> = definitions.iter().collect();
        for (tool, one) in analysis.tools.iter().zip(classify_server(&server, &known)) {
            let labels = labels.get(&server).and_then(|tools| tools.get(&*tool.name)).cloned().unwrap_or_default();
            let both =
                tool.handler_calls().map_or_else(|| one.clone(), |calls| one.clone().confirmed_by_source(&calls));
            judged.push(Judged { labels, one, both });
        }
    }
    judged
}

fn gather(root: &Path, folder: &Path, files: &mut Vec<TreeFile>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(root, &path, files);
        } else {
            let relative = path.strip_prefix(root).expect("inside").to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).expect("a text");
            files.push(TreeFile { path: relative.into(), text: Ok(text.into()) });
        }
    }
}

/// How often `tag` is given at medium or above, and rightly.
fn count(tools: &[Judged], tag: Tag, of: impl Fn(&Judged) -> &Classification) -> Count {
    let mut count = Count::default();
    for tool in tools.iter().filter(|tool| !tool.labels.contains(&format!("maybe:{tag}"))) {
        let is_there = tool.labels.iter().any(|label| label == tag.name());
        let is_given = of(tool).has(tag, Level::Medium);
        count.there += usize::from(is_there);
        count.given += usize::from(is_given);
        count.right += usize::from(is_there && is_given);
    }
    count
}
