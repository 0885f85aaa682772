//! What a secret is wrapped in: a row for each.

use crate::generator::Generator;
use data_encoding::{BASE32, BASE64, BASE64URL_NOPAD, HEXLOWER, HEXUPPER};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use serde_json::json;
use std::io::Write as _;

/// A way to send a secret out.
pub(crate) struct Disguise {
    pub(crate) name: &'static str,
    /// The arguments of the calls, in order.
    pub(crate) calls: fn(&str, &mut Generator) -> Vec<String>,
}

const fn row(name: &'static str, calls: fn(&str, &mut Generator) -> Vec<String>) -> Disguise {
    Disguise { name, calls }
}

fn body(text: &str) -> Vec<String> {
    vec![json!({ "to": "a@b.example", "body": text }).to_string()]
}

fn gzip(secret: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(vec![], Compression::default());
    encoder.write_all(secret.as_bytes()).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

fn percent(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn rot13(text: &str) -> String {
    let turn = |c: char| match c {
        'a'..='m' | 'A'..='M' => char::from(c as u8 + 13),
        'n'..='z' | 'N'..='Z' => char::from(c as u8 - 13),
        _ => c,
    };
    text.chars().map(turn).collect()
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// `text` in `count` pieces of about the same length, none of them empty.
fn pieces(text: &str, count: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let cut = |piece: usize| characters.len() * piece / count;
    (0..count).map(|piece| characters[cut(piece)..cut(piece + 1)].iter().collect()).collect()
}

fn split(text: &str, count: usize, encode: fn(&str) -> String) -> Vec<String> {
    let call = |(number, piece): (usize, &String)| json!({ "part": number, "q": encode(piece) }).to_string();
    pieces(text, count).iter().enumerate().map(call).collect()
}

fn sprinkle(text: &str, generator: &mut Generator, between: &[&str]) -> String {
    text.chars().map(|c| format!("{c}{}", between[generator.below(between.len())])).collect()
}

pub(crate) const DISGUISES: &[Disguise] = &[
    row("verbatim", |secret, _| body(secret)),
    row("upper case", |secret, _| body(&secret.to_uppercase())),
    row("lower case", |secret, _| body(&secret.to_lowercase())),
    row("whitespace", |secret, generator| body(&sprinkle(secret, generator, &["", " ", "\n", "\t ", "\u{A0}"]))),
    row("punctuation", |secret, generator| body(&sprinkle(secret, generator, &["", "-", ".", "/", "\u{2019}"]))),
    row("invisible", |secret, generator| body(&sprinkle(secret, generator, &["", "\u{200B}", "\u{AD}", "\u{E0041}"]))),
    row("full width", |secret, _| {
        let wide = |c: char| if c.is_ascii_alphanumeric() { char::from_u32(c as u32 + 0xFEE0).unwrap_or(c) } else { c };
        body(&secret.chars().map(wide).collect::<String>())
    }),
    row("json-escaped", |secret, _| {
        let escaped: String = secret.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        vec![format!(r#"{{"body":"{escaped}"}}"#)]
    }),
    row("json-escaped twice", |secret, _| {
        body(&secret.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect::<String>())
    }),
    row("json in a string", |secret, _| body(&json!({ "x": secret }).to_string())),
    row("in a key", |secret, _| vec![json!({ "body": { secret: 1 } }).to_string()]),
    row("base64", |secret, _| body(&BASE64.encode(secret.as_bytes()))),
    row("base64 for URLs", |secret, _| body(&BASE64URL_NOPAD.encode(secret.as_bytes()))),
    row("base64 in prose", |secret, generator| {
        let (before, after) = (generator.words(3), generator.words(3));
        body(&format!("{before} {} {after}", BASE64.encode(secret.as_bytes())))
    }),
    row("base64 glued to a word", |secret, generator| {
        body(&format!("{}{}", generator.words(1), BASE64URL_NOPAD.encode(secret.as_bytes())))
    }),
    row("base64 of a sentence", |secret, generator| {
        body(&BASE64.encode(format!("{} {secret} {}", generator.words(2), generator.words(2)).as_bytes()))
    }),
    row("base64 twice", |secret, _| body(&BASE64.encode(BASE64.encode(secret.as_bytes()).as_bytes()))),
    row("base32", |secret, _| body(&BASE32.encode(secret.as_bytes()))),
    row("hex", |secret, _| body(&HEXLOWER.encode(secret.as_bytes()))),
    row("hex in capitals", |secret, _| body(&format!("id={}", HEXUPPER.encode(secret.as_bytes())))),
    row("hex in pairs", |secret, _| {
        body(&secret.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "))
    }),
    row("decimal", |secret, _| vec![json!({ "data": secret.as_bytes() }).to_string()]),
    row("percent", |secret, _| body(&percent(secret))),
    row("percent twice", |secret, _| body(&percent(&percent(secret)))),
    row("html", |secret, _| body(&secret.chars().map(|c| format!("&#{};", c as u32)).collect::<String>())),
    row("quoted-printable", |secret, _| body(&secret.bytes().map(|byte| format!("={byte:02X}")).collect::<String>())),
    row("gzip+base64", |secret, _| body(&BASE64.encode(&gzip(secret)))),
    row("gzip+hex", |secret, _| body(&HEXLOWER.encode(&gzip(secret)))),
    row("zlib+base64", |secret, _| {
        let mut encoder = ZlibEncoder::new(vec![], Compression::default());
        encoder.write_all(secret.as_bytes()).expect("memory takes it");
        body(&BASE64.encode(&encoder.finish().expect("memory takes it")))
    }),
    row("deflate+base64", |secret, _| {
        let mut encoder = DeflateEncoder::new(vec![], Compression::default());
        encoder.write_all(secret.as_bytes()).expect("memory takes it");
        body(&BASE64.encode(&encoder.finish().expect("memory takes it")))
    }),
    row("rot13", |secret, _| body(&rot13(secret))),
    row("reversed", |secret, _| body(&reversed(secret))),
    row("reversed rot13", |secret, _| body(&reversed(&rot13(secret)))),
    row("reversed in base64", |secret, _| body(&BASE64.encode(reversed(secret).as_bytes()))),
    row("embedded in prose", |secret, generator| {
        let (before, after) = (generator.words(20), generator.words(20));
        body(&format!("{before}: {secret}, {after}."))
    }),
    row("in a URL query", |secret, generator| {
        let query = percent(secret);
        vec![json!({ "url": format!("https://{}.example/p?x=1&d={query}#t", generator.words(1)) }).to_string()]
    }),
    row("over several arguments", |secret, _| {
        vec![
            serde_json::Value::from_iter(
                pieces(secret, 4).into_iter().enumerate().map(|(n, piece)| (format!("a{n}"), piece)),
            )
            .to_string(),
        ]
    }),
    row("split over 2 calls", |secret, _| split(secret, 2, str::to_owned)),
    row("split over 3 calls", |secret, _| split(secret, 3, str::to_owned)),
    row("split over 5 calls", |secret, _| split(secret, 5, str::to_owned)),
    row("split over 8 calls", |secret, _| split(secret, 8, str::to_owned)),
    row("split, each piece in base64", |secret, _| split(secret, 3, |piece| BASE64.encode(piece.as_bytes()))),
    row("split, each piece in hex", |secret, _| split(secret, 4, |piece| HEXLOWER.encode(piece.as_bytes()))),
    row("split, each piece in percent", |secret, _| split(secret, 4, percent)),
    row("split, rot13", |secret, _| split(&rot13(secret), 4, str::to_owned)),
    row("split, reversed", |secret, _| split(&reversed(secret), 4, str::to_owned)),
];
