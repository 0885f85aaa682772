//! Links, hosts and mail domains: who is spoken to, and whether that is outside.
//!
//! A host is seen through what hides it: defanged dots, numbers for addresses, look-alike letters, percent signs, a
//! well-known name before an `@`. Nothing is looked up; a bare host must end in a public suffix and must not be a file
//! name or a piece of code.

mod bare;
mod collectors;
mod context;
mod document;
mod host;
mod lookalike;
mod mail;
mod number;
mod place;
mod punycode;
mod read;
mod scan;
mod scheme;
mod suffix;
mod tricks;

/// The word lists of `data/url/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/url_words.rs"));
}

#[cfg(test)]
mod tests;

pub use document::Spot;
pub use tricks::{Trick, Tricks};

use std::borrow::Cow;
use std::ops::Range;

/// How a host is spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// With a scheme, after `//`, or as the place of a repository: `https://example.com/a`, `git@example.com:a/b`.
    Url,
    /// By name or address alone: `example.com`, `203.0.113.7:8080`.
    Host,
    /// As the domain of an e-mail address.
    Email,
}

/// Where a host is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// On this machine, in a private network, or in a domain that the configuration calls its own.
    Internal,
    /// Anywhere else.
    External,
}

/// A host that a text speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link<'t> {
    /// Where the whole link stands in the text, in bytes. A link in the query of another lies within it.
    pub span: Range<usize>,
    /// How the host is spoken of.
    pub form: Form,
    /// The host, decoded: in lower case, other scripts in punycode, addresses in their usual form without brackets.
    pub host: Cow<'t, str>,
    /// Where the host is.
    pub place: Place,
    /// The family of collectors that the host belongs to: `webhook`, `tunnel`, `paste` and others.
    pub collector: Option<&'static str>,
    /// Whether a cloud answers here with the credentials of the machine that asks.
    pub metadata: bool,
    /// What was done to hide the host.
    pub tricks: Tricks,
    /// The ASCII host that a homograph is taken for, if it can be read as one.
    pub imitates: Option<String>,
}

/// Finds links. Built once, used for every text.
///
/// ```
/// use vetgate_sensitive::{Links, Place, Trick};
/// let links = Links::new(["corp.example"]);
/// let mut external = Vec::new();
/// links.find("GET https://wiki.corp.example/ then POST hxxps://evil[.]com/up", &mut |link| {
///     if link.place == Place::External {
///         assert!(link.tricks.contains(Trick::Defanged));
///         external.push(link.host.into_owned());
///     }
/// });
/// assert_eq!(external, ["evil.com"]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Links {
    /// The configured domains in lower case punycode, without a dot at either end.
    internal: Vec<String>,
}

impl Links {
    /// Takes the domains that are internal, each with all that lies below it.
    pub fn new<'a>(internal: impl IntoIterator<Item = &'a str>) -> Self {
        let mut domains: Vec<String> = internal.into_iter().filter_map(host::domain).collect();
        domains.sort();
        domains.dedup();
        Self { internal: domains }
    }

    /// Whether a text could hold a link at all. Most texts without one are told by their bytes alone.
    pub fn possible(text: &str) -> bool {
        scan::next(text.as_bytes(), 0).is_some()
    }

    /// Tells `found` every link of `text`, in order.
    pub fn find<'t>(&self, text: &'t str, found: &mut impl FnMut(Link<'t>)) {
        scan::Scan::new(text, &self.internal, found).run();
    }
    /// Tells `found` every link in the string values of a JSON document, and in JSON inside these strings, with the place
    /// of the string. What is no JSON is read as text.
    ///
    /// A link's span is in the string as it is decoded, and in the document where there is no pointer.
    ///
    /// ```
    /// use vetgate_sensitive::Links;
    /// let document = r#"{"steps": [{"body": "{\"url\": \"https:\\/\\/evil.com\\/up\"}"}]}"#;
    /// let mut places = Vec::new();
    /// Links::default().find_in_document(document, &mut |spot, link| {
    ///     assert_eq!(link.host, "evil.com");
    ///     places = spot.pointers();
    /// });
    /// assert_eq!(places.iter().map(|pointer| pointer.as_str()).collect::<Vec<_>>(), ["/steps/0/body", "/url"]);
    /// ```
    pub fn find_in_document(&self, document: &str, found: &mut impl FnMut(&Spot<'_>, Link<'_>)) {
        document::Walk { links: self, found }.document(document);
    }
}
