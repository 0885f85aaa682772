//! What is wrong with a data file is told with file and line, and fails the build.

use std::fs;
use std::path::Path;
use vetgate_tables::{Rows, Tables, character, function, integer, integers, joined, one_of, pattern, text, texts};

const HEAD: &str = "source = \"https://example.com/formats\"\nchecked = 2026-11-18\nlicense = \"facts\"\n";
const TSV_HEAD: &str = "# source: https://example.com/hosts\n# checked: 2026-11-18\n# license: facts\n";
const ROW: &str = "[[format]]\nid = \"a.b\"\nlevel = \"high\"\nstarts = [\"abc\"]\npattern = 'abc[0-9]{4}'\n\
                   proof = \"checks::luhn\"\nfound = [\"abc\", \"1234\"]\nlengths = [3, 4]\n";

/// A crate with these files, and what its table becomes: the Rust source, or the mistakes.
fn built(files: &[(&str, &str)], add: impl Fn(&mut Tables)) -> Result<String, Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = [("src/formats/checks.rs", "pub(super) fn luhn(digits: &[u8]) -> bool {\n"), ("out/x", "")];
    for (name, text) in files.iter().chain(&sources) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let out = folder.path().join("out");
    let mut tables = Tables::at(folder.path(), &out);
    add(&mut tables);
    match tables.write() {
        Ok(()) => Ok(read(&out.join("formats.rs"))),
        Err(mistakes) => Err(mistakes.iter().map(ToString::to_string).collect()),
    }
}

#[allow(clippy::disallowed_methods, reason = "reads what the test has written")]
fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text")
}

fn formats() -> Rows {
    Rows::of("format")
        .column("id", text().unique().check("`provider.what`", |id| id.contains('.')))
        .column("level", one_of(&[("high", "Level::High"), ("low", "Level::Low")]))
        .column("starts", texts().check("at least three bytes", |start| start.len() >= 3))
        .column("pattern", pattern())
        .column("proof", function("src/formats", "fn(&[u8]) -> bool").or("unproven"))
        .column("found", joined())
        .column("lengths", integers(1, 99).or("&[]"))
        .table(
            "static FORMATS: &[Format]",
            "Format { id: {id}, {level}, {starts}, {pattern}, {proof}, {found}, {lengths} }",
        )
}

fn rows(files: &[(&str, &str)]) -> Result<String, Vec<String>> {
    built(files, |tables| tables.rows("formats", formats()))
}

/// The one mistake of a row.
fn mistake(row: &str) -> String {
    let text = format!("{HEAD}{row}");
    let mistakes = rows(&[("data/formats.toml", &text)]).expect_err("a mistake");
    assert_eq!(mistakes.len(), 1, "{mistakes:#?}");
    mistakes[0].clone()
}

#[test]
fn a_good_row_becomes_an_element_of_a_static() {
    let text = format!("{HEAD}{ROW}");
    let expected = "static FORMATS: &[Format] = &[\n    Format { id: \"a.b\", Level::High, &[\"abc\"], \
                    \"abc[0-9]{4}\", checks::luhn, \"abc1234\", &[3, 4] },\n];\n";
    assert_eq!(rows(&[("data/formats.toml", &text)]), Ok(expected.to_owned()));
}

#[test]
fn a_column_with_a_default_may_be_left_out() {
    let row = ROW.replace("proof = \"checks::luhn\"\n", "").replace("lengths = [3, 4]\n", "");
    let written = rows(&[("data/formats.toml", &format!("{HEAD}{row}"))]).expect("a table");
    assert!(written.contains(", unproven, \"abc1234\", &[] }"), "{written}");
}

#[test]
fn the_files_of_a_folder_are_one_table_in_the_order_of_their_heads_and_names() {
    let file = |id: &str, order: &str| format!("{HEAD}{order}{}", ROW.replace("a.b", id));
    let files =
        [("data/formats/a.toml", file("a.1", "order = 2\n")), ("data/formats/b.toml", file("b.1", "order = 1\n"))];
    let last = ("data/formats/c.toml", file("c.1", "order = 2\n"));
    let files: Vec<(&str, &str)> = files.iter().chain([&last]).map(|(name, text)| (*name, text.as_str())).collect();
    let written = rows(&files).expect("a table");
    let places: Vec<_> = ["b.1", "a.1", "c.1"].iter().map(|id| written.find(id)).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{written}");
}

#[test]
fn a_missing_field_is_told_with_the_line_of_its_row() {
    assert_eq!(mistake(&ROW.replace("pattern = 'abc[0-9]{4}'\n", "")), "data/formats.toml:4: expected `pattern`");
}

