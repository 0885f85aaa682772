//! A link that starts with a scheme: what comes before the `:` and who the authority names.

use super::host::Host;
use super::read::{Mode, Raw, percent, read};
use super::scan::Scan;
use super::suffix::{self, Suffix};
use super::{Form, Link, Trick, Tricks, number};

/// How a scheme is followed by its host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// As in browsers: slashes of either kind, any number of them.
    Web,
    /// After exactly two slashes.
    Net,
    /// After two slashes, and mostly there is none.
    File,
}

// `SCHEMES`, from `data/url/schemes.tsv`.
include!(concat!(env!("OUT_DIR"), "/url_schemes.rs"));

/// No scheme is longer.
const LONGEST: usize = 12;

/// A scheme that was read.
struct Scheme {
    start: usize,
    kind: Kind,
    tricks: Tricks,
}

fn known(name: &[u8]) -> Option<(Kind, Tricks)> {
    let mut lower = [0_u8; LONGEST];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    let lower: &[u8] = lower;
    let broken = matches!(lower, [b'h', b'x' | b'*', b'x' | b'*', b'p'] | [b'h', b'x' | b'*', b'x' | b'*', b'p', b's']);
    if broken || matches!(lower, b"fxp" | b"hxtp" | b"hxtps" | b"htxp" | b"htxps") {
        return Some((Kind::Web, Tricks::of(Trick::Defanged)));
    }
    let at = SCHEMES.binary_search_by(|(scheme, _)| scheme.as_bytes().cmp(lower)).ok()?;
    Some((SCHEMES[at].1, Tricks::NONE))
}

impl<'t, F: FnMut(Link<'t>)> Scan<'t, '_, F> {
    /// Reads the link whose scheme ends at `colon`, and returns where to go on.
    pub(super) fn scheme(&mut self, colon: usize) -> usize {
        let bracket = self.byte(colon) == b':' && self.before(colon) == b'[';
        let end = colon - usize::from(bracket);
        let Some(mut scheme) = self.scheme_name(end) else { return colon + 1 };
        if bracket {
            scheme.tricks.add(Trick::Defanged);
        }
        let Some((authority, encoded)) = self.slashes(colon, bracket, &mut scheme) else { return colon + 1 };
        self.authority(scheme, authority, encoded)
    }

