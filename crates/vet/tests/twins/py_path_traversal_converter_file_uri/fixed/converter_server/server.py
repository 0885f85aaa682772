import asyncio
import csv
import html
import io
import re

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from .sources import SUPPORTED, UnsupportedSource, file_uri_to_path

server = Server("converter")


def to_markdown(suffix: str, text: str) -> str:
    if suffix == ".csv":
        rows = list(csv.reader(io.StringIO(text)))
        if not rows:
            return ""
        head = "| " + " | ".join(rows[0]) + " |"
        rule = "|" + " --- |" * len(rows[0])
        body = ["| " + " | ".join(row) + " |" for row in rows[1:]]
        return "\n".join([head, rule, *body])
    if suffix in (".html", ".htm"):
        return html.unescape(re.sub(r"<[^>]+>", "", text))
    return text


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(
            name="convert_to_markdown",
            description="Convert a document of the workspace, named by a file: URI, to markdown.",
            inputSchema={"type": "object", "properties": {"uri": {"type": "string"}}, "required": ["uri"]},
        ),
        types.Tool(
            name="supported_types",
            description="List the file types that can be converted.",
            inputSchema={"type": "object", "properties": {}},
        ),
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    if name == "supported_types":
        return [types.TextContent(type="text", text=", ".join(sorted(SUPPORTED)))]
    if name != "convert_to_markdown":
        raise ValueError(f"unknown tool: {name}")
    try:
        path = file_uri_to_path(arguments["uri"])
        raw = path.read_text(encoding="utf-8", errors="replace")
    except UnsupportedSource as problem:
        return [types.TextContent(type="text", text=f"Error: {problem}")]
    return [types.TextContent(type="text", text=to_markdown(path.suffix.lower(), raw))]


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
