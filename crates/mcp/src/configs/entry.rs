//! One server entry, in every dialect of the known clients.
//!
//! The dialects differ in names and not in meaning, so that one reader takes them all: `command` is a string, a
//! list with its arguments, or a map; `env` is `environment` elsewhere; a URL is `url`, `serverUrl` or `httpUrl`.

use super::ConfigError;
use super::tree::{Data, Value};
use crate::words::client_config::{OTHERS, TRANSPORTS};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_model::{Pointer, ServerEntry, Setting, Transport, fold_case};

/// Keys of an entry that say whether it is used.
const SWITCHES: &[&str] = &["disabled", "enabled", "isActive"];

/// Keys with the word for the transport.
const TYPES: &[&str] = &["type", "transportType", "transport"];

/// Keys with the address.
const URLS: &[&str] = &["url", "httpUrl", "serverUrl", "serverURL", "uri"];

/// Keys with the folder that a command runs in.
const FOLDERS: &[&str] = &["cwd", "working_directory"];

/// Whether a word in its plain form is one of a transport, or nothing is said.
fn is_transport(word: &str) -> bool {
    word.is_empty() || TRANSPORTS.contains(&word)
}

/// Reads the entry `name` at `pointer`.
pub(super) fn read(file: &str, name: &str, value: &Value, pointer: Pointer) -> Result<ServerEntry, ConfigError> {
    let reader = Reader { file, pointer: &pointer };
    if !value.is_map() {
        return Err(reader.shape(value, &[], "a map that describes a server"));
    }
    reader.check_names(value, &[])?;
    let transport = reader.transport(value)?;
    for key in SWITCHES {
        reader.present(value, key, "true or false", |value| matches!(value.data, Data::Bool(_)))?;
    }
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
        let at: &[&str] = if std::ptr::eq(inner, entry) { &[] } else { &["transport"] };
        if !at.is_empty() {
            self.check_names(inner, at)?;
        }
        let mut word = String::new();
        for key in TYPES {
            let is_word = |value: &Value| matches!(&value.data, Data::Text(text) if is_transport(&plain_word(text)));
            let found =
                self.present(inner, key, "`stdio`, `http`, `sse`, `streamable-http`, `local` or `remote`", is_word)?;
            if let Some(text) = found.and_then(Value::text).filter(|_| word.is_empty()) {
                word = plain_word(text);
            }
        }
        let mut urls = vec![];
        for key in URLS {
            let url = self.present(inner, key, "a string", |value| matches!(value.data, Data::Text(_)))?;
            urls.extend(url.and_then(|value| Some((value, value.text().filter(|url| !url.trim().is_empty())?))));
        }
        if let Some((value, _)) = urls.iter().find(|(_, url)| *url != urls[0].1) {
            return Err(self.ambiguous(value, &[], "has two different addresses; keep one of them"));
        }
        let is_empty = |command: &Value| match &command.data {
            Data::Null => true,
            Data::Text(text) => text.trim().is_empty(),
            Data::List(words) => words.is_empty(),
            _ => false,
        };
        match (inner.get("command"), urls.first()) {
            (Some(command), Some(_)) if !is_empty(command) => {
                Err(self.ambiguous(command, &[], "has both a command and an address; keep one of them"))
            }
            (_, Some((_, url))) => {
                let headers = self.headers(inner)?;
                Ok(Transport::Http { url: (*url).to_owned(), headers, sse: word == "sse" })
            }
            (Some(command), None) if command.data != Data::Null => self.stdio(inner, command),
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
        let mut cwd = None;
        for key in FOLDERS {
            let folder = self.present(entry, key, "a string", |value| matches!(value.data, Data::Text(_)))?;
            cwd = cwd.or_else(|| folder.and_then(Value::text).map(str::to_owned));
        }
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
        let mut names = BTreeSet::new();
        if let Some(name) = headers.keys().find(|name| !names.insert(name.to_ascii_lowercase())) {
            return Err(self.ambiguous(entry, &["headers", name], "this header occurs twice; keep one of them"));
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

    /// The value of `key` if it is there and not null. One that is not as `is_right` says is a mistake.
    fn present<'v>(
        &self,
        holder: &'v Value,
        key: &str,
        expected: &'static str,
        is_right: impl Fn(&Value) -> bool,
    ) -> Result<Option<&'v Value>, ConfigError> {
        let found = holder.get(key).filter(|value| value.data != Data::Null);
        // The older form of Continue has the whole server under `transport`.
        match found.filter(|value| key != "transport" || !value.is_map()) {
            Some(value) if !is_right(value) => Err(self.shape(value, &[key], expected)),
            found => Ok(found),
        }
    }

    /// Refuses members of the entry that occur twice, at any depth, and at its top those that differ from a key that is
    /// read only in case: another reader may take them for it. What is under `vetgate` is checked by its own reader.
    fn check_names(&self, holder: &Value, at: &[&str]) -> Result<(), ConfigError> {
        let known = || [SWITCHES, TYPES, URLS, FOLDERS, OTHERS].into_iter().flatten();
        for (key, value) in holder.members() {
            let folded = fold_case(key);
            if !known().any(|known| known == key)
                && let Some(meant) = known().find(|known| fold_case(known) == folded)
            {
                let problem = format!("there is no such key; did you mean `{meant}`?");
                return Err(self.ambiguous(value, &[at, &[key]].concat(), problem));
            }
        }
        let start = at.iter().fold(self.pointer.clone(), |pointer, key| pointer.key(key));
        let mut open = vec![(start, holder)];
        while let Some((place, holder)) = open.pop() {
            let mut seen = BTreeSet::new();
            for (key, value) in holder.members() {
                let place = place.key(key);
                if !seen.insert(key) {
                    let (file, place) = (self.file.to_owned(), place.to_string());
                    let problem = "occurs twice; keep one of them".to_owned();
                    return Err(ConfigError::Ambiguous { file, line: value.line, place, problem });
                }
                if key != "vetgate" {
                    open.push((place, value));
                }
            }
            let elements = holder.elements().iter().enumerate();
            open.extend(elements.map(|(index, element)| (place.index(index), element)));
        }
        Ok(())
    }

    fn ambiguous(&self, value: &Value, place: &[&str], problem: impl Into<String>) -> ConfigError {
        let place = place.iter().fold(self.pointer.clone(), |pointer, key| pointer.key(key)).to_string();
        ConfigError::Ambiguous { file: self.file.to_owned(), line: value.line, place, problem: problem.into() }
    }

    fn shape(&self, value: &Value, place: &[&str], expected: &'static str) -> ConfigError {
        let place = place.iter().fold(self.pointer.clone(), |pointer, key| pointer.key(key));
        let found = if place == *self.pointer && value.is_map() { "neither" } else { value.kind() };
        let place = if place.is_root() { "/".to_owned() } else { place.to_string() };
        ConfigError::Shape { file: self.file.to_owned(), line: value.line, place, expected, found }
    }
}

