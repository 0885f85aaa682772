//! What to look for: `security.pii_detection` of the configuration.

use crate::custom::Pattern;
use crate::{Category, Grade, Kind, catalogue};
use serde::Deserialize;
use std::collections::BTreeSet;
use vetgate_model::Severity;

/// The settings as a configuration file has them.
///
/// ```
/// use vetgate_sensitive::{Detector, Settings};
/// let settings: Settings = serde_json::from_str(r#"{
///     "patterns": ["email", "ssn", "secret"],
///     "custom_patterns": [{ "name": "employee_id", "regex": "EMP-\\d{6}", "severity": "medium" }],
///     "keywords": [{ "name": "project", "words": ["Bluebird"], "severity": "high" }]
/// }"#)?;
/// let found = Detector::with(&settings)?.inspect(b"EMP-204817 works on bluebird");
/// assert_eq!(found.iter().map(|found| &*found.kind).collect::<Vec<_>>(), ["employee_id", "project"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Whether anything is looked for at all.
    pub enabled: bool,
    /// The built-in kinds to look for: ids (`us_ssn`), providers (`github`), categories (`secret`), or one of a few other
    /// names (`ssn`, `api_key`, `pii`). All of them if this is missing.
    pub patterns: Option<Vec<String>>,
    /// The built-in kinds to leave out, by the same names.
    pub except: Vec<String>,
    /// Further patterns of one's own.
    pub custom_patterns: Vec<CustomPattern>,
    /// Words of one's own.
    pub keywords: Vec<Keyword>,
    /// How sure a match must be.
    pub min_confidence: Grade,
    /// Whether a long string that looks random is a match without a name or a format beside it. It cannot be told from an
    /// id or a checksum, so it is off unless asked for.
    pub high_entropy: bool,
    /// How long records keep values; read by whoever keeps records.
    pub auto_redact_after_days: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            enabled: true,
            patterns: None,
            except: Vec::new(),
            custom_patterns: Vec::new(),
            keywords: Vec::new(),
            min_confidence: Grade::Medium,
            high_entropy: false,
            auto_redact_after_days: None,
        }
    }
}

/// A pattern of one's own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomPattern {
    /// What it is called in reports: letters, digits, `_`, `-` and `.`.
    pub name: String,
    /// The pattern, in the syntax of the `regex` crate. It cannot backtrack.
    pub regex: String,
    /// How bad it is when a match gets out.
    #[serde(default = "medium")]
    pub severity: Severity,
    /// How sure a match is.
    #[serde(default = "high")]
    pub confidence: Grade,
}

/// Words of one's own: found as whole words, in either case.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keyword {
    /// What they are called in reports.
    pub name: String,
    /// The words or phrases.
    pub words: Vec<String>,
    /// How bad it is when one gets out.
    #[serde(default = "medium")]
    pub severity: Severity,
}

fn medium() -> Severity {
    Severity::Medium
}

fn high() -> Grade {
    Grade::High
}

/// What is wrong with settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A pattern that cannot be read.
    #[error("custom pattern `{name}`, column {column}: {reason}")]
    Regex {
        /// Its name.
        name: String,
        /// Where in the pattern, from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A pattern that matches everywhere.
    #[error(
        "custom pattern `{name}` matches the empty text, so it would match everywhere: make it match at least one character"
    )]
    Empty {
        /// Its name.
        name: String,
    },
    /// A name that reports cannot show.
    #[error("`{name}` cannot be the name of a pattern: use letters, digits, `_`, `-` and `.`")]
    Name {
        /// The name.
        name: String,
    },
    /// A name that is taken.
    #[error("there are two patterns of the name `{name}`: every one needs its own")]
    Twice {
        /// The name.
        name: String,
    },
    /// No such kind.
    #[error("there is no kind, provider or category `{name}`{}", hint.as_ref().map(|hint| format!(": did you mean `{hint}`?")).unwrap_or_default())]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: Option<String>,
    },
    /// Keywords without a word.
    #[error("keywords `{name}` has an empty word or none")]
    NoWord {
        /// Their name.
        name: String,
    },
}

// `ALIASES`, from `data/kind_aliases.tsv`.
include!(concat!(env!("OUT_DIR"), "/kind_aliases.rs"));

