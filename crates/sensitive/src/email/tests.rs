use super::*;
use proptest::prelude::*;

/// What is found at every `@`.
fn found(text: &str) -> Vec<(&str, Candidate)> {
    let bytes = text.as_bytes();
    let places = (0..bytes.len()).filter(|place| bytes[*place] == b'@');
    places.filter_map(|place| at(bytes, place)).map(|found| (&text[found.span.clone()], found)).collect()
}

#[test]
fn addresses_are_found_as_they_are_written() {
    for (text, address, bare, named) in [
        ("to anna.kowal@poczta-test.pl.", "anna.kowal@poczta-test.pl", Grade::High, Grade::High),
        ("<m.o'hara+lists@mail.uni-ulm.de>", "m.o'hara+lists@mail.uni-ulm.de", Grade::High, Grade::High),
        ("'ida@fjell.no'", "ida@fjell.no", Grade::High, Grade::High),
        ("mailto:ida@fjell.no?subject=x", "ida@fjell.no", Grade::High, Grade::High),
        ("?to=ida%40x&cc=ida@fjell.no", "ida@fjell.no", Grade::High, Grade::High),
        ("to%3Aida@fjell.no", "ida@fjell.no", Grade::High, Grade::High),
        ("a\\nida@fjell.no", "ida@fjell.no", Grade::High, Grade::High),
        ("\\u003cida@fjell.no\\u003e", "ida@fjell.no", Grade::High, Grade::High),
        ("IDA@FJELL.NO", "IDA@FJELL.NO", Grade::High, Grade::High),
        ("80521@qq.com", "80521@qq.com", Grade::High, Grade::High),
        ("ida@126.com", "ida@126.com", Grade::High, Grade::High),
        ("jürgen@köln-küche.de", "jürgen@köln-küche.de", Grade::High, Grade::High),
        ("请联系ida@fjell.no谢谢", "ida@fjell.no", Grade::High, Grade::High),
        ("用户@例子.公司", "用户@例子.公司", Grade::High, Grade::High),
        ("ida@xn--fjll-moa.xn--p1ai", "ida@xn--fjll-moa.xn--p1ai", Grade::High, Grade::High),
        ("\"ida berg\"@fjell.no", "\"ida berg\"@fjell.no", Grade::High, Grade::High),
        ("info@fjell.no", "info@fjell.no", Grade::Medium, Grade::Medium),
        ("ida.berg@example.com", "ida.berg@example.com", Grade::Medium, Grade::Medium),
        ("ida@example.com", "ida@example.com", Grade::Low, Grade::Medium),
        ("user@example.com", "user@example.com", Grade::Low, Grade::Low),
        ("test12@example.org", "test12@example.org", Grade::Low, Grade::Low),
        ("ida@fjell.test", "ida@fjell.test", Grade::Low, Grade::Low),
        ("ida@laptop.local", "ida@laptop.local", Grade::Low, Grade::Medium),
        ("no-reply@fjell.no", "no-reply@fjell.no", Grade::Low, Grade::Low),
        ("12+ida@users.noreply.github.com", "12+ida@users.noreply.github.com", Grade::Low, Grade::Low),
        ("runner@fjell-12.iam.gserviceaccount.com", "runner@fjell-12.iam.gserviceaccount.com", Grade::Low, Grade::Low),
        ("x/ida@fjell.no", "ida@fjell.no", Grade::Low, Grade::Medium),
        ("this@Screen.finish()", "this@Screen.finish", Grade::Low, Grade::Medium),
        ("ida@fjell.no:secret", "ida@fjell.no", Grade::High, Grade::High),
    ] {
        let all = found(text);
        let [(value, candidate)] = &all[..] else { panic!("{text}: {all:?}") };
        assert_eq!((*value, candidate.bare, candidate.named), (address, Some(bare), Some(named)), "{text}");
    }
    assert_eq!(found("a@b.co,b@c.io,c@d.net").len(), 3);
}

#[test]
fn others_are_no_addresses() {
    for text in [
        "logo@2x.png",
        "logo@2x.io",
        "pkg@1.2.3",
        "left-pad@1.2.3-rc.io",
        "actions/checkout@v4.1.0",
        "user@host",
        "git@github.com:team/project.git",
        "ssh://git@github.com/team/project",
        "https://ida:secret@fjell.no/x",
        "postgres://ida@db.fjell.no/x",
        "@scope/name",
        "'@scope/name.js'",
        "@app.route",
        "$@.com",
        "getty@tty1.service",
        "a@b@c.de",
        "ida@-fjell.no",
        "ida@fjell.n",
        "ida@fjell.no_x",
        "image@sha256:abc",
        "ida.@fjell.no",
        "@",
        "a@",
        "ida@.no",
    ] {
        let all = found(text).into_iter().filter(|(value, _)| *value != "b@c.de").collect::<Vec<_>>();
        assert!(all.is_empty(), "{text}: {all:?}");
    }
}

proptest! {
    #[test]
    fn plain_addresses_are_found(text in "[a-z][a-z0-9]{0,8}([._+-][a-z0-9]{1,8})?@[a-z][a-z0-9-]{0,8}[a-z]\\.(com|de|co\\.uk)") {
        let within = format!("x <{text}> y");
        prop_assert_eq!(found(&within)[0].0, text.as_str());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(prop::sample::select(b"a@.-%'\"\\n1\xc3\xa9\xe4\xbd\xa0\xf0\xff ".to_vec()), 0..90)) {
        for start in 0..=bytes.len() {
            if let Some(found) = at(&bytes, start) {
                prop_assert!(found.span.start < found.span.end && found.span.end <= bytes.len());
            }
        }
    }
}
