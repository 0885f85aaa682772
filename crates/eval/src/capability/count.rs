//! How often the classifier is right.

use super::{Capability, Classified, Labels, Tool};
use crate::judged;
use crate::scores::{Detector, DetectorKind, Group, Item, Measure};
use crate::{CLASSES, Evaluation, Scores, Share, Tally};
use std::collections::BTreeMap;
use vetgate_capability::{Level, OperationClass, Role, Tag};
use vetgate_model::FacetKind;

/// Every count of one set of tools.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    /// By tag, over all tools for which it is scored.
    pub tags: BTreeMap<Tag, Grades>,
    /// Tools without any capability that were given none at medium or above.
    pub harmless: Share,
    /// By role, over all parameters whose role is labelled.
    pub roles: BTreeMap<Role, Tally>,
    /// Parameters whose role is the one labelled.
    pub parameters: Share,
    /// Tools whose class is one of those labelled.
    pub classes: Share,
    /// Tools that are rightly said to read, or rightly not.
    pub reads: Share,
    /// The same against what authors claim.
    pub claims: Share,
    /// Tools of class `unknown`.
    pub unknown: usize,
}

/// What is found of a tag.
#[derive(Debug, Clone, Copy, Default)]
pub struct Grades {
    /// At high.
    pub high: Tally,
    /// At medium and above.
    pub medium: Tally,
}

impl Grades {
    fn add(&mut self, expected: bool, said: &Classified, tag: Tag) {
        self.high.add(expected, said.has(tag, Level::High));
        self.medium.add(expected, said.has(tag, Level::Medium));
    }

    fn join(&mut self, other: Self) {
        self.high.join(other.high);
        self.medium.join(other.medium);
    }
}

impl Counts {
    /// Counts over the tools of a corpus and what was said of each.
    pub fn of(corpus: &Capability, classified: &[Classified]) -> Self {
        let mut counts = Self::default();
        for (tool, said) in corpus.tools.iter().zip(classified) {
            for (tag, expected) in scored(&tool.labels) {
                counts.tags.entry(tag).or_default().add(expected, said, tag);
            }
            if tool.labels.is_harmless() {
                counts.harmless.add(Tag::ALL.iter().all(|tag| !said.has(*tag, Level::Medium)));
            }
            counts.add_roles(&tool.labels, said);
            counts.add_operation(&tool.labels, said.operation);
        }
        counts
    }

    fn add_roles(&mut self, labels: &Labels, said: &Classified) {
        for (parameter, expected) in &labels.parameter_roles {
            let found = said.roles.get(parameter);
            self.parameters.add(found == Some(expected));
            for role in Role::ALL {
                self.roles.entry(role).or_default().add(*expected == role, found == Some(&role));
            }
        }
    }

    fn add_operation(&mut self, labels: &Labels, found: OperationClass) {
        let reads = found == OperationClass::Read;
        self.unknown += usize::from(found == OperationClass::Unknown);
        if labels.operation.is_some() {
            let accepted = || labels.operation.iter().chain(&labels.operation_maybe);
            self.classes.add(accepted().any(|class| *class == found));
            self.reads.add(accepted().any(|class| (*class == OperationClass::Read) == reads));
        }
        if let Some(claimed) = labels.claims_to_read() {
            self.claims.add(claimed == reads);
        }
    }

    /// All tags together.
    pub fn overall(&self) -> Grades {
        let mut all = Grades::default();
        self.tags.values().for_each(|grades| all.join(*grades));
        all
    }

    /// All roles that an attack can be tried on, together.
    pub fn interesting_roles(&self) -> Tally {
        let mut all = Tally::default();
        self.roles.iter().filter(|(role, _)| role.is_interesting()).for_each(|(_, tally)| all.join(*tally));
        all
    }

    fn detectors(&self) -> Vec<Detector> {
        let all = self.overall();
        let mut detectors = vec![
            Detector::new("engine", DetectorKind::Engine, all.medium),
            Detector::new("high", DetectorKind::Tier, all.high),
        ];
        let tags = self.tags.iter().map(|(tag, grades)| Detector::new(tag.name(), DetectorKind::Tag, grades.medium));
        detectors.extend(tags);
        detectors
    }

    fn measures(&self) -> Vec<Measure> {
        let measures = [
            ("parameter roles", self.parameters),
            (CLASSES, self.classes),
            ("reads or does not", self.reads),
            ("author's hint: reads or does not", self.claims),
            ("harmless tools without a label", self.harmless),
        ];
        let measured = measures.into_iter().filter(|(_, share)| share.of > 0);
        measured.map(|(name, share)| Measure { name: name.to_owned(), share }).collect()
    }
}

