use super::*;
use std::fs;
use vetgate_model::Transport;

/// A folder of its own for one test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vetgate-configs-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let full = self.0.join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const ENTRY: &str = r#"{"command": "c", "args": ["a"]}"#;

/// A file that holds one server `s` as the client of `row` writes it.
fn sample(row: &clients::Row) -> String {
    match (row.format, row.keys[0]) {
        (Format::Toml, _) => "[mcp_servers.s]\ncommand = \"c\"\nargs = [\"a\"]\n".to_owned(),
        (Format::Yaml, _) => "mcpServers:\n  - name: s\n    command: c\n    args: [a]\n".to_owned(),
        (Format::Json, "mcp/servers") => format!(r#"{{"mcp": {{"servers": {{"s": {ENTRY},}}}}}}"#),
        (Format::Json, "mcp") => r#"{"mcp": {"s": {"type": "local", "command": ["c", "a"]}}}"#.to_owned(),
        (Format::Json, key) => format!("{{ // mine\n\"{key}\": {{\"s\": {ENTRY}}}}}"),
    }
}

#[test]
fn every_row_of_the_table_is_found_on_every_system_it_names() {
    for system in [System::Linux, System::MacOs, System::Windows] {
        for row in ROWS.iter().filter(|row| row.systems.contains(&system)) {
            let folder = Folder::new("rows");
            let places = Places::under(system, &folder.0.join("home"), Some(&folder.0.join("project")));
            let sample_row = clients::Row { path: "x", ..*row };
            let base = files::paths(&sample_row, &places)[0].parent().unwrap().to_owned();
            let relative = base.strip_prefix(&folder.0).unwrap().join(row.path.replace('*', "any"));
            folder.write(relative.to_str().unwrap(), sample(row));

            let found = discover(&places);
            assert_eq!(found.len(), 1, "{system:?} {row:?}: {found:?}");
            assert_eq!((found[0].client, found[0].scope), (row.client, row.scope));
            let entries = found[0].entries.as_ref().unwrap();
            let expected =
                Transport::Stdio { command: "c".into(), args: vec!["a".into()], env: Default::default(), cwd: None };
            assert_eq!((entries[0].name.as_str(), &entries[0].transport), ("s", &expected), "{row:?}");
            assert!(entries[0].settings.iter().all(|setting| setting.line.is_some()), "{row:?}");
        }
    }
}

#[test]
fn rows_are_told_apart() {
    for (index, row) in ROWS.iter().enumerate() {
        let same = |other: &&clients::Row| (other.base, other.path, other.client) == (row.base, row.path, row.client);
        assert!(!ROWS[index + 1..].iter().any(|other| same(&other)), "twice: {row:?}");
    }
}

#[test]
fn projects_inside_the_user_file_of_claude_code_are_found() {
    let folder = Folder::new("projects");
    let text =
        format!(r#"{{"mcpServers": {{"a": {ENTRY}}}, "projects": {{"/p/q": {{"mcpServers": {{"b": {ENTRY}}}}}}}}}"#);
    folder.write(".claude.json", text);
    let found = discover(&Places::under(System::Linux, &folder.0, None));
    let entries = found[0].entries.as_ref().unwrap();
    assert_eq!(entries[1].pointer.as_str(), "/projects/~1p~1q/mcpServers/b");
}

#[test]
fn garbage_is_an_error_with_its_line_and_hides_nothing_else() {
    let folder = Folder::new("garbage");
    folder.write(".cursor/mcp.json", "{\n \"mcpServers\": oops }");
    folder.write(".codex/config.toml", [0xff, 0xfe, 0]);
    folder.write(".kiro/settings/mcp.json", format!(r#"{{"mcpServers": {{"good": {ENTRY}, "bad": {{}}}}}}"#));
    folder.write(".lmstudio/mcp.json", "");
    fs::create_dir_all(folder.0.join(".gemini/settings.json")).unwrap();
    let found = discover(&Places::under(System::Linux, &folder.0, None));
    let summary: Vec<String> = found
        .iter()
        .map(|file| match &file.entries {
            Ok(entries) => format!("{}: {} and {} skipped", file.client, entries.len(), file.skipped.len()),
            Err(error) => {
                format!("{}: {}", file.client, error.to_string().replace(&folder.0.display().to_string(), "~"))
            }
        })
        .collect();
    assert_eq!(
        summary,
        [
            "Cursor: ~/.cursor/mcp.json:2: expected JSON: expected a value, found 'o'",
            "Gemini CLI: ~/.gemini/settings.json: cannot be read: it is not a regular file",
            "Codex: ~/.codex/config.toml:1: expected UTF-8 text: the text is not UTF-8",
            "Kiro: 1 and 1 skipped",
            "LM Studio: 0 and 0 skipped",
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_does_not_block() {
    let folder = Folder::new("pipe");
    fs::create_dir_all(folder.0.join(".cursor")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.0.join(".cursor/mcp.json")).status().unwrap();
    assert!(made.success());
    let found = discover(&Places::under(System::Linux, &folder.0, None));
    assert!(matches!(found[0].entries, Err(ConfigError::Unreadable { .. })));
}

#[test]
fn a_text_is_taken_as_configuration_only_if_it_is_one() {
    let cases = [
        ("a.json", format!(r#"{{"mcpServers": {{"s": {ENTRY}}}}}"#), Some(1)),
        ("a.json", format!(r#"{{"servers": {{"s": {ENTRY}}}}}"#), Some(1)),
        ("a.json", format!(r#"{{"context_servers": {{"s": {ENTRY}}}}}"#), Some(1)),
        ("a.json", format!(r#"{{"mcp": {{"s": {ENTRY}}}}}"#), Some(1)),
        ("a.json", format!(r#"{{"mcp": {{"servers": {{"s": {ENTRY}}}}}}}"#), Some(1)),
        ("a.json", format!(r#"{{"mcp.servers": {{"s": {ENTRY}}}}}"#), Some(1)),
        ("a.toml", "[mcp_servers.s]\ncommand = 'c'".to_owned(), Some(1)),
        ("a.yml", "mcpServers:\n  - name: s\n    command: c".to_owned(), Some(1)),
        ("a.json", r#"{"mcpServers": {}}"#.to_owned(), Some(0)),
        ("a.json", r#"{"tools": [{"name": "t"}]}"#.to_owned(), None),
        ("a.json", r#"[{"name": "mcp"}]"#.to_owned(), None),
        ("a.json", r#"{"mcp": 1, "servers": ["a"]}"#.to_owned(), None),
        ("a.json", "not json".to_owned(), None),
        ("a.jsonl", "{\"name\":\"a\"}\n{\"name\":\"b\"}".to_owned(), None),
    ];
    for (path, text, expected) in cases {
        let found = parse(Path::new(path), &text).map(|file| file.entries.unwrap().len());
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_broken_configuration_is_not_taken_for_something_else() {
    let file = parse(Path::new("x.json"), "{\"mcpServers\": {\n]").unwrap();
    assert!(matches!(file.entries, Err(ConfigError::Syntax { line: 2, .. })));
}

#[test]
fn a_known_place_names_the_client() {
    let text = r#"{"mcpServers": {}}"#;
    assert_eq!(parse(Path::new("/p/.cursor/mcp.json"), text).unwrap().client, "Cursor");
    assert_eq!(parse(Path::new("/p/other.json"), text).unwrap().client, "file");
}

#[test]
fn equal_names_are_told_apart_by_as_little_as_needed() {
    let folder = Folder::new("labels");
    let two = format!(r#"{{"mcpServers": {{"git": {ENTRY}, "only": {ENTRY}}}}}"#);
    let git = ENTRY.replace('{', r#"{"name": "git", "#);
    let one = format!("{{\"mcpServers\": [{git},\n {git}, {git}]}}");
    folder.write("home/.cursor/mcp.json", &two);
    folder.write("home/.lmstudio/mcp.json", format!(r#"{{"mcpServers": {{"git": {ENTRY}}}}}"#));
    folder.write("project/.cursor/mcp.json", one);
    let places = Places::under(System::Linux, &folder.0.join("home"), Some(&folder.0.join("project")));
    let labels: Vec<String> =
        labels(&discover(&places)).iter().map(|label| label.replace(&folder.0.display().to_string(), "")).collect();
    let project = "git (Cursor, /project/.cursor/mcp.json";
    assert_eq!(
        labels,
        [
            "git (Cursor, user)".to_owned(),
            "only".to_owned(),
            format!("{project}:1)"),
            format!("{project}:2) #1"),
            format!("{project}:2) #2"),
            "git (LM Studio)".to_owned()
        ]
    );
}

#[test]
fn a_long_single_line_is_read_in_linear_time() {
    let entries: Vec<String> = (0..30_000).map(|i| format!(r#""s{i}": {ENTRY}"#)).collect();
    let text = format!(r#"{{"mcpServers": {{{}}}}}"#, entries.join(","));
    assert_eq!(parse(Path::new("a.json"), &text).unwrap().entries.unwrap().len(), 30_000);
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_readers_panic(text in "[-\"a-cmMpSrv{}\\[\\]:,.=\n ]{0,80}", extension in "json|toml|yaml") {
        let _ = parse(Path::new(&format!("a.{extension}")), &text);
        for format in [Format::Json, Format::Toml, Format::Yaml] {
            let _ = read_text("f", &text, format, ANY_KEYS);
        }
    }
}
