"""An MCP server on the standard streams that behaves, or misbehaves when it is told to.

    upstream.py KIND [HEARD]

KIND says which tools there are besides `echo`: one kind is one way to fail. What a call carries as `ref` is written to the
file HEARD before anything is done about it, in one write and to no buffer, so that whatever a server has heard of can be held
against the gateway's record.
"""

import json
import os
import signal
import sys
import threading
import time

out = threading.Lock()


def put(line):
    """Writes bytes to the standard output, whole, from any thread."""
    with out:
        view = memoryview(line)
        while view:
            view = view[os.write(1, view):]


def send(message):
    put(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def answer(id, text):
    send({"id": id, "result": {"content": [{"type": "text", "text": text}]}})


def echo(id, arguments, meta):
    answer(id, arguments.get("text", ""))


def nap(id, arguments, meta):
    """Takes its time, on a thread of its own: other calls go on."""
    threading.Timer(arguments["milliseconds"] / 1000, answer, (id, "rested")).start()


def page(id, arguments, meta):
    """A long text that is never the same, with progress on the way where that was asked for."""
    token = meta.get("progressToken")
    for step in range(3 if token is not None else 0):
        send({"method": "notifications/progress", "params": {"progressToken": token, "progress": step, "total": 3}})
    ref = arguments.get("ref", "")
    lines = (f"{ref} line {n} of the page about river {n * 7919 % 1009}" for n in range(arguments["lines"]))
    answer(id, "\n".join(lines))


def leave(id, arguments, meta):
    """Ends the process in the middle of the call."""
    how = arguments["how"]
    if how == "exit":
        os._exit(3)
    if how == "half":
        put(b'{"jsonrpc":"2.0","id":1,"resu')
        os._exit(0)
    os.kill(os.getpid(), signal.SIGKILL)


def hang(id, arguments, meta):
    """Never answers; other calls go on."""


def freeze(id, arguments, meta):
    """Reads nothing more for a while, and answers then."""
    time.sleep(arguments["milliseconds"] / 1000)
    answer(id, "thawed")


def flood(id, arguments, meta):
    """Says far more than was asked for, and answers at the end."""
    what = arguments["what"]
    if what == "answer":
        answer(id, "x" * (3 << 20))
        return
    if what == "notifications":
        for n in range(3000):
            send({"method": "notifications/message", "params": {"level": "info", "data": f"noise {n}"}})
    elif what == "lists":
        for n in range(100):
            send({"method": "notifications/tools/list_changed"})
    elif what == "garbage":
        put(b"".join(b"\xff\xfe not json %d {]\n" % n for n in range(3000)))
    elif what == "line":
        put(b"y" * (4 << 20) + b"\n")
    elif what == "strangers":
        for n in range(500):
            send({"id": 900000 + n, "result": {"content": []}})
    elif what == "errors":
        os.write(2, b"a line on standard error\n" * 40000)
    answer(id, "flooded")


NUMBER = {"type": "integer"}
TEXT = {"type": "string"}

# By kind: the tools with what they take, and how long the greeting takes.
KINDS = {
    "steady": ({nap: {"milliseconds": NUMBER}, page: {"lines": NUMBER}}, 0),
    "crashing": ({leave: {"how": TEXT}}, 0),
    "hanging": ({hang: {}, freeze: {"milliseconds": NUMBER}}, 0),
    "flooding": ({flood: {"what": TEXT}}, 0),
    "slow": ({}, 1.5),
}


def declaration(function, takes):
    return {
        "name": function.__name__,
        "description": "Returns a text.",
        "annotations": {"readOnlyHint": True},
        "inputSchema": {"type": "object", "properties": {"ref": TEXT, **takes}},
    }


def main():
    kind = sys.argv[1]
    heard = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600) if len(sys.argv) > 2 else None
    takes, delay = KINDS[kind]
    tools = {function.__name__: function for function in [echo, *takes]}
    lists = {
        "tools/list": {"tools": [declaration(f, takes.get(f, {"text": TEXT})) for f in tools.values()]},
        "prompts/list": {"prompts": [{"name": "greeting", "arguments": [{"name": "ref"}]}]},
        "resources/list": {"resources": [{"uri": f"soak://{kind}", "name": kind}]},
        "resources/templates/list": {"resourceTemplates": []},
        "ping": {},
    }
    for line in sys.stdin.buffer:
        message = json.loads(line)
        id, method, params = message.get("id"), message.get("method"), message.get("params") or {}
        if id is None or method is None:
            continue
        arguments = params.get("arguments") or {}
        if heard is not None and "ref" in arguments:
            os.write(heard, arguments["ref"].encode() + b"\n")
        if method == "initialize":
            time.sleep(delay)
            capabilities = {"tools": {"listChanged": True}, "prompts": {}, "resources": {}, "logging": {}}
            about = {"name": kind, "version": "1"}
            result = {"protocolVersion": params["protocolVersion"], "capabilities": capabilities, "serverInfo": about}
            send({"id": id, "result": result})
        elif method in lists:
            send({"id": id, "result": lists[method]})
        elif method == "tools/call" and params.get("name") in tools:
            tools[params["name"]](id, arguments, params.get("_meta") or {})
        elif method == "prompts/get":
            content = {"type": "text", "text": "Say hello."}
            send({"id": id, "result": {"messages": [{"role": "user", "content": content}]}})
        elif method == "resources/read":
            send({"id": id, "result": {"contents": [{"uri": params["uri"], "text": "A short text."}]}})
        else:
            send({"id": id, "error": {"code": -32601, "message": "no such method"}})
    os._exit(0)


if __name__ == "__main__":
    main()
