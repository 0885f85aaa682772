"""A server over standard streams that does what the tool that is called is named after: `server.py MODE [PID_FILE]`."""

import json
import os
import subprocess
import sys
import time

mode = sys.argv[1]
if len(sys.argv) > 2:
    with open(sys.argv[2], "a") as file:
        file.write(f"{os.getpid()}\n")

probes = 0
held = []


def send(message):
    line = message if isinstance(message, str) else json.dumps(message)
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def result(id, value):
    send({"jsonrpc": "2.0", "id": id, "result": value})


def text(id, value):
    result(id, {"content": [{"type": "text", "text": value}]})


def notify(method, **params):
    send({"jsonrpc": "2.0", "method": method, "params": params})


def initialize(request):
    requested = request["params"]["protocolVersion"]
    info = {"name": "hostile", "version": "1"}
    extra = {"probes": probes, "offered": requested, "client": request["params"]["clientInfo"]}
    result(request["id"], {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info, **extra})


def discover(request):
    result(request["id"], {"supportedVersions": ["2026-07-28"], "capabilities": {}})


def die(id, _arguments):
    print("cannot go on", os.environ.get("TOKEN", ""), file=sys.stderr)
    sys.exit(3)


def leave_child(_id, _arguments):
    """Ends, but something it started keeps its output open."""
    subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL)
    os._exit(4)


def flood(id, arguments):
    for n in range(arguments["count"]):
        notify("notifications/message", n=n)
    text(id, "flooded")


def ask_much(id, arguments):
    """Asks many things at once, and answers with how many of them were refused."""
    for n in range(arguments["count"]):
        send({"jsonrpc": "2.0", "id": f"q{n}", "method": "roots/list"})
    answers = [json.loads(sys.stdin.readline()) for _ in range(arguments["refused"])]
    text(id, ",".join(str(answer["error"]["code"]) for answer in answers))


def garbage(id, arguments):
    for n in range(arguments["count"]):
        send(f"line {n}: not a message")
    sys.stdout.buffer.write(b"\xff\xfe\n")
    text(id, "clean")


def big_first(id, arguments):
    send('{"jsonrpc":"2.0","id":%d,"result":{"x":"%s"}}' % (id, "x" * arguments["bytes"]))


def big_last(id, arguments):
    send('{"result":{"x":"%s"},"jsonrpc":"2.0","id":%d}' % ("x" * arguments["bytes"], id))


def big_nameless(_id, arguments):
    send('{"jsonrpc":"2.0","method":"notifications/message","params":{"x":"%s"}}' % ("x" * arguments["bytes"]))


def endless(_id, _arguments):
    while True:
        sys.stdout.write("x" * 65536)


def twice(id, _arguments):
    send('{"jsonrpc":"2.0","id":%d,"result":{"a":1,"a":2}}' % id)


def hold(id, arguments):
    """Answers only once `count` calls are there, the last one first."""
    held.append((id, arguments["name"]))
    if len(held) == arguments["count"]:
        for id, name in reversed(held):
            text(id, name)
        held.clear()


def deaf(_id, _arguments):
    time.sleep(600)


def shut_input(id, _arguments):
    text(id, "bye")
    os.close(0)
    time.sleep(600)


TOOLS = {
    "echo": lambda id, arguments: text(id, json.dumps(arguments)),
    "die": die,
    "leave-child": leave_child,
    "hang": lambda id, arguments: None,
    "flood": flood,
    "ask-much": ask_much,
    "garbage": garbage,
    "wrong-id": lambda id, arguments: (result(id + 1000, {}), result("x", {}), text(id, "right")),
    "again": lambda id, arguments: (text(id, "first"), text(id, "second")),
    "nameless": lambda id, arguments: send({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "?"}}),
    "float-id": lambda id, arguments: send('{"jsonrpc":"2.0","id":%d.0,"result":{}}' % id),
    "big-first": big_first,
    "big-last": big_last,
    "big-nameless": big_nameless,
    "endless": endless,
    "twice": twice,
    "hold": hold,
    "deaf": deaf,
    "shut-input": shut_input,
}


def call(request):
    params = request["params"]
    token = params.get("_meta", {}).get("progressToken")
    if token is not None:
        notify("notifications/progress", progressToken=token, progress=1)
        notify("notifications/progress", progressToken=token + 1000, progress=1)
    TOOLS[params["name"]](request["id"], params.get("arguments", {}))
    if token is not None and "task" in params:
        notify("notifications/progress", progressToken=token, progress=2)


def listen(request):
    for n in range(2):
        meta = {"io.modelcontextprotocol/subscriptionId": request["id"]}
        notify("notifications/tools/list_changed", _meta=meta, n=n)


if mode == "child":
    child = subprocess.Popen(["sleep", "600"])
    with open(sys.argv[2], "a") as file:
        file.write(f"{child.pid}\n")

for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "server/discover":
        probes += 1
        if mode == "stateless":
            discover(message)
        elif mode == "dies-of-probe":
            sys.exit(5)
        else:
            send({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
    elif method == "initialize":
        initialize(message)
    elif method == "tools/call":
        call(message)
    elif method == "subscriptions/listen":
        listen(message)
    elif method is not None and method.startswith("notifications/") and method != "notifications/initialized":
        notify("notifications/seen", seen=method, params=message.get("params"))
