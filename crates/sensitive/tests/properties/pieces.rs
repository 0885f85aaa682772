//! Where a document is cut on its way makes no difference.

use crate::documents::Planted;
use crate::texts::{self, Draw};
use crate::{DETECTOR, shown};
use proptest::prelude::*;
use vetgate_sensitive::{Grade, Inspector, Masker, Match, Redactor};

/// The pieces between random cuts; many small ones or a few large ones.
fn pieces<'t>(text: &'t [u8], draw: &mut Draw) -> Vec<&'t [u8]> {
    let most = [2, 7, 50, 1000][draw.below(4) as usize];
    let mut rest = text;
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((draw.below(most) as usize).min(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Everything that is found when the document comes in these pieces.
fn inspected(pieces: &[&[u8]]) -> Vec<Match> {
    let mut matches = Vec::new();
    let mut inspector = Inspector::new(&DETECTOR);
    for piece in pieces {
        inspector.push(piece, &mut |found| matches.push(found));
    }
    inspector.finish(&mut |found| matches.push(found));
    matches
}

/// The document without its values when it comes in these pieces.
fn redacted(pieces: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut redactor = Redactor::new(&DETECTOR, Masker::redact(), Grade::Medium);
    for piece in pieces {
        redactor.push(piece, &mut out);
    }
    redactor.finish(&mut out);
    out
}

fn same_in_pieces(text: &[u8], draw: &mut Draw) -> Result<(), TestCaseError> {
    let pieces = pieces(text, draw);
    prop_assert_eq!(inspected(&pieces), DETECTOR.inspect(text), "{}", String::from_utf8_lossy(text));
    let whole = DETECTOR.redact(text, Masker::redact(), Grade::Medium);
    prop_assert_eq!(redacted(&pieces), whole, "{}", String::from_utf8_lossy(text));
    Ok(())
}

/// A document that looks real: of one sort, or the end of one and the start of another.
fn document(draw: &mut Draw) -> String {
    let one = |draw: &mut Draw| match draw.below(5) {
        0 => texts::person_log(draw),
        1 => texts::json_with_hits(400 + draw.below(2000) as usize),
        2 => texts::source(draw.below(600) as usize),
        _ => Planted::new(draw).text(draw),
    };
    let first = one(draw);
    match draw.below(4) {
        0 => format!("{first}\n{}", one(draw)),
        1 => first[first.floor_char_boundary(draw.below(first.len() as u64 + 1) as usize)..].to_owned(),
        2 => first[..first.floor_char_boundary(draw.below(first.len() as u64 + 1) as usize)].to_owned(),
        _ => first,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn documents_in_pieces_give_the_same(seed: u64) {
        let mut draw = Draw::new(seed);
        let text = document(&mut draw);
        same_in_pieces(text.as_bytes(), &mut draw)?;
    }

    #[test]
    fn any_bytes_in_pieces_give_the_same(bytes in proptest::collection::vec(any::<u8>(), 0..300), seed: u64) {
        same_in_pieces(&bytes, &mut Draw::new(seed))?;
    }

    #[test]
    fn near_json_in_pieces_gives_the_same(text in r#"[\[\]{}",:a0-9\\ \n.@-]{0,60}"#, seed: u64) {
        same_in_pieces(text.as_bytes(), &mut Draw::new(seed))?;
    }

    #[test]
    fn spans_are_in_order_and_inside(seed: u64) {
        let text = document(&mut Draw::new(seed));
        let mut end = 0;
        for found in shown(text.as_bytes()) {
            prop_assert!(found.span.start >= end && found.span.end <= text.len() && !found.span.is_empty(), "{found:?}");
            end = found.span.end;
        }
    }
}
