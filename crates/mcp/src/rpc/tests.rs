use super::*;

fn read(text: &str) -> Message {
    Message::read(text.to_owned()).unwrap()
}

#[test]
fn the_four_sorts_are_told_apart() {
    let cases = [
        (r#"{"jsonrpc":"2.0","id":1,"method":"m"}"#, Sort::Request),
        (r#"{"jsonrpc":"2.0","method":"m","params":{}}"#, Sort::Notification),
        (r#"{"jsonrpc":"2.0","id":"x","result":{}}"#, Sort::Result),
        (r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#, Sort::Error),
    ];
    for (text, sort) in cases {
        assert_eq!(read(text).sort(), sort, "{text}");
    }
}

#[test]
fn what_is_no_message_says_why() {
    let cases = [
        ("hello", "not JSON"),
        ("[]", "not an object"),
        (r#"{"id":1,"method":"m"}"#, "`jsonrpc`"),
        (r#"{"jsonrpc":"2.0","id":1}"#, "needs `method`"),
        (r#"{"jsonrpc":"2.0","id":1,"method":2}"#, "`method` is not a string"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "`id`"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"m","params":3}"#, "`params`"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}"#, "`method` of the message occurs twice"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"name":"x","n\u0061me":"y"}}"#,
            "`name` of params occurs twice",
        ),
    ];
    for (text, why) in cases {
        let error = Message::read(text.to_owned()).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn an_escaped_name_is_found_by_what_it_says() {
    let message = read(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"n\u0061me":"a\"b"}}"#);
    assert_eq!(message.text_of("name").as_deref(), Some("a\"b"));
}

#[test]
fn another_id_changes_nothing_else() {
    let message = read(r#"{ "jsonrpc":"2.0", "id": "a" ,"params":{"x":1.50},"method":"m"}"#);
    assert_eq!(message.with_id("7"), r#"{ "jsonrpc":"2.0", "id": 7 ,"params":{"x":1.50},"method":"m"}"#);
}

#[test]
fn members_that_json_rpc_does_not_know_are_left_out_and_named() {
    for (text, kept, left_out) in [
        (
            r#"{"x":[1.50],"jsonrpc":"2.0", "id" : 1.0,"params":{"a": 1e400},"method":"\u006d","y":2}"#,
            r#"{"jsonrpc":"2.0","id":1.0,"method":"\u006d","params":{"a": 1e400}}"#,
            "x",
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","result":{"content":[]},"params":{"name":"n"}}"#,
            r#"{"jsonrpc":"2.0","id":"a","result":{"content":[]}}"#,
            "params",
        ),
        (r#"{"jsonrpc":"2.0","method":"n","\u001b":1}"#, r#"{"jsonrpc":"2.0","method":"n"}"#, "\\u{1b}"),
        (
            r#"{"jsonrpc":"2.0","error":{"code":1,"message":"m"},"_meta":{}}"#,
            r#"{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}"#,
            "_meta",
        ),
    ] {
        let message = read(text);
        assert_eq!((message.text(), message.left_out()), (kept, Some(left_out)));
        assert_eq!(read(kept).left_out(), None);
    }
}

#[test]
fn edits_set_insert_and_remove() {
    let text = r#"{"a": {"b": 1, "c": 2}, "d": 3.0}"#;
    let cases: &[(&[&str], Option<&str>, &str)] = &[
        (&["a", "b"], Some("9"), r#"{"a": {"b": 9, "c": 2}, "d": 3.0}"#),
        (&["a", "x"], Some("9"), r#"{"a": {"b": 1, "c": 2,"x":9}, "d": 3.0}"#),
        (&["e", "f"], Some("9"), r#"{"a": {"b": 1, "c": 2}, "d": 3.0,"e":{"f":9}}"#),
        (&["a", "b"], None, r#"{"a": {"c": 2}, "d": 3.0}"#),
        (&["a", "c"], None, r#"{"a": {"b": 1}, "d": 3.0}"#),
        (&["a"], None, r#"{"d": 3.0}"#),
        (&["z"], None, text),
        (&["d", "x"], Some("9"), text),
    ];
    for (path, value, expected) in cases {
        let edit = Edit::of_json(text);
        let edit = match value {
            Some(value) => edit.set(path, *value),
            None => edit.remove(path),
        };
        assert_eq!(edit.finish(), *expected, "{path:?}");
    }
    assert_eq!(Edit::of_json("{}").set(&["a"], "1").finish(), r#"{"a":1}"#);
    assert_eq!(Edit::of_json(r#"{"a":1}"#).remove(&["a"]).finish(), "{}");
}

#[test]
fn a_batch_is_read_whole_and_an_empty_one_is_none() {
    let text = r#"[{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":1,"method":"m"}]"#;
    let Payload::Batch(messages) = Payload::read(text.to_owned()).unwrap() else { panic!() };
    assert_eq!(messages.len(), 2);
    assert!(Payload::read("[]".to_owned()).is_err());
}

#[test]
fn meta_is_read_on_demand() {
    let message = read(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken": "t"}}}"#);
    assert_eq!(message.meta("progressToken").as_deref(), Some("\"t\""));
    assert_eq!(message.meta("x"), None);
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in ".{0,200}") {
        let _ = Payload::read(text);
    }

    #[test]
    fn quoted_text_is_read_back(text in ".{0,60}") {
        let quoted = quote(&text);
        proptest::prop_assert_eq!(unquote(&quoted).unwrap(), text.as_str());
    }

    #[test]
    fn a_set_member_is_read_back_and_the_rest_is_kept(key in "[a-z]{1,3}", value in 0u32..99) {
        let text = r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"k":[1,{"z":2.50}]}}"#;
        let message = Message::read(text.to_owned()).unwrap();
        let changed = Edit::of(&message).set(&["params", &key], value.to_string()).finish();
        let changed = Message::read(changed).unwrap();
        let expected = value.to_string();
        proptest::prop_assert_eq!(changed.get(&key), Some(expected.as_str()));
        if key != "k" {
            proptest::prop_assert_eq!(changed.get("k"), Some(r#"[1,{"z":2.50}]"#));
        }
    }
}
