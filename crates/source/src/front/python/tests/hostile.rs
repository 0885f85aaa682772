//! Files that are made to break the reader: it must end, in bounds, with a note.

use crate::form::{ExpressionKind, Language, Module, StatementKind};
use crate::front::read;
use proptest::prelude::*;

fn python(text: &str) -> Module {
    read("a.py", text, Language::Python)
}

/// Every place is one of the text, and every part comes before its whole.
fn assert_sound(text: &str, module: &Module) {
    let is_place = |span: crate::form::Span| text.get(span.range()).is_some();
    for (number, expression) in module.expressions.iter().enumerate() {
        assert!(is_place(expression.span), "{:?}", expression.span);
        let parts = match &expression.kind {
            ExpressionKind::Member(part, _) | ExpressionKind::Not(part) => vec![*part],
            ExpressionKind::Sum(parts) | ExpressionKind::List(parts) | ExpressionKind::Other(parts) => parts.clone(),
            ExpressionKind::Call { callee, arguments, .. } => {
                arguments.iter().map(|argument| argument.value).chain([*callee]).collect()
            }
            ExpressionKind::Function(id) => {
                assert!((id.0 as usize) < module.functions.len());
                Vec::new()
            }
            _ => Vec::new(),
        };
        assert!(parts.iter().all(|part| (part.0 as usize) < number));
    }
    assert!(module.functions.iter().all(|function| is_place(function.span)));
    assert!(module.classes.iter().all(|class| is_place(class.span)));
    assert!(module.problems.iter().all(|problem| is_place(problem.span)));
}

#[test]
fn hostile_files_end_with_a_note() {
    let files = [
        "(".repeat(100_000),
        format!("x = {}{}", "[".repeat(200_000), "]".repeat(200_000)),
        format!("x = {}1{}", "f(".repeat(20_000), ")".repeat(20_000)),
        format!("x = {}y", "not ".repeat(20_000)),
        format!("x = {}y", "lambda: ".repeat(10_000)),
        format!("x = \"\"\"{}", "a".repeat(200_000)),
        "x = 'abc\n".repeat(2_000),
        "x = 1\0\n".repeat(2_000),
        "f\"{".repeat(10_000),
        "$?!`)]}".repeat(5_000),
        "def f(): ".repeat(5_000),
    ];
    for file in files {
        let module = python(&file);
        assert!(!module.problems.is_empty(), "{}", &file[..20]);
        assert_sound(&file, &module);
    }
}

#[test]
fn a_file_that_makes_the_parser_look_ahead_for_ever_is_given_up() {
    let file = format!("if x:\n  y\n{}  z\n", "  # a\n".repeat(50_000));
    assert_eq!(python(&file).problems[0].what, "parsing takes too long");
    let file = format!("if x:\n  y\n{}  z\n", "  # a line of a licence\n".repeat(1_000));
    assert_eq!(python(&file).problems, []);
}

#[test]
fn odd_but_valid_files_are_read_without_a_note() {
    for (file, body) in [
        (format!("x = {}1{}", "(".repeat(100_000), ")".repeat(100_000)), 1),
        ("\u{feff}x = 1\n".to_owned(), 1),
        ("x = 1\u{c}\n".repeat(1_000), 1_000),
        ("x = 1\r".repeat(1_000), 1_000),
        ("if a:\n\tx = 1\n\ty = 2\n".repeat(1_000), 1_000),
    ] {
        let module = python(&file);
        assert_eq!(module.problems, [], "{:?}", &file[..10]);
        assert_eq!(module.functions[0].body.len(), body);
        assert_sound(&file, &module);
    }
}

#[test]
fn long_sums_are_flat() {
    let module = python(&format!("x = {}a", "a + ".repeat(9_999)));
    let last = module.expressions.last().unwrap();
    assert!(matches!(&last.kind, ExpressionKind::Sum(terms) if terms.len() == 10_000));
    assert_eq!(module.problems, []);
}

#[test]
fn long_ladders_lose_no_rung() {
    let module = python(&format!("if a:\n  b\n{}", "elif a:\n  b\n".repeat(50_000)));
    let StatementKind::Switch { cases, .. } = &module.functions[0].body[0].kind else { panic!("a flat choice") };
    assert_eq!(cases.len(), 50_001);
    assert_eq!(module.problems, []);
}

#[test]
fn long_chains_lose_no_link_and_rest_on_names() {
    let module = python(&format!("x = a{}", ".f(1)".repeat(10_000)));
    let calls = module.expressions.iter().filter(|part| matches!(part.kind, ExpressionKind::Call { .. })).count();
    assert_eq!(calls, 10_000);
    assert_eq!(module.problems, []);
    let mut depth: Vec<usize> = Vec::new();
    for expression in &module.expressions {
        let at = |id: crate::form::ExpressionId| depth[id.0 as usize];
        let below = match &expression.kind {
            ExpressionKind::Member(part, _) => at(*part),
            ExpressionKind::Call { callee, .. } => at(*callee),
            ExpressionKind::Assign(_, value) => at(*value),
            ExpressionKind::Sequence(parts) => parts.iter().map(|part| at(*part)).max().unwrap_or(0),
            _ => 0,
        };
        depth.push(below + 1);
    }
    assert!(depth.iter().max().unwrap() < &100);
}

const VALID: &str = "@a.b('x')\nasync def f(a, *b, c: int = 1, **d):\n    '''Doc'''\n    with open(a) as g, h:\n        \
    x = [y for y in g if y]\n    match x:\n        case {'k': [v, *w]} | str(v) if v: return f\"{v!r:>{w}}\"\n        \
    case -1: pass\n    try: x += a.b(c)[1:2]\n    except E as e: raise A from e\n    finally: del x\n\
    class K(B, metaclass=M):\n    é: int = 0x1F\n    @property\n    def p(self): return lambda q: (q := 1)\n\
    from ..m import (n as o, p)\nif a < b < c: print(not a)\nelif d: global z\nelse: assert x, 'm'\n";

proptest! {
    #[test]
    fn any_text_is_read(text in "(?s).{0,300}") {
        assert_sound(&text, &python(&text));
    }

    #[test]
    fn any_change_of_a_valid_file_is_read(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, "[(){}\\[\\]:,'\"\\\\=*@|\r\n\tα{}a-]{0,3}"), 1..8),
    ) {
        let mut letters: Vec<char> = VALID.chars().collect();
        for (at, length, new) in changes {
            let at = at.index(letters.len());
            let end = (at + length).min(letters.len());
            letters.splice(at..end, new.chars());
            if letters.is_empty() {
                letters.push('x');
            }
        }
        let text: String = letters.into_iter().collect();
        assert_sound(&text, &python(&text));
    }
}

#[test]
fn the_valid_file_is_valid() {
    assert_eq!(python(VALID).problems, []);
}
