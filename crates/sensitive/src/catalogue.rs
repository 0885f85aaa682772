//! Every kind there is, with what is known about it: what `vetgate explain` and the reference pages are made from.

use crate::scan::token;
use crate::structures::{connection, header, jwt, maxmind, path, private_key, telegram};
use crate::{Kind, card, credential, email, formats, iban, identifiers, ip, mac, phone, street, wallet};

/// A kind, and how it is told from everything else.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The kind.
    pub kind: &'static Kind,
    /// How it is recognised, in a sentence.
    pub how: &'static str,
    /// Texts in which it is found.
    pub found: Vec<&'static str>,
    /// Texts that look much like it, in which it is not.
    pub not_found: Vec<&'static str>,
    /// Words that make it surer when they stand near or name the field.
    pub words: &'static [&'static str],
}

/// Every kind that is built in: personal data first, then secrets.
///
/// ```
/// let kinds: Vec<_> = vetgate_sensitive::catalogue().collect();
/// assert!(kinds.iter().any(|listed| listed.kind.id == "iban"));
/// ```
pub fn catalogue() -> impl Iterator<Item = Listed> {
    let shapes = SHAPES.iter().map(|(kind, how, found, not_found)| Listed {
        kind,
        how,
        found: found.to_vec(),
        not_found: not_found.to_vec(),
        words: &[],
    });
    let identifiers = identifiers::all().map(|row| Listed {
        kind: &row.kind,
        how: if row.bare.is_some() || row.alone.is_some() {
            "A fixed layout whose rule holds; a word that names it makes it surer."
        } else {
            "A fixed layout whose rule holds, where a word near it or the field's name says what it is."
        },
        found: row.found.to_vec(),
        not_found: row.not_found.to_vec(),
        words: row.words,
    });
    let formats = formats::all().map(|row| Listed {
        kind: &row.kind,
        how: "The provider's own format: how it starts, its alphabet, its length, and its checksum if it has one.",
        found: vec![row.found],
        not_found: vec![row.not_found],
        words: &[],
    });
    shapes.chain(identifiers).chain(formats)
}

type Shape = (&'static Kind, &'static str, &'static [&'static str], &'static [&'static str]);

