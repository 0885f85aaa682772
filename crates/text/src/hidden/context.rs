//! What makes an invisible character ordinary: the writing around it.

use super::HiddenClass;
use std::ops::Range;
use unicode_properties::{GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

/// A run of invisible characters of one class and what stands around it.
pub(super) struct Context<'t> {
    pub(super) text: &'t str,
    pub(super) run: Range<usize>,
    pub(super) count: usize,
    /// The last character before the run that shows.
    pub(super) before: Option<char>,
    /// The same, skin tones aside.
    pub(super) base: Option<char>,
    /// The character right after the run.
    pub(super) after: Option<char>,
}

impl Context<'_> {
    /// Whether writing that people do explains the run.
    pub(super) fn is_ordinary(&self, class: HiddenClass, lines: &mut Lines) -> bool {
        match class {
            HiddenClass::ZeroWidth => self.count <= 2 && self.chars().all(|c| self.joins(c)),
            HiddenClass::Bidi => self.count <= 4 && lines.direction_is_ordinary(self.run.start),
            HiddenClass::Tag => self.is_flag(),
            HiddenClass::PrivateUse => false,
            HiddenClass::VariationSelector => self.varies(),
            HiddenClass::Blank => self.chars().all(|c| self.fills(c)) || self.shows_empty_cell() && lines.has_braille(),
            HiddenClass::Ignorable => self.count == 1 && self.chars().all(|c| self.is_mark_of_its_script(c)),
        }
    }

    fn chars(&self) -> std::str::Chars<'_> {
        self.text[self.run.clone()].chars()
    }

    fn joins(&self, c: char) -> bool {
        let joined = |fits: fn(char) -> bool| self.before.is_some_and(fits) && self.after.is_some_and(fits);
        match c {
            '\u{FEFF}' => self.run.start == 0 && self.count == 1,
            '\u{200D}' if self.base.is_some_and(is_pictograph) => self.after.is_some_and(is_pictograph),
            '\u{200C}' | '\u{200D}' => self.before.is_some_and(is_joining) || self.after.is_some_and(is_joining),
            '\u{200B}' => joined(writes_without_spaces),
            '\u{180E}' => self.before.is_some_and(|c| c.script() == Script::Mongolian),
            '\u{AD}' => self.count == 1 && self.hyphenates(),
            _ => false,
        }
    }

    /// A soft hyphen is ordinary where a word could be broken: two letters at least on either side.
    fn hyphenates(&self) -> bool {
        let letters = |side: &mut dyn Iterator<Item = char>| side.take(2).filter(|c| c.is_alphabetic()).count() == 2;
        letters(&mut self.text[..self.run.start].chars().rev()) && letters(&mut self.text[self.run.end..].chars())
    }

    /// The flags of England, Scotland and Wales are the tag sequences in use.
    fn is_flag(&self) -> bool {
        let tags = || self.chars().map(|c| char::from(u8::try_from(u32::from(c) & 0x7F).unwrap_or_default()));
        self.base == Some('\u{1F3F4}')
            && ["gbeng\u{7F}", "gbsct\u{7F}", "gbwls\u{7F}"].iter().any(|flag| flag.chars().eq(tags()))
    }

    fn varies(&self) -> bool {
        let (Some(base), Some(selector)) = (self.before, self.chars().next()) else { return false };
        let symbol = || base.general_category_group() == GeneralCategoryGroup::Symbol;
        match selector {
            // Careless software doubles the emoji selector.
            '\u{FE0F}' if self.count == 2 => self.chars().all(|c| c == '\u{FE0F}') && base.is_emoji_char(),
            _ if self.count > 1 => false,
            '\u{FE0E}' | '\u{FE0F}' => base.is_emoji_char() || symbol() || is_skin_tone(base),
            '\u{180B}'..='\u{180F}' => matches!(base.script(), Script::Mongolian | Script::Phags_Pa),
            '\u{FE00}' | '\u{FE01}' if base == '0' || symbol() || is_cjk_punctuation(base) => true,
            '\u{FE00}'..='\u{FE02}' => matches!(base.script(), Script::Han | Script::Myanmar | Script::Phags_Pa),
            '\u{E0100}'..='\u{E01EF}' => base.script() == Script::Han,
            _ => false,
        }
    }

    fn fills(&self, c: char) -> bool {
        let beside = |fits: fn(char) -> bool| self.before.is_some_and(fits) || self.after.is_some_and(fits);
        match c {
            '\u{2800}' => beside(|c| matches!(c, '\u{2801}'..='\u{28FF}')),
            '\u{115F}' | '\u{1160}' => {
                self.count <= 2
                    && beside(
                        |c| matches!(c, '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97F}' | '\u{D7B0}'..='\u{D7FF}'),
                    )
            }
            '\u{3164}' => self.count == 1 && beside(|c| matches!(c, '\u{3131}'..='\u{318E}')),
            '\u{FFA0}' => self.count == 1 && beside(|c| matches!(c, '\u{FFA1}'..='\u{FFDC}')),
            '\u{1D159}' => beside(|c| matches!(c, '\u{1D100}'..='\u{1D1FF}')),
            _ => false,
        }
    }

    /// One empty cell of Braille between marks or spaces, as in an explanation; it must not stand inside a word.
    fn shows_empty_cell(&self) -> bool {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        self.count == 1 && self.chars().eq(['\u{2800}']) && !is_letter(self.before) && !is_letter(self.after)
    }

    fn is_mark_of_its_script(&self, c: char) -> bool {
        let beside = |fits: fn(char) -> bool| self.before.is_some_and(fits) || self.after.is_some_and(fits);
        match c {
            '\u{34F}' => beside(|c| c > '\u{2FF}' && c.general_category_group() == GeneralCategoryGroup::Mark),
            '\u{17B4}' | '\u{17B5}' => self.before.is_some_and(|c| c.script() == Script::Khmer),
            '\u{1BCA0}'..='\u{1BCA3}' => beside(|c| c.script() == Script::Duployan),
            '\u{1D173}'..='\u{1D17A}' => beside(|c| matches!(c, '\u{1D100}'..='\u{1D1FF}')),
            _ => false,
        }
    }
}

