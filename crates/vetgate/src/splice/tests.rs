use super::*;

fn entry() -> Entry {
    Entry::new(
        "vetgate",
        vec![("command", text("/bin/vetgate")), ("args", list(&["serve".to_owned(), "--stdio".to_owned()]))],
    )
}

fn put(file: &str, before: &str, key: &str) -> Option<String> {
    edit(Path::new(file), before, key, &[Edit::Put(entry())])
}

fn removed(file: &str, before: &str, key: &str, names: &[&str]) -> Option<String> {
    let edits: Vec<Edit> = names.iter().map(|name| Edit::Remove((*name).to_owned())).collect();
    edit(Path::new(file), before, key, &edits)
}

const MEMBER: &str =
    "\"vetgate\": {\n      \"command\": \"/bin/vetgate\",\n      \"args\": [\"serve\", \"--stdio\"]\n    }";

#[test]
fn an_entry_is_put_into_json_and_all_else_stays() {
    let cases = [
        // A new file, and one without servers.
        ("", format!("{{\n  \"mcpServers\": {{\n    {MEMBER}\n  }}\n}}\n")),
        ("{}", format!("{{\n  \"mcpServers\": {{\n    {MEMBER}\n  }}\n}}")),
        ("{\n  \"mcpServers\": {}\n}\n", format!("{{\n  \"mcpServers\": {{\n    {MEMBER}\n  }}\n}}\n")),
        (
            "{\n  // mine\n  \"a\": 1,\n}\n",
            format!("{{\n  \"mcpServers\": {{\n    {MEMBER}\n  }},\n  // mine\n  \"a\": 1,\n}}\n"),
        ),
        // Comments keep their neighbours.
        (
            "{\n  \"mcpServers\": { // servers\n    // the first\n    \"a\": {\"command\": \"c\"} // a\n  }\n}",
            format!(
                "{{\n  \"mcpServers\": {{ // servers\n    {MEMBER},\n    // the first\n    \"a\": {{\"command\": \"c\"}} // a\n  }}\n}}"
            ),
        ),
        (
            "{\n  \"mcpServers\": {\n    // none yet\n  }\n}",
            format!("{{\n  \"mcpServers\": {{\n    {MEMBER}\n    // none yet\n  }}\n}}"),
        ),
        // One line stays one line.
        (
            r#"{"mcpServers":{"a":{"command":"c"}}}"#,
            r#"{"mcpServers":{"vetgate": {"command": "/bin/vetgate", "args": ["serve", "--stdio"]}, "a":{"command":"c"}}}"#.to_owned(),
        ),
        (
            r#"{ "mcpServers": { } }"#,
            r#"{ "mcpServers": { "vetgate": {"command": "/bin/vetgate", "args": ["serve", "--stdio"]}} }"#.to_owned(),
        ),
        // Tabs and Windows.
        (
            "{\r\n\t\"mcpServers\": {\r\n\t\t\"a\": {\"command\": \"c\"}\r\n\t}\r\n}\r\n",
            "{\r\n\t\"mcpServers\": {\r\n\t\t\"vetgate\": {\r\n\t\t\t\"command\": \"/bin/vetgate\",\r\n\t\t\t\"args\": [\"serve\", \"--stdio\"]\r\n\t\t},\r\n\t\t\"a\": {\"command\": \"c\"}\r\n\t}\r\n}\r\n".to_owned(),
        ),
    ];
    for (before, after) in cases {
        assert_eq!(put("f.json", before, "mcpServers").as_deref(), Some(after.as_str()), "{before}");
    }
}

#[test]
fn an_entry_is_put_where_the_client_looks_for_it() {
    let after = put("f.json", "{\n  \"mcp\": {\n    \"x\": 1\n  }\n}\n", "mcp/servers").unwrap();
    assert!(
        after.starts_with("{\n  \"mcp\": {\n    \"servers\": {\n      \"vetgate\": {\n        \"command\""),
        "{after}"
    );
    let after = put("f.json", "", "mcp/servers").unwrap();
    assert!(after.starts_with("{\n  \"mcp\": {\n    \"servers\": {\n      \"vetgate\": {"), "{after}");
    let text = r#"{"mcp.servers": {}}"#;
    assert_eq!(key_in(Path::new("f.json"), text, &["mcp/servers", "mcp.servers"]), Some("mcp.servers"));
    assert_eq!(key_in(Path::new("f.json"), "", &["mcpServers", "projects/*/mcpServers"]), Some("mcpServers"));
}

