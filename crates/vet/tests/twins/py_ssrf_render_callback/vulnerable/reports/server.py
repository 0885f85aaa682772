import asyncio

from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from tools import TOOLS

app = Server("reports")


@app.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(
            name=tool.name,
            description=tool.name.replace("_", " "),
            inputSchema={"type": "object", "properties": tool.properties, "required": list(tool.properties)},
        )
        for tool in TOOLS.values()
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.ContentBlock]:
    text = await TOOLS[name].execute(**arguments)
    return [types.TextContent(type="text", text=text)]


async def serve() -> None:
    async with stdio_server() as streams:
        await app.run(*streams, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(serve())
