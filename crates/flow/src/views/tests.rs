use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use std::io::Write as _;

fn layer(text: &str) -> Layer {
    Layer { bytes: text.as_bytes().to_vec(), segments: vec![Segment { start: 0, to: 0 }], ..Layer::default() }
}

/// Every decoding of `text`, as text, with what was undone.
fn views(text: &str) -> Vec<(String, String)> {
    let mut views = Vec::new();
    walk(layer(text), |layer| {
        let names: Vec<_> = layer.chain.iter().map(|transform| transform.name()).collect();
        views.push((names.join("+"), String::from_utf8_lossy(&layer.bytes).into_owned()));
    });
    views
}

#[test]
fn what_is_encoded_is_seen() {
    for (text, chain, expected) in [
        ("a%20b%41", "percent", "a bA"),
        ("%2541", "percent+percent", "A"),
        (r"\u0041\x42\103\u{44}\n\ud83d\ude00", "escape", "ABCD \u{1F600}"),
        ("&#65;&#x42;&amp;&eacute;&nbsp;x", "html", "AB&e x"),
        ("=41=\nB=C3=A9", "quoted_printable", "ABé"),
        ("x SGVsbG8gd29ybGQsIGhlbGxv y", "base64", "Hello world, hello"),
        ("glue/dSGVsbG8gd29ybGQsIGhlbGxv", "base64", "Hello world, hello"),
        ("48656c6c6f20776f726c642c", "hex", "Hello world,"),
        ("JBSWY3DPEB3W64TMMQWCAZDF", "base32", "Hello world, de"),
        ("[72, 101, 108, 108, 111]", "decimal", "Hello"),
        ("48 65 6c 6c 6f", "hex", "Hello"),
        ("0x48,0x65,0x6c,0x6c,0x6f", "hex", "Hello"),
        ("41AM49hyv5UoAwvhoqNHHqGaS", "base58", "Hello world, hello"),
        ("x 87cURD]i,\"Ebo80 x", "base85", "Hello World!"),
        ("NM&qnZy<MXa%^NQAZTT5Y;O", "base85", "Hello world, hello"),
        ("48656c6c-6f20-776f-726c-642c2068656c", "hex", "Hello world, hel"),
        ("#48656c, #6c6f20, #776f72, #6c642c", "hex", "Hello world,"),
        ("NDg2NTZjNmM2ZjIwNzc2ZjcyNmM2NDJj", "base64+hex", "Hello world,"),
    ] {
        let views = views(text);
        assert!(views.iter().any(|(name, view)| name == chain && view.contains(expected)), "{text}: {views:?}");
    }
}

#[test]
fn clean_text_has_one_view() {
    for text in ["", "Send the minutes to the team, please.", "a b c 1 2 3", "50 & more"] {
        assert_eq!(views(text).len(), 1, "{text}: {:?}", views(text));
    }
}

#[test]
fn views_stay_within_four_times_the_text() {
    for text in
        ["%41".repeat(20_000), "QUJD".repeat(20_000), "41".repeat(40_000), "65,".repeat(30_000), "%25".repeat(20_000)]
    {
        let mut bytes = 0;
        walk(layer(&text), |layer| bytes += layer.bytes.len());
        assert!(bytes <= 6 * text.len() + FLOOR, "{bytes} {}", text.len());
    }
}

#[test]
fn what_does_not_fit_is_told() {
    assert!(walk(layer("%41%42"), |_| {}));
    let mut bomb = GzEncoder::new(vec![], Compression::best());
    bomb.write_all(&vec![b'a'; 1 << 20]).unwrap();
    let bomb = data_encoding::BASE64.encode(&bomb.finish().unwrap());
    let mut bytes = 0;
    assert!(!walk(layer(&bomb), |layer| bytes += layer.bytes.len()));
    assert!(bytes <= 6 * bomb.len() + FLOOR, "{bytes}");
}

proptest! {
    #[test]
    fn any_text_is_taken(text in any::<String>(), odd in r"[%\\&=#xu0-9a-fA-F;+/\n]{0,80}") {
        views(&text);
        views(&odd);
    }
}