/// The ids of the built-in kinds that `name` stands for.
///
/// ```
/// let ids = vetgate_sensitive::kinds_named("github")?;
/// assert!(ids.iter().all(|id| id.starts_with("github.")));
/// # Ok::<(), vetgate_sensitive::SettingsError>(())
/// ```
pub fn kinds_named(name: &str) -> Result<Vec<&'static str>, SettingsError> {
    let given = name.to_ascii_lowercase();
    let meant = ALIASES.iter().find(|alias| alias.0 == given).map_or_else(|| vec![&*given], |alias| alias.1.to_vec());
    let is_meant = |kind: &Kind| {
        meant.iter().any(|meant| {
            let rest = kind.id.strip_prefix(meant);
            kind.category.name() == *meant || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '_']))
        })
    };
    let ids: Vec<&str> = catalogue().filter(|listed| is_meant(listed.kind)).map(|listed| &*listed.kind.id).collect();
    if ids.is_empty() {
        return Err(SettingsError::Unknown { name: name.to_owned(), hint: nearest(&given) });
    }
    Ok(ids)
}

/// The known name that starts most alike.
fn nearest(given: &str) -> Option<String> {
    let known = catalogue().map(|listed| &*listed.kind.id).chain(Category::ALL.iter().map(|category| category.name()));
    let alike = |name: &str| name.bytes().zip(given.bytes()).take_while(|(a, b)| a == b).count();
    let known = known.chain(ALIASES.iter().map(|alias| alias.0)).filter(|name| alike(name) >= 3);
    // The most in common, then the shortest.
    known.max_by_key(|name| (alike(name), usize::MAX - name.len())).map(str::to_owned)
}

/// Settings that were checked.
pub(crate) struct Checked {
    /// The ids to look for; all if nothing.
    pub(crate) wanted: Option<BTreeSet<&'static str>>,
    pub(crate) custom: Vec<Pattern>,
    pub(crate) least: Grade,
    pub(crate) high_entropy: bool,
}

