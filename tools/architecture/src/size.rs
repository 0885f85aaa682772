//! The size of each crate in lines and in bytes of code.
//!
//! Bytes of code are those outside comments and white space. They do not change with the formatter, lines do.

use crate::source;
use std::fmt::Write as _;

/// The size of one crate's production code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Size {
    /// The folder of the crate.
    pub name: String,
    /// Files under `src`.
    pub files: usize,
    /// Lines, comments and blank lines included.
    pub lines: usize,
    /// Bytes of code.
    pub bytes: usize,
}

/// The sizes of all crates, sorted by name.
pub fn measure() -> Vec<Size> {
    let measured = source::crates().into_iter().map(|name| {
        let files = source::files(&name);
        let lines = files.iter().map(source::SourceFile::lines).sum();
        let bytes = files.iter().map(|file| code_bytes(&file.text)).sum();
        Size { name, files: files.len(), lines, bytes }
    });
    measured.collect()
}

fn code_bytes(text: &str) -> usize {
    let code = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    code.flat_map(str::bytes).filter(|byte| !byte.is_ascii_whitespace()).count()
}

/// The sizes as a table, the sum in its last row.
pub fn table(sizes: &[Size]) -> String {
    let mut sum = Size { name: "sum".to_owned(), ..Size::default() };
    for size in sizes {
        sum.files += size.files;
        sum.lines += size.lines;
        sum.bytes += size.bytes;
    }
    let mut table = format!("{:<14}{:>7}{:>9}{:>12}\n", "crate", "files", "lines", "code bytes");
    for size in sizes.iter().chain([&sum]) {
        writeln!(table, "{:<14}{:>7}{:>9}{:>12}", size.name, size.files, size.lines, size.bytes).expect("a string");
    }
    table
}

/// Reads a table that [`table`] wrote, without its sum.
pub fn parse(table: &str) -> Vec<Size> {
    let rows = table.lines().skip(1).filter_map(|row| {
        let mut fields = row.split_whitespace();
        let name = fields.next()?.to_owned();
        let mut number = || fields.next()?.parse().ok();
        Some(Size { name, files: number()?, lines: number()?, bytes: number()? })
    });
    rows.filter(|size| size.name != "sum").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_white_space_are_not_code() {
        assert_eq!(code_bytes("/// Adds.\nfn add() {\n    // Nothing.\n}\n"), "fnadd(){}".len());
    }

    #[test]
    fn a_table_reads_as_it_was_written() {
        let sizes = vec![Size { name: "flow".to_owned(), files: 3, lines: 100, bytes: 2_000 }];
        assert_eq!(parse(&table(&sizes)), sizes);
    }
}
