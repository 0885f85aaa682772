//! What a search finds.
#![allow(clippy::unwrap_used, reason = "tests unwrap")]

use vetgate_model::{Definition, DefinitionKind};
use vetgate_search::{Field, Hit, Index, Match};

fn index(tools: &[(&str, &str, &str)]) -> Index {
    let mut index = Index::new();
    for (server, name, description) in tools {
        let raw = serde_json::json!({ "name": name, "description": description });
        index.insert(&Definition::parse(*server, DefinitionKind::Tool, &raw.to_string()).unwrap());
    }
    index
}

fn office() -> Index {
    index(&[
        ("disk", "read_text_file", "Returns the contents of a file."),
        ("disk", "deleteFile", "Removes a file for good."),
        ("disk", "create-directory", "Makes a new directory, with its parents if need be."),
        ("mail", "send_email", "Sends a message to one or more recipients."),
        ("mail", "search_messages", "Finds messages in the inbox."),
        ("git", "git_commit", "Records changes in the repository."),
        ("clock", "get_current_time", "Current time in a time zone."),
        ("art", "wordcloud", "Makes a picture of the words of a text."),
        ("tenki", "forecast_jp", "指定した都市の天気予報を取得します。"),
        ("bureau", "chercher_facture", "Recherche une facture par numéro de référence."),
    ])
}

fn first(index: &Index, query: &str) -> String {
    index.search(query, 1).first().map_or_else(String::new, |hit| hit.name.to_string())
}

#[test]
fn people_find_tools_in_their_own_words() {
    let office = office();
    for (query, name) in [
        ("get rid of a document", "deleteFile"),
        ("erase files", "deleteFile"),
        ("show me what is in a document", "read_text_file"),
        ("Can you please help me make a new folder?", "create-directory"),
        ("what does the wall clock say", "get_current_time"),
        ("e-mail my boss", "send_email"),
        ("look for a mail in my inbox", "search_messages"),
        ("check in my work to the repo", "git_commit"),
        ("word cloud of a speech", "wordcloud"),
        ("WordClouds", "wordcloud"),
        ("東京の天気", "forecast_jp"),
        ("trouver la facture numero 12", "chercher_facture"),
        ("recherche facture référence", "chercher_facture"),
        ("get_currentTime", "get_current_time"),
    ] {
        assert_eq!(first(&office, query), name, "{query}");
    }
}

#[test]
fn a_slip_of_the_finger_is_forgiven() {
    assert_eq!(first(&office(), "recipeints"), "send_email");
    let hit = &office().search("repositry", 1)[0];
    assert_eq!(hit.reasons[0].matched, Match::Similar);
}

#[test]
fn a_word_of_its_own_beats_another_word_for_it() {
    let index = index(&[("s", "remove_row", "x"), ("s", "delete_row", "x")]);
    assert_eq!(first(&index, "delete"), "delete_row");
    assert_eq!(first(&index, "remove"), "remove_row");
}

#[test]
fn a_hit_says_why() {
    let hits = office().search("erase a file", 1);
    let reason = |word: &str| hits[0].reasons.iter().find(|reason| &*reason.word == word).unwrap();
    let (removed, file) = (reason("delete"), reason("file"));
    assert_eq!((&*removed.query, removed.field, removed.matched), ("erase", Field::Name, Match::Synonym));
    assert_eq!((&*file.query, file.matched), ("file", Match::Direct));
    let sum: f64 = hits[0].reasons.iter().map(|reason| reason.contribution).sum();
    assert!((sum - hits[0].score).abs() < 1e-12);
}

#[test]
fn ties_stand_in_the_order_of_server_and_name() {
    let index = index(&[("b", "ping", ""), ("a", "ping", ""), ("c", "ping", "")]);
    let servers = |hits: Vec<Hit>| hits.iter().map(|hit| hit.server.to_string()).collect::<Vec<_>>();
    assert_eq!(servers(index.search("ping", 9)), ["a", "b", "c"]);
    assert_eq!(servers(index.search("ping", 2)), ["a", "b"]);
}

#[test]
fn grammar_counts_only_where_there_is_nothing_else() {
    let index = index(&[("s", "who_is", "Says who it is."), ("s", "lookup_domain", "Owner of a domain.")]);
    assert_eq!(first(&index, "who is it"), "who_is");
    assert_eq!(first(&index, "who is the owner of it"), "lookup_domain");
}

#[test]
fn nothing_is_found_where_nothing_fits() {
    assert!(office().search("xylophone", 5).is_empty());
    assert!(office().search("", 5).is_empty() && office().search(" ?!", 5).is_empty());
    assert!(office().search("file", 0).is_empty());
    assert!(Index::new().search("file", 5).is_empty());
}

#[test]
fn a_tool_is_replaced_by_its_next_version() {
    let mut index = index(&[("s", "t", "weather")]);
    let next = Definition::parse("s", DefinitionKind::Tool, r#"{"name":"t","description":"music"}"#).unwrap();
    index.insert(&next);
    assert_eq!(index.len(), 1);
    assert!(index.search("weather", 5).is_empty());
    assert_eq!(first(&index, "song"), "t");
    assert!(index.remove("s", "t") && !index.remove("s", "t") && index.is_empty());
}

#[test]
fn parameters_and_servers_are_searched() {
    let raw = r#"{"name":"run","inputSchema":{"properties":{"zip_code":{"description":"Postal area to deliver to"}}}}"#;
    let mut index = Index::new();
    index.insert(&Definition::parse("acme-logistics", DefinitionKind::Tool, raw).unwrap());
    for (query, field) in
        [("zip", Field::ParameterName), ("postal", Field::ParameterDescription), ("acme", Field::Server)]
    {
        assert_eq!(index.search(query, 1)[0].reasons[0].field, field, "{query}");
    }
}

#[test]
fn very_long_texts_and_queries_are_bounded() {
    let long = "file ".repeat(1_000_000);
    let index = index(&[("s", "a", &long), ("s", "b", "file"), ("s", &long[..50_000], "y")]);
    assert_eq!(index.search(&long, 5).len(), 3);
    let many: String = (0..100_000).map(|n| format!("w{n}x ")).collect();
    assert!(index.search(&many, 5).is_empty());
}
