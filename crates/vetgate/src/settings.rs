//! The settings file, `vetgate.toml`.
//!
//! Every mistake is an error with its line: a setting that is not understood is a setting that does not hold.

use crate::cli::FailOn;
use crate::input::{self, Problem};
use crate::{checks, nearest, static_rules};
use clap::ValueEnum;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use vetgate_capability::ServerClass;
use vetgate_model::Cap;
use vetgate_model::json::Lines;
use vetgate_report::escape;
use vetgate_vet::ignore::{Rule, Rules};

/// The file that is read where none is named.
const USUAL: &str = "vetgate.toml";

/// What the settings file says.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// The file, if there is one.
    file: Option<String>,
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) critical: vetgate_vet::Critical,
    pub(crate) rules: Rules,
    /// `[capability]`: what a person says of servers, by their names, and where.
    pub(crate) servers: BTreeMap<String, (ServerClass, String)>,
    /// `[security.pii_detection]`.
    pub(crate) sensitive: vetgate_sensitive::Settings,
}

/// The part of the file that the detector of personal data and secrets reads itself.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Whole {
    security: Security,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Security {
    pii_detection: vetgate_sensitive::Settings,
}

impl Settings {
    /// Reads `path`, or the usual file if it exists, unless `no_config` asks for no file at all.
    pub(crate) fn load(path: Option<&Path>, no_config: bool) -> Result<Self, Problem> {
        match path {
            _ if no_config => Ok(Self::default()),
            Some(path) => Self::parse(&path.display().to_string(), &input::read_whole(path)?),
            None if Path::new(USUAL).is_file() => Self::parse(USUAL, &input::read_whole(Path::new(USUAL))?),
            None => Ok(Self::default()),
        }
    }

