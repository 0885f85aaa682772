use super::*;
use crate::class::is_word;
use proptest::prelude::*;

/// What is found at the starts of words.
fn found(text: &str) -> Vec<(&str, Candidate)> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|at| is_word(bytes[*at]) && (*at == 0 || !is_word(bytes[at - 1])));
    starts.filter_map(|start| at(bytes, start)).map(|found| (&text[found.span.clone()], found)).collect()
}

/// The text with enough around it that it is not short.
fn in_prose(text: &str) -> String {
    format!("{text} is what the record of that day has to say about the matter")
}

#[test]
fn addresses_are_found_as_they_are_written() {
    for (text, address, bare, named) in [
        ("from 93.184.215.14", "93.184.215.14", Grade::Medium, Grade::High),
        ("from 93.184.215.14:8080", "93.184.215.14", Grade::Medium, Grade::High),
        ("http://93.184.215.14/x", "93.184.215.14", Grade::Medium, Grade::High),
        ("93.184.215.14/32", "93.184.215.14", Grade::Medium, Grade::High),
        ("93.184.215.0/24", "93.184.215.0", Grade::Low, Grade::Low),
        ("user@93.184.215.14", "93.184.215.14", Grade::Medium, Grade::High),
        ("ip:93.184.215.14", "93.184.215.14", Grade::Medium, Grade::High),
        ("node:93.184.215.14", "93.184.215.14", Grade::Medium, Grade::High),
        ("10.20.30.40", "10.20.30.40", Grade::Low, Grade::Medium),
        ("8.8.8.8", "8.8.8.8", Grade::Low, Grade::Medium),
        ("203.0.113.9", "203.0.113.9", Grade::Low, Grade::Medium),
        ("127.0.0.1", "127.0.0.1", Grade::Low, Grade::Low),
        ("255.255.255.0", "255.255.255.0", Grade::Low, Grade::Low),
        ("4.2.18.0", "4.2.18.0", Grade::Low, Grade::Medium),
        ("engine updated to 9.6.180.15", "9.6.180.15", Grade::Low, Grade::Medium),
        ("agent Chrome/120.0.0.0", "120.0.0.0", Grade::Low, Grade::Low),
        ("2a01:4f8:c17:b0f::2", "2a01:4f8:c17:b0f::2", Grade::Medium, Grade::High),
        ("[2a01:4f8:c17:b0f::2]:443", "2a01:4f8:c17:b0f::2", Grade::Medium, Grade::High),
        ("ip:2a01:4f8::2", "2a01:4f8::2", Grade::Medium, Grade::High),
        (
            "4f8a:c99e:dc86:faf9:5988:5f63:375e:8a2a",
            "4f8a:c99e:dc86:faf9:5988:5f63:375e:8a2a",
            Grade::Medium,
            Grade::High,
        ),
        ("fe80::1%eth0", "fe80::1%eth0", Grade::Low, Grade::Medium),
        ("::ffff:93.184.215.14", "::ffff:93.184.215.14", Grade::Medium, Grade::High),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.1", Grade::Low, Grade::Medium),
        ("0:0:0:0:0:FFFF:93.184.215.14", "0:0:0:0:0:FFFF:93.184.215.14", Grade::Medium, Grade::High),
        ("at ::1", "::1", Grade::Low, Grade::Low),
        ("2001:db8::1", "2001:db8::1", Grade::Low, Grade::Medium),
        ("ff02::1", "ff02::1", Grade::Low, Grade::Low),
        ("2001:db8::/32", "2001:db8::", Grade::Low, Grade::Low),
    ] {
        let text = in_prose(text);
        let all = found(&text);
        let [(value, candidate)] = &all[..] else { panic!("{text}: {all:?}") };
        assert_eq!((*value, candidate.bare, candidate.named), (address, Some(bare), Some(named)), "{text}");
    }
    assert_eq!(found("93.184.215.14-93.184.215.20").len(), 2);
}

#[test]
fn a_short_text_is_about_its_address() {
    for (text, bare) in [
        ("Primary: 10.0.0.1", Grade::Medium),
        ("(192.168.1.1)", Grade::Medium),
        ("http://192.168.1.1/", Grade::Low),
        ("bind=10.0.0.1", Grade::Low),
        ("localhost 127.0.0.1", Grade::Low),
    ] {
        assert_eq!(found(text)[0].1.bare, Some(bare), "{text}");
    }
    assert_eq!(at(b"Route to :: is default", 9).map(|found| found.span), Some(9..11));
}

#[test]
fn others_are_no_addresses() {
    for text in [
        "1.2.3",
        "256.1.1.1",
        "93.184.215.256",
        "93.184.215.014",
        "93.184.215.14.5",
        "1.93.184.215.14",
        "v93.184.215.14",
        "version 93.184.215.14",
        "FileVersion=\"93.184.215.14\"",
        "93.184.215.14-beta",
        "pkg-93.184.215.14",
        ">=93.184.215.14",
        "^93.184.215.14",
        "93.184.215.14+build",
        "93.184.215.14_1",
        "section 93.184.215.14",
        ".1.3.6.1",
        "12:30:45",
        "2024-01-31T12:30:45",
        "std::ffff",
        "dead::beef",
        "abc::def",
        "f32::consts",
        "fe80::1text",
        "12345:db8::1",
        "684D:1111:222:3333:4444:5555:77",
        "3c:22:fb:9a:01:7e",
        "3c:22:fb:ff:fe:9a:01:7e",
        "x[1::2]",
        "1:2:3:4",
        "a::b::1",
        "1:2:3:4:5:6:7:8:9",
    ] {
        let all = found(text);
        assert!(all.is_empty(), "{text}: {all:?}");
    }
}

proptest! {
    #[test]
    fn every_address_is_found_as_the_library_writes_it(four in any::<std::net::Ipv4Addr>(), six in any::<std::net::Ipv6Addr>()) {
        let four = four.to_string();
        prop_assert_eq!(found(&four)[0].0, four.as_str());
        let six = six.to_string();
        prop_assert_eq!(found(&six)[0].0, six.as_str());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(prop::sample::select(b"af0123:::..%/-\xff_ [".to_vec()), 0..50)) {
        for start in 0..=bytes.len() {
            if let Some(found) = at(&bytes, start) {
                prop_assert!(found.span.end <= bytes.len());
            }
        }
    }
}
