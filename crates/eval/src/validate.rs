//! Whether a dataset of any kind holds every rule.

use crate::retrieval::{Golden, Tools};
use crate::rows::{Fields, Form, Rows, read};
use crate::{
    Baseline, File, Flaw, Rule, capability, contract, contradiction, flow, license, responses, security, sensitive,
};
use vetgate_model::json::{self, Document};

/// What a dataset is, told by its own members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Tools to search.
    Tools,
    /// Queries over tools.
    Queries,
    /// Labelled definitions.
    Security,
    /// Labelled tool outputs.
    Responses,
    /// Texts with personal data and secrets.
    Sensitive,
    /// Tools with what they can do.
    Capability,
    /// Sessions of calls.
    Flow,
    /// Labelled calls for the contradiction matrix.
    Contradiction,
    /// Reference figures.
    Baseline,
    /// Real servers to calibrate on.
    CalibrationServers,
    /// Labels of their tools.
    CalibrationLabels,
    /// Verdicts on what `vetgate analyze` finds in them.
    CalibrationFindings,
    /// Figures by which static rules are stable.
    StaticRules,
}

/// A member of an item that only one kind of dataset has, in the order in which they are looked for.
// table: the members of the datasets of this project.
const TELLING: &[(&str, Kind)] = &[
    ("relevant", Kind::Queries),
    ("labels", Kind::Queries),
    ("steps", Kind::Flow),
    ("arguments", Kind::Contradiction),
    ("spans", Kind::Sensitive),
    ("negative_for", Kind::Sensitive),
    ("capabilities", Kind::Capability),
    ("hints", Kind::Capability),
    ("text", Kind::Responses),
    ("label", Kind::Security),
    ("category", Kind::Security),
    ("tool_id", Kind::Tools),
];

impl Kind {
    /// What its items are called.
    pub const fn items(self) -> &'static str {
        match self {
            Self::Tools => "tools to search",
            Self::Queries => "queries",
            Self::Security => "labelled definitions",
            Self::Responses => "labelled outputs",
            Self::Sensitive => "texts with spans",
            Self::Capability => "labelled tools",
            Self::Flow => "sessions",
            Self::Contradiction => "labelled calls",
            Self::Baseline => "evaluations with limits",
            Self::CalibrationServers => "servers",
            Self::CalibrationLabels => "labelled servers",
            Self::CalibrationFindings => "judged findings",
            Self::StaticRules => "rules with figures",
        }
    }
}

/// Checks `file` against every rule of its kind. Queries are checked against `tools`. The answer is what it holds, and
/// how many of it.
pub fn validate(file: File<'_>, tools: &[File<'_>]) -> Result<(Kind, usize), Vec<Flaw>> {
    if let Some(kind) = baseline(file)? {
        return Ok(kind);
    }
    if let Some(kind) = calibration(file)? {
        return Ok(kind);
    }
    let rows = read(file, &["entries", "tools", "queries", "sessions"])?;
    let kind = kind(file, &rows)?;
    let files = &[file];
    let count = match kind {
        Kind::Tools => Tools::read(files)?.1.len(),
        Kind::Queries if tools.is_empty() => {
            let message = "contains queries: name their tools with --corpus FILE".to_owned();
            return Err(vec![Flaw { place: file.name.to_owned(), id: None, rule: Rule::Dangling, message }]);
        }
        Kind::Queries => Golden::read(tools, files)?.queries.len(),
        Kind::Security => security::Security::read(files)?.entries.len(),
        Kind::Responses => responses::Responses::read(files)?.outputs.len(),
        Kind::Sensitive => sensitive::Sensitive::read(files)?.entries.len(),
        Kind::Capability => capability::Capability::read(files)?.tools.len(),
        Kind::Contradiction => contradiction::Contradictions::read(files)?.calls.len(),
        Kind::Flow => flow::Flow::read(files)?.sessions.len(),
        Kind::Baseline
        | Kind::CalibrationServers
        | Kind::CalibrationLabels
        | Kind::CalibrationFindings
        | Kind::StaticRules => unreachable!("is known by its members, not by an item"),
    };
    let is_labelled =
        matches!(kind, Kind::Security | Kind::Responses | Kind::Sensitive | Kind::Flow | Kind::Contradiction);
    let mut flaws = if is_labelled { licenses(&rows) } else { Vec::new() };
    if rows.form == Form::Document {
        flaws.extend(contract::check(file, kind));
    }
    if flaws.is_empty() { Ok((kind, count)) } else { Err(flaws) }
}

/// A baseline has no items: it is known by what it limits.
fn baseline(file: File<'_>) -> Result<Option<(Kind, usize)>, Vec<Flaw>> {
    let Ok(document) = Document::parse(file.text) else { return Ok(None) };
    if document.root().get("detectors").is_none() {
        return Ok(None);
    }
    match Baseline::parse(file.text) {
        Ok(baseline) => {
            let flaws = contract::check(file, Kind::Baseline);
            if !flaws.is_empty() {
                return Err(flaws);
            }
            let others = usize::from(baseline.retrieval.is_some()) + usize::from(!baseline.evasion.is_empty());
            Ok(Some((Kind::Baseline, baseline.detectors.len() + others)))
        }
        Err(error) => {
            let place = format!("{}:{}", file.name, error.line());
            Err(vec![Flaw { place, id: None, rule: Rule::Shape, message: format!("is not a baseline: {error}") }])
        }
    }
}

/// The documents of the calibration are scored by scripts and tests; here they are held to their schemas.
fn calibration(file: File<'_>) -> Result<Option<(Kind, usize)>, Vec<Flaw>> {
    let Ok(document) = Document::parse(file.text) else { return Ok(None) };
    let root = document.root();
    let known = [
        ("findings", Kind::CalibrationFindings),
        ("servers", Kind::CalibrationServers),
        ("servers", Kind::CalibrationLabels),
        ("rules", Kind::StaticRules),
    ];
    let found = known.into_iter().find_map(|(member, kind)| {
        let list = root.get(member)?;
        let is_list = matches!(kind, Kind::CalibrationFindings | Kind::CalibrationServers);
        (is_list == (list.kind() == json::Kind::Array)).then(|| (kind, list.children().count()))
    });
    let Some((kind, count)) = found else { return Ok(None) };
    let flaws = contract::check(file, kind);
    if flaws.is_empty() { Ok(Some((kind, count))) } else { Err(flaws) }
}

fn kind(file: File<'_>, rows: &Rows) -> Result<Kind, Vec<Flaw>> {
    let told = rows.rows.iter().find_map(|row| {
        let document = Document::parse(row.raw).ok()?;
        let root = document.root();
        let fields = Fields::of(&root);
        TELLING.iter().find(|(member, _)| fields.some(member).is_some()).map(|(_, kind)| *kind)
    });
    told.ok_or_else(|| {
        let known: Vec<&str> = TELLING.iter().map(|(member, _)| *member).collect();
        let message = format!("the items have no known type; expected a member such as {}", known.join(", "));
        vec![Flaw { place: file.name.to_owned(), id: None, rule: Rule::Shape, message }]
    })
}

/// Items of JSON Lines are scored without a licence, but a dataset that is to be kept needs one for each.
fn licenses(rows: &Rows) -> Vec<Flaw> {
    let flaw = |row: &crate::rows::Row| {
        let document = Document::parse(row.raw).ok()?;
        let root = document.root();
        let id = Fields::of(&root).text("id").unwrap_or_default();
        license::check(row, &id, &root).err()
    };
    rows.rows.iter().filter_map(flaw).collect()
}
