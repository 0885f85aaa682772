//! Every construct, as it is written and as it is understood.

use super::{read, understood};
use crate::form::Language::{self, JavaScript, Tsx, TypeScript};
use crate::front::outline::outline;

fn check(languages: &[Language], table: &[(&str, &str)]) {
    for (text, expected) in table {
        for language in languages {
            assert_eq!(understood(*language, text), *expected, "{language:?}: {text}");
        }
    }
}

const ALL: &[Language] = &[JavaScript, TypeScript, Tsx];

#[test]
fn literals_are_decoded() {
    check(
        ALL,
        &[
            (r#""a\n\x41\u0042\u{1F600}\uD83D\uDE00\0""#, r#""a\nAB😀😀\0""#),
            ("'it\\'s \\\nok'", r#""it's ok""#),
            ("0x_ff".replace('_', "").leak(), "255"),
            ("[1_000, 0b11, 0o17, 017, 10n, 1e3, .5]", "[1000, 3, 15, 15, 10, 1000, 0.5]"),
            (
                "[true, false, null, undefined, void 0, !0, !1, -5]",
                "[true, false, nothing, nothing, nothing, true, false, -5]",
            ),
            (r"/^a[/]\d+$/gi", r"/^a[/]\d+$/"),
            ("`plain\\n`", r#""plain\n""#),
            ("``", r#""""#),
            ("`a${b}c${d + 1}`", r#"(template "a" b "c" (+ d 1))"#),
            ("`${a}`", "(template a)"),
            ("sql`select ${x}`", r#"sql(tag "select " x)"#),
            (r"\u0065val(x)", "eval(x)"),
            ("import.meta.url", "import.meta.url"),
        ],
    );
}

#[test]
fn operators_keep_what_decides_where_data_goes() {
    check(
        ALL,
        &[
            ("a + b + c - d + e", "(+ (op (+ a b c) d) e)"),
            ("(a + b) + (c + d)", "(+ a b (+ c d))"),
            ("a % b / c | d", "(| (/ (% a b) c) d)"),
            ("a && b || c ?? d", "(or (or (and a b) c) d)"),
            (
                "a === b; a != b; a in b; a instanceof b; a <= b",
                "(== a b); (!= a b); (in a b); (instanceof a b); (< a b)",
            ),
            ("!a; typeof a; delete a.b; -a", "(not a); (other a); (other a.b); (other a)"),
            ("t ? a : u ? b : c", "(if t a (if u b c))"),
            ("a?.b?.[c]?.(d)", "a.b[c](d)"),
            ("a['b'][`c`][0]", "a.b.c[0]"),
            ("new X(a, ...b); new X", "new X(a, *b); new X()"),
            ("new a.b.C(d).e()", "new a.b.C(d).e()"),
            ("f((a, b))", "f((seq a b))"),
            ("a(), b = c", "a(); b = c"),
            ("require('x').y; import('z')", r#"require("x").y; import("z")"#),
            ("[a, , ...b]", "[a, nothing, ...b]"),
        ],
    );
    check(
        &[JavaScript],
        &[(
            "class A { #x; static has(o) { return #x in o } }",
            "class A() {field #x; static has(o) {return (in #x o)}}",
        )],
    );
}

#[test]
fn assignments_bind_and_have_values() {
    check(
        ALL,
        &[
            ("a = b = c", "b = c; a = c"),
            ("const a = b.c = d", "b.c = d; a = d"),
            ("f(a = b = c)", "f((a := (b := c)))"),
            (
                "a += b; a ||= b; a ??= b; a &&= b; a -= b; a++; --a.b",
                "a = (+ a b); a = (or a b); a = (or a b); a = (and a b); a = (op a b); a = (op a 1); a.b = (op a.b 1)",
            ),
            ("f(i++)", "f((i := (op i 1)))"),
            ("a.b = 1; a[c] = 2; this.x = 3", "a.b = 1; a[c] = 2; this.x = 3"),
            ("exports.x = 1; module.exports = { a }", r#"exports.x = 1; module.exports = {"a": a}"#),
            ("let a, b = 1; var c; var c", "a = nothing; b = 1; c = nothing"),
            ("const { a, b: { c = 1 }, ['d']: e, ...f } = g", "{a: a, b: {c: c = 1}, d: e, ...f} = g"),
            ("const [a, , b = 1, ...[c]] = d", "[a, _, b = 1, ...[c]] = d"),
            ("({ a, b = 1 } = c); [a.b, c[d]] = e", "{a: a, b: b = 1} = c; [a.b, c[d]] = e"),
            ("using a = b()", "a = b()"),
        ],
    );
    check(&[JavaScript], &[("await using a = b()", "a = b()")]);
}

#[test]
fn functions_of_every_sort_are_functions() {
    check(
        ALL,
        &[
            ("function f(a, b = 1, ...c) { return a }", "fn f(a, b = 1, *c) {return a}"),
            ("async function* f() { yield a; yield* b; yield }", "fn f() {(yield a); (yield b); (yield)}"),
            ("const f = async (x) => await x", "f = arrow f(x) {return (await x)}"),
            ("const f = x => ({ x })", r#"f = arrow f(x) {return {"x": x}}"#),
            ("f(function g() {}, () => {})", "f(fn g() {}, arrow() {})"),
            ("(function () { a() })()", "fn() {a()}()"),
            ("function f({ a, b: [c] = [] }, [d] = []) {}", "fn f({a: a, b: [c] = []}, [d] = []) {}"),
            ("async () => { for await (const x of y) z(x) }", "arrow() {loop x in y {z(x)}}"),
            ("function f() { return a(), b }", "fn f() {a(); return b}"),
        ],
    );
}

#[test]
fn names_that_a_function_only_assigns_are_those_of_somebody_around_it() {
    check(
        ALL,
        &[
            ("let a; function f() { a = 1 }", "a = nothing; fn f() outer a {a = 1}"),
            ("function f(a) { var b; a = 1; b = 2; c++ }", "fn f(a) outer c {b = nothing; a = 1; b = 2; c = (op c 1)}"),
            ("function f() { if (x) { let y } ; y = 1 }", "fn f() {if x {y = nothing}; y = 1}"),
            (
                "function f() { for (k in o) g(k = 1, { h: h = 2 }) }",
                r#"fn f() outer h outer k {loop k in (keys o) {g((k := 1), {"h": (h := 2)})}}"#,
            ),
            ("function f() { try {} catch (e) { e = 1 } }", "fn f() {try {} catch e {e = 1}}"),
            ("const f = function g() { g = 1; () => { q = 1 } }", "f = fn g() {g = 1; arrow() outer q {q = 1}}"),
        ],
    );
}

#[test]
fn documentation_is_found_before_what_it_documents() {
    check(
        ALL,
        &[
            ("/** Adds.\n * Two lines.\n */\nfunction f() {}", r#"fn f() doc "Adds.\nTwo lines." {}"#),
            ("/** A */ export const f = () => 1", r#"f = arrow f() doc "A" {return 1}; export {f: f}"#),
            ("/** A */\n// eslint\nexport default function f() {}", r#"fn f() doc "A" {}; export {default: f}"#),
            (
                "/** A */ export default () => 1",
                r#"*default* = arrow() doc "A" {return 1}; export {default: *default*}"#,
            ),
            ("/** A */ exports.f = function () {}", r#"exports.f = fn() doc "A" {}"#),
            (
                "class A { /** M */ m() {} /** F */ f = () => 1 }",
                r#"class A() {field f = arrow f() doc "F" {return 1}; method m() doc "M" {}}"#,
            ),
            ("/** A */ class A {}", r#"class A() doc "A" {}"#),
            (
                "x = { /** M */ m() {}, /** H */ h: () => 1 }",
                r#"x = {"m": method m() doc "M" {}, "h": arrow() doc "H" {return 1}}"#,
            ),
            ("/** no */ f(() => 1); function g() {}", "f(arrow() {return 1}); fn g() {}"),
            ("/* no */ function f() {} /***/ function g() {}", "fn f() {}; fn g() {}"),
        ],
    );
    check(&[TypeScript], &[("/** A */ function f(x: string): void; function f(x: any) {}", r#"fn f(x) doc "A" {}"#)]);
}

#[test]
fn objects_hold_their_members() {
    check(
        ALL,
        &[
            ("x = { a, 'b-c': 1, 2: 3, [k]: v, ...s }", r#"x = {"a": a, "b-c": 1, 2: 3, k: v, ...s}"#),
            (
                "x = { m() {}, async *g() {}, get p() { return 1 }, set p(v) {}, get() {} }",
                r#"x = {"m": method m() {}, "g": method g() {}, "p": get p() {return 1}, "p": set p(v) {}, "get": method get() {}}"#,
            ),
            ("x = { [Symbol.iterator]() {} }", "x = {Symbol.iterator: method [Symbol.iterator]() {}}"),
        ],
    );
}

#[test]
fn classes_hold_their_members() {
    check(
        ALL,
        &[
            (
                "class A extends B.C { x = 1; static y = 2; #z; constructor(a) { super(a); this.#z = a } static s() {} get g() { return super.g } set g(v) {} static { init() } }",
                "class A(B.C) {field x = 1; static field y = 2; field #z; constructor constructor(a) {super(a); this.#z = a}; static s() {}; get g() {return super.g}; set g(v) {}; init()}",
            ),
            ("const A = class {}", "A = class A() {}"),
            ("f(class B extends g() {})", "f(class B(g()) {})"),
            ("@a @b.c(1) class A { @d m() {} @e x = 1 }", "@a @b.c(1) class A() {field x = 1; @d method m() {}; e}"),
        ],
    );
    check(
        &[TypeScript, Tsx],
        &[
            (
                "class A { constructor(private root: string, readonly b = 1, c?: number) { f() } }",
                "class A() {constructor constructor(root, b = 1, c) {this.root = root; this.b = b; f()}}",
            ),
            (
                "abstract class A<T> extends B<T> implements C { abstract m(): void; abstract x: number; declare y: string; private z?: string; protected async n(): Promise<void> {} [key: string]: any; m2(a: string): void; m2(a: any) {} }",
                "class A(B) {field z; method n() {}; method m2(a) {}}",
            ),
            (
                "@Injectable() export class A { @Tool({ name: 'x' }) run(@Arg() a: string) {} }",
                r#"@Injectable() class A() {@Tool({"name": "x"}) method run(a) {}}; export {A: A}"#,
            ),
            ("class A { accessor x = 1; override m() {} }", "class A() {field x = 1; method m() {}}"),
        ],
    );
}

#[test]
fn control_flow_is_kept() {
    check(
        ALL,
        &[
            ("if (a) b(); else if (c) { d() } else e()", "if a {b()} else {if c {d()} else {e()}}"),
            (
                "for (let i = 0, n = 2; i < n; i++, j()) { if (a) continue; break }",
                "i = 0; n = 2; loop while (< i n) {if a {continue}; break; i = (op i 1); j()}",
            ),
            ("for (;;) a()", "loop {a()}"),
            ("for (i = 0; ; ) a()", "i = 0; loop {a()}"),
            ("for (const [k, v] of e) f(k)", "loop [k, v] in e {f(k)}"),
            ("for (const k in o) f(k)", "loop k in (keys o) {f(k)}"),
            ("while (a) b()", "loop while a {b()}"),
            ("do { a() } while (b)", "loop {a(); if b {} else {break}}"),
            ("try { a() } catch { b() } finally { c() }", "try {a()} catch {b()} finally {c()}"),
            (
                "try { a() } catch ({ message }) { b(message) }",
                "try {a()} catch *caught* {{message: message} = *caught*; b(message)}",
            ),
            (
                "switch (a) { case 'x': case y: b(); break; default: c() }",
                r#"switch a {case "x" {} case y {b(); break} case {c()}}"#,
            ),
            ("throw new E(a)", "raise new E(a)"),
            ("outer: for (;;) { break outer }", "loop {break}"),
            ("once: { a(); break once }", "loop {a(); break; break}"),
            ("{ a(); { b() } } ; debugger", "a(); b()"),
        ],
    );
    check(&[JavaScript], &[("with (a) b()", "a; b()")]);
}

#[test]
fn imports_and_exports_of_every_form_are_read() {
    check(
        ALL,
        &[
            ("import a, { b, c as d, default as e } from 'm'", "import m {default as a, b, c as d, default as e}"),
            (
                "import * as a from './m.js'; import b, * as c from 'n'",
                "import ./m.js {whole as a}; import n {default as b, whole as c}",
            ),
            ("import 'm'", "import m {}"),
            ("import a from './a.json' with { type: 'json' }", "import ./a.json {default as a}"),
            ("import { 'x-y' as z } from 'm'", "import m {x-y as z}"),
            ("export { a, b as c, d as default, e as 'f-g' }", "export {a: a, c: b, default: d, f-g: e}"),
            ("export { a as null, b as in, c }", "export {null: a, in: b, c: c}"),
            ("import { in as x, y } from 'z'", "import z {in as x, y}"),
            (
                "export * from 'm'; export * as ns from 'm'; export { default, a as b } from 'm'",
                "export {*: *} from m; export {*: ns} from m; export {default: default, a: b} from m",
            ),
            ("export const { a, b: [c] } = d, e = 1", "{a: a, b: [c]} = d; e = 1; export {a: a, c: c, e: e}"),
            ("export function f() { let g }", "fn f() {g = nothing}; export {f: f}"),
            ("export default class A {}", "class A() {}; export {default: A}"),
            ("export default { a }", r#"*default* = {"a": a}; export {default: *default*}"#),
            ("export default async function () {}", "*default* = fn() {}; export {default: *default*}"),
        ],
    );
    check(
        &[TypeScript, Tsx],
        &[
            ("import type { A } from 'a'; import { type B, c } from 'b'; import type D from 'd'", "import b {c}"),
            (
                "export type { A } from 'a'; export type B = string; export interface C {} export { type D, e }; export type * from 'x'",
                "export {e: e}",
            ),
            (
                "import fs = require('fs'); import a = b.c; export = a",
                "import fs {whole as fs}; a = b.c; module.exports = a",
            ),
            (
                "export abstract class A {} export enum E { X } export import f = g.h",
                r#"class A() {}; export {A: A}; E = {"X": 0}; export {E: E}; f = g.h; export {f: f}"#,
            ),
        ],
    );
}

#[test]
fn types_are_dropped() {
    check(
        &[TypeScript, Tsx],
        &[
            (
                "const a = b as string; c satisfies D; e!.f; g<string>(h); (i as any).j = k!",
                "a = b; c; e.f; g(h); i.j = k",
            ),
            ("const a = new Map<string, number>()", "a = new Map()"),
            (
                "type A = { b: string }; interface C { d(): void } declare const e: string; declare module 'f' { const g: 1 } declare global { var h: 1 }",
                "",
            ),
            (
                "function f<T extends object>(this: Foo, a?: T, ...b: T[]): a is string { return a }",
                "fn f(a, *b) {return a}",
            ),
            ("const f = async <T,>(a: T): Promise<T> => a", "f = arrow f(a) {return a}"),
            ("let a: string; let b!: number", "a = nothing; b = nothing"),
            (
                "enum E { A, B = 5, C, D = 'd' + x, F } const enum G { 'a-b' = 1 << 2 }",
                r#"E = {"A": 0, "B": 5, "C": 6, "D": (+ "d" x), "F": (other)}; G = {"a-b": (op 1 2)}"#,
            ),
            (
                "namespace A.B { export const x = 1; function f() {} export function g() {} }",
                r#"x = 1; fn f() {}; fn g() {}; A = {"B": {"x": x, "g": g}}"#,
            ),
            ("class A {} namespace A { export const x = 1 }", "class A() {}; x = 1; A.x = x"),
            ("interface A<in T, out U = never> {} class B<in out T> {}", "class B() {}"),
            ("try {} catch (e: unknown) { f(e) }", "try {} catch e {f(e)}"),
        ],
    );
    check(&[TypeScript], &[("const a = <string>b; (<any>c).d()", "a = b; c.d()")]);
}

#[test]
fn markup_gives_what_is_computed_in_it() {
    check(
        &[JavaScript, Tsx],
        &[
            (
                "x = <div a={b} c=\"d\">text {e} <Foo.Bar {...f} /> <B>{/* no */}</B></div>",
                r#"x = (other b "d" e (other Foo.Bar ...f) (other B))"#,
            ),
            ("x = <>{a}</>", "x = (other a)"),
        ],
    );
}

#[test]
fn a_file_may_begin_with_a_mark_or_an_interpreter() {
    check(ALL, &[("#!/usr/bin/env node\na()", "a()"), ("\u{feff}a()", "a()")]);
}

#[test]
fn an_error_is_noted_and_the_rest_is_read() {
    let table = [
        ("a(;\nexec(b)\nfunction f(x) { return x }", "exec(b)", "fn f(x) {return x}"),
        ("function f(x) {\n  const y = = x;\n  exec(x)\n}\ng()", "exec(x)", "g()"),
        ("class A {\n  m(x) { exec(x) }\n  ??? \n  n() {}\n}\ng()", "exec(x)", "g()"),
        ("const s = `a${ exec(b) ", "exec(b)", ""),
        ("server.tool('x', async ({ a }) => {\n  exec(a)\n", "exec(a)", "server.tool"),
        ("f({ a: 1, b: exec(c) d: 2 })", "exec(c)", "f("),
    ];
    for (text, one, other) in table {
        for language in ALL {
            let module = read(*language, text);
            let outline = outline(&module);
            assert!(module.problems.iter().any(|problem| problem.what == "syntax error"), "{language:?}: {text}");
            assert!(outline.contains(one) && outline.contains(other), "{language:?}: {text}\n{outline}");
        }
    }
}

#[test]
fn a_function_comes_before_those_inside_it() {
    let module = read(JavaScript, "function a() { function b() {} } class C { m() { class D {} } }");
    let names: Vec<_> = module.functions.iter().map(|function| &*function.name).collect();
    assert_eq!(names, ["", "a", "b", "m"]);
    let names: Vec<_> = module.classes.iter().map(|class| &*class.name).collect();
    assert_eq!(names, ["C", "D"]);
    assert_eq!(module.functions[3].class, Some(crate::form::ClassId(0)));
}

#[test]
fn a_decorator_is_no_part_of_what_it_decorates() {
    for language in ALL {
        let text = "class A { @d() m() {} }";
        let module = read(*language, text);
        assert_eq!(&text[module.functions[1].span.range()], "m() {}", "{language:?}");
    }
}
