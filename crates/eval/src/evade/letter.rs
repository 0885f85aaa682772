//! Disguises letter by letter.

use super::dice::Dice;

/// Letters with Cyrillic ones that look like them.
const CYRILLIC: &[(char, char)] = &[
    ('a', 'а'),
    ('c', 'с'),
    ('d', 'ԁ'),
    ('e', 'е'),
    ('h', 'һ'),
    ('i', 'і'),
    ('j', 'ј'),
    ('o', 'о'),
    ('p', 'р'),
    ('q', 'ԛ'),
    ('s', 'ѕ'),
    ('w', 'ԝ'),
    ('x', 'х'),
    ('y', 'у'),
    ('A', 'А'),
    ('B', 'В'),
    ('C', 'С'),
    ('E', 'Е'),
    ('H', 'Н'),
    ('I', 'І'),
    ('K', 'К'),
    ('M', 'М'),
    ('O', 'О'),
    ('P', 'Р'),
    ('S', 'Ѕ'),
    ('T', 'Т'),
    ('X', 'Х'),
];

/// Letters with Greek ones that look like them.
const GREEK: &[(char, char)] = &[
    ('o', 'ο'),
    ('v', 'ν'),
    ('i', 'ι'),
    ('A', 'Α'),
    ('B', 'Β'),
    ('E', 'Ε'),
    ('H', 'Η'),
    ('I', 'Ι'),
    ('K', 'Κ'),
    ('M', 'Μ'),
    ('N', 'Ν'),
    ('O', 'Ο'),
    ('P', 'Ρ'),
    ('T', 'Τ'),
    ('X', 'Χ'),
    ('Z', 'Ζ'),
];

/// Letters with what stands for them in leetspeak.
const LEET: &[(char, &[char])] = &[
    ('a', &['4', '@']),
    ('b', &['8']),
    ('e', &['3']),
    ('g', &['9']),
    ('i', &['1', '!']),
    ('o', &['0']),
    ('s', &['5', '$']),
    ('t', &['7']),
];

const SMALL_CAPITALS: &[(char, char)] = &[
    ('a', 'ᴀ'),
    ('b', 'ʙ'),
    ('c', 'ᴄ'),
    ('d', 'ᴅ'),
    ('e', 'ᴇ'),
    ('f', 'ꜰ'),
    ('g', 'ɢ'),
    ('h', 'ʜ'),
    ('i', 'ɪ'),
    ('j', 'ᴊ'),
    ('k', 'ᴋ'),
    ('l', 'ʟ'),
    ('m', 'ᴍ'),
    ('n', 'ɴ'),
    ('o', 'ᴏ'),
    ('p', 'ᴘ'),
    ('q', 'ꞯ'),
    ('r', 'ʀ'),
    ('s', 'ꜱ'),
    ('t', 'ᴛ'),
    ('u', 'ᴜ'),
    ('v', 'ᴠ'),
    ('w', 'ᴡ'),
    ('y', 'ʏ'),
    ('z', 'ᴢ'),
];

fn twin(table: &[(char, char)], c: char) -> Option<char> {
    table.iter().find(|(letter, _)| *letter == c).map(|(_, twin)| *twin)
}

/// Every character by `turn`, where that says anything.
fn each(words: &str, mut turn: impl FnMut(char) -> Option<char>) -> Option<String> {
    Some(words.chars().map(|c| turn(c).unwrap_or(c)).collect())
}

pub(super) fn homoglyphs(words: &str, dice: &mut Dice) -> Option<String> {
    each(words, |c| {
        let table = if dice.one_in(4) { GREEK } else { CYRILLIC };
        twin(table, c).filter(|_| dice.one_in(3))
    })
}

pub(super) fn homoglyphs_all(words: &str, _: &mut Dice) -> Option<String> {
    each(words, |c| twin(CYRILLIC, c))
}

pub(super) fn small_capitals(words: &str, _: &mut Dice) -> Option<String> {
    each(words, |c| twin(SMALL_CAPITALS, c.to_ascii_lowercase()))
}

pub(super) fn zero_width(words: &str, dice: &mut Dice) -> Option<String> {
    const WIDTHLESS: &[char] = &['\u{200B}', '\u{200C}', '\u{200D}', '\u{2060}', '\u{FEFF}', '\u{AD}'];
    let mut out = String::new();
    let mut characters = words.chars().peekable();
    while let Some(c) = characters.next() {
        out.push(c);
        let is_inside = c.is_alphabetic() && characters.peek().is_some_and(|next| next.is_alphabetic());
        if is_inside && dice.one_in(3) {
            out.extend(dice.pick(WIDTHLESS));
        }
    }
    Some(out)
}

