//! What stands behind the `@`.

use crate::words::email::{FILES, GENERIC, NO_COUNTRIES};

/// Where a domain leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Under a top-level domain that people have addresses under.
    Known,
    /// Under letters that may be a top-level domain.
    Unknown,
    /// Into a company's own network: `.local`, `.internal`.
    Internal,
    /// To the domains reserved for examples.
    Reserved,
    /// To names that no mail can reach, or to what only forwards.
    Nowhere,
}

/// A domain and where it ends.
pub(super) struct Domain {
    pub(super) ending: Ending,
    pub(super) end: usize,
}

const LONGEST: usize = 253;

/// The domain that starts at `at`.
pub(super) fn read(text: &[u8], at: usize) -> Option<Domain> {
    let mut labels: [&[u8]; 3] = [&[]; 3];
    let (mut here, mut count, mut numbers) = (at, 0, 0);
    loop {
        let label = label(text, here)?;
        labels.rotate_left(1);
        labels[2] = label;
        count += 1;
        numbers += usize::from(label.iter().all(u8::is_ascii_digit));
        here += label.len();
        if here - at > LONGEST {
            return None;
        }
        let goes_on = text.get(here) == Some(&b'.')
            && text.get(here + 1).is_some_and(|next| next.is_ascii_alphanumeric() || is_letter_at(text, here + 1));
        if !goes_on {
            break;
        }
        here += 1;
    }
    let [third, second, top] = labels;
    // `package@1.2.3-rc.io` and `logo@2x.png`.
    let is_scale = count == 2 && second.len() == 2 && second[0].is_ascii_digit() && second[1] == b'x';
    if count < 2 || numbers >= 2 || is_scale {
        return None;
    }
    Some(Domain { ending: ending(third, second, top)?, end: here })
}

/// One label. One that starts in ASCII ends where a script without spaces begins, which is the sentence going on.
fn label(text: &[u8], at: usize) -> Option<&[u8]> {
    let rest = &text[at..];
    let starts_in_ascii = rest.first()?.is_ascii();
    let mut length = 0;
    while length < 64 {
        match rest.get(length) {
            Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'-' => length += 1,
            Some(byte) if !byte.is_ascii() => match letter_at(text, at + length) {
                Some(letter) if !starts_in_ascii || letter < '\u{0e00}' => length += letter.len_utf8(),
                _ => break,
            },
            _ => break,
        }
    }
    while length > 0 && rest[length - 1] == b'-' {
        length -= 1;
    }
    (1..64).contains(&length).then(|| &rest[..length]).filter(|label| label[0] != b'-')
}

/// The letter beyond ASCII at `at`.
fn letter_at(text: &[u8], at: usize) -> Option<char> {
    let width = match text.get(at)? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let letter = std::str::from_utf8(text.get(at..at + width)?).ok()?.chars().next()?;
    letter.is_alphanumeric().then_some(letter)
}

fn is_letter_at(text: &[u8], at: usize) -> bool {
    letter_at(text, at).is_some()
}

fn ending(third: &[u8], second: &[u8], top: &[u8]) -> Option<Ending> {
    let is = |list: &[&str], label: &[u8]| list.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(label));
    let is_xn = top.len() > 4 && top[..4].eq_ignore_ascii_case(b"xn--");
    let is_foreign = top.iter().all(|byte| !byte.is_ascii());
    if is_xn || is_foreign {
        return Some(Ending::Known);
    }
    if !(2..=18).contains(&top.len()) || !top.iter().all(u8::is_ascii_alphabetic) || is(FILES, top) {
        return None;
    }
    let ending = match () {
        () if is(&["com", "org", "net", "edu"], top) && is(&["example"], second) => Ending::Reserved,
        () if is(&["example"], top) => Ending::Reserved,
        () if is(&["test", "invalid", "localhost", "localdomain"], top) => Ending::Nowhere,
        () if is(&["noreply"], second) || is(&["noreply"], third) => Ending::Nowhere,
        // The accounts of programs.
        () if is(&["gserviceaccount"], second) => Ending::Nowhere,
        () if is(&["local", "internal", "lan", "corp", "home", "intranet"], top) => Ending::Internal,
        () if is(GENERIC, top) || top.len() == 2 && !is(NO_COUNTRIES, top) => Ending::Known,
        () => Ending::Unknown,
    };
    Some(ending)
}
