//! What a rule looks at: a tree, what was found out about it, and what its tools say of themselves.

use crate::mask;
use vetgate_capability::{Classification, classify_server};
use vetgate_model::{Definition, DefinitionKind, Region};
use vetgate_source::{Analysis, Place, Tool, Tree};
use vetgate_text::render;

/// How long a line may be where it is quoted, in characters.
const SNIPPET: usize = 200;

/// A tree of source with everything that rules share.
#[derive(Debug)]
pub struct Subject<'s> {
    /// What the tree is called in findings.
    pub label: &'s str,
    /// The files.
    pub tree: &'s Tree,
    /// What was found out.
    pub analysis: &'s Analysis,
    /// What each tool declares, in the order of the analysis; nothing where that cannot be read.
    definitions: Vec<Option<Definition>>,
    /// What each tool can do by what it declares alone.
    classifications: Vec<Option<Classification>>,
}

/// A tool with what it declares.
#[derive(Debug, Clone, Copy)]
pub struct Offered<'s> {
    /// Its code.
    pub tool: &'s Tool,
    /// What it declares.
    pub definition: &'s Definition,
    /// What it can do by that alone.
    pub said: &'s Classification,
}

impl<'s> Subject<'s> {
    /// The tree called `label`.
    pub fn new(label: &'s str, tree: &'s Tree, analysis: &'s Analysis) -> Self {
        let parse = |tool: &Tool| Definition::parse(label, DefinitionKind::Tool, &tool.definition).ok();
        let definitions: Vec<Option<Definition>> = analysis.tools.iter().map(parse).collect();
        let known: Vec<&Definition> = definitions.iter().flatten().collect();
        let mut classified = classify_server(label, &known).into_iter();
        let classifications = definitions.iter().map(|d| d.as_ref().and_then(|_| classified.next())).collect();
        Self { label, tree, analysis, definitions, classifications }
    }

    /// The tools whose definitions can be read.
    pub fn offered(&self) -> impl Iterator<Item = Offered<'_>> {
        let tools = self.analysis.tools.iter().zip(&self.definitions).zip(&self.classifications);
        tools.filter_map(|((tool, definition), said)| {
            Some(Offered { tool, definition: definition.as_ref()?, said: said.as_ref()? })
        })
    }

    /// Every definition that can be read.
    pub fn definitions(&self) -> Vec<Definition> {
        self.definitions.iter().flatten().cloned().collect()
    }

    /// Where the part of a definition at `pointer` stands in the source: there, or where its nearest parent does.
    pub fn part<'t>(&self, tool: &'t Tool, pointer: &str) -> &'t Place {
        let mut pointer = pointer;
        loop {
            if let Some((_, place)) = tool.parts.iter().find(|(part, _)| part == pointer) {
                return place;
            }
            match pointer.rsplit_once('/') {
                Some((parent, _)) => pointer = parent,
                None => return &tool.place,
            }
        }
    }

    /// The first line of a place as it is shown.
    pub fn snippet(&self, place: &Place) -> String {
        let text = self.tree.text(&place.file).unwrap_or_default();
        let line = text.lines().nth(place.line.saturating_sub(1)).unwrap_or_default().trim();
        // A minified file is one line: what is shown stands around the place.
        let column = place.column.saturating_sub(1);
        let shown = match line.char_indices().nth(SNIPPET * 4) {
            Some(_) => line.chars().skip(column.saturating_sub(SNIPPET / 4)).take(SNIPPET * 2).collect(),
            None => line.to_owned(),
        };
        render::safe(&mask::text(&shown), SNIPPET)
    }
}

/// The place as findings name it.
pub(super) fn region(place: &Place) -> Region {
    Region {
        file: place.file.to_string(),
        line: place.line,
        column: place.column,
        end_line: place.end_line,
        end_column: place.end_column,
    }
}
