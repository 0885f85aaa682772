//! A host without a scheme: told from file names, fields, numbers and sentences by what it ends in and stands beside.

use super::host::Host;
use super::read::{Mode, Raw, near, read};
use super::scan::Scan;
use super::suffix::{self, Suffix};
use super::{Form, Link, Trick, Tricks, collectors, context, lookalike, place};
use std::net::IpAddr;

/// What stands before a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// Nothing that matters.
    Free,
    /// Two slashes where a value begins: a link that takes its scheme from its page.
    Slashes,
    /// A part of a name that is filled in later, or a dot: only the rest is known.
    Part,
}

impl<'t, F: FnMut(Link<'t>)> Scan<'t, '_, F> {
    /// Reads the host whose first dot, or its stand-in, is at `dot`, and returns where to go on.
    pub(super) fn dotted(&mut self, dot: usize) -> usize {
        if dot < self.floor {
            return dot + 1;
        }
        let start = self.first_label(dot);
        if start == dot {
            return dot + 1;
        }
        let mut raw = read(self.text, start, Mode::Bare, false);
        self.floor = self.floor.max(raw.end);
        if raw.dots == 0 || raw.end <= dot {
            return dot + 1;
        }
        let go_on = raw.end;
        let mail = self.byte(raw.end) == b'@' || self.byte(raw.end) == b'(' && self.byte(raw.end - 1) != b')';
        if mail || self.byte(raw.end) == b'_' || self.in_path(start) {
            return go_on;
        }
        let mut tricks = Tricks::NONE;
        if let Some(lead) = self.lead(&mut raw, &mut tricks) {
            self.judge(&raw, lead, tricks);
        }
        self.floor.max(go_on)
    }

    /// Where the label before the dot at `dot` starts.
    fn first_label(&self, dot: usize) -> usize {
        let mut end = dot;
        if matches!(self.before(end), b'[' | b'(' | b'{') {
            end -= 1;
        }
        if end < dot || matches!(self.byte(dot), b'[' | b'(' | b'{') {
            end -= usize::from(self.before(end) == b' ' && end > 0);
        }
        let Some(before) = self.text.get(self.floor..end) else { return dot };
        let label = before.get(before.len() - label_length(before)..).unwrap_or_default();
        let length = label.len();
        let lead = label.len() - label.trim_start_matches(|c| c == '-' || lookalike::unseen(c)).len();
        if length == lead { dot } else { end - length + lead }
    }

    /// Whether `start` lies in the path of a link already told, or in its query but not as a value.
    fn in_path(&self, start: usize) -> bool {
        let value = start >= self.tail.query && matches!(self.before(start), b'=' | b'/' | b'%');
        self.tail.span.contains(&start) && !value
    }

    /// Looks at what stands before the host, and cuts off what does not belong to it. `None` if it is no host.
    fn lead(&self, raw: &mut Raw, tricks: &mut Tricks) -> Option<Lead> {
        let start = raw.start;
        let second = self.before(start.saturating_sub(1));
        let value = |at: usize| {
            let free =
                at == 0 || matches!(self.before(at), b'"' | b'\'' | b'=' | b'(' | b'`' | b',' | b'>' | b':' | b'[');
            Some(if free { Lead::Slashes } else { Lead::Free })
        };
        match self.before(start) {
            b'/' if second == b'/' => value(start - 2),
            b'\\' if second == b'\\' => {
                tricks.add(Trick::Separator);
                value(start - 2)
            }
            b'/' if second == b'\\' => {
                let escaped = self.bytes.get(..start).is_some_and(|before| before.ends_with(b"\\/\\/"));
                if !escaped {
                    tricks.add(Trick::Separator);
                }
                value(start.saturating_sub(if escaped { 4 } else { 2 }))
            }
            b'\\' if second == b'/' => {
                tricks.add(Trick::Separator);
                value(start - 2)
            }
            b'\\' if matches!(self.byte(start), b'n' | b't' | b'r') && raw.dots > 0 => {
                raw.start += 1;
                Some(Lead::Free)
            }
            b'/' | b'\\' | b'@' => None,
            b'>' if second == b'-' => None,
            b':' if second == b':' => None,
            b'.' => {
                let open = matches!(second, b')' | b'}' | b'`' | b'*' | b'"' | b'\'' | b'=' | b' ') && start > 0;
                open.then_some(Lead::Part)
            }
            b'%' => {
                let escape = self.bytes.get(start..start + 2)?;
                if !escape.iter().all(u8::is_ascii_hexdigit) {
                    return self.drop_label(raw);
                }
                let slashes = self
                    .bytes
                    .get(..start + 2)
                    .is_some_and(|b| b.len() >= 6 && b[b.len() - 6..].eq_ignore_ascii_case(b"%2f%2f"));
                raw.start += 2;
                (raw.start < raw.last).then_some(if slashes { Lead::Slashes } else { Lead::Free })
            }
            b'$' => self.drop_label(raw),
            _ => Some(Lead::Free),
        }
    }

