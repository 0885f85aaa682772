//! Any text is read as a message or refused without a panic; what is read keeps its text, and an edit changes what it
//! says and nothing else.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vetgate_mcp::rpc::{Edit, Message, Payload, quote, unquote};

fuzz_target!(|input: (&str, &str)| {
    let (text, name) = input;
    assert_eq!(unquote(&quote(name)).as_deref(), Some(name));
    let _ = Payload::read(text.to_owned());
    let Ok(message) = Message::read(text.to_owned()) else { return };
    assert_eq!(message.text(), text);
    if let Some(id) = message.id() {
        assert_eq!(message.with_id(id), text);
    }
    let path = ["params", name];
    let changed = Edit::of(&message).set(&path, "7").finish();
    if let Ok(changed) = Message::read(changed.clone()) {
        assert_eq!((changed.sort(), changed.id(), changed.method()), (message.sort(), message.id(), message.method()));
    }
    let _ = Edit::of_json(&changed).remove(&path).finish();
});
