//! What the input of a tool may be, by its schema: JSON Schema, zod, pydantic, or the annotations of a function.

use super::Machine;
use super::charset;
use super::clean::Clean;
use super::value::{Argument, Library, Shape, Spot, Value};
use crate::form::Name;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep schemas are read.
pub(super) const DEPTH: usize = 12;

/// What a part of the input may be.
#[derive(Debug, Clone, Default)]
pub(crate) struct Schema {
    /// What it is harmless for because of what it may be.
    pub(crate) clean: Clean,
    /// The parts of an object, in order.
    pub(crate) members: BTreeMap<Name, Rc<Schema>>,
    pub(crate) order: Vec<Name>,
    /// Each item of a list.
    pub(crate) item: Option<Rc<Schema>>,
    /// Whether it has no parts.
    pub(crate) is_leaf: bool,
    pub(super) kind: Option<&'static str>,
    pub(super) description: Option<(Name, Spot)>,
    pub(super) choices: Vec<Json>,
    pub(super) default: Option<Json>,
    pub(super) is_optional: bool,
    pub(super) spot: Spot,
}

impl Schema {
    pub(super) fn leaf(kind: &'static str, clean: Clean, spot: Spot) -> Self {
        Self { clean, is_leaf: true, kind: Some(kind), spot, ..Self::default() }
    }

    /// As JSON Schema, with the places of its texts by JSON pointer.
    pub(crate) fn to_json(&self, pointer: &str, places: &mut Vec<(String, Spot)>) -> Json {
        let mut json = Map::new();
        if let Some(kind) = self.kind {
            json.insert("type".to_owned(), Json::from(kind));
        }
        if let Some((text, spot)) = &self.description {
            json.insert("description".to_owned(), Json::from(&**text));
            places.push((format!("{pointer}/description"), *spot));
        }
        if !self.choices.is_empty() {
            json.insert("enum".to_owned(), Json::from(self.choices.clone()));
            places.push((format!("{pointer}/enum"), self.spot));
        }
        if let Some(default) = &self.default {
            json.insert("default".to_owned(), default.clone());
            places.push((format!("{pointer}/default"), self.spot));
        }
        if let Some(item) = &self.item {
            json.insert("items".to_owned(), item.to_json(&format!("{pointer}/items"), places));
        }
        if self.kind == Some("object") && !self.order.is_empty() {
            let mut properties = Map::new();
            let mut required = Vec::new();
            for name in &self.order {
                let member = &self.members[name];
                let pointer = format!("{pointer}/properties/{}", name.replace('~', "~0").replace('/', "~1"));
                places.push((pointer.clone(), member.spot));
                properties.insert(name.to_string(), member.to_json(&pointer, places));
                if !member.is_optional {
                    required.push(Json::from(&**name));
                }
            }
            json.insert("properties".to_owned(), Json::Object(properties));
            if !required.is_empty() {
                json.insert("required".to_owned(), Json::from(required));
            }
        }
        Json::Object(json)
    }
}

