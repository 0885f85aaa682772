"""Calls one tool whose call is held, and writes what came of it as JSON.

`holds.py ANSWER TOOL http URL` or `holds.py ANSWER TOOL stdio COMMAND ARGUMENT...`. ANSWER is what its user says to the
question: `allow once`, `deny`, `decline`, `cancel`, or `none` for a client that cannot be asked.
"""

import contextlib
import json
import sys

import anyio

try:
    import mcp_types as types
    from mcp import Client, StdioServerParameters

    modern = True
except ImportError:
    from mcp import ClientSession, StdioServerParameters, types
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamablehttp_client

    modern = False

answer, tool, how, *where = sys.argv[1:]
asked, progress = [], []


async def on_elicitation(context, params):
    schema = getattr(params, "requestedSchema", None) or params.requested_schema
    asked.append({"message": params.message, "choices": schema["properties"]["decision"]["enum"]})
    if answer in ("decline", "cancel"):
        return types.ElicitResult(action=answer)
    return types.ElicitResult(action="accept", content={"decision": answer})


async def on_progress(done, total, message=None):
    progress.append(message)


@contextlib.asynccontextmanager
async def connected():
    callbacks = {} if answer == "none" else {"elicitation_callback": on_elicitation}
    target = where[0] if how == "http" else StdioServerParameters(command=where[0], args=where[1:], env=None)
    if modern:
        async with Client(target, mode="legacy", **callbacks) as client:
            yield client
        return
    transport = streamablehttp_client(target) if how == "http" else stdio_client(target)
    async with transport as streams, ClientSession(*streams[:2], **callbacks) as session:
        await session.initialize()
        yield session


async def main():
    async with connected() as session:
        try:
            result = await session.call_tool(tool, {"name": "plan"}, progress_callback=on_progress)
            said = json.loads(result.model_dump_json(by_alias=True, exclude_none=True))
        except Exception as error:
            said = {"error": str(error)}
    print(json.dumps({"asked": asked, "progress": progress, "said": said}))


anyio.run(main)