#[test]
fn an_entry_of_the_same_name_is_replaced_where_it_stands() {
    let before = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"c\"},\n    \"vetgate\": {\"url\": \"http://h\"}, // ours\n  }\n}\n";
    let after = put("f.json", before, "mcpServers").unwrap();
    assert_eq!(after, before.replace("\"vetgate\": {\"url\": \"http://h\"}", MEMBER));
    assert_eq!(put("f.json", &after, "mcpServers"), Some(after.clone()));
    assert_eq!(find(Path::new("f.json"), &after, "mcpServers", "vetgate").unwrap().value.members().len(), 2);
}

#[test]
fn what_was_put_in_can_be_taken_out() {
    for before in [
        "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"c\"} // a\n  }\n}",
        "{\n  \"mcpServers\": { // x\n    // y\n    \"a\": {\"command\": \"c\"},\n    \"b\": {\"url\": \"http://h\"},\n  }, \"z\": 1\n}",
        "{\n  \"mcpServers\": {}\n}\n",
        "{\r\n\t\"mcpServers\": {\r\n\t\t\"a\": {\"command\": \"c\"}\r\n\t}\r\n}\r\n",
        r#"{"mcpServers":{"a":{"command":"c"}}}"#,
    ] {
        let with = put("f.json", before, "mcpServers").unwrap();
        assert_eq!(removed("f.json", &with, "mcpServers", &["vetgate"]).as_deref(), Some(before));
    }
}

#[test]
fn any_entries_can_be_taken_out_of_json() {
    let before = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"c\"}, // a\n    \"b\": {\"command\": \"c\"} /* b */ ,\n    // c\n    \"c\": {\"command\": \"c\"}\n  }\n}";
    let out = |names: &[&str]| removed("f.json", before, "mcpServers", names).unwrap();
    assert_eq!(out(&["none"]), before);
    assert!(out(&["a"]).contains("{ // a\n    \"b\""));
    assert!(
        out(&["b"]).contains("\"a\": {\"command\": \"c\"}, // a\n     /* b */ \n    // c\n    \"c\""),
        "{}",
        out(&["b"])
    );
    assert!(out(&["c"]).ends_with("\"b\": {\"command\": \"c\"} /* b */ \n    // c\n  }\n}"));
    assert!(!out(&["a", "b", "c"]).contains("command"));
}

#[test]
fn an_entry_is_a_table_at_the_end_of_toml() {
    let table = "[mcp_servers.vetgate]\ncommand = \"/bin/vetgate\"\nargs = [\"serve\", \"--stdio\"]\n";
    for (before, start) in [
        ("", ""),
        ("model = \"m\" # mine\n", "model = \"m\" # mine\n\n"),
        ("[mcp_servers.a]\ncommand = \"c\"", "[mcp_servers.a]\ncommand = \"c\"\n\n"),
    ] {
        let after = put("f.toml", before, "mcp_servers").unwrap();
        assert_eq!(after, format!("{start}{table}"));
        assert_eq!(put("f.toml", &after, "mcp_servers"), Some(after.clone()), "again");
    }
    let before = "x = 1\n\n[mcp_servers.vetgate]\nurl = \"http://h\"\n\n[mcp_servers.vetgate.env]\nA = \"1\"\n\n[tail] # t\ny = 2\n";
    let after = put("f.toml", before, "mcp_servers").unwrap();
    assert_eq!(after, format!("x = 1\n\n[tail] # t\ny = 2\n\n{table}"));
    assert_eq!(removed("f.toml", before, "mcp_servers", &["vetgate"]).as_deref(), Some("x = 1\n\n[tail] # t\ny = 2\n"));
}