impl Machine<'_> {
    /// Reads a schema in whatever form it is.
    pub(super) fn schema(&mut self, value: &Value, depth: usize) -> Option<Rc<Schema>> {
        if depth > DEPTH {
            return None;
        }
        let mut read: Option<Schema> = None;
        let mut is_optional = false;
        for shape in value.shapes() {
            let one = match shape {
                Shape::Nothing => {
                    is_optional = true;
                    continue;
                }
                Shape::Object(id) => self.schema_of_object(*id, value.spot, depth),
                Shape::Library(library) if &*library.path == "None" => {
                    is_optional = true;
                    continue;
                }
                Shape::Library(library) => self.schema_of_library(&library.clone(), value.spot, depth),
                Shape::Class(class) => self.schema_of_class(*class, value.spot, depth),
                _ => None,
            };
            read = match (read, one) {
                (None, one) => one,
                (Some(a), Some(b)) => Some(Schema { clean: a.clean & b.clean, ..a }),
                (Some(a), None) => Some(Schema { clean: Clean::NONE, ..a }),
            };
        }
        read.map(|schema| Rc::new(Schema { is_optional: schema.is_optional || is_optional, ..schema }))
    }

    /// JSON Schema, or an object whose members are schemas (zod's raw shape).
    pub(super) fn schema_of_object(&mut self, id: u32, spot: Spot, depth: usize) -> Option<Schema> {
        let object = &self.heap[id as usize];
        let get = |name: &str| object.members.get(name).cloned();
        let kind = get("type").and_then(|kind| kind.as_text().cloned());
        let is_json = kind.is_some()
            || ["properties", "enum", "const", "anyOf", "oneOf", "$ref", "items"]
                .iter()
                .any(|name| get(name).is_some() && get("type").is_none_or(|kind| kind.as_text().is_some()));
        if !is_json {
            let names = object.order.clone();
            let mut schema = Schema { kind: Some("object"), spot, ..Schema::default() };
            for name in names {
                let member = self.heap[id as usize].members.get(&name).cloned()?;
                let read = self.schema(&member, depth + 1).unwrap_or_default();
                schema.members.insert(name.clone(), read);
                schema.order.push(name);
            }
            return Some(schema);
        }
        let description = get("description").and_then(|text| Some((text.as_text()?.clone(), text.spot)));
        let (properties, required, items) = (get("properties"), get("required"), get("items"));
        let (choices, constant, pattern, default) = (get("enum"), get("const"), get("pattern"), get("default"));
        let default = default.and_then(|default| self.json_of(&default, 0));
        let mut schema = match kind.as_deref() {
            Some("integer") => Schema::leaf("integer", Clean::ALL, spot),
            Some("number") => Schema::leaf("number", Clean::ALL, spot),
            Some("boolean") => Schema::leaf("boolean", Clean::ALL, spot),
            Some("string") => Schema::leaf("string", Clean::NONE, spot),
            Some("array") => Schema { kind: Some("array"), spot, ..Schema::default() },
            Some("object") => Schema { kind: Some("object"), spot, ..Schema::default() },
            _ => Schema { spot, ..Schema::default() },
        };
        schema.description = description;
        schema.default = default;
        if let Some(choices) = choices.or(constant) {
            let items = self.items_of(&choices, 256).unwrap_or_else(|| vec![choices.clone()]);
            schema.choices = items.iter().filter_map(|item| self.json_of(item, 0)).collect();
            schema.clean = Clean::ALL;
        }
        if let Some(pattern) = pattern.and_then(|pattern| pattern.as_text().cloned()) {
            schema.clean |= charset::allowed(&pattern, false, false).unwrap_or(Clean::NONE);
        }
        if let Some(items) = items {
            schema.item = self.schema(&items, depth + 1);
        }
        if let Some(properties) = properties {
            let required: Option<Vec<Name>> = required
                .and_then(|required| self.items_of(&required, 256))
                .map(|names| names.iter().filter_map(|name| name.as_text().cloned()).collect());
            for id in properties.objects().collect::<Vec<_>>() {
                for name in self.heap[id as usize].order.clone() {
                    let Some(member) = self.heap[id as usize].members.get(&name).cloned() else { continue };
                    let mut read = self.schema(&member, depth + 1).map(|read| Schema::clone(&read)).unwrap_or_default();
                    read.is_optional = !required.as_ref().is_some_and(|required| required.contains(&name));
                    schema.members.insert(name.clone(), Rc::new(read));
                    schema.order.push(name);
                }
            }
        }
        Some(schema)
    }

    /// A chain of zod's calls, a type of Python, or something that makes JSON Schema of another schema.
    pub(super) fn schema_of_library(&mut self, library: &Rc<Library>, spot: Spot, depth: usize) -> Option<Schema> {
        let path = library.path.clone();
        let made = path.strip_suffix("()").or_else(|| path.strip_suffix("[]")).unwrap_or(&path);
        let last = made.rsplit('.').next().unwrap_or(made).to_owned();
        let arguments: Vec<Argument> = library.call.as_ref().map(|call| call.arguments.clone()).unwrap_or_default();
        let first = arguments.first().map(|argument| argument.value.clone());
        let receiver = library.receiver.as_deref().cloned();
        match last.as_str() {
            "zodToJsonSchema" | "toJSONSchema" | "toJsonSchemaCompat" | "TypeAdapter" => {
                return self.copy(&first?, depth);
            }
            "model_json_schema" | "schema" | "schema_json" | "json_schema" => return self.copy(&receiver?, depth),
            "shape" => return self.copy(&receiver?, depth),
            _ => {}
        }
        if path.ends_with("[]") || !path.starts_with("zod") {
            return self.schema_of_type(made, &last, &arguments, spot, depth);
        }
        let describe = |schema: Schema, text: Option<&Value>| Schema {
            description: text
                .and_then(|text| Some((text.as_text()?.clone(), text.spot)))
                .or(schema.description.clone()),
            ..schema
        };
        Some(match last.as_str() {
            "string" => Schema::leaf("string", Clean::NONE, spot),
            "number" | "int" | "bigint" | "float" | "int32" if made.contains("coerce") || !has_base(&receiver) => {
                Schema::leaf("number", Clean::ALL, spot)
            }
            "boolean" | "stringbool" => Schema::leaf("boolean", Clean::ALL, spot),
            "date" | "null" if !has_base(&receiver) => Schema::leaf("string", Clean::ALL, spot),
            "uuid" | "guid" | "cuid" | "cuid2" | "ulid" | "nanoid" if !has_base(&receiver) => {
                Schema::leaf("string", Clean::ALL, spot)
            }
            "url" | "email" if !has_base(&receiver) => Schema::leaf("string", Clean::NONE, spot),
            "any" | "unknown" if !has_base(&receiver) => Schema { spot, ..Schema::default() },
            "enum" | "nativeEnum" | "literal" => {
                let first = first?;
                let values = self.values_of(&first, spot);
                let items =
                    self.items_of(&first, 256).or_else(|| self.items_of(&values, 256)).unwrap_or_else(|| vec![first]);
                let choices = items.iter().filter_map(|item| self.json_of(item, 0)).collect();
                Schema { choices, ..Schema::leaf("string", Clean::ALL, spot) }
            }
            "object" | "strictObject" | "looseObject" => {
                let mut schema = first.and_then(|first| self.copy(&first, depth)).unwrap_or_default();
                schema.kind = Some("object");
                schema.spot = spot;
                schema
            }
            "extend" | "merge" => {
                let mut schema = self.copy(&receiver?, depth)?;
                if let Some(more) = first.and_then(|first| self.copy(&first, depth)) {
                    for name in more.order {
                        if !schema.members.contains_key(&name) {
                            schema.order.push(name.clone());
                        }
                        schema.members.insert(name.clone(), more.members[&name].clone());
                    }
                }
                schema
            }
            "array" if !has_base(&receiver) => {
                let item = first.and_then(|first| self.schema(&first, depth + 1));
                Schema { kind: Some("array"), item, spot, ..Schema::default() }
            }
            "array" => {
                let item = receiver.and_then(|of| self.schema(&of, depth + 1));
                Schema { kind: Some("array"), item, spot, ..Schema::default() }
            }
            "record" => Schema { kind: Some("object"), spot, ..Schema::default() },
            "union" | "discriminatedUnion" => {
                let list = arguments.last().map(|argument| argument.value.clone())?;
                let options = self.items_of(&list, 64)?;
                let read: Vec<Schema> = options.iter().filter_map(|option| self.copy(option, depth)).collect();
                let clean = read.iter().map(|schema| schema.clean).reduce(|a, b| a & b).unwrap_or_default();
                let mut schema = read.into_iter().next().unwrap_or_default();
                schema.clean = clean;
                schema
            }
            "optional" | "nullish" if has_base(&receiver) => {
                Schema { is_optional: true, ..self.copy(&receiver?, depth)? }
            }
            "optional" => Schema { is_optional: true, ..self.copy(&first?, depth)? },
            "default" | "catch" | "prefault" => {
                let default = first.and_then(|first| self.json_of(&first, 0));
                Schema { is_optional: true, default, ..self.copy(&receiver?, depth)? }
            }
            "describe" => describe(self.copy(&receiver?, depth)?, first.as_ref()),
            "meta" => {
                let text = first.map(|first| self.member(&first, &"description".into(), spot));
                describe(self.copy(&receiver?, depth)?, text.as_ref())
            }
            "regex" => {
                let pattern = first.and_then(|first| self.pattern_text(&first));
                let clean = pattern.and_then(|pattern| charset::allowed(&pattern, false, false)).unwrap_or(Clean::NONE);
                let base = self.copy(&receiver?, depth)?;
                Schema { clean: base.clean | clean, ..base }
            }
            "uuid" | "guid" | "cuid" | "cuid2" | "ulid" | "nanoid" | "datetime" | "ip" | "date" | "int" => {
                Schema { clean: Clean::ALL, ..self.copy(&receiver?, depth)? }
            }
            "refine" | "superRefine" | "check" => {
                let base = self.copy(&receiver?, depth)?;
                let learned = first.map_or(Clean::NONE, |test| self.learned_by(&test, spot));
                Schema { clean: base.clean | learned, ..base }
            }
            "transform" | "pipe" | "preprocess" => self.copy(&receiver?, depth)?,
            _ => self.copy(&receiver.filter(|receiver| has_base(&Some(receiver.clone())))?, depth)?,
        })
    }

    /// What is learned of a text that passes a test.
    pub(super) fn learned_by(&mut self, test: &Value, spot: Spot) -> Clean {
        let tried = self.input("value".to_owned(), super::taint::SourceKind::Input, None, spot);
        let symbol = tried.symbol;
        let facts = self.facts.clone();
        let result = self.call(test, None, vec![Argument { name: None, value: tried, is_spread: false }], spot);
        self.facts = facts;
        self.is_dead = false;
        result.conditions().map_or(Clean::NONE, |conditions| conditions.then.of(symbol))
    }

    pub(super) fn copy(&mut self, value: &Value, depth: usize) -> Option<Schema> {
        self.schema(value, depth + 1).map(|schema| Schema::clone(&schema))
    }

    /// An object of parameters.
    pub(super) fn schema_of_parts(&self, parts: Vec<(Name, Schema)>, spot: Spot) -> Schema {
        let order = parts.iter().map(|(name, _)| name.clone()).collect();
        let members = parts.into_iter().map(|(name, schema)| (name, Rc::new(schema))).collect();
        Schema { kind: Some("object"), members, order, spot, ..Schema::default() }
    }

    /// A value as JSON, if it is known.
    pub(super) fn json_of(&self, value: &Value, depth: usize) -> Option<Json> {
        match value.only()? {
            Shape::Text(text) => Some(Json::from(&**text)),
            Shape::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(json!(*number as i64)),
            Shape::Number(number) => Some(json!(number)),
            Shape::Bool(bool) => Some(Json::from(*bool)),
            Shape::Nothing => Some(Json::Null),
            Shape::Object(id) if depth < 8 => {
                let object = &self.heap[*id as usize];
                if object.made == super::heap::Made::List {
                    return object
                        .items
                        .iter()
                        .map(|item| self.json_of(item, depth + 1))
                        .collect::<Option<Vec<_>>>()
                        .map(Json::from);
                }
                let members = object
                    .order
                    .iter()
                    .filter_map(|name| Some((name.to_string(), self.json_of(object.members.get(name)?, depth + 1)?)));
                Some(Json::Object(members.collect()))
            }
            Shape::Library(library) if depth < 8 => {
                // `ToolAnnotations(readOnlyHint=True)`.
                let call = library.call.as_ref()?;
                let members = call.arguments.iter().filter_map(|argument| {
                    Some((argument.name.as_ref()?.to_string(), self.json_of(&argument.value, depth + 1)?))
                });
                let members: Map<String, Json> = members.collect();
                (!members.is_empty()).then_some(Json::Object(members))
            }
            _ => None,
        }
    }
}

/// Whether a call of zod has a schema before it in the chain: `z.string().uuid()` and not `z.uuid()`.
fn has_base(receiver: &Option<Value>) -> bool {
    receiver.iter().flat_map(Value::libraries).any(|library| library.path.ends_with("()"))
}