impl Settings {
    /// Says what is wrong with the settings, if anything is.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.compile().map(|_| ())
    }

    /// Checks the settings and compiles what has to be.
    pub(crate) fn compile(&self) -> Result<Checked, SettingsError> {
        let mut custom = Vec::new();
        let mut names = BTreeSet::new();
        let own =
            self.custom_patterns.iter().map(|own| Pattern::new(&own.name, &own.regex, own.severity, own.confidence));
        let words = self.keywords.iter().map(|own| Pattern::words(&own.name, &own.words, own.severity));
        for pattern in own.chain(words) {
            let pattern = pattern?;
            if !names.insert(pattern.kind.id.clone()) {
                return Err(SettingsError::Twice { name: pattern.kind.id.into_owned() });
            }
            custom.push(pattern);
        }
        let all = |names: &[String]| -> Result<BTreeSet<&'static str>, SettingsError> {
            names.iter().try_fold(BTreeSet::new(), |mut ids, name| {
                ids.extend(kinds_named(name)?);
                Ok(ids)
            })
        };
        let mut wanted = self.patterns.as_deref().map(all).transpose()?;
        if !self.except.is_empty() {
            let except = all(&self.except)?;
            let every = || catalogue().map(|listed| &*listed.kind.id).collect();
            wanted = Some(&wanted.unwrap_or_else(every) - &except);
        }
        if !self.enabled {
            (wanted, custom) = (Some(BTreeSet::new()), Vec::new());
        }
        Ok(Checked { wanted, custom, least: self.min_confidence, high_entropy: self.high_entropy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Detector;

    fn with(json: &str) -> Result<Detector, String> {
        let settings: Settings = serde_json::from_str(json).map_err(|error| error.to_string())?;
        Detector::with(&settings).map_err(|error| error.to_string())
    }

    #[test]
    fn random_strings_count_only_where_they_are_asked_for() {
        let medium = |settings: Settings, text: &str| {
            let detector = Detector::with(&settings).unwrap();
            let found = detector.inspect(text.as_bytes());
            found.iter().any(|found| found.grade() >= Grade::Medium)
        };
        let asked = Settings { high_entropy: true, ..Settings::default() };
        let bare = "see x7Kq2Lm9Rt4Wv8Zb3Nc6Jd5Hf1Gs0pQe for it";
        assert!(!medium(Settings::default(), bare) && medium(asked.clone(), bare));
        for id in ["da39a3ee5e6b4b0d3255bfef95601890afd80709", "6fa459ea-ee8a-3ca4-894e-db77e160355e"] {
            assert!(!medium(asked.clone(), &format!("see {id} for it")), "{id}");
        }
    }

    #[test]
    fn the_key_forms_of_the_rfc_count_by_default() {
        let detector = Detector::with(&Settings::default()).unwrap();
        let kinds = |text: &str| -> Vec<String> {
            detector.inspect(text.as_bytes()).iter().map(|found| found.kind.clone()).collect()
        };
        let value = "Zk3vT9qLm2XwR8bNcY5d";
        assert_eq!(kinds(&format!("use sk-{value} here")), ["ai_provider.api_key"]);
        for name in ["api_key", "api-key", "apikey", "secret"] {
            assert_eq!(kinds(&format!("use {name}{value} here")), ["named.api_key"], "{name}");
        }
        for harmless in
            ["sk-learnToolsAndPipelines", "secretManagerServiceClientBuilder", "apikeyAuthenticationHandler2"]
        {
            assert!(kinds(harmless).is_empty(), "{harmless}");
        }
    }

    #[test]
    fn only_what_is_asked_for_is_found() {
        let kinds = |json: &str, text: &str| -> Vec<String> {
            let detector = with(json).expect("good settings");
            detector.inspect(text.as_bytes()).into_iter().map(|found| found.kind).collect()
        };
        let text = "jo.miller@acme.io, card 4539 1488 0343 6467";
        assert_eq!(kinds(r#"{"patterns": ["email"]}"#, text), ["email"]);
        assert_eq!(kinds(r#"{"patterns": ["financial"]}"#, text), ["credit_card"]);
        assert_eq!(kinds(r#"{"except": ["contact"]}"#, text), ["credit_card"]);
        assert_eq!(kinds("{}", text), ["email", "credit_card"]);
        assert!(kinds(r#"{"enabled": false}"#, text).is_empty());
        assert_eq!(kinds(r#"{"patterns": [], "keywords": [{"name": "who", "words": ["Acme"]}]}"#, text), ["who"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |json: &str| with(json).err().unwrap_or_default();
        let bad = r#"{"custom_patterns": [{"name": "emp", "regex": "EMP-(\\d"}]}"#;
        assert_eq!(error(bad), "custom pattern `emp`, column 5: unclosed group");
        for regex in ["x*", r"\\b", "EMP-[0-9]+|$", r"\\B|^"] {
            let empty = format!(r#"{{"custom_patterns": [{{"name": "emp", "regex": "{regex}"}}]}}"#);
            assert!(error(&empty).contains("matches the empty text"), "{regex}: {}", error(&empty));
        }
        let huge = r#"{"custom_patterns": [{"name": "emp", "regex": "(\\w{1000}){1000}"}]}"#;
        assert!(error(huge).contains("too big"), "{}", error(huge));
        assert!(error(r#"{"patterns": ["credit_cart"]}"#).contains("did you mean `credit_card`"));
        assert!(error(r#"{"patterns": ["zzz"]}"#).contains("there is no kind"));
        assert!(error(r#"{"keywords": [{"name": "k", "words": [""]}]}"#).contains("empty word"));
        assert!(error(r#"{"custom_patterns": [{"name": "a b", "regex": "x"}]}"#).contains("cannot be the name"));
        let twice =
            r#"{"custom_patterns": [{"name": "a", "regex": "x"}], "keywords": [{"name": "a", "words": ["y"]}]}"#;
        assert!(error(twice).contains("two patterns"));
        assert!(error(r#"{"paterns": []}"#).contains("unknown field"));
    }

    #[test]
    fn other_names_are_understood() {
        for alias in ALIASES {
            // Street addresses are found by their field.
            assert!(kinds_named(alias.0).is_ok(), "{}", alias.0);
        }
    }
}
