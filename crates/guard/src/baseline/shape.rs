//! What arguments look like, whatever they say: which keys there are, and of which types.
//!
//! Hot path: one pass over the JSON and no allocation; 1 KB in about a microsecond (benchmark `shape` of `baseline`).
//! Total: what is no JSON has some shape, too. Bounded: [`MOST`] different keys and [`DEEPEST`] levels; a shape that is
//! cut says so.

use super::name;
use memchr::memchr2;
use std::fmt;
use vetgate_text::render::safe;

/// How many different keys a shape tells apart.
pub(super) const MOST: usize = 64;
/// How many levels a shape goes down.
const DEEPEST: usize = 16;
/// How many characters of a pointer are shown.
const LONGEST: usize = 120;
/// Slots of the table that finds a key again; twice as many as there are keys, so that some are always free.
const SLOTS: usize = 2 * MOST;
/// No key: the arguments themselves, or one that found no place.
const NONE: u8 = u8::MAX;
/// Bytes that UTF-8 never has stand before a key and for any element of an array.
const KEY: u8 = 0xFE;
const ELEMENT: u8 = 0xFF;

/// The types of JSON, as bits: a key may have been of several.
pub(super) mod kinds {
    pub(crate) const OBJECT: u8 = 1;
    pub(crate) const ARRAY: u8 = 2;
    pub(crate) const STRING: u8 = 4;
    pub(crate) const NUMBER: u8 = 8;
    pub(crate) const BOOLEAN: u8 = 16;
    pub(crate) const NULL: u8 = 32;

    /// The names of the types in `kinds`.
    pub(crate) fn names(kinds: u8) -> impl Iterator<Item = &'static str> {
        let all = [
            (OBJECT, "object"),
            (ARRAY, "array"),
            (STRING, "string"),
            (NUMBER, "number"),
            (BOOLEAN, "boolean"),
            (NULL, "null"),
        ];
        all.into_iter().filter(move |(kind, _)| kinds & kind != 0).map(|(_, name)| name)
    }
}

/// What the arguments of one call look like.
///
/// ```
/// use vetgate_guard::Shape;
/// let shape = Shape::of(r#"{ "to": ["ann"], "urgent": true }"#);
/// assert_eq!(shape.pointers(), ["/to", "/to/*", "/urgent"]);
/// ```
#[derive(Clone)]
pub struct Shape<'a> {
    arguments: &'a str,
    keys: [Key; MOST],
    count: usize,
    slots: [u8; SLOTS],
    is_cut: bool,
}

#[derive(Debug, Clone, Copy)]
struct Key {
    id: u64,
    /// Where its name stands in the arguments; nowhere for the elements of an array.
    start: usize,
    end: usize,
    above: u8,
    kinds: u8,
}

/// An object or array that is open.
#[derive(Debug, Clone, Copy)]
struct Frame {
    id: u64,
    key: u8,
    is_object: bool,
}

impl<'a> Shape<'a> {
    /// The shape of `arguments`, which are JSON.
    pub fn of(arguments: &'a str) -> Self {
        let nothing = Key { id: 0, start: 0, end: 0, above: NONE, kinds: 0 };
        let mut shape = Self { arguments, keys: [nothing; MOST], count: 0, slots: [NONE; SLOTS], is_cut: false };
        shape.read();
        shape
    }

    /// How long the arguments are.
    pub fn bytes(&self) -> u64 {
        self.arguments.len() as u64
    }

    /// The keys as JSON pointers, `*` for any element of an array; what does not look like a name is shown as its length.
    pub fn pointers(&self) -> Vec<String> {
        (0..self.count).map(|at| self.pointer(at)).collect()
    }

    /// Whether there are more keys or levels than it tells.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The id and the types of every key; its place is for [`Self::pointer`].
    pub(super) fn keys(&self) -> impl Iterator<Item = (usize, u64, u8)> {
        self.keys[..self.count].iter().enumerate().map(|(at, key)| (at, key.id, key.kinds))
    }

