//! One ignore rule, and how it is read.

use super::{Date, glob};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use vetgate_text::normal::Normal;

/// A reason to let something pass until a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its place among the rules, from 1.
    pub number: usize,
    /// The line it starts on, from 1.
    pub line: usize,
    /// The checks it is about: an id, or a pattern with `*`.
    pub check: String,
    /// The line on which it says so, from 1.
    pub check_line: usize,
    /// The servers, as a pattern with `*`; all of them without one.
    pub server: Option<String>,
    /// The tools, likewise.
    pub tool: Option<String>,
    /// Why.
    pub reason: String,
    /// The last day on which it holds.
    pub expires: Date,
}

impl Rule {
    /// Whether the rule is about the check with this id at all.
    pub fn names(&self, check: &str) -> bool {
        glob::matches(&self.check, check)
    }

    /// Whether the rule is about a signal of `check` on `tool` of `server`.
    pub fn matches(&self, server: &str, tool: &str, check: &str) -> bool {
        let fits =
            |pattern: &Option<String>, text| pattern.as_deref().is_none_or(|pattern| glob::matches(pattern, text));
        self.names(check) && fits(&self.server, server) && fits(&self.tool, tool)
    }
}

/// A rule that cannot be one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RuleError {
    /// From 1.
    pub line: usize,
    /// Which rule, what is wrong, and what to do.
    pub message: String,
}

const KEYS: &str = "check, server, tool, reason or expires";

pub(super) fn parse(text: &str) -> Result<Vec<Rule>, RuleError> {
    let at = |offset: usize| text.bytes().take(offset).filter(|b| *b == b'\n').count() + 1;
    let error = |offset: usize, message: String| RuleError { line: at(offset), message };
    let table = DeTable::parse(text)
        .map_err(|e| error(e.span().map_or(0, |span| span.start), format!("expected TOML: {}", e.message())))?;
    let Some((_, value)) = table.get_ref().iter().find(|(key, _)| key.get_ref() == "ignore") else { return Ok(vec![]) };
    let shape = || error(value.span().start, "`ignore` must be a list of tables: [[ignore]]".to_owned());
    let DeValue::Array(rules) = value.get_ref() else { return Err(shape()) };
    let mut read = Vec::new();
    for (index, rule) in rules.iter().enumerate() {
        let DeValue::Table(fields) = rule.get_ref() else { return Err(shape()) };
        let number = index + 1;
        let start = rule.span().start;
        read.push(
            fill(number, at, start, fields).map_err(|(offset, message)| {
                error(offset.unwrap_or(start), format!("ignore rule {number}: {message}"))
            })?,
        );
    }
    Ok(read)
}

type Wrong = (Option<usize>, String);

fn fill(number: usize, at: impl Fn(usize) -> usize, start: usize, fields: &DeTable) -> Result<Rule, Wrong> {
    let line = at(start);
    let mut check_line = line;
    let (mut check, mut server, mut tool, mut reason, mut expires) = (None, None, None, None, None);
    for (key, value) in fields {
        let place = Some(key.span().start);
        match key.get_ref().as_ref() {
            "check" => {
                check = Some(text("check", value)?);
                check_line = at(value.span().start);
            }
            "server" => server = Some(text("server", value)?),
            "tool" => tool = Some(text("tool", value)?),
            "reason" => reason = Some(visible("reason", value)?),
            "expires" => expires = Some(day(value)?),
            other => {
                let hint = match other {
                    "checks" | "rule" | "id" => "did you mean `check`?".to_owned(),
                    "servers" => "did you mean `server`? It takes * for many".to_owned(),
                    "tools" | "name" => "did you mean `tool`? It takes * for many".to_owned(),
                    "expiry" | "expire" | "until" => "did you mean `expires`?".to_owned(),
                    "why" | "comment" | "because" => "did you mean `reason`?".to_owned(),
                    _ => format!("expected {KEYS}"),
                };
                return Err((place, format!("`{other}` is not a key of a rule: {hint}")));
            }
        }
    }
    let missing = |key: &str, why: &str| (None, format!("`{key}` is missing: {why}"));
    Ok(Rule {
        number,
        line,
        check: check
            .ok_or_else(|| missing("check", "name a check, such as \"directive.imperative\" or \"directive.*\""))?,
        check_line,
        server,
        tool,
        reason: reason.ok_or_else(|| missing("reason", "say why this finding is acceptable"))?,
        expires: expires.ok_or_else(|| missing("expires", "name the last day it holds, such as 2027-01-31"))?,
    })
}

