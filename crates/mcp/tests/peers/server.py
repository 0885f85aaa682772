"""A small server on whichever SDK generation runs it: `server.py stdio|sse|streamable-http [PORT]`."""

import sys

mode = sys.argv[1]
port = int(sys.argv[2]) if len(sys.argv) > 2 else 0

try:
    from mcp.server import MCPServer

    server = MCPServer("small", instructions="Adds.")
    run = {} if mode == "stdio" else {"host": "127.0.0.1", "port": port}
except ImportError:
    from mcp.server.fastmcp import FastMCP

    server = FastMCP("small", host="127.0.0.1", port=port)
    run = {}


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.prompt()
def ask() -> str:
    """Asks."""
    return "How much?"


@server.resource("note://all")
def notes() -> str:
    """All notes."""
    return ""


@server.resource("note://{name}")
def note(name: str) -> str:
    """One note."""
    return name


server.run(mode, **run)
