//! Any text is read as a message or refused without a panic; what is read keeps its text except for members that JSON-RPC does not know, and an edit changes what it
//! says and nothing else.
//!
//! Pieces: the message, and the name of a member of its parameters.

use super::pieces;
use vetgate_mcp::rpc::{Edit, Message, Payload, quote, unquote};

pub(crate) fn run(input: &str) {
    let [text, name] = pieces(input);
    assert_eq!(unquote(&quote(name)).as_deref(), Some(name));
    let _ = Payload::read(text.to_owned());
    let Ok(message) = Message::read(text.to_owned()) else { return };
    // Members that JSON-RPC does not know are left out.
    if message.left_out().is_none() {
        assert_eq!(message.text(), text);
    }
    if let Some(id) = message.id() {
        assert_eq!(message.with_id(id), message.text());
    }
    let path = ["params", name];
    let changed = Edit::of(&message).set(&path, "7").finish();
    if let Ok(changed) = Message::read(changed.clone()) {
        assert_eq!((changed.sort(), changed.id(), changed.method()), (message.sort(), message.id(), message.method()));
    }
    let _ = Edit::of_json(&changed).remove(&path).finish();
}
