//! A definition as checks see it.

use crate::Catalog;
use crate::notion::{self, Hit};
use crate::reading::glance::{self, Glance};
use crate::reading::{self, Directive, Reading, parts_of};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use vetgate_model::{Definition, DefinitionKind, Facet, FacetKind, Pointer};
use vetgate_text::normal::{Normal, stem};

/// One definition with the forms of its texts, each computed at most once.
#[derive(Debug)]
pub struct View<'d> {
    definition: &'d Definition,
    facets: Vec<FacetView<'d>>,
    own_names: OnceLock<BTreeSet<String>>,
    subject: OnceLock<BTreeSet<String>>,
    reading: OnceLock<Reading>,
    /// Whether every text is read, whatever a glance says.
    reads_all: bool,
}

/// How much of a description is taken for its opening, in characters.
const OPENING: usize = 200;

/// One string of a definition, raw and in normal form.
#[derive(Debug)]
pub struct FacetView<'d> {
    facet: &'d Facet,
    normal: OnceLock<Normal>,
    notions: OnceLock<Vec<Hit>>,
    glance: OnceLock<Glance>,
}

impl<'d> FacetView<'d> {
    /// The facet itself.
    pub fn facet(&self) -> &'d Facet {
        self.facet
    }

    /// What kind of string it is.
    pub fn kind(&self) -> FacetKind {
        self.facet.kind
    }

    /// The string as it arrived.
    pub fn raw(&self) -> &'d str {
        &self.facet.text
    }

    /// The string in normal form.
    pub fn normal(&self) -> &Normal {
        self.normal.get_or_init(|| Normal::of(&self.facet.text))
    }

    /// What the string may hold, as a string of a response.
    fn glance(&self) -> Glance {
        *self.glance.get_or_init(|| glance::at(&self.facet.text))
    }

    /// What the string speaks of, by places of its normal form.
    pub(crate) fn notions(&self) -> &[Hit] {
        self.notions.get_or_init(|| notion::read(self.normal().text()))
    }
}

impl<'d> View<'d> {
    /// A view of `definition`.
    pub fn of(definition: &'d Definition) -> Self {
        let unread =
            |facet| FacetView { facet, normal: OnceLock::new(), notions: OnceLock::new(), glance: OnceLock::new() };
        let facets = definition.facets().iter().map(unread).collect();
        let own_names = OnceLock::new();
        let reads_all = definition.kind() != DefinitionKind::Response;
        Self { definition, facets, own_names, subject: OnceLock::new(), reading: OnceLock::new(), reads_all }
    }

    /// The definition itself.
    pub fn definition(&self) -> &'d Definition {
        self.definition
    }

    /// Its strings.
    pub fn facets(&self) -> &[FacetView<'d>] {
        &self.facets
    }

    /// Reads every text, whatever a glance says.
    pub(crate) fn read_all(&mut self) {
        self.reads_all = true;
    }

    /// Whether a text may give an order to an agent, so that it is to be read.
    pub(crate) fn may_order(&self, facet: &FacetView) -> bool {
        let is_named = |pointer: &Pointer| pointer.tokens().last().is_some_and(|name| glance::is_for_a_machine(&name));
        self.reads_all
            || facet.kind() != FacetKind::Response
            || facet.glance().may_order
            || is_named(&facet.facet().pointer)
    }

    /// Whether a text may hold something encoded.
    pub(crate) fn may_encode(&self, facet: &FacetView) -> bool {
        self.reads_all || facet.kind() != FacetKind::Response || facet.glance().may_encode
    }

    /// Its strings of one kind.
    pub fn facets_of(&self, kind: FacetKind) -> impl Iterator<Item = &FacetView<'d>> {
        self.facets.iter().filter(move |facet| facet.kind() == kind)
    }

    /// The names of its parameters and the values they may take, in lower case.
    pub(crate) fn own_names(&self) -> &BTreeSet<String> {
        self.own_names.get_or_init(|| {
            let parameters = self.definition.parameters().iter().map(|p| p.name.to_lowercase());
            parameters.chain(self.facets_of(FacetKind::Enum).map(|f| f.raw().to_lowercase())).collect()
        })
    }

    /// The words, by their stems, for what the definition is about: of its names, and of the opening of its description.
    pub(crate) fn subject(&self) -> &BTreeSet<String> {
        self.subject.get_or_init(|| {
            let names = self
                .facets
                .iter()
                .filter(|f| matches!(f.kind(), FacetKind::Name | FacetKind::Title | FacetKind::ParameterName));
            let names = names.flat_map(|f| parts_of(f.raw()));
            let server = parts_of(self.definition.server());
            let opening = self.facets_of(FacetKind::Description).flat_map(|f| {
                let opening: String = f.raw().chars().take(OPENING).collect();
                let end = opening.find(['.', '\n', ';']).unwrap_or(opening.len());
                parts_of(&opening[..end].to_lowercase())
            });
            names
                .chain(server)
                .chain(opening)
                .filter(|word| word.len() > 2)
                .map(|word| stem(&word).into_owned())
                .collect()
        })
    }

    /// What its texts tell the model to do, read clause by clause.
    pub(crate) fn reading(&self, catalog: &Catalog) -> &Reading {
        self.reading.get_or_init(|| reading::read(self, catalog))
    }

    /// The orders among it.
    pub(crate) fn directives(&self, catalog: &Catalog) -> &[Directive] {
        &self.reading(catalog).directives
    }
}
