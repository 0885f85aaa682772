//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::{Rows, Tables, character, function, integer, integers, joined, one_of, pattern, text, texts};

const SEVERITIES: &[(&str, &str)] = &[
    ("low", "Severity::Low"),
    ("medium", "Severity::Medium"),
    ("high", "Severity::High"),
    ("critical", "Severity::Critical"),
];

const CATEGORIES: &[(&str, &str)] = &[
    ("contact", "Category::Contact"),
    ("identity", "Category::Identity"),
    ("health", "Category::Health"),
    ("financial", "Category::Financial"),
    ("vehicle", "Category::Vehicle"),
];

const GRADES: &[(&str, &str)] = &[("low", "Grade::Low"), ("medium", "Grade::Medium"), ("high", "Grade::High")];

/// A grade that may be left out.
const SOME_GRADES: &[(&str, &str)] =
    &[("low", "Some(Grade::Low)"), ("medium", "Some(Grade::Medium)"), ("high", "Some(Grade::High)")];

/// The kinds that are told by code of their own.
const SHAPES: &[(&str, &str)] = &[
    ("email::KIND", "&email::KIND"),
    ("phone::KIND", "&phone::KIND"),
    ("street::KIND", "&street::KIND"),
    ("card::KIND", "&card::KIND"),
    ("iban::KIND", "&iban::KIND"),
    ("iban::bic::KIND", "&iban::bic::KIND"),
    ("wallet::ADDRESS", "&wallet::ADDRESS"),
    ("wallet::PRIVATE_KEY", "&wallet::PRIVATE_KEY"),
    ("ip::KIND", "&ip::KIND"),
    ("mac::KIND", "&mac::KIND"),
    ("jwt::KIND", "&jwt::KIND"),
    ("private_key::KIND", "&private_key::KIND"),
    ("connection::KIND", "&connection::KIND"),
    ("header::BEARER", "&header::BEARER"),
    ("header::BASIC", "&header::BASIC"),
    ("telegram::KIND", "&telegram::KIND"),
    ("maxmind::KIND", "&maxmind::KIND"),
    ("credential::PASSWORD", "&credential::PASSWORD"),
    ("credential::CREDENTIAL", "&credential::CREDENTIAL"),
    ("token::RANDOM", "&token::RANDOM"),
    ("path::KEYS", "&path::KEYS"),
    ("path::SETTINGS", "&path::SETTINGS"),
];

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.rows("token_formats", token_formats());
    tables.rows("identifiers", identifiers());
    tables.rows("shapes", shapes());
    tables.rows("card_ranges", card_ranges());
    tables.rows("card_samples", card_samples());
    tables.rows("iban", iban());
    tables.rows("numbering_plans", numbering_plans());
    tables.rows("north_american_areas", north_american_areas());
    tables.rows("telephone_groups", telephone_groups());
    tables.rows("months", months());
    tables.rows("secret_words", secret_words());
    tables.rows("command_passwords", command_passwords());
    tables.rows("secret_paths", secret_paths());
    tables.rows("masks", masks());
    tables.rows("kind_aliases", kind_aliases());
    tables.lists("words");
    tables.rows("url/tlds", tlds());
    tables.rows("url/schemes", schemes());
    tables.rows("url/accents", accents());
    tables.rows("url/lookalikes", lookalikes());
    tables.rows("url/collection_hosts", collection_hosts());
    tables.lists("url/words");
    tables.finish()
}

fn token_formats() -> Rows {
    let is_start = |start: &str| start.len() >= 3 && start.as_bytes()[0].is_ascii_alphanumeric();
    Rows::of("format")
        .column("id", text().unique().check("`provider.what`", |id| id.contains('.')))
        .column("name", text())
        .column("severity", one_of(SEVERITIES))
        .column("starts", texts().check("at least three bytes, the first a letter or a digit", is_start))
        .column("pattern", pattern())
        .column("proof", function("src/formats", "fn(&[u8]) -> Proof").or("unproven"))
        .column("found", joined())
        .column("missed", joined())
        .table(
            "static FORMATS: &[Format]",
            "Format { kind: Kind::new({id}, {name}, Category::Secret, {severity}), starts: {starts}, pattern: {pattern}, \
             proof: {proof}, found: {found}, not_found: {missed} }",
        )
}

