//! One row for each number with a check digit: how it is drawn, and the rule it obeys.

use crate::arithmetic::{digits, luhn, mod11_10, remainder_97, verhoeff, weighted};
use crate::texts::Draw;

/// A number with a check digit.
pub(crate) struct Scheme {
    /// The id of its kind.
    pub(crate) kind: &'static str,
    /// The name of a field that holds it.
    pub(crate) field: &'static str,
    /// Draws one in which `?` stands for a digit, and `!` for a capital, that the rule decides.
    pub(crate) draw: fn(&mut Draw) -> String,
    /// Whether the rule holds.
    pub(crate) holds: fn(&str) -> bool,
    /// Whether the rule finds out every single wrong digit.
    pub(crate) is_perfect: bool,
}

impl Scheme {
    /// A number that obeys the rule. Not every draw has one.
    pub(crate) fn number(&self, draw: &mut Draw) -> String {
        for _ in 0..1000 {
            let pattern = (self.draw)(draw);
            let tries = match (pattern.matches('?').count(), pattern.matches('!').count()) {
                (digits, 0) => 10usize.pow(digits as u32),
                (0, 1) => 26,
                other => panic!("{}: {other:?} is too much to try", self.kind),
            };
            if let Some(number) = (0..tries).map(|nth| fill(&pattern, nth)).find(|number| (self.holds)(number)) {
                return number;
            }
        }
        panic!("{}: no number obeys the rule", self.kind);
    }
}

/// The pattern with the digits of `nth`, or its letter.
fn fill(pattern: &str, mut nth: usize) -> String {
    let fill = |c: char| match c {
        '?' => {
            let digit = nth % 10;
            nth /= 10;
            char::from(b'0' + digit as u8)
        }
        '!' => char::from(b'A' + nth as u8),
        c => c,
    };
    pattern.chars().map(fill).collect()
}

const fn scheme(
    kind: &'static str,
    field: &'static str,
    is_perfect: bool,
    draw: fn(&mut Draw) -> String,
    holds: fn(&str) -> bool,
) -> Scheme {
    Scheme { kind, field, draw, holds, is_perfect }
}

/// Years, months and days of people who are grown up.
fn birth(draw: &mut Draw) -> (u64, u64, u64) {
    (1950 + draw.below(50), 1 + draw.below(12), 1 + draw.below(28))
}

fn six(draw: &mut Draw) -> String {
    let (year, month, day) = birth(draw);
    format!("{:02}{month:02}{day:02}", year % 100)
}

