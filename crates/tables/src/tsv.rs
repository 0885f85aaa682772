//! Tables with a column between tabs.

use crate::provenance;
use crate::raw::{Entry, Raw};

/// The key under which the rows of a TSV file are found.
pub(crate) const ROWS: &str = "rows";

/// The provenance from the comments and the rows under [`ROWS`], or the line of the first mistake.
pub(crate) fn read(text: &str) -> Result<Vec<Entry>, (usize, String)> {
    let mut entries = Vec::new();
    let mut columns: Option<Vec<&str>> = None;
    let mut rows = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        if let Some(comment) = content.strip_prefix('#') {
            let head = comment.split_once(':').map(|(name, value)| (name.trim(), value.trim()));
            if let Some((name, value)) = head.filter(|(name, _)| columns.is_none() && provenance::is_key(name)) {
                entries.push(Entry { name: name.to_owned(), line, value: Raw::Text(value.to_owned()) });
            }
            continue;
        }
        if content.trim().is_empty() {
            continue;
        }
        let cells: Vec<&str> = content.split('\t').collect();
        let Some(columns) = &columns else {
            columns = Some(cells);
            continue;
        };
        if cells.len() > columns.len() {
            return Err((line, format!("expected {} columns, found {}", columns.len(), cells.len())));
        }
        // An empty cell stands for a value that is left out.
        let cells = columns.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
        let row = cells.map(|(name, cell)| Entry { name: (*name).to_owned(), line, value: Raw::Cell(cell.to_owned()) });
        rows.push((line, Raw::Table(row.collect())));
    }
    entries.push(Entry { name: ROWS.to_owned(), line: 1, value: Raw::Array(rows) });
    Ok(entries)
}
