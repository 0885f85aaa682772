//! Dictionaries and lists as Python prints them, and as people put them together by hand.
//!
//! What is printed by `str` often went through a template first, so that a quote stands in a string that the same quote
//! delimits. A quote ends a string only where what follows fits: the end of a container, a colon, or a comma before
//! something that can be a further element.

/// How deep containers may nest.
const DEPTH: usize = 64;

/// How far a key is looked for behind a comma, in bytes.
const KEY: usize = 80;

/// The literal `text` as JSON; `None` if it is none.
pub(super) fn json(text: &str) -> Option<String> {
    let mut writer = Writer { text, at: 0, out: String::with_capacity(text.len() + text.len() / 8) };
    writer.value(0, Role::Element)?;
    writer.space();
    (writer.at == text.len()).then_some(writer.out)
}

/// What a string is in its container.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Key,
    Value,
    Element,
}

struct Writer<'t> {
    text: &'t str,
    at: usize,
    out: String,
}

impl Writer<'_> {
    fn value(&mut self, depth: usize, role: Role) -> Option<()> {
        self.space();
        match self.peek()? {
            b'{' => self.container(b'}', depth),
            b'[' => self.container(b']', depth),
            b'(' => self.container(b')', depth),
            b'"' | b'\'' => self.string(role),
            _ => self.word(),
        }
    }

    /// A dictionary, a list, a tuple or a set; what has a colon behind its first element is a dictionary.
    fn container(&mut self, close: u8, depth: usize) -> Option<()> {
        if depth >= DEPTH {
            return None;
        }
        self.at += 1;
        let opening = self.out.len();
        self.out.push('[');
        let mut is_object = false;
        let mut count = 0;
        loop {
            self.space();
            if self.peek()? == close {
                self.at += 1;
                break;
            }
            if count > 0 {
                self.out.push(',');
            }
            if is_object || count == 0 && close == b'}' {
                let start = self.out.len();
                self.key()?;
                self.space();
                if self.peek()? == b':' {
                    is_object = true;
                    self.at += 1;
                    self.out.push(':');
                    self.value(depth + 1, Role::Value)?;
                } else if is_object || self.out.len() == start {
                    return None;
                }
            } else {
                self.value(depth + 1, Role::Element)?;
            }
            count += 1;
            self.space();
            match self.peek()? {
                b',' => self.at += 1,
                mark if mark == close => {}
                _ => return None,
            }
        }
        if is_object || close == b'}' && count == 0 {
            self.out.replace_range(opening..=opening, "{");
            self.out.push('}');
        } else {
            self.out.push(']');
        }
        Some(())
    }

    /// A key as a string, whatever it is.
    fn key(&mut self) -> Option<()> {
        if matches!(self.peek()?, b'"' | b'\'') {
            return self.string(Role::Key);
        }
        let end = self.text[self.at..].find([':', ',', '}', '\n', '{', '[', '"', '\''])? + self.at;
        let key = self.text[self.at..end].trim();
        if key.is_empty() {
            return None;
        }
        self.write(key);
        self.at = end;
        Some(())
    }

    fn string(&mut self, role: Role) -> Option<()> {
        let quote = self.peek()?;
        self.at += 1;
        let mut read = String::new();
        loop {
            let rest = &self.text[self.at..];
            let stop = rest.find(['\\', char::from(quote)])?;
            read.push_str(&rest[..stop]);
            self.at += stop + 1;
            if rest.as_bytes()[stop] == b'\\' {
                self.escape(&mut read)?;
            } else if self.ends_string(role) {
                break;
            } else {
                read.push(char::from(quote));
            }
        }
        self.write(&read);
        Some(())
    }

    fn escape(&mut self, read: &mut String) -> Option<()> {
        let escaped = self.text[self.at..].chars().next()?;
        self.at += escaped.len_utf8();
        let digits = match escaped {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        match escaped {
            'n' => read.push('\n'),
            't' => read.push('\t'),
            'r' => read.push('\r'),
            'x' | 'u' | 'U' => match self.text.get(self.at..self.at + digits) {
                Some(code) if code.bytes().all(|b| b.is_ascii_hexdigit()) => {
                    let point = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
                    read.push(point.unwrap_or(char::REPLACEMENT_CHARACTER));
                    self.at += digits;
                }
                _ => read.extend(['\\', escaped]),
            },
            '\\' | '\'' | '"' | '/' => read.push(escaped),
            other => read.extend(['\\', other]),
        }
        Some(())
    }

    /// Whether the quote that was just read ends its string.
    fn ends_string(&self, role: Role) -> bool {
        let behind = self.text[self.at..].trim_start();
        match behind.bytes().next() {
            None | Some(b'}' | b']' | b')') => true,
            Some(b':') => role == Role::Key,
            Some(b',') => {
                let next = behind[1..].trim_start();
                match next.bytes().next() {
                    Some(b'}' | b']' | b')') => true,
                    Some(_) if role == Role::Value => begins_with_key(next),
                    Some(first) => matches!(
                        first,
                        b'\'' | b'"' | b'{' | b'[' | b'(' | b'-' | b'0'
                            ..=b'9' | b'N' | b'T' | b'F' | b'n' | b't' | b'f'
                    ),
                    None => false,
                }
            }
            Some(_) => false,
        }
    }

    /// A number, `None`, `True`, `datetime.date(...)`: a word, with its arguments.
    fn word(&mut self) -> Option<()> {
        let start = self.at;
        let mut open = 0_usize;
        for (at, byte) in self.text.bytes().enumerate().skip(start) {
            match byte {
                b'(' => open += 1,
                b')' if open > 0 => open -= 1,
                b',' | b'}' | b']' | b')' if open == 0 => break,
                b'\'' | b'"' | b'{' | b'[' if open == 0 => return None,
                _ => {}
            }
            self.at = at + 1;
        }
        let word = self.text.get(start..self.at)?.trim();
        match word {
            "" => return None,
            "None" | "null" => self.out.push_str("null"),
            "True" | "true" => self.out.push_str("true"),
            "False" | "false" => self.out.push_str("false"),
            _ => self.write(word),
        }
        Some(())
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(&serde_json::Value::from(text).to_string());
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}

/// Whether `'key':` stands at the start of `text`.
fn begins_with_key(text: &str) -> bool {
    let head = &text[..text.floor_char_boundary(KEY)];
    let Some(quote) = head.chars().next().filter(|c| matches!(c, '\'' | '"')) else {
        return head
            .split_once(':')
            .is_some_and(|(key, _)| key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    };
    head[1..].split_once(quote).is_some_and(|(_, behind)| behind.trim_start().starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::json;

    #[test]
    fn literals_become_json() {
        for (text, expected) in [
            ("{'a': 1, 'b': None, 'c': [True, 'x']}", r#"{"a":"1","b":null,"c":[true,"x"]}"#),
            (r#"{'a': "it's", "b": 'say "x"'}"#, r#"{"a":"it's","b":"say \"x\""}"#),
            ("('a', 'b',)", r#"["a","b"]"#),
            ("{}", "{}"),
            ("{'a', 'b'}", r#"["a","b"]"#),
            (r"{'a': 'l\n\x41\u00e9'}", "{\"a\":\"l\\nAé\"}"),
            ("{'when': datetime.date(2024, 5, 1)}", r#"{"when":"datetime.date(2024, 5, 1)"}"#),
        ] {
            assert_eq!(json(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_quote_that_a_template_left_in_a_string_does_not_end_it() {
        let text = "{'body': 'share 'Notes', 'Bills' and 'Plans'', 'to': 'a'}";
        assert_eq!(json(text).as_deref(), Some(r#"{"body":"share 'Notes', 'Bills' and 'Plans'","to":"a"}"#));
    }

    #[test]
    fn what_is_no_literal_is_none() {
        for text in ["{", "{'a'", "[1, 2", "{'a': }", "{a b c}x", "[INFO] started", "(see below) text", ""] {
            assert_eq!(json(text), None, "{text}");
        }
    }
}
