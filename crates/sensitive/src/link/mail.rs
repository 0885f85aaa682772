//! The domain of an e-mail address, or the host of a repository written as `user@host:path`.

use super::read::{Mode, read};
use super::scan::Scan;
use super::suffix::{self, Suffix};
use super::{Form, Link, Trick, Tricks, place};

/// RFC 5321 allows no longer user names.
const LONGEST: usize = 64;

impl<'t, F: FnMut(Link<'t>)> Scan<'t, '_, F> {
    /// Reads the address whose `@`, or what stands for it, goes from `at` to `end`, and returns where to go on.
    pub(super) fn mail(&mut self, at: usize, end: usize) -> usize {
        let defanged = end - at > 1;
        let local_end = at - usize::from(defanged && at > 0 && self.before(at) == b' ');
        let host_start = end + usize::from(defanged && self.byte(end) == b' ');
        let Some(start) = self.local_part(local_end) else { return end };
        let in_path = self.tail.span.contains(&start) && start < self.tail.query;
        let raw = read(self.text, host_start, Mode::Bare, false);
        if raw.dots == 0 || in_path {
            return end;
        }
        let Some(host) = self.decode(&raw) else { return raw.end };
        let last = host.text.rsplit('.').next().unwrap_or_default();
        let name = host.text.rsplit('.').nth(1).unwrap_or_default();
        let own = place::reserved(&host.text) || self.internal.iter().any(|domain| place::within(&host.text, domain));
        let sound = match (suffix::of(last), host.address) {
            (_, Some(_)) => raw.dots == 3 && !host.tricks.contains(Trick::Number),
            (Some(Suffix::Plain), _) => !name.contains('_'),
            (Some(_), _) => name.bytes().any(|b| b.is_ascii_alphabetic()) && name.len() > 1 && local_end - start > 1,
            (None, _) => own,
        };
        let called = self.byte(raw.end) == b'(';
        if !sound || called {
            return raw.end;
        }
        let tricks = if defanged { Tricks::of(Trick::Defanged) } else { Tricks::NONE };
        self.floor = self.floor.max(raw.end);
        let next = self.byte(raw.end + 1);
        let repository =
            self.byte(raw.end) == b':' && (next.is_ascii_alphanumeric() || matches!(next, b'/' | b'~' | b'.' | b'_'));
        let (form, reached) = match (repository, host.address) {
            (true, _) => (Form::Url, self.repository_end(raw.end + 1)),
            (false, Some(_)) => (Form::Host, raw.end),
            (false, None) => (Form::Email, raw.end),
        };
        self.tell(start..reached, form, host, tricks, "");
        self.floor = self.floor.max(reached);
        reached
    }

    /// The end of a repository's path.
    fn repository_end(&self, from: usize) -> usize {
        let part = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'~' | b'.' | b'_' | b'-');
        let rest = self.bytes.get(from..).unwrap_or_default();
        let mut end = from + rest.iter().take_while(part).count();
        while end > from && self.byte(end - 1) == b'.' {
            end -= 1;
        }
        end
    }

    /// Where the user's name before the `@` starts; in quotes it can be anything.
    fn local_part(&self, end: usize) -> Option<usize> {
        let mut from = end.saturating_sub(LONGEST);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let before = self.text.get(from..end)?;
        if let Some(quoted) = before.strip_suffix('"') {
            let open = quoted.rfind('"')?;
            return (open + 1 < quoted.len()).then_some(from + open);
        }
        let part = |c: &char| c.is_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-');
        let length: usize = before.chars().rev().take_while(part).map(char::len_utf8).sum();
        let local = before.get(before.len() - length..)?;
        let lead = local.len() - local.trim_start_matches(['.', '%', '-']).len();
        (lead < local.len()).then_some(end - length + lead)
    }
}
