//! What a run of invisible characters says.
//!
//! A message is taken for one only when readable text comes out, so a stray mark decodes to nothing. Runs
//! too short to say anything alone (one mark after every letter) are read together and the message is given
//! to the first of them. Schemes are tried on a prefix first, so the cost stays linear.

mod symbols;

use super::{Hidden, HiddenClass};
use crate::decode::readable;

/// The longest message that is read, in characters.
const LIMIT: usize = 16 << 10;

/// Fills in what the runs of `found` say.
pub(super) fn read(text: &str, found: &mut [Hidden]) {
    let symbolic = [HiddenClass::ZeroWidth, HiddenClass::Bidi];
    let joined = scattered(text, found, &symbolic, |chars| symbols::decode(&chars)).is_some();
    for run in found.iter_mut() {
        let chars = || text[run.span.clone()].chars().take(LIMIT);
        run.decoded = match run.class {
            HiddenClass::Tag => tags(chars()).filter(|message| message.len() > 2),
            HiddenClass::VariationSelector => selectors(chars()),
            HiddenClass::ZeroWidth | HiddenClass::Bidi if joined => continue,
            HiddenClass::ZeroWidth | HiddenClass::Blank => symbols::decode(&chars().collect::<Vec<_>>()),
            HiddenClass::PrivateUse => private(chars()),
            HiddenClass::Bidi => shown_reversed(text, run),
            HiddenClass::Ignorable => None,
        };
    }
    scattered(text, found, &[HiddenClass::Tag], |chars| tags(chars.into_iter()));
    scattered(text, found, &[HiddenClass::VariationSelector], |chars| selectors(chars.into_iter()));
    scattered(text, found, &[HiddenClass::PrivateUse], |chars| private(chars.into_iter()));
}

/// Reads all runs of `classes` that say nothing yet as one, and gives the message to the first.
fn scattered(
    text: &str,
    found: &mut [Hidden],
    classes: &[HiddenClass],
    decode: impl Fn(Vec<char>) -> Option<String>,
) -> Option<()> {
    let silent = |run: &&Hidden| classes.contains(&run.class) && run.decoded.is_none();
    let runs = found.iter().filter(silent);
    if runs.clone().count() < 2 && classes != [HiddenClass::Tag] {
        return None;
    }
    let chars = runs.flat_map(|run| text[run.span.clone()].chars()).take(LIMIT).collect();
    let message = decode(chars)?;
    let first = found.iter_mut().find(|run| classes.contains(&run.class) && run.decoded.is_none())?;
    first.decoded = Some(message);
    Some(())
}

/// The tag block mirrors ASCII.
fn tags(chars: impl Iterator<Item = char>) -> Option<String> {
    let message: String = chars.filter_map(|c| ascii(u32::from(c) & 0x7F)).collect();
    (!message.is_empty()).then_some(message)
}

fn ascii(code: u32) -> Option<char> {
    char::from_u32(code).filter(|c| matches!(c, ' '..='~' | '\n' | '\t'))
}

/// 256 variation selectors stand for 256 byte values; the first may be the emoji's own.
fn selectors(chars: impl Iterator<Item = char>) -> Option<String> {
    let bytes: Vec<u8> = chars
        .filter_map(|c| match c {
            '\u{FE00}'..='\u{FE0F}' => u8::try_from(u32::from(c) - 0xFE00).ok(),
            '\u{E0100}'..='\u{E01EF}' => u8::try_from(u32::from(c) - 0xE0100 + 16).ok(),
            _ => None,
        })
        .collect();
    let message = match bytes.as_slice() {
        [14 | 15, rest @ ..] => rest,
        all => all,
    };
    readable(std::str::from_utf8(message).ok()?, 2).map(str::to_owned)
}

/// Private-use code points whose low byte is ASCII.
fn private(chars: impl Iterator<Item = char>) -> Option<String> {
    let message = chars.map(|c| ascii(u32::from(c) & 0xFF)).collect::<Option<String>>()?;
    readable(&message, 3).map(str::to_owned)
}

/// What the screen shows for the text under a right-to-left override.
fn shown_reversed(text: &str, run: &Hidden) -> Option<String> {
    let overrides = text[run.span.clone()].contains('\u{202E}');
    let covered = &text[run.span.end..];
    let end = covered.find(|c| c == '\n' || super::class_of(c) == Some(HiddenClass::Bidi)).unwrap_or(covered.len());
    (overrides && end > 0).then(|| covered[..end].chars().take(LIMIT).collect::<Vec<_>>().into_iter().rev().collect())
}
