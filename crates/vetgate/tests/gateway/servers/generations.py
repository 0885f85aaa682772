"""A server with every feature that the SDK which runs it knows: `generations.py stdio|sse|streamable-http [PORT]`."""

import asyncio
import inspect
import sys

from pydantic import BaseModel

mode = sys.argv[1]
port = int(sys.argv[2]) if len(sys.argv) > 2 else 0

try:
    import mcp_types as types
    from mcp.server import MCPServer
    from mcp.server.mcpserver import Context

    modern = True
    server = MCPServer("generations", instructions="Has every feature.")
    run = {} if mode == "stdio" else {"host": "127.0.0.1", "port": port}
except ImportError:
    from mcp import types
    from mcp.server.fastmcp import Context, FastMCP

    modern = False
    server = FastMCP("generations", instructions="Has every feature.", host="127.0.0.1", port=port)
    run = {}


class Answer(BaseModel):
    name: str


counts = {"waiting": 0, "cancelled": 0, "seen": 0}

# The oldest SDK takes one request after the other, and does not know how to cancel them.
at_once = hasattr(types, "ElicitRequest")


def asks_by_result(ctx):
    """Whether the client of this call is asked by what the tool returns, rather than by requests of the server."""
    return modern and ctx.protocol_version is not None and ctx.protocol_version >= "2026"


def ask_by_result(ctx, key, request, told):
    """What `told` makes of the client's answer, once it is there, and the question until then."""
    given = ctx.input_responses or {}
    return told(given[key]) if key in given else types.InputRequiredResult(input_requests={key: request})


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def fail() -> str:
    """Always fails."""
    raise ValueError("on purpose")


@server.tool()
async def count(to: int, ctx: Context) -> str:
    """Counts, reports how far it is, and waits until the client has seen it: what comes after an answer is lost."""
    for number in range(1, to + 1):
        await ctx.report_progress(number, to)
    while at_once and not counts["seen"]:
        await asyncio.sleep(0.01)
    return f"counted to {to}"


@server.tool()
def seen() -> str:
    """Tells that the client has seen how far `count` is."""
    counts["seen"] += 1
    return "good"


@server.tool()
async def log(text: str, ctx: Context) -> str:
    """Logs a text."""
    if inspect.iscoroutinefunction(type(ctx).info):
        await ctx.info(text)
    else:
        await ctx.session.send_log_message(level="info", data=text)
    return "logged"


def _question():
    content = types.TextContent(type="text", text="Which colour?")
    return [types.SamplingMessage(role="user", content=content)]


@server.tool()
async def consult(ctx: Context):
    """Asks the client's model."""
    if asks_by_result(ctx):
        params = types.CreateMessageRequestParams(messages=_question(), max_tokens=50)
        request = types.CreateMessageRequest(params=params)
        return ask_by_result(ctx, "colour", request, lambda said: f"the model says {said.content.text}")
    said = await ctx.session.create_message(messages=_question(), max_tokens=50)
    return f"the model says {said.content.text}"


@server.tool()
async def roots(ctx: Context):
    """Asks for the client's folders."""
    if asks_by_result(ctx):
        request = types.ListRootsRequest()
        return ask_by_result(ctx, "roots", request, lambda said: ", ".join(str(root.uri) for root in said.roots))
    said = await ctx.session.list_roots()
    return ", ".join(str(root.uri) for root in said.roots)


if hasattr(Context, "elicit"):

    @server.tool()
    async def ask(ctx: Context):
        """Asks the user."""
        if asks_by_result(ctx):
            schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
            params = types.ElicitRequestFormParams(message="Who?", requested_schema=schema)
            request = types.ElicitRequest(params=params)
            return ask_by_result(ctx, "who", request, lambda said: f"{said.action}: {said.content['name']}")
        said = await ctx.elicit("Who?", schema=Answer)
        return f"{said.action}: {said.data.name}"


if at_once:

    @server.tool()
    async def wait() -> str:
        """Waits until it is cancelled."""
        counts["waiting"] += 1
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            counts["cancelled"] += 1
            raise
        return "waited"


@server.tool()
def counted(what: str) -> str:
    """How many calls wait or were cancelled."""
    return str(counts[what])


def grown() -> str:
    """Was not there at first."""
    return "grown"


@server.tool()
async def grow(ctx: Context) -> str:
    """Adds a tool, and says so."""
    server.add_tool(grown, name="grown")
    if asks_by_result(ctx):
        await ctx.notify_tools_changed()
    else:
        await ctx.session.send_tool_list_changed()
    return "grew"


@server.prompt()
def greet(name: str) -> str:
    """Greets somebody."""
    return f"Greet {name}."


@server.resource("note://all")
def notes() -> str:
    """All notes."""
    return "one, two"


@server.resource("note://{name}")
def note(name: str) -> str:
    """One note."""
    return f"the note {name}"


completing = server if hasattr(server, "completion") else server._mcp_server


@completing.completion()
async def complete(ref, argument, context=None):
    values = [name for name in ["Ada", "Adele", "Bob"] if name.startswith(argument.value)]
    has_more = {"has_more": False} if modern else {"hasMore": False}
    return types.Completion(values=values, total=len(values), **has_more)


server.run(mode, **run)