#[test]
fn a_remark_stays_with_the_table_below_it() {
    let before = "[mcp_servers.a]\n# of a\ncommand = \"c\"\n\n# of b\n[mcp_servers.b]\nurl = \"http://h\"\n";
    let after = removed("f.toml", before, "mcp_servers", &["a"]).unwrap();
    assert_eq!(after, "# of b\n[mcp_servers.b]\nurl = \"http://h\"\n");
    assert_eq!(removed("f.toml", before, "mcp_servers", &["a", "b"]).as_deref(), Some("# of b\n"));
}

#[test]
fn what_cannot_be_edited_safely_is_left_alone() {
    for (file, text) in [
        ("f.json", "{"),
        ("f.json", "[]"),
        ("f.json", "{\"mcpServers\": 1}"),
        ("f.json", "{\"mcpServers\": [{\"name\": \"a\", \"command\": \"c\"}]}"),
        ("f.json", "{\"mcpServers\": {}, \"mcpServers\": {}}"),
        ("f.json", "{\"mcpServers\": {\"vetgate\": {}, \"vetgate\": {}}}"),
        ("f.toml", "mcpServers = { a = { command = \"c\" } }"),
        ("f.toml", "mcpServers.vetgate.url = \"http://h\""),
        ("f.toml", "a = '''\n[mcpServers.vetgate]\n'''"),
        ("f.toml", "= 1"),
        ("f.yaml", "mcpServers: {}"),
    ] {
        assert_eq!(put(file, text, "mcpServers"), None, "{text}");
    }
}

/// JSON with comments in any layout, with servers in it or not.
fn layouts() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let gap = || prop::sample::select(vec!["", " ", "\n", "\n  ", "\r\n\t", " // é\n", "/* , } */", " /* a\n b */ "]);
    let name = prop::sample::select(vec!["a", "vetgate", "b c", "é", "mcpServers"]);
    let value =
        prop::sample::select(vec!["{}", "{\"command\": \"c\"}", "{\"url\":\n \"http://h\"}", "1", "[ ]", "\"}\""]);
    let member =
        (gap(), name, gap(), value, gap()).prop_map(|(a, name, b, value, c)| format!("{a}\"{name}\"{b}:{value}{c}"));
    let object = || {
        (prop::collection::vec(member.clone(), 0..4), gap(), any::<bool>()).prop_map(|(members, gap, comma)| {
            let end = if comma && !members.is_empty() { "," } else { "" };
            format!("{{{}{end}{gap}}}", members.join(","))
        })
    };
    let outer =
        (gap(), object(), gap(), gap()).prop_map(|(a, inner, b, c)| format!("{a}{{{b}\"mcpServers\":{inner}{c}}}"));
    prop_oneof![outer, object(), "\\PC{0,40}"]
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2_000))]

    /// `edit` reads its outcome back, so that an outcome is a right one; here it must also be had where it can be.
    #[test]
    fn any_layout_is_edited_rightly_or_left_alone(text in layouts()) {
        let after = put("f.json", &text, "mcpServers");
        let servers = configs::tree(Path::new("f.json"), &text).ok().filter(|root| root.is_map());
        let names: Vec<&str> = servers.iter().flat_map(|root| root.members()).map(|(name, _)| name.as_str()).collect();
        let inner: Vec<&str> = servers
            .iter()
            .filter_map(|root| root.get("mcpServers"))
            .flat_map(|servers| servers.members())
            .map(|(name, _)| name.as_str())
            .collect();
        let is_plain = |names: &[&str]| names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1);
        let has_place = servers.as_ref().is_some_and(|root| root.get("mcpServers").is_none_or(|servers| servers.is_map()));
        if has_place && is_plain(&names) && is_plain(&inner) {
            let after = after.expect("a plain file can be edited");
            assert!(removed("f.json", &after, "mcpServers", &["vetgate"]).is_some());
            let all: Vec<&str> = inner.iter().copied().chain(["vetgate"]).collect();
            assert!(removed("f.json", &after, "mcpServers", &all).is_some());
        }
    }

    #[test]
    fn no_text_makes_the_edits_of_toml_panic(text in "[-\\[\\]a-c.=\"'#\n {}]{0,60}") {
        let _ = (put("f.toml", &text, "a"), removed("f.toml", &text, "a", &["b"]));
    }
}
