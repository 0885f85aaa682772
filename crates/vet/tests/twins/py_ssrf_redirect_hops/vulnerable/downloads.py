from __future__ import annotations

import anyio
import httpx
import mcp.types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

MIRRORS = {"downloads.example.com", "mirror.example.org"}


class Forbidden(Exception):
    pass


def admit(url: httpx.URL) -> httpx.URL:
    if url.scheme != "https" or url.host not in MIRRORS:
        raise Forbidden(url.host)
    return url


async def retrieve(client: httpx.AsyncClient, start: str) -> bytes:
    location = admit(httpx.URL(start))
    for _ in range(5):
        reply = await client.get(location)
        if not reply.is_redirect:
            return reply.content
        location = location.join(reply.headers["location"])
    raise Forbidden("too many redirects")


async def download_release(arguments: dict) -> str:
    async with httpx.AsyncClient(follow_redirects=False) as client:
        data = await retrieve(client, arguments["url"])
    return f"{len(data)} bytes"


async def newest(arguments: dict) -> str:
    async with httpx.AsyncClient() as client:
        return (await client.get("https://downloads.example.com/newest.txt")).text


TABLE = {
    "download_release": (download_release, {"type": "object", "properties": {"url": {"type": "string"}}}),
    "newest": (newest, {"type": "object"}),
}


async def list_tools(ctx: ServerRequestContext, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[types.Tool(name=n, input_schema=s) for n, (_, s) in TABLE.items()])


async def call_tool(ctx: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
    handler, _ = TABLE[params.name]
    text = await handler(params.arguments or {})
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)])


async def main() -> None:
    server = Server("downloads", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
