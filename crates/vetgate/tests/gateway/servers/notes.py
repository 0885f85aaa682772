"""An MCP server over standard streams that keeps notes, and writes down every call that it gets.

JOURNAL in the environment is the file that it writes to. `tidy_notes` says of itself that it only reads.
"""

import json
import os
import sys

NAME = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
TOOLS = [
    {
        "name": "get_note",
        "description": "Returns a note.",
        "inputSchema": NAME,
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
    {
        "name": "delete_note",
        "description": "Deletes a note for good.",
        "inputSchema": NAME,
        "annotations": {"destructiveHint": True, "openWorldHint": False},
    },
    {
        "name": "tidy_notes",
        "description": "Returns the notes in order.",
        "inputSchema": NAME,
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
]


def answer(method, params):
    if method == "initialize":
        info = {"name": "notes", "version": "1"}
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        with open(os.environ["JOURNAL"], "a", encoding="utf-8") as journal:
            journal.write(json.dumps(params) + "\n")
        return {"content": [{"type": "text", "text": "done: " + params["name"]}]}
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
    print(json.dumps(reply), flush=True)
