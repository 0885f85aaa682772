//! The arguments of the five tools, and what a model is told if they do not fit.

use super::{Intent, Refusal};
use std::collections::BTreeSet;
use vetgate_mcp::rpc::LIMITS;
use vetgate_model::json::{Document, Kind, Node, Syntax};

/// How many tools a search answers with, unless told.
const USUAL: usize = 10;

/// The most tools that a search answers with.
const MOST: usize = 50;

/// What the arguments of `call_tool_*` may have. Anything else would be lost, and the tool called without it.
const MEMBERS: [&str; 3] = ["name", "args", "intent"];

/// The arguments of `search_tools`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wish {
    /// What is wanted, in anybody's words.
    pub(crate) query: String,
    /// How many tools at most.
    pub(crate) limit: usize,
    /// Of which server only.
    pub(crate) server: Option<String>,
}

impl Wish {
    /// Reads the arguments, which are JSON.
    pub(crate) fn read(arguments: &str) -> Result<Self, Refusal> {
        within(arguments, |root| {
            let query = required(root, "query")?;
            if query.trim().is_empty() {
                return Err(Refusal::new(
                    "`query` is empty; describe in a few words what the tool should do.".to_owned(),
                ));
            }
            let limit = match present(root, "limit") {
                None => USUAL,
                Some(limit) => match limit.raw().parse::<usize>() {
                    Ok(limit) if limit > 0 => limit.min(MOST),
                    _ => return Err(Refusal::new(format!("`limit` has to be a whole number from 1 to {MOST}."))),
                },
            };
            let server = present(root, "server").map(|server| string(server, "server")).transpose()?;
            Ok(Self { query, limit, server })
        })
    }
}

/// The name in the arguments of `describe_tool`, which are JSON.
pub(crate) fn described(arguments: &str) -> Result<String, Refusal> {
    within(arguments, |root| required(root, "name"))
}

/// The arguments of `call_tool_*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallArguments {
    /// The tool, as `search_tools` names it.
    pub(crate) name: String,
    /// The arguments for that tool, as written: a JSON object.
    pub(crate) arguments: String,
    /// What the agent says it means to do.
    pub(crate) intent: Option<Intent>,
}

impl CallArguments {
    /// Reads the arguments, which are JSON.
    pub(crate) fn read(arguments: &str) -> Result<Self, Refusal> {
        within(arguments, |root| {
            let name = required(root, "name")?;
            if let Some((other, _)) = root.members().find(|(key, _)| !MEMBERS.contains(&key.text.as_ref())) {
                let other = other.text.escape_debug();
                return Err(Refusal::new(format!(
                    "`{other}` is not known here; the tool's own arguments go into `args`."
                )));
            }
            let arguments = match present(root, "args") {
                None => "{}".to_owned(),
                Some(args) if args.kind() == Kind::Object => args.raw().to_owned(),
                Some(args) => {
                    let found = args.kind().name();
                    let advice = "an object with the arguments that describe_tool shows";
                    return Err(Refusal::new(format!("`args` has to be {advice}; it is {found}.")));
                }
            };
            let intent = present(root, "intent").map(Intent::read).transpose()?;
            Ok(Self { name, arguments, intent })
        })
    }
}

/// Reads an object in which nothing stands twice: of two names, the model and the gateway could mean different ones.
fn within<T>(arguments: &str, read: impl FnOnce(Node) -> Result<T, Refusal>) -> Result<T, Refusal> {
    let document = Document::parse_as(arguments, Syntax::Strict, LIMITS)
        .map_err(|error| Refusal::new(format!("The arguments cannot be read: {error}.")))?;
    let root = document.root();
    if root.kind() != Kind::Object {
        return Err(Refusal::new(format!("The arguments have to be an object; they are {}.", root.kind().name())));
    }
    let mut names = BTreeSet::new();
    for (name, _) in root.members() {
        if !names.insert(name.text.clone()) {
            return Err(Refusal::new(format!("`{}` occurs twice.", name.text.escape_debug())));
        }
    }
    read(root)
}

/// A member that is there and not `null`.
fn present<'d, 't>(root: Node<'d, 't>, name: &str) -> Option<Node<'d, 't>> {
    root.get(name).filter(|value| value.kind() != Kind::Null)
}

fn required(root: Node, name: &str) -> Result<String, Refusal> {
    match present(root, name) {
        Some(value) => string(value, name),
        None => Err(Refusal::new(format!("`{name}` is missing; it has to be a string."))),
    }
}

fn string(value: Node, name: &str) -> Result<String, Refusal> {
    let wrong = || Refusal::new(format!("`{name}` has to be a string; it is {}.", value.kind().name()));
    value.string().map(|string| string.text.into_owned()).ok_or_else(wrong)
}