    fn scheme_name(&self, end: usize) -> Option<Scheme> {
        let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'*');
        let from = end.saturating_sub(LONGEST + 1);
        let length = self.bytes.get(from..end)?.iter().rev().take_while(|b| part(b)).count();
        let mut start = end - length;
        if self.before(start) == b'\\' && matches!(self.byte(start), b'n' | b't' | b'r') {
            start += 1;
        }
        let name = self.bytes.get(start..end)?;
        if let Some((kind, tricks)) = known(name) {
            return Some(Scheme { start, kind, tricks });
        }
        // Run together with the word before, as in `visithttp://`.
        [b"https".as_slice(), b"http", b"hxxps", b"hxxp"].into_iter().find_map(|scheme| {
            let start = end - scheme.len().min(length);
            let tail = self.bytes.get(start..end).filter(|tail| tail.eq_ignore_ascii_case(scheme))?;
            known(tail).map(|(kind, tricks)| Scheme { start, kind, tricks })
        })
    }

    /// Reads over what separates the scheme from the host. Gives the start of the authority, and whether the slashes
    /// were percent-encoded, as in a query.
    fn slashes(&self, colon: usize, bracket: bool, scheme: &mut Scheme) -> Option<(usize, bool)> {
        if self.byte(colon) == b'%' {
            let (first, slash): (usize, &[u8]) =
                if percent(self.bytes, colon) == Some(b':') { (colon + 3, b"%2f") } else { (colon + 5, b"%252f") };
            let two = |at: usize| self.bytes.get(at..at + slash.len()).is_some_and(|s| s.eq_ignore_ascii_case(slash));
            return (two(first) && two(first + slash.len())).then_some((first + 2 * slash.len(), true));
        }
        let mut at = colon + 1;
        if bracket && self.byte(at) == b']' {
            at += 1;
        }
        let run = self.bytes.get(at..)?.iter().take_while(|b| matches!(b, b'/' | b'\\')).count();
        let slashes = self.bytes.get(at..at + run)?;
        let half = slashes.get(..run / 2).unwrap_or_default();
        let escaped = run % 2 == 0
            && slashes.get(run / 2..) == Some(half)
            && half.split_last().is_some_and(|(last, escapes)| *last == b'/' && escapes.iter().all(|b| *b == b'\\'));
        at += run;
        if bracket && self.byte(at) == b']' && self.byte(colon + 1) != b']' {
            at += 1;
        }
        if escaped {
            return Some((at, false));
        }
        match scheme.kind {
            Kind::File if slashes.starts_with(b"//") => Some((at - (run - 2), false)),
            Kind::Web if run > 0 || self.plausible(at) => {
                scheme.tricks.add(Trick::Separator);
                Some((at, false))
            }
            _ => None,
        }
    }

    /// Whether a host follows a scheme without any slash, as in `http:example.com`.
    fn plausible(&self, at: usize) -> bool {
        let raw = read(self.text, at, Mode::Bare, false);
        let last = self.text.get(raw.last..raw.end).unwrap_or_default();
        raw.dots > 0 && last.is_ascii() && matches!(suffix::of(last), Some(Suffix::Plain | Suffix::Loose))
    }

    fn authority(&mut self, scheme: Scheme, start: usize, encoded: bool) -> usize {
        let mut tricks = scheme.tricks;
        let mut host_start = start;
        // Without a slash before it a user's name is any word before an `@`.
        let slashed = matches!(self.before(start), b'/' | b'\\' | b']');
        if let Some(at) = (slashed && !encoded).then(|| self.user_info(start)).flatten() {
            if looks_like_host(self.text.get(start..at).unwrap_or_default()) {
                tricks.add(Trick::UserInfo);
            }
            host_start = at + 1;
        }
        if self.byte(host_start) == b'['
            && let Some(reached) = self.bracketed_address(&scheme, host_start, tricks)
        {
            return reached;
        }
        while scheme.kind == Kind::Web
            && matches!(self.byte(host_start), b'\t' | b'\n' | b'\r')
            && self.byte(host_start + 1).is_ascii_alphanumeric()
        {
            host_start += 1;
            tricks.add(Trick::Hidden);
        }
        let mut raw = self.read_joined(host_start);
        // `name%40host`: some parsers decode before they look for the user.
        if percent(self.bytes, raw.end) == Some(b'@') {
            let behind = read(self.text, raw.end + 3, Mode::Url, false);
            if behind.end > behind.start {
                raw = behind;
                tricks.add(Trick::UserInfo);
                tricks.add(Trick::Percent);
            }
        }
        if raw.end == raw.start {
            return start;
        }
        self.floor = self.floor.max(raw.end);
        let Some(host) = self.decode(&raw) else { return raw.end };
        // A name that a template goes on with is not yet the host.
        if matches!(self.byte(raw.end), b'$' | b'{' | b'<' | b'-') && host.address.is_none() && !has_suffix(&host.text)
        {
            return raw.end;
        }
        let second = self.behind_backslash(&raw);
        let reached = self.finish(&scheme, raw.end, host, tricks);
        if let Some(second) = second.and_then(|raw| self.decode(&raw)) {
            tricks.add(Trick::UserInfo);
            tricks.add(Trick::Separator);
            self.tell(scheme.start..reached.1, Form::Url, second, tricks, "");
        }
        self.floor = self.floor.max(reached.0);
        reached.0
    }

    /// Tells of the link, and returns where its authority and where its tail ends.
    fn finish(&mut self, scheme: &Scheme, host_end: usize, host: Host<'t>, tricks: Tricks) -> (usize, usize) {
        let end = self.port(host_end);
        let tail = self.read_tail(end);
        let text = self.text;
        let path = text.get(tail.clone()).unwrap_or_default();
        self.tell(scheme.start..tail.end.max(end), Form::Url, host, tricks, path);
        (end, tail.end.max(end))
    }

    fn bracketed_address(&mut self, scheme: &Scheme, open: usize, mut tricks: Tricks) -> Option<usize> {
        let inside = self.bytes.get(open + 1..)?;
        let length = inside.iter().take(64).position(|b| *b == b']')?;
        let (address, seen) = number::v6(self.text.get(open + 1..open + 1 + length)?)?;
        tricks = tricks.and(seen);
        let host = Host { text: address.to_string().into(), address: Some(address.into()), tricks, imitates: None };
        let (end, _) = self.finish(scheme, open + length + 2, host, tricks);
        self.floor = self.floor.max(end);
        Some(end)
    }

    /// Reads over tabs and line ends if that makes a host of what is none without.
    fn read_joined(&self, start: usize) -> Raw {
        let raw = read(self.text, start, Mode::Url, false);
        let near = (raw.end..raw.end + 2).any(|at| matches!(self.bytes.get(at), Some(b'\t' | b'\n' | b'\r')));
        if raw.end == raw.start || !near || self.text.get(start..raw.end).is_some_and(has_suffix) {
            return raw;
        }
        let joined = read(self.text, start, Mode::Url, true);
        let sound = self.decode(&joined).is_some_and(|host| host.address.is_none() && has_suffix(&host.text));
        if sound { joined } else { raw }
    }

    /// Where the last `@` of the authority stands.
    fn user_info(&self, start: usize) -> Option<usize> {
        let ends = |b: &u8| {
            matches!(
                b,
                0..=b' '
                    | b'"'
                    | b'\''
                    | b'<'
                    | b'>'
                    | b'`'
                    | b'/'
                    | b'?'
                    | b'#'
                    | b'\\'
                    | b'|'
                    | b'^'
                    | b'('
                    | b')'
                    | b']'
            )
        };
        let rest = self.bytes.get(start..)?;
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        memchr::memrchr(b'@', rest.get(..length)?).map(|at| start + at)
    }

    /// The host behind `\@`, `#@` or `?@`: parsers disagree about which of the two is meant.
    fn behind_backslash(&self, raw: &Raw) -> Option<Raw> {
        let differs = matches!(self.byte(raw.end), b'\\' | b'#' | b'?') && self.byte(raw.end + 1) == b'@';
        let second = read(self.text, raw.end + 2, Mode::Url, false);
        (differs && second.dots > 0 && self.text.get(second.start..second.end).is_some_and(has_suffix))
            .then_some(second)
    }
}

/// Whether a host ends in a public suffix below which it has a name.
fn has_suffix(host: &str) -> bool {
    host.rsplit_once('.').is_some_and(|(_, last)| suffix::of(last).is_some())
}

/// Whether a user name is there to be taken for the host. One that is an e-mail address is not.
fn looks_like_host(user_info: &str) -> bool {
    let user = user_info.split(':').next().unwrap_or(user_info).to_ascii_lowercase();
    let user = user.replace("%2e", ".").replace(['\u{3002}', '\u{ff0e}'], ".");
    let host = user.split("%2f").next().unwrap_or(&user);
    !host.contains("%40")
        && (has_suffix(host) || host == "localhost" || number::v4(host).is_some_and(|_| host.contains('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_sorted_and_short() {
        assert!(SCHEMES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(SCHEMES.iter().all(|(name, _)| name.len() <= LONGEST));
    }
}