    /// The line of the coverage record that says which file is in force and what it sets for this command; `fail_on`
    /// is that of the command line. What is scanned may have brought the file along.
    pub(crate) fn note(&self, fail_on: Option<FailOn>) -> Option<Cap> {
        let mut said = vec![];
        match (self.fail_on, fail_on) {
            (None, _) => {}
            (Some(_), Some(_)) => said.push("its fail_on is overridden by --fail-on".to_owned()),
            (Some(FailOn::Never), None) => {
                said.push("fail_on = \"never\": findings do not change the exit code".to_owned());
            }
            (Some(severity), None) => {
                let name = severity.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
                said.push(format!("fail_on = \"{name}\""));
            }
        }
        if self.critical == vetgate_vet::Critical::Escalated {
            said.push("critical = \"escalated\"".to_owned());
        }
        let mut count = |count: usize, noun: &str| match count {
            0 => {}
            1 => said.push(format!("1 {noun}")),
            more => said.push(format!("{more} {noun}s")),
        };
        count(self.rules.rules().len(), "ignore rule");
        count(self.servers.len(), "server class");
        let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join("; ")) };
        let detail = format!("this file is used{said}; --no-config ignores it");
        Some(Cap::new("settings.file", self.file.as_ref()?, detail))
    }

    fn parse(file: &str, text: &str) -> Result<Self, Problem> {
        let lines = Lines::of(text);
        let place = |offset: usize| format!("{file}:{}", lines.position(text, offset).0);
        let problem = |offset: usize, message: String| Problem::new(place(offset), message);
        let rules = Rules::parse(file, text).map_err(|e| Problem::new(format!("{file}:{}", e.line), e.message))?;
        let checks = checks::all();
        let is_known = |rule: &Rule| checks.iter().any(|meta| rule.names(meta.id)) || static_rules::may_be_named(rule);
        if let Some(rule) = rules.rules().iter().find(|rule| !is_known(rule)) {
            let message = format!("ignore rule {}: {}", rule.number, nearest::unknown(&rule.check, &checks));
            return Err(Problem::new(format!("{file}:{}", rule.check_line), message));
        }
        if let Some(rule) = rules.rules().iter().find(|rule| is_catch_all(rule)) {
            let message = format!(
                "ignore rule {}: `{}` matches every check, or nearly every check, which is too broad; name \
                 a check such as \"directive.imperative\" or a family such as \"directive.*\", with a rule for each",
                rule.number,
                escape::cut(&rule.check, 60)
            );
            return Err(Problem::new(format!("{file}:{}", rule.check_line), message));
        }
        let mut settings = Self { file: Some(file.to_owned()), rules, ..Self::default() };
        let table = DeTable::parse(text)
            .map_err(|error| problem(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
        let whole: Whole = toml::from_str(text)
            .map_err(|error| problem(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
        settings.sensitive = whole.security.pii_detection;
        if let (Err(error), Some(key)) = (settings.sensitive.check(), table.get_ref().get("security")) {
            return Err(problem(key.span().start, format!("[security.pii_detection]: {error}")));
        }
        for (key, value) in table.get_ref() {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("ignore" | "security", _) => {}
                ("scan", DeValue::Table(scan)) => {
                    for (key, value) in scan {
                        settings.set(key.get_ref(), value).map_err(|m| problem(key.span().start, m))?;
                    }
                }
                ("capability", DeValue::Table(capability)) => {
                    for (key, value) in capability {
                        let at = |(offset, message)| problem(offset, message);
                        settings.set_capability(key, value, place).map_err(at)?;
                    }
                }
                ("capability", _) => {
                    return Err(problem(key.span().start, "`capability` must be a table: [capability]".to_owned()));
                }
                ("scan", _) => return Err(problem(key.span().start, "`scan` must be a table: [scan]".to_owned())),
                (name, _) => {
                    let message =
                        format!("`{name}` is not a setting; expected [scan], [capability], [security] or [[ignore]]");
                    return Err(problem(key.span().start, message));
                }
            }
        }
        Ok(settings)
    }

    /// What stands in `[capability]`; a mistake with its offset. An offset has its `place`.
    fn set_capability(
        &mut self,
        key: &Spanned<DeString>,
        value: &Spanned<DeValue>,
        place: impl Fn(usize) -> String,
    ) -> Result<(), (usize, String)> {
        let table = match (key.get_ref().as_ref(), value.get_ref()) {
            ("servers", DeValue::Table(table)) => table,
            ("servers", _) => {
                let message = "`servers` must be a table such as { wiki = \"internal\" }";
                return Err((value.span().start, message.to_owned()));
            }
            (name, _) => {
                let message = format!("`{name}` is not a setting of [capability]; expected servers");
                return Err((key.span().start, message));
            }
        };
        for (server, class) in table {
            let DeValue::String(name) = class.get_ref() else {
                let message = format!("the class of server `{}` must be a string", server.get_ref());
                return Err((class.span().start, message));
            };
            let known = ServerClass::named(name).filter(|class| *class != ServerClass::Unknown);
            let class = known.ok_or_else(|| {
                let message = format!("server `{}` must be internal or external, not `{name}`", server.get_ref());
                (class.span().start, message)
            })?;
            self.servers.insert(server.get_ref().to_string(), (class, place(server.span().start)));
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &Spanned<DeValue>) -> Result<(), String> {
        match (key, value.get_ref()) {
            ("fail_on", DeValue::String(name)) => {
                let expected = "`fail_on` must be critical, high, medium, low or never";
                self.fail_on = Some(FailOn::from_str(name, false).map_err(|_| expected.to_owned())?);
            }
            ("timeout", DeValue::Integer(number)) => {
                let seconds = number.as_str().parse().ok().filter(|seconds| (1..=3600).contains(seconds));
                let seconds: u64 = seconds.ok_or("`timeout` must be 1 to 3600 seconds")?;
                self.timeout = Some(Duration::from_secs(seconds));
            }
            ("critical", DeValue::String(name)) => {
                self.critical = match name.as_ref() {
                    "confident" => vetgate_vet::Critical::Confident,
                    "escalated" => vetgate_vet::Critical::Escalated,
                    _ => return Err("`critical` must be confident or escalated".to_owned()),
                };
            }
            ("critical", _) => return Err("`critical` must be a string such as \"escalated\"".to_owned()),
            ("fail_on", _) => return Err("`fail_on` must be a string such as \"high\"".to_owned()),
            ("timeout", _) => return Err("`timeout` must be a whole number of seconds".to_owned()),
            (name, _) => {
                return Err(format!("`{name}` is not a setting of [scan]; expected critical, fail_on or timeout"));
            }
        }
        Ok(())
    }
}

/// Returns true if a rule is about every check, or about checks of which it does not name the family.
fn is_catch_all(rule: &Rule) -> bool {
    let Some((start, _)) = rule.check.split_once('*') else { return false };
    let names_family = start.contains('.') || start.strip_prefix("VG-S-").is_some_and(|number| !number.is_empty());
    let of_source = static_rules::names();
    let is_all_of_source = !of_source.is_empty() && of_source.iter().all(|(id, _)| rule.names(id));
    !names_family || is_all_of_source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_shown_with_their_line() {
        for (text, expected) in [
            (
                "[scan]\nfail-on = \"low\"",
                "t:2: `fail-on` is not a setting of [scan]; expected critical, fail_on or timeout",
            ),
            ("[scan]\ncritical = \"hard\"", "t:2: `critical` must be confident or escalated"),
            ("[scan]\nfail_on = \"lo\"", "t:2: `fail_on` must be critical, high, medium, low or never"),
            ("\n[scna]", "t:2: `scna` is not a setting; expected [scan], [capability], [security] or [[ignore]]"),
            ("[capability]\nserver = 1", "t:2: `server` is not a setting of [capability]; expected servers"),
            ("[capability]\nservers = 1", "t:2: `servers` must be a table such as { wiki = \"internal\" }"),
            ("[capability.servers]\nwiki = 1", "t:2: the class of server `wiki` must be a string"),
            (
                "[capability.servers]\na = \"internal\"\n\"my wiki\" = \"outside\"",
                "t:3: server `my wiki` must be internal or external, not `outside`",
            ),
            ("[scan]\ntimeout = 0", "t:2: `timeout` must be 1 to 3600 seconds"),
            (
                "[[ignore]]\nreason = \"r\"\ncheck = \"unicode.hiden\"\nexpires = 2027-01-31",
                "t:3: ignore rule 1: there is no check `unicode.hiden`; did you mean `unicode.hidden`?",
            ),
            (
                "[[ignore]]\nreason = \"r\"\ncheck = \"unicod.*\"\nexpires = 2027-01-31",
                "t:3: ignore rule 1: there is no check `unicod.*`; did you mean `unicode.*`?",
            ),
            ("scan = 1", "t:1: `scan` must be a table: [scan]"),
        ] {
            assert_eq!(Settings::parse("t", text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_rule_for_every_check_is_refused_with_its_line() {
        for check in ["*", "**", "*.*", "d*", "*irective.imperative", "VG-S-*", "VG-S-0*", "VG*"] {
            let text =
                format!("[[ignore]]\nreason = \"r\"\ncheck = \"{check}\"\nserver = \"docs\"\nexpires = 2027-01-31");
            let error = Settings::parse("t", &text).unwrap_err().to_string();
            assert!(error.starts_with("t:3: ignore rule 1: "), "{error}");
            assert!(error.contains("\"directive.*\"") || error.contains("there is no check"), "{error}");
        }
        for check in ["", " "] {
            let text = format!("[[ignore]]\nreason = \"r\"\ncheck = \"{check}\"\nexpires = 2027-01-31");
            assert_eq!(Settings::parse("t", &text).unwrap_err().to_string(), "t:3: ignore rule 1: `check` is empty");
        }
        for check in ["directive.*", "directive.im*", "unicode.hidden", "VG-S-009"] {
            let text = format!("[[ignore]]\nreason = \"r\"\ncheck = \"{check}\"\nexpires = 2027-01-31");
            assert!(Settings::parse("t", &text).is_ok(), "{check}");
        }
    }

    #[test]
    fn the_file_in_force_says_what_it_sets() {
        let settings = Settings::parse("t", "[scan]\nfail_on = \"never\"\n").unwrap();
        let note = settings.note(None).unwrap();
        assert_eq!((note.cap.as_str(), note.place.as_str()), ("settings.file", "t"));
        assert!(note.detail.contains("findings do not change the exit code"), "{}", note.detail);
        assert!(settings.note(Some(FailOn::High)).unwrap().detail.contains("overridden by --fail-on"));
        assert_eq!(Settings::default().note(None), None);
    }

    #[test]
    fn a_person_says_of_a_server_what_it_is() {
        let settings =
            Settings::parse("t", "[capability]\nservers = { wiki = \"internal\", x = \"external\" }").unwrap();
        assert_eq!(settings.servers["wiki"], (ServerClass::Internal, "t:2".to_owned()));
        assert_eq!(settings.servers["x"].0, ServerClass::External);
    }

    #[test]
    fn settings_are_read() {
        let settings = Settings::parse("t", "[scan]\nfail_on = \"never\"\ntimeout = 5\n").unwrap();
        assert_eq!(settings.fail_on, Some(FailOn::Never));
        assert_eq!(settings.timeout, Some(Duration::from_secs(5)));
    }

    #[test]
    fn patterns_of_ones_own_are_read_and_mistakes_in_them_are_placed() {
        let text = "[security.pii_detection]\npatterns = [\"email\"]\n\
                    [[security.pii_detection.custom_patterns]]\nname = \"emp\"\nregex = 'EMP-(\\d'\n";
        let error = Settings::parse("t", text).unwrap_err().to_string();
        assert_eq!(error, "t:1: [security.pii_detection]: custom pattern `emp`, column 5: unclosed group");
        let settings = Settings::parse("t", &text.replace("(", "")).unwrap();
        assert_eq!(settings.sensitive.custom_patterns[0].name, "emp");
        let error = Settings::parse("t", "[security.pii_detection]\npaterns = []").unwrap_err().to_string();
        assert!(error.starts_with("t:2: unknown field `paterns`"), "{error}");
        let error = Settings::parse("t", "[security]\npii = 1").unwrap_err().to_string();
        assert!(error.starts_with("t:2: unknown field `pii`"), "{error}");
    }
}
