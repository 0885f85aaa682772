//! Disguises by place: the same words where nobody looks for them.

use super::dice::Dice;
use super::passage::Passage;
use serde_json::{Map, Value, json};
use vetgate_model::FacetKind;

/// The member `key` of `node`, an empty object if it is not there; `None` if `node` or it is something else.
fn member<'v>(node: &'v mut Value, key: &str) -> Option<&'v mut Value> {
    let member = node.as_object_mut()?.entry(key).or_insert_with(|| Value::Object(Map::new()));
    member.is_object().then_some(member)
}

/// Puts `words` at `key` of `node`, after what stands there.
fn add(node: &mut Value, key: &str, words: &str) -> Option<()> {
    let text = match node.get(key) {
        None => words.to_owned(),
        Some(Value::String(before)) if before.is_empty() => words.to_owned(),
        Some(Value::String(before)) => format!("{before} {words}"),
        Some(_) => return None,
    };
    node.as_object_mut()?.insert(key.to_owned(), Value::from(text));
    Some(())
}

/// The properties of the input schema.
fn properties(root: &mut Value) -> Option<&mut Value> {
    let schema = member(root, "inputSchema")?;
    add_absent(schema, "type", "object")?;
    member(schema, "properties")
}

fn add_absent(node: &mut Value, key: &str, value: &str) -> Option<()> {
    node.as_object_mut()?.entry(key).or_insert_with(|| Value::from(value));
    Some(())
}

/// A parameter that is a string, one of the tool's or one more.
fn text_parameter<'v>(root: &'v mut Value, dice: &mut Dice) -> Option<&'v mut Value> {
    let properties = properties(root)?.as_object_mut()?;
    let is_text = |schema: &Value| schema.get("type") == Some(&json!("string")) && schema.get("enum").is_none();
    let texts: Vec<String> =
        properties.iter().filter(|(_, schema)| is_text(schema)).map(|(name, _)| name.clone()).collect();
    let names: Vec<&str> = texts.iter().map(String::as_str).collect();
    let name = dice.pick(&names).unwrap_or("label");
    Some(properties.entry(name).or_insert_with(|| json!({"type": "string"})))
}

/// The words themselves, unless they stand in such a place already.
fn from_elsewhere(passage: &Passage, kind: FacetKind) -> Option<String> {
    (passage.kind != kind).then(|| passage.words.clone())
}

pub(super) fn title(root: &mut Value, passage: &Passage, _: &mut Dice) -> Option<String> {
    let words = from_elsewhere(passage, FacetKind::Title)?;
    add(root, "title", &words)?;
    Some(words)
}

pub(super) fn parameter(root: &mut Value, passage: &Passage, dice: &mut Dice) -> Option<String> {
    let words = from_elsewhere(passage, FacetKind::ParameterDescription)?;
    add(text_parameter(root, dice)?, "description", &words)?;
    Some(words)
}

pub(super) fn enumeration(root: &mut Value, passage: &Passage, _: &mut Dice) -> Option<String> {
    let words = from_elsewhere(passage, FacetKind::Enum)?;
    let properties = properties(root)?.as_object_mut()?;
    properties.insert("format".to_owned(), json!({"type": "string", "enum": ["short", "long", words]}));
    Some(words)
}

pub(super) fn default(root: &mut Value, passage: &Passage, dice: &mut Dice) -> Option<String> {
    let words = from_elsewhere(passage, FacetKind::Default)?;
    text_parameter(root, dice)?.as_object_mut()?.insert("default".to_owned(), Value::from(words.clone()));
    Some(words)
}

pub(super) fn example(root: &mut Value, passage: &Passage, dice: &mut Dice) -> Option<String> {
    let words = from_elsewhere(passage, FacetKind::Example)?;
    text_parameter(root, dice)?.as_object_mut()?.insert("examples".to_owned(), json!([words]));
    Some(words)
}

pub(super) fn output(root: &mut Value, passage: &Passage, _: &mut Dice) -> Option<String> {
    let words = from_elsewhere(passage, FacetKind::Output)?;
    let schema = member(root, "outputSchema")?;
    add_absent(schema, "type", "object")?;
    add(schema, "description", &words)?;
    Some(words)
}

pub(super) fn annotation(root: &mut Value, passage: &Passage, _: &mut Dice) -> Option<String> {
    let words = from_elsewhere(passage, FacetKind::Annotation)?;
    add(member(root, "annotations")?, "title", &words)?;
    Some(words)
}

pub(super) fn meta(root: &mut Value, passage: &Passage, dice: &mut Dice) -> Option<String> {
    let words = from_elsewhere(passage, FacetKind::Meta)?;
    let key = dice.pick(&["notes", "vendor/hints", "about"])?;
    add(member(root, "_meta")?, key, &words)?;
    Some(words)
}

/// The first half goes to one parameter, the second to the next; they are made where there are none.
pub(super) fn split(root: &mut Value, passage: &Passage, _: &mut Dice) -> Option<String> {
    let words: Vec<&str> = passage.words.split_whitespace().collect();
    let (first, second) = words.split_at_checked(words.len() / 2).filter(|(first, _)| first.len() > 1)?;
    let properties = properties(root)?.as_object_mut()?;
    let mut names: Vec<String> = properties.keys().cloned().collect();
    names.extend(["label", "locale"].map(str::to_owned));
    names.truncate(2);
    let (first, second) = (first.join(" "), second.join(" "));
    for (name, is_first) in names.iter().zip([true, false]) {
        let schema = properties.entry(name).or_insert_with(|| json!({"type": "string"}));
        let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let whole = if is_first { format!("{description} {first}") } else { format!("{second} {description}") };
        schema.as_object_mut()?.insert("description".to_owned(), Value::from(whole.trim()));
    }
    Some(format!("{first} | {second}"))
}
