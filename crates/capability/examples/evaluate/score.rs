//! How often the classifier is right.

use crate::labelled::{Labelled, Labels};
use std::collections::BTreeMap;
use std::fmt;
use vetgate_capability::{Classification, Level, OperationClass, Role, Tag, classify, classify_all};

/// What a tool is seen beside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// The other tools of its server, as in a scan.
    Beside,
    /// Nothing.
    Alone,
}

/// Every count of one set of tools.
#[derive(Default)]
pub(crate) struct Score {
    pub(crate) tags: BTreeMap<Tag, Grades>,
    /// Tools without any capability that were given none at medium or above.
    pub(crate) harmless: Share,
    pub(crate) roles: BTreeMap<Role, Tally>,
    /// Parameters whose role is the one labelled.
    pub(crate) parameters: Share,
    /// Tools whose class is one of those labelled.
    pub(crate) classes: Share,
    /// Tools that are rightly said to read, or rightly not.
    pub(crate) reads: Share,
    /// The same against what authors claim.
    pub(crate) claims: Share,
    /// Tools of class `unknown`.
    pub(crate) unknown: usize,
}

/// What is found of one tag.
#[derive(Default, Clone, Copy)]
pub(crate) struct Grades {
    /// At high.
    pub(crate) high: Tally,
    /// At medium and above.
    pub(crate) medium: Tally,
}

impl Score {
    pub(crate) fn of(tools: &[&Labelled], view: View) -> Self {
        let classifications: Vec<Classification> = match view {
            View::Alone => tools.iter().map(|tool| classify(&tool.definition)).collect(),
            View::Beside => {
                let all = classify_all(tools.iter().map(|tool| &tool.definition));
                all.into_iter().map(|(_, classification)| classification).collect()
            }
        };
        let mut score = Self::default();
        for (tool, found) in tools.iter().zip(&classifications) {
            score.add_tags(&tool.labels, found);
            score.add_roles(&tool.labels, found);
            score.add_operation(&tool.labels, found.operation.class);
        }
        score
    }

    fn add_tags(&mut self, labels: &Labels, found: &Classification) {
        for tag in Tag::ALL {
            let Some(expected) = labels.has(tag) else { continue };
            let grades = self.tags.entry(tag).or_default();
            grades.high.add(expected, found.has(tag, Level::High));
            grades.medium.add(expected, found.has(tag, Level::Medium));
        }
        if labels.is_harmless() {
            self.harmless.add(Tag::ALL.iter().all(|tag| !found.has(*tag, Level::Medium)));
        }
    }

    fn add_roles(&mut self, labels: &Labels, found: &Classification) {
        for (parameter, expected) in &labels.parameter_roles {
            let found = found.parameter_roles.get(parameter).map(|found| found.role);
            self.parameters.add(found == Some(*expected));
            for role in Role::ALL {
                self.roles.entry(role).or_default().add(*expected == role, found == Some(role));
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
    pub(crate) fn overall(&self) -> Grades {
        let mut all = Grades::default();
        for grades in self.tags.values() {
            all.high.join(grades.high);
            all.medium.join(grades.medium);
        }
        all
    }

    /// All roles that an attack can be tried on, together.
    pub(crate) fn interesting_roles(&self) -> Tally {
        let mut all = Tally::default();
        self.roles.iter().filter(|(role, _)| role.is_interesting()).for_each(|(_, tally)| all.join(*tally));
        all
    }
}

/// Found, missed and wrongly found.
#[derive(Default, Clone, Copy)]
pub(crate) struct Tally {
    right: usize,
    missed: usize,
    wrong: usize,
}

impl Tally {
    fn add(&mut self, expected: bool, found: bool) {
        self.right += usize::from(expected && found);
        self.missed += usize::from(expected && !found);
        self.wrong += usize::from(!expected && found);
    }

    fn join(&mut self, other: Self) {
        self.right += other.right;
        self.missed += other.missed;
        self.wrong += other.wrong;
    }

    pub(crate) fn positives(self) -> usize {
        self.right + self.missed
    }

    pub(crate) fn precision(self) -> Share {
        Share { right: self.right, of: self.right + self.wrong }
    }

    pub(crate) fn recall(self) -> Share {
        Share { right: self.right, of: self.positives() }
    }
}

/// So many of so many. Shown with both, for a share of a few says little.
#[derive(Default, Clone, Copy)]
pub(crate) struct Share {
    pub(crate) right: usize,
    pub(crate) of: usize,
}

impl Share {
    fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.of += 1;
    }

    /// As a number; `None` of none.
    pub(crate) fn value(self) -> Option<f64> {
        (self.of > 0).then(|| self.right as f64 / self.of as f64)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{value:.2} ({}/{})", self.right, self.of),
            None => f.write_str("none"),
        }
    }
}
