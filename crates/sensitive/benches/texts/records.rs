//! Records as tools return them. None holds anything to find, but for [`person`].

use super::draw::Draw;

const FIRST: &[&str] = &["Ana", "Jonas", "Mei", "Priya", "Tomás", "Ingrid", "Omar", "Chloé", "Kenji", "Lucia"];
const LAST: &[&str] = &["Varga", "Lindqvist", "Renaud", "Okafor", "Tanaka", "Moreau", "Silva", "Novak", "Haddad"];
const TYPES: &[&str] = &["rs", "ts", "py", "go", "md", "json", "toml", "css"];
const LEVELS: &[&str] = &["INFO", "DEBUG", "WARN", "ERROR"];

pub(crate) fn user(draw: &mut Draw) -> String {
    format!(
        r#"{{"id":{},"uuid":"{}","name":"{} {}","login":"{}{}","role":"{}","active":{},"createdAt":"{}","followers":{},"avatar":"https://cdn.acme.io/avatars/{}.png","bio":"{}"}}"#,
        draw.below(9_000_000),
        draw.uuid(),
        draw.pick(FIRST),
        draw.pick(LAST),
        draw.pick(LAST).to_lowercase(),
        draw.below(100),
        draw.pick(&["admin", "editor", "viewer", "owner"]),
        draw.below(2) == 0,
        draw.time(),
        draw.below(5000),
        draw.hex(32),
        draw.sentences(1),
    )
}

pub(crate) fn log_entry(draw: &mut Draw) -> String {
    format!(
        r#"{{"timestamp":"{}","level":"{}","logger":"com.acme.{}.{}","thread":"pool-{}-thread-{}","traceId":"{}","spanId":"{}","durationMs":{}.{},"status":{},"message":"GET /api/v2/{}/{}?page={}&limit=50 took {} ms"}}"#,
        draw.time(),
        draw.pick(LEVELS),
        draw.words(1),
        draw.words(1),
        draw.below(9),
        draw.below(64),
        draw.hex(32),
        draw.hex(16),
        draw.below(900),
        draw.below(1000),
        draw.pick(&["200", "201", "204", "304", "404", "500"]),
        draw.words(1),
        draw.below(100_000),
        draw.below(40),
        draw.below(900),
    )
}

pub(crate) fn file(draw: &mut Draw) -> String {
    let kind = draw.pick(TYPES);
    format!(
        r#"{{"path":"packages/{}/src/{}_{}.{kind}","size":{},"mode":"100644","sha":"{}","modified":"{}","lines":{},"url":"https://github.com/acme/{}/blob/main/packages/{}/README.md#L{}"}}"#,
        draw.words(1),
        draw.words(1),
        draw.words(1),
        draw.below(400_000),
        draw.hex(40),
        draw.time(),
        draw.below(2000),
        draw.words(1),
        draw.words(1),
        draw.below(500),
    )
}

pub(crate) fn search_result(draw: &mut Draw) -> String {
    format!(
        r#"{{"rank":{},"title":"How the {} works in {}","url":"https://docs.acme.io/{}/{}.html?version={}.{}.{}","score":0.{},"snippet":"{}","highlights":["<em>{}</em>","{}"],"language":"en-GB","crawled":"{}"}}"#,
        draw.below(100),
        draw.words(2),
        draw.words(1),
        draw.words(1),
        draw.words(1),
        draw.below(9),
        draw.below(20),
        draw.below(20),
        draw.digits(6),
        draw.sentences(2),
        draw.words(1),
        draw.words(2),
        draw.date(),
    )
}

pub(crate) fn commit(draw: &mut Draw) -> String {
    format!(
        r#"{{"sha":"{}","parents":["{}"],"author":{{"name":"{} {}","date":"{}"}},"message":"Fix the {} of the {}\n\n{}","stats":{{"additions":{},"deletions":{},"total":{}}},"verified":true}}"#,
        draw.hex(40),
        draw.hex(40),
        draw.pick(FIRST),
        draw.pick(LAST),
        draw.time(),
        draw.words(1),
        draw.words(2),
        draw.sentences(1),
        draw.below(900),
        draw.below(900),
        draw.below(1800),
    )
}

pub(crate) fn document(draw: &mut Draw) -> String {
    format!(
        r#"{{"id":"doc_{}","type":"text","title":"{}","text":"{}\n\n{}\n","tags":["{}","{}","v{}.{}"],"wordCount":{}}}"#,
        draw.below(100_000),
        draw.words(4),
        draw.sentences(4),
        draw.sentences(3),
        draw.words(1),
        draw.words(1),
        draw.below(10),
        draw.below(10),
        draw.below(3000),
    )
}

pub(crate) fn ticket(draw: &mut Draw) -> String {
    format!(
        r#"{{"key":"OPS-{}","summary":"{}","state":"{}","priority":{},"labels":["{}"],"created":{},"updated":"{}","estimate":null,"amount":{}.{:02},"currency":"EUR","comments":[{{"by":"{}","at":"{}","text":"{}"}}]}}"#,
        draw.below(20_000),
        draw.words(5),
        draw.pick(&["open", "in progress", "done"]),
        draw.below(5),
        draw.words(1),
        1_600_000_000_000 + draw.below(180_000_000_000),
        draw.time(),
        draw.below(5000),
        draw.below(100),
        draw.pick(FIRST),
        draw.time(),
        draw.sentences(1),
    )
}

