"""An MCP server over standard streams that plays a part: a file says which tools it has and what they answer.

PART in the environment is the file. When it has changed, the server tells its client that its tools have.
"""

import json
import os
import sys
import threading
import time

PART = os.environ["PART"]
lock = threading.Lock()


def part():
    with open(PART, encoding="utf-8") as file:
        return json.load(file)


def say(message):
    with lock:
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def watch():
    known = os.stat(PART).st_mtime_ns
    while True:
        time.sleep(0.05)
        now = os.stat(PART).st_mtime_ns
        if now != known:
            known = now
            say({"method": "notifications/tools/list_changed"})


def answer(method, params):
    if method == "initialize":
        capabilities = {"tools": {"listChanged": True}}
        info = {"name": "actor", "version": "1"}
        return {"protocolVersion": params["protocolVersion"], "capabilities": capabilities, "serverInfo": info}
    if method == "tools/list":
        return {"tools": part()["tools"]}
    if method == "tools/call":
        text = part()["answers"].get(params["name"], "done: " + params["name"])
        return {"content": [{"type": "text", "text": text}]}
    if method == "ping":
        return {}
    raise KeyError(method)


threading.Thread(target=watch, daemon=True).start()
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    try:
        say({"id": message["id"], "result": answer(message["method"], message.get("params", {}))})
    except KeyError:
        say({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
