//! Every construct of the language, and what it becomes.

use crate::form::Language;
use crate::front::outline::outline;
use crate::front::read;

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let module = read("a.py", source, Language::Python);
        assert_eq!(outline(&module), *expected, "{source}");
        assert_eq!(module.problems, [], "{source}");
    }
}

#[test]
fn functions_keep_their_parameters_documentation_and_outer_names() {
    check(&[
        (
            "async def f(a, /, b: int = 1, *args: str, c, d: Literal['x', 'y'] = 'x', **kw) -> int: return a",
            "fn f(a, b: int = 1, *args: str, by-name c, by-name d: Literal[[\"x\", \"y\"]] = \"x\", **kw) {return a}",
        ),
        ("def f(a, *, b): pass", "fn f(a, by-name b) {}"),
        (
            "def f[T: int](x: list[T] | None, z: a.b.C[int]): ...",
            "fn f(x: (| list[T] nothing), z: a.b.C[int]) {(other)}",
        ),
        (
            "def f():\n    '''Does.\n\n        More.\n    '''\n",
            "fn f() doc \"Does.\\n\\nMore.\" {\"Does.\\n\\n        More.\\n    \"}",
        ),
        ("def f():\n    global a, b\n    def g():\n        nonlocal c\n", "fn f() outer a outer b {fn g() outer c {}}"),
        ("@a.b('x')\n# why\n@c\ndef f(): pass", "@a.b(\"x\") @c fn f() {}"),
        ("x = lambda a, *b, c=1, **d: a + b", "x = fn(a, *b, by-name c = 1, **d) {return (+ a b)}"),
        (
            "def f():\n    yield\n    yield a, b\n    x = yield from c",
            "fn f() {(yield); (yield [a, b]); x = (yield c)}",
        ),
        ("async def f(): return await a.b()", "fn f() {return (await a.b())}"),
    ]);
}

#[test]
fn classes_keep_their_fields_and_the_kinds_of_their_methods() {
    check(&[
        (
            "@dataclass\nclass A(B, C[int], metaclass=M):\n    'Doc'\n    x: int\n    y: int = 3\n    z = w = 4\n    q.r = 5\n",
            "@dataclass class A(B, C[int]) doc \"Doc\" {static field x: int; static field y: int = 3; \
             static field z = 4; static field w = 4; \"Doc\"; q.r = 5}",
        ),
        (
            "class A:\n    def __init__(self): self.a = 1\n    @staticmethod\n    def s(): pass\n    @classmethod\n    \
             def c(cls): pass\n    @property\n    def p(self): pass\n    @p.setter\n    def p(self, v): pass\n    \
             def m(self): return super().m()\n",
            "class A() {constructor __init__(self) {self.a = 1}; @staticmethod static s() {}; \
             @classmethod of-class c(cls) {}; @property get p(self) {}; @p.setter set p(self, v) {}; \
             method m(self) {return super.m()}}",
        ),
        (
            "class A:\n    if T:\n        def t(self): pass\n    class N: pass\n",
            "class A() {method t(self) {}; if T {method t(self) {}}; class N() {}}",
        ),
        ("class A:\n    def m(self):\n        def inner(): pass\n", "class A() {method m(self) {fn inner() {}}}"),
    ]);
}

