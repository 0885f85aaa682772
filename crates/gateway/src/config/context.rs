//! The file that is read: where it is, what its references stand for, and every mistake in it.

use super::lookup::Lookup;
use super::mistake::Mistake;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;
use vetgate_mcp::configs::{Reference, expand_text};
use vetgate_model::Pointer;

/// The file that is read, and what was noticed in it.
pub(super) struct Context<'c> {
    pub(super) file: &'c str,
    /// What paths in it are relative to.
    pub(super) folder: &'c Path,
    pub(super) lookup: &'c Lookup<'c>,
    mistakes: RefCell<Vec<Mistake>>,
}

impl<'c> Context<'c> {
    pub(super) fn new(file: &'c str, folder: &'c Path, lookup: &'c Lookup<'c>) -> Self {
        Self { file, folder, lookup, mistakes: RefCell::default() }
    }

    /// Notes a mistake.
    pub(super) fn wrong(&self, line: usize, place: &Pointer, message: impl Display, hint: Option<String>) {
        self.note(Mistake {
            file: self.file.to_owned(),
            line: Some(line),
            place: place.to_string(),
            message: message.to_string(),
            hint,
        });
    }

    pub(super) fn note(&self, mistake: Mistake) {
        self.mistakes.borrow_mut().push(mistake);
    }

    pub(super) fn into_mistakes(self) -> Vec<Mistake> {
        self.mistakes.into_inner()
    }

    /// Looks a reference up and keeps the reason where that fails.
    pub(super) fn follow(
        &self,
        reference: &Reference,
        reasons: &RefCell<BTreeMap<Reference, String>>,
    ) -> Option<String> {
        let found = (self.lookup)(reference);
        found.map_err(|reason| reasons.borrow_mut().insert(reference.clone(), reason)).ok()
    }

    /// `text` with its references replaced; one that leads nowhere is a mistake.
    pub(super) fn expand(&self, text: &str, line: usize, place: &Pointer) -> Option<String> {
        let reasons = RefCell::default();
        let (text, missing) = expand_text(text, |reference| self.follow(reference, &reasons));
        for reference in &missing {
            let reason = reasons.borrow().get(reference).cloned().unwrap_or_default();
            self.wrong(line, place, format_args!("`{reference}` cannot be resolved: {reason}"), None);
        }
        missing.is_empty().then_some(text)
    }
}