fn identifiers() -> Rows {
    let is_layout = |layout: &str| layout.is_ascii() && layout.starts_with(|c: char| c.is_ascii_alphanumeric());
    let is_lower = |word: &str| word == word.to_lowercase();
    Rows::of("identifier")
        .column("id", text().unique())
        .column("name", text())
        .column("category", one_of(CATEGORIES))
        .column("severity", one_of(SEVERITIES))
        .column("layouts", texts().check("a layout in ASCII that starts with a letter or a digit", is_layout))
        .column("valid", function("src/identifiers", "fn(&[u8]) -> bool"))
        .column("bare", one_of(SOME_GRADES).or("None"))
        .column("alone", one_of(SOME_GRADES).or("None"))
        .column("named", one_of(GRADES))
        .column("words", texts().check("a word in lower case", is_lower))
        .column("samples", texts().or("&[]"))
        .column("found", texts())
        .column("missed", texts())
        .table(
            "static IDENTIFIERS: &[Identifier]",
            "Identifier { kind: Kind::new({id}, {name}, {category}, {severity}), layouts: {layouts}, valid: {valid}, \
             bare: {bare}, alone: {alone}, named: {named}, words: {words}, samples: {samples}, found: {found}, \
             not_found: {missed} }",
        )
}

fn shapes() -> Rows {
    Rows::of("shape")
        .column("kind", one_of(SHAPES).unique())
        .column("how", text())
        .column("found", texts().or("&[]"))
        .column("missed", texts().or("&[]"))
        .table("static SHAPES: &[Shape]", "({kind}, {how}, {found}, {missed})")
}

fn card_ranges() -> Rows {
    let is_start = |start: &str| (1..=6).contains(&start.len()) && start.bytes().all(|byte| byte.is_ascii_digit());
    let weights = one_of(&[("major", "Weight::Major"), ("narrow", "Weight::Narrow"), ("wide", "Weight::Wide")]);
    Rows::of("range")
        .column("from", text().check("one to six digits", is_start))
        .column("to", text().check("one to six digits", is_start))
        .column("lengths", integers(12, 19))
        .column("weight", weights)
        .table("static RANGES: &[Range]", "range({from}, {to}, {lengths}, {weight})")
}

fn card_samples() -> Rows {
    let numbers = integer(1, i64::MAX).unique();
    Rows::of("sample").column("number", numbers).table("static SAMPLES: &[u64]", "{number}")
}

fn north_american_areas() -> Rows {
    let areas = integer(200, 999).unique();
    Rows::of("area").column("area", areas).sorted_by("area").table("static AREAS: &[u16]", "{area}")
}

/// Up to three parts of an account number: `4a 14n`.
fn is_built(parts: &str) -> bool {
    let is_part = |part: &str| {
        let number = part.strip_suffix(['n', 'a', 'c']).unwrap_or_default();
        number.parse::<u8>().is_ok_and(|length| (1..=30).contains(&length))
    };
    parts.split(' ').count() <= 3 && parts.split(' ').all(is_part)
}

fn iban() -> Rows {
    let is_country = |country: &str| country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase());
    Rows::of("country")
        .column("country", text().unique().check("two capital letters", is_country))
        .column("parts", text().check("up to three parts such as `4a 14n`", is_built))
        .sorted_by("country")
        .table("static COUNTRIES: &[([u8; 2], Parts)]", "(*b{country}, parts_of({parts}))")
}

fn numbering_plans() -> Rows {
    let is_plan = |plan: &str| {
        plan.split(' ').all(|rule| {
            let Some((starts, lengths)) = rule.split_once(':') else { return false };
            let is_start = |start: &str| {
                !start.is_empty() && start.bytes().all(|byte| b"0123456789[]-".contains(&byte)) && !start.contains("[]")
            };
            let is_length = |length: &str| !length.is_empty() && length.split('-').all(|end| end.parse::<u8>().is_ok());
            (starts.is_empty() || starts.split(',').all(is_start))
                && starts.matches('[').count() == starts.matches(']').count()
                && lengths.split(',').all(is_length)
        })
    };
    Rows::of("plan")
        .column("code", integer(2, 999).unique())
        .column("plan", text().check("rules such as `20,7[1-9]:10`", is_plan).or("\"\""))
        .table("pub(super) static PLANS: &[Row]", "({code}, {plan})")
}

fn telephone_groups() -> Rows {
    Rows::of("way")
        .column("groups", text())
        .column("codes", integers(1, 999))
        .column("telling", one_of(&[("peculiar", "peculiar"), ("common", "common")]))
        .table("static WAYS: &[Way]", "{telling}({groups}, {codes})")
}

fn months() -> Rows {
    Rows::of("month")
        .column("month", integer(1, 12).unique())
        .column("starts", texts())
        .table("static MONTHS: &[&[&str]]", "{starts}")
}

