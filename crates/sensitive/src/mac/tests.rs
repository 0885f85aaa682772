use super::*;
use proptest::prelude::*;

/// What is found at the starts of words.
fn found(text: &str) -> Vec<(&str, Candidate)> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|at| is_word(bytes[*at]) && (*at == 0 || !is_word(bytes[at - 1])));
    starts.filter_map(|start| at(bytes, start)).map(|found| (&text[found.span.clone()], found)).collect()
}

#[test]
fn addresses_are_found_as_they_are_written() {
    for (text, address, bare, named) in [
        ("at 3c:22:fb:9a:01:7e.", "3c:22:fb:9a:01:7e", Grade::Medium, Grade::High),
        ("3C-22-FB-9A-01-7E", "3C-22-FB-9A-01-7E", Grade::Medium, Grade::High),
        ("mac:3c22.fb9a.017e,", "3c22.fb9a.017e", Grade::Medium, Grade::High),
        ("mac: 3c:22:fb:9a:01:7e: up", "3c:22:fb:9a:01:7e", Grade::Medium, Grade::High),
        ("ff:ff:ff:ff:ff:ff", "ff:ff:ff:ff:ff:ff", Grade::Low, Grade::Low),
        ("00:00:00:00:00:00", "00:00:00:00:00:00", Grade::Low, Grade::Low),
        ("33:33:00:00:00:01", "33:33:00:00:00:01", Grade::Low, Grade::Low),
        ("AA:BB:CC:DD:EE:FF", "AA:BB:CC:DD:EE:FF", Grade::Low, Grade::Medium),
        ("24-01-31-12-30-59", "24-01-31-12-30-59", Grade::Low, Grade::Medium),
        ("dead.beef.cafe", "dead.beef.cafe", Grade::Low, Grade::Medium),
    ] {
        let all = found(text);
        assert_eq!(all.len(), 1, "{text}");
        assert_eq!((all[0].0, all[0].1.bare, all[0].1.named), (address, Some(bare), Some(named)), "{text}");
    }
}

#[test]
fn parts_of_longer_runs_are_none() {
    for text in [
        "3c:22:fb:9a:01",
        "3c:22:fb:9a:01:7e:55",
        "3c:22:fb:ff:fe:9a:01:7e",
        "00:3c:22:fb:9a:01:7e:55:12",
        "3c:22:fb-9a:01:7e",
        "3c22.fb9a.017e.1",
        "1.3c22.fb9a.017e",
        "[.3c22.fb9a.017e]",
        "3c22fb9a017e",
        "3c:22:fb:9a:01:7ex",
        "3c:22:fb:9a:01:7e_1",
        "12:30:45",
        "fe80::3c22:fbff:fe9a:17e",
        "a1-3c-22-fb-9a-01-7e",
    ] {
        let all = found(text);
        assert!(all.is_empty(), "{text}: {all:?}");
    }
}

proptest! {
    #[test]
    fn any_address_is_found(bytes in any::<[u8; 6]>(), separator in prop::sample::select(vec![":", "-"])) {
        let text = bytes.map(|byte| format!("{byte:02x}")).join(separator);
        prop_assert_eq!(found(&text).len(), 1);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(prop::sample::select(b"abf0129:-.\xff_".to_vec()), 0..40)) {
        for start in 0..=bytes.len() {
            if let Some(found) = at(&bytes, start) {
                prop_assert!(found.span.end <= bytes.len());
            }
        }
    }
}
