//! How each country builds the account numbers behind its two letters and two check digits.

/// What may stand in a part of an account number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Digits,
    Letters,
    Either,
}

use Class::{Digits as D, Either as E, Letters as L};

/// The parts of an account number: how long, and of what.
type Parts = &'static [(u8, Class)];

/// Countries of the registry, and the African and other countries that use the form without an entry there. In
/// alphabetical order.
static COUNTRIES: &[([u8; 2], Parts)] = &[
    (*b"AD", &[(8, D), (12, E)]),
    (*b"AE", &[(19, D)]),
    (*b"AL", &[(8, D), (16, E)]),
    (*b"AO", &[(21, D)]),
    (*b"AT", &[(16, D)]),
    (*b"AZ", &[(4, L), (20, E)]),
    (*b"BA", &[(16, D)]),
    (*b"BE", &[(12, D)]),
    (*b"BF", &[(2, E), (22, D)]),
    (*b"BG", &[(4, L), (6, D), (8, E)]),
    (*b"BH", &[(4, L), (14, E)]),
    (*b"BI", &[(23, D)]),
    (*b"BJ", &[(2, E), (22, D)]),
    (*b"BR", &[(23, D), (1, L), (1, E)]),
    (*b"BY", &[(4, E), (4, D), (16, E)]),
    (*b"CF", &[(23, D)]),
    (*b"CG", &[(23, D)]),
    (*b"CH", &[(5, D), (12, E)]),
    (*b"CI", &[(2, E), (22, D)]),
    (*b"CM", &[(23, D)]),
    (*b"CR", &[(18, D)]),
    (*b"CV", &[(21, D)]),
    (*b"CY", &[(8, D), (16, E)]),
    (*b"CZ", &[(20, D)]),
    (*b"DE", &[(18, D)]),
    (*b"DJ", &[(23, D)]),
    (*b"DK", &[(14, D)]),
    (*b"DO", &[(4, E), (20, D)]),
    (*b"DZ", &[(22, D)]),
    (*b"EE", &[(16, D)]),
    (*b"EG", &[(25, D)]),
    (*b"ES", &[(20, D)]),
    (*b"FI", &[(14, D)]),
    (*b"FK", &[(2, L), (12, D)]),
    (*b"FO", &[(14, D)]),
    (*b"FR", &[(10, D), (11, E), (2, D)]),
    (*b"GA", &[(23, D)]),
    (*b"GB", &[(4, L), (14, D)]),
    (*b"GE", &[(2, L), (16, D)]),
    (*b"GI", &[(4, L), (15, E)]),
    (*b"GL", &[(14, D)]),
    (*b"GQ", &[(23, D)]),
    (*b"GR", &[(7, D), (16, E)]),
    (*b"GT", &[(24, E)]),
    (*b"GW", &[(2, E), (19, D)]),
    (*b"HN", &[(4, L), (20, D)]),
    (*b"HR", &[(17, D)]),
    (*b"HU", &[(24, D)]),
    (*b"IE", &[(4, L), (14, D)]),
    (*b"IL", &[(19, D)]),
    (*b"IQ", &[(4, L), (15, D)]),
    (*b"IR", &[(22, D)]),
    (*b"IS", &[(22, D)]),
    (*b"IT", &[(1, L), (10, D), (12, E)]),
    (*b"JO", &[(4, L), (4, D), (18, E)]),
    (*b"KM", &[(23, D)]),
    (*b"KW", &[(4, L), (22, E)]),
    (*b"KZ", &[(3, D), (13, E)]),
    (*b"LB", &[(4, D), (20, E)]),
    (*b"LC", &[(4, L), (24, E)]),
    (*b"LI", &[(5, D), (12, E)]),
    (*b"LT", &[(16, D)]),
    (*b"LU", &[(3, D), (13, E)]),
    (*b"LV", &[(4, L), (13, E)]),
    (*b"LY", &[(21, D)]),
    (*b"MA", &[(24, D)]),
    (*b"MC", &[(10, D), (11, E), (2, D)]),
    (*b"MD", &[(20, E)]),
    (*b"ME", &[(18, D)]),
    (*b"MG", &[(23, D)]),
    (*b"MK", &[(3, D), (10, E), (2, D)]),
    (*b"ML", &[(2, E), (22, D)]),
    (*b"MN", &[(16, D)]),
    (*b"MR", &[(23, D)]),
    (*b"MT", &[(4, L), (5, D), (18, E)]),
    (*b"MU", &[(4, L), (19, D), (3, L)]),
    (*b"MZ", &[(21, D)]),
    (*b"NE", &[(2, E), (22, D)]),
    (*b"NI", &[(4, L), (20, D)]),
    (*b"NL", &[(4, L), (10, D)]),
    (*b"NO", &[(11, D)]),
    (*b"OM", &[(3, D), (16, E)]),
    (*b"PK", &[(4, L), (16, E)]),
    (*b"PL", &[(24, D)]),
    (*b"PS", &[(4, L), (21, E)]),
    (*b"PT", &[(21, D)]),
    (*b"QA", &[(4, L), (21, E)]),
    (*b"RO", &[(4, L), (16, E)]),
    (*b"RS", &[(18, D)]),
    (*b"RU", &[(14, D), (15, E)]),
    (*b"SA", &[(2, D), (18, E)]),
    (*b"SC", &[(4, L), (20, D), (3, L)]),
    (*b"SD", &[(14, D)]),
    (*b"SE", &[(20, D)]),
    (*b"SI", &[(15, D)]),
    (*b"SK", &[(20, D)]),
    (*b"SM", &[(1, L), (10, D), (12, E)]),
    (*b"SN", &[(2, E), (22, D)]),
    (*b"SO", &[(19, D)]),
    (*b"ST", &[(21, D)]),
    (*b"SV", &[(4, L), (20, D)]),
    (*b"TD", &[(23, D)]),
    (*b"TG", &[(2, E), (22, D)]),
    (*b"TL", &[(19, D)]),
    (*b"TN", &[(20, D)]),
    (*b"TR", &[(6, D), (16, E)]),
    (*b"UA", &[(6, D), (19, E)]),
    (*b"VA", &[(18, D)]),
    (*b"VG", &[(4, L), (16, D)]),
    (*b"XK", &[(16, D)]),
    (*b"YE", &[(4, L), (4, D), (18, E)]),
];

/// The parts of the account numbers of a country, given in upper case.
pub(super) fn parts(country: [u8; 2]) -> Option<Parts> {
    let row = COUNTRIES.binary_search_by_key(&country, |(country, _)| *country).ok()?;
    Some(COUNTRIES[row].1)
}

/// Whether the account number is built as the country does it.
pub(super) fn is_built_of(account: &[u8], parts: Parts) -> bool {
    let mut rest = account;
    let fits = |(length, class): &(u8, Class)| {
        let Some((part, after)) = rest.split_at_checked(usize::from(*length)) else { return false };
        rest = after;
        part.iter().all(|byte| match class {
            D => byte.is_ascii_digit(),
            L => byte.is_ascii_alphabetic(),
            E => byte.is_ascii_alphanumeric(),
        })
    };
    parts.iter().all(fits) && rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_sorted_so_that_they_are_found() {
        assert!(COUNTRIES.is_sorted_by_key(|(country, _)| *country));
        assert!(parts(*b"GB").is_some() && parts(*b"US").is_none());
    }
}
