//! The structure of a response: JSON where it is one, else its text as one string.

use std::borrow::Cow;
use vetgate_model::json::Document;

/// `text` as a JSON document in which every string that it holds has its place.
pub(super) fn json(text: &str) -> Cow<'_, str> {
    if text.trim_start().starts_with(['{', '[', '"']) && Document::parse(text).is_ok() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(serde_json::Value::from(text).to_string())
}
