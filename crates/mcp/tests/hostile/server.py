"""Servers that misbehave, one per mode: `server.py MODE [PID_FILE]`."""

import json
import os
import subprocess
import sys
import time

mode = sys.argv[1]
if len(sys.argv) > 2:
    with open(sys.argv[2], "a") as file:
        file.write(f"{os.getpid()}\n")


def send(message):
    line = message if isinstance(message, str) else json.dumps(message)
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def result(request, value):
    send({"jsonrpc": "2.0", "id": request["id"], "result": value})


def error(request, code=-32601, message="Method not found"):
    send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": message}})


def requests():
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and "method" in message:
            yield message


def greet(request, capabilities=("tools",), **more):
    capabilities = {name: {} for name in capabilities}
    info = {"name": "hostile", "version": "1"}
    result(request, {"protocolVersion": "2025-06-18", "capabilities": capabilities, "serverInfo": info, **more})


def tool(name):
    return {"name": name, "description": "d", "inputSchema": {"type": "object"}}


def serve(handlers, capabilities=("tools",), on_unknown=error):
    """Answers the handshake, and everything else by `handlers`."""
    for request in requests():
        method = request["method"]
        if method in handlers:
            handlers[method](request)
        elif method == "initialize":
            greet(request, capabilities)
        else:
            on_unknown(request)


def tools(*names):
    return lambda request: result(request, {"tools": [tool(name) for name in names]})


def forever(text):
    while True:
        sys.stdout.write(text)


def sleep_on(_request):
    time.sleep(600)


def end(_request):
    print("cannot go on", file=sys.stderr)
    sys.exit(3)


def notifications(_request):
    forever('{"jsonrpc":"2.0","method":"notifications/message","params":{}}\n')


def ask_back(request):
    """Answers only once its own requests have been answered as they should be."""
    asked = {"p": "ping", "r": "roots/list", "s": "sampling/createMessage"}
    for key, method in asked.items():
        send({"jsonrpc": "2.0", "id": key, "method": method})
    answers = {}
    while len(answers) < len(asked):
        message = json.loads(sys.stdin.readline())
        answers[message["id"]] = message
    good = answers["p"]["result"] == {} and answers["r"]["result"] == {"roots": []}
    tools("good" if good and answers["s"]["error"]["code"] == -32601 else "bad")(request)


def endless_pages(request):
    cursor = int(request["params"].get("cursor", "0"))
    result(request, {"tools": [tool(f"t{cursor}")], "nextCursor": str(cursor + 1)})


def raw_result(text):
    return lambda request: send('{"jsonrpc":"2.0","id":%d,%s}' % (request["id"], text))


def second_page_hangs(request):
    if "cursor" in request["params"]:
        time.sleep(600)
    result(request, {"tools": [tool("first")], "nextCursor": "2"})


def not_utf8(request):
    line = b'{"jsonrpc":"2.0","id":%d,"result":{"tools":[{"name":"a\xff"}]}}\n' % request["id"]
    sys.stdout.buffer.write(line)
    sys.stdout.flush()


def discover(request):
    versions = ["2026-07-28"]
    result(request, {"resultType": "complete", "supportedVersions": versions, "capabilities": {"tools": {}}})


def refuse_initialize(request):
    data = {"supported": ["2026-07-28"], "requested": "2025-11-25"}
    send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32022, "message": "no", "data": data}})


def need_meta(request):
    meta = request["params"].get("_meta", {})
    named = meta.get("io.modelcontextprotocol/protocolVersion") == "2026-07-28"
    named = named and "io.modelcontextprotocol/clientCapabilities" in meta
    tools("good" if named else "bad")(request)


def future_only(request):
    data = {"supported": ["2030-01-01"]}
    send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32022, "message": "no", "data": data}})


def with_child():
    child = subprocess.Popen(["sleep", "600"])
    with open(sys.argv[2], "a") as file:
        file.write(f"{child.pid}\n")


def session_child(*before):
    """A process in a session of its own."""
    child = subprocess.Popen([*before, "sleep", "600"], start_new_session=True)
    with open(sys.argv[2], "a") as file:
        file.write(f"{child.pid}\n")


def session_orphan(*before):
    """A process in a session of its own whose parent has ended."""
    script = 'sleep 600 & echo $! >> "$1"'
    subprocess.run([*before, "/bin/sh", "-c", script, "sh", sys.argv[2]], start_new_session=True)


def serve_after(start, *before):
    start(*before)
    serve({"tools/list": tools("a")})


