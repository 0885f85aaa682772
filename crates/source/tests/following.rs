//! Where input goes, and what stops it. Each row is a handler's body; the larger trees are the twins of `crates/vet`.

use vetgate_source::{Danger, Tree, TreeFile, analyze};

/// The dangers that reach a call in a Python tool `t(x: str, n: int)` with this body.
fn python(body: &str) -> Vec<Danger> {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let text = format!(
        "import os, re, shlex, subprocess, sqlite3, json\nfrom pathlib import Path\nfrom urllib.parse import urlparse, unquote\n\
         import requests\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\nROOT = Path('/srv').resolve()\n\
         db = sqlite3.connect('a.db')\n@mcp.tool()\ndef t(x: str, n: int) -> str:\n{body}"
    );
    dangers("server.py", &text)
}

/// The same for a TypeScript tool with `x: string` and `n: number`.
fn script(body: &str) -> Vec<Danger> {
    let text = format!(
        "import fs from 'node:fs';\nimport path from 'node:path';\nimport {{ exec, execFile, spawn }} from 'node:child_process';\n\
         import {{ McpServer }} from '@modelcontextprotocol/sdk/server/mcp.js';\nimport {{ z }} from 'zod';\n\
         const ROOT = path.resolve('/srv');\nconst server = new McpServer({{ name: 'x', version: '1' }});\n\
         server.tool('t', {{ x: z.string(), n: z.number(), e: z.enum(['a', 'b']) }}, async ({{ x, n, e }}) => {{\n{body}\n}});\n"
    );
    dangers("server.ts", &text)
}

fn dangers(path: &str, text: &str) -> Vec<Danger> {
    let analysis = analyze(&Tree::of(vec![TreeFile { path: path.into(), text: Ok(text.into()) }]));
    assert_eq!(analysis.tools.len(), 1, "the tool is found in\n{text}");
    assert!(analysis.files[0].problems.is_empty(), "{:?} in\n{text}", analysis.files[0].problems);
    let mut dangers: Vec<Danger> = analysis.tools[0].flows.iter().map(|flow| flow.danger).collect();
    dangers.sort();
    dangers.dedup();
    dangers
}

#[test]
fn python_input_is_followed_to_what_it_endangers() {
    let rows = [
        ("return open(x).read()", Danger::Path),
        ("return (ROOT / x).read_text()", Danger::Path),
        ("y = x.strip()\nz = {'p': [y]}\nreturn open(z['p'][0]).read()", Danger::Path),
        ("if '..' in x:\n    raise ValueError\nreturn open(os.path.join('/srv', x)).read()", Danger::Path),
        (
            "p = os.path.join('/srv', x)\nif not p.startswith('/srv/'):\n    raise ValueError\nreturn open(p).read()",
            Danger::Path,
        ),
        (
            "p = (ROOT / x).resolve()\nif not str(p).startswith('/srv'):\n    raise ValueError\nreturn p.read_text()",
            Danger::Path,
        ),
        ("if not re.match('[a-z]+', x):\n    raise ValueError\nreturn open('/srv/' + x).read()", Danger::Path),
        ("if '..' in x:\n    raise ValueError\nreturn open('/srv/' + unquote(x)).read()", Danger::Path),
        ("os.system('ls ' + x)", Danger::Command),
        ("subprocess.run(f'ls {x}', shell=True)", Danger::Command),
        ("subprocess.run(['sh', '-c', 'ls ' + x])", Danger::Command),
        ("subprocess.run([x, '-l'])", Danger::Command),
        ("subprocess.run(shlex.split(x))", Danger::Command),
        ("db.execute(\"SELECT * FROM t WHERE a = '%s'\" % x)", Danger::Sql),
        ("db.cursor().execute('SELECT * FROM ' + x)", Danger::Sql),
        ("requests.get(x)", Danger::Url),
        ("requests.get(f'https://{x}.example.com/')", Danger::Url),
        ("if urlparse(x).scheme != 'https':\n    raise ValueError\nrequests.get(x)", Danger::Url),
        ("if not urlparse(x).hostname.endswith('example.com'):\n    raise ValueError\nrequests.get(x)", Danger::Url),
        ("return str(eval(x))", Danger::Code),
    ];
    for (body, danger) in rows {
        assert_eq!(python(body), [danger], "{body}");
    }
}

#[test]
fn python_tests_that_count_stop_it() {
    let rows = [
        "return open('/srv/fixed.txt').read()",
        "return open(f'/srv/{n}.txt').read()",
        "p = (ROOT / x).resolve()\nif not p.is_relative_to(ROOT):\n    raise ValueError\nreturn p.read_text()",
        "p = os.path.realpath(os.path.join('/srv', x))\nif os.path.commonpath([p, '/srv']) != '/srv':\n    raise ValueError\nreturn open(p).read()",
        "p = (ROOT / x).resolve()\ntry:\n    p.relative_to(ROOT)\nexcept ValueError:\n    return 'no'\nreturn p.read_text()",
        "return open('/srv/' + os.path.basename(x)).read()",
        "if x not in ('a', 'b'):\n    raise ValueError\nreturn open(x).read()",
        "if not re.fullmatch('[a-z_]+', x):\n    raise ValueError\nreturn open('/srv/' + x).read()",
        "ok = False\nfor name in os.listdir('/srv'):\n    if name == x:\n        ok = True\nif not ok:\n    raise ValueError\nreturn open('/srv/' + x).read()",
        "return open('/srv/' + re.sub(r'[^a-z]', '', x)).read()",
        "subprocess.run('ls ' + shlex.quote(x), shell=True)",
        "subprocess.run(['ls', '--', x])",
        "subprocess.run(f'sleep {n}', shell=True)",
        "db.execute('SELECT * FROM t WHERE a = ?', (x,))",
        "table = {'a': 't_a', 'b': 't_b'}[x]\ndb.execute('SELECT * FROM ' + table)",
        "requests.get(f'https://api.example.com/items/{x}')",
        "if urlparse(x).hostname not in {'api.example.com'}:\n    raise ValueError\nrequests.get(x)",
        "return json.dumps({'x': x})",
    ];
    for body in rows {
        assert_eq!(python(body), [], "{body}");
    }
}

