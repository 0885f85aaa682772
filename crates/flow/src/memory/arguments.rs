//! The arguments of a call as one text, each value with its pointer.

use crate::leaves::{self, Visitor};
use crate::places::Places;
use crate::views::{Layer, Segment};

/// Values that are told apart however short they are.
const EXACT: usize = 64;
/// The shortest key below the top level that is looked at: it could hold a run.
const LONG_KEY: usize = 12;

/// The values of `arguments` in order, a line each, and the long keys below the top level after them: a key is a name, but it
/// can be made to carry data. What is cut over short names is read as one, in their order.
pub(crate) fn read(arguments: &str, places: &mut Places) -> Layer {
    places.clear();
    let mut reader =
        Reader { text: Vec::with_capacity(arguments.len()), places, keys: Vec::new(), names: vec![Names::default()] };
    leaves::walk(arguments, &mut reader);
    let Reader { mut text, mut keys, names, .. } = reader;
    let cut = names.into_iter().filter(|names| names.count > 1 && names.text.len() >= LONG_KEY);
    keys.extend(cut.map(|names| (names.text, String::new())));
    for (key, pointer) in keys {
        let start = text.len();
        text.extend_from_slice(key.as_bytes());
        places.note(start, text.len(), &pointer, true);
        text.push(b'\n');
    }
    let segments = (0..places.len())
        .filter_map(|index| u32::try_from(places.start(index)?).ok())
        .map(|start| Segment { start, to: start })
        .collect();
    Layer { bytes: text, segments, ..Layer::default() }
}

struct Reader<'m> {
    text: Vec<u8>,
    places: &'m mut Places,
    keys: Vec<(String, String)>,
    /// The short names, those in a row together. A long one is a name of its own or, below the top level, a key.
    names: Vec<Names>,
}

/// Short names in a row.
#[derive(Default)]
struct Names {
    text: String,
    count: usize,
}

impl Visitor for Reader<'_> {
    const SEES_KEYS: bool = true;

    fn value(&mut self, text: &str, pointer: &str) -> bool {
        let start = self.text.len();
        self.text.extend_from_slice(text.as_bytes());
        self.places.note(start, self.text.len(), pointer, self.places.len() < EXACT);
        self.text.push(b'\n');
        true
    }

    fn key(&mut self, text: &str, pointer: &str) -> bool {
        if text.len() >= LONG_KEY {
            self.keys.push((text.to_owned(), pointer.to_owned()));
        }
        self.name(text);
        true
    }

    fn name(&mut self, text: &str) {
        if text.len() >= LONG_KEY {
            self.names.extend((self.names.len() < EXACT).then(Names::default));
        } else if let Some(names) = self.names.last_mut() {
            names.text.push_str(text);
            names.count += 1;
        }
    }
}
