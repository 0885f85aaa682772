//! Texts like those that tools return, made from a seed: the same on every machine and in every run.
//!
//! Clean means that nothing of medium confidence or above is found in them. They are full of what comes near: ids, hashes,
//! dates, sizes, versions, paths, links, prices.

mod draw;
mod records;

pub(crate) use draw::Draw;

/// Sizes that the figures are given for, in bytes.
pub(crate) const SIZES: [usize; 5] = [1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20];

/// A result as JSON with records of every sort: people, log entries, files, search results, commits, prose.
pub(crate) fn clean_json(size: usize) -> String {
    json(size, 1, |draw, turn| match turn % 7 {
        0 => records::user(draw),
        1 => records::log_entry(draw),
        2 => records::file(draw),
        3 => records::search_result(draw),
        4 => records::commit(draw),
        5 => records::document(draw),
        _ => records::ticket(draw),
    })
}

/// JSON that is nearly all numbers: measurements, times in milliseconds, row ids, places.
pub(crate) fn numbers_json(size: usize) -> String {
    json(size, 2, |draw, _| records::measurement(draw))
}

/// Clean JSON in which about one byte in a hundred belongs to a value that is to be found.
pub(crate) fn json_with_hits(size: usize) -> String {
    json(size, 3, |draw, turn| match turn % 12 {
        0 => records::person(draw),
        1 | 7 => records::log_entry(draw),
        2 | 8 => records::file(draw),
        3 | 9 => records::search_result(draw),
        4 | 10 => records::commit(draw),
        5 | 11 => records::document(draw),
        _ => records::ticket(draw),
    })
}

/// Lines of a log.
pub(crate) fn log(size: usize) -> String {
    lines(size, 4, records::log_line)
}

/// A few lines of a log in which people are named.
#[allow(dead_code, reason = "the properties use it")]
pub(crate) fn person_log(draw: &mut Draw) -> String {
    let lines: Vec<String> =
        (0..1 + draw.below(5)).map(|_| format!("{}\n{}", records::log_line(draw), records::person(draw))).collect();
    lines.join("\n")
}

/// Source code in a few languages.
pub(crate) fn source(size: usize) -> String {
    lines(size, 5, records::code)
}

fn json(size: usize, seed: u64, mut record: impl FnMut(&mut Draw, usize) -> String) -> String {
    let mut draw = Draw::new(seed);
    let mut text = String::from(r#"{"content":[{"type":"resource","items":["#);
    for turn in 0.. {
        let next = record(&mut draw, turn);
        if turn > 0 {
            if text.len() + next.len() + 24 > size {
                break;
            }
            text.push(',');
        }
        text.push_str(&next);
    }
    text.push_str(r#"]}],"isError":false}"#);
    text
}

fn lines(size: usize, seed: u64, line: impl Fn(&mut Draw) -> String) -> String {
    let mut draw = Draw::new(seed);
    let mut text = String::new();
    while text.len() < size {
        text.push_str(&line(&mut draw));
        text.push('\n');
    }
    text.truncate(text.floor_char_boundary(size));
    text
}