pub(crate) fn measurement(draw: &mut Draw) -> String {
    format!(
        r#"{{"ts":{},"offset":{},"lat":{}.{},"lon":-{}.{},"samples":[{},{},{}.{},{}],"bytes":{},"total":{}}}"#,
        1_600_000_000_000 + draw.below(180_000_000_000),
        draw.below(9_000_000_000),
        draw.below(80),
        draw.digits(6),
        draw.below(170),
        draw.digits(6),
        draw.below(1_000_000),
        draw.below(100_000_000),
        draw.below(1000),
        draw.digits(9),
        draw.below(10_000_000_000),
        draw.below(1 << 40),
        draw.below(1_000_000),
    )
}

/// A record with an address, a card, a number of a telephone and a token, all drawn.
pub(crate) fn person(draw: &mut Draw) -> String {
    let mut card = format!("4{}", draw.digits(14));
    card.push(luhn(&card));
    format!(
        r#"{{"name":"{} {}","email":"{}.{}@acme.io","phone":"+1 415 {}{} {}","card":"{card}","token":"ghp_{}"}}"#,
        draw.pick(FIRST),
        draw.pick(LAST),
        draw.words(1),
        draw.pick(LAST).to_lowercase(),
        2 + draw.below(7),
        draw.digits(2),
        draw.digits(4),
        draw.hex(36),
    )
}

/// The digit that makes a card number of `digits` right.
fn luhn(digits: &str) -> char {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte - b'0') << u32::from(at % 2 == 0);
            digit / 10 + digit % 10
        })
        .sum();
    char::from(b'0' + ((10 - sum % 10) % 10) as u8)
}

pub(crate) fn log_line(draw: &mut Draw) -> String {
    match draw.below(4) {
        0 => format!(
            "{} {} [{}] {}: job {} finished in {} ms, {} rows",
            draw.time(),
            draw.pick(LEVELS),
            draw.words(1),
            draw.words(1),
            draw.uuid(),
            draw.below(90_000),
            draw.below(1_000_000),
        ),
        1 => format!(
            "{} INFO http: method=GET path=/v1/{}/{} status=200 bytes={} duration={}.{}ms request_id={}",
            draw.time(),
            draw.words(1),
            draw.below(100_000),
            draw.below(1_000_000),
            draw.below(500),
            draw.below(1000),
            draw.uuid(),
        ),
        2 => format!("{} WARN {}: {}", draw.time(), draw.words(1), draw.sentences(1)),
        _ => format!(
            "    at {}.{} (/app/packages/{}/dist/{}.js:{}:{})",
            draw.words(1),
            draw.words(1),
            draw.words(1),
            draw.words(1),
            draw.below(2000),
            draw.below(80),
        ),
    }
}

pub(crate) fn code(draw: &mut Draw) -> String {
    let (a, b, c) = (draw.words(1), draw.words(1), draw.words(1));
    let (n, m) = (draw.below(4096), draw.below(64));
    match draw.below(5) {
        0 => format!(
            "/// Reads the {a} of a {b}.\npub fn {a}_{b}(&self, {c}: &[u8], limit: usize) -> Result<Vec<{n}>, Error> {{\n    let mut {b} = Vec::with_capacity({n});\n    for (at, byte) in {c}.iter().enumerate().take(limit) {{\n        if *byte == 0x{m:02x} && at % {m} == 1 {{\n            {b}.push(self.{a}[at + {n}]);\n        }}\n    }}\n    Ok({b})\n}}\n"
        ),
        1 => format!(
            "import {{ {a}, {b} }} from \"@acme/{c}\";\n\nexport async function {a}{n}(options: {{ {b}?: string; retries: number }}) {{\n  const response = await fetch(`${{BASE}}/{c}/${{options.{b}}}`, {{ method: \"POST\" }});\n  return response.status === 200 ? response.json() : null;\n}}\n"
        ),
        2 => format!(
            "class {a}_{b}({c}):\n    \"\"\"{}\"\"\"\n\n    def __init__(self, {b}=None, timeout={n}):\n        self.{b} = {b} or []\n        self.timeout = timeout / {m}.0\n",
            draw.sentences(1)
        ),
        3 => format!(
            ".{a}-{b} {{\n  margin: {m}px auto;\n  color: #{};\n  width: calc(100% - {n}px);\n}}\n",
            draw.hex(6)
        ),
        _ => format!(
            "func (s *{a}) {b}(ctx context.Context, id int64) error {{\n\tif err := s.{c}.Load(ctx, id); err != nil {{\n\t\treturn fmt.Errorf(\"{a}: load %d: %w\", id, err)\n\t}}\n\ts.count += {n}\n\treturn nil\n}}\n"
        ),
    }
}
