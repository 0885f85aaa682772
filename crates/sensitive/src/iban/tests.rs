use super::*;
use crate::class::is_word;
use proptest::prelude::*;

/// What is found at the starts of words.
fn found(text: &str) -> Vec<(&str, Candidate)> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|at| is_word(bytes[*at]) && (*at == 0 || !is_word(bytes[at - 1])));
    starts.filter_map(|start| at(bytes, start)).map(|found| (&text[found.span.clone()], found)).collect()
}

#[test]
fn accounts_are_found_as_they_are_written() {
    for (text, account, bare) in [
        ("to DE75512108001245126199.", "DE75512108001245126199", Grade::High),
        ("DE75 5121 0800 1245 1261 99", "DE75 5121 0800 1245 1261 99", Grade::High),
        ("DE75-5121-0800-1245-1261-99", "DE75-5121-0800-1245-1261-99", Grade::High),
        ("GB33 BUKB 202015 55555555", "GB33 BUKB 202015 55555555", Grade::Medium),
        ("gb33bukb20201555555555", "gb33bukb20201555555555", Grade::Low),
        ("GB33 BUKB 2020 1555 5555 55 X is next", "GB33 BUKB 2020 1555 5555 55", Grade::High),
        ("(NO8330001234567)", "NO8330001234567", Grade::High),
        ("iban:FR7630006000011234567890189;", "FR7630006000011234567890189", Grade::High),
    ] {
        let all = found(text);
        assert_eq!(all.len(), 1, "{text}");
        assert_eq!((all[0].0, all[0].1.bare), (account, Some(bare)), "{text}");
        assert_eq!((&all[0].1.kind.id[..], all[0].1.named), ("iban", Some(Grade::High)), "{text}");
    }
}

#[test]
fn others_are_no_accounts() {
    for text in [
        "DE75512108001245126198",
        "DE7551210800124512619",
        "DE755121080012451261990",
        "DE75 A121 0800 1245 1261 99",
        "DE75  5121 0800 1245 1261 99",
        "DE75 5121-0800 1245 1261 99",
        "De75512108001245126199",
        "GB33buKB20201555555555",
        "US75512108001245126199",
        "DE75512108001245126199_x",
        "DE75512108001245126199-1",
        "12-DE75512108001245126199",
        "x_DE75512108001245126199",
        "DE",
        "DE75",
    ] {
        assert!(found(text).is_empty(), "{text}");
    }
}

#[test]
fn codes_of_banks_need_a_name() {
    for text in ["DEUTDEFF", "BNPAFRPPXXX", "CHASUS33", "SOGEDEFF500"] {
        let all = found(text);
        assert_eq!(all.len(), 1, "{text}");
        assert_eq!((&all[0].1.kind.id[..], all[0].1.bare, all[0].1.alone), ("bic", None, None), "{text}");
        assert_eq!(all[0].1.named, Some(Grade::Medium), "{text}");
    }
    for text in ["PASSWORD", "deutdeff", "DEUTDEFF5", "DEUTDEFF_X", "FUNCTION", "DEUT DEFF", "X_DEUTDEFF"] {
        assert!(found(text).is_empty(), "{text}");
    }
}

/// The account number of a country with its check digits.
fn completed(country: &str, account: &str) -> String {
    let unchecked = format!("{country}00{account}");
    format!("{country}{:02}{account}", 98 - remainder(unchecked.as_bytes()))
}

proptest! {
    #[test]
    fn a_number_holds_and_its_misprint_does_not(account in "[A-Z]{4}[0-9]{14}", place in 8usize..22, other in 1u8..10) {
        let number = completed("GB", &account);
        prop_assert_eq!(found(&number).len(), 1);
        let spaced = number.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(found(&spaced).len(), 1);
        let mut misprint = number.into_bytes();
        misprint[place] = b'0' + (misprint[place] - b'0' + other) % 10;
        prop_assert!(found(&String::from_utf8_lossy(&misprint)).is_empty());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(prop::sample::select(b"DEGB0123456789 -.+_a\xff".to_vec()), 0..60)) {
        for start in 0..=bytes.len() {
            if let Some(found) = at(&bytes, start) {
                prop_assert!(found.span.end <= bytes.len());
            }
        }
    }
}
