//! Letters that are taken for ASCII letters: other forms of the same letter, and letters of other scripts.

/// The ASCII letter or digit of which `c` is another form: fullwidth, circled, mathematical, raised.
pub(super) fn folded(c: char) -> Option<char> {
    let code = u32::from(c);
    let letter = |at: u32| char::from_u32(u32::from('a') + at % 26);
    let digit = |at: u32| char::from_u32(u32::from('0') + at % 10);
    match code {
        0xff21..=0xff3a => letter(code - 0xff21),
        0xff41..=0xff5a => letter(code - 0xff41),
        0xff10..=0xff19 => digit(code - 0xff10),
        0xff0d => Some('-'),
        0x24b6..=0x24e9 => letter(code - 0x24b6),
        0x2460..=0x2468 => digit(code - 0x2460 + 1),
        0x24ea => Some('0'),
        0x1d400..=0x1d6a3 => letter(code - 0x1d400),
        0x1d7ce..=0x1d7ff => digit(code - 0x1d7ce),
        0x2070 | 0x2080 => Some('0'),
        0x2074..=0x2079 | 0x2081..=0x2089 => digit(code & 0xf),
        0xb9 => Some('1'),
        0xb2 => Some('2'),
        0xb3 => Some('3'),
        0x1f130..=0x1f149 => letter(code - 0x1f130),
        0x2102 | 0x212d => Some('c'),
        0x210a => Some('g'),
        0x210b..=0x210e => Some('h'),
        0x2110 | 0x2111 => Some('i'),
        0x2112 | 0x2113 => Some('l'),
        0x2115 => Some('n'),
        0x2119 => Some('p'),
        0x211a => Some('q'),
        0x211b..=0x211d => Some('r'),
        0x2124 | 0x2128 => Some('z'),
        0x212c => Some('b'),
        0x212f | 0x2130 => Some('e'),
        0x2131 => Some('f'),
        0x2133 => Some('m'),
        0x2134 => Some('o'),
        0x212a => Some('k'),
        0x17f => Some('s'),
        _ => None,
    }
}

/// Characters that are not seen and that a host loses before it is looked up.
pub(super) fn unseen(c: char) -> bool {
    matches!(u32::from(c),
        0xad | 0x34f | 0x180b..=0x180e | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x2064 | 0x2066..=0x2069
        | 0xfe00..=0xfe0f | 0xfeff | 0xe0000..=0xe007f | 0xe0100..=0xe01ef)
}

/// The scripts that imitate each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
    Armenian,
    Cherokee,
    Other,
}

fn script(c: char) -> Option<Script> {
    Some(match u32::from(c) {
        0x61..=0x7a | 0x41..=0x5a | 0xc0..=0x24f | 0x250..=0x2af | 0x1e00..=0x1eff => Script::Latin,
        0..=0x7f => return None,
        0x370..=0x3ff | 0x1f00..=0x1fff => Script::Greek,
        0x400..=0x52f => Script::Cyrillic,
        0x530..=0x58f => Script::Armenian,
        0x13a0..=0x13ff | 0xab70..=0xabbf => Script::Cherokee,
        0x300..=0x36f => return None,
        _ => Script::Other,
    })
}

/// What a label with letters beyond ASCII pretends to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pretence {
    /// Scripts are mixed.
    Mixed(Option<String>),
    /// Letters of another script alone spell a Latin word: a name in its own right below a domain of that script.
    Whole(String),
    /// Only accents differ: a name in its own right unless someone known is called so.
    Accents(String),
    /// Nothing.
    None,
}

/// Reads a decoded label in lower case.
pub(super) fn pretence(label: &str) -> Pretence {
    let mut scripts = [false; 6];
    let mut ascii = Some(String::with_capacity(label.len()));
    let mut shape = false;
    for c in label.chars() {
        if let Some(script) = script(c) {
            scripts[script as usize] = true;
        }
        let looks = if c.is_ascii() { Some(c) } else { looks_like(c) };
        shape |= !c.is_ascii() && looks.is_some() && matches!(u32::from(c), 0x250..=0x2af);
        let accent = matches!(u32::from(c), 0x300..=0x36f);
        match (&mut ascii, looks.or_else(|| unaccented(c))) {
            (Some(out), Some(letter)) => out.push(letter),
            _ if accent => {}
            _ => ascii = None,
        }
    }
    let imitators = [Script::Cyrillic, Script::Greek, Script::Armenian, Script::Cherokee];
    let foreign = imitators.iter().filter(|script| scripts[**script as usize]).count();
    let mixed = foreign > 1 || (foreign == 1 && scripts[Script::Latin as usize]);
    match ascii {
        ascii if mixed => Pretence::Mixed(ascii),
        Some(ascii) if shape => Pretence::Mixed(Some(ascii)),
        Some(ascii) if foreign == 1 && !scripts[Script::Other as usize] => Pretence::Whole(ascii),
        Some(ascii) if ascii != label => Pretence::Accents(ascii),
        _ => Pretence::None,
    }
}

/// The ASCII letter that a letter of another script, or an uncommon Latin one, is drawn like.
fn looks_like(c: char) -> Option<char> {
    LOOKALIKES.binary_search_by_key(&c, |(other, _)| *other).ok().map(|at| LOOKALIKES[at].1)
}

/// The letter under an accent, for the accented letters of Latin.
fn unaccented(c: char) -> Option<char> {
    let (_, letter) = ACCENTED.iter().find(|(accented, _)| accented.contains(c))?;
    Some(*letter)
}

// `ACCENTED`, from `data/url/accents.tsv`.
include!(concat!(env!("OUT_DIR"), "/url_accents.rs"));

// `LOOKALIKES`, from `data/url/lookalikes.tsv`.
include!(concat!(env!("OUT_DIR"), "/url_lookalikes.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(LOOKALIKES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn labels_that_pretend() {
        let mixed = |text: &str| Pretence::Mixed(Some(text.to_owned()));
        assert_eq!(pretence("аррӏе"), Pretence::Whole("apple".to_owned()));
        assert_eq!(pretence("gооgle"), mixed("google"));
        assert_eq!(pretence("ɡoogle"), mixed("google"));
        assert_eq!(pretence("paypаl"), mixed("paypal"));
        assert_eq!(pretence("вконтакtе"), mixed("bkohtakte"));
        assert_eq!(pretence("münchen"), Pretence::Accents("munchen".to_owned()));
    }

    #[test]
    fn honest_labels() {
        for label in ["пример", "例え", "ελλάδα", "plain", "яндекс", "россия"] {
            assert_eq!(pretence(label), Pretence::None, "{label}");
        }
    }
}
