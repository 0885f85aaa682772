//! What a form asks for: the signs of phishing in an elicitation.
//!
//! The protocol forbids servers to ask for what is sensitive in a form. A property that stands for a secret is a sign by
//! itself; the words of a message are one where the form has a field that can take what they ask for. An address is a
//! sign where it is none of the web, or hides where it leads.

use super::asking::{Wanted, by_label, by_name, by_sentence};
use super::lexicon::Weight;
use super::sign::{Manner, Sign};
use super::words::{of_name, sentences};
use vetgate_model::Tier;
use vetgate_model::json::{Document, Kind, Node};

/// How many words a message has at most that is only a label.
const TERSE: usize = 4;
/// How many properties of a form are looked at: more than anybody fills in.
const PROPERTIES: usize = 1_000;

/// What the parameters of an elicitation show.
pub(super) fn signs(params: &Document) -> Vec<Sign> {
    let mut signs = vec![];
    let root = params.root();
    let properties = properties(root);
    let is_form = members(root, "requestedSchema").next().is_some() || !says(root, "mode", "url");
    for (name, property) in &properties {
        if let Some(wanted) = property_asks(name, *property) {
            signs.push(secret(wanted, &format!("the field `{}`", vetgate_text::render::safe(name, 60))));
        }
    }
    // Without any schema nobody knows what a client shows.
    let takes_text = properties.is_empty() && members(root, "requestedSchema").next().is_none()
        || properties.iter().any(|(_, property)| takes_text(*property));
    if is_form && takes_text {
        let schema = members(root, "requestedSchema").flat_map(|schema| texts(schema, &["title", "description"]));
        for text in texts(root, &["message"]).chain(schema.collect::<Vec<_>>()) {
            let sentences = sentences(&text);
            let wanted = sentences.iter().filter_map(|words| {
                let label = if words.len() <= TERSE { by_label(words) } else { None };
                by_sentence(words).into_iter().chain(label).max_by_key(|wanted| wanted.weight)
            });
            signs.extend(wanted.map(|wanted| secret(wanted, "the message")));
        }
    }
    for address in texts(root, &["url"]) {
        if !is_web(&address) {
            signs.push(Sign::new(Tier::Hard, Manner::Address, "it links to an address that is not on the web"));
        } else if hides_host(&address) {
            signs.push(Sign::new(Tier::Hard, Manner::Address, "its address disguises the host that it links to"));
        }
    }
    signs
}

fn secret(wanted: Wanted, place: &str) -> Sign {
    let tier = if wanted.weight == Weight::Sure { Tier::Hard } else { Tier::Soft };
    let verb = if tier == Tier::Hard { "asks" } else { "may ask" };
    Sign::new(tier, Manner::Secret, &format!("{place} {verb} for {}", wanted.kind))
}

/// What one property asks for.
fn property_asks(name: &str, property: Node) -> Option<Wanted> {
    if !takes_value(property) {
        return None;
    }
    let masked = says(property, "format", "password").then_some(Wanted {
        kind: "a password",
        weight: Weight::Sure,
        is_number: false,
    });
    let by_title: Vec<Wanted> =
        texts(property, &["title"]).flat_map(|title| sentences(&title)).filter_map(|words| by_label(&words)).collect();
    // A description begins with what it describes.
    let by_description = texts(property, &["description"]).flat_map(|text| {
        let of = |(at, words): (usize, &Vec<_>)| by_sentence(words).or_else(|| by_label(words).filter(|_| at == 0));
        sentences(&text).iter().enumerate().filter_map(of).collect::<Vec<_>>()
    });
    let found =
        masked.into_iter().chain(by_name(&of_name(name))).chain(by_title).chain(by_description.collect::<Vec<_>>());
    // A number is no password, and may be a card's.
    found.filter(|wanted| wanted.is_number || takes_text(property)).max_by_key(|wanted| wanted.weight)
}

/// Whether somebody writes something into it: no switch, and no choice among what the server knows.
fn takes_value(property: Node) -> bool {
    let chooses = ["enum", "oneOf", "anyOf", "const"].iter().any(|name| members(property, name).next().is_some());
    let is_switch = says(property, "type", "boolean");
    // The choices of a list stand in its items.
    let lists = members(property, "items")
        .any(|items| ["enum", "oneOf", "anyOf"].iter().any(|name| members(items, name).next().is_some()));
    !(chooses || is_switch || lists)
}

/// Whether it takes a text.
fn takes_text(property: Node) -> bool {
    takes_value(property) && !says(property, "type", "integer") && !says(property, "type", "number")
}

/// Every property at any depth, with its name.
fn properties<'d, 't>(root: Node<'d, 't>) -> Vec<(String, Node<'d, 't>)> {
    let mut found = vec![];
    let mut open: Vec<Node<'d, 't>> = members(root, "requestedSchema").collect();
    while let Some(node) = open.pop() {
        for (name, member) in node.members() {
            if name.text == "properties" && member.kind() == Kind::Object {
                for (name, property) in member.members() {
                    found.push((name.text.into_owned(), property));
                    if found.len() >= PROPERTIES {
                        return found;
                    }
                }
            }
        }
        open.extend(node.children());
    }
    found
}

/// Every member of that name: of two with one name, nobody knows which one a client takes.
fn members<'d, 't>(node: Node<'d, 't>, name: &'static str) -> impl Iterator<Item = Node<'d, 't>> {
    node.members().filter(move |(key, _)| key.text == name).map(|(_, member)| member)
}

fn texts<'d>(node: Node<'d, '_>, names: &'static [&'static str]) -> impl Iterator<Item = String> + 'd {
    let texts: Vec<String> = node
        .members()
        .filter(|(key, _)| names.contains(&&*key.text))
        .filter_map(|(_, member)| Some(member.string()?.text.into_owned()))
        .collect();
    texts.into_iter()
}

/// Whether every member of that name says so, and there is one.
fn says(node: Node, name: &'static str, value: &str) -> bool {
    let mut said = members(node, name).map(|member| member.string().is_some_and(|text| text.text == value)).peekable();
    said.peek().is_some() && said.all(|is_it| is_it)
}

fn is_web(address: &str) -> bool {
    let begins = |scheme: &str| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    begins("https://") || begins("http://")
}

/// `https://bank.example@collect.example`: what looks like the host is a user's name.
fn hides_host(address: &str) -> bool {
    let authority = address.split_once("://").map_or(address, |(_, rest)| rest);
    authority.split(['/', '?', '#', '\\']).next().is_some_and(|host| host.contains('@'))
}
