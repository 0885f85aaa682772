//! One server entry, in every dialect of the known clients.
//!
//! The dialects differ in names and not in meaning, so that one reader takes them all: `command` is a string, a
//! list with its arguments, or a map; `env` is `environment` elsewhere; a URL is `url`, `serverUrl` or `httpUrl`.

use super::ConfigError;
use super::tree::{Data, Value};
use std::collections::BTreeMap;
use vetgate_model::{Pointer, ServerEntry, Setting, Transport};

/// Reads the entry `name` at `pointer`.
pub(super) fn read(file: &str, name: &str, value: &Value, pointer: Pointer) -> Result<ServerEntry, ConfigError> {
    let reader = Reader { file, pointer: &pointer };
    if !value.is_map() {
        return Err(reader.shape(value, &[], "a map that describes a server"));
    }
    let transport = reader.transport(value)?;
    let disabled = value.get("disabled").is_some_and(|v| v.is_bool(true))
        || ["enabled", "isActive"].iter().any(|key| value.get(key).is_some_and(|v| v.is_bool(false)));
    let mut settings = vec![];
    collect(value, &pointer, &mut settings);
    Ok(ServerEntry { name: name.to_owned(), transport, disabled, file: file.to_owned(), pointer, settings })
}

fn collect(value: &Value, pointer: &Pointer, settings: &mut Vec<Setting>) {
    match &value.data {
        Data::Text(text) | Data::Number(text) => {
            settings.push(Setting { pointer: pointer.clone(), value: text.clone(), line: Some(value.line) });
        }
        Data::List(elements) => {
            elements.iter().enumerate().for_each(|(index, element)| collect(element, &pointer.index(index), settings));
        }
        Data::Map(members) => members.iter().for_each(|(key, member)| collect(member, &pointer.key(key), settings)),
        Data::Null | Data::Bool(_) => {}
    }
}

struct Reader<'e> {
    file: &'e str,
    pointer: &'e Pointer,
}

