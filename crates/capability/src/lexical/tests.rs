//! What layer 1 says of definitions that nobody doubts, and of odd ones.

use super::*;
use crate::OperationClass;

fn tool(raw: &str) -> Definition {
    Definition::parse("s", DefinitionKind::Tool, raw).unwrap()
}

/// Classifies a tool with a name, a description and parameters that are strings.
fn classified(name: &str, description: &str, parameters: &[&str]) -> Classification {
    let properties: Vec<String> = parameters.iter().map(|name| format!(r#""{name}":{{"type":"string"}}"#)).collect();
    classify(&tool(&format!(
        r#"{{"name":"{name}","description":"{description}",
            "inputSchema":{{"type":"object","properties":{{{}}}}}}}"#,
        properties.join(",")
    )))
}

/// The tags at medium or above.
fn tags(classification: &Classification) -> Vec<Tag> {
    Tag::ALL.into_iter().filter(|tag| classification.has(*tag, Level::Medium)).collect()
}

#[test]
fn plain_definitions_get_their_tags() {
    use Tag::*;
    let cases: &[(&str, &str, &[&str], &[Tag])] = &[
        ("read_file", "Reads the file at the given path.", &["path"], &[FsRead]),
        ("write_file", "Writes text to a file.", &["path", "content"], &[FsWrite]),
        ("run_command", "Runs a shell command and returns its output.", &["command"], &[Exec]),
        ("fetch", "Fetches a web page.", &["url"], &[NetEgress]),
        ("list_issues", "Lists the issues of a GitHub repository.", &["owner", "repo"], &[NetEgress]),
        ("post_message", "Posts a message to a Slack channel.", &["channel", "text"], &[NetEgress]),
        ("get_secret", "Gets a secret from the secrets manager.", &["name"], &[SecretAccess]),
        ("listTables", "Lists the tables of the PostgreSQL database.", &["schema"], &[DbQuery]),
        ("insert-row", "Inserts a row into a table of the SQLite database.", &["table", "values"], &[DbWrite]),
        ("start_server", "Starts a local HTTP server that listens on a port.", &["port"], &[NetIngress]),
    ];
    for (name, description, parameters, expected) in cases {
        let found = classified(name, description, parameters);
        assert_eq!(&tags(&found), expected, "{name}: {:?}", found.capabilities);
        assert!(found.capabilities.iter().all(|capability| !capability.evidence.is_empty()), "{name}");
    }
}

#[test]
fn words_count_in_their_context_alone() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("read_sensor", "Reads the sensor and returns its temperature.", &["sensor"]),
        ("get_information", "Returns information about the format of a date.", &["topic"]),
        ("add", "Adds two numbers.", &["a", "b"]),
        ("word_count", "Counts the words of a text.", &["text"]),
        ("think", "Writes down a thought before you answer.", &["thought"]),
        ("format_sql", "Formats SQL that you pass in. Nothing is sent to a server.", &["text"]),
        ("explain_regex", "Explains a regular expression in plain words.", &["pattern"]),
    ];
    for (name, description, parameters) in cases {
        let found = classified(name, description, parameters);
        assert_eq!(tags(&found), [], "{name}: {:?}", found.capabilities);
    }
}

#[test]
fn high_takes_two_witnesses() {
    let alone = classified("read_file", "", &[]);
    assert_eq!(alone.level(Tag::FsRead), Some(Level::Medium), "{:?}", alone.capabilities);
    let agreed = classified("read_file", "Reads the file at the given path.", &["path"]);
    assert_eq!(agreed.level(Tag::FsRead), Some(Level::High));
}

#[test]
fn the_other_tools_of_a_server_tell_what_it_is_about() {
    let raws = [
        r#"{"name":"list_boards","description":"Lists all boards.","inputSchema":{}}"#,
        r#"{"name":"get_card","description":"Gets a card from Trello.","inputSchema":{}}"#,
        r#"{"name":"move_card","description":"Moves a card in Trello to another list.","inputSchema":{}}"#,
    ];
    let tools: Vec<Definition> = raws.iter().map(|raw| tool(raw)).collect();
    let together = classify_all(&tools);
    assert!(together[0].1.has(Tag::NetEgress, Level::Medium), "{:?}", together[0].1.capabilities);
    assert!(classify(&tools[0]).level(Tag::NetEgress) <= together[0].1.level(Tag::NetEgress));
}

