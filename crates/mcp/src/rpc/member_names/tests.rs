use super::*;
use crate::rpc::{Malformed, Message, Payload};

fn refused(text: &str) -> String {
    match Message::read(text.to_owned()) {
        Err(Malformed::Ambiguous(ambiguity)) => ambiguity.reason,
        other => panic!("{text}: {other:?}"),
    }
}

fn call(params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)
}

fn answer(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#)
}

#[test]
fn the_tables_are_sorted_and_no_two_known_names_are_taken_for_each_other() {
    for object in [Envelope, Body, Meta] {
        let names = object.names();
        assert!(names.is_sorted_by(|one, other| one.0 < other.0), "{object:?}");
        assert!(names.len() <= u128::BITS as usize);
        assert_eq!(ALIKE[object as usize].len(), names.len(), "{object:?}");
    }
}

#[test]
fn a_name_that_differs_from_a_known_one_only_in_case_is_refused() {
    for text in [
        call(r#"{"name":"a","arguments":{},"Name":"b","Arguments":{}}"#),
        call(r#"{"Name":"b"}"#),
        call(r#"{"NAME":"b"}"#),
        call(r#"{"argument\u017f":{}}"#),
        call(r#"{"\u004eame":"b"}"#),
        call(r#"{"n\u0041me":"b"}"#),
        call(r#"{"name":"a","name\u0000x":"b"}"#),
        call(r#"{"name":"a","name\ud800":"b"}"#),
        call(r#"{"_Meta":{}}"#),
        call(r#"{"_meta":{"ProgressToken":1}}"#),
        call(r#"{"_meta":{"io.modelcontextprotocol/clientinfo":{}}}"#),
        call(r#"{"_meta":{"io.modelcontextprotocol/clientInfo":{"Name":"x"}}}"#),
        call(r#"{"ref":{"type":"ref/prompt","name":"a","Name":"b"}}"#),
        call(r#"{"tas\u212a":{}}"#),
        call(r#"{"task":{"TTL":1}}"#),
        call(r#"{"inputResponses":{"q":{"Action":"accept"}}}"#),
        answer(r#"{"content":[{"type":"text","text":"harmless","Text":"attack"}]}"#),
        answer(r#"{"content":[],"structuredcontent":{}}"#),
        answer(r#"{"Tools":[]}"#),
        answer(r#"{"contents":[{"uri":"a","Blob":""}]}"#),
        answer(r#"{"messages":[{"role":"user","content":{"type":"text","text":"a","TEXT":"b"}}]}"#),
        answer(r#"{"content":[{"type":"resource","resource":{"uri":"a","Text":"b"}}]}"#),
        answer(r#"{"content":[{"type":"text","Text":"attack"}],"action":"accept"}"#),
        answer(r#"{"inputRequests":{"q":{"method":"m","Method":"n"}}}"#),
        answer(r#"{"inputRequests":{"q":{"method":"elicitation/create","params":{"message":"a","Message":"b"}}}}"#),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a","Message":"b"}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","Params":{}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"ID":2,"method":"ping"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","JSONRPC":"2.0","method":"n"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"result":{},"Result":{}}"#.to_owned(),
    ] {
        assert!(refused(&text).contains("is read as"), "{text}");
        assert!(Payload::read(format!("[{text}]")).is_err());
    }
}

#[test]
fn two_names_that_nobody_knows_are_refused_if_they_differ_only_in_case() {
    for text in
        [call(r#"{"x":1,"X":2}"#), call(r#"{"_meta":{"v/a":1,"v/A":2}}"#), answer(r#"{"straße":1,"STRASSE":2}"#)]
    {
        assert!(refused(&text).contains("is read as"), "{text}");
    }
}

#[test]
fn a_member_that_occurs_twice_in_an_object_of_the_protocol_is_refused() {
    for text in [
        call(r#"{"name":"a","name":"b"}"#),
        call(r#"{"x":1,"x":2}"#),
        call(r#"{"_meta":{"progressToken":1,"\u0070rogressToken":2}}"#),
        call(r#"{"ref":{"name":"a","name":"b"}}"#),
        answer(r#"{"content":[{"type":"text","text":"a","text":"b"}]}"#),
        answer(r#"{"inputRequests":{"q":{},"q":{}}}"#),
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#.to_owned(),
    ] {
        assert!(refused(&text).contains("occurs twice"), "{text}");
    }
}

#[test]
fn names_without_or_with_separators_are_refused_where_a_server_may_take_them() {
    for name in ["request_state", "input_responses", "task_id", "meta", "_Task_Id", "request-state"] {
        assert!(refused(&call(&format!(r#"{{"name":"a","{name}":{{}}}}"#))).contains("is read as"), "{name}");
    }
    for name in ["result_type", "input_requests", "request_state"] {
        assert!(refused(&answer(&format!(r#"{{"{name}":{{}}}}"#))).contains("is read as"), "{name}");
    }
    // Servers write these by mistake, and no decision depends on them.
    let text = answer(r#"{"content":[{"type":"text","text":"a","mime_type":"text/plain"}],"is_error":true,"meta":{}}"#);
    assert!(Message::read(text).is_ok());
}

#[test]
fn names_that_belong_to_a_tool_a_form_or_a_schema_may_be_anything() {
    for text in [
        call(r#"{"name":"t","arguments":{"a":1,"A":2,"Name":"n","URI":"u","name":"m","deep":{"Type":1,"type":2}}}"#),
        call(r#"{"message":"m","requestedSchema":{"properties":{"Name":{"Type":"string"},"name":{}}}}"#),
        call(r#"{"_meta":{"Name":"n","URL":"u","vendor":{"Type":1,"type":2}}}"#),
        call(r#"{"level":"info","data":{"Name":1,"name":2}}"#),
        call(r#"{"protocolVersion":"x","capabilities":{"experimental":{"Name":{}},"extensions":{"A/Name":{}}}}"#),
        answer(r#"{"content":[],"structuredContent":{"Name":1,"name":2,"Content":[]}}"#),
        answer(r#"{"action":"accept","content":{"Name":"n","name":"m","Type":"t"}}"#),
        answer(r#"{"tools":[{"name":"a","Name":"b","inputSchema":{"properties":{"ID":{},"id":{}}}}]}"#),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a","data":{"Code":1,"code":2}}}"#.to_owned(),
    ] {
        assert!(Message::read(text.clone()).is_ok(), "{text}");
    }
}

#[test]
fn what_is_refused_can_be_answered_and_shown() {
    let text = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"n","NAME\u0000\u001b[31m":1}}"#;
    let Err(Malformed::Ambiguous(ambiguity)) = Message::read(text.to_owned()) else { panic!() };
    assert_eq!((ambiguity.id.as_deref(), ambiguity.method.as_deref()), (Some("\"a\""), Some("tools/call")));
    assert!(!ambiguity.reason.contains(['\0', '\u{1b}']), "{ambiguity}");
    assert!(ambiguity.reason.contains("of params"), "{ambiguity}");
}

proptest::proptest! {
    #[test]
    fn no_spelling_of_a_known_name_but_its_own_is_read(position in 0..BODY.len(), spelling in proptest::collection::vec(0..4_u8, 24)) {
        let known = BODY[position].0;
        let spelled: String = known.chars().zip(spelling).map(|(c, how)| match (how, c) {
            (1, c) => c.to_ascii_uppercase(),
            (2, 's' | 'S') => 'ſ',
            (2, 'k' | 'K') => '\u{212A}',
            (3, 'i' | 'I') => 'ı',
            (_, c) => c,
        }).collect();
        let whole = format!("{spelled}{}", &known[known.len().min(24)..]);
        for text in [call(&format!(r#"{{"{whole}":1}}"#)), answer(&format!(r#"{{"{whole}":1}}"#))] {
            proptest::prop_assert_eq!(Message::read(text).is_ok(), whole == known);
        }
    }
}
