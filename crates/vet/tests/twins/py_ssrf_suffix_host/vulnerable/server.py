import asyncio
from typing import Any
from urllib.parse import urlparse

import aiohttp
import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

server = Server("feeds")
TRUSTED = "example.com"


def trusted(url: str) -> bool:
    parsed = urlparse(url)
    host = (parsed.hostname or "").rstrip(".")
    return parsed.scheme == "https" and host.endswith(TRUSTED)


@server.list_tools()
async def tools() -> list[types.Tool]:
    return [
        types.Tool(
            name="fetch_feed",
            description="Fetch one of our feeds.",
            inputSchema={"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"]},
        )
    ]


@server.call_tool()
async def call(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
    match name:
        case "fetch_feed":
            url = arguments["url"]
            if not trusted(url):
                return [types.TextContent(type="text", text="That feed is not one of ours.")]
            async with aiohttp.ClientSession() as session:
                async with session.get(url, allow_redirects=False) as reply:
                    return [types.TextContent(type="text", text=await reply.text())]
        case _:
            raise ValueError(name)


async def main() -> None:
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
