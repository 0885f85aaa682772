//! The words that name a telephone number.

/// Words that speak of telephones and of little else: enough for digits that are not grouped.
pub(super) use crate::words::phone::STRICT;
use crate::words::phone::WIDER;

/// The same, and words of speaking with someone: enough for digits that are grouped as numbers to dial are.
pub(super) static WIDE: [&str; STRICT.len() + WIDER.len()] = {
    let mut words = [""; STRICT.len() + WIDER.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = if at < STRICT.len() { STRICT[at] } else { WIDER[at - STRICT.len()] };
        at += 1;
    }
    words
};
