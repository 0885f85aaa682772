//! Files that are made to hurt, and generated files that do so without meaning to.

use super::read;
use crate::form::Language::{JavaScript, Tsx, TypeScript};
use crate::form::{ExpressionKind, Module, StatementKind};

fn is_too_deep(module: &Module) -> bool {
    module.problems.iter().any(|problem| problem.what == "nested deeper than 200 levels")
}

#[test]
fn long_chains_are_read_to_their_end() {
    let sum = format!("x = {}z", "a + ".repeat(10_000));
    let module = read(JavaScript, &sum);
    assert!(module.problems.is_empty());
    let widest = module.expressions.iter().map(|expression| match &expression.kind {
        ExpressionKind::Sum(terms) => terms.len(),
        _ => 0,
    });
    assert_eq!(widest.max(), Some(10_001));

    let table: [(String, &str); 8] = [
        (format!("x{}.last()", ".a().b(y)".repeat(1_500)), "last"),
        (format!("x = {}last", "a || ".repeat(10_000)), "last"),
        (format!("x = {}last", "a ? b : ".repeat(5_000)), "last"),
        (format!("{}last", "exports.a = ".repeat(5_000)), "last"),
        (format!("x = {}last", "!".repeat(5_000)), "last"),
        (format!("x = {}last{}", "(".repeat(10_000), ")".repeat(10_000)), "last"),
        (format!("x = last{}", "[0]".repeat(10_000)), "last"),
        (format!("{}last()", "a=b(c),".repeat(50_000)), "last"),
    ];
    for (text, name) in &table {
        let module = read(TypeScript, text);
        let head = &text[..40];
        assert!(module.problems.is_empty(), "{head} {:?}", module.problems);
        let is_there = module.expressions.iter().any(|expression| match &expression.kind {
            ExpressionKind::Name(found) | ExpressionKind::Member(_, found) => &**found == *name,
            _ => false,
        });
        assert!(is_there, "{head}");
    }
}

#[test]
fn every_arm_of_a_long_choice_is_read() {
    let text = format!("if (a) b();{} else last()", " else if (c) d();".repeat(50_000));
    let module = read(JavaScript, &text);
    assert!(module.problems.is_empty());
    let calls = module.expressions.iter().filter(|each| matches!(each.kind, ExpressionKind::Call { .. })).count();
    assert_eq!(calls, 50_002);
    let wide = format!("switch (a) {{{}}}", "case 1: b(); break;".repeat(50_000));
    let module = read(JavaScript, &wide);
    match &module.functions[0].body[0].kind {
        StatementKind::Switch { cases, .. } => assert_eq!(cases.len(), 50_000),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_nested_too_deep_is_noted_and_the_rest_is_read() {
    let table = [
        ("[", "]", 4_000),
        ("{", "}", 4_000),
        ("({a:", "})", 2_000),
        ("(() => ", ")", 2_000),
        ("f(", ")", 4_000),
        ("(function () {", "})", 2_000),
        ("`${", "}`", 2_000),
        ("if (a) {", "}", 2_000),
        ("a => ", "", 2_000),
        ("class A { m() {", "}}", 2_000),
        ("a[", "]", 2_000),
        ("a ** ", "", 2_000),
        ("x += ", "", 2_000),
        ("l: ", "", 2_000),
        ("class A { x = class { y = ", "}}", 2_000),
        ("function f(a = ", ") {}", 2_000),
        ("x = { a: () => {", "}}", 2_000),
        ("({ a: { b = ", "}} = c)", 1_000),
    ];
    for (open, close, times) in table {
        let text = format!("before()\n{}b{}\nafter()", open.repeat(times), close.repeat(times));
        for language in [JavaScript, TypeScript, Tsx] {
            let module = read(language, &text);
            assert!(is_too_deep(&module), "{language:?} {open} {:?}", module.problems);
            let names = module
                .expressions
                .iter()
                .filter(|each| matches!(&each.kind, ExpressionKind::Name(name) if &**name == "before"));
            assert_eq!(names.count(), 1, "{language:?} {open}");
        }
    }
}

#[test]
fn unfinished_and_senseless_files_end() {
    let table = [
        "(".repeat(10_000),
        "[".repeat(10_000),
        "{".repeat(10_000),
        "`${".repeat(4_000),
        "`".repeat(10_001),
        "<a>".repeat(2_000),
        "<".repeat(4_000),
        "/".repeat(10_000),
        "\0".repeat(10_000),
        "a\0b\0;".repeat(2_000),
        "function ".repeat(2_000),
        "class A { ".repeat(1_000),
        "async ".repeat(4_000),
        "case ".repeat(4_000),
        "if (".repeat(2_000),
        "@".repeat(4_000),
        "\\u{".repeat(2_000),
        "=> ".repeat(2_000),
        "?:".repeat(2_000),
        "} ".repeat(4_000),
        "a<b>(".repeat(1_000),
        "export { ".repeat(1_000),
    ];
    for text in &table {
        for language in [JavaScript, TypeScript, Tsx] {
            let module = read(language, text);
            assert!(!module.problems.is_empty() || text.starts_with('/') || text.starts_with('\0'), "{}", &text[..6]);
        }
    }
}

#[test]
fn a_hundred_thousand_brackets_end() {
    for (open, close) in [("(", ")"), ("[", "]")] {
        let text = format!("{}b{}", open.repeat(100_000), close.repeat(100_000));
        assert_eq!(is_too_deep(&read(JavaScript, &text)), open == "[");
    }
}

#[test]
fn dense_files_are_parsed_within_the_steps_they_are_given() {
    let table = [
        format!("x = [{}]", "1,".repeat(30_000)),
        format!("x = [{}]", "[],".repeat(20_000)),
        ";".repeat(60_000),
        "a=1;".repeat(15_000),
        format!("x{}", ".c".repeat(30_000)),
    ];
    for text in &table {
        for language in [JavaScript, Tsx] {
            assert_eq!(read(language, text).problems, [], "{}", &text[..8]);
        }
    }
}