#[test]
fn script_input_is_followed_to_what_it_endangers() {
    let rows = [
        ("return fs.readFileSync(x);", Danger::Path),
        ("return fs.promises.readFile(path.join(ROOT, x));", Danger::Path),
        (
            "const p = path.resolve(ROOT, x); if (!p.startsWith(ROOT)) throw new Error(); return fs.readFileSync(p);",
            Danger::Path,
        ),
        ("if (!/[a-z]+/.test(x)) throw new Error(); return fs.readFileSync(`/srv/${x}`);", Danger::Path),
        ("exec(`ls ${x}`, () => {});", Danger::Command),
        ("spawn('ls', [x], { shell: true });", Danger::Command),
        ("execFile('bash', ['-c', `ls ${x}`]);", Danger::Command),
        ("return fetch(x);", Danger::Url),
        ("return fetch(new URL(x, 'https://api.example.com'));", Danger::Url),
        (
            "const u = new URL(x); if (!u.hostname.includes('example.com')) throw new Error(); return fetch(u);",
            Danger::Url,
        ),
        ("const u = n ? 'https://api.example.com/' : `https://${x}/a`; return fetch(u);", Danger::Url),
        ("return fetch(new URL(`https://${x}/a`).toString());", Danger::Url),
        ("return new Function('return ' + x)();", Danger::Code),
    ];
    for (body, danger) in rows {
        assert_eq!(script(body), [danger], "{body}");
    }
}

#[test]
fn script_tests_that_count_stop_it() {
    let rows = [
        "return fs.readFileSync(`/srv/${n}`);",
        "return fs.readFileSync(`/srv/${e}`);",
        "const p = path.resolve(ROOT, x); if (p !== ROOT && !p.startsWith(ROOT + path.sep)) throw new Error(); return fs.readFileSync(p);",
        "const p = path.resolve(ROOT, x); const r = path.relative(ROOT, p); if (r.startsWith('..') || path.isAbsolute(r)) throw new Error(); return fs.readFileSync(p);",
        "return fs.readFileSync(path.join(ROOT, path.basename(x)));",
        "if (!/^[a-z]+$/.test(x)) throw new Error(); return fs.readFileSync(`/srv/${x}`);",
        "if (!['a', 'b'].includes(x)) throw new Error(); return fs.readFileSync(x);",
        "execFile('ls', ['--', x]);",
        "spawn('ls', [x]);",
        "return fetch(`https://api.example.com/items/${encodeURIComponent(x)}`);",
        "const u = new URL(x); if (u.hostname !== 'api.example.com') throw new Error(); return fetch(u);",
        "const u = n ? `https://api.example.com/${x}?n=1` : `https://api.example.com/${x}`; return fetch(u);",
        "let u = `https://api.example.com/${x}`; if (n) u += `?n=${x}`; return fetch(u);",
        "const u = new URL(`https://api.example.com/${x}`); u.searchParams.append('n', x); return fetch(u.toString());",
    ];
    for body in rows {
        assert_eq!(script(body), [], "{body}");
    }
}

#[test]
fn a_test_that_does_not_count_is_named() {
    let text = "from pathlib import Path\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\nROOT = Path('/srv').resolve()\n\
                @mcp.tool()\ndef t(x: str) -> str:\n    p = ROOT / x\n    if not p.is_relative_to(ROOT):\n        raise ValueError\n    return p.read_text()\n";
    let analysis = analyze(&Tree::of(vec![TreeFile { path: "a.py".into(), text: Ok(text.into()) }]));
    let flow = &analysis.tools[0].flows[0];
    let (place, why) = flow.near_miss.as_ref().expect("the test before");
    assert_eq!(place.line, 8);
    assert_eq!(why, "the check runs before the path is resolved");
    assert_eq!(flow.steps.first().map(|(place, _)| place.line), Some(6), "where it comes in");
    assert_eq!(flow.steps.last().map(|(place, _)| place.line), Some(10), "where it arrives");
}

#[test]
fn a_method_runs_on_the_object_that_has_it() {
    let body = "class Client { constructor(host) { this.host = host; } get() { return fetch(`http://${this.host}/`); } }
        class Near { constructor(id) { this.id = id; } client() { return new Client('localhost'); } get() { return this.client().get(); } }
        class Far { constructor(id) { this.id = id; } get() { return this.id; } }
        return (n ? new Near(x) : new Far(x)).get();";
    assert_eq!(script(body), []);
}

#[test]
fn a_package_is_not_the_built_in_function_of_its_name() {
    let tool = "server.tool('t', { x: z.string() }, async ({ x }) => { await open(x); });";
    let text = format!(
        "import open from 'open';\nimport {{ z }} from 'zod';\n\
         import {{ McpServer }} from '@modelcontextprotocol/sdk/server/mcp.js';\n\
         const server = new McpServer({{ name: 'x', version: '1' }});\n{tool}\n"
    );
    assert_eq!(dangers("server.ts", &text), []);
}
