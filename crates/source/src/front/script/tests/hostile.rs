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
        ("[", "]", 20_000),
        ("{", "}", 20_000),
        ("({a:", "})", 10_000),
        ("(() => ", ")", 10_000),
        ("f(", ")", 20_000),
        ("(function () {", "})", 10_000),
        ("`${", "}`", 10_000),
        ("if (a) {", "}", 10_000),
        ("a => ", "", 10_000),
        ("class A { m() {", "}}", 5_000),
        ("a[", "]", 10_000),
        ("a ** ", "", 10_000),
        ("x += ", "", 10_000),
        ("l: ", "", 10_000),
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
        "(".repeat(50_000),
        "[".repeat(50_000),
        "{".repeat(50_000),
        "`${".repeat(20_000),
        "`".repeat(50_001),
        "<a>".repeat(10_000),
        "<".repeat(20_000),
        "/".repeat(50_000),
        "\0".repeat(50_000),
        "a\0b\0;".repeat(10_000),
        "function ".repeat(10_000),
        "class A { ".repeat(5_000),
        "async ".repeat(20_000),
        "case ".repeat(20_000),
        "if (".repeat(10_000),
        "@".repeat(20_000),
        "\\u{".repeat(10_000),
        "=> ".repeat(10_000),
        "?:".repeat(10_000),
        "} ".repeat(20_000),
        "a<b>(".repeat(5_000),
        "export { ".repeat(5_000),
    ];
    for text in &table {
        for language in [JavaScript, TypeScript, Tsx] {
            let module = read(language, text);
            assert!(!module.problems.is_empty() || text.starts_with('/') || text.starts_with('\0'), "{}", &text[..6]);
        }
    }
}