MODES = {
    "session-child": lambda: serve_after(session_child),
    "bare-session-child": lambda: serve_after(session_child, "env", "-i"),
    "session-orphan": lambda: serve_after(session_orphan),
    "bare-session-orphan": lambda: serve_after(session_orphan, "env", "-i"),
    "good": lambda: serve({"tools/list": tools("a", "b")}),
    "hang": lambda: time.sleep(600),
    "hang-on-list": lambda: serve({"tools/list": sleep_on}),
    "exit": lambda: end(None),
    "exit-with-secret": lambda: (print("\x1b[31mbad", os.environ["TOKEN"], file=sys.stderr), sys.exit(1)),
    "exit-on-list": lambda: serve({"tools/list": end}),
    "exit-on-unknown": lambda: serve({"tools/list": tools("a")}, on_unknown=end),
    "silent-on-unknown": lambda: serve({"tools/list": tools("a")}, on_unknown=lambda _: None),
    "close-output": lambda: (os.close(1), time.sleep(600)),
    "other-id": lambda: serve({"tools/list": lambda r: result({"id": 999}, {"tools": []})}),
    "string-id": lambda: serve({"tools/list": lambda r: result({"id": str(r["id"])}, {"tools": []})}),
    "other-version": lambda: serve({"tools/list": lambda r: send({"jsonrpc": "1.0", "id": r["id"], "result": {}})}),
    "no-version": lambda: serve({"tools/list": lambda r: send({"id": r["id"], "result": {}})}),
    "text": lambda: (send("Welcome!"), time.sleep(600)),
    "endless-text": lambda: forever("Welcome!\n"),
    "endless-line": lambda: forever("x" * 4096),
    "endless-breaks": lambda: forever("\n" * 4096),
    "flood": lambda: notifications(None),
    "flood-on-list": lambda: serve({"tools/list": notifications}),
    "ask-back": lambda: serve({"tools/list": ask_back}),
    "endless-pages": lambda: serve({"tools/list": endless_pages}),
    "cursor-loop": lambda: serve({"tools/list": lambda r: result(r, {"tools": [tool("a")], "nextCursor": "x"})}),
    "many": lambda: serve({"tools/list": tools(*["same"] * 500)}),
    "duplicates": lambda: serve(
        {"tools/list": raw_result('"result":{"tools":[{"name":"a"}],"tools":[{"name":"b","name":"c"}]},"result":{"tools":[{"name":"d"}]}')}
    ),
    "odd-entries": lambda: serve({"tools/list": raw_result('"result":{"tools":[1,null,{"name":"a", "x": 1e400}]}')}),
    "odd-result": lambda: serve({"tools/list": raw_result('"result":[]')}),
    "banner": lambda: (send("Starting..."), serve({"tools/list": tools("a")})),
    "batch": lambda: serve({"tools/list": lambda r: send([{"jsonrpc": "2.0", "id": r["id"], "result": {"tools": [tool("a")]}}])}),
    "not-utf8": lambda: serve({"tools/list": not_utf8}),
    "no-such-method": lambda: serve({}, capabilities=("tools", "prompts", "resources")),
    "prompts-fail": lambda: serve(
        {"tools/list": tools("a"), "prompts/list": lambda r: error(r, -32603, "oops")}, capabilities=("tools", "prompts")
    ),
    "second-page-hangs": lambda: serve({"tools/list": second_page_hangs}, capabilities=("tools", "prompts")),
    "newest-only": lambda: serve(
        {"server/discover": discover, "initialize": refuse_initialize, "tools/list": need_meta}
    ),
    "slow-newest": lambda: (
        time.sleep(0.6),
        serve({"server/discover": discover, "initialize": refuse_initialize, "tools/list": need_meta}),
    ),
    "future-only": lambda: serve({"server/discover": future_only}),
    "odd-on-unknown": lambda: serve({"tools/list": tools("a")}, on_unknown=lambda _: send({"error": "what?"})),
    "null-id": lambda: serve({"server/discover": lambda r: error({"id": None}, -32700, "?"), "tools/list": tools("a")}),
    "with-child": lambda: (with_child(), serve({"tools/list": tools("a")})),
    "child-and-hang": lambda: (with_child(), time.sleep(600)),
    "ignores-signals": lambda: (
        __import__("signal").signal(15, lambda *_: None),
        serve({"tools/list": tools("a")}),
        time.sleep(600),
    ),
}

MODES[mode]()
