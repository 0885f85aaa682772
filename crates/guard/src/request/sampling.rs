//! What a request to the client's model wants: the signs in a sampling.
//!
//! The response checks look for data that speaks to an agent. A prompt speaks to one by right, so it is read as what a server
//! says of itself as well: orders that no server has a reason to give its reader. What a server's system prompt orders, the server
//! orders; what stands in a message may be a document that it was given, and is told only.

use super::asking::takes_conversation;
use super::lexicon::Weight;
use super::sign::{Manner, Sign};
use super::words::{LONGEST, sentences};
use crate::response::whispers;
use crate::words::sampling::{ABOUT_USER, DEEDS};
use vetgate_model::json::{Document, Kind, Node};
use vetgate_model::{Definition, DefinitionKind, Tier};
use vetgate_vet::{Catalog, checks, inspect_one};

/// How many texts of one request are read.
const TEXTS: usize = 64;

/// What the parameters of a sampling show.
pub(super) fn signs(server: &str, params: &Document) -> Vec<Sign> {
    let mut signs = vec![];
    let says = |node: &Node, text: &str| node.string().is_some_and(|said| said.text == text);
    let root = params.root();
    if root.members().any(|(name, value)| name.text == "includeContext" && says(&value, "allServers")) {
        // What for may be harmless; to say that it is about the user, or about the others, is not.
        let tier = if texts(params).filter_map(|node| node.string()).any(|text| is_about_user(&text.text)) {
            Tier::Hard
        } else {
            Tier::Soft
        };
        let text = "it asks for the context of all other servers (`includeContext`)";
        signs.push(Sign::new(tier, Manner::Context, text));
    }
    if let Some(weight) = takes(params) {
        let (tier, text) = match weight {
            Weight::Sure => {
                (Tier::Hard, "it asks the model for the conversation, its instructions or other servers' responses")
            }
            Weight::Doubtful => (Tier::Soft, "it may ask the model for the conversation"),
        };
        signs.push(Sign::new(tier, Manner::Conversation, text));
    }
    let systems = root.members().filter(|(name, _)| name.text == "systemPrompt").map(|(_, value)| (Tier::Hard, value));
    let messages = texts(params).filter(|node| node.key().is_some_and(|key| key.text == "text"));
    for (tier, node) in systems.chain(messages.map(|node| (Tier::Soft, node))).take(TEXTS) {
        let Some(text) = node.string() else { continue };
        if orders_theft(server, &text.text) {
            let sign = Sign::new(
                tier,
                Manner::Order,
                "it asks the model for secrets, or to follow the server rather than the user",
            );
            signs.push(sign);
        }
    }
    let messages = texts(params).filter(|node| node.key().is_some_and(|key| key.text == "text")).take(TEXTS);
    if messages.filter_map(|node| node.string()).any(|text| adds_in_secret(&text.text)) {
        let text = "it asks the model to do something else as well and to hide that from the user";
        signs.push(Sign::new(Tier::Hard, Manner::Order, text));
    }
    signs
}

fn is_about_user(text: &str) -> bool {
    let text = text[..text.floor_char_boundary(LONGEST)].to_lowercase();
    ABOUT_USER.iter().any(|phrase| text.contains(phrase))
}

/// Words by which something is added to a task, and what is done besides.
const ADDING: &[&str] = &["also", "additionally", "furthermore"];

/// Whether a text adds something to be done to what it asks for, and wants it kept from the user in the same line.
fn adds_in_secret(text: &str) -> bool {
    whispers(&text[..text.floor_char_boundary(LONGEST)], "").iter().any(|whisper| {
        let words: Vec<String> = whisper
            .text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        words.windows(2).any(|pair| ADDING.contains(&pair[0].as_str()) && DEEDS.contains(&pair[1].as_str()))
    })
}

/// Whether the model is to hand over what it knows.
pub(super) fn takes(params: &Document) -> Option<Weight> {
    let texts = texts(params).filter_map(|node| node.string());
    texts.flat_map(|text| sentences(&text.text)).filter_map(|words| takes_conversation(&words)).max()
}

/// Every text reaches the model: the system's, those of messages, those of tools. Data of images is none.
fn texts<'d, 't>(params: &'d Document<'t>) -> impl Iterator<Item = Node<'d, 't>> {
    let is_text = |node: &Node| node.kind() == Kind::String && node.key().is_none_or(|key| key.text != "data");
    params.nodes().filter(is_text)
}

/// Whether a text, read as a server's instructions to its reader, orders what no server has a reason to order.
fn orders_theft(server: &str, text: &str) -> bool {
    let raw = serde_json::Value::from(&text[..text.floor_char_boundary(LONGEST)]).to_string();
    let Ok(definition) = Definition::parse(server, DefinitionKind::Instructions, &raw) else { return false };
    let definitions = [definition];
    let Some(finding) = inspect_one(&Catalog::of(&definitions), 0, checks::all()) else { return false };
    let has = |check: &str, tier: Tier| {
        finding
            .signals
            .iter()
            .any(|signal| signal.check == check && signal.tier >= tier && !is_disclosure(&signal.detail))
    };
    has("directive.injection", Tier::Hard)
        || (has("directive.imperative", Tier::Soft) && has("secret.embedded", Tier::Soft))
}

/// Whether a check says that a text asks for the system prompt. Prompts forbid that more often than they ask for it, and
/// the checks do not tell the two apart; [`takes`] does.
pub(super) fn is_disclosure(detail: &str) -> bool {
    detail.starts_with("Asks for the system prompt")
}
