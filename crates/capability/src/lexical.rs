//! Layer 1: what a definition says, in its own words.
//!
//! A definition is read into [`facts`]: which acts it names, which things, which act on which thing, and who says so (its
//! name, the first sentence of its description, the rest of it, its parameters, its server). What words mean is data
//! ([`lexicon`]), and so is what follows from an act on a thing ([`frames`]). Facts become [`features`], and features
//! have weights, which are data too; their sum and the number of independent witnesses make a capability low, medium
//! or high ([`weigh`]), and the words that spoke for it are its [`evidence`].
//!
//! ```text
//!   name, title ── name ──┐
//!   description ── words ─┼─▶ reading ─▶ facts ─▶ features ─▶ weigh ─▶ capabilities, evidence
//!   parameters ── roles ──┘      │        │
//!                             lexicon     └─▶ operation
//! ```

pub(crate) mod docstring;
pub(crate) mod evidence;
pub(crate) mod facts;
pub(crate) mod features;
pub(crate) mod frames;
pub(crate) mod indicative;
pub(crate) mod inflect;
pub(crate) mod lexicon;
pub(crate) mod meaning;
pub(crate) mod name;
pub(crate) mod operation;
pub(crate) mod phrases;
pub(crate) mod reading;
pub(crate) mod roles;
pub(crate) mod setting;
pub(crate) mod weigh;
pub(crate) mod words;

use crate::{Classification, Level, Mode, Operation, ParameterRole, Role, Tag, tokens};
use facts::{Facts, Voice};
use meaning::{Thing, Things};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_model::{Definition, DefinitionKind, FacetKind};

/// Classifies a tool by its definition alone: its name, title, description, parameters and annotations, and the name of
/// its server.
///
/// Deterministic and linear in the size of the definition. Budget: 20 µs for a tool of the usual size, measured by
/// `cargo bench -p vetgate-capability`.
///
/// ```
/// use vetgate_capability::{Level, Tag, classify};
/// use vetgate_model::{Definition, DefinitionKind};
///
/// let raw = r#"{"name":"read_file","description":"Reads the file at the given path.",
///     "inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}"#;
/// let tool = Definition::parse("files", DefinitionKind::Tool, raw).unwrap();
/// assert_eq!(classify(&tool).level(Tag::FsRead), Some(Level::High));
/// ```
pub fn classify(tool: &Definition) -> Classification {
    finish(tool, read(tool, tool.server()))
}

/// Classifies the tools of one server that is called `server`, whatever their definitions say it is called: a report
/// tells servers of one name apart by labels, and a label has words in it that are not the server's.
pub fn classify_server(server: &str, tools: &[&Definition]) -> Vec<Classification> {
    let mut read: Vec<(&Definition, Read)> = tools.iter().map(|tool| (*tool, read(tool, server))).collect();
    surround(&mut read);
    read.into_iter().map(|(tool, read)| finish(tool, read)).collect()
}

/// Classifies all tools among `definitions`, in their order, each beside the others of its server: in a server whose
/// tools speak of Jira, `list_boards` lists those of Jira. Definitions that are no tools are passed over.
pub fn classify_all<'d>(
    definitions: impl IntoIterator<Item = &'d Definition>,
) -> Vec<(&'d Definition, Classification)> {
    let tools = definitions.into_iter().filter(|definition| definition.kind() == DefinitionKind::Tool);
    let mut read: Vec<(&Definition, Read)> = tools.map(|tool| (tool, read(tool, tool.server()))).collect();
    surround(&mut read);
    read.into_iter().map(|(tool, read)| (tool, finish(tool, read))).collect()
}

/// The features of tools for each tag, by name, each beside the others of its server. The weights of `weights.txt` are
/// fitted on them; see `scripts/fit-capability`.
pub fn features_by_tag(tools: &[Definition]) -> Vec<BTreeMap<Tag, Vec<String>>> {
    let mut read: Vec<(&Definition, Read)> = tools.iter().map(|tool| (tool, read(tool, tool.server()))).collect();
    surround(&mut read);
    read.iter().map(|(tool, read)| weigh::named_features(&read.facts, tool.hints(), &read.operation)).collect()
}

/// The share of a server's tools that must speak of a thing for it to be what the server is about, one in so many. Who
/// names a product in some tools is its client in all; of files and tables many speak in passing.
fn share(thing: Thing) -> usize {
    use Thing::{Chain, Cloud, File, Folder, Process, Service, Shell};
    match thing {
        Service | Chain | Cloud => 4,
        File | Folder | Process | Shell => 3,
        _ => 2,
    }
}

/// Tells each tool what the others of its server speak of.
fn surround(tools: &mut [(&Definition, Read)]) {
    let mut servers: BTreeMap<&str, (usize, [usize; Thing::ALL.len()])> = BTreeMap::new();
    for (tool, read) in tools.iter() {
        let (size, counts) = servers.entry(tool.server()).or_insert((0, [0; Thing::ALL.len()]));
        *size += 1;
        read.facts.told().iter().for_each(|thing| counts[thing as usize] += 1);
    }
    for (tool, read) in tools.iter_mut() {
        let Some((size, counts)) = servers.get(tool.server()) else { continue };
        let own = read.facts.told();
        let others = Thing::ALL.iter().filter(|thing| {
            let others = counts[**thing as usize] - usize::from(own.has(**thing));
            others > 0 && others * share(**thing) >= size - 1
        });
        let around = others.fold(Things::default(), |all, thing| all.or(Things::of(*thing)));
        read.facts.surround(around);
    }
}