    pub(super) fn pointer(&self, at: usize) -> String {
        let mut steps = vec![];
        let mut next = self.keys.get(at);
        while let Some(key) = next {
            steps.push(match key.start {
                0 => "*".to_owned(),
                start => name::shown(self.arguments.get(start..key.end).unwrap_or_default()),
            });
            next = self.keys.get(usize::from(key.above));
        }
        let pointer: String = steps.iter().rev().flat_map(|step| ["/", step]).collect();
        safe(&pointer, LONGEST)
    }

    fn read(&mut self) {
        let bytes = self.arguments.as_bytes();
        let mut open = [Frame { id: name::ROOT, key: NONE, is_object: false }; DEEPEST];
        let (mut depth, mut beyond) = (0_usize, 0_usize);
        let mut awaits_key = false;
        let mut name = (0, 0);
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let kind = match byte {
                b'"' => {
                    let end = end_of_string(bytes, at + 1);
                    let start = std::mem::replace(&mut at, end + 1) + 1;
                    if awaits_key {
                        (awaits_key, name) = (false, (start, end.min(bytes.len())));
                        continue;
                    }
                    kinds::STRING
                }
                b'{' => kinds::OBJECT,
                b'[' => kinds::ARRAY,
                b'}' | b']' => {
                    if beyond > 0 {
                        beyond -= 1;
                    } else {
                        depth = depth.saturating_sub(1);
                    }
                    (awaits_key, at) = (false, at + 1);
                    continue;
                }
                b',' => {
                    awaits_key = beyond == 0 && depth > 0 && open[depth - 1].is_object;
                    at += 1;
                    continue;
                }
                b'-' | b'0'..=b'9' => kinds::NUMBER,
                b't' | b'f' => kinds::BOOLEAN,
                b'n' => kinds::NULL,
                _ => {
                    at += 1;
                    continue;
                }
            };
            let is_container = matches!(byte, b'{' | b'[');
            let mut frame = Frame { id: name::ROOT, key: NONE, is_object: byte == b'{' };
            if depth > 0 && beyond == 0 {
                (frame.id, frame.key) = self.note(open[depth - 1], name, kind);
            }
            match byte {
                b'"' => {}
                _ if is_container => {
                    if depth < DEEPEST {
                        open[depth] = frame;
                        depth += 1;
                    } else {
                        beyond += 1;
                        self.is_cut = true;
                    }
                    (awaits_key, at) = (beyond == 0 && byte == b'{', at + 1);
                }
                _ => at += end_of_word(&bytes[at..]),
            }
        }
    }

    /// Takes down a value in an open object or array: the id of its key, and its place if it found one.
    fn note(&mut self, frame: Frame, (start, end): (usize, usize), kind: u8) -> (u64, u8) {
        let (id, start, end) = if frame.is_object {
            let name = self.arguments.as_bytes().get(start..end).unwrap_or_default();
            (name::id(frame.id, std::iter::once(KEY).chain(name.iter().copied())), start, end)
        } else {
            (name::id(frame.id, std::iter::once(ELEMENT)), 0, 0)
        };
        let mut slot = (id ^ (id >> 32)) as usize % SLOTS;
        loop {
            match self.slots[slot] {
                NONE if self.count == MOST => {
                    self.is_cut = true;
                    return (id, NONE);
                }
                NONE => break,
                at if self.keys[usize::from(at)].id == id => {
                    self.keys[usize::from(at)].kinds |= kind;
                    return (id, at);
                }
                _ => slot = (slot + 1) % SLOTS,
            }
        }
        let at = self.count as u8;
        self.slots[slot] = at;
        self.keys[self.count] = Key { id, start, end, above: frame.key, kinds: kind };
        self.count += 1;
        (id, at)
    }
}

impl fmt::Debug for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.pointers()).finish()
    }
}

