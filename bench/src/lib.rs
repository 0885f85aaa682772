//! The detector beside other crates that find personal data and secrets, over the same texts in the same run.
//!
//! `cargo bench --manifest-path bench/Cargo.toml` measures; `scripts/compare-sensitive` adds tools in Python.
//!
//! Each crate is set up as its documentation says, with all that it can find without a model: they find less than we do,
//! so what they do not look for costs them nothing.

use cloakpipe_core::EntityCategory;
use cloakpipe_core::config::DetectionConfig;
use cloakrs_core::{EntityType, Locale};
use std::ops::Range;
use vetgate_sensitive::{Category, Grade};

/// What a finding is about, as far as tools can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// A value that says who somebody is or how to reach them.
    Personal,
    /// What opens something.
    Secret,
    /// What is not compared: amounts, dates, links, names.
    Other,
}

impl Family {
    /// The name in the output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Personal => "personal",
            Self::Secret => "secret",
            Self::Other => "other",
        }
    }
}

/// A value that a tool found in a text.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The bytes of it.
    pub span: Range<usize>,
    /// What it is about.
    pub family: Family,
}

/// Something that finds values in texts.
pub trait Tool {
    /// Its name and version.
    fn name(&self) -> &'static str;

    /// What it finds in a text.
    fn find(&self, text: &str) -> Vec<Finding>;
}

/// Every tool, made ready.
pub fn tools() -> Vec<Box<dyn Tool>> {
    vec![Box::new(Vetgate::default()), Box::new(Cloakpipe::default()), Box::new(Cloakrs::default())]
}

/// Our own, with everything on.
#[derive(Default)]
pub struct Vetgate(vetgate_sensitive::Detector);

impl Tool for Vetgate {
    fn name(&self) -> &'static str {
        "vetgate"
    }

    fn find(&self, text: &str) -> Vec<Finding> {
        let found = self.0.inspect(text.as_bytes()).into_iter().filter(|found| found.grade() >= Grade::Medium);
        found.map(|found| Finding { span: found.span, family: family(found.category) }).collect()
    }
}

fn family(category: Category) -> Family {
    match category {
        Category::Secret => Family::Secret,
        Category::Path => Family::Other,
        _ => Family::Personal,
    }
}

/// `cloakpipe-core` with its patterns for secrets, mail, telephones and addresses, and without a model. Its patterns for
/// amounts and dates cannot be turned off.
pub struct Cloakpipe(cloakpipe_core::detector::Detector);

impl Default for Cloakpipe {
    fn default() -> Self {
        let config = DetectionConfig {
            secrets: true,
            financial: true,
            dates: false,
            emails: true,
            phone_numbers: true,
            ip_addresses: true,
            urls_internal: false,
            ner: Default::default(),
            custom: Default::default(),
            overrides: Default::default(),
            resolver: Default::default(),
        };
        Self(cloakpipe_core::detector::Detector::from_config(&config).expect("the settings are its own"))
    }
}

impl Tool for Cloakpipe {
    fn name(&self) -> &'static str {
        "cloakpipe-core"
    }

    fn find(&self, text: &str) -> Vec<Finding> {
        let found = self.0.detect(text).unwrap_or_default().into_iter();
        found
            .map(|found| {
                let family = match found.category {
                    EntityCategory::Secret => Family::Secret,
                    EntityCategory::Email | EntityCategory::PhoneNumber | EntityCategory::IpAddress => Family::Personal,
                    // Its own names for national numbers and cards.
                    EntityCategory::Custom(_) => Family::Personal,
                    _ => Family::Other,
                };
                Finding { span: found.start..found.end, family }
            })
            .collect()
    }
}

/// `cloakrs` with the recognizers of every country it has, and without masking.
pub struct Cloakrs(Vec<cloakrs_core::Scanner>);

impl Default for Cloakrs {
    fn default() -> Self {
        let scanner = |locale| {
            let builder = cloakrs_locales::default_registry().into_scanner_builder().locale(locale).without_masking();
            builder.build().expect("the registry is its own")
        };
        // A scanner is for one place; this one has the most countries.
        Self(vec![scanner(Locale::EU)])
    }
}

impl Tool for Cloakrs {
    fn name(&self) -> &'static str {
        "cloakrs"
    }

    fn find(&self, text: &str) -> Vec<Finding> {
        let results = self.0.iter().filter_map(|scanner| scanner.scan(text).ok());
        results
            .flat_map(|result| result.findings)
            .map(|found| {
                let family = match found.entity_type {
                    EntityType::ApiKey | EntityType::Jwt | EntityType::AwsAccessKey => Family::Secret,
                    EntityType::Url | EntityType::Hostname | EntityType::UserPath | EntityType::PersonName => {
                        Family::Other
                    }
                    _ => Family::Personal,
                };
                Finding { span: found.span.start..found.span.end, family }
            })
            .collect()
    }
}
