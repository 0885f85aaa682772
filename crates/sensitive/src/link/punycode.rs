//! Punycode (RFC 3492): the form in which a label with letters beyond ASCII travels.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// Longer labels are no labels: the encoder is quadratic, and DNS stops at 63 bytes.
const LONGEST: usize = 63;

fn adapt(delta: u32, points: u32, first: bool) -> u32 {
    let mut delta = if first { delta / DAMP } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > ((BASE - T_MIN) * T_MAX) / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

/// Appends the punycode of `label`, without the `xn--`. `None` if it is too long.
pub(super) fn encode(label: &str, out: &mut String) -> Option<()> {
    let count = u32::try_from(label.chars().take(LONGEST + 1).count()).ok()?;
    if count as usize > LONGEST {
        return None;
    }
    let basic = out.len();
    out.extend(label.chars().filter(char::is_ascii));
    let mut handled = u32::try_from(out.len() - basic).ok()?;
    let ascii = handled;
    if ascii > 0 {
        out.push('-');
    }
    let (mut n, mut delta, mut bias) = (INITIAL_N, 0_u32, INITIAL_BIAS);
    while handled < count {
        let next = label.chars().map(u32::from).filter(|c| *c >= n).min()?;
        delta = delta.checked_add((next - n).checked_mul(handled + 1)?)?;
        n = next;
        for c in label.chars().map(u32::from) {
            if c < n {
                delta = delta.checked_add(1)?;
            }
            if c == n {
                number(delta, bias, out);
                bias = adapt(delta, handled + 1, handled == ascii);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        n += 1;
    }
    Some(())
}

/// Appends one variable-length integer.
fn number(delta: u32, bias: u32, out: &mut String) {
    let mut q = delta;
    let mut k = BASE;
    loop {
        let t = threshold(k, bias);
        if q < t {
            break;
        }
        out.push(digit(t + (q - t) % (BASE - t)));
        q = (q - t) / (BASE - t);
        k += BASE;
    }
    out.push(digit(q));
}

fn digit(value: u32) -> char {
    let value = u8::try_from(value).unwrap_or(0);
    char::from(if value < 26 { b'a' + value } else { b'0' + value.saturating_sub(26) })
}

/// The label that `code` (without the `xn--`) stands for. `None` if it is not punycode.
pub(super) fn decode(code: &str) -> Option<String> {
    if code.len() > LONGEST || !code.is_ascii() {
        return None;
    }
    let (basic, rest) = code.rsplit_once('-').unwrap_or(("", code));
    let mut label: Vec<char> = basic.chars().collect();
    let (mut n, mut i, mut bias) = (INITIAL_N, 0_u32, INITIAL_BIAS);
    let mut digits = rest.bytes();
    while digits.len() > 0 {
        let before = i;
        let mut weight = 1_u32;
        let mut k = BASE;
        loop {
            let value = match digits.next()? {
                byte @ b'a'..=b'z' => byte - b'a',
                byte @ b'A'..=b'Z' => byte - b'A',
                byte @ b'0'..=b'9' => byte - b'0' + 26,
                _ => return None,
            };
            let value = u32::from(value);
            i = i.checked_add(value.checked_mul(weight)?)?;
            let t = threshold(k, bias);
            if value < t {
                break;
            }
            weight = weight.checked_mul(BASE - t)?;
            k += BASE;
        }
        let count = u32::try_from(label.len()).ok()? + 1;
        bias = adapt(i - before, count, before == 0);
        n = n.checked_add(i / count)?;
        i %= count;
        label.insert(i as usize, char::from_u32(n)?);
        i += 1;
    }
    Some(label.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_labels_travel_both_ways() {
        for (label, code) in [
            ("bücher", "bcher-kva"),
            ("münchen", "mnchen-3ya"),
            ("例え", "r8jz45g"),
            ("пример", "e1afmkfd"),
            ("аррӏе", "80ak6aa92e"),
            ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
        ] {
            let mut out = String::new();
            encode(label, &mut out).expect("short");
            assert_eq!(out, code);
            assert_eq!(decode(code).as_deref(), Some(label));
        }
    }

    #[test]
    fn what_is_not_punycode_is_none() {
        for code in ["a!", "99999999999999", "é", &"a".repeat(64)] {
            assert_eq!(decode(code), None, "{code}");
        }
    }

    proptest! {
        #[test]
        fn every_label_comes_back(label in "[a-zа-яα-ω一-龥]{1,20}") {
            let mut out = String::new();
            prop_assert!(encode(&label, &mut out).is_some());
            let back = decode(&out);
            prop_assert_eq!(back, Some(label));
        }

        #[test]
        fn decoding_never_panics(code in "[a-z0-9-]{0,70}") {
            let _ = decode(&code);
        }
    }
}
