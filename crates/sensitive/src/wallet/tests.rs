use super::*;
use proptest::prelude::*;

/// What is found at the starts of words.
fn found(text: &str) -> Vec<(&str, Candidate)> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|at| is_word(bytes[*at]) && (*at == 0 || !is_word(bytes[at - 1])));
    starts.filter_map(|start| at(bytes, start)).map(|found| (&text[found.span.clone()], found)).collect()
}

/// The examples that the standards themselves give.
#[test]
fn the_standards_examples_are_found() {
    for text in [
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "rrrrrrrrrrrrrrrrrrrrrhoLvTp",
    ] {
        let all = found(text);
        assert_eq!(all.len(), 1, "{text}");
        assert_eq!((&all[0].1.kind.id[..], all[0].1.bare), ("crypto_address", Some(Grade::High)), "{text}");
    }
}

#[test]
fn what_has_no_checksum_needs_a_name() {
    for (text, bare, named) in [
        ("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", Some(Grade::Low), Grade::Medium),
        ("0x0000000000000000000000000000000000000000", Some(Grade::Low), Grade::Low),
        ("7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy", None, Grade::Medium),
    ] {
        let all = found(text);
        assert_eq!(all.len(), 1, "{text}");
        assert_eq!((all[0].1.bare, all[0].1.named), (bare, Some(named)), "{text}");
    }
}

#[test]
fn others_are_no_addresses() {
    for text in [
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
        "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed00",
        "0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
        "bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "x_bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4-x",
        "1111111111111111111111111111111111",
        "rrrrrrrrrrrrrrrrrrrrrhoLvTq",
        "3dprinting",
    ] {
        let all = found(text);
        assert!(all.is_empty(), "{text}: {all:?}");
    }
}

proptest! {
    #[test]
    fn an_address_holds_and_its_misprint_does_not(
        version in prop::sample::select(vec![0x00u8, 0x05, 0x6f, 0x30, 0x1e, 0x41]), hash in any::<[u8; 20]>(), place in 0usize..25
    ) {
        let text = base58::tests::encode_checked(&[&[version][..], &hash].concat());
        prop_assert_eq!(found(&text).len(), 1);
        let mut misprint = text.into_bytes();
        misprint[place] = if misprint[place] == b'2' { b'3' } else { b'2' };
        prop_assert!(found(&String::from_utf8_lossy(&misprint)).is_empty());
    }

    #[test]
    fn private_keys_are_secrets(key in any::<[u8; 32]>(), chain in any::<[u8; 32]>(), compressed in any::<bool>()) {
        let end: &[u8] = if compressed { &[1] } else { &[] };
        let wif = base58::tests::encode_checked(&[&[0x80][..], &key, end].concat());
        prop_assert_eq!(&found(&wif)[0].1.kind.id, "crypto_private_key");
        let extended = [&[0x04, 0x88, 0xad, 0xe4, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &chain, &[0], &key].concat();
        let extended = base58::tests::encode_checked(&extended);
        prop_assert!(extended.starts_with("xprv"));
        prop_assert_eq!(&found(&extended)[0].1.kind.id, "crypto_private_key");
    }

    #[test]
    fn newer_addresses_hold_and_their_misprints_do_not(
        network in prop::sample::select(vec!["bc", "tb", "ltc"]), program in prop::collection::vec(0u8..32, 32), place in 5usize..35
    ) {
        let text = crate::bech32::tests::encode(network, &[&[0][..], &program].concat(), false);
        prop_assert_eq!(found(&text).len(), 1);
        let mut misprint = text.into_bytes();
        misprint[place] = if misprint[place] == b'q' { b'p' } else { b'q' };
        prop_assert!(found(&String::from_utf8_lossy(&misprint)).is_empty());
    }

    #[test]
    fn the_case_of_hex_digits_is_a_checksum(digits in "[0-9a-f]{40}") {
        let text = ethereum::tests::checked(&digits);
        prop_assert_eq!(found(&text).len(), 1);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(prop::sample::select(b"1r3bcTxpv0123456789abcdefqLK\xff".to_vec()), 0..120)) {
        for start in 0..=bytes.len() {
            if let Some(found) = at(&bytes, start) {
                prop_assert!(found.span.end <= bytes.len());
            }
        }
    }
}
