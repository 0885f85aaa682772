//! What a request asks for: its parameters, held against what the operation takes, and its body.

use super::moment;
use super::operation::{Parameter, Place, Shape};
use super::problem::Problem;
use crate::front::{Limits, body, media};
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::collections::BTreeMap;

/// What a body may weigh: decisions are small.
pub(super) const BODY_BYTES: usize = 64 << 10;
/// Characters of a text.
pub(super) const TEXT: usize = 1000;

/// A request whose parameters are right.
pub(super) struct Asked {
    values: BTreeMap<&'static str, Vec<String>>,
    headers: HeaderMap,
    body: Body,
    limits: Limits,
}

impl Asked {
    /// Reads the parameters. `path` are those of the path, decoded.
    pub(super) fn read(
        parameters: &'static [Parameter],
        path: &[(String, String)],
        query: Option<&str>,
        headers: HeaderMap,
        body: Body,
        limits: &Limits,
    ) -> Result<Self, Problem> {
        let mut values: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        let mut take = |parameter: &Parameter, value: String| {
            parameter.shape.check(&value).map_err(|expected| {
                let detail = format!("`{}` must be {expected}", parameter.name);
                Problem::at(parameter.name, detail)
            })?;
            let all = values.entry(parameter.name).or_default();
            if !all.is_empty() && parameter.place != Place::Repeated {
                return Err(Problem::at(parameter.name, format!("`{}` occurs twice", parameter.name)));
            }
            all.push(value);
            Ok(())
        };
        for (name, value) in path {
            let known = parameters.iter().find(|known| known.place == Place::Path && known.name == name);
            if let Some(parameter) = known {
                take(parameter, value.clone())?;
            }
        }
        for pair in query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            let is_query = |known: &&Parameter| matches!(known.place, Place::Query | Place::Repeated);
            let mut known = parameters.iter().filter(is_query);
            match known.find(|known| known.name == name) {
                Some(parameter) => take(parameter, value)?,
                None => return Err(unknown(&name, parameters.iter().filter(is_query))),
            }
        }
        for parameter in parameters.iter().filter(|known| known.place == Place::Header) {
            if let Some(value) = headers.get(parameter.name).and_then(|value| value.to_str().ok()) {
                take(parameter, value.to_owned())?;
            }
        }
        let limits = Limits { body_bytes: BODY_BYTES.min(limits.body_bytes), ..limits.clone() };
        Ok(Self { values, headers, body, limits })
    }

    /// Every value of a parameter.
    pub(super) fn all(&self, name: &str) -> &[String] {
        self.values.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(String::as_str)
    }

    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.text(name).map(|value| value == "true")
    }

    pub(super) fn moment(&self, name: &str) -> Option<u64> {
        self.text(name).and_then(moment::read)
    }

    /// The headers that it came with.
    pub(super) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The body, which must be there and be JSON of this form.
    pub(super) async fn body<T: DeserializeOwned>(self) -> Result<T, Problem> {
        self.body_if_any().await?.ok_or_else(|| {
            Problem::new(StatusCode::BAD_REQUEST, "a JSON body is needed, with `Content-Type: application/json`")
        })
    }

    /// The body, if there is one.
    pub(super) async fn body_if_any<T: DeserializeOwned>(self) -> Result<Option<T>, Problem> {
        let text = body::read(self.body, &self.limits).await?;
        if text.is_empty() {
            return Ok(None);
        }
        media::is_json(&self.headers)?;
        serde_json::from_str(&text).map(Some).map_err(|error| match error.classify() {
            Category::Data => Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                format!("the body does not have the expected form: {error}"),
            ),
            _ => Problem::new(StatusCode::BAD_REQUEST, format!("the body is not JSON: {error}")),
        })
    }
}

fn decoded(text: &str) -> Result<String, Problem> {
    let spaced = text.replace('+', " ");
    let text = percent_decode_str(&spaced).decode_utf8();
    text.map(String::from).map_err(|_| Problem::at("query", "the query is not UTF-8 after percent-decoding"))
}

fn unknown<'p>(name: &str, known: impl Iterator<Item = &'p Parameter>) -> Problem {
    let known: Vec<&str> = known.map(|known| known.name).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let name = vetgate_text::render::safe(name, 80);
    Problem::at(name.clone(), format!("this path has no query parameter `{name}`; known parameters are: {known}"))
}

impl Shape {
    /// What it must be, if it is not.
    fn check(&self, value: &str) -> Result<(), String> {
        let is_right = match self {
            Self::Text => (1..=TEXT).contains(&value.chars().count()),
            Self::Id => value.len() == 16 && value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')),
            Self::Number { least, most } => {
                let is_plain = value.bytes().all(|byte| byte.is_ascii_digit());
                is_plain && value.parse().is_ok_and(|number| (least..=most).contains(&&number))
            }
            Self::Flag => matches!(value, "true" | "false"),
            Self::Word(words) => words().contains(&value),
            Self::Moment => moment::read(value).is_some(),
        };
        if is_right { Ok(()) } else { Err(self.expected()) }
    }

    fn expected(&self) -> String {
        match self {
            Self::Text => format!("a text of 1 to {TEXT} characters"),
            Self::Id => "an id of 16 hexadecimal digits from the list".to_owned(),
            Self::Number { least, most } => format!("a whole number from {least} to {most}"),
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Word(words) => format!("one of: {}", words().join(", ")),
            Self::Moment => {
                "a time like `2026-11-16T14:00:00Z`, or milliseconds since 1970; a `+` is written `%2B`".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter::path("id", Shape::Number { least: 1, most: 10 }, ""),
        Parameter::query("name", Shape::Text, ""),
        Parameter::query("pending", Shape::Flag, ""),
        Parameter::repeated("kind", Shape::Word(|| vec!["call", "scan"]), ""),
    ];

    fn read(path: &str, query: &str) -> Result<Asked, Problem> {
        let path = [("id".to_owned(), path.to_owned())];
        Asked::read(PARAMETERS, &path, Some(query), HeaderMap::new(), Body::empty(), &Limits::default())
    }

    #[test]
    fn parameters_are_read_as_forms_write_them() {
        let asked = read("7", "name=a+b%2Bc&kind=call&kind=scan&&pending=false").unwrap_or_else(|no| panic!("{no:?}"));
        assert_eq!((asked.number("id"), asked.text("name")), (Some(7), Some("a b+c")));
        assert_eq!((asked.all("kind").len(), asked.flag("pending")), (2, Some(false)));
    }

    #[test]
    fn a_wrong_parameter_is_named() {
        for (path, query, place) in [
            ("11", "", "id"),
            ("+1", "", "id"),
            ("1", "name=", "name"),
            ("1", "name=a&name=b", "name"),
            ("1", "pending=yes", "pending"),
            ("1", "kind=other", "kind"),
            ("1", "id=3", "id"),
            ("1", "nonsense", "nonsense"),
            ("1", "name=%ff", "query"),
        ] {
            let problem = read(path, query).err().and_then(|problem| serde_json::to_value(problem).ok());
            assert_eq!(problem.unwrap()["place"], place, "{path} {query}");
        }
    }
}
