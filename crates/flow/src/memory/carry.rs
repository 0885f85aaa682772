//! What earlier calls ended with, so that a run cut over several calls is still seen.
//!
//! One lane for each tool, argument and encoding: the last canonical characters that went out there, and where each call's
//! part ended. A value is looked up joined to the tail of its lane; only a match that goes across the seam is news.
//!
//! Guarantees: at most [`LANES`] lanes of [`TAIL`] bytes; the lane that was used longest ago gives way.

/// How many bytes of what went before are kept.
pub(crate) const TAIL: usize = 96;
/// How many bytes of a new value are joined to it.
const HEAD: usize = 160;
/// How many lanes there are.
const LANES: usize = 128;
/// How many seams of a tail are kept.
const SEAMS: usize = 16;

/// All lanes of a session.
#[derive(Debug, Default)]
pub(crate) struct Carry {
    lanes: Vec<Lane>,
    time: u64,
}

#[derive(Debug, Default)]
struct Lane {
    key: Box<str>,
    tail: Vec<u8>,
    /// Where the parts of the tail end.
    seams: Vec<u8>,
    used: u64,
}

/// A value joined to what went out before it.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    pub(crate) text: Vec<u8>,
    /// Where the parts end, the last of them where the new value starts.
    pub(crate) seams: Vec<usize>,
}

impl Joined {
    /// In how many calls the stretch went out, if it goes across the last seam.
    pub(crate) fn pieces(&self, start: usize, end: usize) -> Option<u32> {
        let last = *self.seams.last()?;
        let crossed = self.seams.iter().filter(|seam| start < **seam && **seam < end).count();
        (start < last && last < end).then(|| u32::try_from(crossed + 1).unwrap_or(u32::MAX))
    }
}

impl Carry {
    /// A new call begins.
    pub(crate) fn begin(&mut self) {
        self.time += 1;
    }

    /// Joins `value` to the tail of lane `key` in `joined`, and leaves its own end there. False if nothing went before it in
    /// another call.
    pub(crate) fn join(&mut self, key: &str, value: &[u8], joined: &mut Joined) -> bool {
        if value.is_empty() {
            return false;
        }
        let time = self.time;
        let lane = self.lane(key);
        let is_same_call = lane.used == time && !lane.tail.is_empty();
        lane.used = time;
        if is_same_call {
            // More of one value: it was looked up as a whole, and ends where this ends.
            lane.seams.pop();
            lane.append(value);
            return false;
        }
        joined.text.clear();
        joined.text.extend_from_slice(&lane.tail);
        joined.text.extend_from_slice(&value[..value.len().min(HEAD)]);
        joined.seams.clear();
        joined.seams.extend(lane.seams.iter().map(|seam| usize::from(*seam)));
        let was_empty = lane.tail.is_empty();
        lane.append(value);
        !was_empty
    }

    fn lane(&mut self, key: &str) -> &mut Lane {
        let at = self.lanes.iter().position(|lane| *lane.key == *key).unwrap_or_else(|| {
            let lane = Lane { key: key.into(), ..Lane::default() };
            if self.lanes.len() < LANES {
                self.lanes.push(lane);
                return self.lanes.len() - 1;
            }
            let oldest = (0..LANES).min_by_key(|at| self.lanes[*at].used).unwrap_or_default();
            self.lanes[oldest] = lane;
            oldest
        });
        &mut self.lanes[at]
    }

    /// What they take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let each = |lane: &Lane| lane.key.len() + lane.tail.capacity() + lane.seams.capacity();
        self.lanes.capacity() * size_of::<Lane>() + self.lanes.iter().map(each).sum::<usize>()
    }
}

impl Lane {
    fn append(&mut self, value: &[u8]) {
        let kept = &value[value.len().saturating_sub(TAIL)..];
        // In steps of four, so that a tail of base64 stays in step.
        let dropped = (self.tail.len() + kept.len()).saturating_sub(TAIL).next_multiple_of(4).min(self.tail.len());
        self.tail.drain(..dropped);
        self.seams.retain_mut(|seam| {
            *seam = seam.saturating_sub(u8::try_from(dropped).unwrap_or(u8::MAX));
            *seam > 0
        });
        if self.seams.len() == SEAMS {
            self.seams.remove(0);
        }
        self.tail.extend_from_slice(kept);
        self.seams.push(u8::try_from(self.tail.len()).unwrap_or(u8::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_joined_to_what_went_before_it() {
        let mut carry = Carry::default();
        let mut joined = Joined::default();
        carry.begin();
        assert!(!carry.join("a", b"on", &mut joined));
        assert!(!carry.join("a", b"e", &mut joined));
        carry.begin();
        assert!(carry.join("a", b"two", &mut joined));
        assert!(!carry.join("b", b"other", &mut joined));
        carry.begin();
        assert!(carry.join("a", b"three", &mut joined));
        assert_eq!(joined.text, b"onetwothree");
        assert_eq!(joined.seams, [3, 6]);
        assert_eq!([joined.pieces(0, 11), joined.pieces(4, 9), joined.pieces(0, 6)], [Some(3), Some(2), None]);
    }

    #[test]
    fn tails_and_lanes_are_bounded() {
        let mut carry = Carry::default();
        let mut joined = Joined::default();
        for turn in 0..40_u32 {
            carry.begin();
            carry.join("a", &[b'x'; 7], &mut joined);
            carry.join("long", &[b'y'; 1000], &mut joined);
            assert!(joined.text.len() <= TAIL + HEAD, "{turn}");
        }
        assert!(carry.lanes.iter().all(|lane| lane.tail.len() <= TAIL && lane.seams.len() <= SEAMS));
        for lane in 0..1000 {
            carry.join(&format!("lane {lane}"), b"x", &mut joined);
        }
        assert_eq!(carry.lanes.len(), LANES);
    }
}