/// Every scheme.
pub(crate) const ALL: &[Scheme] = &[
    scheme("credit_card", "card_number", true, |d| format!("4{}?", d.digits(14)), |n| luhn(&digits(n))),
    scheme(
        "credit_card",
        "card",
        true,
        |d| format!("5{}{} {} {} {}?", d.below(5) + 1, d.digits(2), d.digits(4), d.digits(4), d.digits(3)),
        |n| luhn(&digits(n)),
    ),
    scheme("credit_card", "cardNumber", true, |d| format!("37{}?", d.digits(12)), |n| luhn(&digits(n))),
    scheme("iban", "iban", true, |d| format!("DE??{}", d.digits(18)), iban),
    scheme("iban", "account", true, |d| format!("GB??WEST{}", d.digits(14)), iban),
    scheme("iban", "iban", true, |d| format!("NL??INGB{}", d.digits(10)), iban),
    scheme("in_aadhaar", "aadhaar", true, |d| format!("{}{}?", 2 + d.below(8), d.digits(10)), |n| verhoeff(&digits(n))),
    scheme(
        "br_cpf",
        "cpf",
        false,
        |d| format!("{}.{}.{}-??", d.digits(3), d.digits(3), d.digits(3)),
        |n| brazilian(n, 9),
    ),
    scheme(
        "br_cnpj",
        "cnpj",
        false,
        |d| format!("{}.{}.{}/0001-??", d.digits(2), d.digits(3), d.digits(3)),
        |n| brazilian(n, 12),
    ),
    scheme("es_nif", "dni", true, |d| format!("{}!", d.digits(8)), |n| spanish(n, b"TRWAGMYFPDXBNJZSQVHLCKE")),
    scheme(
        "fr_nir",
        "nir",
        true,
        |d| {
            let (y, m, _) = birth(d);
            format!(
                "{}{:02}{m:02}{:02}{:03}{:03}??",
                1 + d.below(2),
                y % 100,
                21 + d.below(70),
                1 + d.below(900),
                1 + d.below(900)
            )
        },
        french,
    ),
    scheme("de_tax_id", "steuer_id", true, german_tax_id, |n| mod11_10(&digits(n))),
    scheme("it_fiscal_code", "codice_fiscale", false, italian, fiscal_code),
    scheme(
        "pl_pesel",
        "pesel",
        true,
        |d| format!("{}{}?", six(d), d.digits(4)),
        |n| weighted(&digits(n), &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 == 0,
    ),
    scheme(
        "pl_nip",
        "nip",
        true,
        |d| {
            format!(
                "{}{}{}-{}-{}-{}?",
                1 + d.below(9),
                1 + d.below(9),
                1 + d.below(9),
                d.digits(3),
                d.digits(2),
                d.digits(1)
            )
        },
        |n| {
            let d = digits(n);
            weighted(&d, &[6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == d[9]
        },
    ),
    scheme(
        "nl_bsn",
        "bsn",
        true,
        |d| format!("{}?", d.digits(8)),
        |n| weighted(&digits(n), &[9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 == 0,
    ),
    scheme("se_personnummer", "personnummer", true, |d| format!("{}-{}?", six(d), d.digits(3)), |n| luhn(&digits(n))),
    scheme(
        "au_tfn",
        "tfn",
        true,
        |d| format!("{}?", d.digits(8)),
        |n| weighted(&digits(n), &[1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 == 0,
    ),
    scheme(
        "au_abn",
        "abn",
        true,
        |d| format!("{}??", d.digits(9)),
        |n| {
            let mut d = digits(n);
            d[0] -= 1;
            weighted(&d, &[10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 == 0
        },
    ),
    scheme("sg_nric_fin", "nric", true, |d| format!("{}{}!", d.pick(&["S", "T", "F", "G"]), d.digits(7)), singaporean),
    scheme(
        "cn_resident_id",
        "resident_id",
        true,
        |d| {
            let (y, m, day) = birth(d);
            format!("110101{y}{m:02}{day:02}{}?", d.digits(3))
        },
        |n| weighted(&digits(n), &[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2, 1]) % 11 == 1,
    ),
    scheme("jp_my_number", "my_number", false, |d| format!("{}?", d.digits(11)), japanese),
    scheme("us_npi", "npi", true, |d| format!("1{}?", d.digits(8)), |n| luhn(&digits(&format!("80840{n}")))),
    scheme(
        "us_aba_routing",
        "routing_number",
        true,
        |d| format!("0{}{}?", 1 + d.below(9), d.digits(6)),
        |n| weighted(&digits(n), &[3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 == 0,
    ),
    scheme(
        "uk_nhs",
        "nhs_number",
        true,
        |d| format!("{}{}?", d.pick(&["4", "6", "7"]), d.digits(8)),
        |n| weighted(&digits(n), &[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 == 0,
    ),
    scheme(
        "ca_sin",
        "sin",
        true,
        |d| format!("{}{}-{}-{}?", 1 + d.below(7), d.digits(2), d.digits(3), d.digits(2)),
        |n| luhn(&digits(n)),
    ),
    scheme("vin", "vin", false, |d| format!("1FTFW1ET?D{}{}", d.pick(&["F", "K", "A"]), d.digits(6)), vehicle),
    scheme(
        "ch_ahv",
        "ahv",
        true,
        |d| format!("756.{}.{}.{}?", d.digits(4), d.digits(4), d.digits(1)),
        |n| weighted(&digits(n), &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 == 0,
    ),
    scheme("hr_oib", "oib", true, |d| format!("{}?", d.digits(10)), |n| mod11_10(&digits(n))),
    scheme(
        "pt_nif",
        "contribuinte",
        false,
        |d| format!("2{}?", d.digits(7)),
        |n| {
            let d = digits(n);
            let check = 11 - weighted(&d, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11;
            d[8] == if check > 9 { 0 } else { check }
        },
    ),
    scheme("tr_national_id", "tckn", true, |d| format!("{}??", d.digits(9)), turkish),
    scheme("za_id_number", "sa_id", true, |d| format!("{}{}08?", six(d), d.digits(4)), |n| luhn(&digits(n))),
    scheme(
        "th_tnin",
        "thai_id",
        false,
        |d| format!("{}10{}?", 1 + d.below(8), d.digits(9)),
        |n| {
            let d = digits(n);
            (11 - weighted(&d, &[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10 == d[12]
        },
    ),
    scheme(
        "ar_cuit",
        "cuit",
        true,
        |d| format!("20-{}-?", d.digits(8)),
        |n| weighted(&digits(n), &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 == 0,
    ),
    scheme("il_id", "israeli_id", true, |d| format!("{}?", d.digits(8)), |n| luhn(&digits(n))),
    scheme(
        "ro_cnp",
        "cnp",
        false,
        |d| format!("{}{}{:02}{}?", 1 + d.below(2), six(d), 1 + d.below(40), d.digits(3)),
        |n| {
            let d = digits(n);
            let check = weighted(&d, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
            d[12] == if check == 10 { 1 } else { check }
        },
    ),
    scheme("be_national_number", "rijksregisternummer", false, belgian_draw, belgian),
];

fn iban(number: &str) -> bool {
    remainder_97(&format!("{}{}", &number[4..], &number[..4])) == 1
        && (2..=98).contains(&digits(&number[2..4]).iter().fold(0, |n, d| n * 10 + d))
}

/// Two digits, each by weights that rise to the left, up to nine for companies; ten counts as zero.
fn brazilian(number: &str, length: usize) -> bool {
    let digits = digits(number);
    let check = |count: usize| {
        let most = if length == 9 { 100 } else { 8 };
        let sum: i64 = (0..count).map(|at| digits[count - 1 - at] * (at as i64 % most + 2)).sum();
        (11 - sum % 11) % 11 % 10
    };
    digits[length] == check(length) && digits[length + 1] == check(length + 1)
}

fn spanish(number: &str, letters: &[u8; 23]) -> bool {
    let value: usize = number[..8].parse().expect("digits");
    number.as_bytes()[8] == letters[value % 23]
}

fn french(number: &str) -> bool {
    let value: i64 = number[..13].parse().expect("digits");
    number[13..].parse() == Ok(97 - value % 97)
}

/// Ten digits of which one stands there twice and one not at all, and not right behind each other.
fn german_tax_id(draw: &mut Draw) -> String {
    let mut order: Vec<u64> = (1..10).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, draw.below(at as u64 + 1) as usize);
    }
    order.push(order[draw.below(7) as usize]);
    order.iter().map(u64::to_string).chain(["?".to_owned()]).collect()
}

fn italian(draw: &mut Draw) -> String {
    let names = ["RSS", "BNC", "VRD", "GLL", "CNT", "MRN"];
    let given = ["MRA", "LCU", "GNN", "PLA", "FBA"];
    let (year, month, day) = birth(draw);
    let month = char::from(b"ABCDEHLMPRST"[month as usize - 1]);
    format!(
        "{}{}{:02}{month}{day:02}{}!",
        draw.pick(&names),
        draw.pick(&given),
        year % 100,
        draw.pick(&["H501", "F205", "L219"])
    )
}

fn fiscal_code(code: &str) -> bool {
    const ODD: [i64; 26] =
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    let value = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { byte - b'A' };
    let count = |(at, byte): (usize, u8)| if at % 2 == 0 { ODD[value(byte) as usize] } else { i64::from(value(byte)) };
    let sum: i64 = code.bytes().take(15).enumerate().map(count).sum();
    i64::from(code.as_bytes()[15] - b'A') == sum % 26
}

fn singaporean(number: &str) -> bool {
    let (series, late) = match number.as_bytes()[0] {
        b'S' => (b"JZIHGFEDCBA", 0),
        b'T' => (b"JZIHGFEDCBA", 4),
        b'F' => (b"XWUTRQPNMLK", 0),
        _ => (b"XWUTRQPNMLK", 4),
    };
    let sum = weighted(&digits(number), &[2, 7, 6, 5, 4, 3, 2]) + late;
    number.as_bytes()[8] == series[(sum % 11) as usize]
}

fn japanese(number: &str) -> bool {
    let digits = digits(number);
    let rest = weighted(&digits, &[6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
    digits[11] == if rest <= 1 { 0 } else { 11 - rest }
}

fn vehicle(number: &str) -> bool {
    const WEIGHTS: [i64; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    let value = |byte: u8| match byte {
        b'0'..=b'9' => i64::from(byte - b'0'),
        b'A'..=b'H' => i64::from(byte - b'A') + 1,
        b'J'..=b'R' => i64::from(byte - b'J') + 1,
        _ => i64::from(byte - b'S') + 2,
    };
    let rest = number.bytes().zip(WEIGHTS).map(|(byte, weight)| value(byte) * weight).sum::<i64>() % 11;
    rest < 10 && value(number.as_bytes()[8]) == rest
}

fn belgian_draw(draw: &mut Draw) -> String {
    let (year, month, day) = birth(draw);
    format!("{:02}.{month:02}.{day:02}-{}.??", year % 100, draw.digits(3))
}

/// Two digits by 97, with a two in front for those born after 1999.
fn belgian(number: &str) -> bool {
    let number = digits(number).into_iter().fold(0, |number, digit| number * 10 + digit);
    let check = |nine: i64| 97 - nine % 97 == number % 100;
    check(number / 100) || check(2_000_000_000 + number / 100)
}

fn turkish(number: &str) -> bool {
    let digits = digits(number);
    let odd: i64 = digits[..9].iter().step_by(2).sum();
    let even: i64 = digits[1..8].iter().step_by(2).sum();
    digits[9] == (odd * 7 - even).rem_euclid(10) && digits[10] == digits[..10].iter().sum::<i64>() % 10
}
