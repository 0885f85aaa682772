//! What a control sequence does to what a person sees.

use super::EscapeKind;
use super::sequence::Sequence;

/// The terminal's colours while a text is read: text in the colour of its background is hidden text.
#[derive(Default)]
pub(super) struct Pen {
    foreground: Option<Colour>,
    background: Option<Colour>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Colour(u8, u8, u8);

impl Pen {
    /// Whether `sequence` hides or rewrites text; `None` where it is part of ordinary text.
    pub(super) fn effect(&mut self, text: &str, sequence: &Sequence) -> Option<bool> {
        Some(match sequence.kind {
            EscapeKind::Csi if sequence.function == 'm' => self.paint(sequence.body),
            EscapeKind::Csi => moves_or_erases(sequence),
            EscapeKind::Osc => !is_shell_integration(sequence.body),
            EscapeKind::Hyperlink => leads_elsewhere(text, sequence),
            EscapeKind::Dcs | EscapeKind::Apc | EscapeKind::Pm | EscapeKind::Sos => true,
            EscapeKind::Other => switches(sequence),
            EscapeKind::C0 => return overwrites(text, sequence),
            EscapeKind::C1 => matches!(sequence.function, '\u{84}' | '\u{8D}'),
        })
    }

    /// Select graphic rendition: conceals the text, or paints it on its own colour.
    fn paint(&mut self, body: &str) -> bool {
        if body.starts_with(['<', '=', '>', '?']) {
            return false;
        }
        let mut conceals = false;
        let mut codes = body.split([';', ':']).map(|code| code.parse::<u16>().unwrap_or(0));
        while let Some(code) = codes.next() {
            match code {
                0 => *self = Self::default(),
                8 => conceals = true,
                30..=37 => self.foreground = Some(palette(code - 30)),
                90..=97 => self.foreground = Some(palette(code - 82)),
                40..=47 => self.background = Some(palette(code - 40)),
                100..=107 => self.background = Some(palette(code - 92)),
                38 => self.foreground = extended(&mut codes),
                48 => self.background = extended(&mut codes),
                39 => self.foreground = None,
                49 => self.background = None,
                _ => {}
            }
        }
        conceals || (self.foreground.is_some() && self.foreground == self.background)
    }
}

fn extended(codes: &mut impl Iterator<Item = u16>) -> Option<Colour> {
    let mut byte = || codes.next().and_then(|code| u8::try_from(code).ok());
    match byte()? {
        5 => Some(palette(u16::from(byte()?))),
        2 => Some(Colour(byte()?, byte()?, byte()?)),
        _ => None,
    }
}

/// The 256-colour palette, as xterm has it.
fn palette(code: u16) -> Colour {
    let level = |n: u16| if n == 0 { 0 } else { u8::try_from(55 + 40 * n).unwrap_or(u8::MAX) };
    match code {
        7 => Colour(229, 229, 229),
        8 => Colour(127, 127, 127),
        0..=15 => {
            let on = if code < 8 { 205 } else { 255 };
            let part = |bit: u16| if code & bit != 0 { on } else { 0 };
            Colour(part(1), part(2), part(4))
        }
        16..=231 => Colour(level((code - 16) / 36), level((code - 16) / 6 % 6), level((code - 16) % 6)),
        _ => {
            let grey = u8::try_from(8 + 10 * code.saturating_sub(232)).unwrap_or(u8::MAX);
            Colour(grey, grey, grey)
        }
    }
}

fn moves_or_erases(csi: &Sequence) -> bool {
    match csi.function {
        '@'..='H' | 'J'..='M' | 'P' | 'S' | 'T' | 'X' | '`' | 'a' | 'd' | 'e' | 'f' | 'r' | 's' | 't' | 'u' => true,
        // The alternate screen is another page.
        'h' | 'l' => csi.body.trim_start_matches('?').split(';').any(|mode| matches!(mode, "47" | "1047" | "1049")),
        _ => !csi.complete,
    }
}

fn is_shell_integration(body: &str) -> bool {
    body.starts_with("133;") || body.starts_with("7;")
}

fn leads_elsewhere(text: &str, link: &Sequence) -> bool {
    let target = link.body.splitn(3, ';').nth(2).unwrap_or_default();
    if target.is_empty() {
        return !link.complete;
    }
    let after = &text[link.span.end..];
    let label = &after[..after.find(['\u{1B}', '\u{9D}', '\u{9B}']).unwrap_or(after.len())];
    bare(target) != bare(label)
}

/// An address without what browsers leave out when they show it.
fn bare(address: &str) -> &str {
    let address = address.trim();
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    address.trim_start_matches("www.").trim_end_matches('/')
}

fn switches(escape: &Sequence) -> bool {
    match (escape.body, escape.function) {
        // Back to ASCII, keypad modes, string terminators.
        ("(" | ")", 'B') | ("", '=' | '>' | '\\' | '\0') => false,
        _ => true,
    }
}

/// What a control character alone does; `None` for a carriage return that ends a line.
fn overwrites(text: &str, control: &Sequence) -> Option<bool> {
    match control.function {
        '\r' => {
            // The last return of a run speaks for all of them.
            if matches!(text[control.span.end..].bytes().next(), None | Some(b'\n' | b'\r')) {
                return None;
            }
            let before = text[..control.span.start].trim_end_matches('\r');
            Some(!before.is_empty() && !before.ends_with('\n'))
        }
        '\0' | '\u{8}' | '\u{E}' | '\u{F}' => Some(true),
        _ => Some(false),
    }
}
