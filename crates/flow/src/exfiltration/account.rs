//! Numbers of accounts, told by their check digits.
//!
//! An order number in the address of a picture is everyday; the number of an account is not, and its check digits tell
//! the two apart. A bank account checks out by chance once in a hundred, a card once in ten, so a card must be told by
//! the text besides.

/// How long an IBAN is.
const IBAN: std::ops::RangeInclusive<usize> = 15..=34;
/// How many digits a card has.
const CARD: std::ops::RangeInclusive<usize> = 13..=19;

/// Whether it is the number of a bank account: a country, two check digits that hold, and the account.
pub(super) fn is_iban(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_form = IBAN.contains(&bytes.len())
        && bytes[..2].iter().all(u8::is_ascii_alphabetic)
        && bytes[2..4].iter().all(u8::is_ascii_digit)
        && bytes.iter().all(u8::is_ascii_alphanumeric);
    // The account first, then the country; letters count from ten.
    let rest = |rest: u32, byte: &u8| match byte {
        b'0'..=b'9' => (rest * 10 + u32::from(byte - b'0')) % 97,
        _ => (rest * 100 + u32::from(byte.to_ascii_uppercase() - b'A') + 10) % 97,
    };
    has_form && bytes[4..].iter().chain(&bytes[..4]).fold(0, rest) == 1
}

/// Whether it could be the number of a card.
pub(super) fn is_card(text: &str) -> bool {
    let bytes = text.as_bytes();
    let doubled = |(at, byte): (usize, &u8)| {
        let digit = u32::from(byte - b'0') << (at % 2);
        if digit > 9 { digit - 9 } else { digit }
    };
    CARD.contains(&bytes.len())
        && bytes.iter().all(u8::is_ascii_digit)
        && bytes.iter().rev().enumerate().map(doubled).sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_told_by_their_check_digits() {
        for iban in ["DE75512108001245126199", "GB33BUKB20201555555555", "fr7630006000011234567890189"] {
            assert!(is_iban(iban), "{iban}");
        }
        for other in ["DE75512108001245126198", "ORD20260312441100", "", "DE75", "\u{e9}\u{e9}75512108001245126199"] {
            assert!(!is_iban(other), "{other}");
        }
        assert!(is_card("4242424242424242") && !is_card("4242424242424241") && !is_card("42") && !is_card(""));
    }
}