const SHAPES: &[Shape] = &[
    (
        &email::KIND,
        "A local part, an `@` and a domain that can exist; addresses of machines and of documentation are less sure.",
        &["write to jo.miller@acme.io"],
        &["icon@2x.png", "left-pad@1.3.0"],
    ),
    (
        &phone::KIND,
        "The country's numbering plan: area, length and way of writing; plain digits only where a word says so.",
        &["call +44 20 7031 3000"],
        &["order 4420 7031 30001234"],
    ),
    (
        &street::KIND,
        "Letters and a number, where the name of the field says that it is an address.",
        &["{\"street\": \"477 Marigold Avenue\"}"],
        &["477 Marigold Avenue"],
    ),
    (
        &card::KIND,
        "The issuer's range, its length, and the check digit.",
        &["card 4539 1488 0343 6467"],
        &["card 4539 1488 0343 6468"],
    ),
    (
        &iban::KIND,
        "The country's length and layout, and the remainder by 97.",
        &["IBAN DE89 3704 0044 0532 0130 00"],
        &["IBAN DE89 3704 0044 0532 0130 01"],
    ),
    (
        &iban::bic::KIND,
        "Eight or eleven characters with a country in them, where a word says so.",
        &["BIC: DEUTDEFF500"],
        &["DEUTDEFF500"],
    ),
    (
        &wallet::ADDRESS,
        "The address's own checksum: base58check, bech32 or mixed case.",
        &["send to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT"],
        &["send to 1BoatSLRHtKNngkdXEeobR76b53LETtpyU"],
    ),
    (&wallet::PRIVATE_KEY, "The key's own checksum.", &[], &[]),
    (
        &ip::KIND,
        "Version 4 or 6 in any written form; private, local and documentation ranges are less sure.",
        &["from 81.2.69.142"],
        &["version 1.2.3.4.5"],
    ),
    (&mac::KIND, "Six bytes in one of three ways of writing.", &["at 3c:22:fb:7a:91:0e"], &["3c:22:fb:7a:91:0e:44"]),
    (&jwt::KIND, "The header and the payload decode to JSON.", &[], &["eyJhbGciOiJIUzI1NiJ9"]),
    (&private_key::KIND, "The block decodes to a key's structure.", &[], &["-----BEGIN PUBLIC KEY-----"]),
    (
        &connection::KIND,
        "A link with a user name and a password.",
        &["postgres://app:t0psecret@db.acme.io/x"],
        &["postgres://app@db.acme.io/x"],
    ),
    (
        &header::BEARER,
        "The word `Bearer` and a token.",
        &["Authorization: Bearer kR7pQ2xW9vB4zT6mN1cL"],
        &["Bearer authentication is used"],
    ),
    (
        &header::BASIC,
        "The word `Basic` and base64 that decodes to a name and a password.",
        &["Authorization: Basic YWxhZGRpbjpvcGVuM3Nlc2FtZQ=="],
        &["Basic knowledge of things"],
    ),
    (
        &telegram::KIND,
        "The bot's number, a colon and thirty-five characters.",
        &["110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawq"],
        &["110201543:AAHdqTcvCH1vGWJ"],
    ),
    (
        &maxmind::KIND,
        "Six characters, `_`, twenty-nine, `_mmk`.",
        &["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"],
        &["x7Kq2L_m9Rt4Wv8Zb_mmk"],
    ),
    (
        &credential::PASSWORD,
        "A name that promises a password, and a value that is one.",
        &["password=tr0ub4dor&3"],
        &["password=${DB_PASSWORD}"],
    ),
    (
        &credential::CREDENTIAL,
        "A name that promises a secret, and a value that looks like one.",
        &["api_key: \"Zk3vT9qLm2XwR8bNcY5d\""],
        &["nextPageToken: \"Zk3vT9qLm2XwR8bNcY5d\"", "api_key: <your-key>"],
    ),
    (
        &token::RANDOM,
        "A long string that looks random, judged by its alphabet and its length; never more than low.",
        &[],
        &["getUserProfileByIdentifier"],
    ),
    (
        &path::KEYS,
        "Where Linux, macOS and Windows keep keys and passwords.",
        &["cat ~/.ssh/id_rsa"],
        &["cat ~/.ssh/id_rsa.pub"],
    ),
    (&path::SETTINGS, "Files that often have secrets in them; low.", &[], &["process.env.HOME"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Detector, Grade};
    use std::collections::BTreeSet;

    #[test]
    fn every_example_is_found_and_every_counterexample_is_not() {
        let detector = Detector::new();
        let mut wrong = Vec::new();
        for listed in catalogue() {
            let id = &listed.kind.id;
            let has = |text: &str, least| {
                detector.inspect(text.as_bytes()).iter().any(|found| found.kind == *id && found.grade() >= least)
            };
            // One number can fit two kinds as well; it is enough that it is seen.
            let is_seen = |text: &str| !detector.inspect(text.as_bytes()).is_empty();
            wrong.extend(listed.found.iter().filter(|text| !is_seen(text)).map(|text| format!("{id} not in {text:?}")));
            wrong.extend(
                listed.not_found.iter().filter(|text| has(text, Grade::High)).map(|text| format!("{id} in {text:?}")),
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_kind_is_listed_once() {
        let mut ids = BTreeSet::new();
        for listed in catalogue() {
            assert!(ids.insert(&listed.kind.id), "{} stands twice", listed.kind.id);
            assert!(!listed.kind.name.is_empty() && !listed.how.is_empty());
        }
        assert!(ids.len() > 300, "{} kinds", ids.len());
    }
}