fn secret_words() -> Rows {
    let meanings =
        one_of(&[("weak", "Meaning::Weak"), ("secret", "Meaning::Secret"), ("password", "Meaning::Password")]);
    let lists = one_of(&[("not_keys", "NOT_KEYS"), ("not_passes", "NOT_PASSES"), ("not_tokens", "NOT_TOKENS")]);
    Rows::of("word")
        .column("word", text())
        .column("then", text().or("\"\""))
        .column("meaning", meanings)
        .column("glued", one_of(&[("yes", "true"), ("no", "false")]))
        .column("harmless_after", lists.or("&[]"))
        .table(
            "static WORDS: &[Word]",
            "Word { text: {word}, then: {then}, meaning: {meaning}, glued: {glued}, not_after: {harmless_after} }",
        )
}

fn command_passwords() -> Rows {
    Rows::of("command")
        .column("command", text())
        .column("flag", text())
        .column("holds", one_of(&[("password", "Password"), ("name and password", "NameAndPassword")]))
        .column("joined", one_of(&[("no", "Joined::No"), ("may", "Joined::May"), ("must", "Joined::Must")]))
        .table("static ROWS: &[Row]", "Row { command: {command}, flag: {flag}, holds: {holds}, joined: {joined} }")
}

fn secret_paths() -> Rows {
    Rows::of("path")
        .column("before", one_of(&[("dot", "Dot"), ("slash", "Slash")]))
        .column("start", text().check("at least three bytes", |start| start.len() >= 3))
        .column("rest", text().or("\"\""))
        .column("holds", one_of(&[("keys", "Keys"), ("settings", "Settings")]))
        .table(
            "pub(crate) static ROWS: &[Row]",
            "Row { start: {start}, rest: {rest}, before: {before}, holds: {holds} }",
        )
}

fn masks() -> Rows {
    let shapes = one_of(&[
        ("email", "Shape::Email"),
        ("phone", "Shape::Phone"),
        ("address", "Shape::Address"),
        ("last 2", "Shape::Layout { head: 0, tail: 2 }"),
        ("last 4", "Shape::Layout { head: 0, tail: 4 }"),
        ("first 2, last 4", "Shape::Layout { head: 2, tail: 4 }"),
        ("digits hidden", "Shape::Layout { head: 0, tail: 0 }"),
        ("tail", "Shape::Tail"),
        ("initial", "Shape::Initial"),
        ("nothing", "Shape::Nothing"),
    ]);
    Rows::of("mask")
        .column("word", text().unique())
        .column("shows", shapes)
        .table("static BY_WORD: &[(&str, Shape)]", "({word}, {shows})")
}

fn kind_aliases() -> Rows {
    Rows::of("alias")
        .column("alias", text().unique())
        .column("kinds", texts())
        .table("static ALIASES: &[(&str, &[&str])]", "({alias}, {kinds})")
}

fn tlds() -> Rows {
    Rows::of("tld")
        .column("label", text().unique().check("a label in lower case or punycode", is_label))
        .sorted_by("label")
        .table("static TLDS: &[&str]", "{label}")
}

fn schemes() -> Rows {
    Rows::of("scheme")
        .column("scheme", text().unique().check("at most twelve letters", |scheme| scheme.len() <= 12))
        .column("host", one_of(&[("web", "Kind::Web"), ("net", "Kind::Net"), ("file", "Kind::File")]))
        .sorted_by("scheme")
        .table("static SCHEMES: &[(&str, Kind)]", "({scheme}, {host})")
}

fn accents() -> Rows {
    Rows::of("accent")
        .column("accented", text())
        .column("letter", character().unique())
        .table("static ACCENTED: &[(&str, char)]", "({accented}, {letter})")
}

fn lookalikes() -> Rows {
    Rows::of("letter")
        .column("letter", character().unique())
        .column("like", character())
        .sorted_by("letter")
        .table("static LOOKALIKES: &[(char, char)]", "({letter}, {like})")
}

/// A label of a host name, in lower case.
fn is_label(label: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !label.is_empty() && !label.starts_with('-') && !label.ends_with('-') && label.bytes().all(is_letter)
}

fn collection_hosts() -> Rows {
    let is_host = |host: &str| host.split('.').all(is_label);
    let is_path = |path: &str| path.is_ascii() && path.starts_with('/') && !path.ends_with('/');
    Rows::of("host")
        .column("host", text().check("a host in lower case or punycode", is_host))
        .column("family", text().check("a family such as `chat-webhook`", is_label))
        .column("path", text().check("a path without a slash at its end", is_path).or("\"\""))
        .sorted_by("host")
        .table("static COLLECTORS: &[Collector]", "Collector { host: {host}, path: {path}, family: {family} }")
}