    /// Drops the first label, which is a variable.
    fn drop_label(&self, raw: &mut Raw) -> Option<Lead> {
        let host = self.bytes.get(raw.start..raw.end)?;
        raw.start += memchr::memchr(b'.', host)? + 1;
        raw.dots = raw.dots.checked_sub(1).filter(|dots| *dots > 0)?;
        Some(Lead::Part)
    }

    /// Weighs what speaks for a host, and tells of it.
    fn judge(&mut self, raw: &Raw, lead: Lead, tricks: Tricks) {
        let Some(last) = self.text.get(raw.last..raw.end) else { return };
        if last.bytes().next().is_some_and(|b| b.is_ascii_digit()) {
            return self.judge_address(raw, lead, tricks);
        }
        let suffix = if last.is_ascii() { suffix::of(last) } else { None };
        let own =
            !self.internal.is_empty() || matches!(last, "internal" | "local" | "lan" | "intranet" | "corp" | "arpa");
        if suffix.is_none() && last.is_ascii() && !own {
            return;
        }
        let Some(host) = self.decode(raw) else { return };
        let suffix = suffix.or_else(|| host.text.rsplit('.').next().and_then(suffix::of));
        let sure =
            place::metadata(&host.text, None) || self.internal.iter().any(|domain| place::within(&host.text, domain));
        if sure || self.speaks_for(raw, lead, &host, suffix) {
            self.tell_bare(raw, lead, host, tricks);
        }
    }

    fn speaks_for(&self, raw: &Raw, lead: Lead, host: &Host<'_>, suffix: Option<Suffix>) -> bool {
        let written = self.text.get(raw.start..raw.end).unwrap_or_default();
        let first = host.text.split('.').next().unwrap_or_default();
        let called = self.byte(raw.end) == b'(';
        let www = first == "www" && raw.dots > 1 || lead == Lead::Slashes;
        if called && !www {
            return false;
        }
        let Some(suffix) = suffix else {
            let dotted = raw.dots > 1 || self.port(raw.end) > raw.end;
            return place::reserved(&host.text) && dotted && !context::receiver(first) && lead == Lead::Free;
        };
        if !self.sound_labels(written, &host.text, suffix) {
            return false;
        }
        if lead == Lead::Part {
            return suffix == Suffix::Plain && raw.dots > 0 && !camel(written);
        }
        let next = (self.byte(raw.end), self.byte(raw.end + 1));
        let path = next.0 == b'/' && (next.1.is_ascii_alphabetic() || matches!(next.1, b'~' | b'?' | b'#' | b'@'));
        let port = self.port(raw.end);
        let ported = port > raw.end + 2;
        let common = matches!(suffix, Suffix::Plain | Suffix::Loose);
        if www || raw.tricks.contains(Trick::Defanged) && (common || !written.contains(' ')) {
            return true;
        }
        if context::package_root(first) && !host.text.ends_with(".com") || context::product(&host.text) {
            return false;
        }
        let alone = self.alone(raw);
        let short = raw.dots == 1
            && (first.len() == 1 || first.len() == 2 && host.text.len() == 5 || digits(first) && host.text.len() < 8);
        let field = context::receiver(first) && if raw.dots > 1 { !context::service(first) } else { first.len() > 1 };
        let counted = host.text.rsplit('.').nth(1).is_some_and(|name| name.len() < 3 && digits(name));
        let code = field || short || counted;
        if collectors::family(&host.text, "/").is_some() && (path || alone || !code) {
            return true;
        }
        match suffix {
            Suffix::Plain => path || ported || !field && (alone || !short && !counted),
            Suffix::Loose => path || ported || alone && !code || raw.dots > 1 && !code && written == host.text,
            Suffix::Member => !code && (path || ported),
            Suffix::Extension => {
                path && !code || ported && self.byte(port) == b'/' || raw.dots > 1 && context::service(first)
            }
        }
    }

