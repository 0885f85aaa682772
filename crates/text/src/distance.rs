//! How far apart two spellings are.

/// How many letters must be put in, left out, changed or swapped with their neighbour to turn `one` into `other`.
///
/// The cost is the product of the lengths: cut what strangers wrote before asking.
///
/// ```
/// use vetgate_text::distance::slips;
/// let letters = |word: &str| word.chars().collect::<Vec<_>>();
/// assert_eq!(slips(&letters("recieve"), &letters("receive")), 1);
/// assert_eq!(slips(&letters("kitten"), &letters("sitting")), 3);
/// ```
pub fn slips(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = vec![];
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, a) in one.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, b) in other.iter().enumerate() {
            let mut least = (above[column] + usize::from(a != b)).min(above[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *a == other[column - 1] && one[row - 1] == *b {
                least = least.min(before[column - 1] + 1);
            }
            current.push(least);
        }
        before = std::mem::replace(&mut above, current);
    }
    above[other.len()]
}

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn every_slip_counts_one() {
        let of = |a: &str, b: &str| slips(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!((of("kitten", "sitting"), of("", "ab"), of("a", "a"), of("ab", "ba")), (3, 2, 0, 1));
    }
}
