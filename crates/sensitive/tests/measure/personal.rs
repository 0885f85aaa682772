//! The shared texts with personal data, by type.

use super::{Tally, lines, shared, show, shown};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;

#[derive(Deserialize)]
struct Row {
    text: String,
    #[serde(default)]
    spans: Vec<Span>,
    #[serde(default)]
    negative_for: Vec<String>,
}

#[derive(Deserialize)]
struct Span {
    r#type: String,
    start: usize,
    end: usize,
}

/// The types that rules can decide, and the kinds that each is.
const TYPES: &[(&str, &[&str])] = &[
    ("CREDIT_CARD", &["credit_card"]),
    ("PHONE_NUMBER", &["phone"]),
    ("PHONE", &["phone"]),
    ("PH_MOBILE_NUMBER", &["phone"]),
    ("TR_PHONE_NUMBER", &["phone"]),
    ("US_SSN", &["us_ssn", "us_ssn_compact"]),
    ("SSN", &["us_ssn", "us_ssn_compact"]),
    ("IP_ADDRESS", &["ip_address"]),
    ("IBAN_CODE", &["iban"]),
    ("EMAIL_ADDRESS", &["email"]),
    ("EMAIL", &["email"]),
    ("MAC_ADDRESS", &["mac_address"]),
    ("CRYPTO", &["crypto_address"]),
    ("US_ITIN", &["us_itin"]),
    ("US_MBI", &["us_mbi"]),
    ("US_NPI", &["us_npi"]),
    ("US_BANK_NUMBER", &["us_bank_account"]),
    ("ABA_ROUTING_NUMBER", &["us_aba_routing"]),
    ("FI_PERSONAL_IDENTITY_CODE", &["fi_hetu"]),
    ("KR_FRN", &["kr_frn"]),
    ("KR_RRN", &["kr_rrn"]),
    ("KR_BRN", &["kr_brn"]),
    ("SE_PERSONNUMMER", &["se_personnummer"]),
    ("SE_ORGANISATIONSNUMMER", &["se_organisationsnummer"]),
    ("TR_NATIONAL_ID", &["tr_national_id"]),
    ("UK_NINO", &["uk_nino"]),
    ("UK_NHS", &["uk_nhs"]),
    ("UK_DRIVING_LICENCE", &["uk_driving_licence"]),
    ("DE_HEALTH_INSURANCE", &["de_health_insurance"]),
    ("DE_SOCIAL_SECURITY", &["de_social_security"]),
    ("DE_LANR", &["de_lanr"]),
    ("DE_TAX_ID", &["de_tax_id"]),
    ("DE_ID_CARD", &["de_id_card"]),
    ("DE_VAT_ID", &["de_vat", "eu_vat"]),
    ("ES_NIF", &["es_nif"]),
    ("ES_NIE", &["es_nie"]),
    ("IT_VAT_CODE", &["it_vat"]),
    ("IT_FISCAL_CODE", &["it_fiscal_code"]),
    ("AU_ABN", &["au_abn"]),
    ("AU_ACN", &["au_acn"]),
    ("AU_TFN", &["au_tfn"]),
    ("AU_MEDICARE", &["au_medicare"]),
    ("PL_PESEL", &["pl_pesel"]),
    ("TH_TNIN", &["th_tnin"]),
    ("CA_SIN", &["ca_sin"]),
    ("IN_AADHAAR", &["in_aadhaar"]),
    ("IN_PAN", &["in_pan"]),
    ("IN_GSTIN", &["in_gstin"]),
    ("ZA_ID_NUMBER", &["za_id_number"]),
    ("NG_NIN", &["ng_nin"]),
];

/// Types that have no checksum and nothing else that tells them: shown, but no floor.
const BY_NAME_ONLY: &[(&str, &[&str])] = &[
    ("US_PASSPORT", &["us_passport", "passport"]),
    ("US_DRIVER_LICENSE", &["us_driver_license"]),
    ("UK_PASSPORT", &["uk_passport", "passport"]),
    ("ES_PASSPORT", &["es_passport", "passport"]),
    ("KR_PASSPORT", &["kr_passport", "passport"]),
    ("IT_PASSPORT", &["it_passport", "passport"]),
    ("DE_PASSPORT", &["de_passport", "passport"]),
    ("KR_DRIVER_LICENSE", &["kr_driver_license", "kr_driver_license_compact"]),
    ("IT_IDENTITY_CARD", &["it_identity_card"]),
    ("UK_POSTCODE", &["uk_postcode", "uk_postcode_compact"]),
    ("UK_VEHICLE_REGISTRATION", &["uk_vehicle_registration"]),
    ("NG_VEHICLE_REGISTRATION", &["ng_vehicle_registration"]),
    ("TR_LICENSE_PLATE", &["tr_license_plate"]),
];

