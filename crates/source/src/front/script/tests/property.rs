//! Whatever a file holds, reading it ends, and what is read points into it.

use super::read;
use crate::form::{Block, Entry, ExpressionId, ExpressionKind, Language, Module, Pattern, Span, StatementKind};
use proptest::prelude::*;

const SOURCES: &[&str] = &[
    "import a, { b as c } from 'm';\nexport default async function f({ x, ...y }, [z] = []) { for (const k in x) await g(`a${k}b`, ...y) }\n",
    "class A extends B { #x = 1; static y; constructor(a) { super(a); this.#x ??= a?.b[c] } get p() { return /a\\/b/g } static { q() } }\n",
    "switch (a) { case 'é': try { b() } catch ({ message }) { throw new E(message) } finally { c++ } default: d = e = f }\n",
    "enum E { A, B = 'b' } namespace N { export const x: string = <any>y! } abstract class C<T> { constructor(private r: T) {} }\n",
    "const x = <div a={b}>{c} <D {...e} /></div>; label: for (;;) { if (a) break label; else if (b) continue; else c() }\n",
    "/** doc */ exports.f = (a, b) => ({ a, 'b': b, [c]: d, m() { return a + b + 1 }, ...e }); export * as n from 'o'; export { p as q };\n",
];

const LANGUAGES: [Language; 3] = [Language::JavaScript, Language::TypeScript, Language::Tsx];

struct Sound<'m> {
    module: &'m Module,
    text: &'m str,
}

impl Sound<'_> {
    fn span(&self, span: Span) {
        assert!(self.text.get(span.range()).is_some(), "{span:?} of {:?}", self.text);
    }

    fn id(&self, id: ExpressionId) {
        assert!((id.0 as usize) < self.module.expressions.len());
    }

    fn pattern(&self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(_, span) => self.span(*span),
            Pattern::Member(object, _) => self.id(*object),
            Pattern::Index(object, index) => [*object, *index].into_iter().for_each(|id| self.id(id)),
            Pattern::List(items) => items.iter().for_each(|item| self.pattern(item)),
            Pattern::Object(members, _) => members.iter().for_each(|(_, member)| self.pattern(member)),
            Pattern::Rest(inner) => self.pattern(inner),
            Pattern::Default(inner, value) => {
                self.pattern(inner);
                self.id(*value);
            }
            Pattern::Ignored => {}
        }
    }

    fn block(&self, block: &Block) {
        for statement in block {
            self.span(statement.span);
            match &statement.kind {
                StatementKind::Expression(id) => self.id(*id),
                StatementKind::Assign { pattern, value, .. } => {
                    self.pattern(pattern);
                    self.id(*value);
                }
                StatementKind::Return(id) | StatementKind::Raise(id) => id.iter().for_each(|id| self.id(*id)),
                StatementKind::If { test, then, otherwise } => {
                    self.id(*test);
                    self.block(then);
                    self.block(otherwise);
                }
                StatementKind::Loop { pattern, items, test, body, otherwise } => {
                    pattern.iter().for_each(|pattern| self.pattern(pattern));
                    items.iter().chain(test).for_each(|id| self.id(*id));
                    self.block(body);
                    self.block(otherwise);
                }
                StatementKind::Try { body, handlers, otherwise, finally } => {
                    [body, otherwise, finally].into_iter().for_each(|block| self.block(block));
                    handlers.iter().for_each(|(_, block)| self.block(block));
                }
                StatementKind::Switch { subject, cases } => {
                    self.id(*subject);
                    for case in cases {
                        self.span(case.span);
                        case.values.iter().for_each(|id| self.id(*id));
                        self.block(&case.body);
                    }
                }
                StatementKind::Function(id) => assert!((id.0 as usize) < self.module.functions.len()),
                StatementKind::Class(id) => assert!((id.0 as usize) < self.module.classes.len()),
                _ => {}
            }
        }
    }

    /// An expression is made of those before it, so that they can be gone through in order.
    fn expression(&self, at: usize) {
        let expression = &self.module.expressions[at];
        self.span(expression.span);
        let before = |id: &ExpressionId| assert!((id.0 as usize) < at, "{expression:?}");
        match &expression.kind {
            ExpressionKind::Template(all)
            | ExpressionKind::List(all)
            | ExpressionKind::Sum(all)
            | ExpressionKind::Sequence(all)
            | ExpressionKind::Other(all) => all.iter().for_each(before),
            ExpressionKind::Tagged { tag, values } => values.iter().chain([tag]).for_each(before),
            ExpressionKind::Dict(entries) => entries.iter().for_each(|entry| match entry {
                Entry::Pair(key, value) => [key, value].into_iter().for_each(before),
                Entry::Spread(of) => before(of),
            }),
            ExpressionKind::Member(of, _)
            | ExpressionKind::Keys(of)
            | ExpressionKind::Not(of)
            | ExpressionKind::Await(of)
            | ExpressionKind::Spread(of)
            | ExpressionKind::Slice(of) => before(of),
            ExpressionKind::Index(one, other)
            | ExpressionKind::Binary(_, one, other)
            | ExpressionKind::Compare(_, one, other)
            | ExpressionKind::And(one, other)
            | ExpressionKind::Or(one, other) => [one, other].into_iter().for_each(before),
            ExpressionKind::Call { callee, arguments, .. } => {
                arguments.iter().map(|argument| &argument.value).chain([callee]).for_each(before);
            }
            ExpressionKind::Conditional { test, then, otherwise } => {
                [test, then, otherwise].into_iter().for_each(before);
            }
            ExpressionKind::Yield(of) => of.iter().for_each(before),
            ExpressionKind::Assign(pattern, value) => {
                self.pattern(pattern);
                before(value);
            }
            ExpressionKind::Function(id) => assert!((id.0 as usize) < self.module.functions.len()),
            ExpressionKind::Class(id) => assert!((id.0 as usize) < self.module.classes.len()),
            _ => {}
        }
    }
}

