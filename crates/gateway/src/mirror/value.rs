//! Values of arguments as text, and text as the value of a header.

use crate::decimal::Decimal;
use data_encoding::BASE64;
use std::borrow::Cow;
use vetgate_model::fold_case;
use vetgate_model::json::{Kind, Node};

/// What marks a value as encoded.
const OPENING: &str = "=?base64?";
const CLOSING: &str = "?=";

/// The digits of the largest integer that every reader keeps: 2^53 - 1.
const SAFE_DIGITS: usize = 16;

/// A value that can be mirrored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value<'t> {
    Text(Cow<'t, str>),
    /// As written.
    Number(&'t str),
    Bool(bool),
}

/// A member on the way is there twice, whatever its case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Twice;

/// The value behind the names in `path`; nothing for `null` and for what cannot be mirrored, which no schema with a
/// valid annotation allows.
pub(super) fn at<'t>(arguments: Node<'_, 't>, path: &[String]) -> Result<Option<Value<'t>>, Twice> {
    let mut node = arguments;
    for name in path {
        let folded = fold_case(name);
        let mut alike = node.members().filter(|(key, _)| fold_case(&key.text) == folded);
        node = match (alike.next(), alike.next()) {
            (Some((key, value)), None) if key.text == *name => value,
            (_, None) => return Ok(None),
            (_, Some(_)) => return Err(Twice),
        };
    }
    Ok(match node.kind() {
        Kind::String => node.string().map(|string| Value::Text(string.text)),
        Kind::Number => Some(Value::Number(node.raw())),
        Kind::Bool(value) => Some(Value::Bool(value)),
        Kind::Null | Kind::Array | Kind::Object => None,
    })
}

impl Value<'_> {
    /// As it is mirrored, not yet encoded.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(raw) => match Decimal::read(raw).and_then(|number| number.whole(SAFE_DIGITS)) {
                Some(whole) => Cow::Owned(whole),
                None => Cow::Borrowed(raw),
            },
            Self::Bool(value) => Cow::Borrowed(if *value { "true" } else { "false" }),
        }
    }

    /// Whether `text`, decoded, says the same; numbers are compared as numbers.
    pub(super) fn is(&self, text: &str) -> bool {
        match self {
            Self::Number(raw) if *raw != text => {
                Decimal::read(raw).is_some_and(|number| Decimal::read(text) == Some(number))
            }
            Self::Number(_) => true,
            Self::Text(_) | Self::Bool(_) => self.text() == text,
        }
    }
}

/// What is wrong with the value of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Characters that a header cannot have.
    Characters,
    /// Marked as Base64 and not Base64 of UTF-8 text.
    Encoding,
}

/// `text` as the value of a header: as it is if it is plain, else as marked Base64. A header may have tabs inside, but
/// not all readers agree on that, so they are encoded too.
pub(crate) fn encode(text: &str) -> String {
    let is_marked = text.starts_with(OPENING) && text.ends_with(CLOSING);
    let is_padded = text.starts_with(' ') || text.ends_with(' ');
    if is_marked || is_padded || !text.bytes().all(|byte| is_plain(byte) && byte != b'\t') {
        return format!("{OPENING}{}{CLOSING}", BASE64.encode(text.as_bytes()));
    }
    text.to_owned()
}

/// What the value of a header says.
pub(crate) fn decode(value: &str) -> Result<Cow<'_, str>, Fault> {
    if !value.bytes().all(is_plain) {
        return Err(Fault::Characters);
    }
    let Some(encoded) = value.strip_prefix(OPENING).and_then(|rest| rest.strip_suffix(CLOSING)) else {
        return Ok(Cow::Borrowed(value));
    };
    let bytes = BASE64.decode(encoded.as_bytes()).map_err(|_| Fault::Encoding)?;
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| Fault::Encoding)
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\t' | b' '..=b'~')
}
