//! Dates of birth, where something says so.

use super::Identifier;
use super::check_digit::{is_date, is_number, number};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[Identifier {
    kind: Kind::new("date_of_birth", "Date of birth", Category::Identity, Severity::Medium),
    layouts: &[
        "dddd-dd-dd", "dddd/dd/dd", "dddd.dd.dd", "dddddddd", "dddd-d-d", "dddd-d-dd", "dddd-dd-d", "dddd/d/d",
        "dddd/d/dd", "dddd/dd/d", "dddd.d.d", "dddd.d.dd", "dddd.dd.d", "dddd. d. d", "dddd. d. dd", "dddd. dd. d",
        "dddd. dd. dd", "dd/dd/dddd", "d/dd/dddd", "dd/d/dddd", "d/d/dddd", "dd-dd-dddd", "d-dd-dddd", "dd-d-dddd",
        "d-d-dddd", "dd.dd.dddd", "d.dd.dddd", "dd.d.dddd", "d.d.dddd", "dd. dd. dddd", "d. d. dddd", "d. dd. dddd",
        "dd. d. dddd", "dd dd dddd", "dddd dd dd", "dd/dd/dd", "d/d/dd", "d/dd/dd", "dd/d/dd", "dd-dd-dd", "dd.dd.dd",
        "d.d.dd", "d.dd.dd", "dd.d.dd", "dd-AAA-dddd", "d-AAA-dddd", "dd-AAA-dd", "dd/AAA/dddd", "ddAAAdddd",
        "dddd-AAA-dd",
        // Months in full; the longest has ten letters. The comma is there for American dates.
        "d AAA dddd", "dd AAA dddd", "d AAAA dddd", "dd AAAA dddd", "d AAAAA dddd", "dd AAAAA dddd", "d AAAAAA dddd",
        "dd AAAAAA dddd", "d AAAAAAA dddd", "dd AAAAAAA dddd", "d AAAAAAAA dddd", "dd AAAAAAAA dddd",
        "d AAAAAAAAA dddd", "dd AAAAAAAAA dddd", "dd AAAAAAAAAA dddd", "dd. AAA dddd", "d. AAAA dddd", "dd. AAAA dddd",
        "d. AAAAA dddd", "dd. AAAAA dddd", "d. AAAAAA dddd", "dd. AAAAAA dddd", "d. AAAAAAA dddd", "dd. AAAAAAA dddd",
        "d. AAAAAAAA dddd", "dd. AAAAAAAA dddd", "d. AAAAAAAAA dddd", "dd. AAAAAAAAA dddd", "AAA d dddd",
        "AAA dd dddd", "AAAA d dddd", "AAAA dd dddd", "AAAAA d dddd", "AAAAA dd dddd", "AAAAAA d dddd",
        "AAAAAA dd dddd", "AAAAAAA d dddd", "AAAAAAA dd dddd", "AAAAAAAA d dddd", "AAAAAAAA dd dddd",
        "AAAAAAAAA d dddd", "AAAAAAAAA dd dddd", "AAA d, dddd", "AAA dd, dddd", "AAAA d, dddd", "AAAA dd, dddd",
        "AAAAA d, dddd", "AAAAA dd, dddd", "AAAAAA d, dddd", "AAAAAA dd, dddd", "AAAAAAA d, dddd", "AAAAAAA dd, dddd",
        "AAAAAAAA d, dddd", "AAAAAAAA dd, dddd", "AAAAAAAAA d, dddd", "AAAAAAAAA dd, dddd", "AAA. d, dddd",
        "AAA. dd, dddd",
    ],
    valid: some_reading_is_a_date,
    bare: None,
    alone: None,
    named: Grade::Medium,
    words: &[
        "dob",
        "d.o.b",
        "date of birth",
        "birth date",
        "birthdate",
        "birthday",
        "bday",
        "born",
        "birth",
        "geburtsdatum",
        "geboren",
        "geburtstag",
        "geb",
        "né le",
        "née le",
        "naissance",
        "nacimiento",
        "nacido",
        "nacida",
        "fecha nac",
        "nascita",
        "nato il",
        "nata il",
        "nascimento",
        "nascido",
        "nascida",
        "geboortedatum",
        "geboorte",
        "urodzenia",
        "urodzony",
        "urodzona",
        "fødselsdato",
        "født",
        "fodselsdato",
        "födelsedatum",
        "född",
        "syntymäaika",
        "syntynyt",
        "doğum",
        "dogum",
        "narození",
        "datum rođenja",
        "születési",
        "рождения",
        "родился",
        "родилась",
        "народження",
        "γέννησης",
        "生年月日",
        "誕生日",
        "出生日期",
        "出生年月",
        "生日",
        "생년월일",
        "생일",
        "तिथि",
        "ngày sinh",
        "tanggal lahir",
        "tarikh lahir",
        "วันเกิด",
        "تاريخ الميلاد",
        "תאריך לידה",
    ],
    samples: &[],
    found: &[
        "born on 2/8/1935", "DOB 1988-04-17", "geboren am 17.4.1988", "born 17 April 1988", "dob 17-Apr-88",
        "born April 17 1988", "dob 19880417", "dob 04/17/88",
    ],
    not_found: &["born 31/31/1988", "born 1988-13-17", "born 1788-04-17", "born 17 Apples 1988", "dob 2/30/1988"],
}];

