//! Any schema asks for headers or is refused; the headers that are made for arguments are those that are accepted with them.
//!
//! Pieces: the schema, the arguments, and a header's name and value.

use super::pieces;
use crate::gateway::mirror::Mirrored;

pub(crate) fn run(input: &str) {
    let [schema, arguments, name, value] = pieces(input);
    let Ok(mirrored) = Mirrored::of_schema(schema) else { return };
    let headers = mirrored.headers(arguments);
    for (name, value) in &headers {
        assert!(name.bytes().chain(value.bytes()).all(|byte| matches!(byte, b' '..=b'~')), "{name:?}: {value:?}");
    }
    let checked = mirrored.check(&headers, arguments);
    assert!(
        checked.is_ok() || headers.is_empty() || format!("{checked:?}").contains("Ambiguous"),
        "{headers:?}: {checked:?}"
    );
    let _ = mirrored.check(&[(name.to_owned(), value.to_owned())], arguments).map_err(|mismatch| mismatch.to_string());
}