/// Kinds that the texts have but do not mark under a type of their own.
const UNMARKED: &[&str] = &["date_of_birth", "street_address", "bic"];

/// `PHONE_NUMBER` and `PHONE` are one type to a reader.
fn merged(name: &'static str) -> &'static str {
    match name {
        "PHONE_NUMBER" | "PHONE" | "PH_MOBILE_NUMBER" | "TR_PHONE_NUMBER" => "PHONE",
        "SSN" => "US_SSN",
        "EMAIL_ADDRESS" => "EMAIL",
        name => name,
    }
}

#[test]
fn personal_data_is_found_by_type() {
    let Some(path) = shared("pii.jsonl") else { return };
    let all: Vec<_> = TYPES.iter().chain(BY_NAME_ONLY).collect();
    let kinds_of = |name: &str| all.iter().find(|known| known.0 == name).map(|known| (merged(known.0), known.1));
    let type_of = |kind: &str| all.iter().find(|known| known.1.contains(&kind)).map(|known| merged(known.0));
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let (mut forbidden, mut asserted) = (0, 0);
    for line in lines(&path) {
        let row: Row = serde_json::from_str(&line).expect("every line is a row");
        let bytes = |at: usize| row.text.char_indices().nth(at).map_or(row.text.len(), |(byte, _)| byte);
        let mut found = shown(row.text.as_bytes());
        found.retain(|found| found.category.name() != "secret" && found.category.name() != "path");
        for name in &row.negative_for {
            asserted += 1;
            let is_of = |kind: &str| kinds_of(name).is_some_and(|(_, kinds)| kinds.contains(&kind));
            if found.iter().any(|found| is_of(&found.kind)) {
                forbidden += 1;
                println!("  {name} is none in {:?}", row.text);
            }
        }
        let mut unmarked = found.clone();
        for span in &row.spans {
            let Some((name, kinds)) = kinds_of(&span.r#type) else {
                // A number inside a name or an address is not a mistake of a number's kind.
                continue;
            };
            let place = bytes(span.start)..bytes(span.end);
            let is_it =
                |kind: &str, at: &Range<usize>| kinds.contains(&kind) && at.start < place.end && place.start < at.end;
            let tally = tallies.entry(name).or_default();
            if found.iter().any(|found| is_it(&found.kind, &found.span)) {
                tally.right += 1;
            } else {
                tally.missed += 1;
                show("missed", &format!("{} {:?} in {:?}", span.r#type, &row.text[place.clone()], row.text));
            }
            unmarked.retain(|found| !is_it(&found.kind, &found.span));
        }
        for found in unmarked.iter().filter(|found| !UNMARKED.contains(&found.kind.as_str())) {
            let name = type_of(&found.kind).unwrap_or("other kinds");
            tallies.entry(name).or_default().wrong += 1;
            show("wrong", &format!("{} {:?} in {:?}", found.kind, &row.text[found.span.clone()], row.text));
        }
    }
    let mut total = Tally::default();
    for (name, tally) in &tallies {
        println!("{name}: {tally}");
        if BY_NAME_ONLY.iter().all(|known| known.0 != *name) {
            total.right += tally.right;
            total.missed += tally.missed;
            total.wrong += tally.wrong;
        }
    }
    println!("personal data: {total}; {forbidden} of {asserted} asserted negatives were found");
    assert!(total.f1() >= 0.95, "{total}");
    for (name, tally) in tallies.iter().filter(|(name, _)| TYPES.iter().any(|known| merged(known.0) == **name)) {
        // One number decides where there are only two or three.
        assert!(tally.right + tally.missed < 5 || tally.f1() >= 0.85, "{name}: {tally}");
    }
    assert_eq!(forbidden, 0, "numbers that their checksum rules out were found");
}
