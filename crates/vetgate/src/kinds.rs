//! The kinds of personal data and secrets as the command line names them.

use crate::cli::Which;
use crate::{console, nearest};
use clap::ValueEnum;
use std::collections::BTreeSet;
use vetgate_report::escape;
use vetgate_sensitive::{Category, Detector, Grade, Listed, Settings, catalogue, kinds_named};

/// The least grade that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sureness {
    /// Everything, also documentation examples and strings that only look random
    Low,
    /// What has something that speaks for it
    Medium,
    /// Only what a checksum or an unmistakable format proves
    High,
}

impl From<Sureness> for Grade {
    fn from(sureness: Sureness) -> Self {
        match sureness {
            Sureness::Low => Self::Low,
            Sureness::Medium => Self::Medium,
            Sureness::High => Self::High,
        }
    }
}

impl Which {
    /// A detector of what the settings file and the command line ask for, and the least grade that counts. What the
    /// command line says wins.
    pub(crate) fn detector(&self) -> anyhow::Result<(Detector, Grade)> {
        let settings = self.settings()?;
        Ok((Detector::with(&settings)?, settings.min_confidence))
    }

    /// The same, but the detector also tells what is less sure, so that it can be counted.
    pub(crate) fn counting_detector(&self) -> anyhow::Result<(Detector, Grade)> {
        let settings = self.settings()?;
        let all = Settings { min_confidence: Grade::Low, ..settings.clone() };
        Ok((Detector::with(&all)?, settings.min_confidence))
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = crate::settings::Settings::load(self.config.as_deref(), self.no_config)?.sensitive;
        if self.config.is_none() && settings != Settings::default() {
            console::note(
                "vetgate.toml: its [security.pii_detection] selects the kinds to search for; --no-config ignores it",
            );
        }
        if !settings.enabled {
            anyhow::bail!("[security.pii_detection] has `enabled = false`, so nothing would be found; remove it");
        }
        if !self.only.is_empty() {
            settings.patterns = Some(self.only.clone());
        }
        settings.except.extend(self.skip.iter().cloned());
        if let Some(least) = self.min_confidence {
            settings.min_confidence = least.into();
        }
        if is_nothing(&settings) {
            let what = if self.skip.is_empty() { "[security.pii_detection]" } else { "--skip" };
            anyhow::bail!("{what} leaves no kind to look for, so nothing would be found");
        }
        Ok(settings)
    }
}

/// Whether these settings name no kind at all, or leave out every kind that they name.
fn is_nothing(settings: &Settings) -> bool {
    let ids = |names: &[String]| -> BTreeSet<&str> {
        names.iter().filter_map(|name| kinds_named(name).ok()).flatten().collect()
    };
    let every = || catalogue().map(|listed| listed.kind.id.as_ref()).collect();
    let wanted = settings.patterns.as_deref().map_or_else(every, ids);
    settings.custom_patterns.is_empty() && settings.keywords.is_empty() && wanted.is_subset(&ids(&settings.except))
}

/// A name of one or many kinds, as settings take it; or what may have been meant.
pub(crate) fn name(text: &str) -> Result<String, String> {
    let name = text.trim().trim_end_matches(['*', '.', '_']);
    match kinds_named(name) {
        Ok(_) if !name.is_empty() => Ok(name.to_owned()),
        _ => Err(unknown(text)),
    }
}

/// The category of this name.
pub(crate) fn category(name: &str) -> Option<Category> {
    Category::ALL.iter().copied().find(|category| category.name() == name)
}

/// The kinds whose ids start with `name` and a dot.
pub(crate) fn family(name: &str) -> Vec<Listed> {
    let is_in = |id: &str| id.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    catalogue().filter(|listed| !name.is_empty() && is_in(&listed.kind.id)).collect()
}

fn unknown(asked: &str) -> String {
    if asked == Category::Custom.name() {
        return "your own patterns cannot be selected as a category; they are always searched for".to_owned();
    }
    let categories =
        || Category::ALL.iter().copied().filter(|category| *category != Category::Custom).map(Category::name);
    let names = catalogue().map(|listed| listed.kind.id.as_ref()).chain(categories());
    let shown = escape::cut(asked, 60);
    match nearest::closest(asked, names) {
        Some(name) => format!("there is no kind `{shown}`; did you mean `{name}`?"),
        None => {
            let categories: Vec<&str> = categories().collect();
            format!("there is no kind and no category `{shown}`; categories are {}", categories.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_families_and_categories_can_be_named() {
        for (text, meant) in [("email", "email"), ("secret", "secret"), ("github.*", "github"), (" github. ", "github")]
        {
            assert_eq!(name(text).as_deref(), Ok(meant));
        }
    }

    #[test]
    fn a_slip_is_answered_with_the_nearest_name() {
        assert_eq!(name("emial").unwrap_err(), "there is no kind `emial`; did you mean `email`?");
        assert_eq!(name("contacts").unwrap_err(), "there is no kind `contacts`; did you mean `contact`?");
        assert!(name("custom").unwrap_err().contains("are always searched for"));
        for text in ["", "*", "nothing like it at all"] {
            assert!(name(text).unwrap_err().contains("categories are contact"), "{text}");
        }
    }

    #[test]
    fn no_kind_is_called_like_a_category() {
        assert!(catalogue().all(|listed| category(&listed.kind.id).is_none()));
    }
}