/// Whether the year is one in which somebody alive was born.
fn is_year(year: u64) -> bool {
    (1900..=2026).contains(&year)
}

/// Whether the digits and letters, read one way or another, are a day that somebody was born on.
fn some_reading_is_a_date(bytes: &[u8]) -> bool {
    match bytes.iter().position(u8::is_ascii_alphabetic) {
        Some(at) => is_written_out(bytes, at),
        None => is_number(bytes) && is_in_digits(bytes),
    }
}

/// A month by name, with the day before it or behind it.
fn is_written_out(bytes: &[u8], at: usize) -> bool {
    let letters = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (before, name, after) = (&bytes[..at], &bytes[at..at + letters], &bytes[at + letters..]);
    let Some(month) = month(name) else { return false };
    let day_and_year = match (before.len(), after.len()) {
        (0, 5 | 6) => Some(after.split_at(after.len() - 4)),
        (1 | 2, 2 | 4) => Some((before, after)),
        (4, 2) => Some((after, before)),
        _ => None,
    };
    day_and_year.is_some_and(|(day, year)| {
        let century = year.len() == 2;
        let year = number(year) + if century { 2000 } else { 0 };
        (century || is_year(year)) && is_date(year, month, number(day))
    })
}

/// What months begin with, in a dozen languages; three letters are enough to tell them apart.
const MONTHS: [&[&str]; 12] = [
    &["JAN", "ENE", "GEN", "STY", "OCA"],
    &["FEB", "FEV", "LUT"],
    &["MAR", "MRZ", "MAA", "MAE", "MRT"],
    &["APR", "ABR", "AVR", "KWI", "NIS"],
    &["MAY", "MAI", "MAJ", "MAG", "MEI"],
    &["JUN", "JUIN", "GIU", "CZE", "HAZ"],
    &["JUL", "JUIL", "LUG", "LIP", "TEM"],
    &["AUG", "AGO", "AOU", "SIE"],
    &["SEP", "SET", "WRZ", "EYL"],
    &["OCT", "OKT", "OUT", "OTT", "EKI"],
    &["NOV", "LIS", "KAS"],
    &["DEC", "DIC", "DEZ", "DES", "GRU", "ARA"],
];

/// The rest of what they are called, so that `Marble` is no month.
const NAMES: &[&str] = &[
    "JANUARY", "JANUAR", "JANVIER", "JANEIRO", "JANUARI", "ENERO", "GENNAIO", "FEBRUARY", "FEBRUAR", "FEVRIER",
    "FEVEREIRO", "FEBRUARI", "FEBRERO", "FEBBRAIO", "MARCH", "MARS", "MARZO", "MARZ", "MAERZ", "MARCO", "MAART",
    "MARCA", "APRIL", "AVRIL", "ABRIL", "APRILE", "MAYO", "MAIO", "MAGGIO", "JUNE", "JUNI", "JUIN", "JUNIO", "JUNHO",
    "GIUGNO", "JULY", "JULI", "JUILLET", "JULIO", "JULHO", "LUGLIO", "AUGUST", "AOUT", "AGOSTO", "AUGUSTUS", "AUGUSTI",
    "SEPTEMBER", "SEPTEMBRE", "SEPTIEMBRE", "SETEMBRO", "SETTEMBRE", "SEPT", "OCTOBER", "OKTOBER", "OCTOBRE",
    "OCTUBRE", "OUTUBRO", "OTTOBRE", "NOVEMBER", "NOVEMBRE", "NOVIEMBRE", "NOVEMBRO", "DECEMBER", "DEZEMBER",
    "DECEMBRE", "DICIEMBRE", "DEZEMBRO", "DICEMBRE", "DESEMBER",
];

/// The month that `name` is, in upper case: three letters, or written out.
fn month(name: &[u8]) -> Option<u64> {
    if name.len() > 3 && !NAMES.iter().any(|known| known.as_bytes() == name) {
        return None;
    }
    let starts = |start: &&str| name.starts_with(start.as_bytes());
    MONTHS.iter().position(|starts_of| starts_of.iter().any(starts)).map(|at| at as u64 + 1)
}

/// Digits alone: the separators are gone, so every way to cut them is tried.
fn is_in_digits(digits: &[u8]) -> bool {
    let last = digits.len().saturating_sub(4);
    let (front, year) = digits.split_at(last);
    let either =
        |year: u64, a: &[u8], b: &[u8]| is_date(year, number(a), number(b)) || is_date(year, number(b), number(a));
    let cuts = |year: u64, rest: &[u8]| {
        is_year(year)
            && (1..rest.len()).any(|at| at <= 2 && rest.len() - at <= 2 && either(year, &rest[..at], &rest[at..]))
    };
    match digits.len() {
        4 | 5 => short(digits),
        6..=8 => {
            let (leading, rest) = digits.split_at(4);
            digits.len() == 6 && short(digits) || cuts(number(year), front) || cuts(number(leading), rest)
        }
        _ => false,
    }
}

/// A year of two digits at the end, as in `4/17/88`, in either century.
fn short(digits: &[u8]) -> bool {
    let (front, year) = digits.split_at(digits.len() - 2);
    (1..front.len()).any(|at| {
        let (a, b) = (number(&front[..at]), number(&front[at..]));
        let year = 2000 + number(year);
        at <= 2 && front.len() - at <= 2 && (is_date(year, a, b) || is_date(year, b, a))
    })
}