/// A word for a transport without `-` and `_`, in lower case.
fn plain_word(text: &str) -> String {
    text.trim().chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
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
    fn members_that_occur_twice_are_a_mistake_at_any_depth() {
        for (json, place) in [
            ("{\"command\":\"a\",\n\"command\":\"b\"}", "2: /mcpServers/s/command"),
            (r#"{"command":"c","args":[],"args":["x"]}"#, "1: /mcpServers/s/args"),
            (r#"{"command":"c","env":{"X":"1","X":"2"}}"#, "1: /mcpServers/s/env/X"),
            (r#"{"command":"c","disabled":true,"disabled":false}"#, "1: /mcpServers/s/disabled"),
            (r#"{"command":"c","vetgate":{"trust":"manual"},"vetgate":{"trust":"auto"}}"#, "1: /mcpServers/s/vetgate"),
            (
                r#"{"url":"http://h/","requestInit":{"headers":{"A":"1","A":"2"}}}"#,
                "1: /mcpServers/s/requestInit/headers/A",
            ),
            (r#"{"transport":{"command":"a","command":"b"}}"#, "1: /mcpServers/s/transport/command"),
        ] {
            let expected = format!("f.json:{place}: occurs twice; keep one of them");
            assert_eq!(entry(json).unwrap_err().to_string(), expected, "{json}");
        }
        let error = entry(r#"{"url":"http://h/","headers":{"X-Key":"1","x-key":"2"}}"#).unwrap_err().to_string();
        assert!(error.contains("/headers/x-key: this header occurs twice"), "{error}");
    }

    #[test]
    fn known_keys_with_a_wrong_type_or_in_another_case_are_mistakes() {
        for (json, says) in [
            (r#"{"command":"c","disabled":"true"}"#, "/disabled: expected true or false, found a string"),
            (r#"{"command":"c","disabled":1}"#, "/disabled: expected true or false, found a number"),
            (r#"{"command":"c","enabled":"false"}"#, "/enabled: expected true or false, found a string"),
            (r#"{"command":"c","isActive":0}"#, "/isActive: expected true or false, found a number"),
            (r#"{"command":"c","Disabled":true}"#, "/Disabled: there is no such key; did you mean `disabled`?"),
            (r#"{"command":"c","di\u017fabled":true}"#, "did you mean `disabled`?"),
            (r#"{"command":"c","Args":["x"]}"#, "did you mean `args`?"),
            (r#"{"command":"c","ENV":{}}"#, "did you mean `env`?"),
            (r#"{"url":"http://h/","Headers":{}}"#, "did you mean `headers`?"),
            (r#"{"transport":{"command":"c","Args":["x"]}}"#, "/transport/Args: there is no such key"),
            (r#"{"command":"c","cwd":5}"#, "/cwd: expected a string, found a number"),
            (r#"{"url":"http://h/","type":"htp"}"#, "/type: expected `stdio`, `http`, `sse`"),
            (r#"{"url":"http://h/","type":5}"#, "/type: expected `stdio`, `http`, `sse`"),
            (r#"{"command":"c","url":"http://h/"}"#, "has both a command and an address"),
            (r#"{"type":"http","command":"c","url":"http://h/"}"#, "has both a command and an address"),
            (r#"{"url":"http://h/","httpUrl":"http://i/"}"#, "has two different addresses"),
        ] {
            let error = entry(json).unwrap_err().to_string();
            assert!(error.contains(says), "{json}: {error}");
        }
    }

    #[test]
    fn absent_and_empty_values_of_known_keys_are_no_mistakes() {
        for json in [
            r#"{"command":"c","cwd":null,"disabled":null,"type":null,"url":null}"#,
            r#"{"command":"c","url":""}"#,
            r#"{"command":null,"url":"http://h/"}"#,
            r#"{"command":"","url":"http://h/"}"#,
            r#"{"url":"http://h/","httpUrl":"http://h/"}"#,
            r#"{"url":"http://h/","type":"streamable-http"}"#,
            r#"{"url":"http://h/","type":"streamableHttp"}"#,
            r#"{"url":"http://h/","transport":"SSE"}"#,
            r#"{"command":"c","alwaysAllow":[],"autoApprove":["x"],"timeout":5,"trust":true,"source":"custom"}"#,
        ] {
            assert!(entry(json).is_ok(), "{json}: {:?}", entry(json));
        }
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
