//! One thing that can be asked for. The router and the OpenAPI document are both made from a list of these, so neither
//! can say anything that the other does not.

use super::asked::Asked;
use super::problem::Problem;
use crate::front::Front;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// What an operation does.
pub(super) type Run =
    fn(Arc<Front>, Asked) -> Pin<Box<dyn Future<Output = Result<Response, Problem>> + Send + 'static>>;

/// A method on a path.
pub(super) struct Operation {
    pub(super) method: Method,
    pub(super) path: &'static str,
    /// What programs call it.
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) parameters: &'static [Parameter],
    pub(super) body: Option<Taken>,
    pub(super) answer: Answer,
    /// What can go wrong besides what can go wrong everywhere.
    pub(super) problems: &'static [StatusCode],
    pub(super) run: Run,
}

/// A JSON body that is taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    pub(super) schema: &'static str,
    pub(super) is_required: bool,
}

/// What is given.
#[derive(Debug, Clone, Copy)]
pub(super) enum Answer {
    /// JSON of this schema.
    Json(&'static str),
    /// JSON of this schema, with 503 instead of 200 where it says no.
    Readiness(&'static str),
    /// Any JSON object.
    Object,
    /// Text of this media type.
    Text(&'static str),
}

/// Something that a path or a query names.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) place: Place,
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) shape: Shape,
}

/// Where a parameter stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Path,
    Query,
    /// In the query, once or several times.
    Repeated,
    Header,
}

/// What a parameter must be like.
#[derive(Debug)]
pub(super) enum Shape {
    /// Any text that is not empty.
    Text,
    /// The id of a standing.
    Id,
    Number {
        least: u64,
        most: u64,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(fn() -> Vec<&'static str>),
    /// RFC 3339, or milliseconds since 1970.
    Moment,
}

/// The largest number that every reader of JSON understands.
pub(super) const MOST: u64 = (1 << 53) - 1;

impl Parameter {
    pub(super) const fn path(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { place: Place::Path, name, about, shape }
    }

    pub(super) const fn query(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { place: Place::Query, name, about, shape }
    }

    pub(super) const fn repeated(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { place: Place::Repeated, name, about, shape }
    }

    pub(super) const fn header(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { place: Place::Header, name, about, shape }
    }
}

impl Operation {
    /// Whether anybody may ask: orchestrators have no token, and hear nothing but yes or no.
    pub(super) fn is_open(&self) -> bool {
        !crate::front::endpoint::is_management(self.path)
    }
}
