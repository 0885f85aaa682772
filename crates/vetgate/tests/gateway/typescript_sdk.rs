//! Both generations of the TypeScript SDK, before servers of the Python SDK: they see the same through the gateway.

use crate::place::{Gateway, Server, node, python, script};
use crate::transcript::Transcript;
use serde_json::json;
use std::process::Command;

fn transcript(generation: &str, url: &str) -> Transcript {
    Transcript::of(Command::new(node()).args([&script("clients/typescript.mjs"), generation, url]))
}

fn sees_the_same(generation: &str, server: &str) {
    let start = || Server::told(&python(server), &[script("servers/generations.py"), "streamable-http".to_owned()]);
    let direct = transcript(generation, &start().url);
    let server = start();
    let gateway = Gateway::before(&json!({"generations": {"type": "http", "url": server.url}}));
    transcript(generation, &format!("{}/generations", gateway.url)).must_equal(&direct);
}

#[test]
fn the_first_generation_sees_the_same_of_an_older_server() {
    sees_the_same("first", "middle");
}

#[test]
fn the_first_generation_sees_the_same_of_the_newest_server() {
    sees_the_same("first", "newest");
}

#[test]
fn the_second_generation_sees_the_same_of_an_older_server() {
    sees_the_same("second", "middle");
}

#[test]
fn the_second_generation_sees_the_same_of_the_newest_server() {
    sees_the_same("second", "newest");
}