    /// Whether the labels are spelt as those of hosts are.
    fn sound_labels(&self, written: &str, host: &str, suffix: Suffix) -> bool {
        let last = written.rsplit(['.', ']', ')', '}', ' ']).next().unwrap_or_default();
        let lower = !last.bytes().any(|b| b.is_ascii_uppercase());
        let upper = !written.bytes().any(|b| b.is_ascii_lowercase());
        let common = [".com", ".net", ".org"].iter().any(|end| host.ends_with(end));
        let cased = lower && (common || !camel(written)) || upper && suffix == Suffix::Plain || last == "Com";
        let mut labels = host.rsplit('.').skip(1);
        let name = labels.next().unwrap_or_default();
        let named = !name.contains('_') && !name.starts_with('-') && !name.ends_with('-');
        let below = host.split('.').skip(1).all(|label| !label.starts_with('_'));
        cased && named && below && labels.all(|label| !label.ends_with('-'))
    }

    /// Whether the host is the whole text.
    fn alone(&self, raw: &Raw) -> bool {
        let around = |part: Option<&str>| part.is_some_and(|part| part.trim().is_empty());
        let few = raw.start <= 8 && self.text.len() - raw.end <= 8;
        few && around(self.text.get(..raw.start))
            && around(self.text.get(raw.end..).map(|rest| rest.trim_start_matches('/')))
    }

    /// Four numbers are an address unless they are as small as those of versions.
    fn judge_address(&mut self, raw: &Raw, lead: Lead, tricks: Tricks) {
        if raw.dots != 3 || lead == Lead::Part || matches!(self.byte(raw.end), b'+' | b'-') {
            return;
        }
        let Some(written) = self.text.get(raw.start..raw.end) else { return };
        let Some(host) = self.decode(raw) else { return };
        let Some(IpAddr::V4(address)) = host.address else { return };
        let hexadecimal = written.contains("0x") || written.contains("0X");
        if host.tricks.contains(Trick::Number) && !hexadecimal {
            return;
        }
        let octets = address.octets();
        let small = octets.iter().all(|octet| *octet < 40) && !matches!(octets[0], 0 | 10);
        let known = matches!(octets, [1, 1, 1, 1] | [8, 8, 8, 8] | [8, 8, 4, 4] | [9, 9, 9, 9] | [1, 0, 0, 1]);
        // Object identifiers of directories and keys.
        let registered = matches!(octets, [1, 3, ..] | [2, 5, ..]) && !self.alone(raw);
        if !(small || registered) || known || self.port(raw.end) > raw.end || lead == Lead::Slashes {
            self.tell_bare(raw, lead, host, tricks);
        }
    }

    fn tell_bare(&mut self, raw: &Raw, lead: Lead, host: Host<'t>, tricks: Tricks) {
        let end = self.port(raw.end);
        let tail = self.read_tail(end);
        let form = if lead == Lead::Slashes { Form::Url } else { Form::Host };
        let text = self.text;
        self.floor = self.floor.max(end);
        self.tell(raw.start..tail.end.max(end), form, host, tricks, text.get(tail).unwrap_or_default());
    }
}

/// How much of the end of `text` can be a label.
fn label_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let other = bytes.iter().rposition(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')));
    // Only behind a letter beyond ASCII is there more to look at than bytes.
    if other.is_none_or(|other| bytes[other].is_ascii()) {
        return bytes.len() - other.map_or(0, |other| other + 1);
    }
    let part = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || near(*c) || lookalike::unseen(*c);
    text.chars().rev().take_while(part).map(char::len_utf8).sum()
}

/// Whether a capital follows a small letter, as names in code have it.
fn camel(written: &str) -> bool {
    written.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

fn digits(label: &str) -> bool {
    label.bytes().all(|b| b.is_ascii_digit())
}