#[test]
fn operations_are_told_by_tokens() {
    use OperationClass::*;
    for (name, description, expected) in [
        ("get_deleted_items", "Gets the items that were deleted.", Read),
        ("postal_code", "Looks up a postal code.", Read),
        ("list_then_delete_files", "Lists files and deletes them.", Destructive),
        ("read_write_note", "Reads or writes a note.", Write),
        ("registry_item_list", "Lists items of the registry.", Read),
        ("untrash_message", "Brings a message back.", Write),
        ("drop_table", "Drops a table.", Destructive),
        ("add", "Adds two numbers.", Read),
        ("issues", "Issues of a repository.", Read),
        ("frobnicate", "", Unknown),
        ("list_pull_requests", "Lists the pull requests of a repository.", Read),
        ("git_pull", "Pulls from a remote.", Write),
        ("book_status", "Tells whether a book is on the shelf.", Read),
        ("book_flight", "Books a flight.", Write),
        ("post_status", "Posts a status to the timeline.", Write),
        ("post_status", "", Write),
        ("run_select", "Runs a SELECT statement and returns its rows.", Read),
        ("render_chart", "Renders a chart and returns it as a picture.", Read),
    ] {
        let found = classified(name, description, &[]);
        assert_eq!(found.operation.class, expected, "{name}: {:?}", found.operation.evidence);
    }
}

#[test]
fn a_verb_behind_the_name_of_a_product_is_one() {
    use OperationClass::*;
    for (name, description, expected, evidence) in [
        ("slack_post_message", "Post a message to a Slack channel.", Write, "name_token:post"),
        ("slack_post_message", "", Write, "name_token:post"),
        ("gmail_send_email", "Sends an e-mail.", Write, "name_token:send"),
        ("GmailSendEmail", "", Write, "name_token:send"),
        ("notion_create_page", "Creates a page.", Write, "name_token:create"),
        ("github_open_issue", "Opens an issue.", Write, "name_token:open"),
        ("slack_list_channels", "Lists channels.", Read, "name_token:list"),
        ("gmail_search", "Searches mail.", Read, "name_token:search"),
        ("git_log", "Shows the commits of a branch.", Read, "description:shows"),
        ("reddit_post_comments", "Gets the comments of a post.", Read, "description:gets"),
    ] {
        let operation = classified(name, description, &[]).operation;
        let first = operation.evidence.first().map(String::as_str);
        assert_eq!((operation.class, first), (expected, Some(evidence)), "{name}: {:?}", operation.evidence);
    }
}

#[test]
fn roles_are_told_by_the_end_of_a_name_and_by_what_the_tool_does() {
    let roles = |name: &str, description: &str, parameter: &str| {
        let found = classified(name, description, &[parameter]);
        found.parameter_roles[parameter].role
    };
    for (parameter, expected) in [
        ("file_path", Role::Path),
        ("filePathType", Role::Text),
        ("callback-url", Role::Url),
        ("issue_id", Role::Id),
        ("hostname", Role::Host),
        ("body", Role::Content),
        ("sql", Role::Query),
        ("image_path_to_remove", Role::Path),
    ] {
        assert_eq!(roles("x", "Does something.", parameter), expected, "{parameter}");
    }
    assert_eq!(roles("run_code", "Runs Python code.", "code"), Role::Command);
    assert_eq!(roles("save_snippet", "Keeps a snippet.", "code"), Role::Content);
    assert_eq!(roles("query", "Queries the PostgreSQL database.", "query"), Role::Query);
    assert_eq!(roles("search_docs", "Searches the manual.", "query"), Role::Text);
    assert_eq!(roles("move_file", "Moves a file.", "destination"), Role::Path);
}

#[test]
fn what_a_docstring_says_of_a_parameter_counts() {
    let raw = r#"{"name":"json_get","description":"Gets a value.\n\nArgs:\n    thing: path to the file",
        "inputSchema":{"type":"object","properties":{"thing":{"type":"string"}}}}"#;
    assert_eq!(classify(&tool(raw)).parameter_roles["thing"].role, Role::Path);
}