fn text(key: &str, value: &Spanned<DeValue>) -> Result<String, Wrong> {
    match value.get_ref() {
        DeValue::String(text) if !text.trim().is_empty() => Ok(text.to_string()),
        DeValue::String(_) => Err((Some(value.span().start), format!("`{key}` is empty"))),
        _ => Err((Some(value.span().start), format!("`{key}` must be a string"))),
    }
}

/// A string in which something can be read.
fn visible(key: &str, value: &Spanned<DeValue>) -> Result<String, Wrong> {
    let text = text(key, value)?;
    if Normal::of(&text).text().chars().any(char::is_alphanumeric) {
        return Ok(text);
    }
    Err((Some(value.span().start), format!("`{key}` has no visible letter or digit")))
}

fn day(value: &Spanned<DeValue>) -> Result<Date, Wrong> {
    let written = match value.get_ref() {
        DeValue::Datetime(day) => day.to_string(),
        DeValue::String(day) => day.to_string(),
        _ => String::new(),
    };
    let wrong = |error| (Some(value.span().start), format!("`expires`: {error}, such as 2027-01-31"));
    written.parse().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "check = \"a\"\nreason = \"r\"\nexpires = 2027-01-31\n";

    #[test]
    fn mistakes_name_the_line_and_the_rule() {
        for (rule, line, message) in [
            ("reason = \"r\"\nexpires = 2027-01-31", 5, "ignore rule 2: `check` is missing"),
            ("check = \"a\"\nexpires = 2027-01-31", 5, "ignore rule 2: `reason` is missing: say why"),
            ("check = \"a\"\nreason = \" \"\nexpires = 2027-01-31", 7, "ignore rule 2: `reason` is empty"),
            (
                "check = \"a\"\nreason = \"\u{200b}\"\nexpires = 2027-01-31",
                7,
                "ignore rule 2: `reason` has no visible letter",
            ),
            (
                "check = \"a\"\nreason = \"\u{3164}\u{2800}\"\nexpires = 2027-01-31",
                7,
                "ignore rule 2: `reason` has no visible letter",
            ),
            (
                "check = \"a\"\nreason = \"...\"\nexpires = 2027-01-31",
                7,
                "ignore rule 2: `reason` has no visible letter",
            ),
            ("check = \"a\"\nreason = \"r\"", 5, "ignore rule 2: `expires` is missing"),
            ("check = \"a\"\nexpires = \"soon\"", 7, "ignore rule 2: `expires`: expected a day"),
            ("check = \"a\"\nexpires = 2027-01-31T10:00:00", 7, "ignore rule 2: `expires`: expected a day"),
            ("check = 1", 6, "ignore rule 2: `check` must be a string"),
            ("checks = \"a\"", 6, "ignore rule 2: `checks` is not a key of a rule: did you mean `check`?"),
            ("severity = \"a\"", 6, "ignore rule 2: `severity` is not a key of a rule: expected check, server"),
            ("check = ", 6, "expected TOML: "),
        ] {
            let text = format!("[[ignore]]\n{GOOD}[[ignore]]\n{rule}\n");
            let error = parse(&text).unwrap_err();
            assert!(error.message.starts_with(message), "{}", error.message);
            assert_eq!(error.line, line, "{rule}: {error}");
        }
        assert!(parse("ignore = 1").unwrap_err().message.contains("[[ignore]]"));
    }

    #[test]
    fn a_file_without_rules_has_none() {
        assert_eq!(parse("[scan]\nfail_on = \"low\"\n"), Ok(vec![]));
    }
}