#[test]
fn texts_are_decoded() {
    check(&[
        (
            r#"x = "\x41\u0042\U0001F600\101\n\
z" 'b'"#,
            "x = \"AB😀A\\nzb\"",
        ),
        (r#"r'\n' b'\xff' rb"\x41" u'a'"#, "\"\\\\nÿ\\\\x41a\""),
        ("'''a\r\nb'''", "\"a\\nb\""),
        (r#""\q\N{BULLET}""#, "\"\\\\q\\\\N{BULLET}\""),
        (r#"f"a{b}c{{d}}" "tail""#, "(template \"a\" b \"c{d}tail\")"),
        (r#"f"{e!r:>{w}}{x=}{a['k']}{f"{y}"}""#, "(template (other e w) \"x=\" x a[\"k\"] (template y))"),
        (r#"f"no values""#, "\"no values\""),
        ("ｅval(x)", "eval(x)"),
    ]);
}

#[test]
fn expressions_keep_where_data_goes() {
    check(&[
        ("a.b(c)[1](*x, k=1, **y)", "a.b(c)[1](*x, k=1, **y)"),
        ("a + b + c - d", "(op (+ a b c) d)"),
        ("a % b; a / b; a | b; a @ b ** c", "(% a b); (/ a b); (| a b); (op a (op b c))"),
        ("not a is not b and c not in d or e", "(or (and (not (!= a b)) (not-in c d)) e)"),
        ("a < b <= c; a == b; a is b; a in b", "(and (< a b) (< b c)); (== a b); (== a b); (in a b)"),
        ("a if b else c", "(if b a c)"),
        ("(n := f())", "(n := f())"),
        ("[a for b in c if d if e for f in g]", "(each a for b in c if d if e for f in g)"),
        ("{k: v for k, v in m.items()}; {a for a in b}", "(each k: v for [k, v] in m.items()); (each a for a in b)"),
        ("f(a async for a in b)", "f((each a for a in b))"),
        ("{**a, 'b': 1, c: d}; {1, *a}; (); (1,); a,", "{...a, \"b\": 1, c: d}; [1, ...a]; []; [1]; [a]"),
        ("b[1:]; c[f(x):]; d[1, 2]; h[*q]", "(slice b); (seq f(x) (slice c)); d[[1, 2]]; h[...q]"),
        ("-1; ~y; 0x1F; 1_000; 1e3; 0b11; 0o17", "-1; (other y); 31; 1000; 1000; 3; 15"),
        ("...; None; True; False", "(other); nothing; true; false"),
        ("((((a))))", "a"),
        ("print('a', file=b)", "print(\"a\", file=b)"),
        ("print 'a', b", "print(\"a\", b)"),
    ]);
}

#[test]
fn statements_keep_what_happens_in_which_order() {
    check(&[
        ("x += 1; y -= 2; z |= q; p /= 'a'", "x = (+ x 1); y = (op y 2); z = (| z q); p = (/ p \"a\")"),
        ("a = b = c", "a = c; b = c"),
        ("a, (b, *c) = d, *e", "[a, [b, ...c]] = [d, ...e]"),
        ("self.a[k] = x; a[1:2] = b; c: int = 1; c: int", "self.a[k] = x; a[(other 1 2)] = b; c: int = 1"),
        ("if a: b\nelif c: d\nelse: e", "if a {b} else {if c {d} else {e}}"),
        ("for i, j in k:\n    break\nelse: x", "loop [i, j] in k {break} else {x}"),
        ("while x: continue", "loop while x {continue}"),
        ("del a, b[c]; assert x, 'm'; raise A(b) from c", "(other [a, b[c]]); if (not x) {raise \"m\"}; raise A(b)"),
        (
            "try: a\nexcept (A, B) as e: b\nexcept: d\nelse: e\nfinally: f",
            "try {a} catch e {b} catch {d} else {e} finally {f}",
        ),
        ("try: a\nexcept* A as e: b", "try {a} catch e {b}"),
        ("try: a\nexcept A, B: b", "try {a} catch {b}"),
        ("with open(a) as f, open(b) as (g, h), c: x", "f = open(a); [g, h] = open(b); c; x"),
        ("with (open(a) as f, open(b) as g): x", "f = open(a); g = open(b); x"),
        ("async with a() as b.c: x", "b.c = a(); x"),
        ("import a.b, c as d, e", "import a.b {root as a}; import c {whole as d}; import e {whole as e}"),
        ("from . import x\nfrom ..a.b import (c as d, e,)", "import . {x}; import ..a.b {c as d, e}"),
        ("from z import *\nfrom __future__ import annotations", "import z {*}; import __future__ {annotations}"),
        ("type X = int\nmatch = 1; type = 3", "match = 1; type = 3"),
    ]);
}

#[test]
fn cases_are_values_bindings_and_guards() {
    let case = |case: &str, expected: &str| {
        check(&[(&format!("match x:\n    case {case}: y"), &format!("switch x {{case{expected} {{y}}}}"))]);
    };
    case("'a' | 'b'", " \"a\" | \"b\"");
    case("-1 | 2.5", " -1 | 2.5");
    case("Color.RED", " Color.RED");
    case("None", " nothing");
    case("(1 | 2) as n", " 1 | 2 as n");
    case("name", " as name");
    case("_", "");
    case("name if name > 1", " as name if (< name 1)");
    case("str(s)", " as s if (instanceof x str)");
    case("int() | float()", " if (or (instanceof x int) (instanceof x float))");
    case("Point(a=0, b=v)", " as {a: _, b: v} if (and (instanceof x Point) (== x.a 0))");
    case(
        "{'op': 'run', 'cmd': c, **rest}",
        " as {op: _, cmd: c, ...rest} if (and (and (in \"op\" x) (== x[\"op\"] \"run\")) (in \"cmd\" x))",
    );
    case("[a, *b, 'z']", " as [a, ...b, _] if (and (other x) (== x[-1] \"z\"))");
}

#[test]
fn what_stands_around_a_syntax_error_is_read() {
    let cases = [
        ("a = 1\nb = = 2\nc = 3\n", "c = 3"),
        ("def f(x)\n    pass\n\ndef g(y):\n    return y\n", "return y"),
        ("foo(a b)\nbar(c)\n", "bar(c)"),
        ("<<<<<<< HEAD\nx = 1\n=======\nx = run(y)\n>>>>>>> b\n", "run(y)"),
    ];
    for (source, kept) in cases {
        let module = read("a.py", source, Language::Python);
        assert!(outline(&module).contains(kept), "{source}: {}", outline(&module));
        assert_eq!(module.problems[0].what, "syntax error", "{source}");
    }
}

#[test]
fn a_carriage_return_ends_a_line_as_it_does_in_python() {
    check(&[("x = 1 # harmless\rrun(x)\r\ny = 2", "x = 1; run(x); y = 2")]);
}
