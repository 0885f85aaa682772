//! Which JSON pointer a stretch of a stream belongs to.
//!
//! A mark for each value, with its pointer. Values that are too short to hold a run share the mark before them, and
//! pointers take at most as much as the stream itself, times [`SHARE`]: past that, a value has the pointer of the one before
//! it. So places never take more memory than what they describe.

/// How many bytes of pointers there may be for each byte of the stream.
const SHARE: usize = 2;
/// Pointers that every stream may have, whatever its length.
const FLOOR: usize = 512;
/// The shortest value, and the shortest distance, that is worth a mark.
const SHORT: usize = 8;

/// The marks of one stream, in order.
#[derive(Debug, Default)]
pub(crate) struct Places {
    marks: Vec<Mark>,
    pointers: String,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    /// Where the value starts in the stream.
    start: u32,
    /// Where its pointer ends; it starts where the one before it ends.
    pointer: u32,
}

impl Places {
    /// Notes a value: `start` to `end` of the stream. `exact` marks it however short it is. Whether the last mark is of its
    /// pointer: then those that follow with the same need not be noted.
    pub(crate) fn note(&mut self, start: usize, end: usize, pointer: &str, exact: bool) -> bool {
        let Some(last) = self.marks.last() else {
            self.mark(start, pointer);
            return true;
        };
        let is_worth = exact || end - start >= SHORT || start - last.start as usize >= SHORT;
        let is_marked = self.pointer(self.marks.len()) == pointer;
        let has_room = self.pointers.len() + pointer.len() <= end * SHARE + FLOOR;
        if is_worth && has_room && !is_marked {
            self.mark(start, pointer);
            return true;
        }
        is_marked
    }

    fn mark(&mut self, start: usize, pointer: &str) {
        self.pointers.push_str(pointer);
        let (Ok(start), Ok(pointer)) = (u32::try_from(start), u32::try_from(self.pointers.len())) else { return };
        self.marks.push(Mark { start, pointer });
    }

    /// The pointer of what stands at `at`.
    pub(crate) fn at(&self, at: usize) -> &str {
        self.pointer(self.marks.partition_point(|mark| mark.start as usize <= at))
    }

    /// How many marks there are.
    pub(crate) fn len(&self) -> usize {
        self.marks.len()
    }

    /// Where mark `index` starts.
    pub(crate) fn start(&self, index: usize) -> Option<usize> {
        self.marks.get(index).map(|mark| mark.start as usize)
    }

    /// The pointer of mark `number`, counted from one; the whole document for none.
    pub(crate) fn pointer(&self, number: usize) -> &str {
        let Some(mark) = number.checked_sub(1).and_then(|index| self.marks.get(index)) else { return "" };
        let start = number.checked_sub(2).and_then(|index| self.marks.get(index)).map_or(0, |before| before.pointer);
        &self.pointers[start as usize..mark.pointer as usize]
    }

    pub(crate) fn clear(&mut self) {
        self.marks.clear();
        self.pointers.clear();
    }

    pub(crate) fn shrink(&mut self) {
        self.marks.shrink_to_fit();
        self.pointers.shrink_to_fit();
    }

    /// What it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.marks.capacity() * size_of::<Mark>() + self.pointers.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_that_of_the_value_before_it() {
        let mut places = Places::default();
        assert_eq!(places.at(5), "");
        places.note(0, 20, "/a", false);
        places.note(20, 22, "/b", false);
        places.note(22, 24, "/c", false);
        places.note(24, 40, "/d", false);
        let found: Vec<_> = [0, 19, 21, 23, 30].map(|at| places.at(at)).to_vec();
        assert_eq!(found, ["/a", "/a", "/b", "/b", "/d"]);
    }

    #[test]
    fn pointers_never_outgrow_the_stream() {
        let mut places = Places::default();
        let long = "/x".repeat(100);
        for at in 0..10_000 {
            places.note(at * 8, at * 8 + 8, &format!("{long}/{at}"), false);
        }
        assert!(places.pointers.len() <= 80_000 * SHARE + FLOOR);
    }
}
