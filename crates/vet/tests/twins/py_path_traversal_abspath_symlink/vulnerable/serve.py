import functools
from typing import Any, Awaitable, Callable

import anyio
import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import library

server: Server[Any] = Server("library")
Handler = Callable[..., Awaitable[str]]
registry: dict[str, tuple[types.Tool, Handler]] = {}


def exposed(description: str, **properties: dict[str, str]) -> Callable[[Handler], Handler]:
    def register(function: Handler) -> Handler:
        schema = {"type": "object", "properties": properties, "required": list(properties)}
        tool = types.Tool(name=function.__name__, description=description, inputSchema=schema)

        @functools.wraps(function)
        async def guarded(**kwargs: Any) -> str:
            try:
                return await function(**kwargs)
            except library.Denied:
                return "denied"

        registry[function.__name__] = (tool, guarded)
        return guarded

    return register


@exposed("Return a document of the library.", location={"type": "string"})
async def open_document(location: str) -> str:
    async with library.document(location) as handle:
        return await handle.read()


@server.list_tools()
async def tools() -> list[types.Tool]:
    return [tool for tool, _ in registry.values()]


@server.call_tool()
async def call(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
    _, handler = registry[name]
    return [types.TextContent(type="text", text=await handler(**arguments))]


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
