//! Telephone numbers, by the numbering plans.

use crate::candidate::Candidate;
use crate::class::is_word;
use crate::{Category, Grade, Kind};
use cluster::Cluster;
use national::Telling;
use plan::Verdict;
use std::ops::Range;
use vetgate_model::Severity;

mod cluster;
mod codes;
mod extension;
mod generic;
mod nanp;
mod national;
mod plan;
mod words;

pub(crate) static KIND: Kind = Kind::new("phone", "Telephone number", Category::Contact, Severity::Medium);

/// How sure a number is bare, alone and named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grades {
    bare: Option<Grade>,
    alone: Option<Grade>,
    named: Option<Grade>,
}

impl Grades {
    const fn of(bare: Option<Grade>, alone: Grade, named: Grade) -> Self {
        Self { bare, alone: Some(alone), named: Some(named) }
    }
}

/// It can be nothing else.
const CERTAIN: Grades = Grades::of(Some(Grade::High), Grade::High, Grade::High);
/// It is written as nothing else is.
const LIKELY: Grades = Grades::of(Some(Grade::Medium), Grade::Medium, Grade::High);
/// It is a number of some plan, and could be something else.
const POSSIBLE: Grades = Grades::of(None, Grade::Medium, Grade::Medium);
/// It is one only where something says so.
const NAMED: Grades = Grades::of(None, Grade::Low, Grade::Medium);
/// It is set aside for films and manuals.
const FICTION: Grades = Grades::of(Some(Grade::Low), Grade::Low, Grade::Medium);

/// The telephone number that starts at `at`, which is a digit at the start of a word, a `+` or a `(`.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    if !may_start(text, at) {
        return None;
    }
    let cluster = Cluster::read(text, at)?;
    // The fewest digits that are a number: seven in all, in whatever groups.
    if cluster.digits(cluster.groups().len()).len() < 7 || is_inside(text, &cluster) {
        return None;
    }
    let row = follows_digits(text, at);
    (1..=cluster.groups().len()).rev().find_map(|count| {
        let last = cluster.groups()[count - 1];
        let cut = cluster.groups().get(count).map_or(0, |next| next.gap);
        // Groups behind it belong to something else only where the way of writing changes.
        let crowded = row || cut != 0 && (last.gap == cut || count == 1);
        if !matches!(cut, 0 | b' ' | b'/' | b'(') {
            return None;
        }
        let end = match extension::end(text, last.end) {
            Some(end) => end,
            None if cut == 0 && !cluster::ends(text, last.end) => return None,
            None => last.end,
        };
        let (grades, words) = judge(&cluster, count, crowded)?;
        let bare = grades.bare.filter(|_| cluster.plus || !crowded);
        let span = cluster.start..end;
        Some(Candidate { kind: &KIND, span, bare, alone: grades.alone, named: grades.named, words })
    })
}

/// Returns whether the whole of `span` is a telephone number by the way it is written, or by the plan of North America, whose
/// numbers have ten digits: a number of another kind that looks the same has to be named.
pub(crate) fn is_likely(text: &[u8], span: &Range<usize>) -> bool {
    let is_whole = |found: &Candidate| found.span == *span;
    let is_american = || {
        let digits: Vec<u8> = text[span.clone()].iter().copied().filter(u8::is_ascii_digit).collect();
        nanp::verdict(&digits) != Verdict::Invalid
    };
    at(text, span.start).filter(is_whole).is_some_and(|found| found.bare.is_some() || is_american())
}

/// Whether a number may start at `at`. What stands in front of `+` and `(` was looked at there.
fn may_start(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| text.get(at)).copied().unwrap_or(b' ');
    let farther = at.checked_sub(2).and_then(|at| text.get(at)).copied().unwrap_or(b' ');
    match (text.get(at), before) {
        (Some(b'+'), b'(' | b'+' | b')' | b']') => false,
        (Some(b'+' | b'0'..=b'9'), before) if is_word(before) => false,
        (Some(b'('), b'+') => false,
        (Some(b'0'..=b'9'), b'(' | b'+' | b'.' | b'_' | b'$' | b'#' | b'@' | b'\\') => false,
        // Part of a longer token, a negative number, a path, a time.
        // A cell behind a cell of digits.
        (Some(b'+'), b',') => true,
        (Some(b'0'..=b'9' | b'+'), b'-' | b'/' | b':' | b',') => {
            !farther.is_ascii_digit() && (before != b'-' || !is_word(farther))
        }
        (Some(b'0'..=b'9' | b'+' | b'('), _) => true,
        _ => false,
    }
}

/// Whether the parentheses are those of a call, `f(2127365000)`, with no end before other things.
fn is_inside(text: &[u8], cluster: &Cluster) -> bool {
    let before = cluster.start.checked_sub(1).and_then(|at| text.get(at));
    cluster.parenthesis && !cluster.plus && before.is_some_and(|byte| is_word(*byte) || *byte == b'_')
}

