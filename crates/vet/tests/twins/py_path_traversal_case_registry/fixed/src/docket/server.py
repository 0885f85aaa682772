import asyncio
import os
from pathlib import Path

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from . import exhibits  # noqa: F401
from .base import REGISTRY

ROOT = Path(os.environ.get("DOCKET_ROOT", "/srv/docket"))
server = Server("docket")


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(name=cls.name, description=cls.description, inputSchema=cls.schema)
        for cls in REGISTRY.values()
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    tool = REGISTRY[name](ROOT)
    return [types.TextContent(type="text", text=tool.execute(arguments))]


async def main() -> None:
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