/// Where the string ends that begins at `at`: at its closing quote, or with the text.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found;
        if bytes[at] == b'"' {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

/// How long a number, `true`, `false` or `null` is; at least one byte.
fn end_of_word(bytes: &[u8]) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
    bytes.iter().position(|byte| !is_part(byte)).unwrap_or(bytes.len()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seen(arguments: &str) -> Vec<(String, String)> {
        let shape = Shape::of(arguments);
        let types = |kinds| kinds::names(kinds).collect::<Vec<_>>().join("|");
        shape.keys().map(|(at, _, kinds)| (shape.pointer(at), types(kinds))).collect()
    }

    #[test]
    fn keys_have_their_place_and_their_types() {
        let cases: &[(&str, &[(&str, &str)])] = &[
            ("{}", &[]),
            ("", &[]),
            ("7", &[]),
            (r#"{"a":1}"#, &[("/a", "number")]),
            (
                r#"{"a":{"b":null,"c":[true,"x"]}}"#,
                &[("/a", "object"), ("/a/b", "null"), ("/a/c", "array"), ("/a/c/*", "string|boolean")],
            ),
            (
                r#"{ "list" : [ {"id":1} , {"id":"2","n":-1e9} ] }"#,
                &[("/list", "array"), ("/list/*", "object"), ("/list/*/id", "string|number"), ("/list/*/n", "number")],
            ),
            (r#"{"a\"b":"}{","c":"\\"}"#, &[("/<4 characters>", "string"), ("/c", "string")]),
            (r#"{"a":{},"b":[],"c":false}"#, &[("/a", "object"), ("/b", "array"), ("/c", "boolean")]),
            (r#"{"a":1,"a":"x"}"#, &[("/a", "string|number")]),
        ];
        for (arguments, expected) in cases {
            let expected: Vec<_> = expected.iter().map(|(at, kind)| ((*at).to_owned(), (*kind).to_owned())).collect();
            assert_eq!(seen(arguments), expected, "{arguments}");
        }
    }

    #[test]
    fn keys_with_slashes_are_not_taken_for_levels() {
        let id = |text| Shape::of(text).keys().last().expect("there are keys").1;
        assert_ne!(id(r#"{"a":{"b":1}}"#), id(r#"{"a/b":1}"#));
        assert_ne!(id(r#"{"a":[1]}"#), id(r#"{"a":{"*":1}}"#));
        assert_eq!(id(r#"{"x":2,"a":[1]}"#), id(r#"{"a":["y"]}"#));
    }

    #[test]
    fn too_many_keys_or_levels_are_told() {
        let keys = |count: usize| {
            let keys: Vec<String> = (0..count).map(|at| format!("\"k{at}\":1")).collect();
            format!("{{{}}}", keys.join(","))
        };
        let (all, cut) = (keys(MOST), keys(MOST + 1));
        assert!(!Shape::of(&all).is_cut());
        assert!(Shape::of(&cut).is_cut());
        assert_eq!(Shape::of(&cut).pointers().len(), MOST);
        let nested = |levels: usize| format!("{}{}", r#"{"a":"#.repeat(levels), "}".repeat(levels));
        assert!(!Shape::of(&nested(DEEPEST)).is_cut());
        assert!(Shape::of(&nested(DEEPEST + 1)).is_cut());
        let around = format!(r#"{{"a":{},"z":1}}"#, nested(40));
        assert_eq!(Shape::of(&around).pointers().last().map(String::as_str), Some("/z"));
    }

    proptest! {
        #[test]
        fn anything_has_a_shape(text in r#"[{}\[\]",:\\a-c01tfn \u{202E}é]{0,200}"#) {
            let shape = Shape::of(&text);
            prop_assert!(shape.pointers().len() <= MOST);
        }

        #[test]
        fn json_of_any_form_has_the_keys_that_it_has(names in proptest::collection::btree_set("[a-z]{1,6}", 0..20)) {
            let object: serde_json::Map<_, _> = names.iter().map(|name| (name.clone(), serde_json::json!([1, {}]))).collect();
            for text in [serde_json::to_string(&object), serde_json::to_string_pretty(&object)] {
                let text = text.expect("it is JSON");
                let top: std::collections::BTreeSet<String> =
                    Shape::of(&text).pointers().into_iter().filter(|at| !at.ends_with('*')).map(|at| at[1..].to_owned()).collect();
                prop_assert_eq!(&top, &names);
            }
        }
    }
}