/// The tags that are scored on a tool, each with whether it has it.
fn scored(labels: &Labels) -> impl Iterator<Item = (Tag, bool)> {
    Tag::ALL.into_iter().filter_map(|tag| Some((tag, labels.has(tag)?)))
}

/// The figures of classified tools.
pub fn score(corpus: &Capability, classified: &[Classified]) -> Scores {
    let counts = Counts::of(corpus, classified);
    let pairs = || corpus.tools.iter().zip(classified);
    let mut scores = Scores::of(Evaluation::Capability, corpus.corpora.clone(), &[], std::iter::empty());
    scores.per_detector = counts.detectors();
    scores.measures = counts.measures();
    scores.per_category = groups(pairs(), split);
    scores.per_source = groups(pairs(), |tool| &tool.source);
    scores.missed = pairs().filter_map(|(tool, said)| wrong(tool, said, true)).collect();
    scores.false_alarms = pairs().filter_map(|(tool, said)| wrong(tool, said, false)).collect();
    scores.timing = judged::timing(classified.iter().map(|said| said.took));
    scores
}

/// The part of the corpus that a tool is in.
fn split(tool: &Tool) -> &str {
    if tool.labels.split.is_empty() { "tools" } else { &tool.labels.split }
}

fn groups<'t>(
    tools: impl Iterator<Item = (&'t Tool, &'t Classified)>,
    key: impl Fn(&'t Tool) -> &'t str,
) -> Vec<Group> {
    let mut groups: BTreeMap<&str, Group> = BTreeMap::new();
    for (tool, said) in tools {
        let group = groups.entry(key(tool)).or_insert_with(|| Group::new(key(tool)));
        let mut grades = Grades { high: group.hard, medium: group.tally };
        for (tag, expected) in scored(&tool.labels) {
            grades.add(expected, said, tag);
            if said.has(tag, Level::Medium) {
                *group.checks.entry(tag.name().to_owned()).or_default() += 1;
            }
        }
        (group.hard, group.tally) = (grades.high, grades.medium);
    }
    groups.into_values().collect()
}

/// The tool with the tags that it has and was not given, or was given and does not have; nothing if there are none.
fn wrong(tool: &Tool, said: &Classified, expected: bool) -> Option<Item> {
    let is_wrong = |(tag, has): &(Tag, bool)| *has == expected && said.has(*tag, Level::Medium) != expected;
    let tags: Vec<String> = scored(&tool.labels).filter(is_wrong).map(|(tag, _)| tag.name().to_owned()).collect();
    let description = tool.definition.facets().iter().find(|facet| facet.kind == FacetKind::Description);
    (!tags.is_empty()).then(|| Item {
        id: tool.id.clone(),
        category: split(tool).to_owned(),
        checks: tags,
        text: description.map(|facet| facet.text.to_string()).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use crate::{File, Scores, Stopped, capability};

    fn score(text: &str) -> Scores {
        let corpus = capability::Capability::read(&[File { name: "rows.jsonl", text }]).expect("sound rows");
        capability::score(&corpus, &capability::judge(&corpus, &Stopped))
    }

    const READ: &str = r#"{"id": "a", "server": "s", "name": "read_file", "description": "Reads the file at the given path.",
        "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}},
        "capabilities": ["fs_read"], "maybe": ["net_egress"], "operation": "read", "parameter_roles": {"path": "path", "x": "id"}}"#;

    #[test]
    fn tags_are_counted_over_tools_and_those_that_may_be_either_are_not() {
        let scores = score(&READ.replace('\n', " "));
        let engine = scores.detector("engine").expect("the engine").tally;
        assert_eq!((engine.true_positives, engine.true_negatives), (1, 6));
        assert!(scores.detector("net_egress").is_none());
        let measures: Vec<_> = scores
            .measures
            .iter()
            .map(|measure| (measure.name.as_str(), measure.share.part, measure.share.of))
            .collect();
        assert_eq!(measures, [("parameter roles", 1, 1), (crate::CLASSES, 1, 1), ("reads or does not", 1, 1)]);
    }

    #[test]
    fn a_missed_tag_and_a_wrong_one_are_told_with_the_tool() {
        let scores = score(&READ.replace('\n', " ").replace(r#"["fs_read"]"#, r#"["exec"]"#));
        assert_eq!((scores.missed[0].id.as_str(), scores.missed[0].checks.as_slice()), ("a", &["exec".to_owned()][..]));
        assert_eq!(scores.false_alarms[0].checks, ["fs_read"]);
    }
}