/// Whether digits stand right before, as in a row of numbers.
fn follows_digits(text: &[u8], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| text.get(at));
    matches!(before(1), Some(b' ' | b'-')) && before(2).is_some_and(|byte| byte.is_ascii_digit() || *byte == b')')
}

/// How sure the first `count` groups are a telephone number, and by what words.
fn judge(cluster: &Cluster, count: usize, crowded: bool) -> Option<(Grades, &'static [&'static str])> {
    let digits = cluster.digits(count);
    if generic::counts_in_pairs(digits)
        || digits.len() < 7
        || digits.iter().skip(2).all(|digit| *digit == digits[digits.len() - 1])
    {
        return None;
    }
    if cluster.plus {
        return international(digits).map(|grades| (grades, &words::WIDE[..]));
    }
    if count == 1 {
        return plain(digits, cluster.parenthesis).map(|grades| (grades, words::STRICT));
    }
    let grades = abroad(digits, cluster.shape(count).sizes).or_else(|| american(cluster, count)).or_else(|| {
        match national::written(cluster, count) {
            Some(Telling::Peculiar) if !generic::is_page_range(cluster, count) => Some(LIKELY),
            Some(_) => Some(POSSIBLE),
            None => (!crowded && generic::is_grouped(&cluster.shape(count), digits)).then_some(NAMED),
        }
    });
    grades.map(|grades| (grades, &words::WIDE[..]))
}

/// A number with a `+`.
fn international(digits: &[u8]) -> Option<Grades> {
    match plan::international(digits) {
        Verdict::Valid if digits.len() >= 9 => Some(CERTAIN),
        Verdict::Valid => Some(POSSIBLE),
        Verdict::Fiction => Some(FICTION),
        Verdict::Invalid if digits.starts_with(b"1") && nanp::is_placeholder(&digits[1..]) => Some(LIKELY),
        Verdict::Invalid if (9..=15).contains(&digits.len()) => Some(NAMED),
        Verdict::Invalid | Verdict::Unknown => None,
    }
}

/// A number in groups with the prefix for calls abroad: `00` in most of the world, `011` in North America.
fn abroad(digits: &[u8], sizes: u32) -> Option<Grades> {
    // Code points and words of memory in hexadecimal have four digits each.
    if matches!(sizes, 0x44 | 0x444 | 0x4444) {
        return None;
    }
    let number = digits.strip_prefix(b"011").or_else(|| digits.strip_prefix(b"00"))?;
    match plan::international(number) {
        Verdict::Valid if number.len() >= 9 => Some(LIKELY),
        Verdict::Invalid if (9..=15).contains(&number.len()) => Some(NAMED),
        Verdict::Valid => Some(NAMED),
        Verdict::Fiction => Some(FICTION),
        Verdict::Invalid | Verdict::Unknown => None,
    }
}

/// A number in groups as North America writes them: `(212) 736-5000`, `1-212-736-5000`, `212.736.5000`.
fn american(cluster: &Cluster, count: usize) -> Option<Grades> {
    let (shape, digits) = (cluster.shape(count), cluster.digits(count));
    let number = match (shape.sizes, digits) {
        (0x334 | 0x37, number) => number,
        (0x1334 | 0x137, [b'1', number @ ..]) => number,
        _ => return None,
    };
    // A dot and a dash in one number is how laws and clauses are cited.
    let mixed = shape.sizes == 0x334 && shape.head == b'.' && shape.tail != b'.';
    let spaced = mixed || cluster.groups().iter().take(count).skip(1).all(|group| group.gap == b' ');
    let split = matches!(shape.sizes, 0x334 | 0x1334) || shape.parenthesis;
    match nanp::verdict(number) {
        Verdict::Valid if spaced || !split => Some(POSSIBLE),
        Verdict::Valid => Some(LIKELY),
        Verdict::Fiction => Some(FICTION),
        _ if nanp::is_placeholder(number) && !spaced && split => Some(LIKELY),
        _ if number[0] >= b'2' && split => Some(NAMED),
        _ => None,
    }
}