fn is_sound(text: &str) {
    for language in LANGUAGES {
        let module = read(language, text);
        let sound = Sound { module: &module, text };
        (0..module.expressions.len()).for_each(|at| sound.expression(at));
        for function in &module.functions {
            sound.span(function.span);
            sound.block(&function.body);
            function.doc.iter().for_each(|(_, span)| sound.span(*span));
            function.decorators.iter().for_each(|id| sound.id(*id));
            for parameter in &function.parameters {
                sound.span(parameter.span);
                sound.pattern(&parameter.pattern);
                parameter.default.iter().for_each(|id| sound.id(*id));
            }
        }
        for class in &module.classes {
            sound.span(class.span);
            sound.block(&class.body);
            class.bases.iter().chain(&class.decorators).for_each(|id| sound.id(*id));
            class.fields.iter().filter_map(|field| field.value).for_each(|id| sound.id(id));
            class.methods.iter().for_each(|id| assert!((id.0 as usize) < module.functions.len()));
        }
        module.problems.iter().for_each(|problem| sound.span(problem.span));
    }
}

#[test]
fn the_sources_to_be_mutated_are_sound_as_they_are() {
    SOURCES.iter().for_each(|source| is_sound(source));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        is_sound(&text);
    }

    #[test]
    fn any_row_of_tokens_is_read(tokens in prop::collection::vec(prop::sample::select(vec![
        "a", "b.c", "(", ")", "{", "}", "[", "]", "`", "${", "'x'", "/", "<", ">", "=", "=>", "...", ",", ";", ":", "?", "?.", "\n",
        "function", "class", "async", "await", "export", "default", "import", "from", "as", "for", "of", "in", "if", "else", "try",
        "catch", "switch", "case", "return", "new", "enum", "namespace", "type", "static", "get", "#x", "@d", "1", "\\u{61}", "\0", "é",
        "let", "const", "yield", "*", "+", "!", "/** d */", "extends", "private", "readonly", "declare", "using", "do", "while",
    ]), 0..60)) {
        is_sound(&tokens.join(" "));
    }

    #[test]
    fn any_mutation_of_good_sources_is_read(
        source in prop::sample::select(SOURCES),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..6usize, "\\PC{0,3}"), 0..5),
    ) {
        let mut chars: Vec<char> = source.chars().collect();
        for (at, length, with) in cuts {
            let from = at.index(chars.len() + 1);
            let to = (from + length).min(chars.len());
            chars.splice(from..to, with.chars());
        }
        is_sound(&chars.into_iter().collect::<String>());
    }
}
