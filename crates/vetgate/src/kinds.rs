//! The kinds of personal data and secrets as the command line names them.

use crate::cli::Which;
use crate::nearest;
use clap::ValueEnum;
use vetgate_report::escape;
use vetgate_sensitive::{Category, Grade, Listed, Match, catalogue};

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

/// What `--only` and `--skip` name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pick {
    /// One kind, by its id.
    Kind(String),
    /// All kinds of one provider: `github.*`.
    Family(String),
    /// All kinds of one category.
    Category(Category),
}

impl Pick {
    /// What `text` names, or what it may have meant.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(category) = category(text) {
            return Ok(Self::Category(category));
        }
        if catalogue().any(|listed| listed.kind.id == text) {
            return Ok(Self::Kind(text.to_owned()));
        }
        match text.strip_suffix(".*").or_else(|| text.strip_suffix('.')).unwrap_or(text) {
            family if !self::family(family).is_empty() => Ok(Self::Family(format!("{family}."))),
            _ => Err(unknown(text)),
        }
    }

    fn takes(&self, id: &str, category: Category) -> bool {
        match self {
            Self::Kind(kind) => kind == id,
            Self::Family(start) => id.starts_with(start.as_str()),
            Self::Category(wanted) => *wanted == category,
        }
    }
}

impl Which {
    /// Whether the match is of a kind that was asked for, however sure it is.
    pub(crate) fn is_chosen(&self, found: &Match) -> bool {
        let is_in = |picks: &[Pick]| picks.iter().any(|pick| pick.takes(&found.kind, found.category));
        (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.skip)
    }

    /// The least grade that counts.
    pub(crate) fn least(&self) -> Grade {
        self.min_confidence.into()
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
    let names = catalogue().map(|listed| listed.kind.id.as_ref()).chain(Category::ALL.iter().map(|c| c.name()));
    let shown = escape::cut(asked, 60);
    match nearest::closest(asked, names) {
        Some(name) => format!("there is no kind `{shown}`; did you mean `{name}`?"),
        None => {
            let categories: Vec<&str> = Category::ALL.iter().map(|category| category.name()).collect();
            format!("there is no kind and no category `{shown}`; categories are {}", categories.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_families_and_categories_can_be_named() {
        assert_eq!(Pick::parse("email"), Ok(Pick::Kind("email".to_owned())));
        assert_eq!(Pick::parse("secret"), Ok(Pick::Category(Category::Secret)));
        for family in ["github.*", "github", " github. "] {
            assert_eq!(Pick::parse(family), Ok(Pick::Family("github.".to_owned())), "{family}");
        }
    }

    #[test]
    fn a_slip_is_answered_with_the_nearest_name() {
        assert_eq!(Pick::parse("emial").unwrap_err(), "there is no kind `emial`; did you mean `email`?");
        assert_eq!(Pick::parse("secrets").unwrap_err(), "there is no kind `secrets`; did you mean `secret`?");
        assert!(Pick::parse("").unwrap_err().contains("categories are contact"));
        assert!(Pick::parse("nothing like it at all").unwrap_err().contains("categories are contact"));
    }

    #[test]
    fn no_kind_is_called_like_a_category() {
        assert!(catalogue().all(|listed| category(&listed.kind.id).is_none()));
    }
}
