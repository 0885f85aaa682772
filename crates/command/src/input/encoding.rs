//! From bytes to UTF-8, or to a message that says what the bytes are instead.

use super::Problem;

/// The byte order mark of UTF-8.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Decodes `bytes`. In JSON Lines a bad byte costs its line, which becomes blank, and nothing else.
pub(super) fn decode(
    mut bytes: Vec<u8>,
    place: &str,
    lines: bool,
    left_out: &mut Vec<Problem>,
) -> Result<String, Problem> {
    if let Some(name) = foreign(&bytes) {
        let message =
            format!("is {name}; expected UTF-8: convert it first, for example with `iconv -f {name} -t UTF-8`");
        return Err(Problem::new(place, message));
    }
    if bytes.starts_with(BOM) {
        bytes.drain(..BOM.len());
    }
    loop {
        let error = match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(error) => error,
        };
        let offset = error.utf8_error().valid_up_to();
        bytes = error.into_bytes();
        let line = bytes[..offset].iter().filter(|b| **b == b'\n').count() + 1;
        let message = format!("is not UTF-8: byte 0x{:02X} at offset {offset}", bytes[offset]);
        let problem = Problem::new(format!("{place}:{line}"), message);
        if !lines {
            return Err(problem);
        }
        left_out.push(problem);
        if left_out.len() > MOST {
            let message = format!("more than {MOST} lines are not UTF-8; is this a text file?");
            return Err(Problem::new(place, message));
        }
        let start = bytes[..offset].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let end = bytes[offset..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |at| offset + at);
        bytes[start..end].fill(b' ');
    }
}

/// Bad lines after which a file is given up, since each costs another pass.
const MOST: usize = 100;

/// The encoding, where the first bytes give away that it is not UTF-8. JSON starts with two ASCII characters, so
/// a zero byte among them is telling.
fn foreign(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, 1..=255, ..] | [1..=255, 0, 0, 0, ..] => {
            Some("UTF-32")
        }
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, 1..=255, ..] | [1..=255, 0, ..] => Some("UTF-16"),
        _ => None,
    }
}
