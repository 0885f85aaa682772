"""Small operations on text, on the second version of the SDK."""

from __future__ import annotations

import re
from typing import Any

import anyio
import mcp.types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

TEXT = {"type": "string", "description": "the text to work on"}

DEFINITIONS: list[dict[str, Any]] = [
    {
        "name": "slugify",
        "description": "Make a slug of a title.",
        "input_schema": {"type": "object", "properties": {"text": TEXT}, "required": ["text"]},
    },
    {
        "name": "title_case",
        "description": "Write a text in title case.",
        "input_schema": {"type": "object", "properties": {"text": TEXT}, "required": ["text"]},
    },
    {
        "name": "truncate",
        "description": "Cut a text to a length.",
        "input_schema": {
            "type": "object",
            "properties": {"text": TEXT, "length": {"type": "integer", "minimum": 1}},
            "required": ["text", "length"],
        },
    },
]


def slugify(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def truncate(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."


OPERATIONS = {"slugify": slugify, "title_case": str.title, "truncate": truncate}


async def list_tools(ctx: ServerRequestContext, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[types.Tool(**definition) for definition in DEFINITIONS])


async def call_tool(ctx: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
    operation = OPERATIONS.get(params.name)
    if operation is None:
        unknown = types.TextContent(type="text", text=f"unknown tool {params.name}")
        return types.CallToolResult(content=[unknown], is_error=True)
    arguments = params.arguments or {}
    text = operation(*arguments.values())
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)])


def create_server() -> Server:
    return Server("textkit", version="2.1.0", on_list_tools=list_tools, on_call_tool=call_tool)


async def main() -> None:
    server = create_server()
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
