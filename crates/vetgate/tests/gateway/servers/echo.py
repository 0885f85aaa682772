"""An MCP server over standard streams, as small as one can be: `echo` says what it is told, `fail` fails with it.

VERSION in the environment is part of the description of `echo`: another version is another definition.
"""

import json
import os
import sys

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
TOOLS = [
    {"name": "echo", "description": "Says what it is told." + os.environ.get("VERSION", ""), "inputSchema": TEXT},
    {"name": "fail", "description": "Fails with what it is told.", "inputSchema": TEXT},
]


def answer(method, params):
    if method == "initialize":
        info = {"name": "echo", "version": "1"}
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        text = params["arguments"].get("text", "")
        if params["name"] == "fail":
            raise ValueError(text)
        return {"content": [{"type": "text", "text": text}]}
    if method == "ping":
        return {}
    raise KeyError(method)


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    try:
        reply["result"] = answer(message["method"], message.get("params", {}))
    except KeyError:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    except ValueError as error:
        reply["error"] = {"code": -32000, "message": str(error)}
    print(json.dumps(reply), flush=True)