impl Reader<'_> {
    fn transport(&self, entry: &Value) -> Result<Transport, ConfigError> {
        // Older Continue puts everything under `transport`; elsewhere that is a word like `type`.
        let inner = entry.get("transport").filter(|inner| inner.is_map()).unwrap_or(entry);
        let word = ["type", "transportType", "transport"].iter().find_map(|key| inner.get(key)?.text());
        let word = word.unwrap_or("").to_ascii_lowercase();
        let url = ["url", "httpUrl", "serverUrl", "serverURL", "uri"].iter().find_map(|key| inner.get(key)?.text());
        let command = inner.get("command");
        match (command, url) {
            (Some(command), url) if url.is_none() || matches!(word.as_str(), "stdio" | "local" | "") => {
                self.stdio(inner, command)
            }
            (_, Some(url)) => {
                let headers = self.headers(inner)?;
                Ok(Transport::Http { url: url.to_owned(), headers, sse: word == "sse" })
            }
            _ => Err(self.shape(entry, &[], "a `command` or a `url`")),
        }
    }

    fn stdio(&self, entry: &Value, command: &Value) -> Result<Transport, ConfigError> {
        let mut words = match &command.data {
            Data::Text(text) => vec![text.clone()],
            Data::List(_) => self.words(command, &["command"])?,
            Data::Map(_) => {
                let path = command.get("path").or_else(|| command.get("command"));
                let path = path
                    .and_then(Value::text)
                    .ok_or_else(|| self.shape(command, &["command"], "a `path` with the program"))?;
                let mut words = vec![path.to_owned()];
                if let Some(args) = command.get("args") {
                    words.extend(self.words(args, &["command", "args"])?);
                }
                words
            }
            _ => return Err(self.shape(command, &["command"], "a string or a list of strings")),
        };
        if let Some(args) = entry.get("args") {
            words.extend(self.words(args, &["args"])?);
        }
        if words.first().is_none_or(|program| program.trim().is_empty()) {
            return Err(self.shape(command, &["command"], "a program to start"));
        }
        let mut env = BTreeMap::new();
        for name in entry.get("env_vars").map(Value::elements).unwrap_or_default().iter().filter_map(Value::text) {
            env.insert(name.to_owned(), format!("${{{name}}}"));
        }
        for (holder, key) in [(command, "env"), (entry, "env"), (entry, "environment")] {
            env.extend(self.strings(holder, key)?);
        }
        let cwd = entry.get("cwd").or_else(|| entry.get("working_directory")).and_then(Value::text).map(str::to_owned);
        Ok(Transport::Stdio { command: words.remove(0), args: words, env, cwd })
    }

    fn headers(&self, entry: &Value) -> Result<BTreeMap<String, String>, ConfigError> {
        let mut headers = BTreeMap::new();
        let nested = ["requestInit", "requestOptions"].iter().filter_map(|key| entry.get(key));
        for holder in nested.chain([entry]) {
            headers.extend(self.strings(holder, "headers")?);
        }
        headers.extend(self.strings(entry, "http_headers")?);
        for (header, variable) in self.strings(entry, "env_http_headers")? {
            headers.insert(header, format!("${{{variable}}}"));
        }
        if let Some(variable) = entry.get("bearer_token_env_var").and_then(Value::text) {
            headers.insert("Authorization".to_owned(), format!("Bearer ${{{variable}}}"));
        }
        Ok(headers)
    }

    /// The strings of a list.
    fn words(&self, list: &Value, place: &[&str]) -> Result<Vec<String>, ConfigError> {
        let Data::List(elements) = &list.data else { return Err(self.shape(list, place, "a list of strings")) };
        elements
            .iter()
            .map(|word| word.text().map(str::to_owned).ok_or_else(|| self.shape(word, place, "a string")))
            .collect()
    }

    /// The strings of a map, which may be missing or null.
    fn strings(&self, holder: &Value, key: &str) -> Result<BTreeMap<String, String>, ConfigError> {
        let Some(map) = holder.get(key).filter(|map| map.data != Data::Null) else { return Ok(BTreeMap::new()) };
        if !map.is_map() {
            return Err(self.shape(map, &[key], "a map of strings"));
        }
        let mut strings = BTreeMap::new();
        for (name, value) in map.members() {
            let text = match &value.data {
                Data::Bool(value) => value.to_string(),
                // Unset, in the dialects that know it.
                Data::Null => continue,
                _ => value.text().ok_or_else(|| self.shape(value, &[key, name], "a string"))?.to_owned(),
            };
            strings.insert(name.clone(), text);
        }
        Ok(strings)
    }

    fn shape(&self, value: &Value, place: &[&str], expected: &'static str) -> ConfigError {
        let place = place.iter().fold(self.pointer.clone(), |pointer, key| pointer.key(key));
        let found = if place == *self.pointer && value.is_map() { "neither" } else { value.kind() };
        let place = if place.is_root() { "/".to_owned() } else { place.to_string() };
        ConfigError::Shape { file: self.file.to_owned(), line: value.line, place, expected, found }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::from_json;
    use super::*;

    fn entry(json: &str) -> Result<ServerEntry, ConfigError> {
        read("f.json", "s", &from_json("f.json", json).unwrap(), Pointer::from("/mcpServers/s"))
    }

    fn stdio(command: &str, args: &[&str], env: &[(&str, &str)]) -> Transport {
        Transport::Stdio {
            command: command.into(),
            args: args.iter().map(|a| (*a).into()).collect(),
            env: env.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect(),
            cwd: None,
        }
    }

    fn http(url: &str, headers: &[(&str, &str)], sse: bool) -> Transport {
        let headers = headers.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
        Transport::Http { url: url.into(), headers, sse }
    }

    #[test]
    fn every_dialect_means_the_same() {
        let cases = [
            (
                r#"{"command":"npx","args":["-y","p"],"env":{"A":"1","B":2}}"#,
                stdio("npx", &["-y", "p"], &[("A", "1"), ("B", "2")]),
            ),
            (
                r#"{"type":"local","command":["npx","-y","p"],"environment":{"A":"1"}}"#,
                stdio("npx", &["-y", "p"], &[("A", "1")]),
            ),
            (r#"{"command":{"path":"npx","args":["p"],"env":{"A":"1"}}}"#, stdio("npx", &["p"], &[("A", "1")])),
            (r#"{"transport":{"type":"stdio","command":"uvx","args":["p"]}}"#, stdio("uvx", &["p"], &[])),
            (r#"{"command":"c","env_vars":["TOKEN"]}"#, stdio("c", &[], &[("TOKEN", "${TOKEN}")])),
            (r#"{"command":"c","args":[],"env":null}"#, stdio("c", &[], &[])),
            (r#"{"url":"http://h/mcp"}"#, http("http://h/mcp", &[], false)),
            (r#"{"type":"sse","url":"http://h/sse"}"#, http("http://h/sse", &[], true)),
            (r#"{"httpUrl":"http://h/","headers":{"X":"1"}}"#, http("http://h/", &[("X", "1")], false)),
            (r#"{"serverUrl":"http://h/"}"#, http("http://h/", &[], false)),
            (r#"{"type":"remote","url":"http://h/","command":[]}"#, http("http://h/", &[], false)),
            (
                r#"{"url":"http://h/","bearer_token_env_var":"T"}"#,
                http("http://h/", &[("Authorization", "Bearer ${T}")], false),
            ),
            (r#"{"url":"http://h/","requestOptions":{"headers":{"X":"1"}}}"#, http("http://h/", &[("X", "1")], false)),
        ];
        for (json, transport) in cases {
            assert_eq!(entry(json).unwrap().transport, transport, "{json}");
        }
    }

    #[test]
    fn either_way_of_switching_off_is_understood() {
        assert!(entry(r#"{"command":"c","disabled":true}"#).unwrap().disabled);
        assert!(entry(r#"{"command":"c","enabled":false}"#).unwrap().disabled);
        assert!(!entry(r#"{"command":"c","disabled":false,"enabled":true}"#).unwrap().disabled);
    }

    #[test]
    fn settings_keep_values_as_written_with_place_and_line() {
        let found = entry("{\"command\":\"c\",\n \"env\": {\n  \"KEY\": \"${env:KEY}\"}}").unwrap();
        let expected = Setting { pointer: "/mcpServers/s/env/KEY".into(), value: "${env:KEY}".into(), line: Some(3) };
        assert_eq!(found.settings[1], expected);
    }

    #[test]
    fn a_wrong_entry_says_what_is_missing_and_where() {
        let cases = [
            ("{}", "f.json:1: /mcpServers/s: expected a `command` or a `url`, found neither"),
            ("[]", "f.json:1: /mcpServers/s: expected a map that describes a server, found a list"),
            (
                "{\"command\":\"c\",\n\"args\":\"x\"}",
                "f.json:2: /mcpServers/s/args: expected a list of strings, found a string",
            ),
            (r#"{"command":""}"#, "f.json:1: /mcpServers/s/command: expected a program to start, found a string"),
            (r#"{"command":"c","env":{"A":[]}}"#, "f.json:1: /mcpServers/s/env/A: expected a string, found a list"),
        ];
        for (json, message) in cases {
            assert_eq!(entry(json).unwrap_err().to_string(), message);
        }
    }
}
