use super::*;

fn origin(call: u64, tool: &str) -> Origin {
    Origin { call, server: "s".to_owned(), tool: tool.to_owned(), ..Origin::default() }
}

fn found(memory: &mut Memory, arguments: &str) -> Vec<Found> {
    let mut found = Vec::new();
    memory.find("s/send", arguments, &mut found);
    found
}

#[test]
fn what_was_read_is_found() {
    let mut memory = Memory::default();
    memory
        .remember(&origin(1, "read"), r#"{"content":[{"type":"text","text":"the launch code is Zebra-Quartz-7719"}]}"#);
    let found = found(&mut memory, r#"{"to":"x","body":"psst: zebraquartz7719!"}"#);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].from.as_str(), found[0].to.as_str(), found[0].characters), ("/content/0/text", "/body", 15));
    assert_eq!(found[0].text, "zebraquartz7719");
}
