//! Arguments that are repeated in HTTP headers, as revision 2026-07-28 has it.
//!
//! A property of a tool's input schema may carry `"x-mcp-header": "Region"`: its value is then repeated in the header
//! `Mcp-Param-Region`, so that what stands between client and server can route by it without reading the body. That
//! only holds if both always say the same, so the gateway refuses calls where they do not, and writes the headers for
//! the server anew from the body that it sends: what was masked there is masked here.
//!
//! No message of this module repeats a value: arguments may be secret.

mod schema;
mod value;

pub(crate) use schema::InvalidMirror;
pub(crate) use value::{decode, encode};

use std::collections::BTreeMap;
use value::{Fault, Value};
use vetgate_mcp::rpc::LIMITS;
use vetgate_model::Pointer;
use vetgate_model::json::{Document, Syntax};

/// What the names of the headers begin with.
pub(crate) const PREFIX: &str = "Mcp-Param-";

/// The arguments of one tool that are repeated in headers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Mirrored {
    declared: Vec<Declared>,
}

/// One argument and its header.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Declared {
    /// The header's name behind the prefix, as the schema writes it.
    header: String,
    /// The names of the properties on the way to the argument.
    path: Vec<String>,
}

/// How headers and body contradict each other. Headers are named by what stands behind the prefix.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Mismatch {
    /// The body has a value, but there is no header for it.
    #[error("header {PREFIX}{header} is missing: it must repeat the argument at {path}")]
    Missing {
        /// The header.
        header: String,
        /// Where the argument stands.
        path: Pointer,
    },
    /// Both are there and differ.
    #[error("header {PREFIX}{header} differs from the argument at {path}")]
    Different {
        /// The header.
        header: String,
        /// Where the argument stands.
        path: Pointer,
    },
    /// There is a header, but the body has no value for it.
    #[error("header {PREFIX}{header} is present, but the call has no argument at {path}")]
    Unfounded {
        /// The header.
        header: String,
        /// Where the argument would stand.
        path: Pointer,
    },
    /// The header stands there more than once.
    #[error("header {PREFIX}{header} occurs more than once (for the argument at {path})")]
    Twice {
        /// The header.
        header: String,
        /// Where the argument stands.
        path: Pointer,
    },
    /// The header says that it is Base64 and is not, or not of text.
    #[error("header {PREFIX}{header} for the argument at {path} is marked as Base64, but is not Base64 of UTF-8 text")]
    Encoding {
        /// The header.
        header: String,
        /// Where the argument stands.
        path: Pointer,
    },
    /// The header has characters that have to be encoded.
    #[error("header {PREFIX}{header} for the argument at {path} has characters that need the Base64 form")]
    Characters {
        /// The header.
        header: String,
        /// Where the argument stands.
        path: Pointer,
    },
    /// The body has the argument twice, and readers disagree on which one counts.
    #[error(
        "the argument at {path} occurs twice (ignoring case), so it cannot be compared with header {PREFIX}{header}"
    )]
    Ambiguous {
        /// The header.
        header: String,
        /// Where the argument stands.
        path: Pointer,
    },
    /// The tool asks for no such header. Looked for last.
    #[error("header {PREFIX}{header} is not declared in the tool's input schema")]
    Undeclared {
        /// The header.
        header: String,
    },
}

impl Mirrored {
    /// Reads the annotations of a tool's input schema.
    pub(crate) fn of_schema(raw: &str) -> Result<Self, InvalidMirror> {
        schema::read(raw).map(|declared| Self { declared })
    }

    /// Checks the `Mcp-Param-*` headers of a call, named by what stands behind the prefix, against its arguments.
    pub(crate) fn check(&self, headers: &[(String, String)], arguments: &str) -> Result<(), Mismatch> {
        let mut sent: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (name, value) in headers {
            sent.entry(name.to_ascii_lowercase()).or_default().push(value);
        }
        let document = Document::parse_as(arguments, Syntax::Strict, LIMITS).ok();
        for declared in &self.declared {
            let values = sent.remove(&declared.header.to_ascii_lowercase()).unwrap_or_default();
            let found = match &document {
                Some(document) => value::at(document.root(), &declared.path),
                None => Ok(None),
            };
            declared.compare(&values, found)?;
        }
        match headers.iter().find(|(name, _)| sent.contains_key(&name.to_ascii_lowercase())) {
            Some((header, _)) => Err(Mismatch::Undeclared { header: header.clone() }),
            None => Ok(()),
        }
    }

    /// The headers for a call with these arguments, named by what stands behind the prefix. An argument that is there
    /// twice gets none: a server that keeps to the rules then refuses the call.
    pub(crate) fn headers(&self, arguments: &str) -> Vec<(String, String)> {
        if self.declared.is_empty() {
            return vec![];
        }
        let Ok(document) = Document::parse_as(arguments, Syntax::Strict, LIMITS) else { return vec![] };
        let header = |declared: &Declared| {
            let value = value::at(document.root(), &declared.path).ok()??;
            Some((declared.header.clone(), encode(&value.text())))
        };
        self.declared.iter().filter_map(header).collect()
    }
}

impl Declared {
    fn compare(&self, sent: &[&str], found: Result<Option<Value>, value::Twice>) -> Result<(), Mismatch> {
        let (header, path) = (self.header.clone(), self.pointer());
        let Ok(found) = found else { return Err(Mismatch::Ambiguous { header, path }) };
        let sent = match sent {
            [] => None,
            [one] => Some(decode(one)),
            _ => return Err(Mismatch::Twice { header, path }),
        };
        match (sent, found) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(Mismatch::Missing { header, path }),
            (Some(Err(Fault::Characters)), _) => Err(Mismatch::Characters { header, path }),
            (Some(Err(Fault::Encoding)), _) => Err(Mismatch::Encoding { header, path }),
            (Some(Ok(_)), None) => Err(Mismatch::Unfounded { header, path }),
            (Some(Ok(text)), Some(value)) if value.is(&text) => Ok(()),
            (Some(Ok(_)), Some(_)) => Err(Mismatch::Different { header, path }),
        }
    }

    fn pointer(&self) -> Pointer {
        self.path.iter().fold(Pointer::root(), |pointer, name| pointer.key(name))
    }
}

#[cfg(test)]
mod tests;
