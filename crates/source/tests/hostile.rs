//! Code that is made to keep a reader busy, and text that is no code: an end comes, and it is told what was left out.

use proptest::prelude::*;
use vetgate_source::{Analysis, Tree, TreeFile, analyze};

fn run(path: &str, text: &str) -> Analysis {
    analyze(&Tree::of(vec![TreeFile { path: path.into(), text: Ok(text.into()) }]))
}

#[test]
fn code_that_never_ends_is_left_in_time() {
    let doubling: String =
        (0..60).map(|at| format!("def f{at}(x):\n    return f{}(x + 'a') + f{}(x + 'b')\n", at + 1, at + 1)).collect();
    let python = [
        "def f(x):\n    return f(f(x + 1))\nf(1)\n".to_owned(),
        "while True:\n    while True:\n        x = [x]\n".to_owned(),
        format!("{doubling}f0('x')\n"),
        "x = [1]\nfor a in x:\n    x.append(a)\n".to_owned(),
        "class A:\n    def __init__(self):\n        self.a = A()\nA()\n".to_owned(),
        "class A(B):\n    pass\nclass B(A):\n    pass\nA().x()\n".to_owned(),
        format!("x = {}1{}\n", "f(".repeat(150), ")".repeat(150)),
        format!("from a import *\n{}", "x = x + x\n".repeat(3_000)),
        "import a\n".to_owned(),
    ];
    for text in &python {
        run("a.py", text);
    }
    let script = [
        "const f = (x) => f(x + 1) + f(x + 2); f(1);".to_owned(),
        "class A extends A {} new A();".to_owned(),
        "const o = {}; o.o = o; JSON.stringify(o); for (const k in o) o[k + k] = o;".to_owned(),
        format!("let x = 1; {}", "if (x) { x = y; } else { x = z; }".repeat(2_000)),
        "export * from './a.js'; export { x } from './a.js';".to_owned(),
        format!("x{};", ".map(y => y)".repeat(2_000)),
    ];
    for text in &script {
        run("a.ts", text);
    }
}

#[test]
fn what_is_too_much_is_told() {
    let many: String = (0..40)
        .map(|at| format!("def f{at}(x, y):\n    return [f{}(x, y + 'a'), f{}(x, y + 'b')]\n", at + 1, at + 1))
        .collect();
    let text = format!(
        "from fastmcp import FastMCP\napp = FastMCP('x')\n{many}\n@app.tool\ndef t(x: str) -> str:\n    return f0(x, '')\n"
    );
    let analysis = run("a.py", &text);
    assert!(analysis.tools[0].is_cut);
    assert_eq!(analysis.cut, ["the code of the tool `t` is too large to analyze completely"]);
}

#[test]
fn the_same_tree_gives_the_same_answer() {
    let text = include_str!("following.rs");
    let tree = || {
        let files = [
            ("a.py", "import os\nos.system('x')\n"),
            ("b.ts", "import fs from 'fs';\nfs.readFileSync('x');\n"),
            ("c.py", text),
        ];
        Tree::of(files.iter().map(|(path, text)| TreeFile { path: (*path).into(), text: Ok((*text).into()) }).collect())
    };
    assert_eq!(format!("{:?}", analyze(&tree())), format!("{:?}", analyze(&tree())));
}

/// Pieces that make programs of all sorts when they are put together at random.
const PIECES: [&str; 36] = [
    "def f(x, *a, **k):\n    ",
    "return f(x)\n",
    "for i in x:\n    ",
    "if x in y: ",
    "x = ",
    "[x for x in y if z]",
    "{**x}",
    "f'{x}'",
    "lambda: x",
    "class A(B):\n    ",
    "@x.tool()\n",
    "import os\n",
    "os.environ['KEY']",
    "open(x)",
    "try:\n    ",
    "except E as e:\n    ",
    "with x as y:\n    ",
    "x.y.z()",
    "async ",
    "await x",
    "yield x",
    "function f(a, {b, ...c} = {}) {",
    "}",
    "const x = ",
    "=> ({...x})",
    "`${x}`",
    "switch (x) { case 1: ",
    "export default ",
    "import x from './a.js';",
    "require('fs')",
    "new X(...y)",
    "while (true) {",
    "x?.y ?? z",
    "super().__init__()",
    "\n",
    ";",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_that_is_written_makes_it_fall(pieces in prop::collection::vec(prop::sample::select(&PIECES), 0..60), is_python: bool) {
        let text: String = pieces.concat();
        let analysis = run(if is_python { "a.py" } else { "a.ts" }, &text);
        let is_broken = |cut: &String| cut.contains("the analysis failed");
        prop_assert!(!analysis.cut.iter().any(is_broken), "{text}");
    }
}