/// What the lines of a text say about direction; each line is looked at once, when first asked for.
pub(super) struct Lines<'t> {
    text: &'t str,
    line: Range<usize>,
    ordinary: bool,
    /// Whether the text has letters of Braille, once asked for.
    braille: Option<bool>,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, line: 0..0, ordinary: false, braille: None }
    }

    fn has_braille(&mut self) -> bool {
        *self.braille.get_or_insert_with(|| self.text.contains(|c| matches!(c, '\u{2801}'..='\u{28FF}')))
    }

    /// Whether direction controls in the line at `at` are ordinary: the line has letters that run from right to
    /// left, no override, and every embedding and isolate is closed.
    fn direction_is_ordinary(&mut self, at: usize) -> bool {
        if !self.line.contains(&at) {
            let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1).max(self.line.end);
            let end = self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline + 1);
            self.line = start..end;
            self.ordinary = is_ordinary_line(&self.text[start..end]);
        }
        self.ordinary
    }
}

fn is_ordinary_line(line: &str) -> bool {
    let (mut right_to_left, mut embeddings, mut isolates) = (false, 0_usize, 0_usize);
    for c in line.chars() {
        let open = match c {
            '\u{202D}' | '\u{202E}' => return false,
            '\u{202A}' | '\u{202B}' => &mut embeddings,
            '\u{2066}'..='\u{2068}' => &mut isolates,
            '\u{202C}' | '\u{2069}' => {
                let open = if c == '\u{202C}' { &mut embeddings } else { &mut isolates };
                let Some(left) = open.checked_sub(1) else { return false };
                *open = left;
                continue;
            }
            _ => {
                right_to_left |= is_right_to_left(c);
                continue;
            }
        };
        *open += 1;
    }
    right_to_left && embeddings == 0 && isolates == 0
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
        && c != '\u{61C}'
}

pub(super) fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
}

fn is_pictograph(c: char) -> bool {
    !c.is_ascii() && c.is_emoji_char()
}

fn is_cjk_punctuation(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{303F}' | '\u{FF01}'..='\u{FF1F}')
}

/// Scripts whose letters join or stack, so that a joiner changes how a word is written.
fn is_joining(c: char) -> bool {
    use Script::*;
    matches!(
        c.script(),
        Adlam
            | Arabic
            | Balinese
            | Bengali
            | Chakma
            | Devanagari
            | Grantha
            | Gujarati
            | Gurmukhi
            | Hanifi_Rohingya
            | Javanese
            | Kannada
            | Khmer
            | Lao
            | Malayalam
            | Mandaic
            | Manichaean
            | Meetei_Mayek
            | Mongolian
            | Myanmar
            | New_Tai_Lue
            | Newa
            | Nko
            | Oriya
            | Phags_Pa
            | Sharada
            | Sinhala
            | Sundanese
            | Syloti_Nagri
            | Syriac
            | Tai_Tham
            | Tamil
            | Telugu
            | Thai
            | Tibetan
            | Tirhuta
    )
}

/// Scripts that use the zero-width space to show where a line may break.
fn writes_without_spaces(c: char) -> bool {
    use Script::*;
    matches!(
        c.script(),
        Balinese
            | Han
            | Hiragana
            | Javanese
            | Katakana
            | Khmer
            | Lao
            | Myanmar
            | New_Tai_Lue
            | Tai_Tham
            | Thai
            | Tibetan
    ) || is_cjk_punctuation(c)
}