/// Digits in a row.
fn plain(digits: &[u8], parenthesis: bool) -> Option<Grades> {
    let counts_up = digits.windows(2).all(|two| (two[0] - b'0' + 1) % 10 == two[1] - b'0');
    if parenthesis || counts_up {
        return None;
    }
    let abroad = digits.strip_prefix(b"00").is_some_and(|number| plan::international(number) == Verdict::Valid);
    if national::is_zero_led(digits) {
        return Some(POSSIBLE);
    }
    (abroad || national::is_plain(digits)).then_some(NAMED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The text that is found, and how sure it is bare, alone and named.
    type Found = (String, Option<Grade>, Option<Grade>, Option<Grade>);

    /// What is found at the first digit, `+` or `(`.
    fn first(text: &str) -> Option<Found> {
        let start = text.bytes().position(|byte| byte.is_ascii_digit() || byte == b'+' || byte == b'(')?;
        let found = at(text.as_bytes(), start)?;
        Some((text[found.span].to_owned(), found.bare, found.alone, found.named))
    }

    #[test]
    fn numbers_that_can_be_nothing_else_are_found_bare() {
        for number in [
            "+12127365000",
            "+1 (212) 736-5000",
            "+1-212-736-5000 ext. 12",
            "+44 20 7946 0000",
            "+44 (0)20 7946 0000",
            "(+44) 20 7946 0000",
            "+49 30/1234567",
            "+41 (0) 44 123 45 67",
            "+33 1 23 45 67 89",
            "+63 (917) 123 4567",
            "+90-532-123-45-67",
            "+86 138 1234 5678",
            "+61.2.7010.1234",
            "+48\u{a0}22\u{a0}123\u{a0}45\u{a0}67",
            "0044 20 7946 0000",
            "001-212-736-5000",
            "011 44 20 7946 0000",
            "(212) 736-5000",
            "(212)736-5000x1234",
            "212-736-5000",
            "212.736.5000",
            "1-800-736-5000",
            "555-123-4567",
            "020 7946 0000",
            "07700 900123",
            "0151-12345678",
            "01 23 45 67 89",
            "01.23.45.67.89",
            "0917 123 4567",
            "0232 123 45 67",
            "044 123 45 67",
            "06-12345678",
            "(03) 7010 1234",
            "0412 345 678",
            "(11) 98765-4321",
            "8 (912) 345-67-89",
            "010-1234-5678",
            "052-123-4567",
        ] {
            let text = format!("see {number}, please");
            let found = first(&text).unwrap_or_else(|| panic!("nothing in {text:?}"));
            assert_eq!(found.0, number);
            assert!(found.1 >= Some(Grade::Medium), "{found:?}");
        }
    }

    #[test]
    fn numbers_that_could_be_something_else_need_a_name() {
        for number in [
            "2127365000", "9876543210", "98765 43210", "5321234567", "212 736 5000", "030 123456", "451 5986",
            "72 128 827", "25-62-29-72", "+1-903-140-4508", "0917123456", "09171234567", "13812345678", "447700900123",
        ] {
            let (found, bare, _, named) = first(number).unwrap_or_else(|| panic!("nothing in {number}"));
            assert_eq!((found.as_str(), bare, named), (number, None, Some(Grade::Medium)));
        }
        assert_eq!(first("09171234567").and_then(|found| found.2), Some(Grade::Medium));
        assert_eq!(first("2127365000").and_then(|found| found.2), Some(Grade::Low));
        assert_eq!(first("(415) 555-0198").and_then(|found| found.1), Some(Grade::Low));
    }

    #[test]
    fn other_numbers_are_not_found() {
        for text in [
            "2024",
            "2024-01-31",
            "31.01.2024",
            "2024-01-31 12:30:45",
            "2019-2020",
            "192.168.100.200",
            "1.22.333",
            "123-45-6789",
            "978-3-16-148410-0",
            "4111 1111 1111 1111",
            "1234 5678 9012",
            "1712345678",
            "1712345678901",
            "1,234,567,890",
            "52.5200066",
            "+0530",
            "+1000",
            "+2",
            "+999 123 456 789",
            "x+12127365000",
            "12345678-1234-1234-1234-123456789012",
            "212-736-5000-1",
            "212-736-50001",
            "212-736-5000a",
            "212-736-5000_b",
            "0000000000",
            "091712345678",
            "01 02 03 04 05",
            "0069 0307 0300",
            "12345678901",
            "12345678901234567890",
            "20240131",
            "(1) 2",
            "+",
            "(",
            "",
        ] {
            assert_eq!(first(text).filter(|found| found.1.max(found.3) >= Some(Grade::Medium)), None, "{text}");
        }
    }

    #[test]
    fn rows_of_numbers_are_not_found_bare() {
        for text in ["12 0232 123 45 67", "0232 123 45 67 89", "0412 345 678 901", "484 (32) 484-557", "252.227-7013"] {
            for start in 0..text.len() {
                let found = at(text.as_bytes(), start).and_then(|found| found.bare);
                assert_eq!(found, None, "{text} at {start}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(text in proptest::collection::vec(any::<u8>(), 0..64), at_byte in 0..70usize) {
            let _ = at(&text, at_byte);
        }

        #[test]
        fn a_span_is_inside_the_text_and_ends_in_a_digit(text in "[+(]?[-0-9 ()./+x,#\u{a0}]{0,40}") {
            for start in 0..text.len() {
                if let Some(found) = at(text.as_bytes(), start) {
                    prop_assert!(found.span.start >= start && found.span.end <= text.len());
                    prop_assert!(text.as_bytes()[found.span.end - 1].is_ascii_digit());
                }
            }
        }
    }
}