/// Every word letter by letter with `inside` between them, and `between` two words. Punctuation stays with its word.
fn apart(words: &str, inside: &str, between: &str) -> Option<String> {
    if !words.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let spell = |word: &str| word.chars().map(String::from).collect::<Vec<_>>().join(inside);
    Some(words.split_whitespace().map(spell).collect::<Vec<_>>().join(between))
}

pub(super) fn spaced(words: &str, _: &mut Dice) -> Option<String> {
    apart(words, " ", "   ")
}

pub(super) fn spaced_tight(words: &str, _: &mut Dice) -> Option<String> {
    apart(words, " ", " ")
}

pub(super) fn dashed(words: &str, dice: &mut Dice) -> Option<String> {
    apart(words, dice.pick(&["-", ".", "_"])?, " ")
}

fn leet_letter(c: char, dice: &mut Dice, is_plain: bool) -> Option<char> {
    let (_, signs) = LEET.iter().find(|(letter, _)| *letter == c.to_ascii_lowercase())?;
    if is_plain { signs.first().copied() } else { dice.pick(signs) }
}

pub(super) fn leet(words: &str, dice: &mut Dice) -> Option<String> {
    each(words, |c| if dice.one_in(2) { leet_letter(c, dice, false) } else { None })
}

pub(super) fn leet_all(words: &str, dice: &mut Dice) -> Option<String> {
    each(words, |c| leet_letter(c, dice, true))
}

pub(super) fn upper(words: &str, _: &mut Dice) -> Option<String> {
    Some(words.to_uppercase())
}

pub(super) fn random_case(words: &str, dice: &mut Dice) -> Option<String> {
    each(words, |c| Some(if dice.one_in(2) { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }))
}

pub(super) fn full_width(words: &str, _: &mut Dice) -> Option<String> {
    each(words, |c| char::from_u32(u32::from(c) + 0xFEE0).filter(|_| c.is_ascii_alphanumeric()))
}

pub(super) fn mathematical(words: &str, dice: &mut Dice) -> Option<String> {
    // Bold, bold script, sans-serif bold, monospace: alphabets without gaps.
    let first = dice.pick(&[0x1D400_u32, 0x1D4D0, 0x1D5D4, 0x1D670])?;
    each(words, |c| match c {
        'A'..='Z' => char::from_u32(first + u32::from(c) - u32::from('A')),
        'a'..='z' => char::from_u32(first + 26 + u32::from(c) - u32::from('a')),
        _ => None,
    })
}

pub(super) fn diacritics(words: &str, dice: &mut Dice) -> Option<String> {
    const MARKS: &[char] = &['\u{300}', '\u{301}', '\u{302}', '\u{303}', '\u{308}'];
    let mut out = String::new();
    for c in words.chars() {
        out.push(c);
        if c.is_ascii_alphabetic() && dice.one_in(3) {
            out.extend(dice.pick(MARKS));
        }
    }
    Some(out)
}

/// Rewrites the words of `words` that have at least `fewest` letters and nothing but letters of ASCII.
fn long_words(words: &str, fewest: usize, mut rewrite: impl FnMut(&mut [char])) -> Option<String> {
    let mut out = String::new();
    for run in words.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
        let core = run.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let mut letters: Vec<char> = core.chars().collect();
        if letters.len() >= fewest && letters.iter().all(char::is_ascii_alphabetic) {
            rewrite(&mut letters);
        }
        out.extend(letters);
        out.push_str(&run[core.len()..]);
    }
    Some(out)
}

/// The fewest letters of a word that people still read with two of them swapped.
const LONG: usize = 6;

pub(super) fn typos(words: &str, dice: &mut Dice) -> Option<String> {
    long_words(words, LONG, |letters| {
        if dice.one_in(2) {
            let at = 1 + dice.below(letters.len() - 3);
            letters.swap(at, at + 1);
        }
    })
}

pub(super) fn scrambled(words: &str, dice: &mut Dice) -> Option<String> {
    long_words(words, LONG, |letters| {
        let last = letters.len() - 1;
        for at in (2..last).rev() {
            letters.swap(at, 1 + dice.below(at));
        }
    })
}