#[test]
fn an_unknown_field_is_told() {
    let found = mistake(&format!("{ROW}patern = 'x'\n"));
    assert!(found.starts_with("data/formats.toml:12: expected one of `id`, "), "{found}");
    assert!(found.ends_with("found `patern`"), "{found}");
}

#[test]
fn a_bad_pattern_is_told_with_its_reason() {
    let found = mistake(&ROW.replace("[0-9]", "[0-9"));
    assert!(found.starts_with("data/formats.toml:8: `pattern`: expected a regular expression"), "{found}");
    assert!(found.contains("unclosed character class"), "{found}");
}

#[test]
fn a_duplicate_id_is_told_with_the_place_of_the_first() {
    let files = [("data/formats/a.toml", &*format!("{HEAD}{ROW}")), ("data/formats/b.toml", &*format!("{HEAD}{ROW}"))];
    let found = rows(&files).expect_err("a mistake");
    assert_eq!(found, ["data/formats/b.toml:5: expected another `id`: data/formats/a.toml:5 has the same"]);
}

#[test]
fn an_unknown_validator_is_told() {
    for name in ["checks::lunh", "luhn"] {
        let found = mistake(&ROW.replace("checks::luhn", name));
        let expected = "data/formats.toml:9: `proof`: expected a function `fn(&[u8]) -> bool` of src/formats, found";
        assert_eq!(found, format!("{expected} {name:?}"));
    }
}

#[test]
fn missing_provenance_is_told_for_each_key() {
    for key in ["source", "checked", "license"] {
        let head: String = HEAD.lines().filter(|line| !line.starts_with(key)).map(|line| format!("{line}\n")).collect();
        let found = rows(&[("data/formats.toml", &format!("{head}{ROW}"))]).expect_err("a mistake");
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("data/formats.toml:1: expected `{key}`: ")),
            "{found:?}"
        );
        let head: String =
            TSV_HEAD.lines().filter(|line| !line.contains(key)).map(|line| format!("{line}\n")).collect();
        let found = rows(&[("data/formats.tsv", &format!("{head}id\n"))]).expect_err("a mistake");
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("data/formats.tsv:1: expected `{key}`: ")),
            "{found:?}"
        );
    }
}

#[test]
fn provenance_that_says_nothing_is_told() {
    for (from, to, line) in [
        ("\"https://example.com/formats\"", "\"somewhere\"", 1),
        ("\"https://example.com/formats\"", "\"own\"", 1),
        ("\"https://example.com/formats\"", "[]", 1),
        ("2026-11-18", "\"last week\"", 2),
        ("2026-11-18", "2026-11-18T10:00:00Z", 2),
        ("\"facts\"", "\"\"", 3),
    ] {
        let text = format!("{}{ROW}", HEAD.replace(from, to));
        let found = rows(&[("data/formats.toml", &text)]).expect_err("a mistake");
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("data/formats.toml:{line}: expected `")),
            "{to}: {found:?}"
        );
    }
    let own = HEAD.replace("\"https://example.com/formats\"", "\"own\"\nwhy = \"seen in logs\"");
    assert!(rows(&[("data/formats.toml", &format!("{own}{ROW}"))]).is_ok());
    let links = HEAD.replace("\"https://example.com/formats\"", "[\"https://a.example\", \"https://b.example\"]");
    assert!(rows(&[("data/formats.toml", &format!("{links}{ROW}"))]).is_ok());
}

#[test]
fn a_row_may_have_a_source_of_its_own() {
    let row = |source: &str| format!("{HEAD}{ROW}source = {source}\n");
    assert!(rows(&[("data/formats.toml", &row("\"https://example.com/a\""))]).is_ok());
    let found = rows(&[("data/formats.toml", &row("\"their page\""))]).expect_err("a mistake");
    assert_eq!(found, ["data/formats.toml:12: expected `source` to be a link that starts with https://"]);
}

