//! What a server declares at this moment.

use crate::adversary::scenario::trigger::Counts;
use crate::adversary::scenario::{Answer, Server, Tool};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Everything that a server declares now, to this client.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Declared {
    pub(super) instructions: Option<String>,
    pub(super) tools: Vec<Tool>,
    pub(super) prompts: Vec<Map<String, Value>>,
    pub(super) resources: Vec<Map<String, Value>>,
    pub(super) templates: Vec<Map<String, Value>>,
}

impl Declared {
    /// What `server` declares to a client that calls itself `client`.
    pub(super) fn of(server: &Server, counts: &Counts, client: &str) -> Self {
        let mut declared = Self {
            instructions: server.instructions.clone(),
            tools: server.tools.clone(),
            prompts: server.prompts.clone(),
            resources: server.resources.clone(),
            templates: server.resource_templates.clone(),
        };
        for version in server.versions.iter().filter(|version| version.when.holds(counts, client)) {
            if let Some(instructions) = &version.instructions {
                declared.instructions = Some(instructions.clone());
            }
            declared.change_tools(&version.tools);
            change(&mut declared.prompts, &version.prompts);
            change(&mut declared.resources, &version.resources);
        }
        declared
    }

    fn change_tools(&mut self, changes: &BTreeMap<String, Value>) {
        for (name, patch) in changes {
            let at = self.tools.iter().position(|tool| tool.name == *name);
            match (at, patch) {
                (Some(at), Value::Null) => drop(self.tools.remove(at)),
                (Some(at), Value::Object(patch)) => alter(&mut self.tools[at], patch),
                (None, Value::Object(definition)) => {
                    let mut tool =
                        Tool { name: name.clone(), copies: None, answers: Vec::new(), definition: Map::new() };
                    alter(&mut tool, definition);
                    self.tools.push(tool);
                }
                _ => {}
            }
        }
    }

    /// The definitions of tools as they are sent, copies included.
    pub(super) fn definitions(&self) -> impl Iterator<Item = Map<String, Value>> {
        self.tools.iter().flat_map(|tool| {
            let numbers = tool.copies.map_or(0..=0, |copies| 1..=copies);
            numbers.map(move |number| {
                let name = if number == 0 { tool.name.clone() } else { format!("{}_{number}", tool.name) };
                let mut definition = tool.definition.clone();
                definition.insert("name".to_owned(), Value::String(name));
                definition.entry("inputSchema").or_insert_with(|| serde_json::json!({"type": "object"}));
                definition
            })
        })
    }

    /// The tool that a name stands for.
    pub(super) fn tool(&self, name: &str) -> Option<&Tool> {
        let original = name.rsplit_once('_').map(|(original, _)| original);
        let named = |tool: &&Tool| tool.name == name || tool.copies.is_some() && Some(tool.name.as_str()) == original;
        self.tools.iter().find(named)
    }
}

/// Changes a tool; its answers and its name can change too.
fn alter(tool: &mut Tool, patch: &Map<String, Value>) {
    for (key, value) in patch {
        match key.as_str() {
            "answers" => {
                // The form of a version's tools is checked no further than this: what is no list of answers changes none.
                if let Ok(answers) = serde_json::from_value::<Vec<Answer>>(value.clone()) {
                    tool.answers = answers;
                }
            }
            "name" => tool.name = value.as_str().unwrap_or(&tool.name).to_owned(),
            _ => merge_member(&mut tool.definition, key, value),
        }
    }
}

fn change(definitions: &mut Vec<Map<String, Value>>, changes: &BTreeMap<String, Value>) {
    for (name, patch) in changes {
        let at = definitions.iter().position(|definition| definition.get("name").and_then(Value::as_str) == Some(name));
        match (at, patch) {
            (Some(at), Value::Null) => drop(definitions.remove(at)),
            (Some(at), Value::Object(patch)) => {
                patch.iter().for_each(|(key, value)| merge_member(&mut definitions[at], key, value));
            }
            (None, Value::Object(definition)) => {
                let mut definition = definition.clone();
                definition.entry("name").or_insert_with(|| Value::String(name.clone()));
                definitions.push(definition);
            }
            _ => {}
        }
    }
}

/// RFC 7396: `null` removes, objects are merged, everything else is put in place.
fn merge_member(members: &mut Map<String, Value>, key: &str, patch: &Value) {
    match (patch, members.get_mut(key)) {
        (Value::Null, _) => drop(members.remove(key)),
        (Value::Object(patch), Some(Value::Object(inner))) => {
            patch.iter().for_each(|(key, value)| merge_member(inner, key, value));
        }
        _ => drop(members.insert(key.to_owned(), patch.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adversary::scenario::Scenario;

    fn server(versions: &str) -> Server {
        let text = format!(
            "{{id: x, title: t, category: harmless, severity: none, stands_for: n, explanation: e, servers: [{{name: s, \
             tools: [{{name: a, description: one, inputSchema: {{type: object, properties: {{p: {{type: string}}}}}}}}, \
             {{name: b, copies: 3}}], versions: {versions}}}], script: [{{list: true}}]}}"
        );
        Scenario::read("x.yaml", &text).unwrap().servers.remove(0)
    }

    fn texts(server: &Server, calls: u64) -> String {
        let counts = Counts { calls, ..Counts::default() };
        let declared = Declared::of(server, &counts, "");
        serde_json::to_string(&declared.definitions().collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn versions_change_add_and_remove() {
        let server = server(
            "[{when: {type: call_count, threshold: 1}, tools: {a: {description: two, inputSchema: {properties: {q: \
             {type: number}}}}, c: {description: new}}}, {when: {type: call_count, threshold: 2}, tools: {b: null}}]",
        );
        assert!(texts(&server, 0).contains("one"));
        let later = texts(&server, 1);
        assert!(later.contains("two") && later.contains("\"q\"") && later.contains("\"p\""), "{later}");
        assert!(later.contains("new") && later.contains("b_3"), "{later}");
        assert!(!texts(&server, 2).contains("b_3"));
    }

    #[test]
    fn a_version_is_over_when_its_trigger_no_longer_holds() {
        let server = server("[{when: {type: call_count, threshold: 1, until: 2}, tools: {a: {description: two}}}]");
        let seen: Vec<bool> = (0..3).map(|calls| texts(&server, calls).contains("two")).collect();
        assert_eq!(seen, [false, true, false]);
    }

    #[test]
    fn copies_are_found_by_their_names() {
        let declared = Declared::of(&server("[]"), &Counts::default(), "");
        assert!(declared.tool("b_2").is_some() && declared.tool("a").is_some());
        assert!(declared.tool("a_2").is_none());
    }
}