fn finish(tool: &Definition, read: Read) -> Classification {
    let Read { facts, operation, parameter_roles, is_understood } = read;
    let warnings = warnings(tool, is_understood);
    let mut capabilities = weigh::capabilities(&facts, tool.hints(), &operation, &parameter_roles);
    indicative::raise(&mut capabilities, tool.name(), &facts);
    let operation = operation.or_implied_by(&capabilities);
    Classification {
        tool_name: tool.name().to_owned(),
        capabilities,
        parameter_roles,
        classification_mode: Mode::A,
        operation,
        warnings,
    }
}

/// What stands in the way of a better answer.
fn warnings(tool: &Definition, is_understood: bool) -> Vec<String> {
    let has_description = tool.facets().iter().any(|facet| facet.kind == FacetKind::Description);
    let obstacles = [
        (tool.name().is_empty(), "no_name"),
        (!has_description, "no_description"),
        (!is_understood, "nothing_understood"),
    ];
    let obstacles = obstacles.into_iter().filter(|(holds, _)| *holds).map(|(_, warning)| warning.to_owned());
    obstacles.chain(tool.caps().iter().map(|cap| format!("cut:{}", cap.cap))).collect()
}

/// What was read of a definition.
struct Read {
    facts: Facts,
    operation: Operation,
    /// Whether it said anything by itself, before its neighbours were heard.
    is_understood: bool,
    parameter_roles: BTreeMap<String, ParameterRole>,
}

fn read(tool: &Definition, server: &str) -> Read {
    let mut facts = Facts::new();
    let server = tokens(server);
    let name = tokens(tool.name());
    reading::name(&mut facts, Voice::Server, &server);
    reading::name(&mut facts, Voice::Name, &name);
    for facet in tool.facets() {
        match facet.kind {
            FacetKind::Title => reading::name(&mut facts, Voice::Title, &tokens(&facet.text)),
            FacetKind::Annotation if facet.pointer.as_str().ends_with("/title") => {
                reading::name(&mut facts, Voice::Title, &tokens(&facet.text));
            }
            FacetKind::Description => reading::prose(&mut facts, Voice::Lead, &facet.text, &server),
            FacetKind::ParameterDescription | FacetKind::Enum => {
                reading::prose(&mut facts, Voice::Parameter, &facet.text, &server);
            }
            _ => {}
        }
    }
    let parameter_roles = parameters(tool, &mut facts);
    let operation = operation::spoken(&name, &facts, tool);
    let is_understood = !facts.is_empty();
    Read { facts, operation, parameter_roles, is_understood }
}

/// The roles of the parameters by their dotted path; what they and their names say goes into the facts.
fn parameters(tool: &Definition, facts: &mut Facts) -> BTreeMap<String, ParameterRole> {
    let with_values: BTreeSet<&str> = tool
        .facets()
        .iter()
        .filter(|facet| facet.kind == FacetKind::Enum)
        .filter_map(|facet| facet.pointer.as_str().rsplit_once("/enum"))
        .map(|(schema, _)| schema)
        .collect();
    let descriptions = tool.facets().iter().filter(|facet| facet.kind == FacetKind::Description);
    let documented: BTreeMap<&str, &str> = descriptions.flat_map(|facet| docstring::parameters(&facet.text)).collect();
    let mut readings = Vec::with_capacity(tool.parameters().len());
    for parameter in tool.parameters() {
        let name = tokens(&parameter.name);
        reading::name(facts, Voice::Parameter, &name);
        let described = parameter.description.as_deref();
        let description = described.or_else(|| documented.get(parameter.name.as_str()).copied());
        let takes_certain_values = with_values.contains(parameter.pointer.as_str());
        let reading = roles::read(parameter, &name, description, takes_certain_values);
        readings.push((parameter, name, description, reading));
    }
    let has_query = readings.iter().any(|(.., reading)| reading.is_query());
    let mut found = BTreeMap::new();
    for (parameter, name, description, reading) in readings {
        let role = reading.role(facts, has_query);
        if role.confidence.reaches(Level::Medium) {
            facts.role(role.role);
            facts.takes_command |= role.role == Role::Command && role.confidence == Level::High;
            if role.role == Role::Path && !roles::is_surrounding(&name) {
                let is_output = roles::is_output(&name, description);
                facts.takes_output |= is_output;
                facts.takes_input |= !is_output;
            }
        }
        let path = if parameter.nested { dotted(parameter.pointer.as_str()) } else { parameter.name.clone() };
        found.entry(path).or_insert(role);
    }
    found
}

/// How long a dotted path is, in bytes: long names around many parameters must not be copied for each of them.
const PATH: usize = 200;

/// The dotted path of a nested parameter: the names of the parameters around it, from the outside, as far as they fit.
fn dotted(pointer: &str) -> String {
    let mut path = String::new();
    let mut tokens = pointer.split('/');
    while let Some(token) = tokens.next() {
        if !matches!(token, "properties" | "patternProperties") {
            continue;
        }
        let Some(name) = tokens.next() else { break };
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&name[..name.floor_char_boundary(PATH)]);
        if path.len() >= PATH {
            path.truncate(path.floor_char_boundary(PATH));
            path.push('…');
            break;
        }
    }
    path.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests;