#[test]
fn odd_definitions_say_what_is_missing() {
    let malformed = "cut:mcp.definition";
    let nameless = ["no_name", "no_description", "nothing_understood", malformed];
    assert_eq!(classify(&tool("{}")).warnings, nameless);
    let numeric = ["no_description", "nothing_understood", malformed];
    assert_eq!(classify(&tool(r#"{"name":"x","description":7}"#)).warnings, numeric);
    let deep =
        format!(r#"{{"name":"x","inputSchema":{}{{}}{}}}"#, r##"{"properties":{"a":"##.repeat(300), "}}".repeat(300));
    assert!(classify(&tool(&deep)).warnings.contains(&"cut:definition.depth".to_owned()));
    let recursive = r##"{"name":"walk","inputSchema":{"properties":{"node":{"$ref":"#/$defs/n"}},
        "$defs":{"n":{"properties":{"child":{"$ref":"#/$defs/n"}}}}}}"##;
    assert!(classify(&tool(recursive)).parameter_roles.contains_key("node"));
}

#[test]
fn other_languages_are_read() {
    for (name, description) in [
        ("datei_lesen", "Liest den Inhalt einer Datei."),
        ("leer_archivo", "Lee el contenido de un archivo."),
        ("读取文件", "读取指定路径的文件内容"),
        ("прочитать_файл", "Читает содержимое файла."),
    ] {
        let found = classified(name, description, &["path"]);
        assert!(found.has(Tag::FsRead, Level::Medium), "{name}: {:?}", found.capabilities);
    }
}

/// The tag table of the capability vocabulary v0.1, its column of indicative names.
#[test]
fn every_indicative_name_is_medium_by_itself() {
    let table: [(Tag, &[&str]); 7] = [
        (Tag::Exec, &["run_command", "python_eval", "shell_exec", "bash"]),
        (Tag::FsRead, &["read_file", "list_files", "cat", "grep", "glob"]),
        (Tag::FsWrite, &["write_file", "delete", "rename", "chmod", "mkdir"]),
        (Tag::NetEgress, &["fetch_url", "http_request", "send_webhook", "download"]),
        (Tag::SecretAccess, &["get_env", "read_credential", "keychain_lookup"]),
        (Tag::DbQuery, &["pg_query", "mongo_find", "redis_get"]),
        (Tag::DbWrite, &["pg_execute", "mongo_insert", "redis_set"]),
    ];
    for (tag, names) in table {
        for name in names {
            let found = classify(&tool(&format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#)));
            assert!(found.has(tag, Level::Medium), "{name}: {:?}", found.capabilities);
        }
    }
}

#[test]
fn an_indicative_name_yields_to_what_the_definition_speaks_of() {
    for (name, description, tag) in [
        ("delete", "Deletes an issue.", Tag::FsWrite),
        ("rename", "Renames a channel.", Tag::FsWrite),
        ("cat", "Tells a random fact about cats.", Tag::FsRead),
    ] {
        let found = classify(&tool(&format!(r#"{{"name":"{name}","description":"{description}"}}"#)));
        assert!(!found.has(tag, Level::Medium), "{name}: {:?}", found.capabilities);
    }
    let found = classify(&tool(r#"{"name":"download","description":"Downloads a file from a URL."}"#));
    assert!(found.has(Tag::NetEgress, Level::Medium), "{:?}", found.capabilities);
}

#[test]
fn a_server_that_is_started_to_listen_is_an_ingress() {
    for description in
        ["Starts an HTTP server that listens on a port.", "Opens a TCP server and accepts incoming connections."]
    {
        let found = classify(&tool(&format!(r#"{{"name":"start","description":"{description}"}}"#)));
        assert!(found.has(Tag::NetIngress, Level::Medium), "{description}: {:?}", found.capabilities);
    }
    let found = classify(&tool(r#"{"name":"list","description":"Lists the HTTP servers of the account."}"#));
    assert!(!found.has(Tag::NetIngress, Level::Medium), "{:?}", found.capabilities);
}

#[test]
fn a_command_stays_one_beside_a_query() {
    let raw = r#"{"name":"runner","inputSchema":{"type":"object","properties":{"sql":{"type":"string"},
        "command":{"type":"string"},"cmd":{"type":"string"},"argv":{"type":"string"},"path":{"type":"string"}}}}"#;
    let roles = classify(&tool(raw)).parameter_roles;
    for name in ["command", "cmd", "argv"] {
        assert_eq!(roles[name].role, Role::Command, "{name}");
    }
    assert_eq!(roles["sql"].role, Role::Query);
    assert_eq!((roles["path"].role, roles["path"].confidence), (Role::Path, Level::High));
}