#[test]
fn values_of_the_wrong_kind_are_told() {
    for (from, to, expected) in [
        ("\"high\"", "\"hgih\"", "data/formats.toml:6: `level`: expected \"high\" or \"low\", found \"hgih\""),
        ("[\"abc\"]", "[]", "data/formats.toml:7: `starts`: expected at least one text, found an empty list"),
        ("[\"abc\"]", "[\"abc\",\n7]", "data/formats.toml:8: `starts`: expected a text, found 7"),
        ("[\"abc\"]", "[\"ab\"]", "data/formats.toml:7: `starts`: expected at least three bytes, found \"ab\""),
        ("\"a.b\"", "\"ab\"", "data/formats.toml:5: `id`: expected `provider.what`, found \"ab\""),
        ("\"a.b\"", "\"\"", "data/formats.toml:5: `id`: expected a text, found \"\""),
        ("[3, 4]", "[3, 400]", "data/formats.toml:11: `lengths`: expected integers from 1 to 99, found a list"),
    ] {
        assert_eq!(mistake(&ROW.replace(from, to)), expected);
    }
}

#[test]
fn broken_toml_and_unknown_tables_are_told() {
    let found = mistake("[[format]\n");
    assert!(found.starts_with("data/formats.toml:4: expected TOML: "), "{found}");
    assert_eq!(mistake(&format!("{ROW}[[formt]]\n")), "data/formats.toml:12: expected rows [[format]], found `formt`");
    let found = rows(&[]).expect_err("a mistake");
    assert_eq!(found, ["data/formats:1: expected this file with the ending .toml or .tsv, or a folder of such files"]);
    let found = rows(&[("data/formats/a.txt", "")]).expect_err("a mistake");
    assert_eq!(found, ["data/formats/a.txt:1: expected the ending .toml or .tsv"]);
}

#[test]
fn tsv_files_are_read_by_the_names_of_their_columns() {
    let hosts = || {
        Rows::of("host")
            .column("host", text().unique())
            .column("port", integer(0, 65_535).or("0"))
            .column("words", texts().or("&[]"))
            .sorted_by("host")
            .column("sign", character().or("'-'"))
            .table("static HOSTS: &[Host]", "({host}, {port}, {words}, {sign})")
            .table("pub(crate) static NAMES: &[&str]", "{host}")
    };
    let built = |text: &str| {
        built(&[("data/formats.tsv", &format!("{TSV_HEAD}{text}"))], |tables| tables.rows("formats", hosts()))
    };
    let expected = "static HOSTS: &[Host] = &[\n    (\"a.example\", 0, &[\"x\", \"y\"], '-'),\n    \
                    (\"b.example\", 80, &[], 'é'),\n];\npub(crate) static NAMES: &[&str] = &[\n    \"a.example\",\n    \
                    \"b.example\",\n];\n";
    assert_eq!(
        built("host\tport\twords\tsign\n# The first.\nb.example\t80\t\té\n\na.example\t\tx, y\n"),
        Ok(expected.to_owned())
    );
    for (text, mistake) in [
        ("host\tport\nb.example\t80\t90\n", "5: expected 2 columns, found 3"),
        ("host\tport\n\t80\n", "5: expected `host`"),
        ("host\tport\nb.example\t99999\n", "5: `port`: expected an integer from 0 to 65535, found \"99999\""),
        ("host\tprot\nb.example\t9\n", "5: expected one of `host`, `port`, `words`, `sign`, found `prot`"),
        ("host\tsign\nb.example\t--\n", "5: `sign`: expected one character, found \"--\""),
        ("host\na.example\na.example\n", "6: expected another `host`: data/formats.tsv:5 has the same"),
    ] {
        assert_eq!(built(text), Err(vec![format!("data/formats.tsv:{mistake}")]));
    }
}

#[test]
fn word_lists_become_modules() {
    let lists = |text: &str| {
        let text = format!("{HEAD}{text}");
        built(&[("data/formats/card.toml", &text)], |tables| tables.lists("formats"))
    };
    let expected = "pub(crate) mod card {\n    pub(crate) static TRIAL: &[&str] = &[\"test\", \"demo\"];\n    \
                    pub(crate) static WORDS: &[&str] = &[\"card\", \"visa\"];\n}\n";
    assert_eq!(
        lists("[list]\ntrial = [\"test\", \"demo\"]\n[set]\nwords = [\"visa\", \"card\"]\n"),
        Ok(expected.to_owned())
    );
    for (text, mistake) in [
        ("[set]\nwords = [\"a\",\n\"b\", \"a\"]\n", "6: expected each word once: \"a\" is on line 5 too"),
        ("[set]\nwords = []\n", "5: expected `words` to be a list of words"),
        ("[set]\nwords = [\"a\", 7]\n", "5: expected a word"),
        ("words = [\"a\"]\n", "4: expected [list] or [set], found `words`"),
    ] {
        assert_eq!(lists(text), Err(vec![format!("data/formats/card.toml:{mistake}")]));
    }
}
